package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// findCorrelation finds the word correlation, and the two columns of numbers that the
// question names, where it names two of one table.
func (c *reader) findCorrelation() []*Requirement {
	at := slices.IndexFunc(c.Low[c.Question.Context:], func(w string) bool { return strings.HasPrefix(w, "correlat") }) + c.Question.Context
	if at < c.Question.Context || c.InName(at) || c.asksPicture("scatter scatterplot plot chart graph diagram") {
		return nil // a picture of it shows both columns
	}
	r := &Requirement{First: at, End: at + 1}
	whole := slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool { return m.Whole && slices.ContainsFunc(m.Columns, c.isFigure) })
	for _, m := range c.Mentions {
		if k := slices.IndexFunc(m.Columns, c.isFigure); k >= 0 && !slices.Contains(r.columns, m.Columns[k]) && (m.Whole || !whole) {
			r.columns = append(r.columns, m.Columns[k])
		}
	}
	if len(r.columns) != 2 || c.Index.Columns[r.columns[0]].Table != c.Index.Columns[r.columns[1]].Table {
		r.columns = nil
	}
	return []*Requirement{r}
}

func (c *reader) isFigure(column int) bool {
	k := &c.Index.Columns[column]
	return k.Kind == index.Boolean || k.Kind == index.Number && k.Measure
}

func (r *Requirement) correlates(query *form.Query) bool {
	found := false
	query.EachExpr(func(e *form.Expr) { found = found || e.Op == form.Corr })
	return found
}

// correlate makes the correlation of the two columns the figure of a form.
func (m *repairer) correlate(query *form.Query, r *Requirement) {
	if len(r.columns) != 2 {
		return
	}
	both := edit.Call(form.Corr, edit.Column(r.columns[0]), edit.Column(r.columns[1]))
	query.Select = append(slices.Clone(query.Group), both)
	query.Order, query.Limit, query.Place, query.Per, query.Distinct, query.Having = nil, nil, nil, nil, false, nil
}
