package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
)

// fill puts the columns, their order, formats and titles into a plan of a
// kind that fits.
func (c *chooser) fill(p *Plan) {
	switch p.Kind {
	case Value:
		c.fillValue(p)
		return
	case Histogram:
		p.X, p.XTitle, p.XNumber = c.y[0].name, c.y[0].title(), true
		p.XCount = c.y[0].distinct
		p.YTitle = "Number of rows"
		p.XFormat, p.Bins, p.Zero = formatOf(*c.y[0]), binsFor(*c.y[0]), true
		p.Title = "Distribution of " + c.y[0].phrase()
		return
	case Scatter:
		if c.x == nil {
			c.x, c.y = c.y[0], c.y[1:]
		}
	}
	c.measures(p)
	p.X, p.XTitle, p.XCount = c.x.name, c.x.title(), c.x.distinct
	if c.x.role == moment {
		p.Period = c.x.period
	}
	if c.x.role == measure && (p.Kind == Scatter || p.Kind == Line || p.Kind == Area) {
		p.XNumber, p.XFormat = true, formatOf(*c.x)
	}
	c.split(p)
	if p.Kind == Scatter {
		p.Title = p.YTitle + " against " + c.x.phrase()
		return
	}
	p.Zero = p.Kind != Line || c.nearZero()
	p.Repeats = c.repeats() && (p.Kind == Bar || p.Kind == Pie)
	if c.repeats() && (p.Kind == Line || p.Kind == Area) {
		c.say(fault.Info, "ask for one figure for each, such as the sum or the average", "some values of %s have several rows; the line goes through all of them", c.x.phrase())
	}
	if (p.Kind == Line || p.Kind == Area) && c.x.role == category && !c.hasOrder() {
		c.say(fault.Info, "bars suit names better", "the values of %s are names without an order of their own; the line joins them as the rows come", c.x.phrase())
	}
	c.order(p)
	c.limits(p)
	c.heading(p)
	c.markParts(p)
}

func (c *chooser) fillValue(p *Plan) {
	if len(c.y) == 0 {
		p.Y = []string{c.columns[0].name}
		p.Title = c.columns[0].title()
		return
	}
	for _, y := range c.y {
		p.Y = append(p.Y, y.name)
	}
	p.YFormat = formatOf(*c.y[0])
	p.YTitle = c.y[0].title()
	p.Title = p.YTitle
	if c.x != nil {
		p.X, p.XTitle = c.x.name, c.x.title()
	}
}

// measures draws several measures together only where one axis fits them.
func (c *chooser) measures(p *Plan) {
	first := c.y[0]
	drawn := []*profile{first}
	if p.Kind != Pie && p.Kind != Heatmap && p.Kind != Scatter && c.series == nil {
		for _, y := range c.y[1:] {
			if len(drawn) < maxSeries && comparable(first, y) {
				drawn = append(drawn, y)
			}
		}
	}
	for _, y := range drawn {
		p.Y = append(p.Y, y.name)
	}
	if left := len(c.y) - len(drawn); left > 0 && p.Kind != Scatter {
		c.say(fault.Info, "ask for the other measure by itself to see it drawn", "only %s is drawn; %s", first.phrase(),
			plural(left, "another measure does not fit the same axis", "%d other measures do not fit the same axis"))
	}
	p.YFormat = formatOf(*widest(drawn))
	p.YTitle = first.title()
	if len(p.Y) > 1 {
		p.YTitle = ""
	}
}

// comparable reports whether two measures can share an axis: neither is too
// small to be seen beside the other, and both are written alike.
func comparable(a, b *profile) bool {
	x, y := math.Max(math.Abs(a.min), math.Abs(a.max)), math.Max(math.Abs(b.min), math.Abs(b.max))
	if x == 0 || y == 0 {
		return true
	}
	percent := func(p *profile) bool { s := formatOf(*p).Style; return s == Percent || s == Fraction }
	return x/y < apart && y/x < apart && percent(a) == percent(b)
}

func widest(list []*profile) *profile {
	w := list[0]
	for _, p := range list[1:] {
		if math.Abs(p.max) > math.Abs(w.max) {
			w = p
		}
	}
	return w
}

// split tells series apart.
func (c *chooser) split(p *Plan) {
	p.Stacked = p.Kind == Area && (c.series != nil || len(p.Y) > 1) || p.Kind == Bar && c.single
	if p.Kind == Pie || c.series == nil {
		return
	}
	p.Series, p.SeriesTitle = c.series.name, c.series.title()
	if p.Kind == Bar && !c.single {
		p.Stacked = c.asked.stacked || !c.asked.grouped && c.series.distinct > 3 && c.addsUp()
	}
	if p.Kind != Heatmap && c.series.distinct > maxSeries {
		p.SeriesLimit = maxSeries
		c.say(fault.Warning, "filter, or ask for fewer, to see the others", "the %d largest of %d values of %s are drawn", maxSeries, c.series.distinct, c.series.phrase())
	}
}

// addsUp reports whether the parts of a measure make a whole, as counts and
// sums do and averages do not.
func (c *chooser) addsUp() bool {
	y := c.y[0]
	if y.min < 0 {
		return false
	}
	if y.known != nil && y.known.Additivity != "" {
		return y.known.Additivity != meaning.NonAdditive
	}
	words := " " + y.phrase() + " "
	for _, w := range []string{" average ", " mean ", " lowest ", " highest ", " median ", " rate ", " ratio ", " minimum ", " maximum ", " percent "} {
		if strings.Contains(words, w) {
			return false
		}
	}
	return true
}

// nearZero reports whether a line can begin at zero and still show how its
// values differ.
func (c *chooser) nearZero() bool {
	for _, y := range c.y {
		if y.min <= 0 || y.max-y.min >= 0.25*y.max {
			return true
		}
	}
	return false
}

// order keeps an order that the query gave; else time and natural orders
// stand, and names go by size.
func (c *chooser) order(p *Plan) {
	p.Ranks = c.x.ranks
	sorted := c.y[0].rising || c.y[0].falling
	switch {
	case (p.Kind == Line || p.Kind == Area) && c.x.role == category && !c.hasOrder():
		p.Order = ByRow
	case p.Kind == Line || p.Kind == Area || p.Kind == Heatmap && c.x.role == moment:
		p.Order = ByX
	case c.keepsOrder, sorted && c.rows > 2 && c.y[0].distinct > 1:
		p.Order = ByRow
	case c.hasOrder():
		p.Order = ByX
	case p.Kind == Heatmap:
		p.Order = ByX
	default:
		p.Order = ByValueDown
	}
}

// limits keeps bars few enough to compare, and says what is left out.
func (c *chooser) limits(p *Plan) {
	if p.Kind == Bar {
		p.Horizontal = !c.hasOrder() && (p.Series == "" || c.single) && (c.x.longest > longLabel && c.x.distinct > 2 || c.x.distinct > manyLabels)
	}
	if p.Kind != Bar && p.Kind != Heatmap || c.x.role == moment {
		return
	}
	bars := c.x.distinct
	if p.Repeats {
		bars = c.rows
	}
	most := maxBars
	if p.Kind == Bar && len(p.Y) > 1 {
		most = min(most, max(1, maxBeside/len(p.Y)))
	}
	if bars <= most {
		return
	}
	p.Limit = most
	which := "largest"
	if p.Order == ByRow {
		which = "first"
	} else {
		p.Order = ByValueDown
	}
	c.say(fault.Warning, "the table has all of them; filter, or ask for the top of them", "the %s %d of %d values of %s are drawn", which, most, bars, c.x.phrase())
}

// heading names the chart by what it shows.
func (c *chooser) heading(p *Plan) {
	what := p.YTitle
	if len(p.Y) > 1 {
		what = c.column(p.Y[0]).title()
		for _, y := range p.Y[1 : len(p.Y)-1] {
			what += ", " + c.column(y).phrase()
		}
		what += " and " + c.column(p.Y[len(p.Y)-1]).phrase()
	}
	p.Title = fmt.Sprintf("%s by %s", what, c.x.phrase())
	if p.Series != "" {
		p.Title += " and " + c.series.phrase()
	}
}

func (c *chooser) column(name string) *profile {
	return &c.columns[slices.IndexFunc(c.columns, func(p profile) bool { return p.name == name })]
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}
