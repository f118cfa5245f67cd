package search

import (
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// share makes the one figure of a form a part of the whole: of all groups, or
// without groups of what its condition on a value leaves out.
func (m *mender) share(query *form.Query, d *Demand) {
	at := slices.IndexFunc(query.Select, aggregate)
	if at < 0 || slices.ContainsFunc(query.Select[at+1:], aggregate) {
		return
	}
	figure := query.Select[at]
	replaced := func(by *form.Expr) {
		for i, o := range query.Order {
			if sameExpr(o.By, figure) {
				query.Order[i].By = by
			}
		}
		query.Select[at] = by
	}
	switch {
	case (figure.Op == form.Share || figure.Op == form.ShareIn) && d.flagged(figure):
		replaced(call(form.Pct, figure.Args[0], countAll()))
	case figure.Op != form.Sum && figure.Op != form.Count:
	case len(query.Group) > 0:
		replaced(call(form.Share, figure))
	default:
		parts := conjuncts(query.Where)
		for i := len(parts) - 1; i >= 0; i-- {
			if c := parts[i]; c.Op == form.Equal && c.Left.Op == form.Column && c.Right != nil && c.Right.Value != nil && len(figure.Args) == 1 && figure.Args[0].Op == form.Column {
				only := &form.Expr{Op: figure.Op, Distinct: figure.Distinct, Args: []*form.Expr{{Op: form.If, Args: figure.Args, If: c}}}
				query.Where = joined(form.And, slices.Delete(parts, i, i+1))
				replaced(call(form.Pct, only, figure))
				return
			}
		}
	}
}

// pieces adds up how many pieces there are where rows were counted.
func (m *mender) pieces(query *form.Query, d *Demand) {
	of := d.columns[0]
	for _, c := range d.columns {
		if slices.Contains(query.Tables, m.ix.Columns[c].Table) {
			of = c
			break
		}
	}
	for _, e := range d.rowCounts(query) {
		*e = *call(form.Sum, column(of))
	}
}

// turn lets the other end of time come first.
func (m *mender) turn(query *form.Query, d *Demand) {
	for _, o := range d.turned(query) {
		o.Desc = d.desc
	}
}

// clock lets the hour of the main time be tested in the place of what was held
// against the number.
func (m *mender) clock(query *form.Query, d *Demand) {
	at := 0
	for _, t := range query.Tables {
		for _, c := range dates(m.ix, t) {
			if f := m.ix.Columns[c].Form; at == 0 && (f == index.StampText || f == index.Native || f == index.EpochSecond || f == index.EpochMilli) {
				at = c
			}
		}
	}
	if at == 0 {
		return
	}
	walk(query, false, nil, func(c *form.Cond) {
		switch c.Op {
		case form.Less, form.LessEqual, form.Greater, form.GreaterEqual:
			if c.Right != nil && c.Right.Value != nil && c.Right.Value.Text == strconv.FormatFloat(d.number, 'f', -1, 64) {
				c.Left = call(form.Hour, column(at))
			}
		}
	})
}

// divide puts the groups of the turn before in front again, and shows what was
// shown of them.
func (m *mender) divide(query *form.Query, d *Demand) {
	for _, e := range slices.Backward(d.kept(query)) {
		same := func(o *form.Expr) bool { return sameExpr(o, e) }
		if slices.ContainsFunc(query.Group, same) {
			continue
		}
		query.Group = append([]*form.Expr{e.Clone()}, query.Group...)
		if slices.ContainsFunc(d.q.Before().Select, same) && !slices.ContainsFunc(query.Select, same) {
			query.Select = append([]*form.Expr{e.Clone()}, query.Select...)
		}
	}
}
