package builtin

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// averaged puts averages in the place of sums of what a document says is
// averaged, where the question says neither: ratings added up say how many there
// are. It says what it did.
func averaged(ix *index.Index, q *form.Query, asked *link.Question) []string {
	for _, w := range asked.Words {
		if summing[strings.ToLower(w.Text)] {
			return nil
		}
	}
	var said []string
	turn := func(e *form.Expr) {
		if e.Op != form.Sum || e.As != "" || len(e.Args) != 1 || e.Args[0].Op != form.Column || e.Args[0].Column == 0 {
			return
		}
		c := &ix.Columns[e.Args[0].Column]
		if c.Averaged == "" {
			return
		}
		e.Op = form.Avg
		if text := strings.Join(c.Words, " ") + " is averaged, as " + c.Averaged + " says"; !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	q.EachQuery(func(q *form.Query) {
		for _, e := range q.Select {
			turn(e)
		}
		for _, o := range q.Order {
			turn(o.By)
		}
	})
	return said
}

// summing are words that say that something is added up.
var summing = english.NewSet(`total totals totalled sum sums summed add added adds altogether combined overall cumulative cumulated running much worth spend spent
	value volume weigh weight accumulated amount amounts all together`)
