// Package terms puts what documents define into forms: the number of visits that
// stood in for a conversion rate becomes that rate.
package terms

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// Followed is something that those who ask say of their words, and that a form follows.
type Followed struct {
	By   int // its place in their vocabulary, from 1
	Text string
}

// Apply puts the terms that a question uses into a form that was read with their
// stand-ins: the number of visits becomes the conversion rate. It says which
// terms mean what is defined, and which of those that the question names
// found no place. What the turn before used is put in where it still stands.
func Apply(ix *index.Index, q *form.Query, asked *link.Question) (said []string, followed []Followed, missed []*index.Term) {
	if len(asked.Terms)+len(asked.Carried) == 0 {
		return nil, nil, nil
	}
	follow := func(t *index.Term) {
		if t.By > 0 {
			followed = append(followed, Followed{t.By, definedAs(t)})
		}
		if t.By > 0 || t.Meaning.Column == 0 {
			said = append(said, definedAs(t))
		}
	}
	plain := &form.Plain{Query: q.Clone()}
	w := writer{ix: ix, now: asked.Today(), timed: speaksOfTime(ix, q)}
	w.separatePlaces(q, asked.Terms)
	terms := slices.Clone(asked.Terms)
	slices.SortStableFunc(terms, func(a, b *index.Term) int { return kindOf(a) - kindOf(b) })
	for _, t := range terms {
		if !w.applyTerm(q, t, w.sharesStandIn(t, asked.Terms)) {
			missed = append(missed, t)
			continue
		}
		plain.Terms = append(plain.Terms, t.Called)
		follow(t)
	}
	// A follow-up that names nothing speaks of the same figure, and one that
	// changes nothing was not understood.
	namesMore := slices.ContainsFunc(asked.Names, func(n link.Name) bool { return n.First >= asked.Context && n.OfName() })
	unchanged := asked.Before() != nil && len(asked.Terms) == 0 && render.Sentence(ix, q) == render.Sentence(ix, asked.Before())
	for _, t := range asked.Carried {
		if slices.Contains(asked.Terms, t) || w.sharesStandIn(t, asked.Terms) || namesMore && !w.keepsStandIn(q, t) {
			continue
		}
		if unchanged || !w.applyTerm(q, t, false) {
			missed = append(missed, t)
			continue
		}
		plain.Terms = append(plain.Terms, t.Called)
		follow(t)
	}
	if len(plain.Terms) > 0 {
		q.Plain = plain
	}
	return said, followed, missed
}

// definedAs states a definition that is followed, or only its document where it
// is long.
func definedAs(t *index.Term) string {
	const longest = 100
	if text := strings.TrimRight(strings.NewReplacer("`", "", "*", "").Replace(t.Text), ". "); text != "" && len(text) <= longest {
		return fmt.Sprintf("%s = %s (%s)", t.Called, text, t.Aside())
	}
	if t.By > 0 {
		return fmt.Sprintf("%s as it is defined (%s)", t.Called, t.Aside())
	}
	return fmt.Sprintf("%s as defined in %s", t.Called, t.File)
}

// kindOf orders terms: figures take the place of counts, and what is counted
// after that is named by the kind of its rows.
func kindOf(t *index.Term) int {
	if t.Meaning.Figure != nil {
		return 0
	}
	return 1
}

// Plain are the query that a follow-up changes, and the terms in it.
func Plain(ix *index.Index, q *form.Query) (*form.Query, []*index.Term) {
	if q.Plain == nil {
		return q, nil
	}
	var terms []*index.Term
	for n := range ix.Terms {
		if t := &ix.Terms[n]; t.Meaning != nil && slices.Contains(q.Plain.Terms, t.Called) {
			terms = append(terms, t)
		}
	}
	return q.Plain.Query, terms
}

// DescribedQuery is the query that says in words what q asks. Where a figure was taken
// apart, that is the one before it: it says for which rows and when.
func DescribedQuery(q *form.Query) *form.Query {
	if q.Plain == nil {
		return q
	}
	named := q.Plain.Query.Clone()
	apart := len(q.Tables) == 0 && len(q.Select) == 1
	if together := q.Keep != named.Keep && len(q.Order) == len(named.Order) && len(q.Select) >= len(named.Select); !apart && !together {
		return q
	}
	for i, e := range q.Select[:len(named.Select)] {
		named.Select[i].As = e.As
	}
	for i := range named.Order {
		if !apart {
			named.Order[i].By.As = q.Order[i].By.As
		}
	}
	if len(q.Select) > len(named.Select) && len(named.Order) > 0 { // the figure that rows are ranked by is shown
		named.Select = append(named.Select, named.Order[0].By)
	}
	return named
}

// writer puts definitions into forms.
type writer struct {
	ix    *index.Index
	now   time.Time
	timed bool // the question speaks of a time
}

// keepsStandIn is true where the stand-in of a term is still there after a follow-up.
func (w writer) keepsStandIn(q *form.Query, t *index.Term) bool {
	column, table, _ := w.ix.StandIn(t)
	switch {
	case column > 0:
		return speaksOf(q, column)
	case t.Meaning.Figure != nil:
		return len(w.places(q, t)) > 0
	}
	tree, err := render.Plan(w.ix, q)
	return err == nil && slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table == table })
}

// sharesStandIn is true for a term that has the same stand-in as another of the list.
func (w writer) sharesStandIn(t *index.Term, list []*index.Term) bool {
	column, table, _ := w.ix.StandIn(t)
	return slices.ContainsFunc(list, func(o *index.Term) bool {
		c, n, _ := w.ix.StandIn(o)
		return o != t && c == column && n == table
	})
}

// separatePlaces gives each of several figures with the same stand-in a place of its
// own in what is selected: who asks for revenue and average order value gets both.
func (w writer) separatePlaces(q *form.Query, terms []*index.Term) {
	for i, t := range terms {
		if t.Meaning.Figure == nil || !w.sharesStandIn(t, terms[:i]) {
			continue
		}
		if list := w.places(q, t); len(list) > 0 {
			if at := slices.Index(q.Select, list[0].at); at >= 0 {
				q.Select = slices.Insert(q.Select, at+1, list[0].at.Clone())
			}
		}
	}
}

// applyTerm puts one definition into a query and those inside it; false when it
// finds no place there. shared says that other terms have places like its own,
// so that it takes the first one alone.
func (w writer) applyTerm(q *form.Query, t *index.Term, shared bool) bool {
	m := t.Meaning
	used := false
	var put func(*form.Query) bool
	switch {
	case m.Column > 0:
		put = func(part *form.Query) bool { return speaksOf(part, m.Column) }
	case m.Figure == nil:
		put = func(part *form.Query) bool { return w.applyRows(part, t) }
	case isColumnSum(m.Figure) && !shared:
		w.addUp(q, t)
		nameSums(q, m.Figure.Of.Column, t.Called)
		put = func(part *form.Query) bool { return w.applySum(part, t) }
	default:
		put = func(part *form.Query) bool { return w.applyFigure(part, t, shared) }
	}
	var parts []*form.Query // those that were there before anything is put in
	q.EachQuery(func(part *form.Query) { parts = append(parts, part) })
	for _, part := range parts {
		used = put(part) || used
	}
	return used
}

// isColumnSum is true for the sum of one column.
func isColumnSum(f *index.Figure) bool { return f.Op == index.SumOf && f.Of.Op == "" }

// speaksOf is true for a query that reads a column.
func speaksOf(q *form.Query, column int) bool {
	found := false
	q.Visit(func(e *form.Expr) { found = found || e.Op == form.Column && e.Column == column }, nil)
	return found
}

// applyRows lets a query read certain rows of a table alone. What holds up to today
// says nothing of another time, and rows that only have a time of their own say
// nothing without one.
func (w writer) applyRows(q *form.Query, t *index.Term) bool {
	m := t.Meaning
	tree, err := render.Plan(w.ix, q)
	if err != nil || !slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table == m.Table && n.Via == 0 }) {
		return false
	}
	if m.Where.Relative() && w.timed {
		return false
	}
	if m.Time > 0 && !w.moveTimes(q, m.Time) && m.Where == nil {
		return false
	}
	if m.Where != nil {
		addCondition(q, w.cond(m.Where))
	}
	fine := w.hasRowEach(q, m.Table)
	q.Visit(func(e *form.Expr) {
		if e.Op == form.Count && e.As == "" && e.Args[0].Op == form.Column {
			if c := e.Args[0].Column; c == 0 && fine || c > 0 && w.ix.Columns[c].Unique && w.ix.Columns[c].Table == m.Table {
				e.As = english.Plural(t.Called)
			}
		}
	}, nil)
	return true
}

// applySum adds to a query which rows of a sum count: the model reads revenue as
// the column that the document names, and the document says that completed
// orders alone count. That holds for whatever is added up beside those rows: the
// totals of an order's lines are revenue too. A query that speaks of the column
// itself has its own mind.
func (w writer) applySum(q *form.Query, t *index.Term) bool {
	m := t.Meaning
	f := m.Figure
	beside := !aggregates(q, f.Of.Column)
	if beside && !w.addsAmountsBeside(q, f) {
		return false
	}
	if f.Where.Relative() && w.timed {
		return false
	}
	if m.Time > 0 {
		w.moveTimes(q, m.Time)
	}
	for _, t := range conjuncts(f.Where) {
		if t.Column == 0 || !hasConditionOn(q, t.Column) {
			addCondition(q, w.cond(t))
		}
	}
	if beside {
		w.callAmounts(q, t.Called)
	}
	return true
}

// callAmounts gives the sum of an amount the name that the person used, where
// there is one such sum.
func (w writer) callAmounts(q *form.Query, name string) {
	var list []*form.Expr
	column := 0
	q.Visit(func(e *form.Expr) {
		if !w.addsMoney(e) {
			return
		}
		if c := e.Args[0].Column; column == 0 || column == c {
			column, list = c, append(list, e)
			return
		}
		column = -1
	}, nil)
	if column > 0 {
		for _, e := range list {
			e.As = name
		}
	}
}

// amounts is true for what holds amounts of money, computed or stored.
func (w writer) amounts(e *form.Expr) bool {
	return e.Op == form.Column && e.Column > 0 && columns.IsAmount(w.ix.Columns[e.Column].Words) || slices.ContainsFunc(e.Args, w.amounts)
}

// addsMoney is true for the sum of a column that holds amounts of money.
func (w writer) addsMoney(e *form.Expr) bool {
	return e.Op == form.Sum && len(e.Args) == 1 && e.Args[0].Op == form.Column && e.Args[0].Column > 0 && columns.IsAmount(w.ix.Columns[e.Args[0].Column].Words)
}

// addsAmountsBeside is true for a query that adds up amounts and reads the tables
// whose rows a sum counts.
func (w writer) addsAmountsBeside(q *form.Query, f *index.Figure) bool {
	if f.Where == nil {
		return false
	}
	adds := false
	q.Visit(func(e *form.Expr) { adds = adds || e.Op == form.Sum && len(e.Args) == 1 && w.amounts(e.Args[0]) }, nil)
	tree, err := render.Plan(w.ix, q)
	if !adds || err != nil {
		return false
	}
	return !slices.ContainsFunc(conjuncts(f.Where), func(t *index.Test) bool {
		return t.Column == 0 || !slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table == w.ix.Columns[t.Column].Table })
	})
}

func conjuncts(t *index.Test) []*index.Test {
	switch {
	case t == nil:
		return nil
	case t.Op == "and":
		return t.Args
	}
	return []*index.Test{t}
}

// speaksOfTime is true for a query that speaks of a time: one that it is limited to, or
// that it is shown by.
func speaksOfTime(ix *index.Index, q *form.Query) bool {
	found := false
	q.EachExpr(func(e *form.Expr) {
		found = found || e.Op == form.Column && e.Column > 0 && ix.Columns[e.Column].Kind == index.Time
	})
	return found
}

// moveTimes lays the times of a query on the column that a definition names,
// where they are of the same table. It is true when the query has one there.
func (w writer) moveTimes(q *form.Query, column int) bool {
	found := false
	q.Visit(func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 || e.Via != 0 || w.ix.Columns[e.Column].Kind != index.Time || w.ix.Columns[e.Column].Table != w.ix.Columns[column].Table {
			return
		}
		e.Column, found = column, true
	}, nil)
	return found
}

// nameSums gives the sum of a column the name that the document gives it.
func nameSums(q *form.Query, column int, name string) {
	q.EachExpr(func(e *form.Expr) {
		if e.Op == form.Sum && len(e.Args) == 1 && holdsColumn(e.Args[0], column) {
			e.As = name
		}
	})
}

// addCondition adds a condition that a query does not have yet.
func addCondition(q *form.Query, c *form.Cond) {
	switch {
	case q.Where == nil:
		q.Where = c
	case q.Where.Op == form.And:
		if !slices.ContainsFunc(q.Where.Args, func(o *form.Cond) bool { return form.SameCond(o, c) }) {
			q.Where.Args = append(slices.Clone(q.Where.Args), c)
		}
	case !form.SameCond(q.Where, c):
		q.Where = &form.Cond{Op: form.And, Args: []*form.Cond{q.Where, c}}
	}
}

// aggregates is true for a query that computes with a column over many rows.
func aggregates(q *form.Query, column int) bool {
	found := false
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Median, form.Min, form.Max, form.Percentile, form.Stdev:
			found = found || len(e.Args) > 0 && holdsColumn(e.Args[0], column)
		}
	}, nil)
	return found
}

func holdsColumn(e *form.Expr, column int) bool {
	return e.Op == form.Column && e.Column == column || slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return holdsColumn(a, column) })
}

// hasConditionOn is true for a query with a condition on a column.
func hasConditionOn(q *form.Query, column int) bool {
	found := false
	q.Visit(nil, func(c *form.Cond) { found = found || c.Left != nil && holdsColumn(c.Left, column) })
	return found
}
