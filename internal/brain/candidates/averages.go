package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// wrongSums are sums of what is averaged, as its unit, name and values or a document
// say, where the question does not ask for a sum: ratings added up say how many
// there are. The part that one such sum is of another is none either, and nobody
// who asks how long something takes means all times together.
func wrongSums(c *Case) []*form.Expr {
	long := false
	for _, w := range c.Asked.Words {
		said := strings.ToLower(w.Text)
		if summing[said] {
			return nil
		}
		long = long || english.Among(said, "long longer take takes took")
	}
	var list []*form.Expr
	add := func(e *form.Expr) {
		if sum := summed(e); e.As == "" && sum != nil && (averagedColumn(c.Index, sum) != nil || long && lasts(sum.Args[0])) {
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

// summed is the sum that an expression is, or is a part of a whole of.
func summed(e *form.Expr) *form.Expr {
	if (e.Op == form.Share || e.Op == form.ShareIn || e.Op == form.Pct) && len(e.Args) > 0 {
		e = e.Args[0]
	}
	if e.Op == form.Sum && len(e.Args) == 1 {
		return e
	}
	return nil
}

// averagedColumn is the column that a sum is of, where that is averaged.
func averagedColumn(ix *index.Index, sum *form.Expr) *index.Column {
	of := sum.Args[0]
	if of.Op == form.If {
		of = of.Args[0]
	}
	if of.Op != form.Column || of.Column == 0 {
		return nil
	}
	if c := &ix.Columns[of.Column]; c.Averages || c.Averaged != "" {
		return c
	}
	return nil
}

func lasts(e *form.Expr) bool {
	return e.Op == form.Days || e.Op == form.Hours || e.Op == form.Minutes || e.Op == form.Months || e.Op == form.Years
}

func averageSums(c *Case) {
	for _, e := range wrongSums(c) {
		sum := summed(e)
		e.Op, e.Args, e.Distinct = form.Avg, sum.Args, false
		column := averagedColumn(c.Index, sum)
		if column == nil || column.Averaged == "" {
			continue
		}
		if text := strings.Join(column.Words, " ") + " is averaged, as " + column.Averaged + " says"; !slices.Contains(c.Assumed, text) {
			c.Assumed = append(c.Assumed, text)
		}
	}
}

// summing are words that say that something is added up.
var summing = english.NewSet(`total totals totalled sum sums summed add added adds altogether combined overall cumulative cumulated running much worth spend spent
	value volume weigh weight accumulated amount amounts all together`)
