package reply

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
)

// Unconnected says which tables nothing connects, and what figures of the first
// there are instead.
func Unconnected(ix *index.Index, c *render.Crossing) string {
	of, by := render.Table(ix, c.Of, true), render.Table(ix, c.By, true)
	text := fmt.Sprintf("%s and %s are related only through %s, each of which has many of both, so they cannot be joined.", upperFirst(of), by, render.Table(ix, c.At, true))
	others := categories(ix, c.Of)
	for t := range ix.Tables {
		if t != c.Of && t != c.By && ix.Leads(c.Of, t) && len(ix.Tables[t].Display) > 0 && len(others) < maxOthers {
			others = append(others, render.Table(ix, t, false))
		}
	}
	if len(others) == 0 {
		return text
	}
	return text + " You can ask for " + of + " by " + english.JoinList(others, "or") + "."
}

// categories are columns of a table that tell its rows apart by a few values.
func categories(ix *index.Index, t int) []string {
	var list []string
	for _, n := range ix.Tables[t].Columns {
		if c := &ix.Columns[n]; c.Kind == index.Text && !c.Foreign && !c.Primary && len(c.Enum) > 1 && len(list) < maxOthers/2 {
			list = append(list, strings.Join(c.Words, " "))
		}
	}
	return list
}

// maxOthers is how many other groups are offered.
const maxOthers = 4
