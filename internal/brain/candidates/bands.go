package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
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
		if of == nil && e != nil && c.isNumber(e, bands.AreYears()) {
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
		if cond.Left != nil && !cond.Left.Aggregates() && testsCut(bands, cond) {
			found(cond.Left)
		}
	})
	for _, g := range c.Query.Group {
		found(g)
	}
	if of == nil && !bands.AreYears() {
		of = c.onlyNumber()
	}
	if of == nil {
		return nil, nil
	}
	return bands, of.Clone()
}

// isNumber reports whether an expression is an amount, or a time between two dates. Only
// years lie between years.
func (c *Case) isNumber(e *form.Expr, years bool) bool {
	switch e.Op {
	case form.Column:
		k := &c.Index.Columns[e.Column]
		isYear := k.Form == index.YearNumber && k.Type.Numeric() || slices.Contains(k.Words, "year") && k.Kind == index.Number
		return e.Column > 0 && (isYear && years || k.Kind == index.Number && !isYear && !years) && !k.Primary && !k.Foreign
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return !e.Aggregates() && !years
	}
	return false
}

// testsCut reports whether a condition compares with an end of a band.
func testsCut(bands *span.Bands, cond *form.Cond) bool {
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
			cut.Below, cut.Through = bands.Cuts[i], bands.Over && i == len(bands.Cuts)-1
		}
		band.Cuts = append(band.Cuts, cut)
	}
	q := c.Query.Clone()
	var figures []*form.Expr
	for _, e := range q.Select {
		if e.Aggregates() && !mentionsNumber(e, of) {
			figures = append(figures, e)
		}
	}
	if len(figures) == 0 {
		figures = []*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}
	}
	groups := slices.DeleteFunc(q.Group, func(g *form.Expr) bool {
		return mentionsNumber(g, of) || g.Op == form.Column && c.Index.Columns[g.Column].Primary
	})
	within := func(period span.Period) bool {
		return slices.ContainsFunc(c.Asked.Items, func(i link.Item) bool {
			if i.Kind != link.Period || i.First < c.Asked.Context || i.Value.Period != period {
				return false
			}
			w := c.Asked.Words[i.First]
			return bands.Start <= w.Start && w.Start < bands.End
		})
	}
	conds := slices.DeleteFunc(q.Where.Conjuncts(), func(cond *form.Cond) bool { return mentionsBand(cond, of, within) })
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
		op := form.Less
		if bands.Through {
			op = form.LessEqual
		}
		conds = append(conds, &form.Cond{Op: op, Left: of, Right: number(bands.To)})
	}
	q.Where = form.AllOf(conds)
	q.Group, q.Select = append(slices.Clone(groups), band), slices.Concat(groups, []*form.Expr{band}, figures)
	q.Order, q.Limit, q.Place, q.Having, q.Distinct = []form.Order{{By: band}}, nil, nil, nil, false
	*c.Query = *q
}

// mentionsBand reports whether a condition speaks of the number, or of a time that is an
// end of a band.
func mentionsBand(cond *form.Cond, of *form.Expr, within func(span.Period) bool) bool {
	found := false
	whole := &form.Query{Where: cond}
	whole.Visit(func(e *form.Expr) { found = found || form.SameFigure(e, of) }, func(inner *form.Cond) {
		for _, v := range inner.Values {
			found = found || v.Kind == form.Period && within(v.Period)
		}
	})
	return found
}

// mentionsNumber reports whether the number is a part of an expression, be it in the
// condition of a figure.
func mentionsNumber(e, of *form.Expr) bool {
	found := false
	whole := &form.Query{Select: []*form.Expr{e}}
	whole.Visit(func(part *form.Expr) {
		found = found || e.Op != form.Sum && e.Op != form.Avg && e.Op != form.Median && form.SameFigure(part, of)
	}, nil)
	return found
}

// bandWords ask for bands of numbers.
var bandWords = english.NewSet("band bands banded range ranges bucket buckets bin bins bracket brackets group groups grouped interval intervals step steps histogram distribution tens ten")

// needlessBands are the bands of a form over a column of few numbers, which the question
// does not ask for.
func needlessBands(c *Case) []*form.Expr {
	const few = 12
	if c.says(bandWords) {
		return nil
	}
	var list []*form.Expr
	c.Query.EachExpr(func(e *form.Expr) {
		if e.Op != form.Band || len(e.Cuts) > 0 || e.Args[0].Op != form.Column || e.Args[0].Column <= 0 {
			return
		}
		if n := c.Index.Columns[e.Args[0].Column].Distinct; n > 0 && n <= few {
			list = append(list, e)
		}
	})
	return list
}
