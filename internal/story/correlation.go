package story

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// readCorrelation reads a coefficient: "a correlation of 0.82".
func (c *checker) readCorrelation(f *figure) ([]reading, bool) {
	found := false
	for i := f.from - 6; i < f.to+3; i++ {
		w := c.low(i)
		found = found || strings.HasPrefix(w, "correlat") || w == "r" && oneOf(c.low(i+1), "=", "of") || w == "pearson"
	}
	if !found || math.Abs(f.value) > 1 || f.unit != bare || len(c.measures) < 2 {
		return nil, false
	}
	var cols []int
	for _, m := range c.mentions {
		if m.kind == measure && !slices.Contains(cols, m.cols[0]) {
			cols = append(cols, m.cols[0])
		}
	}
	if len(cols) < 2 {
		cols = c.measures[:2]
	}
	r := evidence{t: c.t, columns: cols[:2], rows: c.all}.correlation()
	return []reading{{Fit, r, cols[:2], nil, fmt.Sprintf("correlation of %s and %s", c.cols[cols[0]].label(), c.cols[cols[1]].label())}}, true
}

// Correlation is Pearson's coefficient of two lists of equal length; NaN where one
// of them does not vary.
func Correlation(xs, ys []float64) float64 {
	n := float64(len(xs))
	mx, my := total(xs)/n, total(ys)/n
	var xy, xx, yy float64
	for i := range xs {
		dx, dy := xs[i]-mx, ys[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return max(-1, min(1, xy/math.Sqrt(xx*yy)))
}
