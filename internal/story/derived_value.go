package story

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// readEarlier reads "after 11.8 the year before": the value that the change began
// with.
func (c *checker) readEarlier(f *figure, b binding, cols []int) []reading {
	back, yearly := c.backWords(span{f.to, f.to})
	near := false
	for i := f.to; i < f.to+4; i++ {
		w := c.low(i)
		near = near || oneOf(w, "before", "earlier", "previous", "prior", "preceding", "ago")
	}
	if !near || !back && !yearly {
		return nil
	}
	var out []reading
	for _, col := range cols {
		for _, e := range c.ends(f, b) {
			out = append(out, reading{Value, c.worth(e.base, col), []int{col}, e.base, fmt.Sprintf("%s of %s", c.cols[col].label(), c.timeName(e.base))})
		}
	}
	for _, p := range c.pairs(cols) {
		out = append(out, reading{Value, c.worth(b.rows, p[0]), p[:1], b.rows, c.cols[p[0]].label() + c.ofWhom(b)})
	}
	return out
}

// readPerUnit reads "15 per visitor": one measure divided by another.
func (c *checker) readPerUnit(f *figure, b binding, cols []int) []reading {
	i := f.to
	for i < f.to+2 && c.low(i) != "per" {
		i++
	}
	m := c.mentionOn(i + 1)
	if c.low(i) != "per" || !m.is(measure) {
		return nil
	}
	by := m.cols[0]
	var out []reading
	for _, col := range cols {
		if col != by && c.cols[col].additive && c.cols[by].additive && c.suits(f, col, true) {
			v := c.fold(Sum, b.rows, col) / c.fold(Sum, b.rows, by)
			out = append(out, reading{Ratio, v, []int{col, by}, b.rows, fmt.Sprintf("%s per %s%s", c.cols[col].label(), c.cols[by].label(), c.ofWhom(b))})
		}
	}
	return out
}

// readByGroups adds the operation over the sums of groups: "average per month",
// "the highest region total".
func (c *checker) readByGroups(f *figure, b binding, col int, op Operation, add func(Operation, float64, []int, string)) {
	if op == Sum || op == Median || !c.cols[col].additive {
		return
	}
	var dims []int
	if op == Mean {
		for j := f.from - 6; j < f.to+6; j++ {
			w := c.low(j)
			if oneOf(c.low(j-1), "per", "a", "each", "an") {
				if d, ok := c.dimNamed(w); ok {
					dims = append(dims, d)
				}
			}
			if g := map[string]grain{"daily": day, "monthly": month, "quarterly": quarter, "yearly": year, "annual": year}[w]; g != noGrain && len(c.whens) > 0 && c.cols[c.whens[0]].grain == g {
				dims = append(dims, timeDim)
			}
		}
	} else {
		dims = append(slices.Clone(c.labels), timeDim)
	}
	for _, d := range dims {
		groups := c.groupsOf(d, b.rows)
		if len(groups) < 2 || len(groups) == len(b.rows) {
			continue
		}
		list := make([]float64, len(groups))
		sum := 0.0
		for i, g := range groups {
			list[i] = c.worth(g.rows, col)
			sum += list[i]
		}
		v := sum / float64(len(list))
		switch op {
		case Maximum:
			v = slices.Max(list)
		case Minimum:
			v = slices.Min(list)
		}
		add(op, v, b.rows, fmt.Sprintf("%s of %s by group", op, c.cols[col].label()))
	}
}

var lossWords = english.NewSet("loss losses lost deficit negative shortfall decline down below minus fell drop")

func (c *checker) lossNear(f *figure) bool {
	if g := c.figureOfFullClause(f); g != nil {
		f = g
	}
	for i := f.from - 4; i < f.to+2; i++ {
		if lossWords[c.low(i)] {
			return true
		}
	}
	return false
}
