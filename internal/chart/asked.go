package chart

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// asked is what a question says about how its answer should look.
type asked struct {
	kind    Kind // "" where it says nothing
	plainly bool // the kind is named, not only suggested
	stacked bool
	grouped bool
	series  bool // it says what tells series apart
	running bool // a running total, or shares over time
	spread  bool // how values are distributed
	axes    bool // it speaks of axes, so it wants a chart
}

const (
	drawing    = `\s*(?:charts?|graphs?|plots?|diagrams?)\b`
	adjectives = `(?:(?:simple|nice|trend|stacked|grouped|horizontal|vertical)\s+)*`
	// wish stands where the name of a kind alone asks for it: "as a pie".
	wish = `\b(?:(?:as|into|using|make\s+(?:it|this|that))\s+(?:an?\s+)?|(?:draw|plot|return|give\s+me|show\s+me|want|visuali[sz]e)\s+an?\s+)` + adjectives
	end  = `(?:\s+(?:instead|please|on|of|about|to\s+show|showing|for)\b|\s*[.,;:!?]|\s*$)`
)

// pattern is an expression, and words of which a text that it matches has one:
// most questions have none, and cost nothing.
type pattern struct {
	*lazyregexp.Regexp
	words []string
}

func expr(text string, words ...string) pattern { return pattern{lazyregexp.New(text), words} }

// in reports whether the text matches; lower is the same in lower case.
func (p pattern) in(text, lower string) bool {
	for _, w := range p.words {
		if strings.Contains(lower, w) {
			return p.MatchString(text)
		}
	}
	return false
}

// kindPattern finds a kind by its names: "bar chart", "as bars", "stacked bar of".
func kindPattern(words string, has ...string) pattern {
	return expr(`(?i)\b(?:`+words+`)`+drawing+`|`+wish+`(?:`+words+`)`+end+`|\b(?:stacked|grouped)\s+(?:`+words+`)\b|^\s*(?:`+words+`)\s*[.:]`, has...)
}

// naming are kinds called by their names, and hints are words that suggest
// one. The first that is found counts.
var (
	naming = []struct {
		kind Kind
		says pattern
	}{
		{Pie, kindPattern(`pies?|donuts?|doughnuts?`, "pie", "donut", "doughnut")},
		{Scatter, expr(`(?i)\bscatter(?:\s*plots?|\s*charts?|\s*graphs?|\s*diagrams?|grams?)?\b|\b(?:bubble|dot)`+drawing, "scatter", "bubble", "dot")},
		{Heatmap, expr(`(?i)\bheat\s*-?\s*maps?\b`, "heat")},
		{Area, kindPattern(`areas?`, "area")},
		{Histogram, expr(`(?i)\bhistograms?\b`, "histogram")},
		{Bar, kindPattern(`bars?|columns?`, "bar", "column")},
		{Line, kindPattern(`lines?|trend\s*lines?|time\s*series`, "line", "series")},
		{Table, expr(`(?i)\b(?:as|in)\s+(?:an?\s+)?table(?:\s+form)?`+end+`|\bno\s+chart\b|\bwithout\s+(?:a\s+)?chart\b|\b(?:rows|records|entries)\s+(?:that\s+)?(?:are\s+)?behind\b`, "table", "chart", "behind")},
	}
	hints = []struct {
		kind Kind
		says pattern
	}{
		{Line, expr(`(?i)\b(?:trend(?:s|ing|line)?|tendency|over\s+time|over\s+the\s+(?:years|months|weeks|days|quarters)|evol(?:ve[ds]?|ution)|develop(?:s|ed|ment)?\s+over|time\s*line)\b`, "trend", "tendency", "over", "evol", "time")},
		{Scatter, expr(`(?i)\b(?:correlat(?:e[ds]?|ion)s?|relationship\s+between|relation\s+between)\b`, "correlat", "relation")},
		{Pie, expr(`(?i)\b(?:the|what)\s+proportions?\b`, "proportion")},
		{Bar, expr(`(?i)\b(?:the|by|order|sort|rank|show|display|list)\s+bars?\b|\bcompar(?:e|ing|ison)\b`, "bar", "compar")},
	}
	axes    = expr(`(?i)\b[xy][\s-]?ax[ei]s\b|\bthe\s+[xy]\b`, "ax", "the")
	stacked = expr(`(?i)\bstack(?:ed|ing)?\b`, "stack")
	grouped = expr(`(?i)\bgrouped\b|\bside\s+by\s+side\b|\bclustered\b`, "grouped", "side", "clustered")
	series  = expr(`(?i)\bcolou?r(?:ed|ing)?\s+by\b|\bsplit\s+by\b|\bgroup(?:s|ed|ing)?\s+by\b|\b(?:multi[\s-]?(?:line|series)|group\s+(?:line|scatter))\b`, "color", "colour", "split", "group", "multi")
	running = expr(`(?i)\bcumulative(?:ly)?\b|\brunning\s+(?:total|sum|count)s?\b|\bshares?\b.*\bover\s+(?:time|the)\b|\bmix\s+over\s+time\b`, "cumulative", "running", "share", "mix")
	spread  = expr(`(?i)\bdistribut(?:ion|ed)\b|\bspread\s+of\b`, "distribut", "spread")
)

// longestQuestion bounds what is read of a question.
const longestQuestion = 4000

func read(question string) asked {
	question = question[:min(len(question), longestQuestion)]
	lower := strings.ToLower(question)
	a := asked{
		stacked: stacked.in(question, lower), grouped: grouped.in(question, lower),
		running: running.in(question, lower), spread: spread.in(question, lower),
		axes: axes.in(question, lower),
	}
	a.series = a.stacked || a.grouped || series.in(question, lower)
	for _, n := range naming {
		if n.says.in(question, lower) {
			a.kind, a.plainly = n.kind, true
			return a
		}
	}
	if a.stacked && !a.running {
		a.kind, a.plainly = Bar, true
		return a
	}
	for _, h := range hints {
		if h.says.in(question, lower) {
			a.kind = h.kind
			return a
		}
	}
	return a
}
