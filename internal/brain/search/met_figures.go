package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// parted reports whether a form reckons a part of something, or shows a column
// that may hold one. What is so in how many of a hundred rows is no part of all
// rows where it is so.
func (d *Demand) parted(query *form.Query) bool {
	found, wrong := !slices.ContainsFunc(slices.Concat(query.Select, orders(query)), aggregate), false
	everywhere(query, func(e *form.Expr) {
		switch e.Op {
		case form.Share, form.ShareIn:
			found = true
			wrong = wrong || d.flagged(e) && !d.ofAll()
		case form.Pct, form.Div, form.Mul, form.Change, form.Growth, form.Scalar:
			found = true
		case form.Avg:
			found = found || len(e.Args) == 1 && (e.Args[0].Op == form.If || e.Args[0].Op == form.Column && d.ix.Columns[e.Args[0].Column].Kind == index.Boolean)
		case form.Column:
			c := &d.ix.Columns[e.Column]
			found = found || e.Column > 0 && (c.Unit == "%" || slices.ContainsFunc(c.Words, func(w string) bool {
				return is(w, "percent percentage pct share rate ratio proportion fraction")
			}))
		}
	})
	return found && !wrong
}

// flagged is true for the part of all rows where something is so that each
// group has.
func (d *Demand) flagged(share *form.Expr) bool {
	sum := share.Args[0]
	return sum.Op == form.Sum && len(sum.Args) == 1 && sum.Args[0].Op == form.Column && sum.Args[0].Column > 0 &&
		d.ix.Columns[sum.Args[0].Column].Kind == index.Boolean
}

// ofAll is true where the question says that the part is one of all.
func (d *Demand) ofAll() bool {
	return slices.ContainsFunc(d.q.Words[d.q.Context:], func(w span.Word) bool { return is(lower(w.Text), "total all overall whole") })
}

// rowCounts lists the counts of a form that count rows which may stand for several
// pieces.
func (d *Demand) rowCounts(query *form.Query) []*form.Expr {
	var list []*form.Expr
	shows(query, func(e *form.Expr) {
		if e.Op == form.Count && !e.Distinct && e.Args[0].Op == form.Column {
			n := e.Args[0].Column
			if n == 0 && slices.ContainsFunc(d.columns, func(c int) bool { return slices.Contains(query.Tables, d.ix.Columns[c].Table) }) ||
				n > 0 && slices.ContainsFunc(d.columns, func(c int) bool { return d.ix.Columns[c].Table == d.ix.Columns[n].Table }) {
				list = append(list, e)
			}
		}
	})
	return list
}

// turned lists the orders that have the other end first.
func (d *Demand) turned(query *form.Query) []*form.Order {
	var list []*form.Order
	eachQuery(query, func(q *form.Query) {
		if len(q.Order) == 0 || q.Limit == nil && q.Place == nil {
			return
		}
		o := &q.Order[0]
		if o.By.Op == form.Column && o.By.Column > 0 && d.ix.Columns[o.By.Column].Kind == index.Time && o.Desc != d.desc {
			list = append(list, o)
		}
	})
	return list
}

// clocked reports whether a form tests an hour, or a column that holds nothing
// but times of day.
func (d *Demand) clocked(query *form.Query) bool {
	found := false
	everywhere(query, func(e *form.Expr) {
		found = found || e.Op == form.Hour || e.Op == form.Column && e.Column > 0 && (d.ix.Columns[e.Column].Form == index.ClockText ||
			slices.ContainsFunc(d.ix.Columns[e.Column].Words, func(w string) bool { return is(w, "hour hours") }))
	})
	return found
}

// divided reports whether the groups of the turn before are still there.
func (d *Demand) divided(query *form.Query) bool {
	return !slices.ContainsFunc(d.kept(query), func(e *form.Expr) bool {
		return !slices.ContainsFunc(query.Group, func(o *form.Expr) bool { return sameExpr(o, e) })
	})
}
