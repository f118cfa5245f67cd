package ruleparser

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// placed is a condition with the place of its words.
type placed struct {
	at   int
	cond *form.Cond
}

// where collects the conditions in the order of their words.
func (b *builder) where() {
	var list []placed
	list = append(list, b.valueConds()...)
	list = append(list, b.quoteConds()...)
	list = append(list, b.numberConds()...)
	list = append(list, b.boundConds()...)
	list = append(list, b.periodConds()...)
	list = append(list, b.flagConds()...)
	list = append(list, b.missingConds()...)
	slices.SortStableFunc(list, func(x, y placed) int { return x.at - y.at })
	var conds []*form.Cond
	for _, p := range list {
		conds = append(conds, p.cond)
	}
	b.query.Where = form.AllOf(conds)
}

// valueConds compares columns with the values that are said. Several of one
// column are alternatives.
func (b *builder) valueConds() []placed {
	var list []placed
	taken := map[int]int{} // by column, the place in list
	for _, v := range b.Values {
		if !b.isCondition(v) {
			continue
		}
		i := b.Question.Items[v.Items[0]]
		op := form.Equal
		if v.Negated {
			op = form.NotEqual
		}
		cond := edit.Compare(op, edit.Column(i.Column), i.Value)
		if like := b.like(v.First, v.End, v.Negated); like != "" {
			cond = &form.Cond{Op: like, Left: edit.Column(i.Column), Values: []*form.Value{i.Value}}
		} else if i.Kind == link.Fuzzy && !i.Value.Stored {
			cond = &form.Cond{Op: form.Contains, Left: edit.Column(i.Column), Values: []*form.Value{i.Value}}
			if v.Negated {
				cond.Op = form.NotContains
			}
		}
		if slices.ContainsFunc(list, func(p placed) bool { return sameTest(p.cond, cond) }) {
			continue
		}
		if at, ok := taken[i.Column]; ok && !v.Negated {
			first := list[at].cond
			if first.Op == form.Or {
				first.Args = append(first.Args, cond)
			} else {
				list[at].cond = &form.Cond{Op: form.Or, Args: []*form.Cond{first, cond}}
			}
			continue
		}
		taken[i.Column] = len(list)
		list = append(list, placed{v.First, cond})
	}
	return list
}

// like is the test for a part of a text that is said before a place, "" for
// none.
func (b *builder) like(at, end int, negated bool) form.CondOp {
	op := form.CondOp("")
	for i := max(at-5, b.Question.Context); i < at; i++ {
		switch w := b.Low[i]; {
		case op == "" && english.Among(w, "contain contains containing include includes including substring word letter letters phrase"):
			op = form.Contains
		case english.Among(w, "start starts starting begin begins beginning prefix"):
			op = form.StartsWith
		case english.Among(w, "end ends ending"):
			op = form.EndsWith
		}
	}
	for end < len(b.Low) && strings.ContainsAny(b.Low[end], "\"'”’") {
		end++
	}
	if op == "" && b.At(end) == "in" && english.Among(b.At(end+1), "the its their them it") && english.Among(b.At(at-1), "\" ' “ ‘ word") {
		op = form.Contains // with "box" in the name
	}
	if op != "" && negated {
		op = "not" + op
	}
	return op
}

// quoteConds tests for quoted text that no stored value is, on the column
// before it.
func (b *builder) quoteConds() []placed {
	var list []placed
	for _, s := range b.Question.Spans {
		if s.Kind != span.Quoted || slices.ContainsFunc(b.Values, func(v *clue.Phrase) bool { return v.First < s.End && s.First < v.End && b.isCondition(v) }) {
			continue
		}
		var at *clue.Mention
		for _, m := range b.Mentions {
			inIt := m.First > s.End && m.First-s.End <= 5 && slices.Contains(b.Low[s.End:m.First], "in")
			if (m.End <= s.First || inIt) && len(m.Columns) > 0 && b.Index.Columns[b.pick(m)].Kind == index.Text {
				at = m
			}
		}
		if at == nil {
			continue
		}
		v := &form.Value{Kind: form.Text, Text: s.Text}
		if op := b.like(s.First, s.End, b.NegatedBefore(s.First)); op != "" {
			list = append(list, placed{s.First, &form.Cond{Op: op, Left: edit.Column(b.pick(at)), Values: []*form.Value{v}}})
		} else {
			list = append(list, placed{s.First, edit.Compare(form.Equal, edit.Column(b.pick(at)), v)})
		}
	}
	return list
}

// numberConds takes a number beside a name as its value: player 42, 18 years
// old.
func (b *builder) numberConds() []placed {
	var list []placed
	for _, s := range b.Question.Spans {
		overlaps := func(first, end int) bool { return first < s.End && s.First < end }
		if s.Kind != span.Number || s.First < b.Question.Context || s.Unit != span.Plain ||
			slices.ContainsFunc(b.Bounds, func(o *clue.Bound) bool { return overlaps(o.First, o.End) }) ||
			slices.ContainsFunc(b.Periods, func(p *clue.Phrase) bool { return overlaps(p.First, p.End) }) ||
			slices.ContainsFunc(b.Values, func(v *clue.Phrase) bool { return overlaps(v.First, v.End) && b.isCondition(v) }) ||
			b.query.Limit != nil && b.query.Limit.Text == s.Number {
			continue
		}
		c := 0
		for _, m := range b.Mentions {
			if m.End > s.First || s.First-m.End > 2 || !b.Connected(m.End, s.First) {
				continue
			}
			if len(m.Columns) > 0 && b.Index.Columns[b.pick(m)].Kind == index.Number {
				c = b.pick(m)
			} else if m.IsTable() && m.End == s.First && len(b.Index.Tables[m.Tables[0]].PrimaryKey) == 1 {
				c = b.Index.Tables[m.Tables[0]].PrimaryKey[0]
			}
		}
		if about := clue.Comparatives[b.At(s.End+1)]; c == 0 && about != "" {
			c = b.columnFor(about)
		}
		if c > 0 {
			list = append(list, placed{s.First, edit.Compare(form.Equal, edit.Column(c), edit.Number(s.Number))})
		}
	}
	return list
}

func sameTest(a, b *form.Cond) bool {
	return a.Op == b.Op && a.Left != nil && b.Left != nil && edit.SameExpr(a.Left, b.Left) && a.Right != nil && b.Right != nil &&
		a.Right.Value != nil && b.Right.Value != nil && a.Right.Value.Text == b.Right.Value.Text
}

// isCondition reports whether a value is a condition.
func (b *builder) isCondition(v *clue.Phrase) bool {
	covered := slices.ContainsFunc(b.Mentions, func(m *clue.Mention) bool { return m.First < v.End && v.First < m.End && m.Whole })
	exact := b.Question.Items[v.Items[0]].Kind == link.Exact
	inPeriod := slices.ContainsFunc(b.Periods, func(p *clue.Phrase) bool { return p.First < v.End && v.First < p.End }) && b.mainDate() > 0
	inBound := slices.ContainsFunc(b.Bounds, func(o *clue.Bound) bool { return o.First <= v.First && v.End <= o.End })
	return !inPeriod && !inBound && (v.Strong || exact && !covered)
}

// boundConds compares number columns.
func (b *builder) boundConds() []placed {
	var list []placed
	taken := b.countBound()
	if len(b.query.Group) > 0 && taken != nil && b.query.Having == nil {
		b.query.Having = edit.Compare(taken.Op, b.boundMeasure(taken), taken.Number)
	}
	for _, o := range b.Bounds {
		if o == taken && len(b.query.Group) > 0 {
			continue
		}
		n := 0
		if o.Mention != nil {
			n = b.measurable(o.Mention)
		}
		if n == 0 && o.About != "" {
			n = b.columnFor(o.About)
		}
		if n == 0 && o.Average {
			n = b.averagedColumn(o)
		}
		if n == 0 {
			continue
		}
		left := edit.Column(n)
		switch {
		case o.Average:
			t := b.Index.Columns[n].Table
			inner := &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: []*form.Expr{edit.Call(form.Avg, edit.Column(n))}}
			list = append(list, placed{o.First, &form.Cond{Op: o.Op, Left: left, Right: &form.Expr{Op: form.Scalar, Query: inner}}})
			b.unmeasure(n)
		case o.Upper != nil:
			list = append(list, placed{o.First, &form.Cond{Op: form.Between, Left: left, Values: []*form.Value{o.Number, o.Upper}}})
		default:
			list = append(list, placed{o.First, edit.Compare(o.Op, left, o.Number)})
		}
	}
	return list
}

// averagedColumn is the column after the average that a bound compares with.
func (b *builder) averagedColumn(o *clue.Bound) int {
	for _, m := range b.Mentions {
		if m.First > o.First && m.First <= o.End+2 {
			if n := b.measurable(m); n > 0 {
				return n
			}
		}
	}
	return 0
}

// unmeasure takes back the average that belongs to a comparison.
func (b *builder) unmeasure(n int) {
	e := edit.Call(form.Avg, edit.Column(n))
	q := b.query
	q.Select = slices.DeleteFunc(q.Select, func(o *form.Expr) bool { return edit.SameExpr(o, e) })
	if len(q.Select) == 0 {
		b.list()
	}
}

func (b *builder) periodConds() []placed {
	if len(b.Periods) == 0 {
		return nil
	}
	d := b.mainDate()
	if d == 0 {
		return nil
	}
	var list []placed
	for _, p := range b.Periods {
		op := form.During
		if p.Negated {
			op = form.NotDuring
		}
		list = append(list, placed{p.First, &form.Cond{Op: op, Left: edit.Column(d), Values: []*form.Value{b.Question.Items[p.Items[0]].Value}}})
	}
	if len(list) == 2 && b.Periods[1].First-b.Periods[0].End <= 1 {
		return []placed{{list[0].at, &form.Cond{Op: form.Or, Args: []*form.Cond{list[0].cond, list[1].cond}}}}
	}
	return list
}

// flagConds tests flags that are named: with a curfew, not refunded.
func (b *builder) flagConds() []placed {
	var list []placed
	for _, m := range b.Mentions {
		c := b.pick(m)
		if c == 0 || b.Index.Columns[c].Kind != index.Boolean || m.Role == clue.Grouping || m.IsTable() {
			continue
		}
		for _, v := range b.Index.Columns[c].Enum {
			if yes, ok := english.ParseBool(v.Text); ok && yes != m.Negated && !b.isUsed(c) {
				list = append(list, placed{m.First, edit.Compare(form.Equal, edit.Column(c), &form.Value{Kind: form.Text, Text: v.Text, Stored: true})})
				b.query.Select = slices.DeleteFunc(b.query.Select, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == c })
			}
		}
	}
	if len(b.query.Select) == 0 && len(list) > 0 {
		b.list()
		b.query.Select = slices.DeleteFunc(b.query.Select, func(e *form.Expr) bool {
			return e.Op == form.Column && e.Column > 0 && b.Index.Columns[e.Column].Kind == index.Boolean
		})
	}
	return list
}

// isUsed reports whether a value of the column is a condition already.
func (b *builder) isUsed(c int) bool {
	return slices.ContainsFunc(b.Values, func(v *clue.Phrase) bool { return b.Question.Items[v.Items[0]].Column == c && b.isCondition(v) })
}

// missingConds finds what there is none of: a column without value, or a table
// without rows for the one that is asked about.
func (b *builder) missingConds() []placed {
	var list []placed
	for _, m := range b.Mentions {
		if !m.Negated || m.Role == clue.Grouping || slices.ContainsFunc(b.Values, func(v *clue.Phrase) bool { return v.First >= m.First && v.First-m.End <= 3 && b.isCondition(v) }) {
			continue
		}
		if m.IsTable() {
			if cond := b.without(m.Tables[0]); cond != nil {
				list = append(list, placed{m.First, cond})
			}
			continue
		}
		c := b.pick(m)
		if k := &b.Index.Columns[c]; c > 0 && k.Nullable && k.Kind != index.Boolean && (m.Role == clue.Narrowing || k.Kind == index.Time || b.Counting) {
			list = append(list, placed{m.First, &form.Cond{Op: form.IsNull, Left: edit.Column(c)}})
		}
	}
	return list
}

// without is the condition that no row of a table belongs to the row.
func (b *builder) without(t int) *form.Cond {
	e, ok := b.entity()
	if asked := b.askedColumns(); len(asked) > 0 {
		e, ok = b.Index.Columns[asked[0]].Table, true
	}
	if b.Counted != nil && b.Counted.IsTable() {
		e, ok = b.Counted.Tables[0], true
	}
	if !ok || e == t {
		return nil
	}
	foreign, key, ok := edit.KeyTo(b.Index, t, e)
	if !ok {
		if key, foreign, ok = edit.KeyTo(b.Index, e, t); !ok {
			return nil
		}
		if b.Index.Columns[key].Nullable {
			return &form.Cond{Op: form.IsNull, Left: edit.Column(key)}
		}
	}
	return &form.Cond{Op: form.NotIn, Left: edit.Column(key),
		Query: &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: []*form.Expr{edit.Column(foreign)}}}
}
