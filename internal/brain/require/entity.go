package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// findEntityCounts finds what is counted, where several rows of a table are
// about one of it: customers, in a table of order lines. Who ordered twice has
// two orders, of any number of lines.
func (c *reader) findEntityCounts() []*Requirement {
	var list []*Requirement
	for i := c.Question.Context; i < len(c.Low); i++ {
		key := 0
		switch {
		case english.IsPlural(c.Low[i]) && c.countsNoun(i):
			key = c.entityAt(i)
		case english.Among(c.Low[i], "ordered bought purchased") && c.isOften(i+1):
			if e := c.Index.EntityNamed("order"); e != nil {
				key = e.Key
			}
		}
		if key > 0 {
			list = append(list, &Requirement{First: i, End: i + 1, columns: []int{key}})
		}
	}
	return list
}

// entityAt is the key of the entity that a word means; 0 where it means none, or
// part of a value, or a table.
func (c *reader) entityAt(i int) int {
	if len(c.Low[i]) < 3 || clue.Overlaps(&clue.Phrase{First: i, End: i + 1}, c.Values) {
		return 0
	}
	e := c.Index.EntityNamed(c.Low[i])
	if e == nil {
		return 0
	}
	own := c.Index.Columns[e.Key].Table // a file of orders may have a row for each of their lines
	if slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool {
		return m.First <= i && i < m.End && m.Whole && m.IsTable() && !(slices.Equal(m.Tables, []int{own}) && c.Index.Tables[own].Noun == index.PlainRow)
	}) {
		return 0
	}
	return e.Key
}

// countsNoun reports whether a question counts the things that the word at a
// place is for: how many customers, customers per country, the most orders.
func (c *reader) countsNoun(i int) bool {
	next := c.At(i + 1)
	at := i - 1
	for english.Among(c.At(at), clue.Articles) || english.Among(c.At(at), "different distinct unique individual separate our all these those of") {
		at--
	}
	before := c.At(at)
	if before == "many" && c.At(at-1) == "how" {
		return true
	}
	if !c.endsName(i+1) && !english.Among(next, "by per were was are have has had did do does there placed with ordered bought made used went") {
		return false
	}
	switch {
	case english.Among(before, "number count numbers most fewest least"):
		return true
	case c.At(i-1) == "of" && english.Among(before, "percentage percent % share proportion fraction"):
		return true
	case c.isBounded(at):
		return true
	case at < c.Question.Context, english.Among(before, "show total and , list group split divide count"):
		return english.Among(next, "by per")
	}
	return false
}

// isOften reports whether words from a place on say how many times: just once,
// more than three times.
func (c *reader) isOften(i int) bool {
	for english.Among(c.At(i), "just only exactly at least more than most") || c.At(i) != "" && strings.Trim(c.At(i), "0123456789") == "" {
		i++
	}
	return english.Among(c.At(i), "once twice times")
}

// isBounded reports whether a place ends what bounds a number of things: at least
// 20, more than 50.
func (c *reader) isBounded(at int) bool {
	number := at >= c.Question.Context && at < len(c.Low) && strings.Trim(c.Low[at], "0123456789") == ""
	return number && c.At(at) != "" && english.Among(c.At(at-1), "least than over under most exactly only")
}

// countsKeys reports whether a form counts different keys where it counts at all.
func (r *Requirement) countsKeys(query *form.Query) bool { return len(r.countsOfRows(query)) == 0 }

// countsOfRows lists the counts of rows of the entity's table, in a query that
// has no group for each of the entities.
func (r *Requirement) countsOfRows(query *form.Query) []*form.Expr {
	key := r.columns[0]
	var list []*form.Expr
	query.EachQuery(func(q *form.Query) {
		if !slices.Equal(q.Tables, []int{r.ix.Columns[key].Table}) || slices.ContainsFunc(q.Group, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == key }) {
			return
		}
		visit := func(e *form.Expr) {
			if e.Op == form.Count && !e.Distinct && len(e.Args) == 1 && countedColumn(e.Args[0]) != nil {
				list = append(list, e)
			}
		}
		for _, e := range slices.Concat(q.Select, edit.OrderExprs(q)) {
			edit.EachPart(e, visit)
		}
		for _, cond := range q.Having.Conjuncts() {
			for _, e := range []*form.Expr{cond.Left, cond.Right} {
				if e != nil {
					edit.EachPart(e, visit)
				}
			}
		}
	})
	return list
}

// countedColumn is the column that a count counts, if any rows or only some.
func countedColumn(e *form.Expr) *form.Expr {
	if e.Op == form.If && len(e.Args) > 0 {
		e = e.Args[0]
	}
	if e.Op != form.Column {
		return nil
	}
	return e
}

func (m *repairer) countKeys(query *form.Query, r *Requirement) {
	for _, e := range r.countsOfRows(query) {
		countedColumn(e.Args[0]).Column = r.columns[0]
		e.Distinct = true
	}
}

// findEntityAverages finds the average of what each entity amounts to: the average
// order value, in a table of order lines.
func (c *reader) findEntityAverages() []*Requirement {
	for i := c.Question.Context + 1; i < len(c.Low); i++ {
		if !english.Among(c.At(i-1), "average avg mean") || !english.Among(c.At(i+1), "value values size amount total worth") {
			continue
		}
		if key := c.entityAt(i); key > 0 {
			return []*Requirement{{First: i - 1, End: i + 2, columns: []int{key}}}
		}
	}
	return nil
}

// averagesEntities reports whether a form takes no average of single rows.
func (r *Requirement) averagesEntities(query *form.Query) bool {
	return len(r.averagesOfRows(query)) == 0
}

func (r *Requirement) averagesOfRows(query *form.Query) []*form.Expr {
	var list []*form.Expr
	query.EachQuery(func(q *form.Query) {
		if !slices.Equal(q.Tables, []int{r.ix.Columns[r.columns[0]].Table}) {
			return
		}
		for _, e := range slices.Concat(q.Select, edit.OrderExprs(q)) {
			edit.EachPart(e, func(e *form.Expr) {
				if e.Op == form.Avg && len(e.Args) == 1 && e.Args[0].Op != form.Scalar && !(e.Args[0].Op == form.Column && r.ix.CountsOnce(q.Tables[0], []int{r.columns[0], e.Args[0].Column}) == r.columns[0]) {
					list = append(list, e)
				}
			})
		}
	})
	return list
}

// divideByEntities divides the sum over the rows by the number of entities.
func (m *repairer) divideByEntities(query *form.Query, r *Requirement) {
	for _, e := range r.averagesOfRows(query) {
		of := e.Args[0]
		*e = *edit.Call(form.Div, edit.Call(form.Sum, of), &form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{edit.Column(r.columns[0])}})
	}
	for _, e := range r.countsOfRows(query) { // only with at least 20 orders
		countedColumn(e.Args[0]).Column = r.columns[0]
		e.Distinct = true
	}
}
