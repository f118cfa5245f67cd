package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
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
	op := form.And
	if b.either && len(conds) == 2 {
		op = form.Or
	}
	b.query.Where = joined(op, conds)
}

// valueConds compares columns with the values that are said. Several of one
// column are alternatives.
func (b *builder) valueConds() []placed {
	var list []placed
	taken := map[int]int{} // by column, the place in list
	for n, v := range b.values {
		if !b.meant(v) {
			continue
		}
		pick := v.items[0]
		if b.item > 0 && b.value == n && len(v.items) > b.item {
			pick = v.items[b.item]
		}
		i := b.q.Items[pick]
		op := form.Equal
		if v.negated {
			op = form.NotEqual
		}
		cond := compare(op, column(i.Column), i.Value)
		if like := b.like(v.first, v.end, v.negated); like != "" {
			cond = &form.Cond{Op: like, Left: column(i.Column), Values: []*form.Value{i.Value}}
		} else if i.Kind == link.Fuzzy && !i.Value.Stored {
			cond = &form.Cond{Op: form.Contains, Left: column(i.Column), Values: []*form.Value{i.Value}}
			if v.negated {
				cond.Op = form.NotContains
			}
		}
		if slices.ContainsFunc(list, func(p placed) bool { return sameTest(p.cond, cond) }) {
			continue
		}
		if at, ok := taken[i.Column]; ok && !v.negated {
			first := list[at].cond
			if first.Op == form.Or {
				first.Args = append(first.Args, cond)
			} else {
				list[at].cond = &form.Cond{Op: form.Or, Args: []*form.Cond{first, cond}}
			}
			continue
		}
		taken[i.Column] = len(list)
		list = append(list, placed{v.first, cond})
	}
	return list
}

// like is the test for a part of a text that is said before a place, "" for
// none.
func (c *clues) like(at, end int, negated bool) form.CondOp {
	op := form.CondOp("")
	for i := max(at-5, c.q.Context); i < at; i++ {
		switch w := c.low[i]; {
		case op == "" && is(w, "contain contains containing include includes including substring word letter letters phrase"):
			op = form.Contains
		case is(w, "start starts starting begin begins beginning prefix"):
			op = form.StartsWith
		case is(w, "end ends ending"):
			op = form.EndsWith
		}
	}
	for end < len(c.low) && strings.ContainsAny(c.low[end], "\"'”’") {
		end++
	}
	if op == "" && c.at(end) == "in" && is(c.at(end+1), "the its their them it") && is(c.at(at-1), "\" ' “ ‘ word") {
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
	for _, s := range b.q.Spans {
		if s.Kind != span.Quoted || slices.ContainsFunc(b.values, func(v *said) bool { return v.first < s.End && s.First < v.end && b.meant(v) }) {
			continue
		}
		var at *mention
		for _, m := range b.mentions {
			inIt := m.first > s.End && m.first-s.End <= 5 && slices.Contains(b.low[s.End:m.first], "in")
			if (m.end <= s.First || inIt) && len(m.columns) > 0 && b.ix.Columns[b.pick(m)].Kind == index.Text {
				at = m
			}
		}
		if at == nil {
			continue
		}
		v := &form.Value{Kind: form.Text, Text: s.Text}
		if op := b.like(s.First, s.End, b.denied(s.First)); op != "" {
			list = append(list, placed{s.First, &form.Cond{Op: op, Left: column(b.pick(at)), Values: []*form.Value{v}}})
		} else {
			list = append(list, placed{s.First, compare(form.Equal, column(b.pick(at)), v)})
		}
	}
	return list
}

// numberConds takes a number beside a name as its value: player 42, 18 years
// old.
func (b *builder) numberConds() []placed {
	var list []placed
	for _, s := range b.q.Spans {
		overlaps := func(first, end int) bool { return first < s.End && s.First < end }
		if s.Kind != span.Number || s.First < b.q.Context || s.Unit != span.Plain ||
			slices.ContainsFunc(b.bounds, func(o *bound) bool { return overlaps(o.first, o.end) }) ||
			slices.ContainsFunc(b.periods, func(p *said) bool { return overlaps(p.first, p.end) }) ||
			slices.ContainsFunc(b.values, func(v *said) bool { return overlaps(v.first, v.end) && b.meant(v) }) ||
			b.query.Limit != nil && b.query.Limit.Text == s.Number {
			continue
		}
		c := 0
		for _, m := range b.mentions {
			if m.end > s.First || s.First-m.end > 2 || !b.connects(m.end, s.First) {
				continue
			}
			if len(m.columns) > 0 && b.ix.Columns[b.pick(m)].Kind == index.Number {
				c = b.pick(m)
			} else if m.isTable() && m.end == s.First && len(b.ix.Tables[m.tables[0]].PrimaryKey) == 1 {
				c = b.ix.Tables[m.tables[0]].PrimaryKey[0]
			}
		}
		if about := comparatives[b.at(s.End+1)]; c == 0 && about != "" {
			c = b.columnFor(about)
		}
		if c > 0 {
			list = append(list, placed{s.First, compare(form.Equal, column(c), number(s.Number))})
		}
	}
	return list
}

func sameTest(a, b *form.Cond) bool {
	return a.Op == b.Op && a.Left != nil && b.Left != nil && sameExpr(a.Left, b.Left) && a.Right != nil && b.Right != nil &&
		a.Right.Value != nil && b.Right.Value != nil && a.Right.Value.Text == b.Right.Value.Text
}

// meant reports whether a value is a condition under this choice.
func (b *builder) meant(v *said) bool {
	covered := slices.ContainsFunc(b.mentions, func(m *mention) bool { return m.first < v.end && v.first < m.end && m.whole })
	exact := b.q.Items[v.items[0]].Kind == link.Exact
	inPeriod := slices.ContainsFunc(b.periods, func(p *said) bool { return p.first < v.end && v.first < p.end }) && b.mainDate() > 0
	inBound := slices.ContainsFunc(b.bounds, func(o *bound) bool { return o.first <= v.first && v.end <= o.end })
	switch {
	case inPeriod || inBound:
		return false
	case v.strong:
		return b.weak >= 0 || v.end-v.first > 1
	case exact && !covered:
		return b.weak >= 0
	}
	return b.weak > 0 && !(covered && !exact)
}

// boundConds compares number columns.
func (b *builder) boundConds() []placed {
	var list []placed
	taken := b.having()
	if len(b.query.Group) > 0 && taken != nil && b.query.Having == nil {
		b.query.Having = compare(taken.op, b.boundMeasure(taken), taken.number)
	}
	for _, o := range b.bounds {
		if o == taken && len(b.query.Group) > 0 {
			continue
		}
		n := 0
		if o.at != nil {
			n = b.measurable(o.at)
		}
		if n == 0 && o.about != "" {
			n = b.columnFor(o.about)
		}
		if n == 0 && o.average {
			n = b.averaged(o)
		}
		if n == 0 {
			continue
		}
		left := column(n)
		switch {
		case o.average:
			t := b.ix.Columns[n].Table
			inner := &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: []*form.Expr{call(form.Avg, column(n))}}
			list = append(list, placed{o.first, &form.Cond{Op: o.op, Left: left, Right: &form.Expr{Op: form.Scalar, Query: inner}}})
			b.unmeasure(n)
		case o.upper != nil:
			list = append(list, placed{o.first, &form.Cond{Op: form.Between, Left: left, Values: []*form.Value{o.number, o.upper}}})
		default:
			list = append(list, placed{o.first, compare(o.op, left, o.number)})
		}
	}
	return list
}

// averaged is the column after the average that a bound compares with.
func (b *builder) averaged(o *bound) int {
	for _, m := range b.mentions {
		if m.first > o.first && m.first <= o.end+2 {
			if n := b.measurable(m); n > 0 {
				return n
			}
		}
	}
	return 0
}

// unmeasure takes back the average that belongs to a comparison.
func (b *builder) unmeasure(n int) {
	e := call(form.Avg, column(n))
	q := b.query
	q.Select = slices.DeleteFunc(q.Select, func(o *form.Expr) bool { return sameExpr(o, e) })
	if len(q.Select) == 0 {
		b.list()
	}
}

func (b *builder) periodConds() []placed {
	if len(b.periods) == 0 {
		return nil
	}
	d := b.mainDate()
	if d == 0 {
		return nil
	}
	var list []placed
	for _, p := range b.periods {
		op := form.During
		if p.negated {
			op = form.NotDuring
		}
		item := p.items[0]
		if b.frame == 1 && len(p.items) > 1 {
			item = p.items[1]
		}
		list = append(list, placed{p.first, &form.Cond{Op: op, Left: column(d), Values: []*form.Value{b.q.Items[item].Value}}})
	}
	if len(list) == 2 && b.periods[1].first-b.periods[0].end <= 1 {
		return []placed{{list[0].at, &form.Cond{Op: form.Or, Args: []*form.Cond{list[0].cond, list[1].cond}}}}
	}
	return list
}

// flagConds tests flags that are named: with a curfew, not refunded.
func (b *builder) flagConds() []placed {
	var list []placed
	for _, m := range b.mentions {
		c := b.pick(m)
		if c == 0 || b.ix.Columns[c].Kind != index.Boolean || m.role == grouping || m.isTable() {
			continue
		}
		texts := yesTexts
		if m.negated {
			texts = noTexts
		}
		for _, v := range b.ix.Columns[c].Enum {
			if is(lower(v.Text), texts) && !b.used(c) {
				list = append(list, placed{m.first, compare(form.Equal, column(c), &form.Value{Kind: form.Text, Text: v.Text, Stored: true})})
				b.query.Select = slices.DeleteFunc(b.query.Select, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == c })
			}
		}
	}
	if len(b.query.Select) == 0 && len(list) > 0 {
		b.list()
		b.query.Select = slices.DeleteFunc(b.query.Select, func(e *form.Expr) bool {
			return e.Op == form.Column && e.Column > 0 && b.ix.Columns[e.Column].Kind == index.Boolean
		})
	}
	return list
}

// used reports whether a value of the column is a condition already.
func (b *builder) used(c int) bool {
	return slices.ContainsFunc(b.values, func(v *said) bool { return b.q.Items[v.items[0]].Column == c && b.meant(v) })
}

// missingConds finds what there is none of: a column without value, or a table
// without rows for the one that is asked about.
func (b *builder) missingConds() []placed {
	var list []placed
	for _, m := range b.mentions {
		if !m.negated || m.role == grouping || slices.ContainsFunc(b.values, func(v *said) bool { return v.first >= m.first && v.first-m.end <= 3 && b.meant(v) }) {
			continue
		}
		if m.isTable() {
			if cond := b.without(m.tables[0]); cond != nil {
				list = append(list, placed{m.first, cond})
			}
			continue
		}
		c := b.pick(m)
		if k := &b.ix.Columns[c]; c > 0 && k.Nullable && k.Kind != index.Boolean && (m.role == narrowing || k.Kind == index.Time || b.counting) {
			list = append(list, placed{m.first, &form.Cond{Op: form.IsNull, Left: column(c)}})
		}
	}
	return list
}

// without is the condition that no row of a table belongs to the row.
func (b *builder) without(t int) *form.Cond {
	e, ok := b.entity()
	if asked := b.asked(); len(asked) > 0 {
		e, ok = b.ix.Columns[asked[0]].Table, true
	}
	if b.counts != nil && b.counts.isTable() {
		e, ok = b.counts.tables[0], true
	}
	if !ok || e == t {
		return nil
	}
	foreign, key, ok := keyTo(b.ix, t, e)
	if !ok {
		if key, foreign, ok = keyTo(b.ix, e, t); !ok {
			return nil
		}
		if b.ix.Columns[key].Nullable {
			return &form.Cond{Op: form.IsNull, Left: column(key)}
		}
	}
	return &form.Cond{Op: form.NotIn, Left: column(key),
		Query: &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: []*form.Expr{column(foreign)}}}
}
