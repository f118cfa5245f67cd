package chart

import (
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// Choice is the chart that fits a question and its result.
type Choice struct {
	Plan Plan
	// Diagnostics say what is not drawn, and why a wish was not fulfilled.
	Diagnostics []fault.Diagnostic
}

const (
	maxBars    = 40 // categories that a reader still compares
	maxBeside  = 60 // bars in all, where each category has several
	maxSeries  = 8  // as many as there are colours to tell apart
	maxSlices  = 24 // of a pie
	fewPoints  = 3  // a line through fewer than four says no more than bars
	manyValues = 8  // of which a histogram says more than a list
	maxValues  = 6  // figures that are set large beside each other
	apart      = 50 // measures this many times larger hide the others
	longLabel  = 12 // characters that do not fit under a bar
	manyLabels = 12
	maxRows    = 5000 // marks that a chart can hold
)

// An order alone is what customers place.
var ordering = lazyregexp.New(`(?i)\b(?:sort(?:ed)?|order(?:ed)?\s+by|in\s+(?:\w+\s+)?order(?:\s+of)?|rank(?:ed)?|ascending|descending|asc|desc|alphabetical(?:ly)?|alphabetic|high(?:est)?\s+to\s+low(?:est)?|low(?:est)?\s+to\s+high(?:est)?)\b`)

// Choose decides by what the question asks, as far as the data allow it, and
// else by the shape of the result. The meaning of its statement says what the
// columns are; where it is nil, their types, values and names do.
func Choose(question string, t *table.Table, m *meaning.Meaning) Choice {
	return ChooseAs("", question, t, m)
}

// ChooseAs is Choose for a kind that was chosen besides the question; "" leaves
// it to the question.
func ChooseAs(kind Kind, question string, t *table.Table, m *meaning.Meaning) Choice {
	wish := read(question)
	if kind != "" {
		wish.kind, wish.plainly = kind, true
	}
	c := chooser{asked: wish, rows: len(t.Rows), columns: profiles(t, m), table: t, meaning: m}
	c.keepsOrder = t.Ordered || ordering.MatchString(question[:min(len(question), longestQuestion)])
	c.assign()
	plan := Plan{Kind: c.kind()}
	if plan.Kind != Table {
		c.fill(&plan)
	}
	return Choice{Plan: plan, Diagnostics: c.diagnostics}
}

// ChoosePreferring is Choose for somebody who prefers a kind: it is taken where the question
// asks for none, the rows are drawn at all, and the kind can show them without loss.
func ChoosePreferring(kind Kind, question string, t *table.Table, m *meaning.Meaning) Choice {
	usual := Choose(question, t, m)
	if kind == "" || usual.Plan.Kind == kind || usual.Plan.Kind == Value || usual.Plan.Kind == Table || read(question).kind != "" {
		return usual
	}
	if c := ChooseAs(kind, question, t, m); c.Plan.Kind == kind && len(c.Diagnostics) == 0 {
		return c
	}
	return usual
}

type chooser struct {
	meaning     *meaning.Meaning // may be nil
	asked       asked
	table       *table.Table
	rows        int
	columns     []profile
	keepsOrder  bool // the statement or the question says in which order
	diagnostics []fault.Diagnostic

	// What the columns are in this chart; nil where there is none.
	x, series *profile
	y         []*profile
	single    bool // each X is in one series
	others    bool // there are more categories than X and the series
}

func (c *chooser) say(severity fault.Severity, hint, format string, args ...any) {
	c.diagnostics = append(c.diagnostics, fault.New(fault.VizFallback, format, args...).WithHint("%s", hint).Diagnostic(severity))
}

// assign finds which column runs along the chart, which are measured, and
// which tells series apart.
func (c *chooser) assign() {
	var dims, labels []*profile
	for i := range c.columns {
		p := &c.columns[i]
		switch {
		case p.role == measure && p.label:
			labels = append(labels, p)
		case p.role == measure:
			c.y = append(c.y, p)
		case p.role == moment || p.role == category:
			dims = append(dims, p)
		}
	}
	c.relabel(&dims, labels)
	// In the order of the columns, which is how they were asked for.
	slices.SortFunc(c.y, func(a, b *profile) int { return c.place(a) - c.place(b) })
	varied := dims[:0:0]
	for _, d := range dims {
		if d.distinct > 1 || len(dims) == 1 {
			varied = append(varied, d)
		}
	}
	if len(varied) == 0 && len(dims) > 0 {
		varied = dims[:1]
	}
	switch len(varied) {
	case 0:
	case 1:
		c.x = varied[0]
	default:
		c.along(varied)
		c.others = len(varied) > 2 || c.series == nil
	}
}

// relabel decides what numbers that name things are here: what the chart runs
// along where nothing else does, and a measure only where a chart is asked for
// and there is no other. A key beside a name says nothing more.
func (c *chooser) relabel(dims *[]*profile, labels []*profile) {
	for _, l := range labels {
		switch {
		case c.asked.kind == Scatter:
			c.y = append(c.y, l)
		case len(*dims) == 0:
			*dims = append(*dims, l)
		case len(c.y) == 0 && (c.asked.kind != "" || c.asked.axes):
			c.y = append(c.y, l)
		case len(*dims) == 1 && l.distinct == c.rows && 2*(*dims)[0].distinct <= c.rows && (*dims)[0].distinct <= maxSeries:
			*dims = append(*dims, l) // the name is of a group, the key of its members
		}
	}
}

// along chooses between several columns that could run along the chart.
func (c *chooser) along(dims []*profile) {
	first, second := dims[0], dims[1]
	for _, d := range dims {
		if d.role == moment && first.role != moment && first.distinct < c.rows {
			first, second = d, first
			break
		}
	}
	c.x = first
	if c.asked.series && second.distinct <= maxSeries && c.unique(first, second) {
		c.series, c.single = second, first.distinct == c.rows
		return
	}
	if first.distinct == c.rows || !c.unique(first, second) {
		return // every row has its own place, or the two do not tell rows apart
	}
	c.series = second
	switch {
	case first.role == moment:
	case second.distinct == c.rows && first.distinct <= maxSeries:
		// Every row has a name, and the first column says which belong together.
		c.x, c.series, c.single = second, first, true
	case second.distinct == c.rows:
		c.x, c.series = second, nil
	case second.role == moment && first.distinct <= maxSeries,
		second.distinct > maxSeries && first.distinct <= maxSeries:
		// More colours than can be told apart: let the longer one be the axis.
		c.x, c.series = second, first
	}
}

// unique reports whether no two rows have the same values in both columns.
func (c *chooser) unique(a, b *profile) bool {
	i, j := c.place(a), c.place(b)
	seen := make(map[[2]string]bool, c.rows)
	for _, row := range c.table.Rows {
		key := [2]string{row[i].String(), row[j].String()}
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

func (c *chooser) place(p *profile) int {
	for i := range c.columns {
		if &c.columns[i] == p {
			return i
		}
	}
	return 0
}

// kind is what is drawn: the wish where it can be, else what fits.
func (c *chooser) kind() Kind {
	if c.rows == 0 {
		return Table
	}
	fitting := c.chooseByShape()
	wish := c.asked.kind
	switch {
	case wish == "" || wish == fitting:
		return fitting
	case wish == Table:
		return Table
	case wish == Histogram && c.x != nil && len(c.y) > 0:
		wish = Bar // a histogram of named things is a bar chart
	}
	// A suggestion does not make a chart of a single figure.
	if fitting == Value && !c.asked.plainly {
		return fitting
	}
	before := *c
	why := c.hinders(wish)
	if why == "" {
		return wish
	}
	c.x, c.series, c.y = before.x, before.series, before.y
	if c.asked.plainly {
		c.say(fault.Warning, "ask for other columns, or for another chart", "a %s does not fit this result: %s", chartName(wish), why)
	}
	return fitting
}

func chartName(k Kind) string {
	switch k {
	case Scatter:
		return "scatter plot"
	case Heatmap:
		return "heat map"
	case Histogram:
		return "histogram"
	}
	return string(k) + " chart"
}

// chooseByShape chooses by shape alone.
func (c *chooser) chooseByShape() Kind {
	switch {
	case c.rows == 1 && len(c.columns) <= maxValues && (len(c.y) > 0 || len(c.columns) == 1):
		return Value
	case c.rows == 1 || c.rows > maxRows && !(len(c.y) == 1 && c.x == nil):
		return Table
	case len(c.y) == 0:
		return Table
	case c.x == nil:
		return c.fittingNumbers()
	}
	return c.fittingAlongX()
}

// fittingNumbers chooses for numbers with nothing to draw them along.
func (c *chooser) fittingNumbers() Kind {
	switch {
	case len(c.y) == 1 && c.y[0].distinct >= manyValues:
		return Histogram
	case len(c.y) == 2:
		return Scatter
	}
	return Table
}

func (c *chooser) fittingAlongX() Kind {
	switch {
	case c.hasOrder() && c.asked.running && len(c.y) == 1 && c.y[0].min >= 0:
		return Area
	case c.hasOrder() && c.asked.running && !c.repeats():
		return Line // what runs up beside what it is made of
	case c.x.role == moment && c.x.distinct > fewPoints && !c.repeats():
		return Line
	case c.x.role == moment && c.repeats() && c.rows > manyValues:
		return Scatter // several measurements at a time
	case c.repeats() && c.others:
		return Table // no two columns tell the rows apart
	case c.series != nil && c.x.distinct > maxSeries && c.series.distinct > maxSeries:
		return Heatmap
	}
	return Bar
}

// hasOrder reports whether X has an order of its own: time, or the parts of a
// year or a day.
func (c *chooser) hasOrder() bool { return c.x.role == moment || c.x.ranks != nil }

// repeats reports whether the same X, of the same series, is in several rows.
func (c *chooser) repeats() bool {
	if c.series != nil {
		return false // along made sure
	}
	return c.x.distinct < c.x.values
}

// hinders says in plain words why the result cannot be drawn as a kind, or
// nothing. It may move columns to where the kind needs them.
func (c *chooser) hinders(k Kind) string {
	if k == Scatter {
		return c.makeScatter()
	}
	if c.x == nil && len(c.y) > 1 && k != Histogram && k != Heatmap {
		c.x, c.y = c.y[0], c.y[1:] // the first number is what the others belong to
	}
	switch {
	case len(c.y) == 0:
		return "it has no column of numbers to draw"
	case k == Histogram && c.x == nil && c.y[0].distinct > 1:
		return ""
	case k == Histogram:
		return "a histogram needs one column of many numbers"
	case c.x == nil:
		return "it has one column of numbers and nothing to draw it along"
	case c.rows > maxRows:
		return "it has too many rows"
	case k == Heatmap && c.series == nil:
		return "a heat map needs two columns of categories and a number"
	case k == Pie:
		return c.hindersPie()
	case k == Line || k == Area:
		return c.hindersLine(k)
	}
	return ""
}

func (c *chooser) hindersPie() string {
	switch {
	case c.y[0].min < 0:
		return "a part of a whole cannot be negative"
	case c.series != nil:
		return "it has two columns of categories, and a pie shows one"
	case c.x.distinct > maxSlices:
		return "it has too many parts to tell apart"
	}
	return ""
}

func (c *chooser) hindersLine(k Kind) string {
	switch {
	case !c.hasOrder() && c.x.role == category && !c.asked.plainly:
		return "a line needs time or numbers along its axis, not names"
	case c.x.distinct < 2:
		return "a line needs at least two points"
	case k == Area && c.y[0].min < 0:
		return "an area cannot show values below zero"
	}
	return ""
}

// makeScatter takes two columns of numbers, or a time and a number; a category
// beside them colours the points.
func (c *chooser) makeScatter() string {
	numbers := c.y
	switch {
	case len(numbers) == 1 && c.x != nil && (c.x.role == moment || c.x.role == measure):
		numbers = []*profile{c.x, numbers[0]}
		c.x = c.series
	case len(numbers) < 2:
		return "it needs two columns of numbers"
	}
	c.series = nil
	if c.x != nil && (c.x.distinct < c.rows || c.x.distinct <= maxSeries) {
		c.series = c.x
	}
	c.x, c.y = numbers[0], numbers[1:2]
	return ""
}
