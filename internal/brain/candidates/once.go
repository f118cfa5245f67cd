package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// repeated finds the queries of a form over a table whose rows repeat what is asked: the
// total of an order stands in each of its lines, the area of a building in each of its
// months. It gives the key of what counts once.
func repeated(c *Case) map[*form.Query]int {
	found := map[*form.Query]int{}
	c.Query.EachQuery(func(q *form.Query) {
		if q.Once > 0 || len(q.Tables) != 1 || q.Distinct || len(q.Joins) > 0 || !c.repeats(q) {
			return
		}
		if key := c.Index.CountsOnce(q.Tables[0], q.OwnColumns()); key > 0 && c.Index.HasRowAmount(key) && !(sums(q) && c.Index.VariesInTime(key)) {
			found[q] = key
		}
	})
	return found
}

// repeats reports whether a query adds up or averages amounts, or lists several
// things of single rows: there repeated rows change the answer.
func (c *Case) repeats(q *form.Query) bool {
	adds, rows, groups := false, false, len(q.Group) > 0
	q.Visit(func(e *form.Expr) {
		groups = groups || e.Aggregates()
		rows = rows || e.Op == form.Count && !e.Distinct
		if slices.Contains([]form.Op{form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev, form.Corr}, e.Op) && !e.Distinct && len(e.Args) > 0 && !e.Args[0].Aggregates() {
			adds = true
		}
	}, nil)
	return !rows && (adds || !groups && len(q.Select) > 1)
}

// sums reports whether a query adds amounts up.
func sums(q *form.Query) bool {
	found := false
	q.Visit(func(e *form.Expr) { found = found || e.Op == form.Sum && !e.Distinct }, nil)
	return found
}

// countOnce makes rows that repeat each other count once.
func countOnce(c *Case) {
	for q, key := range repeated(c) {
		q.Once = key
		noun := strings.Join(c.Index.Columns[key].Words, " ")
		if e := c.Index.EntityOf(key); e != nil && e.Noun != "" {
			noun = e.Noun
		}
		if text := "several rows are about one " + noun + ", which counts once"; !slices.Contains(c.Assumed, text) {
			c.Assumed = append(c.Assumed, text)
		}
	}
}
