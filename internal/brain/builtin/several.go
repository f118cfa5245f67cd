package builtin

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// inSeveral tells of sums whose rows a join repeats for several groups: an
// order's total counts in each category of its lines, and the categories add up
// to more than there is. It is "" where a candidate has no such sum.
func (c *candidate) inSeveral(ix *index.Index) string {
	if len(c.notes.Single)+len(c.notes.Doubled) == 0 {
		return ""
	}
	for _, e := range c.query.Select {
		if e.Op != form.Sum || e.Args[0].Op != form.Column || e.Args[0].Column == 0 {
			continue
		}
		of := ix.Columns[e.Args[0].Column].Table
		if slices.ContainsFunc(c.query.Group, func(g *form.Expr) bool {
			return g.Op == form.Column && g.Column > 0 && !ix.Leads(of, ix.Columns[g.Column].Table)
		}) {
			return fmt.Sprintf("One of the %s may belong to several of these groups and counts in full in each, so the groups add up to more than the total. Is that what you want?", render.Table(ix, of, true))
		}
	}
	return ""
}
