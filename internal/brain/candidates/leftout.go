package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// periodsLeftOut are conditions that keep the rows of a period which the question
// wants without: outside January, except 2024.
func periodsLeftOut(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(cond *form.Cond) {
			if cond.Op == form.During && len(cond.Values) == 1 && isLeftOut(c.Asked, cond.Values[0]) {
				list = append(list, cond)
			}
		})
	})
	return list
}

// isLeftOut is true for a period right behind a word that leaves it out.
func isLeftOut(asked *link.Question, v *form.Value) bool {
	for _, i := range asked.Items {
		if i.Kind != link.Period || i.First <= asked.Context || v.Kind != form.Period || !i.Value.Period.Start.Equal(v.Period.Start) || !i.Value.Period.End.Equal(v.Period.End) {
			continue
		}
		before := i.First - 1
		for before > asked.Context && english.Among(strings.ToLower(asked.Words[before].Text), "of the in during from") {
			before--
		}
		return english.Among(strings.ToLower(asked.Words[before].Text), "outside except excluding excl without ignoring")
	}
	return false
}

func leaveOutPeriods(c *Case) {
	for _, cond := range periodsLeftOut(c) {
		cond.Op = form.NotDuring
	}
}

// amountsLeftOut are conditions of an amount that the question wants another one without:
// order totals excluding shipping are not those of the orders that have none.
func amountsLeftOut(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		for _, k := range q.Where.Conjuncts() {
			if k.Left == nil || k.Left.Op != form.Column || k.Left.Column == 0 || !c.Index.Columns[k.Left.Column].Measure || !isTestOfNone(k) {
				continue
			}
			if computesOther(q, k.Left.Column) && c.isNamedWithout(k.Left.Column) {
				list = append(list, k)
			}
		}
	})
	return list
}

// isTestOfNone is true for a condition that tells whether there is anything of an amount.
func isTestOfNone(k *form.Cond) bool {
	switch k.Op {
	case form.IsNull, form.NotNull:
		return true
	case form.Equal, form.NotEqual, form.Greater:
		return k.Right != nil && k.Right.Value != nil && k.Right.Value.Text == "0"
	}
	return false
}

// computesOther is true for a query that adds up or averages another column.
func computesOther(q *form.Query, column int) bool {
	found := false
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Median:
			of := &form.Query{Select: e.Args}
			of.EachExpr(func(part *form.Expr) {
				found = found || part.Op == form.Column && part.Column > 0 && part.Column != column
			})
		}
	}, nil)
	return found
}

// isNamedWithout is true where the question names a column right behind a word that
// leaves it out of an amount: the fare without the tip, totals (no shipping). Rides without
// a tip have none.
func (c *Case) isNamedWithout(column int) bool {
	for _, n := range c.Asked.Names {
		if !n.Column || n.Number != column || !n.OfName() || n.First <= c.Asked.Context {
			continue
		}
		before := n.First - 1
		for before > c.Asked.Context && english.Among(strings.ToLower(c.Asked.Words[before].Text), "the of any") {
			before--
		}
		if english.Among(strings.ToLower(c.Asked.Words[before].Text), "without excluding excl no before ignoring except minus") && c.isAmountAt(before-1) {
			return true
		}
	}
	return false
}

// isAmountAt is true for a word of the question that names an amount, and for a sign that
// begins a remark.
func (c *Case) isAmountAt(i int) bool {
	if i < c.Asked.Context {
		return false
	}
	if w := strings.ToLower(c.Asked.Words[i].Text); english.Among(w, "( , - ; value values total totals amount amounts price prices revenue sales turnover cost costs") {
		return true
	}
	return slices.ContainsFunc(c.Asked.Names, func(n link.Name) bool {
		return n.Column && n.First <= i && i < n.End && c.Index.Columns[n.Number].Measure
	})
}

func leaveOutAmounts(c *Case) {
	for _, k := range amountsLeftOut(c) {
		c.Query.EachQuery(func(q *form.Query) { q.Where = without(q.Where, k) })
	}
}

// without are conditions that all hold, but for one of them.
func without(all, one *form.Cond) *form.Cond {
	return form.AllOf(slices.DeleteFunc(slices.Clone(all.Conjuncts()), func(k *form.Cond) bool { return k == one }))
}
