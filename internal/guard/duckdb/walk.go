package duckdb

import (
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// walker visits every part of the tree. Parts with a meaning for safety or for
// names have a method; the rest is visited generically, so that no child can
// be forgotten, and only if its kind is known to be harmless.
type walker struct {
	catalog   *guard.Catalog
	macros    macros
	with      []any // the WITH queries in scope, for pivots
	pivots    []pivot
	depth     int  // of queries in expressions
	rewritten bool // the tree is not that of the text any more
}

func (w *walker) statement(s *object, scope *guard.Scope) error {
	if list := s.list("named_param_map"); len(list) > 0 {
		return guard.Reject("the statement has parameters").WithHint("write the values themselves")
	}
	node, ok := s.get("node").(*object)
	if !ok {
		return refuseKind("a statement of an unknown form")
	}
	_, err := w.query(node, scope)
	return err
}

// visit checks any part of the tree.
func (w *walker) visit(part any, s *guard.Scope) error {
	switch p := part.(type) {
	case []any:
		for _, e := range p {
			if err := w.visit(e, s); err != nil {
				return err
			}
		}
	case *object:
		return w.object(p, s)
	}
	return nil
}

func (w *walker) object(p *object, s *guard.Scope) error {
	if class, ok := p.get("class").(string); ok {
		return w.expression(class, p, s)
	}
	kind, ok := p.get("type").(string)
	switch {
	case !ok:
		if id, ok := p.get("id").(string); ok && !types[strings.ReplaceAll(id, " ", "_")] {
			return refuseType(id)
		}
		return w.children(p, s)
	case queryNodes[kind]:
		_, err := w.query(p, s.Inner())
		return err
	case tableRefs[kind]:
		return guard.Reject("a table is used where none is allowed")
	case !parts[kind]:
		return refuseKind(kind)
	}
	if kind == "UNBOUND_TYPE_INFO" {
		if name, _ := p.get("name").(string); !types[strings.ToUpper(name)] && !w.columnType(name) {
			return refuseType(name)
		}
	}
	return w.children(p, s)
}

func (w *walker) children(p *object, s *guard.Scope) error {
	for _, f := range p.fields {
		if err := w.visit(f.value, s); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) expression(class string, p *object, s *guard.Scope) error {
	if !expressions[class] {
		return refuseKind(class)
	}
	switch class {
	case "COLUMN_REF":
		names := p.texts("column_names")
		if !w.column(names, s) && len(names) == 1 && sessionNames[strings.ToLower(names[0])] {
			return guard.Reject("%s tells who is connected to what", names[0]).
				WithHint("only the current date and time are allowed")
		}
		return nil
	case "FUNCTION", "WINDOW":
		if err := w.function(p, s); err != nil {
			return err
		}
	case "STAR":
		w.star(p.text("relation_name"), s)
	case "LAMBDA":
		inner := s.Inner()
		inner.Add(&guard.Relation{Columns: parameters(p.get("lhs"))})
		return w.children(p, inner)
	case "SUBQUERY":
		// DuckDB takes twice as long to plan for each level.
		const deepest = 12
		if w.depth++; w.depth > deepest {
			return guard.Reject("queries are nested more than %d deep in expressions", deepest).
				WithHint("use WITH to name the inner steps")
		}
		defer func() { w.depth-- }()
	}
	return w.children(p, s)
}

// parameters are the names that a lambda gives to its arguments: x or (x, i).
func parameters(lhs any) []string {
	p := asObject(lhs)
	names := p.texts("column_names")
	list := p.list("children")
	for _, e := range list {
		names = append(names, asObject(e).texts("column_names")...)
	}
	return names
}

// query checks a query and returns what its columns are called.
func (w *walker) query(q *object, s *guard.Scope) (*guard.Relation, error) {
	kind := q.text("type")
	if !queryNodes[kind] {
		return nil, refuseKind(kind)
	}
	outer := w.with
	defer func() { w.with = outer }()
	if err := w.definitions(q.get("cte_map"), s); err != nil {
		return nil, err
	}
	out := &guard.Relation{Open: true}
	done := []string{"cte_map"}
	switch kind {
	case "SELECT_NODE":
		if from, ok := q.get("from_table").(*object); ok {
			if err := w.from(from, s); err != nil {
				return nil, err
			}
		}
		out = outputs(q.get("select_list"), s)
		if err := s.Full(len(out.Columns)); err != nil {
			return nil, err
		}
		done = append(done, "from_table")
	case "SET_OPERATION_NODE":
		left, err := w.query(q.object("left"), s.Inner())
		if err != nil {
			return nil, err
		}
		if q.get("setop_type") != "UNION_BY_NAME" {
			out = left
		}
		done = append(done, "left")
	case "RECURSIVE_CTE_NODE":
		// The first arm reads the table of the name, the second the query.
		left, err := w.query(q.object("left"), s.Inner())
		if err != nil {
			return nil, err
		}
		out = left.Rename(q.text("cte_name"), q.texts("aliases"))
		second := s.Inner()
		second.Define(out)
		if _, err := w.query(q.object("right"), second.Inner()); err != nil {
			return nil, err
		}
		done = append(done, "left", "right")
	}
	return out, w.rest(q, s, done...)
}

// definitions checks the WITH queries.
func (w *walker) definitions(m any, s *guard.Scope) error {
	list := asObject(m).list("map")
	for _, e := range list {
		entry := asObject(e)
		name, value := entry.text("key"), entry.object("value")
		if !value.only("aliases", "query", "materialized", "key_targets", "payload_aggregates") {
			return refuseKind("this form of WITH")
		}
		out, err := w.query(value.object("query").object("node"), s.Inner())
		if err != nil {
			return err
		}
		s.Define(out.Rename(name, value.texts("aliases")))
		if err := w.rest(value, s, "query"); err != nil {
			return err
		}
		w.with = append(w.with[:len(w.with):len(w.with)], e)
	}
	return nil
}

// outputs works out the names of a query's columns as far as that is simple.
func outputs(list any, s *guard.Scope) *guard.Relation {
	out := &guard.Relation{}
	items, _ := list.([]any)
	for _, e := range items {
		p := asObject(e)
		switch names := p.texts("column_names"); {
		case p.text("alias") != "":
			out.Columns = append(out.Columns, p.text("alias"))
		case len(names) > 0:
			out.Columns = append(out.Columns, names[len(names)-1])
		case p.text("class") == "STAR" && p.get("expr") == nil && p.get("replace_list") == nil:
			for _, r := range s.Relations() {
				if n := p.text("relation_name"); n == "" || guard.SameName(n, r.Name, true) {
					out.Columns = append(out.Columns, r.Columns...)
					out.Open = out.Open || r.Open
				}
			}
		default:
			out.Open = true
		}
	}
	return out
}

// column notes which column a dotted name means: column, relation.column,
// schema.relation.column, each with fields of a struct behind it. It reports
// whether the name is known to mean one; others are left to DuckDB, for they
// cannot call anything.
func (w *walker) column(names []string, s *guard.Scope) bool {
	for i := 0; i < 2 && i+1 < len(names); i++ {
		if r := s.Relation(names[i]); r != nil {
			if s.Qualified(r, names[i+1]) == nil {
				return true
			}
		}
	}
	return len(names) > 0 && s.Column(names[0])
}

func (w *walker) star(relation string, s *guard.Scope) {
	for _, r := range s.Relations() {
		if relation == "" || guard.SameName(relation, r.Name, true) {
			s.Star(r)
		}
	}
}

func refuseKind(kind string) error {
	return guard.Reject("%s is not part of the SQL that Plumb runs", strings.ToLower(strings.ReplaceAll(kind, "_", " "))).
		WithHint("write it with plain SELECT, JOIN, WHERE, GROUP BY and common functions")
}

func refuseType(name string) error {
	return guard.Reject("type %s is not on the list of safe types", name).
		WithHint("cast to a common type such as varchar, decimal, integer, date or timestamp")
}
