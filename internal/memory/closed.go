package memory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// A statement about how answers look is read by its words, in whatever order they come:
// the topic knows its objects (bar charts, euros, decimals) and the words that go with
// them. One word that it does not know, and the clause is about something else. That is
// why a question for data is not taken for a preference: it names what it asks for.

// word is a word of a clause.
type word struct {
	text    string // in lower case
	segment int    // the part between commas that it is in
	negated bool   // the clause does not want it
}

// words are a clause word by word, with what is known of all of them.
type words struct {
	*clause
	list     []word
	unwanted bool // a word that does not want something
	wanted   bool // a word that prefers something
}

var tokens = lazyregexp.New(`[\pL\pN_$€£¥₹]+(?:[.,'/-][\pL\pN]+)*%?|[,;:]`)

// Words that say what somebody thinks of something. Those that refuse stand before what
// they refuse, or say it of what stands in the same part of the clause.
var (
	refusing = english.NewSet(`no not never don't dont do-not without avoid stop hide spare skip drop needn't nothing neither nor isn't aren't
		instead rather-than than over hate dislike omit suppress nobody noone out-of-sight less fewer can't cannot couldn't won't shouldn't mustn't stopped`)
	disliked = english.NewSet(`useless irrelevant noise noisy unnecessary pointless confusing ugly boring annoying distracting hard difficult superfluous
		overkill terrible awful bad worse worst unreadable`)
	liked = english.NewSet(`prefer preferred prefers like love favour favor rather better best favourite favorite fine enough good nice great ideal happy
		person easier clearer suits suit works work sufficient plenty usually default defaults habit`)
	// plainWords have no object of their own: they go with all topics.
	plainWords = english.NewSet(`i i'm im am i'd i'll we we're we'd you your me us my our mine the a an all any every each of to in on for with as at by be
		being is are was it its it's them that's that this they these so just only also even very really much more most bit little want wants need needs
		see seeing get getting have having had give giving show shows showing shown display displayed use uses used using make making draw drawn
		drawing write writes written put report reports present presented state stated quote keep keeps take go going stick let let's would could
		find finds reads somebody everybody everyone anyone possible possibly right wrong sight kind way mind supposed style form feel term
		already mostly often normally normal simply really actually clearly though wish hope seem seems appear appears come comes add adds
		matter matters ours yours down up off out into onto from own another other others new next now today before after once future level here
		should shall must can may might will do does did has if when and or but because then there here thanks else what ever always people user reader whole
		figure figures number numbers amount amounts value values total totals result results answer answers everything thing things money data
		output outputs think care about read reading look looks choose pick set than instead rather one ones too as-well please again still`)
)

// readWords finds the words of a clause, and which of them it refuses.
func readWords(c *clause) *words {
	w := &words{clause: c}
	text := twoWords.Replace(" " + strings.ToLower(c.text) + " ")
	segment, refused := 0, false
	for _, t := range tokens.FindAllString(text, -1) {
		if strings.Trim(t, ",;:") == "" || t == "but" || t == "just" {
			segment, refused = segment+1, false
			continue
		}
		w.list = append(w.list, word{t, segment, refused})
		switch {
		case refusing[t]:
			refused, w.unwanted = true, w.unwanted || t != "than" && t != "over"
		case disliked[t]:
			w.unwanted = true
			for i := range w.list {
				if w.list[i].segment == segment {
					w.list[i].negated = true
				}
			}
		case liked[t]:
			asks := t == "like" && len(w.list) > 1 && english.Among(w.list[len(w.list)-2].text, "would i'd we'd")
			w.wanted = w.wanted || !asks
		}
	}
	return w
}

var twoWords = strings.NewReplacer(" do not ", " don't ", " rather than ", " rather-than ", " instead of ", " instead ", " as well ", " as-well ",
	" can not ", " cannot ", " no longer ", " no ", " out of sight ", " out-of-sight ", " take out ", " omit ", " get rid of ", " omit ", " do without ", " without ")

// says reports whether the words say more than what the next answer should be like.
func (w *words) says() bool { return w.standing || w.session || w.unless || w.wanted || w.unwanted }

func (w *words) has(list string) bool {
	return slices.ContainsFunc(w.list, func(x word) bool { return english.Among(x.text, list) })
}

// known reports whether every word is plain, an object, or goes with the topic.
func (w *words) known(objects map[string]string, others english.Set) bool {
	for _, x := range w.list {
		if _, ok := objects[x.text]; !ok && !others[x.text] && !plainWords[x.text] && !refusing[x.text] && !liked[x.text] && !disliked[x.text] {
			return false
		}
	}
	return true
}

// objects are the values of the objects that the words have: those that are wanted, and
// those that are not.
func (w *words) objects(of map[string]string) (wanted, unwanted []string) {
	for _, x := range w.list {
		v, ok := of[x.text]
		switch {
		case !ok:
		case x.negated:
			unwanted = append(unwanted, v)
		default:
			wanted = append(wanted, v)
		}
	}
	return wanted, unwanted
}

// numbers are the numbers that the words have. They are taken out.
func (w *words) numbers() []int {
	var list []int
	w.list = slices.DeleteFunc(slices.Clone(w.list), func(x word) bool {
		n, ok := number(x.text)
		if ok {
			list = append(list, n)
		}
		return ok
	})
	return list
}

// closed is a topic whose values are a list.
type closed struct {
	topic   Topic
	objects map[string]string // each with its value
	others  english.Set       // words that go with them
	read    func(t *closed, w *words) []said
}

// parseClosed reads a statement about how answers look, or when the year begins.
func parseClosed(c *clause) []said {
	for i := range closedTopics {
		t := &closedTopics[i]
		found := t.read(t, readWords(c))
		for i := range found {
			if found[i].topic == "" {
				found[i].topic = t.topic
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

var closedTopics = []closed{
	{FiscalYear, monthNames, english.NewSet(`fiscal financial business accounting year years fy starts start started begins begin beginning starting runs run from until till
		through firm company month months already at house to ends end ends-in ending closes close books day calendar same year-end st th 1st 31st 30th 28th 29th first last lasts goes equals - by-the-way`), readFiscalYear},
	{WeekStart, weekdayNames, english.NewSet("week weeks working starts start begins begin first day run runs from till until through"), readWeekStart},
	{Chart, english.NewPairs(`bar bar, bars bar, column bar, columns bar, line line, lines line, pie pie, pies pie, donut pie, donuts pie, doughnut pie, area area, scatter scatter,
		scatterplots scatter, table table, tables table, chart any, charts any, graph any, graphs any, plot any, plots any, diagram any, diagrams any, visuals any,
		visualisations any, visualizations any, pictures any`),
		english.NewSet("horizontal vertical stacked simple kind type time trends trend picture graphics"), readChart},
	{Currency, currencyNames, english.NewSet(`currency currencies price prices sum sums salaries costs cost revenue revenues us british swiss sterling here recorded given kept
		bill sell trade account reporting home base convert converted display`), readCurrency},
	{Decimals, english.NewPairs("decimals decimals, decimal decimals, cents decimals, whole whole, full whole, rounded whole, round round"),
		english.NewSet(`places place digits digit after point comma percentages percentage percent euros dollars pounds francs units behind off necessary needed fraction fractions`), readDecimals},
	{Scale, english.NewPairs("thousands thousands, millions millions, billions billions, k thousands, abbreviate short, abbreviated short, shorten short, round short, full full, out full"),
		english.NewSet("euros dollars pounds francs big large amounts written long"), readScale},
	{ShowSQL, english.NewPairs("sql sql, query sql, queries sql, statement sql, statements sql, code sql"),
		english.NewSet("ran run wrote interested include including print below under behind add underlying background statement"), readSQL},
	{Detail, english.NewPairs(`brief short, short short, shorter short, concise short, terse short, succinct short, minimum short, minimal short, compact short, crisp short,
		long long, longer long, detailed long, verbose long, elaborate long, thorough long, lengthy long, detail long, details long, sentence sentences, sentences sentences`),
		english.NewSet(`explanation explanations explain story stories reply replies text texts prose stay possible general words response responses describe great describe`), readDetail},
	{Language, languageNames, english.NewSet(`reply respond speak talk language bitte immer auf antworte antworten antwort por favor siempre en responde respóndeme contesta
		toujours parle parlez avec moi réponds répondez s'il te plaît vous plait em sempre rispondi per favore het graag altijd antwoord responda prefiro prefiero préfère je`), readLanguage},
	{Granularity, english.NewPairs(`daily day, weekly week, monthly month, quarterly quarter, yearly year, annual year, annually year, day day, days day, week week, weeks week,
		month month, months month, quarter quarter, quarters quarter, year year, years year`),
		english.NewSet("trend trends time per granularity level rhythm interval plan plans group grouped break down view views basis over"), readGranularity},
	{Rows, english.NewPairs("row rows, rows rows, entries rows, items rows, lines rows, top top"),
		english.NewSet("list lists ranking rankings table tables longer at most maximum max first limit say mean means up limited"), readRows},
}

var monthNames = func() map[string]string {
	m := map[string]string{}
	for name, n := range english.Months {
		m[name] = strconv.Itoa(int(n))
	}
	return m
}()

var weekdayNames = english.NewPairs(`monday monday, mondays monday, tuesday tuesday, tuesdays tuesday, wednesday wednesday, wednesdays wednesday, thursday thursday,
	thursdays thursday, friday friday, fridays friday, saturday saturday, saturdays saturday, sunday sunday, sundays sunday`)

var currencyNames = english.NewPairs(`euro EUR, euros EUR, dollar USD, dollars USD, pound GBP, pounds GBP, franc CHF, francs CHF, yen JPY, yuan CNY, rupee INR,
	rupees INR, reais BRL, zloty PLN, złoty PLN, krona SEK, kronor SEK, eur EUR, usd USD, gbp GBP, chf CHF, jpy JPY, cny CNY, inr INR,
	brl BRL, pln PLN, sek SEK, nok NOK, dkk DKK, czk CZK, huf HUF, cad CAD, aud AUD, nzd NZD, € EUR, $ USD, £ GBP, ¥ JPY, ₹ INR`)

var languageNames = english.NewPairs(`german de, deutsch de, english en, french fr, français fr, francais fr, spanish es, español es, espanol es, castellano es,
	portuguese pt, português pt, portugues pt, italian it, italiano it, dutch nl, nederlands nl`)
