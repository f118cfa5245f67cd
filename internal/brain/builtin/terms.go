package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// keepDefinitions adds to a form which rows a term of the business counts: the
// model reads revenue as the column that the document names, and the document
// says that completed orders alone count. That holds for whatever is added up
// beside those rows: the totals of an order's lines are revenue too. A query that
// speaks of the column itself has its own mind. It says what was added, and
// whether a definition found no place.
func keepDefinitions(ix *index.Index, q *form.Query, terms []*index.Term) (said []string, missed bool) {
	for _, t := range terms {
		used := false
		called(q, t.Column, strings.Join(t.Name, " "))
		eachQuery(q, func(q *form.Query) {
			if !aggregates(q, t.Column) && !addsUpBeside(ix, q, t) {
				return
			}
			used = true
			for _, r := range t.Where {
				if !mentions(q, r.Column) {
					narrow(q, r)
				}
			}
		})
		missed = missed || !used
		if used && len(t.Where) > 0 {
			said = append(said, fmt.Sprintf("%s as %s defines it", strings.Join(t.Name, " "), t.File))
		}
	}
	return said, missed
}

// addsUpBeside is true for a query that adds something up and reads the tables
// whose rows a term counts.
func addsUpBeside(ix *index.Index, q *form.Query, t *index.Term) bool {
	if len(t.Where) == 0 {
		return false
	}
	adds := false
	exprsOf(q, func(e *form.Expr) { adds = adds || e.Op == form.Sum }, func(*form.Cond) {})
	tree, err := render.Plan(ix, q)
	if !adds || err != nil {
		return false
	}
	return !slices.ContainsFunc(t.Where, func(r index.Rows) bool {
		return !slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table == ix.Columns[r.Column].Table })
	})
}

// called gives the sum of a column the name that the person used.
func called(q *form.Query, column int, name string) {
	eachExpr(q, func(e *form.Expr) {
		if e.Op == form.Sum && len(e.Args) == 1 && holds(e.Args[0], column) {
			e.As = name
		}
	})
}

// calledBefore takes over the names of the turn before.
func calledBefore(q, before *form.Query) {
	if before == nil {
		return
	}
	eachExpr(before, func(e *form.Expr) {
		if e.As != "" && len(e.Args) == 1 && e.Args[0].Op == form.Column {
			called(q, e.Args[0].Column, e.As)
		}
	})
}

func narrow(q *form.Query, r index.Rows) {
	c := &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: r.Column},
		Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: r.Value}}}
	switch {
	case q.Where == nil:
		q.Where = c
	case q.Where.Op == form.And:
		q.Where.Args = append(slices.Clone(q.Where.Args), c)
	default:
		q.Where = &form.Cond{Op: form.And, Args: []*form.Cond{q.Where, c}}
	}
}

// aggregates is true for a query that reckons with a column over many rows.
func aggregates(q *form.Query, column int) bool {
	found := false
	exprsOf(q, func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Median, form.Min, form.Max, form.Percentile, form.Stdev:
			found = found || len(e.Args) > 0 && holds(e.Args[0], column)
		}
	}, func(*form.Cond) {})
	return found
}

func holds(e *form.Expr, column int) bool {
	return e.Op == form.Column && e.Column == column || slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return holds(a, column) })
}

// mentions is true for a query with a condition on a column.
func mentions(q *form.Query, column int) bool {
	found := false
	exprsOf(q, func(*form.Expr) {}, func(c *form.Cond) { found = found || c.Left != nil && holds(c.Left, column) })
	return found
}
