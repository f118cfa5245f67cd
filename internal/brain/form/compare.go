package form

import (
	"fmt"
	"slices"
)

// Difference is what two parts of forms differ in.
type Difference struct {
	Columns [][2]int // columns that stand in the same place
	More    bool     // they differ in other things too
}

// Exprs adds what two lists differ in.
func (d *Difference) Exprs(x, y []*Expr) {
	if len(x) != len(y) {
		d.More = true
		return
	}
	for i := range x {
		d.expr(x[i], y[i])
	}
}

func (d *Difference) expr(x, y *Expr) {
	switch {
	case x == nil && y == nil:
		return
	case x == nil || y == nil || x.Op != y.Op || x.Distinct != y.Distinct || !SameValue(x.Value, y.Value) || x.Query != nil || y.Query != nil:
		d.More = true
		return
	case x.Column != y.Column && x.Column*y.Column != 0:
		d.Columns = append(d.Columns, [2]int{x.Column, y.Column})
	case x.Column != y.Column || x.Via != y.Via:
		d.More = true
	}
	d.Exprs(x.Args, y.Args)
	d.Cond(x.If, y.If)
}

// Conds adds what two lists differ in.
func (d *Difference) Conds(x, y []*Cond) {
	if len(x) != len(y) {
		d.More = true
		return
	}
	for i := range x {
		d.Cond(x[i], y[i])
	}
}

// Cond adds what two conditions differ in.
func (d *Difference) Cond(x, y *Cond) {
	switch {
	case x == nil && y == nil:
		return
	case x == nil || y == nil || x.Op != y.Op || x.Query != nil || y.Query != nil || !slices.EqualFunc(x.Values, y.Values, SameValue):
		d.More = true
		return
	}
	d.Conds(x.Args, y.Args)
	d.expr(x.Left, y.Left)
	d.expr(x.Right, y.Right)
}

// SameCond is true for conditions that say the same.
func SameCond(x, y *Cond) bool {
	d := &Difference{}
	d.Cond(x, y)
	return !d.More && len(d.Columns) == 0
}

// SameValue compares what values say, not whether they are stored.
func SameValue(x, y *Value) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Kind == y.Kind && x.Text == y.Text && fmt.Sprint(x.Period) == fmt.Sprint(y.Period)
}
