package tell

import (
	"math"

	"github.com/plumbdata/plumb/internal/story"
)

// series is one measure in time order, without a last period that still runs.
type series struct {
	m    *measure
	line *timeline
	rows []int // with a value, earliest first
	xs   []float64
	open int // the row of the last period when it is not over, else -1
}

func (t *teller) newSeries(m *measure, keep func(row int) bool) series {
	s := series{m: m, line: t.times, open: -1}
	for _, row := range t.times.order {
		if !math.IsNaN(m.values[row]) && keep(row) {
			s.rows = append(s.rows, row)
		}
	}
	if n := len(s.rows); n > 2 && t.unfinished(s.rows[n-1]) {
		s.open, s.rows = s.rows[n-1], s.rows[:n-1]
	}
	for _, row := range s.rows {
		s.xs = append(s.xs, m.values[row])
	}
	return s
}

// unfinished reports whether the period of a row contains the present.
func (t *teller) unfinished(row int) bool {
	return !t.Now.IsZero() && t.times.grain != moment && !t.Now.Before(t.times.at[row]) && t.Now.Before(t.times.end(row))
}

func all(int) bool { return true }

func (s series) first() int { return s.rows[0] }
func (s series) last() int  { return s.rows[len(s.rows)-1] }

func (s series) when(row int) phrase {
	return claim(s.line.name(row), story.Value, s.line.columns, row)
}

// at is a period with its preposition.
func (s series) at(row int) phrase {
	prep := "in "
	if s.line.grain <= day {
		prep = "on "
	}
	return append(words(prep), s.when(row)...)
}

func (s series) count() phrase {
	w := grainWords[s.line.grain]
	return claim(times(len(s.rows), w[0], w[1]), story.Count, s.line.columns, s.counted()...)
}

// counted are the rows of the count: all of them, unless some are left out.
func (s series) counted() []int {
	if len(s.rows) == len(s.line.at) {
		return nil
	}
	return s.rows
}

// extremes are the first rows with the greatest and the least value.
func (s series) extremes() (high, low int) {
	high, low = s.rows[0], s.rows[0]
	for _, row := range s.rows {
		if s.m.values[row] > s.m.values[high] {
			high = row
		}
		if s.m.values[row] < s.m.values[low] {
			low = row
		}
	}
	return high, low
}

// overTime is the story of one or more figures in time.
func (t *teller) overTime() {
	s := t.newSeries(t.measures[0], all)
	w := grainWords[t.times.grain]
	switch {
	case len(s.rows) < 2:
		t.records()
		return
	case s.flat():
		name := s.m.subject()
		if s.m.counts {
			name = "the number of " + s.m.words
		}
		t.sayOne(lead, map[string]phrase{"name": words(name), "value": s.m.value(s.first()), "n": s.count()}, "{name} is {value} in all {n}")
	case s.m.running:
		t.runningTotal(s)
	case s.m.growth:
		t.growthSeries(s)
	case len(t.measures) > 1 && len(t.measures) <= 4:
		t.severalSeries()
	default:
		t.oneSeries(s)
	}
	t.stillRunning(s)
	t.caveats(s.m, w[0], w[1])
}

func (s series) flat() bool {
	high, low := s.extremes()
	return s.m.values[high] == s.m.values[low]
}

func (t *teller) oneSeries(s series) {
	t.say(lead, t.movement(s))
	t.peak(s)
	t.latest(s)
	t.direction(s)
}

// moved says by how much a figure changed between two rows, as words that
// follow its name: "rose 12.4%", "fell by 30", "rose 2.1 percentage points".
func (m *measure) moved(a, b int) phrase {
	x, y := m.values[a], m.values[b]
	verb := "rose"
	if y < x {
		verb = "fell"
	}
	c, ok := change(x, y)
	switch {
	case x == y:
		return words("did not change")
	case m.percents():
		return claim(verb+" "+m.points(y-x), story.Difference, m.cols(), a, b)
	case !ok || !m.ratios || math.Abs(c) > 999:
		return claim(verb+" by "+m.show(math.Abs(y-x)), story.Difference, m.cols(), a, b)
	case percent(c) == "0.0%" || percent(c) == "-0.0%":
		return words("hardly changed")
	}
	return claim(verb+" "+percent(math.Abs(c)), story.Change, m.cols(), a, b)
}

// movement is the last period against the first.
func (t *teller) movement(s series) phrase {
	a, b := s.first(), s.last()
	if s.m.values[a] == s.m.values[b] {
		return fill("{name} stood at {from} both {atStart} and {atEnd}", map[string]phrase{
			"name": words(s.m.subject()), "from": s.m.value(a), "atStart": s.at(a), "atEnd": s.at(b),
		})
	}
	parts := map[string]phrase{
		"name": words(s.m.subject()), "moved": s.m.moved(a, b),
		"from": s.m.value(a), "to": s.m.value(b), "start": s.when(a), "end": s.when(b), "atStart": s.at(a), "atEnd": s.at(b),
	}
	return fill(t.pick(
		"{name} {moved} from {from} {atStart} to {to} {atEnd}",
		"between {start} and {end}, {name} {moved}, from {from} to {to}",
	), parts)
}

func (t *teller) peak(s series) {
	if len(s.rows) < 3 {
		return
	}
	high, low := s.extremes()
	m := s.m
	parts := map[string]phrase{
		"n": s.count(), "top": claim("highest", story.Maximum, m.cols(), high), "bottom": claim("lowest", story.Minimum, m.cols(), low),
		"peak": claim("peaked", story.Maximum, m.cols(), high),
		"high": m.value(high), "atHigh": s.at(high), "whenHigh": s.when(high), "low": m.value(low), "atLow": s.at(low), "whenLow": s.when(low),
	}
	switch ends := [2]int{s.first(), s.last()}; {
	case high == ends[1] && low == ends[0], high == ends[0] && low == ends[1]:
		if trend(s.xs) == 0 { // else the trend says as much
			t.sayOne(detail, parts, "{whenHigh} was the {top} of the {n}, {whenLow} the {bottom}")
		}
	case high == ends[1]:
		t.sayOne(comparison, parts, "{whenHigh} was the {top} of the {n}; the {bottom} was {low} {atLow}")
	case low == ends[1]:
		t.sayOne(comparison, parts, "{whenLow} was the {bottom} of the {n}; the {top} was {high} {atHigh}")
	default:
		t.sayOne(comparison, parts,
			s.m.verb("it", "they")+" {peak} at {high} {atHigh} and "+s.m.verb("was", "were")+" {bottom} {atLow}, at {low}",
			"the {top} value was {high} {atHigh}, the {bottom} {low} {atLow}")
	}
}

// latest compares the last period with the same one a year before, else with
// the one before it.
func (t *teller) latest(s series) {
	if len(s.rows) < 3 {
		return
	}
	last := s.last()
	before := t.times.yearBefore(last)
	if before < 0 || math.IsNaN(s.m.values[before]) || before == s.first() {
		before = s.rows[len(s.rows)-2]
	}
	x, y := s.m.values[before], s.m.values[last]
	parts := map[string]phrase{"last": s.when(last), "before": s.when(before), "value": s.m.value(last)}
	way := "up"
	if y < x {
		way = "down"
	}
	c, ok := change(x, y)
	switch {
	case x == y:
		return
	case s.m.percents():
		parts["by"] = claim(way+" "+s.m.points(y-x), story.Difference, s.m.cols(), before, last)
	case !ok || !s.m.ratios || math.Abs(c) > 999:
		parts["by"] = claim(way+" by "+s.m.show(math.Abs(y-x)), story.Difference, s.m.cols(), before, last)
	case fixed(math.Abs(c), 1) == "0.0":
		return
	default:
		parts["by"] = claim(way+" "+percent(math.Abs(c)), story.Change, s.m.cols(), before, last)
	}
	t.sayOne(comparison, parts, "{last} was {by} on {before}", "compared with {before}, {last} was {by}")
}

// direction is the trend, where there are enough periods to speak of one.
func (t *teller) direction(s series) {
	if len(s.rows) < minTrend {
		return
	}
	d := trend(s.xs)
	parts := map[string]phrase{"n": s.count()}
	net := s.m.values[s.last()] - s.m.values[s.first()]
	switch {
	case d > 0:
		parts["trend"] = claim("upward", story.Trend, s.m.cols())
	case d < 0:
		parts["trend"] = claim("downward", story.Trend, s.m.cols())
	default:
		t.sayOne(detail, parts, "the {n} show no clear trend", "there is no clear trend over the {n}")
		return
	}
	if net*float64(d) < 0 {
		t.sayOne(comparison, parts, "even so, the trend over the {n} is {trend}")
		return
	}
	t.sayOne(detail, parts, "the trend over the {n} is {trend}")
}

// stillRunning says that the last period is not over.
func (t *teller) stillRunning(s series) {
	if s.open < 0 {
		return
	}
	parts := map[string]phrase{"open": s.when(s.open), "value": s.m.value(s.open)}
	t.sayOne(caveat, parts,
		"{open} is not over yet, so its {value} is left out of the comparison",
		"{open} is still running and stands at {value}, so it is left out of the comparison")
}

// runningTotal tells where a total that adds up by itself has arrived.
func (t *teller) runningTotal(s series) {
	m, a, b := s.m, s.first(), s.last()
	if s.open >= 0 { // what has added up so far counts
		s.rows, b = append(s.rows, s.open), s.open
	}
	parts := map[string]phrase{"name": words(m.subject()), "to": m.value(b), "atEnd": s.at(b), "from": m.value(a), "atStart": s.at(a)}
	t.sayOne(lead, parts, "{name} reached {to} {atEnd}, from {from} {atStart}")
	step, at := 0.0, -1
	for i := 1; i < len(s.rows); i++ {
		if d := m.values[s.rows[i]] - m.values[s.rows[i-1]]; d > step {
			step, at = d, i
		}
	}
	if at < 0 || len(s.rows) < 4 {
		return
	}
	parts = map[string]phrase{
		"step": claim(m.show(step), story.Difference, m.cols(), s.rows[at-1], s.rows[at]), "at": s.at(s.rows[at]), "before": s.when(s.rows[at-1]),
	}
	t.sayOne(comparison, parts, "the largest step came {at}, {step} more than {before}")
}

// growthSeries tells of figures that are changes themselves.
func (t *teller) growthSeries(s series) {
	m, b := s.m, s.last()
	before := s.rows[len(s.rows)-2]
	parts := map[string]phrase{"name": words(m.subject()), "value": m.value(b), "at": s.at(b), "old": m.value(before), "before": s.at(before)}
	t.sayOne(lead, parts, "{name} was {value} {at}, after {old} {before}")
	t.peak(s)
	var negative []int
	for _, row := range s.rows {
		if m.values[row] < 0 {
			negative = append(negative, row)
		}
	}
	parts = map[string]phrase{"negative": claim(spelt(len(negative)), story.Count, m.cols(), negative...), "n": s.count()}
	if len(negative) > 1 && len(s.rows) > 2 {
		t.sayOne(detail, parts, "it was negative in {negative} of the {n}")
	}
}
