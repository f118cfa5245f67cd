package index

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// asPeopleSay are short forms that keep the words people ask with, as the
// network has learnt them; words that only mark a key are left out.
var asPeopleSay = map[string]string{"rep": "rep", "app": "app", "ts": "time", "fk": "", "pk": ""}

// abbreviation is the one word that an abbreviation stands for.
func abbreviation(w string) (full string, ok bool) {
	full, ok = english.Expand(w)
	return full, ok && !strings.Contains(full, " ")
}

// Words that say what kind of thing a column is; they come last in English.
var typeFirst = english.NewSet(`dt dte ts tm cd cde nm flg fl amt qty pct id`)

// tablePrefixes and tableSuffixes say how a table is used, not what it holds.
var (
	tablePrefixes = english.NewSet("tbl tb t dim fact fct stg stage staging raw src mart vw v lkp lkup lookup mst mstr d f xref ref tab")
	tableSuffixes = english.NewSet("tbl tab table vw view dim fact lkp mst mstr master")
)

// general are English words that databases glue together, for taking names
// apart; those that an abbreviation stands for are known as well.
var general = english.NewSet(`access account action active activity actual address adult advance agency agent album amount annual answer area arrival article artist asset
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
