package tell

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
)

// findPeriod finds the one month, quarter or year that all rows lie in, so that
// the story begins with it. A figure that stands alone names its other
// conditions beside it.
func (t *teller) findPeriod() {
	alone := len(t.table.Rows) < 2
	at := -1
	for i, f := range t.filters {
		if f.Op != meaning.Within || f.Period == nil || !f.OwnTime && alone || !slices.Contains([]meaning.Grain{meaning.Month, meaning.Quarter, meaning.Year}, f.Period.Grain) {
			continue
		}
		if at >= 0 {
			return
		}
		at = i
	}
	if at < 0 || len(t.table.Rows) == 0 {
		return
	}
	t.period = t.filters[at].Period.Name
	if alone {
		t.filters = slices.Delete(slices.Clone(t.filters), at, at+1)
	}
}

// periodClaim is the period as a claim about the question.
func (t *teller) periodClaim() phrase { return claim(sanitize(t.period), story.Scope, nil) }

// longConditions stands for conditions that are too long for a sentence.
const longConditions = "with every condition met"

// conditions is what the rows were chosen by. A figure that stands alone is not
// true without it: there are more orders than those that were cancelled.
func (t *teller) conditions() string {
	const most = 160 // bytes that a sentence may have
	if t.Meaning != nil && t.Meaning.Partial && len(t.filters) > 0 {
		return longConditions // there may be others
	}
	var where, with, when []string
	for _, f := range t.filters {
		if len(f.Text) > maxLabel { // half of a condition is another one
			return longConditions
		}
		text := sanitize(f.Text)
		switch f.Op {
		case meaning.Related, meaning.Unrelated:
			with = append(with, text)
		case meaning.Within, meaning.NotWithin:
			when = append(when, text)
		default:
			where = append(where, text)
		}
	}
	parts := with
	if len(where) > 0 {
		parts = append(parts, "where "+strings.Join(where, " and "))
	}
	text := strings.Join(append(parts, when...), " ")
	if len(text) > most {
		return longConditions
	}
	return text
}

// inState is a condition on a status as people say it, where that is the only
// condition: completed orders.
func (t *teller) inState(m *measure) string {
	if len(t.filters) != 1 || m.counts {
		return ""
	}
	f := t.filters[0]
	if f.Op != meaning.Equal || f.Entity == "" || len(f.Values) != 1 || f.Label != "status" && !strings.HasSuffix(f.Label, " status") {
		return ""
	}
	state := f.Values[0]
	if len(state) < 2 || len(state) > maxLabel/2 || strings.Trim(state, "abcdefghijklmnopqrstuvwxyz -") != "" {
		return ""
	}
	return state + " " + english.Plural(f.Entity)
}
