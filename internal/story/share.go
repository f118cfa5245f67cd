package story

import (
	"fmt"
	"strings"
)

// readShare reads a percentage or a fraction that is neither a change nor a
// comparison: a value of a column of percentages, or a share.
func (c *checker) readShare(f *figure) []reading {
	cols, named := c.columnsFor(f)
	b := c.bind(f.span)
	var out []reading
	factor := 100.0
	if f.unit == part {
		factor = 1
	}
	if f.unit == percent {
		op, at := c.cue(f)
		for _, col := range c.restrict(cols, f) {
			if c.cols[col].percent && (named || !c.shareNear(f)) {
				if r := c.readRange(f, b, []int{col}); r != nil {
					return r
				}
				out = append(out, c.readValuesOf(f, b, col, op, at)...)
			}
		}
	}
	if f.unit == percent && named && len(b.rows) == 1 && len(out) == 0 { // "fills 79% of its rooms"
		for _, col := range c.measures {
			if c.cols[col].percent && !c.cols[col].change {
				out = append(out, c.readValuesOf(f, b, col, "", -1)...)
			}
		}
	}
	if f.unit == percent && len(out) == 0 && len(c.all) == 1 && len(c.cols) == 1 && len(c.measures) == 1 && c.cols[0].percent {
		return c.readValuesOf(f, b, 0, "", -1) // the result is a share, and nothing else
	}
	if !c.shareNear(f) {
		return out
	}
	if r := c.shareOfRows(f, factor); r != nil {
		return append(out, r...)
	}
	for _, col := range cols {
		k := &c.cols[col]
		if !k.additive || c.cut {
			continue
		}
		for _, d := range b.dims() {
			whole := c.without(b, d)
			if len(b.rows) == 0 || len(whole.rows) == len(b.rows) {
				continue
			}
			v := factor * c.fold(Sum, b.rows, col) / c.fold(Sum, whole.rows, col)
			out = append(out, reading{Share, v, []int{col}, b.rows, fmt.Sprintf("share of %s in %s%s", strings.TrimPrefix(c.ofWhom(b), " of "), k.label(), c.ofWhom(whole))})
		}
		if len(b.dims()) > 1 {
			v := factor * c.fold(Sum, b.rows, col) / c.fold(Sum, c.all, col)
			out = append(out, reading{Share, v, []int{col}, b.rows, fmt.Sprintf("share of %s in all %s", strings.TrimPrefix(c.ofWhom(b), " of "), k.label())})
		}
	}
	return append(out, c.columnShare(f, b, factor)...)
}

// columnShare reads one measure as a part of another: "profit is 20% of
// revenue".
func (c *checker) columnShare(f *figure, b binding, factor float64) []reading {
	if c.low(f.to) != "of" {
		return nil
	}
	var whole, piece *mention
	for i := range c.mentions {
		m := &c.mentions[i]
		if m.kind != measure {
			continue
		}
		if m.to <= f.from {
			piece = m
		} else if whole == nil && m.from-f.to <= 4 {
			whole = m
		}
	}
	if whole == nil || piece == nil || whole.cols[0] == piece.cols[0] {
		return nil
	}
	p, w := piece.cols[0], whole.cols[0]
	if len(b.rows) > 1 && (!c.cols[p].additive || !c.cols[w].additive) {
		return nil
	}
	v := factor * c.fold(Sum, b.rows, p) / c.fold(Sum, b.rows, w)
	return []reading{{Share, v, []int{p, w}, b.rows, fmt.Sprintf("%s in %s", c.cols[p].label(), c.cols[w].label())}}
}

func (c *checker) shareNear(f *figure) bool {
	if oneOf(c.low(f.to), "of", "share") || f.unit == part {
		return true
	}
	for _, g := range c.figures { // "62% of orders are paid, 24% open"
		if g.unit == percent && f.unit == percent && g.to < f.from && f.from-g.to < 8 && c.low(g.to) == "of" && !c.figureIn(g.to, f.from) {
			return true
		}
	}
	for i := f.from - 1; i >= f.from-7 && i >= c.lo; i-- {
		if c.figureOn(i) != nil {
			break
		}
		if shareWords[c.low(i)] {
			return true
		}
	}
	for i := f.to; i < f.to+3; i++ {
		if w := c.low(i); oneOf(w, "of", "share") {
			return true
		}
	}
	return false
}

// judgeMostOf judges "most of the revenue came from North".
func (c *checker) judgeMostOf(i int) bool {
	if c.low(i+1) != "of" {
		return false
	}
	for j := i + 2; j < i+5; j++ {
		if !c.mentionOn(j).is(measure) {
			continue
		}
		f := figure{span: span{i, i + 1}, value: 0.5, unit: part, near: above}
		for _, r := range c.readShare(&f) {
			if r.op == Share && r.value > 0.5 {
				c.accept(span{i, j + 1}, r)
				return true
			}
		}
		c.refuse(span{i, j + 1}, "it is not more than half")
		return true
	}
	return false
}

// shareOfRows reads "40% of the regions are above 100".
func (c *checker) shareOfRows(f *figure, factor float64) []reading {
	if c.low(f.to) != "of" || len(c.measures) == 0 {
		return nil
	}
	dim, _, end, ok := c.nounAfter(f.to + 1)
	if !ok {
		return nil
	}
	k, found := c.conditionIn(end, c.clauseEnd(end), dim)
	if !found {
		return nil
	}
	groups := c.groupsFor(k, dim, f.span)
	r := c.readCountIf(f, groups, k, dim)
	r[0].op = Share
	r[0].value *= factor / float64(len(groups))
	return r
}
