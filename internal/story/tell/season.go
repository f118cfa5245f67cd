package tell

import (
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// leftOut are the rows of periods that are not over, or known in part.
func (s series) leftOut() []int {
	if s.open >= 0 {
		return append(slices.Clone(s.cut), s.open)
	}
	return s.cut
}

// areEnds reports whether no other row has the value of the highest and of the
// lowest one. A part of a period may hold an end already.
func (s series) areEnds(high, low int) (sureHigh, sureLow bool) {
	v := s.m.values
	sureHigh, sureLow = s.isUnique(high), s.isUnique(low)
	for _, row := range s.leftOut() {
		sureHigh = sureHigh && v[row] < v[high]
		sureLow = sureLow && v[row] > v[low]
	}
	return sureHigh, sureLow
}

// start is the period that the last one is held against: the first, or of months
// and quarters the first of the same season, as long as there is one.
func (s series) start() int {
	if s.line.grain == month || s.line.grain == quarter {
		last := s.line.at[s.last()]
		for _, row := range s.rows[:len(s.rows)-1] {
			if s.line.at[row].Month() == last.Month() {
				return row
			}
		}
	}
	return s.first()
}

// isSeason reports whether the ends of a series are seasons of a year that a
// comparison would mistake for growth: January and December, without a trend.
func (s series) isSeason() bool {
	const some = 6 // months or quarters
	return (s.line.grain == month || s.line.grain == quarter) && s.start() == s.first() && s.line.at[s.first()].Month() != s.line.at[s.last()].Month() &&
		len(s.rows) >= some && trend(s.xs) == 0
}

// sayEnds leads with when a figure was highest and lowest, where that is certain.
func (t *teller) sayEnds(s series) bool {
	high, low := s.extremes()
	if sureHigh, sureLow := s.areEnds(high, low); !sureHigh || !sureLow {
		return false
	}
	m := s.m
	t.sayOne(lead, map[string]phrase{
		"name": words(m.subject()), "was": words(m.verb("was", "were")), "high": m.value(high), "atHigh": s.at(high), "low": m.value(low), "atLow": s.at(low),
		"top": claim("highest", story.Maximum, m.cols(), high), "bottom": claim("lowest", story.Minimum, m.cols(), low),
	}, "{name} {was} {top} {atHigh}, at {high}, and {bottom} {atLow}, at {low}")
	return true
}
