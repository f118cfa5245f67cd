package builtin

import (
	"github.com/plumbdata/plumb/internal/brain/form"
)

// implausible tells of shares that cannot be meant: a part that is more than the
// whole, or that is the whole in every group. It is "" where there are none.
func (c *candidate) implausible() string {
	if c.result == nil {
		return ""
	}
	for i, e := range c.query.Select {
		if !partOfWhole(e) || i >= len(c.result.Columns) {
			continue
		}
		whole, more := 0, false
		for _, row := range c.result.Rows {
			n, ok := row[i].Float64()
			more = more || ok && n > 100+roundOff
			if ok && n > 100-roundOff && n < 100+roundOff {
				whole++
			}
		}
		switch {
		case more:
			return "This comes to more than 100%, which a share cannot be: either it is not what you meant, or something is counted twice. Do you want it anyway?"
		case whole > 1 && whole == len(c.result.Rows):
			return "This comes to 100% in every group. Is that what you meant?"
		}
	}
	return ""
}

// roundOff is how far from a number the same number may come out.
const roundOff = 1e-6

// partOfWhole is true for a percentage of the rows or the amount that a condition
// leaves.
func partOfWhole(e *form.Expr) bool {
	if e.Op != form.Pct || len(e.Args) != 2 {
		return false
	}
	part, whole := e.Args[0], e.Args[1]
	return part.Op == whole.Op && (part.Op == form.Count || part.Op == form.Sum) && len(part.Args) == 1 && len(whole.Args) == 1 &&
		part.Args[0].Op == form.If && whole.Args[0].Op != form.If && len(part.Args[0].Args) == 1 && form.SameFigure(part.Args[0].Args[0], whole.Args[0])
}
