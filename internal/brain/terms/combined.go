package terms

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// computeTogether computes a figure of two kinds of rows for each of something: sales of
// ofOwnRows region less its refunds. That goes where the rows of one lead to those of
// the other and these to what is asked for; the renderer counts each row once.
// A period holds for each kind on its own time, so no figure can be shown by
// time: the day of a sale is not that of its refund.
func (w writer) computeTogether(q *form.Query, t *index.Term, places []place) bool {
	leaves := t.Meaning.Figure.Leaves()
	base := w.base(leaves)
	if base < 0 || len(q.Group) == 0 || q.Set != form.NoSet || q.Distinct || hasOtherFigures(q, places) {
		return false
	}
	for _, e := range slices.Concat(q.Group, q.Per) {
		if e.Op != form.Column || e.Column == 0 || w.ix.Columns[e.Column].Kind == index.Time || !w.ix.Leads(base, w.ix.Columns[e.Column].Table) {
			return false
		}
	}
	var common, timed []*form.Cond
	for _, c := range q.Where.Conjuncts() {
		switch {
		case (c.Op == form.During || c.Op == form.NotDuring) && c.Left.Op == form.Column:
			timed = append(timed, c)
		case w.conditionFor(c, base) != nil:
			common = append(common, c)
		default:
			return false
		}
	}
	made := make([]*form.Expr, len(places))
	for i, p := range places {
		if made[i] = w.ofOwnRows(t.Meaning.Figure, base, slices.Concat(timed, p.only.Conjuncts())); made[i] == nil {
			return false
		}
		made[i].As = p.nameOf(t.Called)
	}
	for i, p := range places {
		*p.at = *made[i]
	}
	q.Where = form.AllOf(common)
	q.Keep = base
	q.Tables = slices.Clone(q.Tables)
	for _, l := range leaves {
		if at, found := slices.BinarySearch(q.Tables, l.Table); !found {
			q.Tables = slices.Insert(q.Tables, at, l.Table)
		}
	}
	return true
}

// base is the table among those of the parts that the others lead to, -1 where
// there is none.
func (w writer) base(leaves []*index.Figure) int {
	for _, b := range leaves {
		if !slices.ContainsFunc(leaves, func(l *index.Figure) bool { return !w.ix.Leads(l.Table, b.Table) }) {
			return b.Table
		}
	}
	return -1
}

// ofOwnRows writes a figure of which every part is of its own rows, at its own time.
// Rows that have no partner count for nothing, not for an unknown.
func (w writer) ofOwnRows(f *index.Figure, base int, timed []*form.Cond) *form.Expr {
	if len(f.Args) > 0 {
		x := &form.Expr{Op: form.Op(f.Op)}
		for _, a := range f.Args {
			arg := w.ofOwnRows(a, base, timed)
			if arg == nil {
				return nil
			}
			x.Args = append(x.Args, arg)
		}
		return x
	}
	var own []*form.Cond
	for _, c := range timed {
		if c = w.conditionFor(c, f.Table); c == nil {
			return nil
		}
		own = append(own, c)
	}
	if f.Table != base && f.Of != nil && len(own) == 0 {
		own = append(own, &form.Cond{Op: form.NotNull, Left: &form.Expr{Op: form.Column, Column: f.Of.Columns()[0]}})
	}
	return w.expr(f, nil, form.AllOf(own), false)
}
