package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// findComparison finds two values or periods that are compared with each other.
func (c *reader) findComparison() []*Requirement {
	pair := c.comparedPair()
	if pair == nil {
		return nil
	}
	return []*Requirement{{First: pair[0].First, End: pair[1].End, pair: pair}}
}

// comparedPair finds two values of one column, or two periods, that are compared:
// with the words for it before, between or after them. Who says "compare that
// with the South" holds it against the value of the turn before.
func (c *reader) comparedPair() []*Requirement {
	said := false
	for i := c.Question.Context; i < len(c.Low); i++ {
		said = said || clue.Is(c.Low[i], "compare compared comparing comparison vs versus against") || c.Low[i] == "than" && clue.Is(c.At(i+1), "on in at the from")
	}
	if !said {
		return nil
	}
	for i, a := range c.found {
		for _, b := range c.found[i+1:] {
			if a.Kind == Value && b.Kind == Value && a.sharesColumn(b) || a.Kind == Period && b.Kind == Period {
				return []*Requirement{a, b}
			}
		}
	}
	for _, a := range c.found {
		if a.Kind != Value {
			continue
		}
		for n, i := range c.Question.Items {
			if i.Kind != link.Earlier {
				continue
			}
			b := *a
			b.items = []int{n}
			if a.sharesColumn(&b) {
				return []*Requirement{&b, a}
			}
		}
	}
	return nil
}

func (r *Requirement) sharesColumn(o *Requirement) bool {
	return slices.ContainsFunc(r.items, func(i int) bool {
		return slices.ContainsFunc(o.items, func(j int) bool { return r.q.Items[i].Column == r.q.Items[j].Column })
	})
}

// keepsApart reports whether both sides of a comparison are there, each by itself.
func (r *Requirement) keepsApart(query *form.Query) bool {
	if !r.pair[0].IsMet(query) || !r.pair[1].IsMet(query) {
		return false
	}
	if query.Other != nil {
		return true
	}
	if r.pair[0].Kind == Value && slices.ContainsFunc(edit.Conjuncts(query.Where), func(c *form.Cond) bool {
		return c.Op == form.Equal && c.Right != nil && c.Right.Value != nil && (r.pair[0].matches(c.Right.Value.Text) || r.pair[1].matches(c.Right.Value.Text))
	}) {
		return false // only one of them is left
	}
	found := false
	for _, e := range slices.Concat(query.Select, query.Group) {
		for _, i := range slices.Concat(r.pair[0].items, r.pair[1].items) {
			of := r.q.Items[i].Column
			found = found || of > 0 && e.Op == form.Column && e.Column > 0 && r.ix.Columns[of].Table == r.ix.Columns[e.Column].Table
		}
	}
	edit.EachShown(query, func(e *form.Expr) {
		found = found || e.If != nil || e.Op == form.Scalar || e.Op == form.Growth || e.Op == form.Prev || e.Op == form.Change
		if r.pair[0].Kind == Period {
			switch e.Op {
			case form.Month, form.MonthNum, form.Weekday, form.Day, form.Hour, form.Week, form.Quarter, form.Year:
				found = true
			case form.Column:
				found = found || e.Column > 0 && r.ix.Columns[e.Column].Kind == index.Time
			}
		}
	})
	return found
}

// separate keeps the two sides of a comparison apart: values have a row each, times
// a figure each.
func (m *repairer) separate(query *form.Query, r *Requirement) {
	a, b := r.pair[0], r.pair[1]
	if a.Kind == Value {
		item := a.q.Items[a.items[0]]
		if on := m.nearestItem(query, a); on != nil {
			item = *on
		}
		m.dropConds(query, func(c *form.Cond) bool { return testsOnly(c, item.Column) })
		query.Where = edit.Join(form.And, append(edit.Conjuncts(query.Where), &form.Cond{Op: form.Or, Args: []*form.Cond{
			edit.Compare(form.Equal, edit.Column(item.Column), item.Value), edit.Compare(form.Equal, edit.Column(item.Column), b.valueOf(item.Column))}}))
		m.choice = 0
		m.group(query, edit.Column(item.Column))
		return
	}
	at := m.dateOf(query)
	if at == 0 || len(query.Select) != 1 || !edit.IsAggregate(query.Select[0]) || len(query.Select[0].Args) != 1 {
		return
	}
	sides := []*Requirement{a, b}
	m.dropConds(query, func(c *form.Cond) bool {
		return c.Op == form.During || c.Op == form.Or && slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return c.Op == form.During })
	})
	figure := query.Select[0]
	query.Select = nil
	for _, side := range sides {
		during := &form.Cond{Op: form.During, Left: edit.Column(at), Values: []*form.Value{r.q.Items[side.items[0]].Value}}
		one := *figure
		one.Args = []*form.Expr{{Op: form.If, Args: figure.Args, If: during}}
		query.Select = append(query.Select, &one)
	}
}

// testsOnly is true for a condition that tests one column for values, and nothing
// else.
func testsOnly(c *form.Cond, column int) bool {
	if c.Op == form.Or {
		return !slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return !testsOnly(c, column) })
	}
	return (c.Op == form.Equal || c.Op == form.AnyOf) && c.Left != nil && c.Left.Op == form.Column && c.Left.Column == column
}

// valueOf is the requirement's value in a column.
func (r *Requirement) valueOf(column int) *form.Value {
	for _, i := range r.items {
		if r.q.Items[i].Column == column {
			return r.q.Items[i].Value
		}
	}
	return r.q.Items[r.items[0]].Value
}

// findGrowth lists the words that ask how something grew.
func (c *reader) findGrowth() []*Requirement { return c.findWords(Growth) }

// comparesTimes reports whether a form holds one time against another, or shows one after
// the other.
func (r *Requirement) comparesTimes(query *form.Query) bool {
	found := query.Other != nil
	edit.EachExpr(query, func(e *form.Expr) {
		switch e.Op {
		case form.Growth, form.Change, form.Prev, form.Sub, form.Running, form.If, form.Scalar, form.Day, form.Week, form.Month, form.Quarter, form.Year:
			found = true
		}
	})
	return found
}
