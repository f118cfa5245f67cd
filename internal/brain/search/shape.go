package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// shape decides what is shown, grouped, ranked and limited.
func (b *builder) shape() bool {
	group, show := b.grouped()
	measures := b.measures()
	switch {
	case len(group) > 0:
		return b.groups(group, show, measures)
	case b.having() != nil:
		return b.havingShape()
	case b.extreme != nil && len(measures) == 0:
		return b.ranked()
	case len(measures) > 0:
		asked := columns(b.asked())
		if len(asked) > 0 && b.countsRows() == b.swapped {
			return b.groups(asked, asked, measures)
		}
		b.query.Select = measures
		return true
	}
	if b.frame == 1 && (b.total() || b.happened()) {
		return true
	}
	return b.when() || b.listed()
}

// countsRows reports whether the measure is the answer itself, and not one
// beside each value that is asked for: the ages and how many have each.
func (b *builder) countsRows() bool {
	for _, m := range b.mentions {
		switch {
		case m.role == shown && len(m.columns) > 0 && !m.isTable():
			return false
		case m.role == counted, m.role == measured:
			return is(b.at(b.q.Context), "how what count in")
		}
	}
	return true
}

// total sums the one number that is asked for: what were receipts last month?
func (b *builder) total() bool {
	asked := b.asked()
	if len(asked) != 1 || !b.ix.Columns[asked[0]].Measure {
		return false
	}
	b.query.Select = []*form.Expr{call(form.Sum, column(asked[0]))}
	return true
}

// happened counts where only a table and a period are said: orders yesterday.
func (b *builder) happened() bool {
	t, ok := b.entity()
	if !ok || len(b.periods) == 0 || len(b.asked()) > 0 {
		return false
	}
	b.extra = append(b.extra, t)
	b.query.Select = []*form.Expr{countAll()}
	return true
}

// when shows the date that is asked for: when did it open?
func (b *builder) when() bool {
	if b.at(b.q.Context) != "when" || len(b.periods) > 0 || len(b.asked()) > 0 {
		return false
	}
	if d := b.mainDate(); d > 0 {
		b.query.Select = columns([]int{d})
		return true
	}
	return false
}

// much is the number that "how much" asks for, 0 for none: one that is named,
// else the money of the table.
func (b *builder) much() int {
	i := slices.Index(b.low[b.q.Context:], "much")
	if i < 1 || b.low[b.q.Context+i-1] != "how" {
		return 0
	}
	for _, m := range b.mentions {
		if n := b.measurable(m); n > 0 && b.ix.Columns[n].Measure && !slices.ContainsFunc(b.bounds, func(o *bound) bool { return o.at == m }) {
			return n
		}
	}
	if t, ok := b.base(); ok {
		for _, c := range b.ix.Tables[t].Columns {
			if k := &b.ix.Columns[c]; k.Measure && slices.ContainsFunc(k.Words, func(w string) bool { return is(w, "amount total price fee revenue cost value paid charge") }) {
				return c
			}
		}
	}
	return 0
}

// measures lists what is counted or reckoned.
func (b *builder) measures() []*form.Expr {
	var out []*form.Expr
	add := func(e *form.Expr) {
		if !slices.ContainsFunc(out, func(o *form.Expr) bool { return sameExpr(o, e) }) {
			out = append(out, e)
		}
	}
	for _, m := range b.mentions {
		switch m.role {
		case counted:
			if m == b.counts {
				add(b.count(m))
			}
		case measured:
			n := b.measurable(m)
			if n == 0 && (m.op == form.Max || m.op == form.Min) {
				n = b.pick(m)
			}
			if n == 0 {
				continue
			}
			for _, op := range b.aggregates(m) {
				add(call(op, column(n)))
			}
		}
	}
	if n := b.much(); len(out) == 0 && n > 0 {
		add(call(form.Sum, column(n)))
	}
	if len(out) == 0 && b.counting {
		if t, ok := b.base(); ok {
			b.extra = append(b.extra, t)
			add(countAll())
		}
	}
	if len(out) == 0 && b.extreme != nil && b.single() {
		if n := b.extremeColumn(); n > 0 && b.frame == 0 {
			add(call(b.end(), column(n)))
			if b.extreme.also != nil {
				add(call(otherEnd(b.end()), column(n)))
			}
		}
	}
	return out
}

// single reports whether the most of something is itself the answer: nothing
// else is asked for.
func (b *builder) single() bool {
	if b.extreme.limit.Text != "1" || is(b.at(b.q.Context), "which who whose") {
		return false
	}
	return len(b.asked()) == 0 && !slices.ContainsFunc(b.mentions, func(m *mention) bool { return m.isTable() && m.end <= b.extreme.first })
}

func (b *builder) end() form.Op {
	if b.extreme.desc {
		return form.Max
	}
	return form.Min
}

func otherEnd(op form.Op) form.Op {
	if op == form.Max {
		return form.Min
	}
	return form.Max
}

// aggregates lists the ones that are said before a mention: minimum, maximum
// and average age.
func (b *builder) aggregates(m *mention) []form.Op {
	ops := []form.Op{m.op}
	for i := m.first - 1; i >= b.q.Context; i-- {
		w := b.at(i)
		if op := form.Op(aggregateIn(w)); op != "" {
			if !slices.Contains(ops, op) {
				ops = append([]form.Op{op}, ops...)
			}
			continue
		}
		if !is(w, "and , the of") {
			break
		}
	}
	return ops
}

// count counts rows, or different values where a column is counted.
func (b *builder) count(m *mention) *form.Expr {
	different := slices.ContainsFunc(b.low[max(m.first-3, 0):m.first], func(w string) bool { return is(w, manyWords) })
	if m.isTable() && !(different && len(m.columns) > 0) && b.frame == 0 {
		b.extra = append(b.extra, m.tables[0])
		return countAll()
	}
	p := b.pick(m)
	if p == 0 {
		b.extra = append(b.extra, m.tables[0])
		return countAll()
	}
	if !different && !m.isTable() && b.frame == 1 {
		b.extra = append(b.extra, b.ix.Columns[p].Table)
		return countAll()
	}
	e := call(form.Count, column(p))
	e.Distinct = different || !b.distinct
	return e
}

// groups shows measures by what they are grouped by.
func (b *builder) groups(group, show, measures []*form.Expr) bool {
	if len(measures) == 0 {
		if b.frame == 0 && b.grain == "" && b.extreme == nil && len(b.asked()) > 0 && b.window() == "" && !b.sums() {
			return b.listed() // each one with what is asked for
		}
		measures = b.groupMeasures()
	}
	var more []*form.Expr
	for _, c := range b.asked() {
		e := column(c)
		if b.ix.Columns[c].Kind == index.Number && !b.ix.Columns[c].Foreign && !b.ix.Columns[c].Primary && b.ix.Columns[c].Measure {
			continue
		}
		if !slices.ContainsFunc(show, func(o *form.Expr) bool { return sameExpr(o, e) }) {
			more = append(more, e)
		}
	}
	if w := b.window(); w != "" {
		for i, m := range measures {
			measures[i] = call(w, m)
		}
	}
	q := b.query
	first := b.measureFirst()
	if first != b.swapped {
		q.Select = slices.Concat(measures, more, show)
	} else {
		q.Select = slices.Concat(more, show, measures)
	}
	if b.frame == 1 && len(more) > 0 { // what is asked for names the group
		q.Select = slices.Concat(more, measures)
	}
	q.Group = group
	q.Group = append(q.Group, more...)
	if b.grain != "" {
		q.Order = []form.Order{{By: group[0]}}
	}
	if b.extreme != nil {
		q.Order = []form.Order{{By: measures[0], Desc: b.extreme.desc}}
		q.Limit = b.extreme.limit
	}
	return true
}

// sums reports whether a number that adds up is asked for.
func (b *builder) sums() bool {
	return slices.ContainsFunc(b.asked(), func(c int) bool { return b.ix.Columns[c].Measure })
}

// groupMeasures is what a group shows when no aggregate is said: the most of a
// column, its sum, or how many rows there are.
func (b *builder) groupMeasures() []*form.Expr {
	if b.extreme != nil && b.extreme.at != nil {
		if n := b.numeric(b.extreme.at); n > 0 {
			return []*form.Expr{call(b.end(), column(n))}
		}
	}
	for _, m := range b.mentions {
		if n := b.measurable(m); m.role == shown && n > 0 && b.ix.Columns[n].Measure {
			op := form.Sum
			if b.frame == 1 {
				op = form.Avg
			}
			return []*form.Expr{call(op, column(n))}
		}
	}
	if t, ok := b.base(); ok {
		b.extra = append(b.extra, t)
	}
	return []*form.Expr{countAll()}
}

// window is what the measures are taken over the rows of the result for.
func (b *builder) window() form.Op {
	for i := b.q.Context; i < len(b.low); i++ {
		switch w := b.low[i]; {
		case is(w, shareWords):
			return form.Share
		case w == "growth":
			if b.grain != "" {
				return form.Growth
			}
		case w == "cumulative", w == "running":
			if b.grain != "" {
				return form.Running
			}
		}
	}
	return ""
}

// measureFirst reports whether the question says the measure before the group.
func (b *builder) measureFirst() bool {
	for _, m := range b.mentions {
		switch m.role {
		case grouping, shown:
			if m.role == grouping || len(m.columns) > 0 && !m.isTable() {
				return false
			}
		case measured, counted:
			return b.grain == ""
		}
	}
	return false
}

// having is the comparison with a number of rows, nil for none: more than three
// orders.
func (b *builder) having() *bound {
	for _, o := range b.bounds {
		if o.number != nil && o.upper == nil && (o.times || o.at != nil && o.at.op != "" && b.numeric(o.at) != 0) {
			return o
		}
		if o.number != nil && o.about == "" && o.upper == nil && o.at != nil && o.at.isTable() && o.at.first > o.first && (b.numeric(o.at) == 0 || b.frame == 0) {
			return o
		}
	}
	return nil
}

func (b *builder) havingShape() bool {
	o := b.having()
	b.groupAsked()
	if len(b.query.Group) == 0 {
		return false
	}
	b.query.Having = compare(o.op, b.boundMeasure(o), o.number)
	switch {
	case !b.counting:
	case b.counts != nil && b.counts.first > o.first, b.counts == nil && (b.tail < len(b.low) || !slices.Contains(b.low[b.q.Context:o.first], "many")):
		b.query.Select = append(b.query.Select, b.query.Having.Left)
	default:
		b.query.Select = []*form.Expr{call(form.Count, &form.Expr{Op: form.Groups})}
	}
	return true
}

// boundMeasure is what a condition on groups compares: an aggregate that is
// said, else how many rows there are.
func (b *builder) boundMeasure(o *bound) *form.Expr {
	if o.at != nil && o.at.op != "" && b.measurable(o.at) > 0 {
		return call(o.at.op, column(b.measurable(o.at)))
	}
	if o.at != nil && o.at.isTable() {
		b.extra = append(b.extra, o.at.tables[0])
	}
	return countAll()
}

// listed shows rows as they are.
func (b *builder) listed() bool {
	b.list()
	if len(b.query.Select) == 0 {
		if t, ok := b.base(); ok {
			b.query.Select = columns(b.names(t))
		}
	}
	return len(b.query.Select) > 0
}

// list selects the columns that are asked for, else the names of the rows.
func (b *builder) list() {
	q := b.query
	asked := b.asked()
	if t, ok := b.entity(); ok && len(asked) == 0 {
		for _, w := range b.low[b.q.Context:] {
			if is(w, allWords) && b.frame == 0 {
				q.Select = []*form.Expr{column(0)}
				b.extra = append(b.extra, t)
				return
			}
		}
		asked = b.names(t)
	}
	q.Select = columns(asked)
	q.Distinct = slices.ContainsFunc(b.low[b.q.Context:], func(w string) bool { return is(w, manyWords) })
}

func sameExpr(a, b *form.Expr) bool {
	if a.Op != b.Op || a.Column != b.Column || a.Via != b.Via || a.Distinct != b.Distinct || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !sameExpr(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}
