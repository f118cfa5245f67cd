package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

// wrongSums are sums of what a document says is averaged, where the question says
// neither: ratings added up say how many there are.
func wrongSums(c *Case) []*form.Expr {
	for _, w := range c.Asked.Words {
		if summing[strings.ToLower(w.Text)] {
			return nil
		}
	}
	var list []*form.Expr
	add := func(e *form.Expr) {
		if e.Op == form.Sum && e.As == "" && len(e.Args) == 1 && e.Args[0].Op == form.Column && e.Args[0].Column > 0 && c.Index.Columns[e.Args[0].Column].Averaged != "" {
			list = append(list, e)
		}
	}
	c.Query.EachQuery(func(q *form.Query) {
		for _, e := range q.Select {
			add(e)
		}
		for _, o := range q.Order {
			add(o.By)
		}
	})
	return list
}

func averageSums(c *Case) {
	for _, e := range wrongSums(c) {
		e.Op = form.Avg
		column := &c.Index.Columns[e.Args[0].Column]
		if text := strings.Join(column.Words, " ") + " is averaged, as " + column.Averaged + " says"; !slices.Contains(c.Assumed, text) {
			c.Assumed = append(c.Assumed, text)
		}
	}
}

// summing are words that say that something is added up.
var summing = english.NewSet(`total totals totalled sum sums summed add added adds altogether combined overall cumulative cumulated running much worth spend spent
	value volume weigh weight accumulated amount amounts all together`)
