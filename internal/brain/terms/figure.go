package terms

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// applyFigure puts a figure in the place of its stand-in. One whose parts are of the
// same rows is computed where it stands; of parts that are of different rows
// ofOwnRows is asked for by itself.
func (w writer) applyFigure(q *form.Query, t *index.Term, first bool) bool {
	m := t.Meaning
	w.addUp(q, t)
	places := w.places(q, t)
	if first && len(places) > 0 {
		places = places[:1]
	}
	if len(places) == 0 || q.Keep != form.NoTable {
		return false
	}
	leaves := m.Figure.Leaves()
	for _, l := range leaves {
		if l.Where.Relative() && w.timed {
			return false
		}
	}
	if slices.ContainsFunc(leaves, func(l *index.Figure) bool { return l.Table != leaves[0].Table }) {
		return w.computeApart(q, t) || w.computeTogether(q, t, places)
	}
	if m.Time > 0 {
		w.moveTimes(q, m.Time)
	}
	common := conjuncts(leaves[0].Where)
	common = slices.DeleteFunc(slices.Clone(common), func(c *index.Test) bool {
		return slices.ContainsFunc(leaves, func(l *index.Figure) bool {
			return !slices.ContainsFunc(conjuncts(l.Where), func(o *index.Test) bool { return reflect.DeepEqual(o, c) })
		})
	})
	if hasOtherFigures(q, places) {
		common = nil // it says nothing of the other figures
	}
	for _, c := range common {
		addCondition(q, w.cond(c))
	}
	if at, found := slices.BinarySearch(q.Tables, leaves[0].Table); !found {
		q.Tables = slices.Insert(slices.Clone(q.Tables), at, leaves[0].Table)
	}
	fine := w.hasRowEach(q, leaves[0].Table)
	for _, p := range places {
		x := w.expr(m.Figure, common, p.only, fine)
		if x == nil {
			return false
		}
		x.As = p.nameOf(t.Called)
		*p.at = *x
	}
	return true
}

// place is where a stand-in stands, and the rows that it is taken of there: the
// applyFigure of 2024 beside that of 2025.
type place struct {
	at   *form.Expr
	only *form.Cond
}

// nameOf is the name of a figure at its place, "" where that would not say of
// which rows it is.
func (p place) nameOf(name string) string {
	switch {
	case p.only == nil:
		return name
	case p.only.Op == form.During && p.only.Values[0].Text != "":
		return name + " " + p.only.Values[0].Text
	}
	return ""
}

// places lists where the stand-in of a term stands in a query. Of what is
// divided there can be no share and no total so far, and no quotient is a part
// of another.
func (w writer) places(q *form.Query, t *index.Term) []place {
	column, table, _ := w.ix.StandIn(t)
	op := form.Sum
	for _, l := range t.Meaning.Figure.Leaves() {
		if l.Op != index.SumOf && l.Op != index.CountOf && l.Of.Columns()[0] == column {
			op = form.Op(l.Op)
		}
	}
	tree, err := render.Plan(w.ix, q)
	if err != nil || !slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table == table }) {
		return nil
	}
	var list []place
	whole := t.Meaning.Figure.Op != index.Quotient && t.Meaning.Figure.Op != index.Percent
	ok := true
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Share, form.ShareIn, form.Running, form.Div, form.Pct:
			ok = ok && whole
		}
		if len(e.Args) != 1 || e.As != "" {
			return
		}
		arg, only := e.Args[0], (*form.Cond)(nil)
		if arg.Op == form.If {
			arg, only = arg.Args[0], arg.If
		}
		if arg.Op != form.Column {
			return
		}
		if column > 0 && e.Op == op && arg.Column == column ||
			column == 0 && e.Op == form.Count && (arg.Column == 0 || w.ix.Columns[arg.Column].Table == table) {
			list = append(list, place{e, only})
		}
	}, nil)
	if !ok {
		return nil
	}
	return list
}

// addUp adds up a stand-in that was read as a column of single rows: what a
// document defines as a figure is never one. What else is shown is what it is
// shown for.
func (w writer) addUp(q *form.Query, t *index.Term) {
	column, _, _ := w.ix.StandIn(t)
	if column == 0 || len(q.Group) > 0 || q.Distinct || len(q.Per) > 0 {
		return
	}
	aggregated, shown := false, false
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Count, form.Sum, form.Avg, form.Median, form.Min, form.Max, form.Percentile, form.Stdev:
			aggregated = true
		}
	}, nil)
	is := func(e *form.Expr) bool { return e.Op == form.Column && e.Column == column && e.Via == 0 }
	for _, e := range q.Select {
		shown = shown || is(e)
	}
	if aggregated || !shown {
		return
	}
	sum := func(e *form.Expr) *form.Expr { return &form.Expr{Op: form.Sum, Args: []*form.Expr{e}} }
	for i, e := range q.Select {
		if is(e) {
			q.Select[i] = sum(e)
		} else {
			q.Group = append(q.Group, e.Clone())
		}
	}
	for i, o := range q.Order {
		if is(o.By) {
			q.Order[i].By = sum(o.By)
		}
	}
	if len(q.Group) == 0 {
		q.Order, q.Limit, q.Place = nil, nil, nil // one figure
	}
}

// hasOtherFigures is true for a query that has other figures beside those.
func hasOtherFigures(q *form.Query, places []place) bool {
	among := func(e *form.Expr) bool { return slices.ContainsFunc(places, func(p place) bool { return p.at == e }) }
	found := false
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Count, form.Sum, form.Avg, form.Median, form.Min, form.Max, form.Percentile, form.Stdev:
			inner := len(e.Args) == 1 && among(e.Args[0]) // a figure of these figures
			found = found || !inner && !among(e)
		}
	}, nil)
	return found
}

// hasRowEach is true where the joins of a query give one row for each row of a
// table.
func (w writer) hasRowEach(q *form.Query, table int) bool {
	tree, err := render.Plan(w.ix, q)
	if err != nil {
		return false
	}
	at := slices.IndexFunc(tree.Nodes, func(n render.Node) bool { return n.Table == table && n.Via == 0 })
	if at < 0 {
		return false
	}
	seen := map[int]bool{at: true}
	for grown := true; grown; {
		grown = false
		for n, node := range tree.Nodes {
			switch p := node.Parent; {
			case p < 0 || seen[n] == seen[p]:
			case seen[p] && !node.Many:
				seen[n], grown = true, true
			case seen[n] && w.hasOneAbove(node):
				seen[p], grown = true, true
			}
		}
	}
	return len(seen) == len(tree.Nodes)
}

// hasOneAbove is true where a row of a table meets one row of the table above.
func (w writer) hasOneAbove(n render.Node) bool {
	var left []int
	for _, p := range n.On {
		if w.ix.Columns[p.Left].Unique {
			return true
		}
		left = append(left, p.Left)
	}
	if len(left) == 0 {
		return false
	}
	key := w.ix.Tables[w.ix.Columns[left[0]].Table].PrimaryKey
	return len(key) > 0 && !slices.ContainsFunc(key, func(c int) bool { return !slices.Contains(left, c) })
}

// expr writes a figure, taken of certain rows only where only says which. common
// is what the query demands anyway; fine says that the query has one row for
// ofOwnRows that is counted.
func (w writer) expr(f *index.Figure, common []*index.Test, only *form.Cond, fine bool) *form.Expr {
	if len(f.Args) > 0 {
		x := &form.Expr{Op: form.Op(f.Op)}
		for _, a := range f.Args {
			arg := w.expr(a, common, only, fine)
			if arg == nil {
				return nil
			}
			x.Args = append(x.Args, arg)
		}
		return x
	}
	var arg *form.Expr
	distinct := f.Distinct
	switch key := w.ix.Tables[f.Table].PrimaryKey; {
	case f.Of != nil:
		arg = amount(f.Of)
	case fine:
		arg = &form.Expr{Op: form.Column}
	case len(key) == 1:
		arg, distinct = &form.Expr{Op: form.Column, Column: key[0]}, true
	default:
		return nil // rows that the joins repeat cannot be told apart
	}
	own := only.Clone().Conjuncts()
	for _, t := range conjuncts(f.Where) {
		if !slices.ContainsFunc(common, func(o *index.Test) bool { return reflect.DeepEqual(o, t) }) {
			own = append(own, w.cond(t))
		}
	}
	switch len(own) {
	case 0:
	case 1:
		arg = &form.Expr{Op: form.If, Args: []*form.Expr{arg}, If: own[0]}
	default:
		arg = &form.Expr{Op: form.If, Args: []*form.Expr{arg}, If: &form.Cond{Op: form.And, Args: own}}
	}
	return &form.Expr{Op: form.Op(f.Op), Distinct: distinct, Args: []*form.Expr{arg}}
}

func amount(a *index.Amount) *form.Expr {
	if a.Op == "" {
		return &form.Expr{Op: form.Column, Column: a.Column}
	}
	return &form.Expr{Op: form.Op(a.Op), Args: []*form.Expr{amount(a.Args[0]), amount(a.Args[1])}}
}

// computeApart asks for each part of a figure by itself. That can be done for one
// figure, not for one of each region. What the question says of the rows holds
// for each part; a period is laid on the time of each.
func (w writer) computeApart(q *form.Query, t *index.Term) bool {
	if len(q.Select) != 1 || len(q.Group) > 0 || q.Having != nil || q.Set != form.NoSet || q.Limit != nil || q.Place != nil {
		return false
	}
	if column, _, _ := w.ix.StandIn(t); column > 0 && q.Select[0].Op != form.Sum || column == 0 && q.Select[0].Op != form.Count {
		return false
	}
	x := w.scalars(q, t.Meaning.Figure)
	if x == nil {
		return false
	}
	x.As = t.Called
	*q = form.Query{Keep: form.NoTable, Select: []*form.Expr{x}}
	return true
}

func (w writer) scalars(q *form.Query, f *index.Figure) *form.Expr {
	if len(f.Args) > 0 {
		x := &form.Expr{Op: form.Op(f.Op)}
		for _, a := range f.Args {
			arg := w.scalars(q, a)
			if arg == nil {
				return nil
			}
			x.Args = append(x.Args, arg)
		}
		return x
	}
	inner := &form.Query{Keep: form.NoTable, Tables: []int{f.Table}}
	for _, c := range q.Where.Conjuncts() {
		if c = w.conditionFor(c, f.Table); c == nil {
			return nil
		}
		addCondition(inner, c)
	}
	for _, t := range conjuncts(f.Where) {
		addCondition(inner, w.cond(t))
	}
	x := w.expr(f, conjuncts(f.Where), nil, w.hasRowEach(inner, f.Table))
	if x == nil {
		return nil
	}
	inner.Select = []*form.Expr{x}
	return &form.Expr{Op: form.Scalar, Query: inner}
}

// conditionFor is a condition as it holds for rows of another table; nil when these
// cannot be asked that.
func (w writer) conditionFor(c *form.Cond, table int) *form.Cond {
	c = c.Clone()
	if (c.Op == form.During || c.Op == form.NotDuring) && c.Left.Op == form.Column && w.ix.Columns[c.Left.Column].Table != table {
		if c.Left.Column = w.ix.TimeOf(table); c.Left.Column == 0 {
			return nil
		}
		return c
	}
	ok := true
	one := &form.Query{Where: c}
	one.Visit(func(e *form.Expr) {
		ok = ok && (e.Op != form.Column || e.Column == 0 || w.ix.Leads(table, w.ix.Columns[e.Column].Table))
	}, nil)
	if !ok {
		return nil
	}
	return c
}

// cond writes a test on rows.
func (w writer) cond(t *index.Test) *form.Cond {
	c := &form.Cond{Op: form.CondOp(t.Op), Left: &form.Expr{Op: form.Column, Column: t.Column}}
	switch t.Op {
	case "and", "or":
		c.Left = nil
		for _, a := range t.Args {
			c.Args = append(c.Args, w.cond(a))
		}
	case index.Has, index.HasNot:
		return w.existsCond(t)
	case "=", "!=", "<", "<=", ">", ">=":
		c.Right = &form.Expr{Op: form.Literal, Value: w.value(t.Column, t.Values[0])}
	case "during":
		c.Values = []*form.Value{{Kind: form.Period, Text: t.Values[0], Period: w.period(t.Values[0])}}
	default:
		for _, text := range t.Values {
			c.Values = append(c.Values, w.value(t.Column, text))
		}
	}
	return c
}

// period is the time that a definition speaks of, on the day of the question.
func (w writer) period(text string) span.Period {
	if text, ok := strings.CutSuffix(text, index.EndingToday); ok {
		number, unit, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(number)
		if err == nil {
			tomorrow := w.now.AddDate(0, 0, 1)
			return span.Period{Start: goBack(tomorrow, n, unit), End: tomorrow}
		}
	}
	for _, s := range span.Find(span.Words(text), w.now) {
		if s.Kind == span.Temporal {
			return s.Period
		}
	}
	return span.Period{}
}

func goBack(t time.Time, n int, unit string) time.Time {
	switch unit {
	case "weeks":
		return t.AddDate(0, 0, -7*n)
	case "months":
		return monthsBefore(t, n)
	case "quarters":
		return monthsBefore(t, 3*n)
	case "years":
		return monthsBefore(t, 12*n)
	}
	return t.AddDate(0, 0, -n)
}

// monthsBefore is the same day of an earlier month; of one that has no such day,
// the last.
func monthsBefore(t time.Time, n int) time.Time {
	day := t.AddDate(0, -n, 0)
	if day.Day() != t.Day() {
		return day.AddDate(0, 0, -day.Day())
	}
	return day
}

func (w writer) value(column int, text string) *form.Value {
	if w.ix.Columns[column].Type.Numeric() {
		return &form.Value{Kind: form.Number, Text: text}
	}
	return &form.Value{Kind: form.Text, Text: text, Stored: true}
}

// existsCond writes that there are rows of another table, or that there are none.
func (w writer) existsCond(t *index.Test) *form.Cond {
	key := w.ix.Keys[t.Key]
	inner := &form.Query{Keep: form.NoTable, Tables: []int{w.ix.Columns[key.From[0]].Table}}
	left := &form.Expr{Op: form.Row}
	for n := range key.From {
		inner.Select = append(inner.Select, &form.Expr{Op: form.Column, Column: key.From[n]})
		left.Args = append(left.Args, &form.Expr{Op: form.Column, Column: key.To[n]})
	}
	if len(left.Args) == 1 {
		left = left.Args[0]
	}
	if t.Where != nil {
		inner.Where = w.cond(t.Where)
	}
	if t.Least > 1 {
		inner.Group = inner.Clone().Select
		inner.Having = &form.Cond{Op: form.GreaterEqual, Left: &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}},
			Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: strconv.Itoa(t.Least)}}}
	}
	op := form.In
	if t.Op == index.HasNot {
		op = form.NotIn
	}
	return &form.Cond{Op: op, Left: left, Query: inner}
}
