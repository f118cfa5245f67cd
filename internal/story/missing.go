package story

import (
	"fmt"
	"math"

	"github.com/plumbdata/plumb/internal/english"
)

// judgeAbsences judges what a name is said to lack: "has no readings", "is missing for
// Attic". Having none may also be a zero.
func (c *checker) judgeAbsences() {
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		none := oneOf(w, "no", "without")
		if !none && !english.MissingWords[w] || c.used[i] || !c.isPlain(i) {
			continue
		}
		b := c.bind(span{i, i + 1})
		cols := c.missingColumns(i, none)
		if len(b.by) == 0 || len(b.rows) == 0 || len(cols) == 0 {
			continue
		}
		words := span{i, i + 1}
		for _, col := range cols {
			if r, v := c.presentRow(b.rows, col, none); r >= 0 {
				c.refuse(words, "%s%s is %s", c.cols[col].label(), c.ofWhom(b), v)
				return
			}
		}
		c.accept(words, reading{Value, 0, cols, b.rows, fmt.Sprintf("no %s%s", c.cols[cols[0]].label(), c.ofWhom(b))})
	}
}

// missingColumns are the columns that something is said to be missing in.
func (c *checker) missingColumns(i int, none bool) []int {
	from, to := c.lo, c.hi
	if none {
		from, to = i+1, min(i+6, c.hi)
	}
	for k := from; k < to; k++ {
		w := c.low(k)
		if english.Singular(w) == "value" || w == "data" || english.Singular(w) == "figure" {
			return c.measures
		}
		if m := c.mentionOn(k); m.is(measure) {
			return m.cols[:1]
		}
		if !c.isPlain(k) {
			continue
		}
		for col := range c.cols {
			for _, name := range c.cols[col].key {
				if name == concept(w) || sameStem(name, w) {
					return []int{col}
				}
			}
		}
	}
	return nil
}

// presentRow is the first of some rows that has a value in a column, and the
// value; -1 if none has. A zero is no value where zeros count as nothing.
func (c *checker) presentRow(rows []int, col int, zeros bool) (int, string) {
	for _, r := range rows {
		v := c.t.Rows[r][col]
		if v.IsNull() {
			continue
		}
		if f, ok := v.Float64(); ok && zeros && f == 0 {
			continue
		}
		return r, v.String()
	}
	return -1, ""
}

// judgeLosses judges who made a loss, where no figure says how large: "Chairs made a
// loss", "is negative", "broke even".
func (c *checker) judgeLosses() {
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		sign := signWords[w]
		if c.low(i-1) == "the" && c.low(i-2) == "in" && oneOf(w, "red", "black") {
			sign = map[string]float64{"red": -1, "black": 1}[w]
		}
		even := w == "even" && oneOf(c.low(i-1), "broke", "breaks")
		if sign == 0 && !even || c.used[i] || !c.isPlain(i) {
			continue
		}
		words := span{i, i + 1}
		if even {
			words.from--
		}
		if o := c.figureAfter(i); o != nil && c.used[o.from] { // "a loss of 40"
			c.hedges[i] = true
			continue
		}
		b := c.bind(words)
		cols := c.colsAt(i)
		if len(b.by) == 0 || len(b.rows) == 0 || len(cols) == 0 {
			continue
		}
		col := cols[0]
		worst := math.Inf(1)
		for _, r := range b.rows {
			v := c.cols[col].nums[r]
			if even {
				v = -math.Abs(v)
			} else {
				v *= sign
			}
			worst = math.Min(worst, v)
		}
		c.judgeClaim(words, worst > 0 || even && worst == 0, reading{Value, 0, []int{col}, b.rows, c.cols[col].label() + c.ofWhom(b)},
			fmt.Sprintf("%s%s is %s", c.cols[col].label(), c.ofWhom(b), show(c.worth(b.rows, col))))
	}
}

// figureAfter is the figure that a word stands before, with at most two words
// between them.
func (c *checker) figureAfter(i int) *figure {
	for k := i + 1; k <= i+3; k++ {
		if f := c.figureOn(k); f != nil {
			return f
		}
	}
	return nil
}
