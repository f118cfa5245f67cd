package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// subsetAt reads names that no row has: "the top three regions", "the last two
// months", "the rest".
func (c *checker) subsetAt(i int) (mention, bool) {
	if m, ok := c.topAt(i); ok {
		return m, true
	}
	if m, ok := c.edgeAt(i); ok {
		return m, true
	}
	return c.restAt(i)
}

// countAt reads a small whole number.
func (c *checker) countAt(i int) (n, end int) {
	f, ok := c.figureAt(i)
	if !ok || !f.whole || f.unit != bare || f.value < 1 || f.value > 1000 {
		return 0, i
	}
	return int(f.value), f.to
}

// topAt reads "top three regions" and "three largest regions".
func (c *checker) topAt(i int) (mention, bool) {
	side := extreme(c.at(i).low)
	n, end := 0, i
	if side != 0 {
		n, end = c.countAt(i + 1)
	} else if n, end = c.countAt(i); n > 0 {
		if side = extreme(c.at(end).low); side == 0 {
			return mention{}, false
		}
		if w := c.at(end).low; oneOf(w, "most", "least") { // "three most valuable customers"
			end++
			if _, ok := c.dimNamed(c.at(end + 1).low); !ok {
				return mention{}, false
			}
		}
		end++
	}
	if n == 0 || side == 0 {
		return mention{}, false
	}
	dim, ok := c.dimNamed(c.at(end).low)
	switch {
	case ok:
		end++
	case len(c.topics[concept(c.at(end).low)]) > 0 || len(c.labels) == 0 && len(c.whens) == 0:
		return mention{}, false
	default:
		dim = c.mainDim()
	}
	cols := c.sentenceMeasures()
	if len(cols) == 0 {
		return mention{}, false
	}
	groups := c.rankGroups(dim, c.all, cols[0], side)
	if n > len(groups) {
		return mention{}, false
	}
	var rows []int
	for _, g := range groups[:n] {
		rows = union(rows, g.rows)
	}
	return mention{span: span{i, end}, kind: roleOf(dim), dim: dim, rows: rows, derived: true, name: c.quote(span{i, end}), cols: cols[:1]}, true
}

func roleOf(dim int) role {
	if dim == timeDim {
		return when
	}
	return label
}

// sentenceMeasures are the measures that the sentence names, or else those
// spoken of last, or else the first.
func (c *checker) sentenceMeasures() []int {
	for i := c.lo; i < c.hi; i++ {
		if cols := c.measuresAt(c.ws[c.lo:c.hi], i-c.lo); len(cols) > 0 && !c.isName(i) && c.dimWords(i) == 0 {
			return cols
		}
	}
	if len(c.topic) > 0 {
		return c.topic
	}
	return c.measures[:min(1, len(c.measures))]
}

func (c *checker) isName(i int) bool {
	_, ok := c.nameAt(i)
	return ok
}

// mainDim is what rows are told apart by: the label with the most values, or
// else the time.
func (c *checker) mainDim() int {
	best := timeDim
	for _, col := range c.labels {
		if best == timeDim || len(c.cols[col].groups) > len(c.cols[best].groups) {
			best = col
		}
	}
	return best
}

// dimNamed is the dimension that a noun counts: "regions", "months".
func (c *checker) dimNamed(noun string) (int, bool) {
	if noun == "" {
		return 0, false
	}
	s := concept(noun)
	for _, col := range c.labels {
		if slices.Contains(c.cols[col].words, s) || slices.Contains(c.cols[col].words, english.Singular(noun)) || slices.Contains(c.cols[col].words, strings.TrimSuffix(noun, "es")) {
			return col, true
		}
	}
	if len(c.whens) == 0 {
		return 0, false
	}
	time, one := &c.cols[c.whens[0]], english.Singular(noun)
	g := grainNames[one]
	named := oneOf(one, "period", "date") || g != noGrain && time.grain == g || one == "week" && slices.Contains(time.words, one)
	return timeDim, named
}

// edgeAt reads "the last three months", "the latest month", "the first year".
func (c *checker) edgeAt(i int) (mention, bool) {
	last, j := false, i+1
	switch w := c.at(i).low; {
	case oneOf(w, "last", "final", "latest", "past"):
		last = true
	case w == "most" && c.at(i+1).low == "recent":
		last = true
		j++
	case oneOf(w, "first", "opening", "earliest"):
	default:
		return mention{}, false
	}
	n, end := c.countAt(j)
	if n == 0 {
		n, end = 1, j
		if w := c.at(i).low; oneOf(w, "last", "past") && !oneOf(c.at(i-1).low, "the", "its") {
			return mention{}, false // "last month" is about the clock
		}
	}
	if next := c.at(end + 1).low; n == 1 && c.at(i).low == "first" && (oneOf(next, "with", "where", "when", "to") || comparison(next) != 0) {
		return mention{}, false // "the first month above 100" need not be the first of all
	}
	dim, ok := c.dimNamed(c.at(end).low)
	if !ok || dim != timeDim && n == 1 {
		return mention{}, false
	}
	groups := c.groupsOf(dim, c.all)
	if n > len(groups) {
		return mention{}, false
	}
	if last {
		groups = groups[len(groups)-n:]
	}
	m := mention{span: span{i, end + 1}, kind: roleOf(dim), dim: dim, derived: true, name: c.quote(span{i, end + 1}), cols: c.colsOfDim(dim)}
	for _, g := range groups[:n] {
		m.rows = union(m.rows, g.rows)
	}
	if n == 1 {
		m.period = c.cols[c.whens[0]].times[m.rows[0]]
		m.name = m.period.String()
	}
	return m, true
}

// restAt reads "the rest", "the other regions", "the remaining three".
func (c *checker) restAt(i int) (mention, bool) {
	w := c.at(i).low
	if !oneOf(w, "rest", "others") && !(oneOf(w, "other", "remaining") && (oneOf(c.low(i-1), "the", "all") || w == "remaining")) {
		return mention{}, false
	}
	n, end := c.countAt(i + 1)
	if f, ok := c.figureAt(i + 1); ok && (f.unit == percent || f.unit == part) && len(c.mentions) > 0 {
		if m := c.mentions[len(c.mentions)-1]; m.kind == label && !c.figureIn(m.to, i) {
			return mention{}, false // "weekends contribute the other 40%" is about weekends
		}
	}
	var named []mention
	for _, m := range c.mentions {
		if m.kind == label {
			named = append(named, m)
		}
	}
	if len(named) == 0 {
		return mention{}, false
	}
	slices.SortFunc(named, func(a, b mention) int { return cmp.Compare(a.dim, b.dim) })
	dim := named[0].dim
	if d, ok := c.dimNamed(c.at(end).low); ok && d == dim {
		end++
	}
	var rows []int
	for _, m := range named {
		if m.dim == dim {
			rows = union(rows, m.rows)
		}
	}
	left := minus(c.all, rows)
	if n > 0 && n != len(c.groupsOf(dim, left)) || len(left) == 0 {
		return mention{}, false
	}
	return mention{span: span{i, end}, kind: label, dim: dim, rows: left, derived: true, name: fmt.Sprintf("the other %ss", c.cols[dim].label()), cols: []int{dim}}, true
}
