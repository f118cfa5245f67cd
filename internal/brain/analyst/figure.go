package analyst

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// figure is what a question asks for, row by row: the amount that each row adds,
// and of a ratio what it is divided by.
type figure struct {
	query   *form.Query // that it was read from
	where   []*form.Cond
	time    *form.Expr // the column whose period was asked for; nil where none was
	period  *span.Period
	base    int        // the table whose rows are added up
	amount  *form.Expr // of a row; nil counts the row
	weight  *form.Expr // of a row, of a rate; nil is 1
	rate    bool
	percent bool
	place   int  // of the figure among what is selected
	approx  bool // parts do not add up: distinct things are counted
	parent  int  // the column of what rows belong to, such as the invoice of a line; 0 for none
}

// figureOf takes a form apart; ok is false where it has no figure that rows add up
// to.
func figureOf(ix *index.Index, q *form.Query) (f figure, ok bool) {
	if q == nil || q.Set != form.NoSet || len(q.Tables) == 0 || q.Having != nil || q.Limit != nil || q.Place != nil || len(q.Per) > 0 {
		return f, false
	}
	f.query = q
	for _, c := range q.Where.Conjuncts() {
		if c.Op == form.During && c.Left != nil && f.time == nil {
			f.time, f.period = c.Left, periodIn(c)
			continue
		}
		f.where = append(f.where, c)
	}
	e := aggregateOf(q)
	f.place = max(slices.Index(q.Select, e), 0)
	if e == nil {
		// Rows were asked for: their number is what can change.
		f.base = q.Tables[0]
		return f, true
	}
	e, scale := unscaled(e)
	switch e.Op {
	case form.Count, form.Sum, form.Avg:
		if f.amount, ok = amountOf(e); scale != nil {
			f.amount, ok = &form.Expr{Op: scale.Op, Args: []*form.Expr{f.amount, scale.Args[1]}}, ok && f.amount != nil && !e.Distinct
		}
		f.rate, f.approx = e.Op == form.Avg, e.Distinct
		if f.rate && f.amount != nil {
			f.weight = present(f.amount)
		}
	case form.Div, form.Pct:
		f.rate, f.percent = true, e.Op == form.Pct
		var both [2]*form.Expr
		for i, part := range e.Args {
			if part.Op == form.Mul || part.Op == form.Literal || part.Distinct {
				return f, false
			}
			if both[i], ok = amountOf(part); !ok {
				return f, false
			}
			if both[i] == nil {
				both[i] = one()
			}
		}
		f.amount, f.weight = both[0], both[1]
	default:
		return f, false
	}
	f.base = baseOf(ix, q, e)
	return f, ok && f.base >= 0
}

// periodIn is the one period of a condition; nil for one that begins or ends nowhere, or
// comes again.
func periodIn(c *form.Cond) *span.Period {
	if len(c.Values) != 1 || c.Values[0].Kind != form.Period {
		return nil
	}
	p := c.Values[0].Period
	if p.Recurring() || p.Start.IsZero() || p.End.IsZero() {
		return nil
	}
	return &p
}

// unscaled is an aggregate without a number that it is divided or multiplied by, and
// the scale: the sum of cents divided by 100. A row's amount is scaled instead.
func unscaled(e *form.Expr) (inner, scale *form.Expr) {
	if (e.Op == form.Div || e.Op == form.Mul) && len(e.Args) == 2 && e.Args[1].Op == form.Literal && (e.Args[0].Op == form.Sum || e.Args[0].Op == form.Avg) {
		return e.Args[0], e
	}
	return e, nil
}

// aggregateOf is the first figure of a form; nil where it lists rows.
func aggregateOf(q *form.Query) *form.Expr {
	for _, e := range q.Select {
		if isFigure(e) {
			return e
		}
	}
	return nil
}

func isFigure(e *form.Expr) bool {
	switch e.Op {
	case form.Count, form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev, form.Max, form.Min, form.Corr:
		return true
	}
	return slices.ContainsFunc(e.Args, isFigure)
}

// amountOf is what a row adds to an aggregate; nil is 1.
func amountOf(e *form.Expr) (amount *form.Expr, ok bool) {
	switch e.Op {
	case form.Sum, form.Avg:
		if len(e.Args) != 1 || isFigure(e.Args[0]) {
			return nil, false
		}
		return e.Args[0], true
	case form.Count:
		arg := e.Args[0]
		switch {
		case arg.Op == form.Groups:
			return nil, false
		case arg.Op == form.If:
			return &form.Expr{Op: form.If, Args: []*form.Expr{one()}, If: arg.If}, true
		case e.Distinct:
			return arg, true
		}
		return nil, true
	}
	return nil, false
}

// lineNouns are rows that are parts of something that happened at once.
var lineNouns = english.NewSet("line item detail position entry")

// parentOf is the column that says what rows of a table belong to, where they come and go
// with it: the invoice of a line. It is 0 where a row stands for itself.
func (a *Analyst) parentOf(base int) int {
	table := &a.Index.Tables[base]
	for _, k := range a.Index.KeysFrom(base) {
		if len(k.From) != 1 || !slices.ContainsFunc(table.Words, func(w string) bool { return lineNouns[english.Singular(w)] }) {
			continue
		}
		if to := lastWord(a.Index.Tables[a.Index.Columns[k.To[0]].Table].RowNoun()); basketNouns[to] {
			return k.From[0]
		}
	}
	unit := a.unitIn(base, 0)
	if table.Rows > 0 && 10*int64(a.Index.Columns[unit].Distinct) >= 9*table.Rows { // hardly one belongs with another, and counting them takes long
		return 0
	}
	return unit
}

func one() *form.Expr { return &form.Expr{Op: form.Literal, Value: edit.Number("1")} }

// present is 1 for rows that have a value.
func present(e *form.Expr) *form.Expr {
	return &form.Expr{Op: form.If, Args: []*form.Expr{one()}, If: &form.Cond{Op: form.NotNull, Left: e}}
}

// baseOf is the table whose rows are added up: that of the figure's columns, or of
// what is counted.
func baseOf(ix *index.Index, q *form.Query, e *form.Expr) int {
	base := -1
	edit.EachPart(e, func(p *form.Expr) {
		if p.Op != form.Column || p.Column == 0 {
			return
		}
		of := ix.Columns[p.Column].Table
		if base < 0 || of != base && ix.Leads(of, base) {
			base = of
		}
	})
	if base >= 0 {
		return base
	}
	// The table that leads to all others has the finest rows.
	for _, t := range q.Tables {
		if !slices.ContainsFunc(q.Tables, func(o int) bool { return o != t && !ix.Leads(t, o) }) {
			return t
		}
	}
	return q.Tables[0]
}
