package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// addedWords ask for what a time added, not for what there was until then.
var addedWords = english.NewSet("new newly daily added adds add additional additions increase increased rise rose extra reported report reports during within")

// newWords ask for it surely.
var newWords = english.NewSet("new newly")

// runningTotal is the column that holds what another adds up to until then, 0 where there
// is none: cumulative_cases of cases.
func runningTotal(ix *index.Index, column int) int {
	if column <= 0 || ix.Columns[column].Kind != index.Number {
		return 0
	}
	return columnNamed(ix, column, "cumulative_"+ix.Columns[column].Name)
}

// addedBy is the column of what each time adds to a running total, 0 where there is none.
func addedBy(ix *index.Index, column int) int {
	if column <= 0 {
		return 0
	}
	for _, n := range ix.Tables[ix.Columns[column].Table].Columns {
		if runningTotal(ix, n) == column {
			return n
		}
	}
	return 0
}

func columnNamed(ix *index.Index, beside int, name string) int {
	for _, n := range ix.Tables[ix.Columns[beside].Table].Columns {
		if ix.Columns[n].Name == name {
			return n
		}
	}
	return 0
}

// dayAmounts are the amounts of a form that are what one day added, where the question
// asks for what there was on that day.
func dayAmounts(c *Case) []*form.Expr {
	if c.says(addedWords) {
		return nil
	}
	var list []*form.Expr
	c.Query.EachQuery(func(q *form.Query) {
		if !slices.ContainsFunc(q.Where.Conjuncts(), func(k *form.Cond) bool { return isOneDay(c.Index, k) }) {
			return
		}
		for _, e := range q.Select {
			for _, e := range amountsIn(e) {
				if runningTotal(c.Index, e.Column) > 0 {
					list = append(list, e)
				}
			}
		}
		for _, o := range q.Order {
			for _, e := range amountsIn(o.By) {
				if runningTotal(c.Index, e.Column) > 0 {
					list = append(list, e)
				}
			}
		}
	})
	return list
}

// amountsIn are the columns that an expression is about.
func amountsIn(e *form.Expr) []*form.Expr {
	var list []*form.Expr
	(&form.Query{Select: []*form.Expr{e}}).EachExpr(func(x *form.Expr) {
		if x.Op == form.Column {
			list = append(list, x)
		}
	})
	return list
}

// isOneDay is true for a condition that leaves one day: on 31 December, on the latest date.
func isOneDay(ix *index.Index, k *form.Cond) bool {
	if k.Left == nil || k.Left.Op != form.Column || k.Left.Column <= 0 || ix.Columns[k.Left.Column].Kind != index.Time {
		return false
	}
	switch k.Op {
	case form.Equal:
		return k.Right != nil && k.Right.Op == form.Scalar
	case form.During:
		p := k.Values[0].Period
		return p.Grain == span.Day && !p.Recurring() && !p.Start.IsZero() && p.End.Equal(p.Start.AddDate(0, 0, 1))
	}
	return false
}

func useRunningTotals(c *Case) {
	for _, e := range dayAmounts(c) {
		e.Column = runningTotal(c.Index, e.Column)
	}
}

// risesOfTotals are the differences of a form between the total of one time and that of
// the time before, or of its beginning: what was added, which another column holds.
func risesOfTotals(c *Case) []*form.Expr {
	var list []*form.Expr
	c.Query.EachExpr(func(e *form.Expr) {
		if e.Op != form.Sub || len(e.Args) != 2 {
			return
		}
		later, earlier := e.Args[0], e.Args[1]
		if earlier.Op == form.Prev {
			earlier = earlier.Args[0]
		} else if later.Op != form.Max || earlier.Op != form.Min {
			return
		}
		of, total := c.amountOf(later)
		before, totalBefore := c.amountOf(earlier)
		if of > 0 && of == before && (total || totalBefore || later.Op == form.Max || c.says(newWords)) {
			list = append(list, e)
		}
	})
	return list
}

// amountOf is the column of what each time adds that a figure is about, 0 where there is
// none; total says that the figure is of the running total.
func (c *Case) amountOf(e *form.Expr) (column int, total bool) {
	if e.Op != form.Max && e.Op != form.Min && e.Op != form.Sum || len(e.Args) != 1 || e.Args[0].Op != form.Column {
		return 0, false
	}
	n := e.Args[0].Column
	if added := addedBy(c.Index, n); added > 0 {
		return added, true
	}
	if runningTotal(c.Index, n) > 0 {
		return n, false
	}
	return 0, false
}

func addUpRises(c *Case) {
	for _, e := range risesOfTotals(c) {
		column := *e.Args[0].Args[0]
		column.Column, _ = c.amountOf(e.Args[0])
		*e = form.Expr{Op: form.Sum, Args: []*form.Expr{&column}}
	}
}
