package english

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// NameWords are the words that names in databases are made of. Those that
// abbreviations stand for are in Expansions.
var NameWords = NewSet(`access account action active activity actual address adult advance agency agent album amount annual answer area arrival article artist asset
	assignment attendance author average award balance bank base begin benefit bill billing birth body book booking branch brand budget building business buyer
	call campaign capacity capital card care career carrier cash category cause center change channel charge check child church city claim class client close
	club code collection college color colour comment company competition complete condition contact content contract control copy cost count country county course
	cover create created credit culture currency current custom customer cycle daily damage data date day deal death debit debt decision degree delay delivery
	department deposit description destination detail device diagnosis direct director discount distance district document domain driver due duration email employee
	end energy engine enrollment entry event exam exchange expense expiry export factory faculty family farm fee field file film final finance fine first fiscal
	flag flight floor flow food form format free freight fuel full game gender gold goal grade grant gross ground group growth guest head health height
	high hire history holder holiday home host hotel hour house household image import income index industry inspection insurance interest inventory invoice issue
	item job join key kind label labor language last latitude lead league leave left length lesson level library license life limit line list loan local location
	log long longitude loss low lunch machine mail maintenance make manager market match maximum meal measure media medical meeting member membership merchant message
	method minimum minute mobile mode model money month monthly movie museum music name nation national nationality net network news next night note notes number
	offer office official open opening operation operator order orders organization origin other owner package page paid parent part party password patient pay payment
	pen people percent performance period person phone photo physician picture place plan plant plate platform play player point policy population port position
	post power premium price primary priority procedure process product profile profit program project promotion property province public publication publisher
	purchase quality quantity quarter question rail rank rate rating reading reason receipt receipts record reference refund region registration release rent rental repair
	report request reservation resident resource response result return returned revenue review reward road role room route routine royalty sale sales salary schedule school
	score season seat second section security segment sell seller sent sequence series serial service session set share shift ship shipment shipping shop sign signup site size skill
	sold song source space speed spend sport staff stage standard start state statement station status stay stock stop storage store street student study style
	subject submission subscription supplier supply support surname survey system table target tariff task tax teacher team technician temperature term test text theme
	ticket time title to total tour track trade train transaction transfer transport travel treatment trip truck tuition type unit university update url usage user
	valid value vehicle vendor venue version view village visit visitor volume vote voter wage war warehouse warranty watch web week weekly weight wheel width winner work
	worker year zone from frac on by of in is has paid earned valid max min avg sum per`)

// SplitGlued takes a word apart that is several written together, into as few
// known parts as possible: sale date of saledate. The words of known, with how
// often they occur by themselves, are parts too. After an unknown head it splits
// off only an ending that names like to append, dorm id, or the name of many things,
// nyc flights. It returns nil for what is one word.
func SplitGlued(w string, known map[string]int) []string {
	const shortest, longest = 5, 30
	if one := Singular(w); NameWords[w] || NameWords[one] || whole[w] || whole[one] || len(w) < shortest || len(w) > longest {
		return nil
	}
	if _, short := Expand(w); short {
		return nil
	}
	if parts := splitKnown(w, known); parts != nil {
		return parts
	}
	if rest := w[1:]; len(rest) >= shortest && NameWords[rest] && w[0] < utf8.RuneSelf {
		return []string{rest} // pclass: a letter says whose
	}
	if at := thingsAt(w); at > 0 {
		return []string{w[:at], w[at:]}
	}
	for _, e := range glued {
		if head, ok := strings.CutSuffix(w, e); ok && len(head) >= 3 {
			return []string{head, e}
		}
	}
	return nil
}

// thingsAt is where the known name of many things begins after a few letters that say
// whose they are: flights in nycflights. It is 0 where there is none.
func thingsAt(w string) int {
	const shortest = 5
	for at := 2; at <= 4 && at < len(w); at++ {
		if one := Singular(w[at:]); one != w[at:] && len(one) >= shortest && NameWords[one] {
			return at
		}
	}
	return 0
}

// splitKnown splits a word into parts that are all known.
func splitKnown(w string, known map[string]int) []string {
	if strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return nil
	}
	best := make([][]string, len(w)+1)
	best[0] = []string{}
	for end := 2; end <= len(w); end++ {
		for at := 0; at <= end-2; at++ {
			if best[at] == nil || best[end] != nil && len(best[at])+1 >= len(best[end]) || !isPart(w, at, end, known) {
				continue
			}
			best[end] = append(slices.Clone(best[at]), w[at:end])
		}
	}
	if parts := best[len(w)]; len(parts) > 1 && len(parts) <= 4 {
		return parts
	}
	return nil
}

// isPart reports whether w[at:end] may be a part of w. Short parts must be
// usual at the beginning or the end.
func isPart(w string, at, end int, known map[string]int) bool {
	p, first, last := w[at:end], at == 0, end == len(w)
	full, ok := Expand(p)
	short := ok && !strings.Contains(full, " ")
	switch {
	case p == w:
		return false
	case len(p) == 2:
		return last && Among(p, "id no dt nm cd ts to on by of at") || first && p == "is"
	case len(p) == 3:
		tailed := Among(w[len(p):], "id no nm cd name") // stuid
		return NameWords[p] || (last || first && tailed) && short || known[p] > 1
	}
	return NameWords[p] || last && NameWords[Singular(p)] || known[p] > 0 || short || Expansions[p]
}

var (
	// glued are endings of names, longest first where one ends another.
	glued = strings.Fields(`timestamp datetime quantity percent amount number status price total count value month date time name code rate type cost
		year frac key qty pct day id`)

	// whole are words that only seem to be several.
	whole = NewSet(`account discount endpoint viscount recount corporate separate generate moderate elaborate collaborate
		operate decorate prorate prototype archetype monkey donkey turkey whiskey hockey jockey holiday today yesterday monday
		tuesday wednesday thursday friday saturday sunday birthday everyday candidate mandate update consolidate validate
		accommodate liquidate lifetime overtime downtime uptime sometime paid unpaid prepaid postpaid repaid overpaid underpaid
		void avoid valid invalid android grid hybrid liquid solid rapid fluid acid squid covid forbid steroid asteroid thyroid
		typhoid orchid stupid afraid plaid braid raid maid bid kid lid aid amid humid placid vivid lucid timid pyramid madrid
		encode decode unicode devalue revalue attraction common nickname forename subtotal
		estate recorder stable ashore astride authorship classroom headline headquarter headquarters playlist postseason powertrain workshop`)
)
