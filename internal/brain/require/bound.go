package require

import (
	"math"
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// findBounds lists the numbers that bound or limit something.
func (c *reader) findBounds() []*Requirement {
	var list []*Requirement
	for _, s := range c.Question.Spans {
		if n, ok := c.boundOf(s); ok {
			list = append(list, &Requirement{First: s.First, End: s.End, number: n})
		}
	}
	return list
}

// boundOf reads a number that bounds or limits something: written in digits,
// not a rank, not part of a time or a value.
func (c *reader) boundOf(s span.Span) (float64, bool) {
	if s.Kind != span.Number || s.Unit == span.Ordinal || s.First < c.Question.Context || c.Low[s.First] == "" {
		return 0, false
	}
	if first := c.Low[s.First][0]; first < '1' || first > '9' {
		return 0, false
	}
	n, err := strconv.ParseFloat(s.Number, 64)
	at := &clue.Phrase{First: s.First, End: s.End}
	if year := n >= 1900 && n < 2100 && n == math.Trunc(n); year || s.Unit == span.Percent || english.Among(c.At(s.End), "day days week weeks month months quarter quarters year years hour hours percent % -") {
		return 0, false
	}
	return n, err == nil && n >= 2 && !clue.Overlaps(at, c.Periods) && !clue.Overlaps(at, c.Values) &&
		!slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool { return m.First < s.End && s.First < m.End })
}

func (r *Requirement) hasNumber(query *form.Query) bool {
	found := false
	is := func(v *form.Value) {
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			return
		}
		for _, w := range []float64{r.number, r.number - 1, r.number + 1, r.number * 100, r.number / 100, r.number * 1000, r.number / 1000, r.number * 60, r.number / 60} {
			found = found || math.Abs(n-w) < 1e-9*math.Max(1, math.Abs(w))
		}
	}
	edit.Walk(query, false, func(v *form.Value, _ bool) { is(v) }, nil)
	return found
}
