package tell

import (
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
)

// coverage is which days the data behind the time line tell of; nil where that is
// not known.
func (t *teller) coverage() *meaning.Coverage {
	if len(t.times.columns) != 1 || t.times.grain == moment {
		return nil
	}
	return t.columnMeaning(t.columnNamed(t.times.columns[0])).Coverage
}

// leaveOutCuts takes the first and the last period out of a series where the data
// tell of a part of them alone. Of changes, the second goes, too: it compares with
// the first.
func (t *teller) leaveOutCuts(s *series) {
	c := t.coverage()
	if c == nil || !s.m.meaning.NeedsWhole() {
		return
	}
	const least = 2 // periods that are left
	if last := s.rows[len(s.rows)-1]; len(s.rows) > least && s.open < 0 && c.CutsEnd(t.times.at[last], t.times.end(last)) {
		s.cut, s.rows = append(s.cut, last), s.rows[:len(s.rows)-1]
	}
	order := t.times.order
	early := order[:1]
	if s.m.meaning.Change {
		early = order[:min(2, len(order))]
	}
	if first := s.rows[0]; len(s.rows) > least && slices.Contains(early, first) && c.CutsStart(t.times.at[order[0]], t.times.end(order[0])) {
		s.cut, s.rows = append([]int{first}, s.cut...), s.rows[1:]
	}
}

// sayPartial says which periods are known in part, and that they are left out.
func (t *teller) sayPartial(s series) {
	if len(s.cut) == 0 {
		return
	}
	c := t.coverage()
	parts := map[string]phrase{"first": s.when(s.cut[0]), "from": t.dayClaim(c.First), "to": t.dayClaim(c.Last), "last": s.when(s.cut[len(s.cut)-1])}
	start := t.times.order[0]
	switch begins := c.CutsStart(t.times.at[start], t.times.end(start)); {
	case len(s.cut) > 1:
		t.sayOne(caveat, parts, "{first} and {last} are partial and left out of the comparison: the data begin on {from} and end on {to}")
	case begins && s.cut[0] != t.times.order[len(t.times.order)-1]:
		t.sayOne(caveat, parts, "{first} is partial and left out of the comparison: the data begin on {from}")
	default:
		t.sayOne(caveat, parts, "{last} is partial and left out of the comparison: the data end on {to}")
	}
}

// dayClaim is a day on which the data begin or end.
func (t *teller) dayClaim(at time.Time) phrase { return claim(periodName(at, day), story.Scope, nil) }

// sayPartialPeriod says that the period that all rows lie in is known in part,
// where figures suffer from it.
func (t *teller) sayPartialPeriod() {
	if t.period == "" || !slices.ContainsFunc(t.measures, func(m *measure) bool { return m.meaning.NeedsWhole() }) {
		return
	}
	for _, f := range t.Meaning.Filters {
		if f.Op == meaning.Within && f.Period != nil && f.Period.Name != "" {
			t.sayCutOf(f.Period, f.Coverage)
			return
		}
	}
}

// sayCutOf says that the data begin or end within a period. One that is not over
// is no matter of the data.
func (t *teller) sayCutOf(p *meaning.Period, c *meaning.Coverage) {
	if c == nil || !t.Now.IsZero() && !t.Now.Before(p.Start) && t.Now.Before(p.End) {
		return
	}
	parts := map[string]phrase{"period": claim(p.Name, story.Scope, nil)}
	switch {
	case c.CutsEnd(p.Start, p.End) && c.Last.After(p.Start):
		parts["to"] = t.dayClaim(c.Last)
		t.sayOne(caveat, parts, "{period} is partial: the data end on {to}")
	case c.CutsStart(p.Start, p.End) && c.First.Before(p.End):
		parts["from"] = t.dayClaim(c.First)
		t.sayOne(caveat, parts, "{period} is partial: the data begin on {from}")
	}
}
