package postgres

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
)

// from checks one item of a FROM clause and makes its relations visible.
func (w *walker) from(n *pg.Node, s *guard.Scope) error {
	switch item := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		return w.table(item.RangeVar, s)
	case *pg.Node_JoinExpr:
		return w.join(item.JoinExpr, s)
	case *pg.Node_RangeSubselect:
		q := item.RangeSubselect.GetSubquery().GetSelectStmt()
		if q == nil {
			return refuseKind("a subquery that is not a SELECT")
		}
		out, err := w.query(q, s.Inner())
		if err != nil {
			return err
		}
		a := item.RangeSubselect.GetAlias()
		s.Add(renamed(out, a.GetAliasname(), a.GetColnames()))
		return nil
	case *pg.Node_RangeFunction:
		return w.rangeFunction(item.RangeFunction, s)
	case *pg.Node_RangeTableSample:
		method := item.RangeTableSample.GetMethod()
		if name := last(method); name != "system" && name != "bernoulli" || len(method) != 1 {
			return guard.Reject("TABLESAMPLE %s is not a built-in method", name).WithHint("use SYSTEM or BERNOULLI")
		}
		if err := w.nodes(item.RangeTableSample.GetArgs(), s); err != nil {
			return err
		}
		if err := w.node(item.RangeTableSample.GetRepeatable(), s); err != nil {
			return err
		}
		return w.from(item.RangeTableSample.GetRelation(), s)
	case *pg.Node_JsonTable:
		if err := w.children(item.JsonTable.ProtoReflect(), s); err != nil {
			return err
		}
		s.Add(&guard.Relation{Name: item.JsonTable.GetAlias().GetAliasname(), Open: true})
		return nil
	}
	return refuseKind("this kind of FROM item")
}

// table resolves a table name and writes its schema into the tree, so that
// what runs is the table that was checked.
func (w *walker) table(r *pg.RangeVar, s *guard.Scope) error {
	name := r.GetRelname()
	alias := r.GetAlias()
	if r.GetCatalogname() != "" {
		return guard.Reject("%s.%s.%s names another database", r.GetCatalogname(), r.GetSchemaname(), name).
			WithHint("leave out the database name")
	}
	if r.GetSchemaname() == "" {
		if with := s.Defined(name); with != nil {
			as := alias.GetAliasname()
			if as == "" {
				as = name
			}
			s.Add(renamed(with, as, alias.GetColnames()))
			return nil
		}
	}
	if system(r.GetSchemaname(), name) {
		return guard.Reject("%s is a system catalog", strings.TrimPrefix(r.GetSchemaname()+"."+name, ".")).
			WithHint("plumb schema shows what there is to ask about")
	}
	t, err := w.catalog.Find(r.GetSchemaname(), name, false)
	if err != nil {
		return err
	}
	if t.Schema != "" {
		r.Schemaname = t.Schema
	}
	rel := guard.NewRelation(t, alias.GetAliasname())
	if len(alias.GetColnames()) > 0 {
		base := rel
		rel = renamed(base, base.Name, alias.GetColnames())
		rel.Table = t
		s.Star(base)
	}
	s.Add(rel)
	return nil
}

// system reports whether a name means a table of PostgreSQL itself. Every
// unqualified pg_… name is looked up in pg_catalog first.
func system(schemaName, name string) bool {
	if schemaName == "" {
		return strings.HasPrefix(name, "pg_")
	}
	return strings.HasPrefix(schemaName, "pg_") || schemaName == "information_schema"
}

func (w *walker) join(j *pg.JoinExpr, s *guard.Scope) error {
	scope := s
	if j.GetAlias() != nil {
		scope = s.Inner() // the alias hides the names inside
	}
	for _, side := range []*pg.Node{j.GetLarg(), j.GetRarg()} {
		if err := w.from(side, scope); err != nil {
			return err
		}
	}
	if err := w.node(j.GetQuals(), scope); err != nil {
		return err
	}
	for _, u := range j.GetUsingClause() {
		for _, r := range scope.Relations() {
			if len(r.Columns) > 0 {
				_ = scope.Qualified(r, u.GetString_().GetSval()) // only to note its use
			}
		}
	}
	if a := j.GetJoinUsingAlias(); a != nil {
		scope.Add(&guard.Relation{Name: a.GetAliasname(), Columns: texts(j.GetUsingClause())})
	}
	if a := j.GetAlias(); a != nil {
		all := &guard.Relation{}
		for _, r := range scope.Relations() {
			all.Columns = append(all.Columns, r.Columns...)
			all.Open = all.Open || r.Open
		}
		s.Add(renamed(all, a.GetAliasname(), a.GetColnames()))
	}
	return nil
}

func (w *walker) rangeFunction(f *pg.RangeFunction, s *guard.Scope) error {
	name := f.GetAlias().GetAliasname()
	for _, n := range f.GetFunctions() {
		items := n.GetList().GetItems()
		if len(items) == 0 {
			return refuseKind("a function list of an unknown form")
		}
		// Each item is a call and its column definitions.
		if err := w.nodes(items, s); err != nil {
			return err
		}
		if call := items[0].GetFuncCall(); call != nil && name == "" {
			name = last(call.GetFuncname())
		}
	}
	if err := w.nodes(f.GetColdeflist(), s); err != nil {
		return err
	}
	r := &guard.Relation{Name: name, Columns: texts(f.GetAlias().GetColnames()), Open: true}
	s.Add(r)
	return nil
}

func texts(nodes []*pg.Node) []string {
	out := make([]string, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, n.GetString_().GetSval())
	}
	return out
}

func last(nodes []*pg.Node) string {
	if len(nodes) == 0 {
		return ""
	}
	return nodes[len(nodes)-1].GetString_().GetSval()
}
