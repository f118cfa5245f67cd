package require

import (
	"github.com/plumbdata/plumb/internal/brain/form"
)

// findGrowth lists the words that ask how something grew.
func (c *reader) findGrowth() []*Requirement { return c.findWords(Growth) }

// comparesTimes reports whether a form holds one time against another, or shows one after
// the other.
func (r *Requirement) comparesTimes(query *form.Query) bool {
	found := query.Other != nil
	query.EachExpr(func(e *form.Expr) {
		switch e.Op {
		case form.Growth, form.Change, form.Prev, form.Sub, form.Running, form.If, form.Scalar, form.Day, form.Week, form.Month, form.Quarter, form.Year:
			found = true
		}
	})
	return found
}
