package postgres

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
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
	case len(names) > 1 && (len(names) > 2 || names[0] != catalogSchema):
		return guard.Reject("function %s is not a built-in one", strings.Join(names, ".")).
			WithHint("an administrator can allow it under functions in the connection's configuration")
	case !functions[name]:
		return guard.Reject("function %s is not on the list of safe functions", name).
			WithHint("use common aggregate, text, date, number, json or array functions")
	case len(names) == 1 && w.catalog.Shadowed(name):
		f.Funcname = append([]*pg.Node{pg.MakeStrNode(catalogSchema)}, f.Funcname...)
		w.rewritten = true
	}
	if err := bounded(name, f.GetArgs()); err != nil {
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
		w.rewritten = true
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
	if !builtin && !w.columnType(names) {
		return guard.Reject("type %s is not on the list of safe types", strings.Join(names, ".")).
			WithHint("cast to text, numeric, integer, date, timestamp, json or another common type")
	}
	return w.children(t.ProtoReflect(), guard.NewScope(false))
}

// columnType reports whether a column of the database has the type: the
// database's own enums and domains may be cast to.
func (w *walker) columnType(names []string) bool {
	name := names[len(names)-1]
	if w.catalog.Open() || len(names) > 2 || strings.HasPrefix(name, "reg") || spelled[name] {
		return false
	}
	snapshot := w.catalog.Snapshot
	for i := range snapshot.Tables {
		for _, c := range snapshot.Tables[i].Columns {
			own := strings.Split(strings.TrimSuffix(c.Type, "[]"), ".")
			if strings.Trim(own[len(own)-1], `"`) != name {
				continue
			}
			switch {
			case len(names) == 1:
				return true
			case len(own) == 1 && slices.Contains(snapshot.SearchPath, names[0]):
				return true
			case len(own) == 2 && strings.Trim(own[0], `"`) == names[0]:
				return true
			}
		}
	}
	return false
}
