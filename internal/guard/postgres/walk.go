package postgres

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
)

// walker visits every message of the tree. Kinds with a meaning for safety or
// for names have a method; the rest is visited generically, so that no child
// can be forgotten, and only if its kind is known to be harmless.
type walker struct {
	catalog *guard.Catalog
}

func (w *walker) visit(m proto.Message, s *guard.Scope) error {
	switch n := m.(type) {
	case *pg.SelectStmt:
		_, err := w.query(n, s.Inner())
		return err
	case *pg.ColumnRef:
		return w.column(n, s)
	case *pg.FuncCall:
		return w.function(n, s)
	case *pg.A_Expr:
		if err := w.operator(n.GetName()); err != nil {
			return err
		}
	case *pg.SubLink:
		if err := w.operator(n.GetOperName()); err != nil {
			return err
		}
	case *pg.SortBy:
		if err := w.operator(n.GetUseOp()); err != nil {
			return err
		}
	case *pg.TypeName:
		return w.typeName(n)
	case *pg.A_Indirection:
		return w.indirection(n, s)
	case *pg.SQLValueFunction:
		if !clocks[n.GetOp()] {
			return guard.Reject("%s tells who is connected", strings.TrimPrefix(n.GetOp().String(), "SVFOP_")).
				WithHint("only the current date and time may be asked for")
		}
	case *pg.RangeVar, *pg.RangeSubselect, *pg.RangeFunction, *pg.JoinExpr, *pg.JsonTable, *pg.RangeTableSample:
		return guard.Reject("a table stands where none may be")
	}
	return w.children(m.ProtoReflect(), s)
}

// children visits all messages below m.
func (w *walker) children(m protoreflect.Message, s *guard.Scope) error {
	if name := m.Descriptor().Name(); !harmless[name] {
		return refuseKind(string(name))
	}
	var err error
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if f.Kind() != protoreflect.MessageKind {
			return true
		}
		if !f.IsList() {
			err = w.visitAny(v.Message(), s)
			return err == nil
		}
		for i := range v.List().Len() {
			if err = w.visitAny(v.List().Get(i).Message(), s); err != nil {
				return false
			}
		}
		return true
	})
	return err
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
	m := n.ProtoReflect()
	return w.visit(m.Get(m.WhichOneof(m.Descriptor().Oneofs().Get(0))).Message().Interface(), s)
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
	switch {
	case q.GetIntoClause() != nil:
		return nil, guard.Reject("SELECT INTO makes a table").WithHint("leave out INTO")
	case len(q.GetLockingClause()) > 0:
		return nil, guard.Reject("FOR UPDATE and FOR SHARE lock rows").WithHint("leave out the locking clause")
	}
	if err := w.with(q.GetWithClause(), s); err != nil {
		return nil, err
	}
	if q.GetOp() != pg.SetOperation_SETOP_NONE {
		return w.setOperation(q, s)
	}
	for _, n := range q.GetFromClause() {
		if err := w.from(n, s); err != nil {
			return nil, err
		}
	}
	for _, list := range [][]*pg.Node{q.GetTargetList(), q.GetDistinctClause(), q.GetGroupClause(), q.GetWindowClause(), q.GetValuesLists(), q.GetSortClause()} {
		if err := w.nodes(list, s); err != nil {
			return nil, err
		}
	}
	for _, n := range []*pg.Node{q.GetWhereClause(), q.GetHavingClause(), q.GetLimitOffset(), q.GetLimitCount()} {
		if err := w.node(n, s); err != nil {
			return nil, err
		}
	}
	return outputs(q, s), nil
}

func (w *walker) setOperation(q *pg.SelectStmt, s *guard.Scope) (*guard.Relation, error) {
	out, err := w.query(q.GetLarg(), s.Inner())
	if err != nil {
		return nil, err
	}
	if _, err := w.query(q.GetRarg(), s.Inner()); err != nil {
		return nil, err
	}
	inner := s.Inner()
	inner.Add(out) // ORDER BY sees the output columns
	if err := w.nodes(q.GetSortClause(), inner); err != nil {
		return nil, err
	}
	for _, n := range []*pg.Node{q.GetLimitOffset(), q.GetLimitCount()} {
		if err := w.node(n, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (w *walker) with(c *pg.WithClause, s *guard.Scope) error {
	for _, n := range c.GetCtes() {
		cte := n.GetCommonTableExpr()
		q := cte.GetCtequery().GetSelectStmt()
		if q == nil {
			return guard.Reject("WITH %s changes data", cte.GetCtename()).WithHint("only SELECT may stand in WITH")
		}
		if c.GetRecursive() {
			s.Define(&guard.Relation{Name: cte.GetCtename(), Open: true})
		}
		out, err := w.query(q, s.Inner())
		if err != nil {
			return err
		}
		r := renamed(out, cte.GetCtename(), cte.GetAliascolnames())
		if cte.GetSearchClause() != nil || cte.GetCycleClause() != nil {
			r.Open = true // they add columns
			for _, m := range []proto.Message{cte.GetSearchClause(), cte.GetCycleClause()} {
				if m.ProtoReflect().IsValid() {
					if err := w.visit(m, s); err != nil {
						return err
					}
				}
			}
		}
		s.Define(r)
	}
	return nil
}

// renamed is a derived relation under a name, its first columns renamed.
func renamed(r *guard.Relation, name string, columns []*pg.Node) *guard.Relation {
	out := &guard.Relation{Name: name, Columns: append([]string(nil), r.Columns...), Open: r.Open}
	for i, n := range columns {
		if i < len(out.Columns) {
			out.Columns[i] = n.GetString_().GetSval()
		} else {
			out.Columns = append(out.Columns, n.GetString_().GetSval())
		}
	}
	return out
}

// outputs works out the names of a query's columns.
func outputs(q *pg.SelectStmt, s *guard.Scope) *guard.Relation {
	out := &guard.Relation{}
	if len(q.GetValuesLists()) > 0 {
		out.Open = true // column1, column2, …
		return out
	}
	for _, n := range q.GetTargetList() {
		t := n.GetResTarget()
		if t.GetName() != "" {
			out.Columns = append(out.Columns, t.GetName())
			continue
		}
		fields := t.GetVal().GetColumnRef().GetFields()
		if len(fields) == 0 {
			out.Open = true // named by PostgreSQL after the function, cast or case
			continue
		}
		last := fields[len(fields)-1]
		if last.GetAStar() == nil {
			out.Columns = append(out.Columns, last.GetString_().GetSval())
			continue
		}
		for _, r := range s.Relations() {
			if len(fields) == 1 || r.Name == fields[len(fields)-2].GetString_().GetSval() {
				out.Columns = append(out.Columns, r.Columns...)
				out.Open = out.Open || r.Open
			}
		}
	}
	return out
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
		s.Column(names[0])
		return nil
	case len(names) > 3 || len(names) == 3 && star:
		return guard.Reject("%s reaches into another database", strings.Join(names, ".")).
			WithHint("name columns as table.column")
	}
	relation := names[0]
	if len(names) == 3 || len(names) == 2 && star {
		relation = names[1]
	}
	r := s.Relation(relation)
	if r == nil {
		return guard.Reject("%s is not in the FROM clause", relation).
			WithHint("name the table or its alias in FROM")
	}
	if star {
		s.Star(r)
		return nil
	}
	return s.Qualified(r, names[len(names)-1])
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
			if !builtinFields[field] && !w.anyColumn(field) {
				return guard.Reject("field %s is not a column of any known table, so it could call a function", field).
					WithHint("select the column by its table's name")
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
