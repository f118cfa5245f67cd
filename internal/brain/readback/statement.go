package readback

import (
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// with is what the names of common table expressions mean. A reference reads its
// statement again, so that two references share no sources.
type with struct {
	name    string
	columns []string
	stmt    *pg.SelectStmt
	outer   *with
}

func (w *with) find(name string) *with {
	for ; w != nil; w = w.outer {
		if strings.EqualFold(w.name, name) {
			return w
		}
	}
	return nil
}

// statement resolves the names of a select.
func (b *builder) statement(s *pg.SelectStmt, ctes *with, outer *scope) *relation {
	if s == nil {
		refuse("not a select", "in a common table expression")
	}
	for _, n := range s.GetWithClause().GetCtes() {
		c := n.GetCommonTableExpr()
		w := &with{name: c.Ctename, stmt: c.Ctequery.GetSelectStmt(), outer: ctes}
		for _, a := range c.Aliascolnames {
			w.columns = append(w.columns, a.GetString_().GetSval())
		}
		if s.WithClause.Recursive && !b.loose {
			refuse("recursive", "")
		}
		ctes = w
	}
	if s.Op != pg.SetOperation_SETOP_NONE && b.loose {
		left := b.statement(s.Larg, ctes, outer)
		return &relation{items: left.items, parts: []*relation{left, b.statement(s.Rarg, ctes, outer)}}
	}
	if s.Op != pg.SetOperation_SETOP_NONE {
		return b.setOperation(s, ctes, outer)
	}
	if len(s.ValuesLists) > 0 && !b.loose {
		refuse("values", "")
	}
	r := &relation{}
	in := &scope{outer: outer}
	for _, f := range s.FromClause {
		b.from(r, f, ctes, in)
	}
	r.distinct = len(s.DistinctClause) > 0
	if r.distinct && s.DistinctClause[0].GetNode() != nil && !b.loose {
		refuse("distinct on", "")
	}
	e := &expressions{b: b, ctes: ctes, in: in}
	r.where = append(r.where, conjuncts(e.optional(s.WhereClause))...)
	for _, t := range s.TargetList {
		r.items = append(r.items, e.target(t.GetResTarget())...)
	}
	in.items = r.items
	for _, g := range s.GroupClause {
		r.group = append(r.group, e.ordinal(g, r, false))
	}
	r.having = conjuncts(e.optional(s.HavingClause))
	b.tail(r, s, e)
	return r
}

// tail reads what may follow a select or a set operation.
func (b *builder) tail(r *relation, s *pg.SelectStmt, e *expressions) {
	for _, n := range s.SortClause {
		k := n.GetSortBy()
		r.order = append(r.order, key{e.ordinal(k.Node, r, true), k.SortbyDir == pg.SortByDir_SORTBY_DESC})
	}
	r.limit, r.offset = e.optional(s.LimitCount), e.optional(s.LimitOffset)
	if r.offset != nil && r.offset.kind == kNumber && r.offset.text == "0" {
		r.offset = nil
	}
}

func (b *builder) setOperation(s *pg.SelectStmt, ctes *with, outer *scope) *relation {
	left := b.statement(s.Larg, ctes, outer)
	right := b.statement(s.Rarg, ctes, outer)
	op := map[pg.SetOperation]string{pg.SetOperation_SETOP_UNION: "union", pg.SetOperation_SETOP_INTERSECT: "intersect",
		pg.SetOperation_SETOP_EXCEPT: "except"}[s.Op]
	if right.set != "" || len(right.order) > 0 || right.limit != nil || len(left.order) > 0 || left.limit != nil {
		refuse("set operation", "an operand is more than a select")
	}
	last := left
	for last.set != "" {
		if last.set != op || op == "except" {
			refuse("set operation", "several kinds in a row")
		}
		last = last.other
	}
	last.set, last.all, last.other = op, s.All, right
	b.tail(left, s, &expressions{b: b, ctes: ctes, in: &scope{items: left.items, outer: outer}})
	return left
}

// from adds what stands in a from to the relation.
func (b *builder) from(r *relation, n *pg.Node, ctes *with, in *scope) {
	if b.loose {
		defer func() {
			if f := refusalOf(recover()); f != nil {
				f.fatal()
				r.from = append(r.from, b.source(""))
			}
		}()
	}
	switch {
	case n.GetRangeVar() != nil:
		v := n.GetRangeVar()
		src := b.source(v.Relname)
		if a := v.GetAlias().GetAliasname(); a != "" {
			src.alias = a
		}
		if w := ctes.find(v.Relname); w != nil && v.Schemaname == "" {
			src.sub, src.cte = b.statement(w.stmt, w.outer, nil), w
			for i, c := range w.columns[:min(len(w.columns), len(src.sub.items))] {
				src.sub.items[i].name = c
			}
		} else if t, ok := b.names.table(v.Schemaname, v.Relname); ok {
			src.table = t
		} else {
			refuse("unknown table", "%s", v.Relname)
		}
		r.from = append(r.from, src)
		in.sources = append(in.sources, src)
	case n.GetRangeSubselect() != nil:
		v := n.GetRangeSubselect()
		if v.Lateral {
			refuse("from", "lateral")
		}
		src := b.source(v.GetAlias().GetAliasname())
		src.sub = b.statement(v.Subquery.GetSelectStmt(), ctes, nil)
		r.from = append(r.from, src)
		in.sources = append(in.sources, src)
	case n.GetJoinExpr() != nil:
		b.join(r, n.GetJoinExpr(), ctes, in)
	default:
		refuse("from", "%T", n.Node)
	}
}

func (b *builder) source(alias string) *source {
	if b.made++; b.made > mostSources {
		refuse("too large", "tables")
	}
	return &source{id: b.made, alias: alias, table: -1}
}

func (b *builder) join(r *relation, j *pg.JoinExpr, ctes *with, in *scope) {
	b.from(r, j.Larg, ctes, in)
	split := len(r.from)
	b.from(r, j.Rarg, ctes, in)
	right := r.from[split:]
	e := &expressions{b: b, ctes: ctes, in: in}
	on := conjuncts(e.optional(j.Quals))
	using := j.UsingClause
	for _, u := range using {
		name := u.GetString_().GetSval()
		on = append(on, b.common(r.from[:split], right, name))
	}
	if j.IsNatural {
		for _, it := range b.all(right[0]) {
			if _, ok := b.resolve(&scope{sources: r.from[:split]}, []string{it.name}); ok {
				on = append(on, b.common(r.from[:split], right, it.name))
			}
		}
	}
	switch {
	case j.Jointype == pg.JoinType_JOIN_INNER || b.loose:
		r.where = append(r.where, on...)
	case j.Jointype == pg.JoinType_JOIN_LEFT:
		if len(right) != 1 {
			refuse("outer join", "of several tables")
		}
		right[0].left, right[0].on = true, on
	default:
		refuse("outer join", "right or full")
	}
}

func (b *builder) common(left, right []*source, name string) *node {
	l, ok := b.resolve(&scope{sources: left}, []string{name})
	m, also := b.resolve(&scope{sources: right}, []string{name})
	if !ok || !also {
		refuse("unknown column", "%s", name)
	}
	return &node{kind: kBinary, text: "=", args: []*node{l, m}}
}

// target is an entry of a select list; a star may be many.
func (e *expressions) target(t *pg.ResTarget) []item {
	if c := t.Val.GetColumnRef(); c != nil {
		last := c.Fields[len(c.Fields)-1]
		if last.GetAStar() != nil {
			return e.star(c)
		}
		name := last.GetString_().GetSval()
		if t.Name != "" {
			name = t.Name
		}
		return []item{{name, e.node(t.Val)}}
	}
	name := t.Name
	if f := t.Val.GetFuncCall(); name == "" && f != nil {
		name = f.Funcname[len(f.Funcname)-1].GetString_().GetSval()
	}
	return []item{{name, e.node(t.Val)}}
}

// star is kept as it is over plain tables: the form has a word for it.
func (e *expressions) star(c *pg.ColumnRef) []item {
	if len(c.Fields) == 1 {
		derived := false
		for _, s := range e.in.sources {
			derived = derived || s.sub != nil
		}
		if !derived {
			return []item{{"*", &node{kind: kStar}}}
		}
	}
	var list []item
	for _, s := range e.in.sources {
		if len(c.Fields) == 1 || strings.EqualFold(s.alias, c.Fields[0].GetString_().GetSval()) {
			list = append(list, e.b.all(s)...)
		}
	}
	return list
}

// ordinal reads a key of group by or order by, which may be the number of a
// result. In order by the name of a result goes before that of a column.
func (e *expressions) ordinal(n *pg.Node, r *relation, order bool) *node {
	if c := n.GetAConst(); c != nil && c.GetIval() != nil {
		i := int(c.GetIval().Ival)
		if i < 1 || i > len(r.items) {
			refuse("ordinal", "%s", strconv.Itoa(i))
		}
		return r.items[i-1].e
	}
	if c := n.GetColumnRef(); order && c != nil && len(c.Fields) == 1 {
		for _, it := range r.items {
			if strings.EqualFold(it.name, c.Fields[0].GetString_().GetSval()) {
				return it.e
			}
		}
	}
	return e.node(n)
}
