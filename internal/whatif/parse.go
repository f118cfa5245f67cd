package whatif

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// maxQuestion bounds what is read of a question.
const maxQuestion = 4_000

// Parse recognises a question about what may come, and what of it must first
// be asked of the data. It is false for a question that the data answer.
func Parse(question string) (Request, bool) {
	q := tidy(question)
	if q == "" || len(q) > maxQuestion || !hints.MatchString(q) {
		return Request{}, false
	}
	for _, read := range []func(string) (Request, bool){parseScale, parseSimulation, parseCorrelation, parseForecast} {
		if r, ok := read(q); ok {
			return r, true
		}
	}
	return Request{}, false
}

// tidy makes one line of a question, without politeness and end marks.
func tidy(question string) string {
	q := strings.Join(strings.Fields(strings.NewReplacer("’", "'", "‘", "'", "…", " ").Replace(question)), " ")
	q = strings.TrimRight(q, " ?!.,;:")
	for {
		shorter := polite.ReplaceAllString(q, "")
		shorter = politeEnd.ReplaceAllString(shorter, "")
		if shorter == q {
			return strings.TrimRight(q, " ?!.,;:")
		}
		q = shorter
	}
}

// hints are words without which no rule below matches, so that most questions
// are through at once.
var hints = pattern(`\b(?:if|suppos|assum|imagin|simul|monte|correl|relat|link|connect|depend|affect|influenc|driv|impact|associat|tied|together|(?:moves?|go(?:es)?|rises?|falls?) (?:with|up|down)|forecast|predict|extrapol|project|trend|outlook|expect|anticipat|likely|will|head|going|future|season|holt|rate|pace|continu|extend|estimate)`)

// pattern compiles a rule that ignores case and begins and ends with words.
func pattern(rule string) *lazyregexp.Regexp { return lazyregexp.New(`(?i)` + rule) }

var (
	polite    = pattern(`^(?:(?:please|hey|hi|hello|ok|okay|so|and|now|then|well|plumb)\b,? |(?:can|could|would|will) you (?:please )?|i(?:'d| would) (?:like|love) (?:you )?to (?:know |see )?|i want (?:you )?to (?:know |see )?|(?:tell|show|give) (?:me|us) |let'?s (?:see )?|help me )`)
	politeEnd = pattern(`,? (?:please|thanks|thank you|for me|for us)$`)
)

var simulation = []*lazyregexp.Regexp{
	pattern(`(?:^(?:run|do|make|perform) (?:an? )?)?\bmonte[- ]carlo(?: simulation| analysis| forecast)?s?\b(?: (?:of|for|on))?`),
	pattern(`^simulate\b`),
	pattern(`\b(?:to|and|then) simulate\b`),
	pattern(`^(?:run|do|make|perform) (?:an? )?simulations?\b(?: (?:of|for|on))?`),
	pattern(`^(?:an? )?simulation (?:of|for)\b`),
}

var (
	runCount    = pattern(`\b(?:with )?([\d,]+|a thousand|ten thousand|a hundred) (?:times|runs|paths|(simulations)|futures|scenarios|trials|iterations|draws)\b`)
	normalDraws = pattern(`\b(?:assuming|with|using|from) (?:an? )?(?:normal|gaussian)(?: distribution| changes)?\b`)
)

func parseSimulation(q string) (Request, bool) {
	r := Request{Technique: MonteCarlo}
	if m := runCount.FindStringSubmatch(q); m != nil {
		r.Runs = count(m[1])
		q = replaceBy(q, runCount, m[2])
	}
	for _, rule := range simulation {
		if !rule.MatchString(q) {
			continue
		}
		if normalDraws.MatchString(q) {
			r.Normal = true
			q = cut(q, normalDraws)
		}
		q = cut(q, rule)
		r.Horizon, q = readHorizon(q, true)
		r.Data = seriesQuestion(q, r.Horizon)
		return r, true
	}
	return Request{}, false
}

// cut takes what the rule matches out of the question.
func cut(q string, rule *lazyregexp.Regexp) string { return replaceBy(q, rule, "") }

// replaceBy puts other words in the place of what the rule matches.
func replaceBy(q string, rule *lazyregexp.Regexp, words string) string {
	at := rule.FindStringIndex(q)
	if at == nil {
		return q
	}
	return strings.Join(strings.Fields(q[:at[0]]+" "+words+" "+q[at[1]:]), " ")
}

// two finds a pair of figures; the names are the groups, then what follows.
var two = []*lazyregexp.Regexp{
	pattern(`\b(?:correlation|correlations|relationship|link|association|dependence|connection)s? (?:coefficient )?(?:is there )?between (.+?) and (.+)$`),
	pattern(`\bcorrelat(?:ion|e) (?:of )?(.+?) (?:and|with|to|against) (.+)$`),
	pattern(`^(?:is|are|does|do|did|how (?:much |strongly |well |closely )?(?:is|are|does|do)) (?:the )?(.+?) (?:and|with) (.+?) (?:correlated?|(?:strongly |closely )?correlated?|related|linked|connected|move together|go together)\b(.*)$`),
	pattern(`^(?:is|are|does|do|how (?:much |strongly |well |closely )?(?:is|are|does|do)) (?:the )?(.+?) (?:(?:strongly |closely )?correlated?|related?|linked|connected|tied) (?:with|to) (.+)$`),
	pattern(`^(?:how (?:much |strongly )?)?(?:do|does) (?:the )?(.+?) (?:depend on|affect|influence|drive|impact|move with|go (?:up|down) with|rise with|fall with) (.+)$`),
	pattern(`^(.+?) (?:vs\.?|versus|and|with) (.+?) correlation\b(.*)$`),
	pattern(`^(?:how|what) (.+?) correlates (?:with|to) (.+)$`),
}

var (
	across  = pattern(`^(.+?)[, ]+(?:and (?:group(?:ed)?|split|broken down) )?((?:by|per|across|for each|for every|over|in|for|from|since|during|among|between) .+)$`)
	article = pattern(`^(?:the|our|my|a|an|all|any|number of the) `)
)

func parseCorrelation(q string) (Request, bool) {
	if drawn.MatchString(q) {
		return Request{}, false
	}
	for _, rule := range two {
		m := rule.FindStringSubmatch(q)
		if m == nil {
			continue
		}
		r := Request{Technique: Correlation, Measure: subject(m[1]), Other: subject(m[2])}
		rest := ""
		if len(m) > 3 {
			rest = strings.TrimSpace(m[3])
		} else if tail := across.FindStringSubmatch(r.Other); tail != nil {
			r.Other, rest = subject(tail[1]), tail[2]
		}
		r.Other, _, _ = strings.Cut(r.Other, ",") // a second question may follow
		rest, _, _ = strings.Cut(acrossBy(rest), ", and ")
		if !isFigure(r.Measure) || !isFigure(r.Other) {
			return Request{}, false
		}
		r.Data = strings.TrimSpace(r.Measure + " and " + r.Other + " " + rest)
		if scope := strings.Trim(askedFor.ReplaceAllString(strings.TrimSpace(q[:strings.Index(q, m[0])]), ""), " ,"); scope != "" {
			r.Data = scope + ", " + r.Data
		} else if rest == "" {
			r.Coefficient = strings.Contains(strings.ToLower(q), "correlat")
		}
		return r, true
	}
	return Request{}, false
}

// drawn asks for a picture of two figures, which is an answer of its own.
var drawn = pattern(`\b(?:scatter|charts?|plots?|graphs?|diagrams?|visuali[sz]e|draw)\b`)

// askedFor stands between who is meant and the correlation that is asked for.
var askedFor = pattern(`(?:^|[, ])(?:what(?:'s| is| are)|explore|is there|are there|show|show me|report|find|give|return|compute|calculate|how strong is|how)?(?: (?:me|us))?(?: about)?(?: (?:the|an?|any))?(?: (?:strong|significant|linear|clear|statistical))?$`)

// isFigure refuses whole sentences, and what is about how tables hang
// together.
func isFigure(name string) bool {
	return name != "" && len(strings.Fields(name)) <= 8 && !strings.ContainsAny(name, ".?!") &&
		!overlap(words(name), "table", "column", "key", "schema", "id", "entity")
}

// acrossBy turns "across campaigns" into what a question about data says.
func acrossBy(rest string) string {
	word, of, ok := strings.Cut(rest, " ")
	if !ok {
		return rest
	}
	switch strings.ToLower(word) {
	case "across", "per", "over", "among":
		if _, rest, each := strings.Cut(of, "each "); each {
			of = rest
		}
		if periodWord.MatchString(of) || strings.ToLower(word) != "over" {
			return "by " + strings.TrimPrefix(strings.TrimPrefix(of, "all "), "the ")
		}
	}
	return rest
}

var periodWord = pattern(`^(?:days?|weeks?|months?|quarters?|years?)$`)

// subject is a name without its article.
func subject(s string) string {
	s = strings.Trim(s, " ,")
	for {
		shorter := article.ReplaceAllString(s, "")
		if shorter == s {
			return s
		}
		s = shorter
	}
}
