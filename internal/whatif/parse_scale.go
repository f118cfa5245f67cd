package whatif

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// supposing introduces a change; the rest of the question may come before or
// after it.
var supposing = pattern(`\b(?:what if|what happens (?:to (.+?) )?if|what would happen (?:to (.+?) )?if|what would (.+?) (?:be|look like|come to) if|how (?:much )?would (.+?) (?:change|look|be|move|differ) if|suppose(?: that)?|supposing(?: that)?|assume(?: that)?|assuming(?: that)?|imagine(?: that)?|if)\b`)

const (
	amountWord = `([-+]?[$€£]?\d[\d,]*(?:\.\d+)?(?:k|m)?|half|a half|a third|a quarter|a fifth|a tenth|ten|five|twenty|fifty)`
	upWords    = `(?:go(?:es)? up|went up|rises?|rose|increases?|increased|grows?|grew|climb(?:s|ed)?|jump(?:s|ed)?|gain(?:s|ed)?|raised?|were raised|are raised|was raised|is raised|were increased|are increased|is increased|was increased)`
	downWords  = `(?:go(?:es)? down|went down|falls?|fell|drops?|dropped|decreases?|decreased|declines?|declined|shrinks?|shrank|sinks?|sank|lose|loses|were cut|are cut|is cut|was cut|were reduced|are reduced|is reduced|was reduced|were lowered|are lowered)`
	unitPart   = ` ?(%|percent(?:age points?)?|per cent|pct)?`
)

// changeRule reads "prices rise by 10%" and its like: the figure, how much,
// and whether in percent.
type changeRule struct {
	rule *lazyregexp.Regexp
	down bool
	// places of figure, amount and percent sign among the groups
	figure, amount, unit int
	times                string // a factor that the words themselves say
}

var changeRules = []changeRule{
	{rule: pattern(`^(.+?) ` + upWords + `(?: by)? ` + amountWord + unitPart + `(?: |,|$)`), figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(.+?) ` + downWords + `(?: by)? ` + amountWord + unitPart + `(?: |,|$)`), down: true, figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(?:we|i|you|they|one) (?:raise|raised|increase|increased|add to|grow|grew|put up|lift|boost|boosted) (.+?) by ` + amountWord + unitPart + `(?: |,|$)`), figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(?:we|i|you|they|one) (?:raise|raised|increase|increased|grow|grew|lift|boost) (.+?) ` + amountWord + unitPart + `(?: |,|$)`), figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(?:we|i|you|they|one) (?:cut|lower|lowered|reduce|reduced|decrease|decreased|drop|dropped|discount|discounted) (.+?)(?: by)? ` + amountWord + unitPart + `(?: |,|$)`), down: true, figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(.+?) (?:was|were|is|are|had been) ` + amountWord + unitPart + ` (?:higher|more|larger|bigger|greater|up)\b`), figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(.+?) (?:was|were|is|are|had been) ` + amountWord + unitPart + ` (?:lower|less|smaller|fewer|cheaper|down)\b`), down: true, figure: 1, amount: 2, unit: 3},
	{rule: pattern(`^(?:we|i|you|they|there) (?:had|have|got|get|sold|sell|made|make|were|are|was|received|receive) ` + amountWord + unitPart + ` (?:more|extra|additional) (.+?)(?: (?:for|in|by|per|each)\b|,|$)`), amount: 1, unit: 2, figure: 3},
	{rule: pattern(`^(?:we|i|you|they|there) (?:had|have|got|get|sold|sell|made|make|lost|lose|were|are|was) ` + amountWord + unitPart + ` (?:fewer|less) (.+?)(?: (?:for|in|by|per|each)\b|,|$)`), down: true, amount: 1, unit: 2, figure: 3},
	{rule: pattern(`^(?:we|i|you|they) (?:doubled?|twice) (.+?)(?: (?:for|in|by)\b|,|$)`), figure: 1, times: "2"},
	{rule: pattern(`^(.+?) (?:doubles?|doubled|(?:was|were|is|are) (?:doubled|twice as (?:high|much|many|big|large)))\b`), figure: 1, times: "2"},
	{rule: pattern(`^(.+?) (?:triples?|tripled|(?:was|were|is|are) tripled)\b`), figure: 1, times: "3"},
	{rule: pattern(`^(?:we|i|you|they) (?:halved?|cut in half) (.+?)(?: (?:for|in|by)\b|,|$)`), figure: 1, times: "0.5"},
	{rule: pattern(`^(.+?) (?:halves|halved|(?:was|were|is|are) (?:halved|cut in half))\b`), figure: 1, times: "0.5"},
}

var (
	whichOnly = pattern(`\b(?:(?:but |and )?only (?:for|in|on|at)|(?:for|in|on|at)) (?:the )?(.+?)(?: only)?$`)
	asked     = pattern(`^(?:what (?:is|are|would be|happens to|would happen to|would)|how much (?:is|would)|how (?:does|do|would)|show|list|what's)? ?(?:the )?(.*?)(?: (?:be|look like|change))?$`)
)

// again says that a change comes again: 5% a month, 2% yearly.
var again = pattern(`^,? ?(?:(?:a|per|each|every) ` + unitWord + `|(dai|week|month|quarter|year)ly)\b`)

func parseScale(q string) (Request, bool) {
	at := supposing.FindStringSubmatchIndex(q)
	if at == nil {
		return Request{}, false
	}
	target := ""
	for g := 2; g+1 < len(at); g += 2 {
		if at[g] >= 0 {
			target = q[at[g]:at[g+1]]
		}
	}
	before, clause := strings.Trim(q[:at[0]], " ,"), strings.Trim(q[at[1]:], " ,")
	for _, c := range changeRules {
		m := c.rule.FindStringSubmatch(clause)
		if m == nil {
			continue
		}
		r := Request{Technique: Scale, Measure: subject(m[c.figure])}
		if c.times != "" {
			r.Change.Factor = c.times
		} else if r.Change = readAmount(m[c.amount], m[c.unit], c.down); r.Change == (Change{}) {
			return Request{}, false
		}
		if r.Measure == "" || conditional.MatchString(before) {
			return Request{}, false
		}
		// What follows the last group may name a category or ask something.
		rest := clause[slices.Max(c.rule.FindStringSubmatchIndex(clause)[2:]):]
		if m := again.FindStringSubmatch(rest); m != nil && r.Change.Factor != "" { // 50 more a month are 50 for each
			r.Change.Every = unitOf(m[1] + strings.Replace(strings.ToLower(m[2]), "dai", "day", 1))
		}
		r.finishScale(target, before, strings.TrimSpace(rest))
		return r, true
	}
	return Request{}, false
}

// conditional is a question about stored rows with an "if" in it: "list the
// products and say if prices rose by 10%".
var conditional = pattern(`\b(?:see|check|know|tell|whether|say|find out|flag|mark|count|determine)$`)

// finishScale sorts out what is asked about and which category changes.
func (r *Request) finishScale(target, before, rest string) {
	question := subject(target)
	clause, after, _ := strings.Cut(rest, ",")
	for _, part := range []string{before, strings.TrimSpace(after)} {
		if m := asked.FindStringSubmatch(part); m != nil && question == "" {
			question = subject(m[1])
		}
	}
	if m := whichOnly.FindStringSubmatch(" " + strings.TrimSpace(clause)); m != nil && !anyPeriod.MatchString(m[1]) {
		r.Only = subject(m[1])
	}
	r.Data = r.Measure
	if yesOrNo.MatchString(question) {
		return
	}
	if question != "" && !pronoun.MatchString(question) {
		r.Data = question
	}
}

// yesOrNo asks for a judgement, which the changed figure must lead to.
var yesOrNo = pattern(`^(?:would|will|do|does|can|could|is|are|should) `)

var anyPeriod = pattern(`\b(?:days?|weeks?|months?|quarters?|years?|20\d\d)\b`)

// readAmount makes a factor of percentages and fractions, an amount of plain
// numbers.
func readAmount(amount, unit string, down bool) Change {
	word := strings.ToLower(amount)
	share, isShare := english.Fractions[strings.TrimPrefix(word, "a ")]
	number := strings.NewReplacer(",", "", "$", "", "€", "", "£", "").Replace(word)
	if n, ok := english.ParseNumber(word); ok {
		number = strconv.Itoa(n)
	}
	scale := int64(1)
	for suffix, by := range map[string]int64{"k": 1_000, "m": 1_000_000} {
		if strings.HasSuffix(number, suffix) {
			number, scale = strings.TrimSuffix(number, suffix), by
		}
	}
	if isShare {
		number = strconv.FormatFloat(share, 'f', 12, 64)
	}
	v, ok := new(big.Rat).SetString(number)
	if !ok || len(number) > 20 {
		return Change{}
	}
	v.Mul(v, big.NewRat(scale, 1))
	if down {
		v.Neg(v)
	}
	if points := strings.Contains(strings.ToLower(unit), "point"); (unit == "" || points) && !isShare {
		return Change{Amount: decimals(v)}
	}
	if !isShare {
		v.Quo(v, big.NewRat(100, 1))
	}
	return Change{Factor: decimals(v.Add(v, big.NewRat(1, 1)))}
}
