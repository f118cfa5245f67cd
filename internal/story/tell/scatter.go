package tell

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// fewPoints is how many pairs a correlation needs to be worth believing.
const fewPoints = 10

// tellScatter tells two figures of each row.
func (t *teller) tellScatter() {
	a, b := t.measures[0], t.measures[1]
	var xs, ys []float64
	for i := range t.table.Rows {
		if x, y := a.values[i], b.values[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	r := math.NaN()
	if len(xs) >= 3 && hasVariety(xs) && hasVariety(ys) {
		r = story.Correlation(xs, ys)
	}
	if math.IsNaN(r) || a.growth || b.growth {
		t.tellRecords()
		return
	}
	columns := []string{a.column, b.column}
	sign := "positively"
	if r < 0 {
		sign = "negatively"
	}
	strength := "hardly related"
	switch size := math.Abs(r); {
	case size >= 0.2 && mayBeChance(r, len(xs)):
		strength = "not clearly related"
	case size >= 0.7:
		strength = "strongly and " + sign + " related"
	case size >= 0.4:
		strength = "moderately and " + sign + " related"
	case size >= 0.2:
		strength = "weakly and " + sign + " related"
	}
	parts := map[string]phrase{
		"a": words(a.words), "b": words(b.words), "strength": words(strength), "r": claim(formatFixed(r, 2), story.Fit, columns),
		"n": claim(countOf(len(xs), "row", "rows"), story.Count, columns[:1]),
	}
	if len(xs) == len(t.table.Rows) {
		t.sayOne(lead, parts, "{a} and {b} are {strength}: the correlation across {n} is {r}")
	} else {
		t.sayOne(lead, parts, "{a} and {b} are {strength}: their correlation is {r}")
	}
	t.sayRange(a)
	t.sayRange(b)
	if len(xs) < fewPoints {
		t.sayOne(caveat, parts, "with so few rows, this may be chance", "so few rows do not prove a connection")
	}
	t.sayCaveats(a, "row", "rows")
}

// hasVariety reports whether values differ.
func hasVariety(xs []float64) bool { return slices.Min(xs) != slices.Max(xs) }

// mayBeChance reports whether a correlation of so many pairs may well be none at
// all: the 95% interval by Fisher's transformation holds zero.
func mayBeChance(r float64, n int) bool {
	return n < 4 || math.Abs(math.Atanh(r))*math.Sqrt(float64(n-3)) < 1.96
}

// sayRange says between which values a measure lies.
func (t *teller) sayRange(m *measure) {
	high, low := m.rows[0], m.rows[0]
	for _, row := range m.rows {
		if m.values[row] > m.values[high] {
			high = row
		}
		if m.values[row] < m.values[low] {
			low = row
		}
	}
	if m.values[high] == m.values[low] {
		t.sayOne(detail, map[string]phrase{"value": m.value(low)}, "the highest figure is {value}, and so is the lowest")
		return
	}
	variants := []string{"{name} {range} from {low} to {high}", "{name} {lie} between {low} and {high}"}
	switch {
	case m.growth: // "growth between" would be a change
		variants = variants[:1]
	case m.calendar: // "from 1931 to 2023" would be a time
		variants = []string{"the highest figure is {high}, the lowest {low}"}
	}
	t.sayOne(detail, map[string]phrase{
		"name": words(m.subject()), "low": claim(m.bare(m.values[low]), story.Minimum, m.cols(), low),
		"high":  claim(m.show(m.values[high]), story.Maximum, m.cols(), high),
		"range": words(m.verb("ranges", "range")), "lie": words(m.verb("lies", "lie")),
	}, variants...)
}

// tellDistribution tells many values of one figure.
func (t *teller) tellDistribution() {
	m := t.measures[0]
	if len(m.rows) < 2 {
		t.tellRecords()
		return
	}
	var xs []float64
	for _, row := range m.rows {
		xs = append(xs, m.values[row])
	}
	mid, mean := median(xs), sum(xs)/float64(len(xs))
	parts := map[string]phrase{
		"name": words(m.words), "n": claim(countOf(len(xs), "value", "values"), story.Count, m.cols()),
		"median": claim(m.show(mid), story.Median, m.cols()), "mean": claim(m.show(mean), story.Mean, m.cols()),
	}
	switch {
	case m.growth:
		t.sayOne(lead, parts, "the median is {median} and the average {mean}")
	case len(xs) == len(t.table.Rows):
		t.sayOne(lead, parts, "the {n} of {name} have a median of {median} and an average of {mean}")
	default:
		t.sayOne(lead, parts, "the values of {name} have a median of {median} and an average of {mean}")
	}
	t.sayRange(m)
	switch s := spread(xs); {
	case len(xs) < 8 || s == 0:
	case mean-mid > s/2:
		t.sayOne(detail, parts, "the average is above the median because some values are far higher than the rest")
	case mid-mean > s/2:
		t.sayOne(detail, parts, "the average is below the median because some values are far lower than the rest")
	}
	t.sayCaveats(m, "row", "rows")
}

// tellRecords tells rows that have no better shape.
func (t *teller) tellRecords() {
	n := len(t.table.Rows)
	parts := map[string]phrase{"n": claim(countOf(n, "row", "rows"), story.Count, nil)}
	t.sayOne(lead, parts, "there are {n}")
	if t.times != nil && len(t.times.order) > 1 {
		t.say(comparison, t.dateRange())
	}
	if len(t.measures) == 0 {
		t.sayCut()
		return
	}
	for i, m := range t.measures[:min(len(t.measures), 2)] {
		switch {
		case len(m.rows) < 2:
		case i == 0 && len(t.dimensions) > 0:
			t.sayHolder(m)
		default:
			t.sayRange(m)
		}
	}
	t.sayCaveats(t.measures[0], "row", "rows")
}

// hasUniqueRows reports whether a name or a time tells all rows apart.
func (t *teller) hasUniqueRows() bool {
	return t.key() >= 0 || t.times != nil && t.times.unique
}

// sayHolder says which record has the greatest value.
func (t *teller) sayHolder(m *measure) {
	r := rank(m, t.dimensions[0])
	if r.ties > 1 || m.soundsLikeOperation() || !t.hasUniqueRows() || slices.ContainsFunc(t.dimensions, func(d *dimension) bool { return slices.Contains(d.missing, r.rows[0]) }) {
		t.sayRange(m)
		return
	}
	t.sayOne(comparison, map[string]phrase{
		"top": claim("highest", story.Maximum, m.cols(), r.rows[0]), "name": words(m.quantity()), "value": r.value(0), "who": t.entity(r.rows[0]),
	}, "{who} has the {top} {name}, {value}")
}
