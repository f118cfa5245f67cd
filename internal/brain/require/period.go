package require

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// findPeriods lists the periods that rows lie in.
func (c *reader) findPeriods() []*Requirement {
	var list []*Requirement
	for _, p := range c.Periods {
		if c.isCertainPeriod(p) {
			list = append(list, &Requirement{First: p.First, End: p.End, items: p.Items})
		}
	}
	return list
}

// isCertainPeriod is true for a period that rows lie in: one with dates, or one that
// comes again and is said so. Of today and now it is not known.
func (c *reader) isCertainPeriod(p *clue.Phrase) bool {
	if slices.ContainsFunc(c.Values, func(v *clue.Phrase) bool { return v.First < p.End && p.First < v.End && v.Strong }) {
		return false
	}
	if slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool { return m.First < p.End && p.First < m.End && m.Whole }) {
		return false
	}
	for i := p.First; i < p.End; i++ {
		if english.Among(c.Low[i], "now today currently current previous prior before preceding old trailing") {
			return false
		}
	}
	if c.Question.Context > 0 && c.Question.Items[p.Items[0]].Value.Period.Now {
		return false // the same month last year is that of the turn before
	}
	if period := c.Question.Items[p.Items[0]].Value.Period; period.Recurring() || period.Grain == span.Day {
		if w := c.Low[p.End-1]; english.Weekdays[w] > 0 && strings.HasSuffix(w, "day") && c.At(p.First-1) != "on" {
			return false // weeks are named by their Mondays
		}
	}
	return !slices.ContainsFunc(c.Index.Columns, func(k index.Column) bool { // a column for each month
		return slices.ContainsFunc(k.Words, func(w string) bool {
			return len(w) > 2 && strings.HasPrefix(c.Low[p.First], w) && !english.Among(w, "the last this past year month week day")
		})
	})
}

// testsPeriod reports whether the form speaks of a time that the period shares days
// with, or computes with time in a way that is not looked into.
func (r *Requirement) testsPeriod(query *form.Query) bool {
	found := false
	mine := func(p span.Period) bool {
		for _, i := range r.q.Items {
			if i.Kind == link.Period && i.First < r.End && r.First < i.End && overlap(i.Value.Period, p) {
				return true
			}
		}
		return false
	}
	edit.Walk(query, false, func(v *form.Value, _ bool) {
		if v.Kind == form.Period {
			found = found || mine(v.Period)
			return
		}
		found = found || v.Kind == form.Text && v.Text != "" && strings.Contains(strings.ToLower(r.Text()), strings.ToLower(v.Text))
		for _, i := range r.items { // a date or a year may be a plain literal
			p := r.q.Items[i].Value.Period
			for _, t := range []time.Time{p.Start, p.End} {
				found = found || !t.IsZero() && strings.Contains(v.Text, strconv.Itoa(t.Year()))
			}
		}
	}, func(c *form.Cond) {
		found = found || c.Op == form.AsOf || c.Op == form.Contains || c.Op == form.StartsWith || c.Op == form.EndsWith
	})
	query.EachExpr(func(e *form.Expr) {
		switch e.Op {
		case form.Growth, form.Prev, form.Weekday, form.MonthNum, form.Hour, form.Change, form.Today, form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			found = true
		}
	})
	return found
}

// overlap reports whether two periods share a day.
func overlap(a, b span.Period) bool {
	if a.Recurring() && b.Recurring() {
		return a.Every.Of != b.Every.Of || a.Every.First <= b.Every.Last && b.Every.First <= a.Every.Last
	}
	if a.Recurring() != b.Recurring() {
		return false
	}
	return (a.End.IsZero() || b.Start.Before(a.End)) && (b.End.IsZero() || a.Start.Before(b.End))
}

// addPeriod limits the rows to the period. In a follow-up it replaces the one
// before.
func (m *repairer) addPeriod(query *form.Query, r *Requirement) {
	m.dropConds(query, func(c *form.Cond) bool { return r.overlaps(c) || r.q.Context > 0 && c.Op == form.During })
	at := m.dateOf(query)
	if at == 0 {
		return
	}
	during := func(i int) *form.Cond {
		return &form.Cond{Op: form.During, Left: edit.Column(at), Values: []*form.Value{r.q.Items[i].Value}}
	}
	listed := r.listed()
	if len(listed) < 3 {
		m.dropConds(query, func(c *form.Cond) bool { return c.Op == form.AnyOf && c.Left.Op == form.Column && c.Left.Column == at })
		m.addCond(query, during(r.items[0]))
		return
	}
	if r.testsPeriod(query) {
		return // another of the list brought it along
	}
	m.dropConds(query, func(c *form.Cond) bool { return c.Left != nil && c.Left.Op == form.Column && c.Left.Column == at })
	one := &form.Cond{Op: form.Or}
	for _, i := range listed {
		one.Args = append(one.Args, during(i))
	}
	m.addCond(query, one)
}

// listed are the periods of the list that this one stands in, itself included: June,
// July and August.
func (r *Requirement) listed() []int {
	var run []int
	end, found := -1, false
	for i, item := range r.q.Items {
		if item.Kind != link.Period || item.First < r.q.Context {
			continue
		}
		if slices.ContainsFunc(run, func(j int) bool { return r.q.Items[j].First == item.First }) {
			continue // another way to read the same words
		}
		joined := end >= 0 && item.First >= end && !slices.ContainsFunc(r.q.Words[end:item.First], func(w span.Word) bool { return !english.Among(strings.ToLower(w.Text), ", and or") })
		if !joined {
			if found {
				break
			}
			run = nil
		}
		run, end = append(run, i), item.End
		found = found || slices.Contains(r.items, i)
	}
	if !found {
		return nil
	}
	return run
}

// overlaps reports whether a condition tests for a value that the words of the
// requirement say as well: last summer is a time, and no season of clothes.
func (r *Requirement) overlaps(c *form.Cond) bool {
	if c.Right == nil || c.Right.Value == nil || c.Right.Value.Kind != form.Text {
		return false
	}
	return slices.ContainsFunc(r.q.Items, func(i link.Item) bool {
		return i.Column > 0 && i.First >= 0 && i.First < r.End && r.First < i.End && i.Text == c.Right.Value.Text
	})
}
