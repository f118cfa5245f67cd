package ruleparser

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// shape decides what is shown, grouped, ranked and limited.
func (b *builder) shape() bool {
	group, show := b.groupsOf()
	measures := b.measures()
	switch {
	case len(group) > 0:
		return b.groups(group, show, measures)
	case b.countBound() != nil:
		return b.havingShape()
	case b.Extreme != nil && len(measures) == 0:
		return b.buildRanking()
	case len(measures) > 0:
		asked := edit.Columns(b.askedColumns())
		if len(asked) > 0 && !b.countsRows() {
			return b.groups(asked, asked, measures)
		}
		b.query.Select = measures
		return true
	}
	return b.selectDate() || b.buildList()
}

// countsRows reports whether the measure is the answer itself, and not one
// beside each value that is asked for: the ages and how many have each.
func (b *builder) countsRows() bool {
	for _, m := range b.Mentions {
		switch {
		case m.Role == clue.Shown && len(m.Columns) > 0 && !m.IsTable():
			return false
		case m.Role == clue.Counting, m.Role == clue.Measured:
			return english.Among(b.At(b.Question.Context), "how what count in")
		}
	}
	return true
}

// selectDate shows the date that is asked for: when did it open?
func (b *builder) selectDate() bool {
	if b.At(b.Question.Context) != "when" || len(b.Periods) > 0 || len(b.askedColumns()) > 0 {
		return false
	}
	if d := b.mainDate(); d > 0 {
		b.query.Select = edit.Columns([]int{d})
		return true
	}
	return false
}

// much is the number that "how much" asks for, 0 for none: one that is named,
// else the money of the table.
func (b *builder) much() int {
	i := slices.Index(b.Low[b.Question.Context:], "much")
	if i < 1 || b.Low[b.Question.Context+i-1] != "how" {
		return 0
	}
	for _, m := range b.Mentions {
		if n := b.measurable(m); n > 0 && b.Index.Columns[n].Measure && !slices.ContainsFunc(b.Bounds, func(o *clue.Bound) bool { return o.Mention == m }) {
			return n
		}
	}
	if t, ok := b.base(); ok {
		for _, c := range b.Index.Tables[t].Columns {
			if k := &b.Index.Columns[c]; k.Measure && columns.Money.HasAny(k.Words) {
				return c
			}
		}
	}
	return 0
}

// measures lists what is counted or computed.
func (b *builder) measures() []*form.Expr {
	var out []*form.Expr
	add := func(e *form.Expr) {
		if !slices.ContainsFunc(out, func(o *form.Expr) bool { return edit.SameExpr(o, e) }) {
			out = append(out, e)
		}
	}
	for _, m := range b.Mentions {
		switch m.Role {
		case clue.Counting:
			if m == b.Counted {
				add(b.count(m))
			}
		case clue.Measured:
			n := b.measurable(m)
			if n == 0 && (m.Op == form.Max || m.Op == form.Min) {
				n = b.pick(m)
			}
			if n == 0 {
				continue
			}
			for _, op := range b.aggregates(m) {
				add(edit.Call(op, edit.Column(n)))
			}
		}
	}
	if n := b.much(); len(out) == 0 && n > 0 {
		add(edit.Call(form.Sum, edit.Column(n)))
	}
	if len(out) == 0 && b.Counting {
		if t, ok := b.base(); ok {
			b.extra = append(b.extra, t)
			add(edit.CountAll())
		}
	}
	if len(out) == 0 && b.Extreme != nil && b.single() {
		if n := b.extremeColumn(); n > 0 {
			add(edit.Call(b.end(), edit.Column(n)))
			if b.Extreme.Also != nil {
				add(edit.Call(otherEnd(b.end()), edit.Column(n)))
			}
		}
	}
	return out
}

// single reports whether the most of something is itself the answer: nothing
// else is asked for.
func (b *builder) single() bool {
	if b.Extreme.Limit.Text != "1" || english.Among(b.At(b.Question.Context), "which who whose") {
		return false
	}
	return len(b.askedColumns()) == 0 && !slices.ContainsFunc(b.Mentions, func(m *clue.Mention) bool { return m.IsTable() && m.End <= b.Extreme.First })
}

func (b *builder) end() form.Op {
	if b.Extreme.Desc {
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
func (b *builder) aggregates(m *clue.Mention) []form.Op {
	ops := []form.Op{m.Op}
	for i := m.First - 1; i >= b.Question.Context; i-- {
		w := b.At(i)
		if op := form.Op(clue.AggregateInList(w)); op != "" {
			if !slices.Contains(ops, op) {
				ops = append([]form.Op{op}, ops...)
			}
			continue
		}
		if !english.Among(w, "and , the of") {
			break
		}
	}
	return ops
}

// count counts rows, or different values where a column is counted.
func (b *builder) count(m *clue.Mention) *form.Expr {
	different := slices.ContainsFunc(b.Low[max(m.First-3, 0):m.First], func(w string) bool { return english.Among(w, clue.ManyWords) })
	if m.IsTable() && !(different && len(m.Columns) > 0) {
		b.extra = append(b.extra, m.Tables[0])
		return edit.CountAll()
	}
	p := b.pick(m)
	if p == 0 {
		b.extra = append(b.extra, m.Tables[0])
		return edit.CountAll()
	}
	e := edit.Call(form.Count, edit.Column(p))
	e.Distinct = true
	return e
}

// groups shows measures by what they are grouped by.
func (b *builder) groups(group, show, measures []*form.Expr) bool {
	if len(measures) == 0 {
		if b.Grain == "" && b.Extreme == nil && len(b.askedColumns()) > 0 && b.window() == "" && !b.sums() {
			return b.buildList() // each one with what is asked for
		}
		measures = b.groupMeasures()
	}
	var more []*form.Expr
	for _, c := range b.askedColumns() {
		e := edit.Column(c)
		if b.Index.Columns[c].Kind == index.Number && !b.Index.Columns[c].Foreign && !b.Index.Columns[c].Primary && b.Index.Columns[c].Measure {
			continue
		}
		if !slices.ContainsFunc(show, func(o *form.Expr) bool { return edit.SameExpr(o, e) }) {
			more = append(more, e)
		}
	}
	if w := b.window(); w != "" {
		for i, m := range measures {
			measures[i] = edit.Call(w, m)
		}
	}
	q := b.query
	if b.measureFirst() {
		q.Select = slices.Concat(measures, more, show)
	} else {
		q.Select = slices.Concat(more, show, measures)
	}
	q.Group = group
	q.Group = append(q.Group, more...)
	if b.Grain != "" {
		q.Order = []form.Order{{By: group[0]}}
	}
	if b.Extreme != nil {
		q.Order = []form.Order{{By: measures[0], Desc: b.Extreme.Desc}}
		q.Limit = b.Extreme.Limit
	}
	return true
}

// sums reports whether a number that adds up is asked for.
func (b *builder) sums() bool {
	return slices.ContainsFunc(b.askedColumns(), func(c int) bool { return b.Index.Columns[c].Measure })
}

// groupMeasures is what a group shows when no aggregate is said: the most of a
// column, its sum, or how many rows there are.
func (b *builder) groupMeasures() []*form.Expr {
	if b.Extreme != nil && b.Extreme.Mention != nil {
		if n := b.NumberColumn(b.Extreme.Mention); n > 0 {
			return []*form.Expr{edit.Call(b.end(), edit.Column(n))}
		}
	}
	for _, m := range b.Mentions {
		if n := b.measurable(m); m.Role == clue.Shown && n > 0 && b.Index.Columns[n].Measure {
			return []*form.Expr{edit.Call(form.Sum, edit.Column(n))}
		}
	}
	if t, ok := b.base(); ok {
		b.extra = append(b.extra, t)
	}
	return []*form.Expr{edit.CountAll()}
}

// window is what the measures are taken over the rows of the result for.
func (b *builder) window() form.Op {
	for i := b.Question.Context; i < len(b.Low); i++ {
		switch w := b.Low[i]; {
		case english.Among(w, clue.ShareWords):
			return form.Share
		case w == "growth":
			if b.Grain != "" {
				return form.Growth
			}
		case w == "cumulative", w == "running":
			if b.Grain != "" {
				return form.Running
			}
		}
	}
	return ""
}

// measureFirst reports whether the question says the measure before the group.
func (b *builder) measureFirst() bool {
	for _, m := range b.Mentions {
		switch m.Role {
		case clue.Grouping, clue.Shown:
			if m.Role == clue.Grouping || len(m.Columns) > 0 && !m.IsTable() {
				return false
			}
		case clue.Measured, clue.Counting:
			return b.Grain == ""
		}
	}
	return false
}

// countBound is the comparison with a number of rows, nil for none: more than three
// orders.
func (b *builder) countBound() *clue.Bound {
	for _, o := range b.Bounds {
		if o.Number != nil && o.Upper == nil && (o.Times || o.Mention != nil && o.Mention.Op != "" && b.NumberColumn(o.Mention) != 0) {
			return o
		}
		if o.Number != nil && o.About == "" && o.Upper == nil && o.Mention != nil && o.Mention.IsTable() && o.Mention.First > o.First {
			return o
		}
	}
	return nil
}

func (b *builder) havingShape() bool {
	o := b.countBound()
	b.groupAsked()
	if len(b.query.Group) == 0 {
		return false
	}
	b.query.Having = edit.Compare(o.Op, b.boundMeasure(o), o.Number)
	switch {
	case !b.Counting:
	case b.Counted != nil && b.Counted.First > o.First, b.Counted == nil && (b.ShownFrom < len(b.Low) || !slices.Contains(b.Low[b.Question.Context:o.First], "many")):
		b.query.Select = append(b.query.Select, b.query.Having.Left)
	default:
		b.query.Select = []*form.Expr{edit.Call(form.Count, &form.Expr{Op: form.Groups})}
	}
	return true
}

// boundMeasure is what a condition on groups compares: an aggregate that is
// said, else how many rows there are.
func (b *builder) boundMeasure(o *clue.Bound) *form.Expr {
	if o.Mention != nil && o.Mention.Op != "" && b.measurable(o.Mention) > 0 {
		return edit.Call(o.Mention.Op, edit.Column(b.measurable(o.Mention)))
	}
	if o.Mention != nil && o.Mention.IsTable() {
		b.extra = append(b.extra, o.Mention.Tables[0])
	}
	return edit.CountAll()
}

// buildList shows rows as they are.
func (b *builder) buildList() bool {
	b.list()
	if len(b.query.Select) == 0 {
		if t, ok := b.base(); ok {
			b.query.Select = edit.Columns(b.names(t))
		}
	}
	return len(b.query.Select) > 0
}

// list selects the columns that are asked for, else the names of the rows.
func (b *builder) list() {
	q := b.query
	asked := b.askedColumns()
	if t, ok := b.entity(); ok && len(asked) == 0 {
		for _, w := range b.Low[b.Question.Context:] {
			if english.Among(w, clue.AllWords) {
				q.Select = []*form.Expr{edit.Column(0)}
				b.extra = append(b.extra, t)
				return
			}
		}
		asked = b.names(t)
	}
	q.Select = edit.Columns(asked)
	q.Distinct = slices.ContainsFunc(b.Low[b.Question.Context:], func(w string) bool { return english.Among(w, clue.ManyWords) })
}
