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
	r := c.pearson(cols[0], cols[1])
	return []reading{{Fit, r, cols[:2], nil, fmt.Sprintf("correlation of %s and %s", c.cols[cols[0]].label(), c.cols[cols[1]].label())}}, true
}

func (c *checker) pearson(a, b int) float64 {
	var x, y []float64
	for _, r := range c.all {
		u, v := c.cols[a].nums[r], c.cols[b].nums[r]
		if !math.IsNaN(u) && !math.IsNaN(v) {
			x, y = append(x, u), append(y, v)
		}
	}
	if len(x) < 2 {
		return math.NaN()
	}
	var mx, my, xy, xx, yy float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(x))
	}
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}
