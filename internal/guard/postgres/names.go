package postgres

import (
	"strconv"
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
	}
	if err := w.bounded(name, f.GetArgs()); err != nil {
		return err
	}
	return w.children(f.ProtoReflect(), s)
}

// maxRepeat bounds what one call can produce from constants alone. Sizes that
// only show when the statement runs are bounded by the session.
const maxRepeat = 1_000_000

func (w *walker) bounded(name string, args []*pg.Node) error {
	tooMuch := func() error {
		return guard.Reject("%s would produce more than %d items", name, maxRepeat).WithHint("ask for less at once")
	}
	switch name {
	case "generate_series":
		if len(args) < 2 {
			return nil
		}
		from, ok1 := constant(args[0])
		to, ok2 := constant(args[1])
		step := 1.0
		if len(args) > 2 {
			var ok bool
			if step, ok = constant(args[2]); !ok {
				return nil
			}
		}
		if ok1 && ok2 && step != 0 && (to-from)/step >= maxRepeat {
			return tooMuch()
		}
	case "repeat", "lpad", "rpad":
		if len(args) > 1 {
			if n, ok := constant(args[1]); ok && n > maxRepeat {
				return tooMuch()
			}
		}
	}
	return nil
}

// constant is the value of a number literal, also behind a sign or a cast.
func constant(n *pg.Node) (float64, bool) {
	switch x := n.GetNode().(type) {
	case *pg.Node_AConst:
		if i := x.AConst.GetIval(); i != nil {
			return float64(i.GetIval()), true
		}
		if f := x.AConst.GetFval(); f != nil {
			v, err := strconv.ParseFloat(f.GetFval(), 64)
			return v, err == nil
		}
		if s := x.AConst.GetSval(); s != nil {
			v, err := strconv.ParseFloat(strings.TrimSpace(s.GetSval()), 64)
			return v, err == nil
		}
	case *pg.Node_TypeCast:
		return constant(x.TypeCast.GetArg())
	case *pg.Node_AExpr:
		if x.AExpr.GetLexpr() == nil && last(x.AExpr.GetName()) == "-" {
			v, ok := constant(x.AExpr.GetRexpr())
			return -v, ok
		}
	}
	return 0, false
}

func (w *walker) operator(name []*pg.Node) error {
	if len(name) == 0 {
		return nil
	}
	parts := texts(name)
	op := parts[len(parts)-1]
	if len(parts) > 2 || len(parts) == 2 && parts[0] != catalogSchema || !operators[op] {
		return guard.Reject("operator %s is not a built-in one", strings.Join(parts, ".")).
			WithHint("an operator can hide a function call; use the common ones")
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
	if !builtin && !w.columnType(name) {
		return guard.Reject("type %s is not on the list of safe types", strings.Join(names, ".")).
			WithHint("cast to text, numeric, integer, date, timestamp, json or another common type")
	}
	return w.children(t.ProtoReflect(), guard.NewScope(false))
}

// columnType reports whether a column of the database has the type: the
// database's own enums and domains may be cast to.
func (w *walker) columnType(name string) bool {
	if w.catalog.Open() || strings.HasPrefix(name, "reg") {
		return false
	}
	for i := range w.catalog.Snapshot.Tables {
		for _, c := range w.catalog.Snapshot.Tables[i].Columns {
			own := strings.TrimSuffix(c.Type, "[]")
			own = strings.Trim(own[strings.LastIndexByte(own, '.')+1:], `"`)
			if own == name {
				return true
			}
		}
	}
	return false
}
