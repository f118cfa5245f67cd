package whatif

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// certain says for sure that a question is about the future, whatever else it
// says. The match is taken out of the question.
var certain = []*lazyregexp.Regexp{
	pattern(`^(?:forecast|predict|extrapolate)\b`),
	pattern(`\b(?:to|and|then) (?:forecast|predict|extrapolate)\b`),
	pattern(`^(?:make|build|create|do|run|get|draw|a|an|the|what(?:'s| is| are) the|what(?:'s| is) your)(?: an?| me an?)? (?:\w+ )??(?:forecast|projection|prediction|extrapolation|outlook)s? (?:of|for)\b`),
	pattern(`\bif (?:the |this |that |these |current )?(?:trends?|pattern|growth|pace)? ?(?:continues?|goes on|holds|keeps? up|persists?)\b`),
	pattern(`\b(?:at (?:this|the current|the present) (?:rate|pace))\b`),
	pattern(`\bextrapolat(?:e|ed|ing|ion)\b`),
	pattern(`^where (?:is|are|will) (.+?) (?:heading|headed|going|trending|end up)\b`),
	pattern(`^what will (.+?) (?:be|look like|amount to|come to|reach)\b`),
	pattern(`^what will happen\b(?: (?:to|with|in))?`),
	pattern(`^estimate (?:the )?future\b`),
	pattern(`^(?:continue|extend) (?:the |this |that )?(?:curve|line|series|trend|chart)\b(?: of)?`),
	pattern(`^project\b(.+?)\b(?:into the future|forward|going forward)\b`),
	pattern(`^how will (.+?) (?:develop|evolve|look|change|grow|move|do)\b`),
	pattern(`^(?:will (.+?)|(?:is|are) (.+?) going to) (?:keep|continue|go on|grow|grows|growing|increase|rise|fall|drop|decline|shrink|recover|go up|go down)\b(?: (?:on|to))?(?: (?:growing|grow|rising|rise|falling|fall|increasing|increase|declining|decline))?`),
	pattern(`^how (?:much|many) (.+?) are (?:we|they) going to (?:need|have|get|sell|see)\b`),
	pattern(`^how (?:much|many|high|big|large) (.*?)\b(?:will|can) (?:we|i|it|they|there|our) (?:be|expect to|expect|likely |probably )?`),
	pattern(`\b(?:can|should|do) (?:we|i) expect\b`),
	pattern(`\bfuture (?:trend|development|path|course|value)s? (?:of|for|in)\b`),
	pattern(`\b(?:going forward|into the future|in (?:the )?future)\b`),
	pattern(`\bholt[- –]winters(?: forecast)?\b(?: (?:of|for|on))?`),
	pattern(`^(?:an? )?seasonal(?:ly adjusted)? (?:forecast|projection|prediction)s?\b(?: (?:of|for))?`),
}

// likely speaks of the future only together with a horizon.
var likely = []*lazyregexp.Regexp{
	pattern(`\btrend(?:s|ing|line)?\b(?: (?:of|for|in))?`),
	pattern(`\b(?:forecast|projection|prediction|outlook)s?\b(?: (?:of|for))?`),
	pattern(`\bpredicted\b`),
	pattern(`^project\b`),
	pattern(`\b(?:expected|anticipated|projected|likely)\b`),
	pattern(`\bseasonal (?:forecast|projection|prediction)s?\b(?: (?:of|for))?`),
}

// stored are things that a database holds and that sound like the future:
// forecasts that someone made, projects, contracts that will end.
var stored = []*lazyregexp.Regexp{
	pattern(`^project(?:s|ed)? (?:managers?|names?|deadlines?|status(?:es)?|ids?|teams?|leads?|owners?|milestones?|tasks?|budgets?|types?|codes?|hours|members?|plans?)\b`),
	pattern(`^project(?:ed)? .*\bby project\b`),
	pattern(`\b(?:forecast|prediction|projection)s? (?:accuracy|error|table|column|date|id|type|version|model|made|created|entered|submitted)s?\b`),
	pattern(`\b(?:actual|budget|plan)s? (?:vs\.?|versus|against|and|to|with) (?:the )?(?:forecast|projection|prediction)s?\b`),
	pattern(`\b(?:forecast|projection|prediction)s? (?:vs\.?|versus|against) (?:the )?(?:actual|budget|plan)s?\b`),
	pattern(`\bexpected (?:delivery|deliveries|arrival|arrivals|ship|shipping|return|close|closing|completion|due|start|end|departure)\b`),
	pattern(`\bhow many \w+(?: \w+)? will (?:expire|end|be due|renew|ship|arrive|retire|start|close|be delivered)\b`),
	pattern(`\b(?:expected|likely|going|due|scheduled|planned) to\b.*\b(?:name|list|date|which|who)\b`),
	pattern(`^(?:which|who|list|deals|orders|customers)\b.*\b(?:expected|likely|due|scheduled|planned) to\b`),
	pattern(`^(?:how accurate|how good|how well)\b`),
	pattern(`\b(?:are|is|were|was) due\b`),
}

var season = []*lazyregexp.Regexp{
	pattern(`\bholt[- –]winters\b`),
	pattern(`\bseasonal(?:ly adjusted)? (?:forecast|projection|prediction|outlook|trend|model)s?\b`),
	pattern(`,? ?\b(?:taking|considering|with|including|accounting for|allowing for|given|respecting|and) (?:the |its |account of )?(?:seasons?|seasonality|seasonal (?:pattern|effect|swing)s?)(?: into account| in mind)?\b`),
	pattern(`\bseasonally\b`),
}

// lined asks for a straight line, not for what is likely.
var lined = pattern(`\b(?:linear(?:ly)?|straight|regression|least squares|trend ?lines?|extrapolat\w+|(?:continue|extend) (?:the |this |that )?line)\b`)

// asLine is how a line is asked for beside the figure.
var asLine = pattern(`,? ?\b(?:with|by|as|using|along) (?:an? |the )?(?:simple )?(?:straight line|linear (?:trend|regression|fit)|regression(?: line)?|trend ?line|least squares)\b`)

// bare asks for the trend of what is there.
var bare = pattern(`^(?:what(?:'s| is| would be)|show|see|draw|plot|add|is there|are there|any|how about|and)?(?: me)?(?: ?(?:the|an?|any|its|their|this|that))?(?: ?(?:linear|straight|overall|general|long[- ]term))? ?trends?(?:line)?(?: (?:here|there|like|over time|(?:in|of|for|behind) (?:it|this|that|these|those|them)))?$`)

func parseForecast(q string) (Request, bool) {
	if bare.MatchString(q) {
		return Request{Technique: Trend}, true
	}
	for _, rule := range stored {
		if rule.MatchString(q) {
			return Request{}, false
		}
	}
	r := Request{Technique: Forecast}
	if lined.MatchString(q) {
		r.Technique = Trend
	}
	for _, rule := range season {
		if rule.MatchString(q) {
			r.Technique = Seasonal
		}
	}
	for _, rule := range certain {
		m := rule.FindStringSubmatch(q)
		if m == nil || past.MatchString(q) {
			continue
		}
		// A rule's group is what the question is about.
		return finishForecast(r, replaceBy(q, rule, strings.Join(m[1:], " "))), true
	}
	horizon, rest := readHorizon(q, false)
	if horizon == (Horizon{}) {
		return Request{}, false
	}
	for _, rule := range likely {
		if rule.MatchString(rest) {
			r.Horizon = horizon
			return finishForecast(r, cut(rest, rule)), true
		}
	}
	return Request{}, false
}

// past says that the time meant is over.
var past = pattern(`^(?:did|was|were|had|has|have)\b|^how (?:much|many) .*\b(?:did|was|were|had)\b`)

func finishForecast(r Request, q string) Request {
	if r.Horizon == (Horizon{}) {
		r.Horizon, q = readHorizon(q, true)
	}
	for _, rule := range season {
		q = cut(q, rule)
	}
	q = cut(cut(q, banded), asLine)
	r.Data = seriesQuestion(q, r.Horizon)
	return r
}

// banded asks for what every forecast has.
var banded = pattern(`,? ?\b(?:with|including|and)(?: an?| the| its)? (?:\d+ ?% )?(?:confidence|prediction|error|uncertainty)(?: intervals?| bands?| bounds| ranges?| bars)?\b`)

var (
	fluffStart = pattern(`^(?:what(?:'s| is| are| will| would)?|how(?: much| many| do| does| is| are)?|which|is|are|do|does|will|be|show|give|me|us|tell|draw|plot|make|calculate|compute|there|the|a|an|our|my|its|their|of|for|in|on|and|to|by|with|using|based on|likely|simple|linear|straight|line|value|values|figures?|data|trend(?:s|line)?|forecasts?|projections?|predictions?|outlook|future)(?: |$)`)
	fluffEnd   = pattern(`(?:^| )(?:of|for|in|on|and|to|by|with|over|out|be|the|a|an|is|are|look|like|forward|ahead|heading|using|at|linear trend|linear regression|trends?|trendline|forecasts?|projections?|outlook|do|we|i|get|have|see|roughly|probably)$`)
	pronoun    = pattern(`^(?:it|this|that|these|those|them|things?|we|they|i|one|here|numbers?|series|result|results|this (?:series|figure|chart|table|result|cell)|that (?:series|figure|chart|table|result))?$`)
	stepped    = pattern(`\b(?:by|per|each|every|for each|for every) (?:\w+ (?:and|,) )?(?:day|week|month|quarter|year)s?\b|\b(?:daily|weekly|monthly|quarterly|yearly|annual|annually)\b`)
)

// nouns are figures that people ask for by a verb: "how much will we sell".
var nouns = map[string]string{"sell": "sales", "earn": "revenue", "make": "revenue"}

// seriesQuestion is what is left to ask of the data: the subject, by a period
// that suits the horizon. It is empty when nothing but the future is named.
func seriesQuestion(q string, h Horizon) string {
	for {
		shorter := strings.Trim(q, " ,?")
		shorter = fluffStart.ReplaceAllString(shorter, "")
		shorter = strings.Trim(fluffEnd.ReplaceAllString(shorter, ""), " ,?")
		if shorter == q {
			break
		}
		q = shorter
	}
	if pronoun.MatchString(q) {
		return ""
	}
	if noun, ok := nouns[strings.ToLower(q)]; ok {
		q = noun
	}
	if stepped.MatchString(q) {
		return q
	}
	unit := Month
	if h.Unit == Day || h.Unit == Week {
		unit = h.Unit
	}
	return q + " by " + string(unit)
}
