package terms

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// farthestKey is how many keys lead from a row to another that it belongs to.
const farthestKey = 3

// Adapted is what a form follows of what those who ask say of all their questions.
type Adapted struct {
	Followed []Followed
	Added    []*form.Cond // conditions that no word of the question names
	Notes    []string     // what could not be followed, and why
}

// Adapt makes a form follow what those who ask say of all their questions: which columns
// they prefer, which rows they leave out, when their years begin. Definitions went into the
// form before.
func Adapt(ix *index.Index, q *form.Query, asked *link.Question) Adapted {
	own := ix.Own
	if own == nil {
		return Adapted{}
	}
	a := &adapter{writer: writer{ix: ix, now: asked.Today()}, q: q, asked: asked, said: asked.Words[asked.Context:]}
	for _, s := range own.Swaps {
		a.swap(s)
	}
	for _, n := range own.Nouns {
		a.noun(n)
	}
	plain := q.Plain
	if plain == nil {
		plain = &form.Plain{Query: q.Clone()}
	}
	if before := asked.Before(); before != nil {
		q.Included = before.Included
	}
	if own.Currency != nil {
		a.currency(own.Currency)
	}
	for _, r := range own.Rules {
		a.rule(r)
	}
	a.years(own)
	if plain.Query.Included = q.Included; len(a.Added) > 0 {
		q.Plain = plain
	}
	return a.Adapted
}

// adapter makes one form follow them.
type adapter struct {
	writer
	Adapted
	q     *form.Query
	asked *link.Question
	said  []span.Word // of the question itself
}

func (a *adapter) follow(by int, text string) {
	if f := (Followed{by, text}); !slices.Contains(a.Followed, f) {
		a.Followed = append(a.Followed, f)
	}
}

// swap reads one column in the place of another, unless the question names that.
func (a *adapter) swap(s index.Swap) {
	first, end := 0, 0
	if len(s.Name) > 0 {
		var ok bool
		if first, end, ok = index.Says(a.said, s.Name); !ok {
			return
		}
	}
	if s.Currency && a.namesCurrency() || slices.ContainsFunc(a.asked.Names, func(n link.Name) bool {
		n.First, n.End = n.First-a.asked.Context, n.End-a.asked.Context
		own := len(s.Name) > 0 && n.First >= first && n.End <= end // the words that mean the other
		return n.First >= 0 && n.Column && n.Number == s.From && (n.Literal || n.Kind == 1) && !own && !s.Currency
	}) {
		return
	}
	exchange := swapColumns
	if s.Join {
		exchange = swapJoins
	}
	if exchange(a.ix, a.q, s) {
		a.follow(s.By, s.Text)
		if a.q.Plain != nil {
			exchange(a.ix, a.q.Plain.Query, s)
		}
	}
}

// swapJoins is true where rows were joined by one key and are by another now.
func swapJoins(ix *index.Index, q *form.Query, s index.Swap) bool {
	uses := func(q *form.Query, key int) bool {
		tree, err := render.Plan(ix, q)
		return err == nil && slices.ContainsFunc(tree.Nodes, func(n render.Node) bool {
			return slices.ContainsFunc(n.On, func(p render.Pair) bool { return p.Left == key || p.Right == key })
		})
	}
	_, to := ix.KeyTarget(s.To)
	if !uses(q, s.From) || uses(q, s.To) {
		return false
	}
	made := q.Clone()
	made.Joins = append(made.Joins, form.Join{Left: s.To, Right: to})
	if t := ix.Columns[s.To].Table; !slices.Contains(made.Tables, t) {
		var way []index.Key // to the table of the other key
		for _, from := range q.Tables {
			for _, w := range waysTo(ix, from, t, farthestKey) {
				if way == nil || len(w) < len(way) {
					way = w
				}
			}
		}
		for _, k := range way {
			for i := range k.From {
				made.Joins = append(made.Joins, form.Join{Left: k.From[i], Right: k.To[i]})
			}
		}
		made.Tables = append(made.Tables, t)
		slices.Sort(made.Tables)
	}
	if !uses(made, s.To) || uses(made, s.From) {
		return false
	}
	plain := q.Plain
	*q = *made
	q.Plain = plain
	return true
}

// swapColumns is true where a column was read and another is read now. A form whose tables
// could not be joined then stays as it is.
func swapColumns(ix *index.Index, q *form.Query, s index.Swap) bool {
	made := q.Clone()
	found := false
	made.EachQuery(func(part *form.Query) {
		before := *part
		before.Tables = slices.Clone(part.Tables)
		was := false
		part.Visit(func(e *form.Expr) {
			if e.Op == form.Column && e.Column == s.From && e.Via == 0 {
				e.Column, was = s.To, true
			}
		}, nil)
		if was && ix.Columns[s.From].Table != ix.Columns[s.To].Table {
			edit.Retable(ix, &before, part)
			part.Tables = slices.DeleteFunc(part.Tables, func(t int) bool {
				return t == ix.Columns[s.From].Table && !slices.Contains(edit.TablesOf(ix, part), t) && len(part.Tables) > 1
			})
		}
		found = found || was
	})
	if !found {
		return false
	}
	if _, err := render.Plan(ix, made); err != nil {
		return false
	}
	plain := q.Plain
	*q = *made
	q.Plain = plain
	return true
}

// noun notes that the rows of a table are called what those who ask call them, where they
// are counted or listed.
func (a *adapter) noun(n index.Noun) {
	counted, grouped := false, len(a.q.Group) > 0
	a.q.Visit(func(e *form.Expr) { counted = counted || e.Op == form.Count }, nil)
	tree, err := render.Plan(a.ix, a.q)
	if err == nil && (counted || !grouped) && slices.ContainsFunc(tree.Nodes, func(o render.Node) bool { return o.Table == n.Table }) {
		a.follow(n.By, n.Text)
	}
}

// rule leaves out the rows that a rule leaves out, unless the question asks for them.
func (a *adapter) rule(r index.Rule) {
	if slices.Contains(a.q.Included, r.Text) {
		return
	}
	if first, _, ok := index.Says(a.said, r.Name); ok && !a.isDenied(first) {
		a.q.Included = append(slices.Clip(a.q.Included), r.Text)
		return
	}
	tested := r.Where.Columns()
	asksAbout := false
	a.q.EachQuery(func(part *form.Query) {
		asksAbout = asksAbout || slices.ContainsFunc(tested, func(c int) bool {
			flag := a.ix.Columns[c].Kind == index.Boolean
			return hasConditionOn(part, c) || flag && speaksOf(part, c)
		})
	})
	if asksAbout {
		return
	}
	var parts []*form.Query
	a.q.EachQuery(func(part *form.Query) { parts = append(parts, part) })
	added := false
	for _, part := range parts {
		tree, err := render.Plan(a.ix, part)
		if err != nil {
			continue
		}
		if r.Learned && a.belong(tree, r.Table) || r.Counted && a.hasFigureOf(part, r.Table) {
			continue
		}
		direct := false
		for _, n := range tree.Nodes {
			if n.Table == r.Table {
				direct = true
				a.add(part, through(a.cond(r.Where), n.Via))
			}
		}
		if !direct && !r.Learned && !r.Counted && a.isOfFigures(part) {
			direct = a.leaveOut(part, tree, r)
		}
		added = added || direct
	}
	if added {
		a.follow(r.By, r.Text)
	}
}

// belong is true for a query over rows that belong to those of a table: what it counts are
// not these.
func (a *adapter) belong(tree render.Tree, table int) bool {
	return slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table != table && a.ix.Leads(n.Table, table) })
}

// hasFigureOf is true for a query that computes something of a column of a table, rather than
// counting its rows.
func (a *adapter) hasFigureOf(q *form.Query, table int) bool {
	found := false
	q.Visit(func(e *form.Expr) {
		if e.Op == form.Count || !e.Op.Aggregates() {
			return
		}
		one := &form.Query{Select: e.Args}
		one.Visit(func(of *form.Expr) {
			found = found || of.Op == form.Column && of.Column > 0 && a.ix.Columns[of.Column].Table == table
		}, nil)
	}, nil)
	return found
}

func (a *adapter) add(q *form.Query, c *form.Cond) {
	addCondition(q, c)
	a.Added = append(a.Added, c)
}

// through is a condition on a copy of a table that a certain key leads to.
func through(c *form.Cond, via int) *form.Cond {
	if via != 0 {
		one := &form.Query{Where: c}
		one.Visit(func(e *form.Expr) {
			if e.Op == form.Column && e.Column > 0 {
				e.Via = via
			}
		}, nil)
	}
	return c
}

// isDenied is true for words behind one that leaves something out: without test customers.
func (a *adapter) isDenied(first int) bool {
	return slices.ContainsFunc(a.asked.Spans, func(s span.Span) bool {
		at := s.End - a.asked.Context
		return s.Kind == span.Negation && at <= first && at >= first-2
	})
}

// isOfFigures is true for a query whose rows are what is asked for, and not those that
// others are looked up among.
func (a *adapter) isOfFigures(q *form.Query) bool {
	found := false
	var see func(*form.Query)
	see = func(top *form.Query) {
		for ; top != nil; top = top.Other {
			found = found || top == q
			top.Visit(func(e *form.Expr) {
				if e.Op == form.Scalar {
					see(e.Query)
				}
			}, nil)
		}
	}
	see(a.q)
	return found
}

// leaveOut leaves out the rows that lead to those of another table which a rule leaves out:
// the orders of test customers. It is false where they do not lead there in one way.
func (a *adapter) leaveOut(q *form.Query, tree render.Tree, r index.Rule) bool {
	var ways [][]index.Key
	for _, n := range tree.Nodes {
		if n.Via == 0 {
			ways = append(ways, waysTo(a.ix, n.Table, r.Table, farthestKey)...)
		}
	}
	if len(ways) == 0 {
		return false
	}
	shortest := slices.MinFunc(ways, func(x, y []index.Key) int { return len(x) - len(y) })
	for _, w := range ways {
		if len(w) == len(shortest) && w[0].From[0] != shortest[0].From[0] {
			return false // through which of them, nothing says
		}
	}
	inner := &form.Query{Keep: form.NoTable, Tables: []int{r.Table}, Where: a.cond(r.Out)}
	for i, k := range slices.Backward(shortest) {
		inner.Select = edit.Columns(k.To)
		left := rowOf(k.From)
		if i > 0 {
			inner = &form.Query{Keep: form.NoTable, Tables: []int{a.ix.Columns[k.From[0]].Table}, Where: &form.Cond{Op: form.In, Left: left, Query: inner}}
			continue
		}
		cond := &form.Cond{Op: form.NotIn, Left: left, Query: inner}
		if len(k.From) == 1 && a.ix.Columns[k.From[0]].Nullable {
			cond = &form.Cond{Op: form.Or, Args: []*form.Cond{cond, {Op: form.IsNull, Left: left.Clone()}}}
		}
		a.add(q, cond)
	}
	return true
}

func rowOf(columns []int) *form.Expr {
	if len(columns) == 1 {
		return edit.Column(columns[0])
	}
	return &form.Expr{Op: form.Row, Args: edit.Columns(columns)}
}

// waysTo are the chains of at most so many keys that lead from one table to another.
func waysTo(ix *index.Index, from, to, most int) [][]index.Key {
	var list [][]index.Key
	for _, k := range ix.KeysFrom(from) {
		switch next := ix.Columns[k.To[0]].Table; {
		case next == from:
		case next == to:
			list = append(list, []index.Key{k})
		case most > 1:
			for _, rest := range waysTo(ix, next, to, most-1) {
				list = append(list, append([]index.Key{k}, rest...))
			}
		}
	}
	return list
}

// namesCurrency is true for a question that says a currency itself.
func (a *adapter) namesCurrency() bool {
	return slices.ContainsFunc(a.said, func(w span.Word) bool { return english.IsCurrency(strings.ToLower(w.Text)) })
}

// currency keeps the rows in a currency, where amounts of several are read; amounts in
// another one stay what they are.
func (a *adapter) currency(c *index.Currency) {
	if a.namesCurrency() {
		return
	}
	var other []string
	a.q.EachQuery(func(part *form.Query) {
		for _, column := range a.amountsIn(part) {
			of := &a.ix.Columns[column]
			if slices.Contains(c.Shown, column) {
				a.follow(c.By, c.ShownText)
				continue
			}
			if unit := strings.ToUpper(of.Unit); english.IsCurrency(strings.ToLower(unit)) && unit != c.Code && !slices.Contains(other, unit) {
				other = append(other, unit)
				continue
			}
			tree, err := render.Plan(a.ix, part)
			for _, rows := range c.Rows {
				if err != nil || hasConditionOn(part, rows.Column) || part.GroupsBy(func(n int) bool { return n == rows.Column }) {
					continue
				}
				home := a.ix.Columns[rows.Column].Table
				inTree := slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Table == home && n.Via == 0 })
				if inTree && a.ix.Leads(of.Table, home) {
					a.add(part, a.cond(rows))
					a.follow(c.By, c.Text)
				}
			}
		}
	})
	if len(other) > 0 {
		a.Notes = append(a.Notes, "the amounts are in "+english.JoinList(other, "and")+": the data have none in "+c.Code+", and Plumb knows no exchange rates")
	}
}

// amountsIn are the columns of money that a query computes with or shows.
func (a *adapter) amountsIn(q *form.Query) []int {
	var list []int
	q.Visit(func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 && !slices.Contains(list, e.Column) {
			if c := &a.ix.Columns[e.Column]; c.Kind == index.Number && (columns.IsAmount(c.Words) || columns.Money.HasAny(c.Words) || english.IsCurrency(strings.ToLower(c.Unit))) {
				list = append(list, e.Column)
			}
		}
	}, nil)
	return list
}

// years counts time in the years of those who ask: periods are theirs already, and buckets
// become so.
func (a *adapter) years(own *index.Own) {
	if !own.Years.Fiscal() {
		return
	}
	used := false
	a.q.EachValue(func(v *form.Value, _ int) {
		used = used || v.Kind == form.Period && v.Period.Years.Fiscal()
	})
	calendar := slices.ContainsFunc(a.said, func(w span.Word) bool { return strings.EqualFold(w.Text, "calendar") })
	var inside func(e *form.Expr)
	inside = func(e *form.Expr) {
		switch e.Op {
		case form.Quarter, form.Year:
			if !calendar && a.hasMonths(e.Args[0]) {
				e.Years, used = own.Years, true
			}
		case form.Max, form.Min, form.Count: // not arithmetic, which needs numbers
			inside(e.Args[0])
		}
	}
	a.q.EachQuery(func(part *form.Query) {
		for _, e := range slices.Concat(part.Select, part.Group, part.Per) {
			inside(e)
		}
		for _, o := range part.Order {
			inside(o.By)
		}
	})
	if used {
		a.follow(own.YearsBy, span.Describe(own.Years))
	}
}

// hasMonths is true for a time that more than its year or quarter is known of.
func (a *adapter) hasMonths(e *form.Expr) bool {
	if e.Op != form.Column || e.Column == 0 {
		return true
	}
	switch a.ix.Columns[e.Column].Form {
	case index.YearNumber, index.MonthOfYear, index.QuarterOfYear, index.ClockText:
		return false
	}
	return true
}
