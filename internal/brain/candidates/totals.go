package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// countedTotals are counts of rows that are totals already, such as the sales of a
// product in a state and month: how many there are says nothing. Who asks for rows by
// that name wants them counted.
func countedTotals(c *Case) []*form.Expr {
	if len(c.Query.Tables) != 1 {
		return nil
	}
	t := c.Query.Tables[0]
	if onlyAmount(c.Index, t) == 0 {
		return nil
	}
	for _, w := range c.Asked.Words[c.Asked.Context:] {
		if english.Among(strings.ToLower(w.Text), "row rows record records entry entries line lines observation observations times often values filled missing") {
			return nil
		}
	}
	var list []*form.Expr
	c.Query.Visit(func(e *form.Expr) {
		if e.Op == form.Count && !e.Distinct && len(e.Args) == 1 && countsRows(e.Args[0]) {
			list = append(list, e)
		}
	}, nil)
	return list
}

func countsRows(e *form.Expr) bool {
	if e.Op == form.If {
		e = e.Args[0]
	}
	return e.Op == form.Column && e.Column == 0
}

// addUpTotals adds up the amount of the table instead.
func addUpTotals(c *Case) {
	amount := onlyAmount(c.Index, c.Query.Tables[0])
	for _, e := range countedTotals(c) {
		e.Op = form.Sum
		of := e.Args[0]
		if of.Op == form.If {
			of = of.Args[0]
		}
		of.Column = amount
	}
	c.Assumed = append(c.Assumed, "each row is a total, so "+strings.Join(c.Index.Columns[amount].Words, " ")+" is added up")
}

// onlyAmount is the one amount of a table whose rows are totals: all other columns
// have few values, times aside, and none of them tells the rows apart. It is 0 for other tables.
func onlyAmount(ix *index.Index, t int) int {
	rows := ix.Tables[t].Rows
	if rows < leastTotals {
		return 0
	}
	amount, categories := 0, 0
	for _, n := range ix.Tables[t].Columns {
		switch k := &ix.Columns[n]; {
		case k.Primary || k.Unique || k.Foreign:
			return 0
		case slices.Contains(k.Words, "cumulative"): // what rows add up to, so that it tells them apart
		case k.Kind == index.Number && k.Measure && (k.Averages || k.Averaged != ""):
		case k.Kind == index.Number && k.Measure:
			if amount > 0 {
				return 0
			}
			amount = n
		case k.Kind == index.Time:
		case k.Distinct == 0 || int64(k.Distinct)*totalsEach > rows:
			return 0
		case k.Kind == index.Text:
			categories++
		}
	}
	if categories < 2 {
		return 0
	}
	return amount
}

// A table holds totals where it has this many rows, and as many for each value of a
// category. Set by hand.
const (
	leastTotals = 50
	totalsEach  = 8
)
