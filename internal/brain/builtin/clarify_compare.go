package builtin

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// otherColumn finds the one column that stands in an aspect of y where x has
// another. It is not ok when they differ in more than that.
func otherColumn(about aspect, x, y *form.Query) (ofX, ofY int, ok bool) {
	d := &differ{}
	switch about {
	case measure:
		d.exprs(x.Select, y.Select)
	case dimension:
		d.exprs(x.Group, y.Group)
	case filter, period:
		d.conds(conditions(x.Where, about), conditions(y.Where, about))
	case group:
		d.cond(x.Having, y.Having)
	}
	if d.more || len(d.pairs) != 1 {
		return 0, 0, false
	}
	return d.pairs[0][0], d.pairs[0][1], true
}

// conditions are the parts of a condition that say when, or the others.
func conditions(c *form.Cond, about aspect) []*form.Cond {
	if c == nil {
		return nil
	}
	list := []*form.Cond{c}
	if c.Op == form.And {
		list = c.Args
	}
	return slices.DeleteFunc(slices.Clone(list), func(c *form.Cond) bool { return (c.Op == form.During || c.Op == form.NotDuring) != (about == period) })
}

// differ walks two forms side by side.
type differ struct {
	pairs [][2]int // columns that stand in the same place
	more  bool     // they differ in other things too
}

func (d *differ) exprs(x, y []*form.Expr) {
	if len(x) != len(y) {
		d.more = true
		return
	}
	for i := range x {
		d.expr(x[i], y[i])
	}
}

func (d *differ) expr(x, y *form.Expr) {
	switch {
	case x == nil && y == nil:
		return
	case x == nil || y == nil || x.Op != y.Op || x.Distinct != y.Distinct || !sameValue(x.Value, y.Value) || x.Query != nil || y.Query != nil:
		d.more = true
		return
	case x.Column != y.Column && x.Column*y.Column != 0:
		d.pairs = append(d.pairs, [2]int{x.Column, y.Column})
	case x.Column != y.Column || x.Via != y.Via:
		d.more = true
	}
	d.exprs(x.Args, y.Args)
	d.cond(x.If, y.If)
}

func (d *differ) conds(x, y []*form.Cond) {
	if len(x) != len(y) {
		d.more = true
		return
	}
	for i := range x {
		d.cond(x[i], y[i])
	}
}

func (d *differ) cond(x, y *form.Cond) {
	switch {
	case x == nil && y == nil:
		return
	case x == nil || y == nil || x.Op != y.Op || x.Query != nil || y.Query != nil || !slices.EqualFunc(x.Values, y.Values, sameValue):
		d.more = true
		return
	}
	d.conds(x.Args, y.Args)
	d.expr(x.Left, y.Left)
	d.expr(x.Right, y.Right)
}

// sameValue compares what values say, not whether they are stored.
func sameValue(x, y *form.Value) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Kind == y.Kind && x.Text == y.Text && fmt.Sprint(x.Period) == fmt.Sprint(y.Period)
}
