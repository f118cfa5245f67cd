package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
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
		if text := "several rows are about one " + c.Index.EntityName(key) + ", which counts once"; !slices.Contains(c.Assumed, text) {
			c.Assumed = append(c.Assumed, text)
		}
	}
}

// FindSharedAmount finds a sum of what several rows repeat, by something that these rows
// differ in: the total of an order, for each product in its lines. Each of them gets
// all of it. It gives the amount and the key of what it belongs to, or 0.
func FindSharedAmount(ix *index.Index, q *form.Query) (amount, key int) {
	if q.Once > 0 || len(q.Tables) != 1 || len(q.Joins) > 0 {
		return 0, 0
	}
	own := q.OwnColumns()
	q.Visit(func(e *form.Expr) {
		if e.Op != form.Sum || e.Distinct || len(e.Args) != 1 || e.Args[0].Op != form.Column || e.Args[0].Column <= 0 || amount > 0 {
			return
		}
		of := ix.CountsOnce(q.Tables[0], []int{e.Args[0].Column})
		if of > 0 && ix.CountsOnce(q.Tables[0], own) == 0 && ix.HasRowAmount(of) && !ix.VariesInTime(of) {
			amount, key = e.Args[0].Column, of
		}
	}, nil)
	return amount, key
}

// useRowAmounts adds up what each row amounts to instead, if that is clear: the only
// quantity times the only price of the row.
func useRowAmounts(c *Case) {
	amount, key := FindSharedAmount(c.Index, c.Query)
	e := c.Index.EntityOf(key)
	whole := amount > 0 && slices.ContainsFunc(c.Index.Columns[amount].Words, func(w string) bool {
		return english.Among(w, "total subtotal amount revenue sales value sum turnover")
	}) && !slices.ContainsFunc(c.Index.Columns[amount].Words, func(w string) bool { return english.Among(w, "tax taxes discount shipping refund refunded fee") })
	if !whole || e == nil {
		return
	}
	var quantities, prices []int
	for _, n := range c.Index.Tables[c.Query.Tables[0]].Columns {
		k := &c.Index.Columns[n]
		if k.Kind != index.Number || slices.Contains(e.Attributes, n) {
			continue
		}
		if slices.ContainsFunc(k.Words, func(w string) bool { return english.Among(w, "quantity qty units pieces") }) {
			quantities = append(quantities, n)
		}
		if slices.Contains(k.Words, "price") {
			prices = append(prices, n)
		}
	}
	if len(quantities) != 1 || len(prices) != 1 {
		return
	}
	c.Query.Visit(func(e *form.Expr) {
		if e.Op == form.Sum && len(e.Args) == 1 && e.Args[0].Op == form.Column && e.Args[0].Column == amount {
			e.Args[0] = &form.Expr{Op: form.Mul, Args: []*form.Expr{{Op: form.Column, Column: quantities[0]}, {Op: form.Column, Column: prices[0]}}}
		}
	}, nil)
	name := func(n int) string { return strings.Join(c.Index.Columns[n].Words, " ") }
	c.Assumed = append(c.Assumed, name(amount)+" is of several rows together; a row amounts to "+name(quantities[0])+" times "+name(prices[0]))
}
