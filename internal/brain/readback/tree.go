package readback

import (
	"fmt"
	"strings"
)

// relation is a select with its names resolved.
type relation struct {
	items    []item
	distinct bool
	from     []*source
	where    []*node // all must hold
	group    []*node
	having   []*node // all must hold
	order    []key
	limit    *node
	offset   *node
	per      []*node // the limit holds within each of these
	set      string
	all      bool
	other    *relation
	parts    []*relation // the operands of a set operation that is only looked at
	normal   bool        // normalise has been here
	// flattened says that the groups come from a derived table that was joined.
	flattened bool
}

type item struct {
	name string
	e    *node
}

type key struct {
	e    *node
	desc bool
}

// source is a table or a derived table in a from.
type source struct {
	id    int
	alias string
	table int // of the index, or -1 for a derived table
	sub   *relation
	cte   *with   // whose rows these are, where it is a common table expression
	left  bool    // rows on the other side stay without a partner here
	on    []*node // of a left join
}

type kind uint8

const (
	kColumn kind = iota
	kNumber
	kText
	kNull
	kStar
	kCall    // name in text
	kBinary  // arithmetic, || and comparisons; operator in text
	kAnd     // any number of args
	kOr      // any number of args
	kNot     // one arg
	kCase    // condition and value by turns, then the else, which may be nil
	kIsNull  // one arg
	kIn      // the first arg among the others
	kInQuery // one arg
	kExists
	kScalar
	kBetween // three args
	kLike    // two args
	kGroups  // the groups of the relation, inside count
	kOpaque  // something that a form cannot say; its parts are in args
)

// node is an expression. A column of a derived table has the number of its item
// in column.
type node struct {
	kind     kind
	text     string
	source   *source
	column   int
	args     []*node
	not      bool
	fold     bool // of kLike: without difference of case on every engine
	distinct bool
	filter   *node
	over     *window
	sub      *relation
}

type window struct {
	partition []*node
	order     []key
	rows      int // so many rows before the current one and it; -1 without a frame
}

func number(s string) *node { return &node{kind: kNumber, text: s} }

func call(name string, args ...*node) *node { return &node{kind: kCall, text: name, args: args} }

// id spells an expression so that equal ones have equal spellings.
func (e *node) id() string {
	var b strings.Builder
	e.spell(&b)
	return b.String()
}

func (e *node) spell(b *strings.Builder) {
	if e == nil {
		b.WriteString("nil")
		return
	}
	fmt.Fprintf(b, "(%d %s", e.kind, e.text)
	if e.source != nil {
		fmt.Fprintf(b, " %d.%d", e.source.id, e.column)
	}
	if e.not {
		b.WriteString(" not")
	}
	if e.distinct {
		b.WriteString(" distinct")
	}
	if e.sub != nil {
		fmt.Fprintf(b, " %p", e.sub)
	}
	if e.filter != nil {
		b.WriteString(" filter")
		e.filter.spell(b)
	}
	if e.over != nil {
		fmt.Fprintf(b, " over %d", e.over.rows)
		for _, p := range e.over.partition {
			p.spell(b)
		}
		for _, o := range e.over.order {
			fmt.Fprintf(b, " order %t", o.desc)
			o.e.spell(b)
		}
	}
	for _, a := range e.args {
		a.spell(b)
	}
	b.WriteByte(')')
}

// checkSize refuses an expression that has grown too large: each name of a result
// that it uses stands for all of what that result is.
func (e *node) checkSize() {
	size := 0
	e.walk(func(*node) bool {
		if size++; size > mostNodes {
			refuse("too large", "an expression")
		}
		return true
	})
}

// rewrite rebuilds an expression from the leaves up. Subqueries are changed
// in place, since only they know what they refer to outside.
func (e *node) rewrite(f func(*node) *node) *node {
	if e == nil {
		return nil
	}
	c := *e
	c.args = rewriteAll(e.args, f)
	c.filter = e.filter.rewrite(f)
	if e.over != nil {
		w := *e.over
		w.partition = rewriteAll(w.partition, f)
		w.order = rewriteKeys(w.order, f)
		c.over = &w
	}
	if e.sub != nil {
		e.sub.rewrite(f)
	}
	return f(&c)
}

func rewriteAll(list []*node, f func(*node) *node) []*node {
	out := make([]*node, len(list))
	for i, e := range list {
		out[i] = e.rewrite(f)
	}
	return out
}

func rewriteKeys(list []key, f func(*node) *node) []key {
	out := make([]key, len(list))
	for i, k := range list {
		out[i] = key{k.e.rewrite(f), k.desc}
	}
	return out
}

// rewrite changes every expression of the relation.
func (r *relation) rewrite(f func(*node) *node) {
	for i := range r.items {
		r.items[i].e = r.items[i].e.rewrite(f)
	}
	for _, s := range r.from {
		s.on = rewriteAll(s.on, f)
		if s.sub != nil {
			s.sub.rewrite(f)
		}
	}
	r.where = rewriteAll(r.where, f)
	r.group = rewriteAll(r.group, f)
	r.having = rewriteAll(r.having, f)
	r.per = rewriteAll(r.per, f)
	r.order = rewriteKeys(r.order, f)
	r.limit = r.limit.rewrite(f)
	r.offset = r.offset.rewrite(f)
	if r.other != nil {
		r.other.rewrite(f)
	}
}

// rewriteHere changes the conditions of the select itself.
func (r *relation) rewriteHere(f func(*node) *node) {
	r.where = rewriteAll(r.where, f)
	r.having = rewriteAll(r.having, f)
	for i := range r.items {
		r.items[i].e = r.items[i].e.rewrite(f)
	}
}

// walk visits an expression and what is in it, subqueries apart; it does not
// go below where f says false.
func (e *node) walk(f func(*node) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, a := range e.args {
		a.walk(f)
	}
	e.filter.walk(f)
	if e.over != nil {
		for _, p := range e.over.partition {
			p.walk(f)
		}
		for _, o := range e.over.order {
			o.e.walk(f)
		}
	}
}

// expressions are those of the select itself, joins apart.
func (r *relation) expressions() []*node {
	var list []*node
	for _, i := range r.items {
		list = append(list, i.e)
	}
	list = append(list, r.where...)
	list = append(list, r.group...)
	list = append(list, r.having...)
	list = append(list, r.per...)
	for _, o := range r.order {
		list = append(list, o.e)
	}
	return list
}

// aggregate says that the node itself is one, and not a window.
func (e *node) aggregate() bool {
	return e.kind == kCall && e.over == nil && (aggregates[e.text] != "" || e.text == "group_concat") && !((e.text == "min" || e.text == "max") && len(e.args) > 1)
}

func (e *node) has(f func(*node) bool) bool {
	found := false
	e.walk(func(n *node) bool {
		found = found || f(n)
		return !found
	})
	return found
}

func (e *node) hasAggregate() bool { return e.has((*node).aggregate) }

func (e *node) hasWindow() bool { return e.has(func(n *node) bool { return n.over != nil }) }

// isAggregated says that the select makes groups, or one row of all.
func (r *relation) isAggregated() bool {
	if len(r.group) > 0 || len(r.having) > 0 {
		return true
	}
	for _, i := range r.items {
		if i.e.hasAggregate() {
			return true
		}
	}
	return false
}

func (r *relation) hasWindow() bool {
	for _, i := range r.items {
		if i.e.hasWindow() {
			return true
		}
	}
	return false
}

// conjuncts splits what must hold together.
func conjuncts(e *node) []*node {
	if e == nil {
		return nil
	}
	if e.kind != kAnd {
		return []*node{e}
	}
	var list []*node
	for _, a := range e.args {
		list = append(list, conjuncts(a)...)
	}
	return list
}
