package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// hiddenGroups are the things that the figures of a form are for, beside others that
// it shows, and that it does not show itself: sales by month and region without the
// region. Keys stay hidden behind the names that they belong to.
func hiddenGroups(ix *index.Index, q *form.Query) []*form.Expr {
	if q.Limit != nil || q.Place != nil || q.Distinct || q.Other != nil || len(q.Per) > 0 {
		return nil
	}
	figures := slices.ContainsFunc(q.Select, (*form.Expr).Aggregates)
	if figures && len(q.Group) < 2 || !figures && len(q.Select) != 2 {
		return nil // a chart of two columns may have a third for its series
	}
	shows := func(g *form.Expr) bool {
		return slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return form.SameFigure(e, g) })
	}
	var list []*form.Expr
	for _, g := range q.Group {
		if !shows(g) && !isKey(ix, g) {
			list = append(list, g)
		}
	}
	if figures && len(list) == len(q.Group) || slices.ContainsFunc(q.Select, nested) {
		return nil // one figure of all groups
	}
	return list
}

// compared is the column two or more values of which the question compares, where the figures
// over time of a form are of all of them together; else nil.
func compared(c *Case) *form.Expr {
	q := c.Query
	compares := slices.ContainsFunc(c.Asked.Words[c.Asked.Context:], func(w span.Word) bool {
		return english.Among(strings.ToLower(w.Text), "compare compared comparing comparison versus vs")
	})
	if !compares || len(q.Group) != 1 || q.Limit != nil || q.Set != form.NoSet || len(q.Per) > 0 || !slices.ContainsFunc(q.Select, (*form.Expr).Aggregates) {
		return nil
	}
	if by := q.Group[0]; by.Op == form.Column && c.Index.Columns[by.Column].Kind != index.Time {
		return nil
	}
	for _, k := range q.Where.Conjuncts() {
		if of := k.Left; k.Op == form.AnyOf && len(k.Values) > 1 && of.Op == form.Column && of.Column > 0 && c.Index.Columns[of.Column].Kind == index.Text {
			return of
		}
	}
	return nil
}

func keepApart(c *Case) {
	of := compared(c)
	c.Query.Group = append(slices.Clone(c.Query.Group), of)
	if !slices.ContainsFunc(c.Query.Select, func(e *form.Expr) bool { return form.SameFigure(e, of) }) {
		show(c.Query, of)
	}
}

func isKey(ix *index.Index, e *form.Expr) bool {
	if e.Op != form.Column || e.Column == 0 {
		return false
	}
	c := &ix.Columns[e.Column]
	return c.Primary || c.Foreign || c.Unique || c.Kind == index.Number && !c.Measure && c.Form == index.NoForm || ix.EntityOf(e.Column) != nil
}

// nested is true for an aggregate of aggregates, which has no groups of its own.
func nested(e *form.Expr) bool {
	return e.Aggregates() && slices.ContainsFunc(e.Args, (*form.Expr).Aggregates) && (e.Op == form.Avg || e.Op == form.Sum || e.Op == form.Max || e.Op == form.Min || e.Op == form.Count || e.Op == form.Median)
}

// showGroups puts them behind the last group that is shown.
func showGroups(c *Case) { show(c.Query, hiddenGroups(c.Index, c.Query)...) }

func show(q *form.Query, groups ...*form.Expr) {
	at := 0
	for i, e := range q.Select {
		if !e.Aggregates() {
			at = i + 1
		}
	}
	q.Select = slices.Insert(slices.Clone(q.Select), at, groups...)
}
