package followup

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// MovesPeriod is true for a follow-up that keeps a period of the turn before
// and lays it on another column, or lays another one beside it: who says "by
// quarter" after orders of 2025 does not mean products that came in 2025.
func MovesPeriod(q, before *form.Query) bool {
	if before == nil {
		return false
	}
	was, is := Periods(before), Periods(q)
	for p, columns := range is {
		old, kept := was[p]
		for c := range columns {
			if kept && !old[c] || kept && clashes(p, c, is, was) {
				return true
			}
		}
	}
	return false
}

// LeavesPeriod is true for a follow-up that speaks of another time than the turn before
// although the message names none: who says "by priority" after the tickets of
// October means those of October.
func LeavesPeriod(q *form.Query, asked *link.Question) bool {
	before := asked.Before()
	if before == nil || q == nil || namesTime(asked) {
		return false
	}
	was := Periods(before)
	if len(was) == 0 {
		return false
	}
	for p := range Periods(q) {
		within := false
		for o := range was {
			within = within || p == o || !p.Recurring() && !o.Recurring() && p.End.Equal(o.End)
		}
		if !within {
			return true
		}
	}
	return false
}

// namesTime is true for a message with words about a time, but for those that
// divide it: by month.
func namesTime(asked *link.Question) bool {
	if slices.ContainsFunc(asked.Items, func(i link.Item) bool { return i.Kind == link.Period && i.First >= asked.Context }) {
		return true
	}
	words := asked.Words[asked.Context:]
	for i, w := range words {
		switch word := strings.ToLower(w.Text); {
		case aboutTime[word]:
			return true
		case english.Periods[english.Singular(word)] && (i == 0 || !english.PerWords[strings.ToLower(words[i-1].Text)]):
			return true
		}
	}
	return false
}

var (
	aboutTime = english.NewSet(`before previous prior earlier preceding after next following later last past ago same then time times period now today current currently
		since until till during when ever always first compare compared comparison versus vs against growth grew grow change changed development`)
)

// clashes is true for a period that was kept beside a new one that it excludes:
// "same for last year" puts one in the place of the other.
func clashes(p span.Period, column int, is, was map[span.Period]map[int]bool) bool {
	for o, columns := range is {
		if _, old := was[o]; old || o.Recurring() || p.Recurring() || o.Start.IsZero() || o.End.IsZero() || p.Start.IsZero() || p.End.IsZero() {
			continue
		}
		if disjoint := !o.Start.Before(p.End) || !p.Start.Before(o.End); disjoint && (!columns[column] || len(columns) > 1) {
			return true
		}
	}
	return false
}

// Periods are the columns that each period is laid on.
func Periods(q *form.Query) map[span.Period]map[int]bool {
	found := map[span.Period]map[int]bool{}
	q.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(c *form.Cond) {
			if c.Op != form.During || c.Left == nil || c.Left.Op != form.Column || len(c.Values) == 0 {
				return
			}
			p := c.Values[0].Period
			if found[p] == nil {
				found[p] = map[int]bool{}
			}
			found[p][c.Left.Column] = true
		})
	})
	return found
}
