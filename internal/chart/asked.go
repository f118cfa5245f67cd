package chart

import "regexp"

// asked is what a question says about how its answer should look.
type asked struct {
	kind    Kind // "" where it says nothing
	plainly bool // the kind is named, not only suggested
	stacked bool
	grouped bool
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

// named finds a kind by its names: "bar chart", "as bars", "stacked bar of".
func named(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + words + `)` + drawing + `|` + wish + `(?:` + words + `)` + end + `|\b(?:stacked|grouped)\s+(?:` + words + `)\b|^\s*(?:` + words + `)\s*[.:]`)
}

// naming are kinds called by their names, and hints are words that suggest
// one. The first that is found counts.
var (
	naming = []struct {
		kind Kind
		says *regexp.Regexp
	}{
		{Pie, named(`pies?|donuts?|doughnuts?`)},
		{Scatter, regexp.MustCompile(`(?i)\bscatter(?:\s*plots?|\s*charts?|\s*graphs?|\s*diagrams?|grams?)?\b|\b(?:bubble|dot)` + drawing)},
		{Heatmap, regexp.MustCompile(`(?i)\bheat\s*-?\s*maps?\b`)},
		{Area, named(`areas?`)},
		{Histogram, regexp.MustCompile(`(?i)\bhistograms?\b`)},
		{Bar, named(`bars?|columns?`)},
		{Line, named(`lines?|trend\s*lines?|time\s*series`)},
		{Table, regexp.MustCompile(`(?i)\b(?:as|in)\s+(?:an?\s+)?table(?:\s+form)?` + end + `|\bno\s+chart\b|\bwithout\s+(?:a\s+)?chart\b`)},
	}
	hints = []struct {
		kind Kind
		says *regexp.Regexp
	}{
		{Line, regexp.MustCompile(`(?i)\b(?:trend(?:s|ing|line)?|tendency|over\s+time|over\s+the\s+(?:years|months|weeks|days|quarters)|evol(?:ve[ds]?|ution)|develop(?:s|ed|ment)?\s+over|time\s*line)\b`)},
		{Scatter, regexp.MustCompile(`(?i)\b(?:correlat(?:e[ds]?|ion)s?|relationship\s+between|relation\s+between)\b`)},
		{Pie, regexp.MustCompile(`(?i)\b(?:the|what)\s+proportions?\b`)},
		{Bar, regexp.MustCompile(`(?i)\b(?:the|by|order|sort|rank|show|display|list)\s+bars?\b|\bcompar(?:e|ing|ison)\b`)},
	}
	axes    = regexp.MustCompile(`(?i)\b[xy][\s-]?ax[ei]s\b|\bthe\s+[xy]\b`)
	stacked = regexp.MustCompile(`(?i)\bstack(?:ed|ing)?\b`)
	grouped = regexp.MustCompile(`(?i)\bgrouped\b|\bside\s+by\s+side\b|\bclustered\b`)
	running = regexp.MustCompile(`(?i)\bcumulative(?:ly)?\b|\brunning\s+(?:total|sum|count)s?\b|\bshares?\b.*\bover\s+(?:time|the)\b|\bmix\s+over\s+time\b`)
	spread  = regexp.MustCompile(`(?i)\bdistribut(?:ion|ed)\b|\bspread\s+of\b`)
)

// longestQuestion bounds what is read of a question.
const longestQuestion = 4000

func read(question string) asked {
	question = question[:min(len(question), longestQuestion)]
	a := asked{
		stacked: stacked.MatchString(question), grouped: grouped.MatchString(question),
		running: running.MatchString(question), spread: spread.MatchString(question),
		axes: axes.MatchString(question),
	}
	for _, n := range naming {
		if n.says.MatchString(question) {
			a.kind, a.plainly = n.kind, true
			return a
		}
	}
	if a.stacked && !a.running {
		a.kind, a.plainly = Bar, true
		return a
	}
	for _, h := range hints {
		if h.says.MatchString(question) {
			a.kind = h.kind
			return a
		}
	}
	return a
}
