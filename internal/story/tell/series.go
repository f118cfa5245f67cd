package tell

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// series is one measure in time order, without a last period that still runs.
type series struct {
	m    *measure
	line *timeline
	rows []int // with a value, earliest first
	xs   []float64
	open int   // the row of the last period when it is not over, else -1
	cut  []int // rows of the first and last period that the data tell of in part
}

func (t *teller) newSeries(m *measure, keep func(row int) bool) series {
	s := series{m: m, line: t.times, open: -1}
	for _, row := range t.times.order {
		if !math.IsNaN(m.values[row]) && keep(row) {
			s.rows = append(s.rows, row)
		}
	}
	if n := len(s.rows); n > 2 && t.isUnfinished(s.rows[n-1]) {
		s.open, s.rows = s.rows[n-1], s.rows[:n-1]
	}
	if len(s.rows) > 0 {
		t.leaveOutCuts(&s)
	}
	for _, row := range s.rows {
		s.xs = append(s.xs, m.values[row])
	}
	return s
}

// isUnfinished reports whether the period of a row contains the present. On its
// last day a period that is longer than that counts as whole.
func (t *teller) isUnfinished(row int) bool {
	if t.Now.IsZero() || t.times.grain == moment || t.Now.Before(t.times.at[row]) {
		return false
	}
	now := t.Now
	if t.times.grain != day {
		now = now.AddDate(0, 0, 1)
	}
	return now.Before(t.times.end(row))
}

func all(int) bool { return true }

func (s series) first() int { return s.rows[0] }
func (s series) last() int  { return s.rows[len(s.rows)-1] }

func (s series) when(row int) phrase {
	return claim(s.line.name(row), story.Value, s.line.columns, row)
}

// at is a period with its preposition.
func (s series) at(row int) phrase {
	return append(words(s.line.preposition()[1:]), s.when(row)...)
}

func (s series) count() phrase {
	w := s.line.called
	return claim(countOf(len(s.rows), w[0], w[1]), story.Count, s.line.columns, s.countedRows()...)
}

// countedRows are the rows of the count: all of them, unless some are left out.
func (s series) countedRows() []int {
	if len(s.rows) == len(s.line.at) {
		return nil
	}
	return s.rows
}

// fromEndToEnd reports whether the first and the last period have a value.
func (s series) fromEndToEnd() bool {
	order := s.line.order
	first, last := order[0], order[len(order)-1]
	return (s.rows[0] == first || slices.Contains(s.cut, first)) && (s.last() == last || s.open == last || slices.Contains(s.cut, last))
}

// isUnique reports whether no other row has the value of this one, the period that
// still runs included.
func (s series) isUnique(row int) bool {
	n := 0
	for _, x := range s.m.values {
		if x == s.m.values[row] {
			n++
		}
	}
	return n == 1
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

// tellSeries tells one or more figures in time.
func (t *teller) tellSeries() {
	s := t.newSeries(t.measures[0], all)
	w := t.times.called
	switch {
	case len(s.rows) < 2:
		t.tellRecords()
		return
	case s.flat() && !s.m.growth:
		t.tellUnchanged(s)
	case s.m.running:
		t.runningTotal(s)
	case s.m.growth:
		t.growthSeries(s)
	case len(t.measures) > 1 && len(t.measures) <= 4:
		t.severalSeries(s)
	default:
		t.oneSeries(s)
	}
	t.stillRunning(s)
	t.sayPartial(s)
	t.sayCaveats(s.m, w[0], w[1])
}

// tellUnchanged tells of a figure that is the same in every period.
func (t *teller) tellUnchanged(s series) {
	parts := map[string]phrase{"name": words(s.m.words), "a": words(article(s.m.words)), "value": s.m.value(s.first()), "n": s.count()}
	switch {
	case s.countedRows() != nil || len(s.rows) == 2:
		t.say(lead, t.movement(s))
	case s.m.counts:
		t.sayOne(lead, parts, "all {n} have {value} {name} each")
	default:
		t.sayOne(lead, parts, "all {n} have {a} of {value} each")
	}
}

func (s series) flat() bool {
	high, low := s.extremes()
	return s.m.values[high] == s.m.values[low]
}

func (t *teller) oneSeries(s series) {
	move := t.movement(s)
	if !t.standsOut(s) && s.isSeason() && t.sayEnds(s) {
		t.latest(s)
		t.direction(s)
		return
	}
	if t.standsOut(s) { // one wild period says more than the ends do
		t.peak(s)
		t.sentences[0].weight = lead
		if !s.isSeason() {
			t.say(comparison, move)
		}
	} else {
		t.say(lead, move)
		t.peak(s)
	}
	t.latest(s)
	t.direction(s)
}

// standsOut reports whether one period lies far outside the others.
func (t *teller) standsOut(s series) bool {
	high, low := s.extremes()
	return s.countedRows() == nil && (outlying(s.m.values[high], s.xs) && s.isUnique(high) || outlying(s.m.values[low], s.xs) && s.isUnique(low))
}

// moveVerbs says by how much a figure changed between two rows, as words that
// follow its name: "rose 12.4%", "fell by 30", "rose 2.1 percentage points".
func (m *measure) moveVerbs(a, b int) phrase {
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
	case formatPercent(c) == "0.0%" || formatPercent(c) == "-0.0%":
		return words("hardly changed")
	}
	return claim(verb+" "+formatPercent(math.Abs(c)), story.Change, m.cols(), a, b)
}

// movement is the last period against the first.
func (t *teller) movement(s series) phrase {
	a, b := s.start(), s.last()
	if s.m.values[a] == s.m.values[b] {
		return fill("{name} stood at {from} both {atStart} and {atEnd}", map[string]phrase{
			"name": words(s.m.subject()), "from": s.m.value(a), "atStart": s.at(a), "atEnd": s.at(b),
		})
	}
	parts := map[string]phrase{
		"name": words(s.m.subject()), "moved": s.m.moveVerbs(a, b),
		"from": s.m.value(a), "to": s.m.value(b), "start": s.when(a), "end": s.when(b), "atStart": s.at(a), "atEnd": s.at(b),
	}
	between := "between {start} and {end}, {name} {moved}, from {from} to {to}"
	if s.countedRows() != nil || a != s.first() || s.m.hasSuffix() { // the rows go on beyond these two, or the unit comes once
		parts["from"] = claim(s.m.bare(s.m.values[a]), story.Value, s.m.cols(), a)
		if s.m.show(s.m.values[b]) == "1" { // "17 to 1" would be a ratio
			between = "between {start} and {end}, {name} {moved}"
		}
		return fill(between, parts)
	}
	explicit := "{name} {moved} from {from} {atStart} to {to} {atEnd}"
	if s.m.show(s.m.values[b]) == "1" {
		return fill(explicit, parts)
	}
	return fill(t.pick(explicit, between), parts)
}

func (t *teller) peak(s series) {
	if len(s.rows) < 3 {
		return
	}
	high, low := s.extremes()
	m := s.m
	parts := map[string]phrase{
		"name": words(m.words),
		"n":    s.count(), "top": claim("highest", story.Maximum, m.cols(), high), "bottom": claim("lowest", story.Minimum, m.cols(), low),
		"peak": claim("peaked", story.Maximum, m.cols(), high),
		"high": m.value(high), "atHigh": s.at(high), "whenHigh": s.when(high), "low": m.value(low), "atLow": s.at(low), "whenLow": s.when(low),
	}
	parts["median"] = claim(m.show(median(s.xs)), story.Median, m.cols(), s.countedRows()...)
	of := s.of()
	ends := [2]int{s.first(), s.last()}
	sureHigh, sureLow := s.areEnds(high, low)
	switch {
	case s.countedRows() == nil && sureHigh && outlying(m.values[high], s.xs):
		t.sayOne(comparison, parts, "{whenHigh} stands out as the {top}"+of+" for {name}, with {high} against a median of {median}")
	case s.countedRows() == nil && sureLow && outlying(m.values[low], s.xs):
		t.sayOne(comparison, parts, "{whenLow} stands out as the {bottom}"+of+" for {name}, with {low} against a median of {median}")
	case !sureHigh && !sureLow:
	case !sureLow:
		t.sayOne(comparison, parts, "the {top} value was {high} {atHigh}")
	case !sureHigh:
		t.sayOne(comparison, parts, "the {bottom} value was {low} {atLow}")
	case high == ends[1] && low == ends[0], high == ends[0] && low == ends[1]:
		if trend(s.xs) == 0 { // else the trend says as much
			t.sayOne(detail, parts, "{whenHigh} was the {top}"+of+", {whenLow} the {bottom}")
		}
	case high == ends[1]:
		t.sayOne(comparison, parts, "{whenHigh} was the {top}"+of+"; the {bottom} was {low} {atLow}")
	case low == ends[1]:
		t.sayOne(comparison, parts, "{whenLow} was the {bottom}"+of+"; the {top} was {high} {atHigh}")
	case low == ends[0]:
		t.sayOne(comparison, parts, m.verb("it", "they")+" {peak} at {high} {atHigh}; {whenLow} was the {bottom}"+of)
	default:
		t.sayOne(comparison, parts,
			m.verb("it", "they")+" {peak} at {high} {atHigh}; the {bottom} value was {low} {atLow}",
			"the {top} value was {high} {atHigh}; the {bottom} was {low} {atLow}")
	}
}

// of says among how many periods something is the highest, where all count.
// "Four quarters" would read as a part of one.
func (s series) of() string {
	switch {
	case s.line.grain == quarter:
		return " quarter"
	case s.countedRows() != nil:
		return ""
	}
	return " of the {n}"
}

// latest compares the last period with the same one a year before, else with
// the one before it.
func (t *teller) latest(s series) {
	if len(s.rows) < 3 {
		return
	}
	last := s.last()
	before := t.times.yearBefore(last)
	if before >= 0 && before == s.start() {
		return // said already
	}
	if before < 0 || !slices.Contains(s.rows, before) {
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
	case formatFixed(math.Abs(c), 1) == "0.0":
		return
	default:
		parts["by"] = claim(way+" "+formatPercent(math.Abs(c)), story.Change, s.m.cols(), before, last)
	}
	t.sayOne(comparison, parts, "{last} was {by} from {before}", "compared with {before}, {last} was {by}")
}

// direction is the trend, where there are enough periods to speak of one.
func (t *teller) direction(s series) {
	if len(s.rows) < minTrend {
		return
	}
	d := trend(s.xs)
	parts := map[string]phrase{"n": s.count(), "trend": claim("upward", story.Trend, s.m.cols(), s.rows...)}
	if d < 0 {
		parts["trend"] = claim("downward", story.Trend, s.m.cols(), s.rows...)
	}
	net := s.m.values[s.last()] - s.m.values[s.first()]
	for _, row := range s.leftOut() {
		if by := s.m.values[row] - s.m.values[s.first()]; row != s.line.order[0] {
			net = min(net*float64(d), by*float64(d)) * float64(d)
		} else {
			net = min(net*float64(d), (s.m.values[s.last()]-s.m.values[row])*float64(d)) * float64(d)
		}
	}
	switch {
	case d == 0 && s.countedRows() != nil:
		t.sayOne(detail, parts, "there is no clear trend")
	case d == 0:
		t.sayOne(detail, parts, "the {n} show no clear trend", "there is no clear trend over the {n}")
	case net*float64(d) <= 0 || !s.fromEndToEnd():
		// The ends say otherwise, or nothing, and a reader would believe them.
	case s.countedRows() != nil || s.line.grain == quarter || s.line.grain == week:
		t.sayOne(detail, parts, "the overall trend is {trend}")
	default:
		t.sayOne(detail, parts, "across all {n}, the trend is {trend}")
	}
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
	if n := len(s.rows); n > 2 {
		before := s.rows[n-2]
		parts = map[string]phrase{"moved": m.moveVerbs(before, b), "before": s.when(before), "last": s.when(b)}
		t.sayOne(comparison, parts, "from {before} to {last}, it {moved}")
	}
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
	parts = map[string]phrase{"negative": claim(spellCount(len(negative)), story.Count, m.cols(), negative...), "n": s.count()}
	if len(negative) > 1 && len(negative) < len(s.rows) && s.countedRows() == nil && s.line.grain != quarter && s.line.called[0] != "row" {
		t.sayOne(detail, parts, "it was negative"+s.line.preposition()+"{negative} of the {n}")
	}
}
