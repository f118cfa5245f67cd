package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// findMargin finds the word margin where no column is called so, and a table has one
// column of profits and one of sales: it is the one divided by the other.
func (c *reader) findMargin() []*Requirement {
	for i := c.Question.Context; i < len(c.Low); i++ {
		if !english.Among(c.Low[i], "margin margins") || c.InNumberName(i) {
			continue
		}
		first := i
		if english.Among(c.At(i-1), "profit net gross") {
			first--
		}
		for t := range c.Index.Tables {
			profit, sales := c.onlyMeasure(t, "profit profits"), c.onlyMeasure(t, "sales revenue turnover")
			if profit > 0 && sales > 0 {
				return []*Requirement{{First: first, End: i + 1, columns: []int{profit, sales}, tables: []int{t}}}
			}
		}
	}
	return nil
}

// onlyMeasure is the measure of a table whose name ends with one of the words; 0
// where there is none, or several.
func (c *reader) onlyMeasure(t int, words string) int {
	found := 0
	for _, n := range c.Index.Tables[t].Columns {
		k := &c.Index.Columns[n]
		if k.Kind != index.Number || !k.Measure || k.Averages || !english.Among(k.Words[len(k.Words)-1], words) {
			continue
		}
		if found > 0 {
			return 0
		}
		found = n
	}
	return found
}

// dividesProfit reports whether a form divides profits by sales.
func (r *Requirement) dividesProfit(query *form.Query) bool {
	found := false
	query.EachExpr(func(e *form.Expr) {
		if e.Op != form.Pct && e.Op != form.Div {
			return
		}
		reads := func(part *form.Expr, column int) (yes bool) {
			edit.EachPart(part, func(x *form.Expr) { yes = yes || x.Op == form.Column && x.Column == column })
			return yes
		}
		found = found || len(e.Args) == 2 && reads(e.Args[0], r.columns[0]) && reads(e.Args[1], r.columns[1])
	})
	return found
}

// divideProfit puts the profits as a percentage of the sales in the place of a
// form's one figure.
func (m *repairer) divideProfit(query *form.Query, r *Requirement) {
	margin := edit.Call(form.Pct, edit.Call(form.Sum, edit.Column(r.columns[0])), edit.Call(form.Sum, edit.Column(r.columns[1])))
	at := slices.IndexFunc(query.Select, (*form.Expr).Aggregates)
	switch {
	case at >= 0 && slices.ContainsFunc(query.Select[at+1:], (*form.Expr).Aggregates):
		return // of several figures it may be any
	case at >= 0:
		figure := query.Select[at]
		for i, o := range query.Order {
			if edit.SameExpr(o.By, figure) {
				query.Order[i].By = margin.Clone()
			}
		}
		query.Select[at] = margin
	case len(query.Order) == 1 && query.Order[0].By.Aggregates():
		query.Order[0].By = margin
	case len(query.Group) > 0:
		query.Select = append(query.Select, margin)
	case len(query.Select) == 1 && query.Limit == nil:
		query.Select, query.Distinct = []*form.Expr{margin}, false
	}
}
