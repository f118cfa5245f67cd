package postgres

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
)

// walker visits every message of the tree. Kinds with a meaning for safety or
// for names have a method; the rest is visited generically, so that no child
// can be forgotten, and only if its kind is known to be harmless.
type walker struct {
	catalog   *guard.Catalog
	edits     []edit // the schemas that were written into the tree
	rewritten bool   // other things were

	whole    *guard.Scope
	own      bool   // it runs functions that an administrator has allowed
	shadowed string // a built-in function or operator that is written with its schema
}

func (w *walker) visit(m proto.Message, s *guard.Scope) (err error) {
	switch n := m.(type) {
	case *pg.SelectStmt:
		_, err := w.query(n, s.Inner())
		return err
	case *pg.ColumnRef:
		return w.column(n, s)
	case *pg.FuncCall:
		return w.function(n, s)
	case *pg.A_Expr:
		if err := w.expression(n); err != nil {
			return err
		}
	case *pg.SubLink:
		if n.OperName, err = w.operator(n.GetOperName()); err != nil {
			return err
		}
	case *pg.SortBy:
		if n.UseOp, err = w.operator(n.GetUseOp()); err != nil {
			return err
		}
	case *pg.TypeCast:
		if err := checkShape(n); err != nil {
			return err
		}
		w.rewritten = spellOut(n) || w.rewritten
	case *pg.TypeName:
		return w.typeName(n)
	case *pg.A_Indirection:
		return w.indirection(n, s)
	case *pg.SQLValueFunction:
		if !clocks[n.GetOp()] {
			return guard.Reject("%s tells who is connected", strings.TrimPrefix(n.GetOp().String(), "SVFOP_")).
				WithHint("only the current date and time are allowed")
		}
	case *pg.RangeVar, *pg.RangeSubselect, *pg.RangeFunction, *pg.JoinExpr, *pg.JsonTable, *pg.RangeTableSample:
		return guard.Reject("a table is used where none is allowed")
	}
	return w.children(m.ProtoReflect(), s)
}

// children visits all messages below m.
func (w *walker) children(m protoreflect.Message, s *guard.Scope) error {
	fields, ok := harmless()[m.Descriptor().FullName()]
	if !ok {
		return refuseKind(string(m.Descriptor().Name()))
	}
	for _, f := range fields {
		if !m.Has(f) {
			continue
		}
		if !f.IsList() {
			if err := w.visitAny(m.Get(f).Message(), s); err != nil {
				return err
			}
			continue
		}
		list := m.Get(f).List()
		for i := range list.Len() {
			if err := w.visitAny(list.Get(i).Message(), s); err != nil {
				return err
			}
		}
	}
	return nil
}

// visitAny looks through the Node wrapper to the message in it.
func (w *walker) visitAny(m protoreflect.Message, s *guard.Scope) error {
	if n, ok := m.Interface().(*pg.Node); ok {
		return w.node(n, s)
	}
	return w.visit(m.Interface(), s)
}

func (w *walker) node(n *pg.Node, s *guard.Scope) error {
	if n == nil || n.GetNode() == nil {
		return nil
	}
	return w.visit(content(n).Interface(), s)
}

// content is the message in the Node wrapper.
func content(n *pg.Node) protoreflect.Message {
	m := n.ProtoReflect()
	return m.Get(m.WhichOneof(m.Descriptor().Oneofs().Get(0))).Message()
}

func (w *walker) nodes(list []*pg.Node, s *guard.Scope) error {
	for _, n := range list {
		if err := w.node(n, s); err != nil {
			return err
		}
	}
	return nil
}

// query checks one SELECT and returns what its columns are called.
func (w *walker) query(q *pg.SelectStmt, s *guard.Scope) (*guard.Relation, error) {
	return w.queryAs(q, s, nil, nil)
}

// queryAs is query for a WITH query that may read itself: self becomes known,
// under the column names of the WITH clause, once the first arm of the UNION
// is.
func (w *walker) queryAs(q *pg.SelectStmt, s *guard.Scope, self *guard.Relation, columns []string) (*guard.Relation, error) {
	switch {
	case q.GetIntoClause() != nil:
		return nil, guard.Reject("SELECT INTO creates a table").WithHint("leave out INTO")
	case len(q.GetLockingClause()) > 0:
		return nil, guard.Reject("FOR UPDATE and FOR SHARE lock rows").WithHint("leave out the locking clause")
	}
	if err := w.with(q.GetWithClause(), s); err != nil {
		return nil, err
	}
	if q.GetOp() != pg.SetOperation_SETOP_NONE {
		return w.setOperation(q, s, self, columns)
	}
	for _, n := range q.GetFromClause() {
		if err := w.from(n, s); err != nil {
			return nil, err
		}
	}
	out, err := outputs(q, s)
	if err != nil {
		return nil, err
	}
	for _, list := range [][]*pg.Node{q.GetTargetList(), q.GetWindowClause(), q.GetValuesLists()} {
		if err := w.nodes(list, s); err != nil {
			return nil, err
		}
	}
	for _, n := range []*pg.Node{q.GetWhereClause(), q.GetHavingClause(), q.GetLimitOffset(), q.GetLimitCount()} {
		if err := w.node(n, s); err != nil {
			return nil, err
		}
	}
	if err := w.grouping(q.GetGroupClause(), out, s); err != nil {
		return nil, err
	}
	for _, list := range [][]*pg.Node{q.GetDistinctClause(), q.GetSortClause()} {
		if err := w.ordering(list, out, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (w *walker) setOperation(q *pg.SelectStmt, s *guard.Scope, self *guard.Relation, columns []string) (*guard.Relation, error) {
	out, err := w.query(q.GetLarg(), s.Inner())
	if err != nil {
		return nil, err
	}
	if self != nil {
		*self = *out.Rename(self.Name, columns)
	}
	if _, err := w.query(q.GetRarg(), s.Inner()); err != nil {
		return nil, err
	}
	if err := w.ordering(q.GetSortClause(), out, s.Inner()); err != nil {
		return nil, err
	}
	for _, n := range []*pg.Node{q.GetLimitOffset(), q.GetLimitCount()} {
		if err := w.node(n, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ordering checks ORDER BY and DISTINCT ON, where a bare name means an output
// column before it means one of a table.
func (w *walker) ordering(list []*pg.Node, out *guard.Relation, s *guard.Scope) error {
	for _, n := range list {
		key := n
		if by := n.GetSortBy(); by != nil {
			var err error
			if by.UseOp, err = w.operator(by.GetUseOp()); err != nil {
				return err
			}
			key = by.GetNode()
		}
		if name := bareName(key); name != "" && (slices.Contains(out.Columns, name) || out.Open) {
			continue
		}
		if err := w.node(key, s); err != nil {
			return err
		}
	}
	return nil
}

// grouping checks GROUP BY, where a bare name means a column of a table before
// it means an output column.
func (w *walker) grouping(list []*pg.Node, out *guard.Relation, s *guard.Scope) error {
	for _, n := range list {
		if name := bareName(n); name != "" && !s.Own(name) && (slices.Contains(out.Columns, name) || out.Open) {
			continue
		}
		if err := w.node(n, s); err != nil {
			return err
		}
	}
	return nil
}

func bareName(n *pg.Node) string {
	if f := n.GetColumnRef().GetFields(); len(f) == 1 {
		return f[0].GetString_().GetSval()
	}
	return ""
}

func (w *walker) with(c *pg.WithClause, s *guard.Scope) error {
	selves := make([]*guard.Relation, len(c.GetCtes()))
	if c.GetRecursive() {
		for i, n := range c.GetCtes() { // they see each other
			selves[i] = &guard.Relation{Name: n.GetCommonTableExpr().GetCtename(), Open: true}
			s.Define(selves[i])
		}
	}
	for i, n := range c.GetCtes() {
		cte := n.GetCommonTableExpr()
		q := cte.GetCtequery().GetSelectStmt()
		if q == nil {
			return guard.Reject("WITH %s changes data", cte.GetCtename()).WithHint("only SELECT is allowed in WITH")
		}
		out, err := w.queryAs(q, s.Inner(), selves[i], texts(cte.GetAliascolnames()))
		if err != nil {
			return err
		}
		r := out.Rename(cte.GetCtename(), texts(cte.GetAliascolnames()))
		if err := w.searchAndCycle(cte, r, s); err != nil {
			return err
		}
		if selves[i] != nil {
			*selves[i] = *r
		} else {
			s.Define(r)
		}
	}
	return nil
}

// searchAndCycle checks the clauses of a recursive query that add columns.
func (w *walker) searchAndCycle(cte *pg.CommonTableExpr, r *guard.Relation, s *guard.Scope) error {
	if c := cte.GetSearchClause(); c != nil {
		r.Columns = append(r.Columns, c.GetSearchSeqColumn())
		if err := w.visit(c, s); err != nil {
			return err
		}
	}
	if c := cte.GetCycleClause(); c != nil {
		r.Columns = append(r.Columns, c.GetCycleMarkColumn(), c.GetCyclePathColumn())
		return w.visit(c, s)
	}
	return nil
}

// column resolves a column reference: column, relation.column,
// schema.relation.column, or one of these ending in a star.
func (w *walker) column(c *pg.ColumnRef, s *guard.Scope) error {
	names := make([]string, 0, 3)
	star := false
	for _, f := range c.GetFields() {
		switch n := f.GetNode().(type) {
		case *pg.Node_String_:
			names = append(names, n.String_.GetSval())
		case *pg.Node_AStar:
			star = true
		default:
			return refuseKind("a column reference of an unknown form")
		}
	}
	switch {
	case star && len(names) == 0:
		for _, r := range s.Relations() {
			s.Star(r)
		}
		return nil
	case len(names) == 1 && !star:
		return w.bareColumn(names[0], s)
	case len(names) > 3 || len(names) == 3 && star:
		return guard.Reject("%s reaches into another database", strings.Join(names, ".")).
			WithHint("name columns as table.column")
	}
	path := names
	if !star {
		path = names[:len(names)-1]
	}
	r := find(path, s)
	if r == nil {
		return guard.Reject("%s is not in the FROM clause", strings.Join(path, ".")).
			WithHint("name the table or its alias in FROM")
	}
	if star {
		s.Star(r)
		return nil
	}
	return w.field(r, names[len(names)-1], s)
}

// bareColumn is a name alone: a column, or a whole row. It cannot call
// anything, but PostgreSQL's answer to a wrong one knows less than ours.
func (w *walker) bareColumn(name string, s *guard.Scope) error {
	if s.Column(name) || w.catalog.Open() || systemColumns[name] {
		return nil
	}
	names := s.ColumnNames()
	return guard.Reject("column %s is not in the tables of the FROM clause", name).
		WithHint("%s", fault.DidYouMean(name, "columns", names))
}

// field is relation.name. Where the relation has no such column, PostgreSQL
// calls the function of that name, so a relation whose columns are not known
// must not be asked for a name that no table has.
func (w *walker) field(r *guard.Relation, name string, s *guard.Scope) error {
	if r.Open && (!w.catalog.Open() || r.Plain) && !slices.Contains(r.Columns, name) && !w.knownField(name) {
		return unknownField(name)
	}
	return s.Qualified(r, name)
}

// knownField reports whether a field can be a column, and cannot be a call of a
// function of the database's own.
func (w *walker) knownField(name string) bool {
	return (builtinFields[name] || w.anyColumn(name)) && !w.catalog.Shadowed(name)
}

func unknownField(name string) error {
	return guard.Reject("field %s is not a column of any known table, so it could call a function", name).
		WithHint("select the column by its table's name")
}

// indirection is (expression).field and (expression)[n]. In PostgreSQL a field
// that does not exist calls the function of that name, so fields must be
// columns of a known table or of a built-in row.
func (w *walker) indirection(n *pg.A_Indirection, s *guard.Scope) error {
	if err := w.node(n.GetArg(), s); err != nil {
		return err
	}
	var whole *guard.Relation
	if f := n.GetArg().GetColumnRef().GetFields(); len(f) == 1 && f[0].GetString_() != nil {
		if r := s.Relation(f[0].GetString_().GetSval()); r != nil {
			whole = r
		}
	}
	for i, node := range n.GetIndirection() {
		switch {
		case node.GetAIndices() != nil:
			if err := w.node(node, s); err != nil {
				return err
			}
		case node.GetAStar() != nil:
		case node.GetString_() != nil:
			field := node.GetString_().GetSval()
			if i == 0 && whole != nil && !whole.Open {
				if err := s.Qualified(whole, field); err != nil {
					return err
				}
				continue
			}
			if !w.knownField(field) {
				return unknownField(field)
			}
		default:
			return refuseKind("an expression part of an unknown form")
		}
	}
	return nil
}

func (w *walker) anyColumn(name string) bool {
	if w.catalog.Open() {
		return false
	}
	for i := range w.catalog.Snapshot.Tables {
		if hasColumn(&w.catalog.Snapshot.Tables[i], name) {
			return true
		}
	}
	return false
}

func hasColumn(t *schema.Table, name string) bool {
	c := t.Column(name)
	return c != nil && c.Name == name
}

func refuseKind(kind string) error {
	return guard.Reject("%s is not part of the SQL that Plumb runs", kind).
		WithHint("write it with plain SELECT, JOIN, WHERE, GROUP BY and common functions")
}
