package tell

import (
	"math"

	"github.com/plumbdata/plumb/internal/story"
)

// fewPoints is how many pairs a correlation needs to be worth believing.
const fewPoints = 10

// scatter is the story of two figures of each row.
func (t *teller) scatter() {
	a, b := t.measures[0], t.measures[1]
	var xs, ys []float64
	for i := range t.table.Rows {
		if x, y := a.values[i], b.values[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	r := math.NaN()
	if len(xs) >= 3 {
		r = pearson(xs, ys)
	}
	if math.IsNaN(r) {
		t.records()
		return
	}
	columns := []string{a.column, b.column}
	strength := "hardly related"
	switch size := math.Abs(r); {
	case size >= 0.7:
		strength = "strongly related"
	case size >= 0.4:
		strength = "moderately related"
	case size >= 0.2:
		strength = "weakly related"
	}
	parts := map[string]phrase{
		"a": words(a.words), "b": words(b.words), "strength": words(strength), "r": claim(fixed(r, 2), story.Fit, columns),
		"n": claim(times(len(xs), "row", "rows"), story.Count, nil),
	}
	t.sayOne(lead, parts, "{a} and {b} are {strength}: the correlation over {n} is {r}")
	t.span(a)
	t.span(b)
	if len(xs) < fewPoints {
		t.sayOne(caveat, parts, "with so few rows, chance alone could do this", "so few rows are no proof of a connection")
	}
	t.caveats(a, "row", "rows")
}

// span says between which values a measure lies.
func (t *teller) span(m *measure) {
	high, low := m.rows[0], m.rows[0]
	for _, row := range m.rows {
		if m.values[row] > m.values[high] {
			high = row
		}
		if m.values[row] < m.values[low] {
			low = row
		}
	}
	t.sayOne(detail, map[string]phrase{
		"name": words(m.words), "low": claim(m.show(m.values[low]), story.Minimum, m.cols(), low),
		"high": claim(m.show(m.values[high]), story.Maximum, m.cols(), high),
	}, "{name} runs from {low} to {high}", "{name} lies between {low} and {high}")
}

// distribution is the story of many values of one figure.
func (t *teller) distribution() {
	m := t.measures[0]
	if len(m.rows) < 2 {
		t.records()
		return
	}
	var xs []float64
	for _, row := range m.rows {
		xs = append(xs, m.values[row])
	}
	mid, mean := median(xs), sum(xs)/float64(len(xs))
	parts := map[string]phrase{
		"name": words(m.words), "n": claim(times(len(xs), "value", "values"), story.Count, m.cols()),
		"median": claim(m.show(mid), story.Median, m.cols()), "mean": claim(m.show(mean), story.Mean, m.cols()),
	}
	t.sayOne(lead, parts, "the median {name} of the {n} is {median}, the average {mean}")
	t.span(m)
	switch s := spread(xs); {
	case s > 0 && mean-mid > s/2:
		t.sayOne(detail, parts, "the average lies above the median because a few values are very high")
	case s > 0 && mid-mean > s/2:
		t.sayOne(detail, parts, "the average lies below the median because a few values are very low")
	}
	t.caveats(m, "row", "rows")
}

// records is the story of rows that have no better shape.
func (t *teller) records() {
	n := len(t.table.Rows)
	parts := map[string]phrase{"n": claim(times(n, "row", "rows"), story.Count, nil)}
	t.sayOne(lead, parts, "there are {n}", "{n} match")
	if t.times != nil && len(t.times.order) > 1 {
		t.say(detail, t.dateRange())
	}
	for _, m := range t.measures[:min(len(t.measures), 2)] {
		if len(m.rows) > 1 {
			t.span(m)
		}
	}
	if len(t.measures) > 0 {
		t.caveats(t.measures[0], "row", "rows")
		return
	}
	t.cut()
}
