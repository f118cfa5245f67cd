package builtin

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// otherColumn finds the one column that stands in an aspect of y where x has
// another. It is not ok when they differ in more than that.
func otherColumn(about aspect, x, y *form.Query) (ofX, ofY int, ok bool) {
	d := &form.Difference{}
	switch about {
	case measure:
		d.Exprs(x.Select, y.Select)
	case dimension:
		d.Exprs(x.Group, y.Group)
	case filter, period:
		d.Conds(conditions(x.Where, about), conditions(y.Where, about))
	case group:
		d.Cond(x.Having, y.Having)
	}
	if d.More || len(d.Columns) != 1 {
		return 0, 0, false
	}
	return d.Columns[0][0], d.Columns[0][1], true
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
