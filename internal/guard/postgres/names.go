package postgres

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
)

const catalogSchema = "pg_catalog"

// function checks a call. Only functions on the list may be called, and only
// those of pg_catalog: where the database has one of its own under the same
// name, the call is written so that it cannot reach it.
func (w *walker) function(f *pg.FuncCall, s *guard.Scope) error {
	names := texts(f.GetFuncname())
	name := names[len(names)-1]
	own := w.catalog.Allows(strings.Join(names, "."))
	switch {
	case own:
		w.own = true
	case len(names) > 1 && (len(names) > 2 || names[0] != catalogSchema):
		return guard.Reject("function %s is not a built-in one", strings.Join(names, ".")).
			WithHint("an administrator can allow it under functions in the connection's configuration")
	case !functions[name]:
		return guard.Reject("function %s is not on the list of safe functions", name).
			WithHint("use common aggregate, text, date, number, json or array functions")
	case len(names) == 1 && w.catalog.Shadowed(name):
		f.Funcname = append([]*pg.Node{pg.MakeStrNode(catalogSchema)}, f.Funcname...)
		w.rewritten, w.shadowed = true, name
	}
	if err := checkSize(name, f.GetArgs()); err != nil {
		return err
	}
	w.rewritten = limitCount(name, f.GetArgs()) || w.rewritten
	return w.children(f.ProtoReflect(), s)
}

// operator checks an operator, and returns it as it has to be written: where
// the database has one of its own under the same name, so that it cannot be
// reached.
func (w *walker) operator(name []*pg.Node) ([]*pg.Node, error) {
	if len(name) == 0 {
		return name, nil
	}
	parts := texts(name)
	op := parts[len(parts)-1]
	if len(parts) > 2 || len(parts) == 2 && parts[0] != catalogSchema || !operators[op] {
		return nil, guard.Reject("operator %s is not a built-in one", strings.Join(parts, ".")).
			WithHint("an operator can hide a function call; use the common ones")
	}
	if len(parts) == 1 && w.catalog.Shadowed(op) {
		w.rewritten, w.shadowed = true, op
		return append([]*pg.Node{pg.MakeStrNode(catalogSchema)}, name...), nil
	}
	return name, nil
}

// expression checks the operator of an expression. Those that are written as
// words, such as LIKE and IN, cannot be told apart from the database's own.
func (w *walker) expression(e *pg.A_Expr) error {
	name, err := w.operator(e.GetName())
	if err != nil {
		return err
	}
	switch e.GetKind() {
	case pg.A_Expr_Kind_AEXPR_OP, pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
		e.Name = name
	default:
		if len(name) != len(e.GetName()) {
			return guard.Reject("the database has an operator of its own under the name %s", last(name)).
				WithHint("write the comparison with another operator")
		}
	}
	return nil
}

// typeName checks the target of a cast. Casts to reg… types look up the
// catalogs, so they are not on the list.
func (w *walker) typeName(t *pg.TypeName) error {
	names := texts(t.GetNames())
	if len(names) == 0 {
		return refuseKind("a type without a name")
	}
	name := names[len(names)-1]
	if t.GetSetof() || t.GetPctType() {
		return refuseKind("this form of type name")
	}
	builtin := types[name] && (len(names) == 1 || len(names) == 2 && names[0] == catalogSchema)
	if !builtin {
		table, column := w.columnType(names)
		if column == nil {
			return guard.Reject("type %s is not on the list of safe types", strings.Join(names, ".")).
				WithHint("cast to text, numeric, integer, date, timestamp, json or another common type")
		}
		w.whole.UseType(table, column)
		if len(names) == 1 && column.TypeSchema != "" {
			t.Names = append([]*pg.Node{pg.MakeStrNode(column.TypeSchema)}, t.Names...)
			w.rewritten = true
		}
	}
	return w.children(t.ProtoReflect(), guard.NewScope(false))
}

// columnType finds a column that has the type: the database's own enums and
// domains may be cast to. A name without a schema means the first on the path.
func (w *walker) columnType(names []string) (found *schema.Table, column *schema.Column) {
	name := names[len(names)-1]
	if w.catalog.Open() || len(names) > 2 || strings.HasPrefix(name, "reg") || spelled[name] {
		return nil, nil
	}
	snapshot := w.catalog.Snapshot
	nearest := len(snapshot.SearchPath) + 1
	for i := range snapshot.Tables {
		t := &snapshot.Tables[i]
		for j := range t.Columns {
			c := &t.Columns[j]
			own := strings.Split(strings.TrimSuffix(c.Type, "[]"), ".")
			if strings.Trim(own[len(own)-1], `"`) != name {
				continue
			}
			home := c.TypeSchema
			if home == "" && len(own) == 2 {
				home = strings.Trim(own[0], `"`)
			}
			at := slices.Index(snapshot.SearchPath, home)
			switch {
			case len(names) == 1 && at < 0:
				at = len(snapshot.SearchPath)
			case len(names) == 1:
			case home == names[0], home == "" && slices.Contains(snapshot.SearchPath, names[0]):
				at = 0
			default:
				continue
			}
			if at < nearest {
				found, column, nearest = t, c, at
			}
		}
	}
	return found, column
}

// unambiguous refuses a statement whose names do not say for sure what runs:
// it uses a column that nobody may use, or it is run where operators of the
// database's own are found beside those that it needs. Many constructs, such as
// IN and CASE, compare with an operator that they do not name.
func (w *walker) unambiguous(s *guard.Scope) error {
	if err := s.Unsafe(); err != nil {
		return err
	}
	extensions := s.Extensions()
	if len(extensions) == 0 && !w.own || w.catalog.Open() {
		return nil
	}
	why := "calls functions of the database's own"
	if len(extensions) > 0 {
		why = "uses types of an extension in schema " + strings.Join(extensions, ", ")
		if w.shadowed != "" {
			return guard.Reject("the statement %s, and the database has %s of its own", why, w.shadowed).WithHint("%s", apart)
		}
	}
	for _, op := range w.catalog.Snapshot.Shadowed {
		if comparisons[op] {
			return guard.Reject("the statement %s, and the database has operators of its own, such as %s, that it could run", why, op).WithHint("%s", apart)
		}
	}
	return nil
}

// apart says how names become unambiguous.
const apart = "have the database's own operators and functions, or the extension, moved to a schema that is not on the search path of this login"
