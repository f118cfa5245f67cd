package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// listedBands finds the ranges that a question lists, and the number that they are of:
// what the form tests or divides by them, or else the only number that the question
// names. It is nil where there are none, or the form has them.
func listedBands(c *Case) (*span.Bands, *form.Expr) {
	if c.Query.Other != nil || len(c.Query.Tables) == 0 || len(c.Query.Per) > 0 {
		return nil, nil
	}
	bands := span.FindBands(c.Asked.Text())
	if bands == nil {
		return nil, nil
	}
	var of *form.Expr
	known := false
	found := func(e *form.Expr) {
		if of == nil && e != nil && c.isNumber(e) {
			of = e
		}
	}
	c.Query.Visit(func(e *form.Expr) {
		if e.Op == form.Band {
			known = known || len(e.Cuts) > 0
			found(e.Args[0])
		}
	}, nil)
	if known {
		return nil, nil
	}
	c.Query.Visit(nil, func(cond *form.Cond) {
		if cond.Left != nil && !cond.Left.Aggregates() && c.testsCut(bands, cond) {
			found(cond.Left)
		}
	})
	for _, g := range c.Query.Group {
		found(g)
	}
	if of == nil {
		of = c.onlyNumber()
	}
	if of == nil {
		return nil, nil
	}
	return bands, of.Clone()
}

// isNumber reports whether an expression is an amount, or a time between two dates.
func (c *Case) isNumber(e *form.Expr) bool {
	switch e.Op {
	case form.Column:
		k := &c.Index.Columns[e.Column]
		return e.Column > 0 && (k.Kind == index.Number || k.Type.Numeric()) && !k.Primary && !k.Foreign
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return !e.Aggregates()
	}
	return false
}

// testsCut reports whether a condition compares with an end of a band.
func (c *Case) testsCut(bands *span.Bands, cond *form.Cond) bool {
	values := slices.Clone(cond.Values)
	if cond.Right != nil && cond.Right.Value != nil {
		values = append(values, cond.Right.Value)
	}
	return cond.Left != nil && slices.ContainsFunc(values, func(v *form.Value) bool {
		return v.Kind == form.Period || v.Kind == form.Number && (slices.Contains(bands.Cuts, v.Text) || v.Text == bands.From || v.Text == bands.To)
	})
}

// onlyNumber is the amount that the question names, if it names one.
func (c *Case) onlyNumber() *form.Expr {
	var list []int
	for _, n := range c.Asked.Names {
		if n.Column && n.First >= c.Asked.Context && n.Kind == 1 && c.Index.Columns[n.Number].Kind == index.Number && c.Index.Columns[n.Number].Measure && !slices.Contains(list, n.Number) {
			list = append(list, n.Number)
		}
	}
	if len(list) != 1 {
		return nil
	}
	return &form.Expr{Op: form.Column, Column: list[0]}
}

// divideByBands shows the figure for each of the ranges.
func divideByBands(c *Case) {
	bands, of := listedBands(c)
	if bands == nil {
		return
	}
	band := &form.Expr{Op: form.Band, Args: []*form.Expr{of}}
	for i, label := range bands.Labels {
		cut := form.Cut{Label: label}
		if i < len(bands.Cuts) {
			cut.Below = bands.Cuts[i]
		}
		band.Cuts = append(band.Cuts, cut)
	}
	q := c.Query.Clone()
	figure := &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}
	if at := slices.IndexFunc(q.Select, func(e *form.Expr) bool { return e.Aggregates() && e.Op != form.Min && e.Op != form.Max }); at >= 0 {
		figure = q.Select[at]
	}
	within := func(period span.Period) bool {
		return slices.ContainsFunc(c.Asked.Items, func(i link.Item) bool {
			if i.Kind != link.Period || i.First < c.Asked.Context || i.Value.Period != period {
				return false
			}
			w := c.Asked.Words[i.First]
			return bands.Start <= w.Start && w.Start < bands.End
		})
	}
	conds := slices.DeleteFunc(q.Where.Conjuncts(), func(cond *form.Cond) bool { return mentionsBand(c, cond, bands, of, within) })
	number := func(text string) *form.Expr {
		return &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: text}}
	}
	if of.Op != form.Column || c.Index.Columns[of.Column].Nullable {
		conds = append(conds, &form.Cond{Op: form.NotNull, Left: of})
	}
	if bands.From != "" {
		conds = append(conds, &form.Cond{Op: form.GreaterEqual, Left: of, Right: number(bands.From)})
	}
	if bands.To != "" {
		conds = append(conds, &form.Cond{Op: form.Less, Left: of, Right: number(bands.To)})
	}
	q.Where = form.AllOf(conds)
	q.Group, q.Select = []*form.Expr{band}, []*form.Expr{band, figure}
	q.Order, q.Limit, q.Place, q.Having, q.Distinct = []form.Order{{By: band}}, nil, nil, nil, false
	*c.Query = *q
}

// mentionsBand reports whether a condition speaks of the number or of an end of a band.
func mentionsBand(c *Case, cond *form.Cond, bands *span.Bands, of *form.Expr, within func(span.Period) bool) bool {
	found := false
	whole := &form.Query{Where: cond}
	whole.Visit(func(e *form.Expr) { found = found || form.SameFigure(e, of) }, func(inner *form.Cond) {
		for _, v := range inner.Values {
			found = found || v.Kind == form.Period && within(v.Period)
		}
		found = found || inner.Left != nil && inner.Op != form.During && c.testsCut(bands, inner)
	})
	return found
}
