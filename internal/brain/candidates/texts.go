package candidates

import (
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// textAmount is a column of texts that a form takes for amounts, or 0: '100 kg' is less
// than 90 in the order of texts, and has no average. SQLite's types are no more than hints.
func textAmount(ix *index.Index, q *form.Query) int {
	if ix.Dialect == "sqlite" {
		return 0
	}
	found := 0
	see := func(e *form.Expr) {
		if e != nil && e.Op == form.Column && e.Column > 0 && ix.Columns[e.Column].Kind == index.Text && ix.Columns[e.Column].Type == table.Text {
			found = e.Column
		}
	}
	q.EachExpr(func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev, form.Corr, form.Add, form.Sub, form.Mul, form.Div, form.Pct, form.Change, form.Band:
			for _, a := range e.Args {
				see(a)
			}
		}
	})
	q.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(c *form.Cond) {
			switch c.Op {
			case form.Less, form.Greater, form.LessEqual, form.GreaterEqual, form.Between:
				if c.Right != nil && c.Right.Op == form.Literal && c.Right.Value.Kind == form.Number {
					see(c.Left)
				}
			}
		})
	})
	return found
}

// KeptAsText is the column that the most probable form would calculate with, if that holds
// texts; else 0.
func KeptAsText(list []*Candidate) int {
	var best *Candidate
	for _, c := range list {
		if c.Query != nil && (best == nil || c.LogProb > best.LogProb) {
			best = c
		}
	}
	if best == nil {
		return 0
	}
	return best.TextAmount
}
