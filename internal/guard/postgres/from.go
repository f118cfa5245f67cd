package postgres

import (
	"cmp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
)

// from checks one item of a FROM clause and makes its relations visible.
func (w *walker) from(n *pg.Node, s *guard.Scope) error {
	if err := s.Full(0); err != nil {
		return err
	}
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
		inner := s.WithoutSiblings()
		if item.RangeSubselect.GetLateral() {
			inner = s.Inner()
		}
		out, err := w.query(q, inner)
		if err != nil {
			return err
		}
		a := item.RangeSubselect.GetAlias()
		s.Add(out.Rename(a.GetAliasname(), texts(a.GetColnames())))
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
		r := &guard.Relation{Columns: jsonColumns(item.JsonTable.GetColumns())}
		a := item.JsonTable.GetAlias()
		s.Add(r.Rename(a.GetAliasname(), texts(a.GetColnames())))
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
			s.Add(with.Rename(as, texts(alias.GetColnames())))
			return nil
		}
	}
	if system(r.GetSchemaname(), name) {
		return guard.Reject("%s is a system catalog", strings.TrimPrefix(r.GetSchemaname()+"."+name, ".")).
			WithHint("plumb schema shows the tables")
	}
	t, err := w.catalog.Find(r.GetSchemaname(), name, false)
	if err != nil {
		return err
	}
	w.own = w.own || len(t.Calls) > 0
	if r.GetSchemaname() == "" && t.Schema != "" {
		r.Schemaname = t.Schema
		w.edits = append(w.edits, edit{t.Schema, name})
	}
	relation := guard.NewRelation(t, alias.GetAliasname())
	relation.Open = w.catalog.Open()
	s.Add(relation.Rename(relation.Name, texts(alias.GetColnames())))
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
		scope = s.Part() // the alias hides the names inside
	}
	before := len(scope.Relations())
	if err := w.from(j.GetLarg(), scope); err != nil {
		return err
	}
	middle := len(scope.Relations())
	if err := w.from(j.GetRarg(), scope); err != nil {
		return err
	}
	if err := w.node(j.GetQuals(), scope); err != nil {
		return err
	}
	joined := scope.Relations()[before:]
	using := texts(j.GetUsingClause())
	if j.GetIsNatural() {
		using = commonColumns(joined[:middle-before], joined[middle-before:])
	}
	scope.Using(before, using)
	if a := j.GetJoinUsingAlias(); a != nil {
		scope.Add(&guard.Relation{Name: a.GetAliasname(), Columns: using})
	}
	if a := j.GetAlias(); a != nil {
		all := together(joined, using)
		s.Add(all.Rename(a.GetAliasname(), texts(a.GetColnames())))
		return s.Full(len(all.Columns))
	}
	return nil
}

// commonColumns are the columns that both sides of a join have.
func commonColumns(left, right []*guard.Relation) []string {
	var names []string
	for _, r := range right {
		for _, c := range r.Columns {
			if slices.ContainsFunc(left, func(l *guard.Relation) bool { return slices.Contains(l.Columns, c) }) {
				names = append(names, c)
			}
		}
	}
	return names
}

// together is the row of a join: first the columns of USING, once, then those
// of each side.
func together(joined []*guard.Relation, using []string) *guard.Relation {
	all := &guard.Relation{Columns: slices.Clone(using)}
	for _, r := range joined {
		for _, c := range r.Columns {
			if !slices.Contains(using, c) {
				all.Columns = append(all.Columns, c)
			}
		}
		all.Open = all.Open || r.Open
	}
	return all
}

// rangeFunction is one or several calls in FROM, side by side.
func (w *walker) rangeFunction(f *pg.RangeFunction, s *guard.Scope) error {
	r := &guard.Relation{Name: f.GetAlias().GetAliasname()}
	var natural []string // what the columns are called without an alias
	for _, n := range f.GetFunctions() {
		items := n.GetList().GetItems()
		if len(items) == 0 {
			return refuseKind("a function list of an unknown form")
		}
		// Each item is a call and its column definitions.
		if err := w.nodes(items, s); err != nil {
			return err
		}
		name, _ := figure(items[0])
		if r.Name == "" {
			r.Name = name
		}
		natural = append(natural, name)
		switch {
		case strings.Contains(name, "_each"):
			natural = append(natural, "key", "value")
		case strings.Contains(name, "_array_elements"):
			natural = append(natural, "value")
		}
		for _, d := range items[1:] {
			natural = append(natural, definitions(d.GetList().GetItems())...)
		}
		// A row's fields, or anything that an administrator's function returns.
		r.Open = r.Open || name == "unnest" || strings.Contains(name, "populate_record") || !functions[name]
		r.Plain = r.Plain || name == "unnest" && !wholeRows(items[0].GetFuncCall().GetArgs())
	}
	if err := w.nodes(f.GetColdeflist(), s); err != nil {
		return err
	}
	natural = append(natural, definitions(f.GetColdeflist())...)
	r.Columns = append(texts(f.GetAlias().GetColnames()), natural...)
	r.Columns = append(r.Columns, r.Name, "ordinality")
	s.Add(r)
	return nil
}

// wholeRows recognises unnest(ARRAY(SELECT t FROM t)): its values are rows of a
// table.
func wholeRows(args []*pg.Node) bool {
	if len(args) != 1 {
		return false
	}
	link := args[0].GetSubLink()
	targets := link.GetSubselect().GetSelectStmt().GetTargetList()
	if link.GetSubLinkType() != pg.SubLinkType_ARRAY_SUBLINK || len(targets) != 1 {
		return false
	}
	column := texts(targets[0].GetResTarget().GetVal().GetColumnRef().GetFields())
	for _, f := range link.GetSubselect().GetSelectStmt().GetFromClause() {
		t := f.GetRangeVar()
		if name := cmp.Or(t.GetAlias().GetAliasname(), t.GetRelname()); len(column) == 1 && name == column[0] {
			return true
		}
	}
	return false
}

// definitions are the names in AS t(name type, …).
func definitions(list []*pg.Node) []string {
	var names []string
	for _, d := range list {
		names = append(names, d.GetColumnDef().GetColname())
	}
	return names
}

func jsonColumns(list []*pg.Node) []string {
	var names []string
	for _, n := range list {
		c := n.GetJsonTableColumn()
		if c.GetName() != "" {
			names = append(names, c.GetName())
		}
		names = append(names, jsonColumns(c.GetColumns())...)
	}
	return names
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
