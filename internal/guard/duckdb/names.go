package duckdb

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// function checks a scalar, aggregate or window call, or an operator.
func (w *walker) function(p *object, s *guard.Scope) error {
	name := foldName(p.text("function_name"))
	if w.method(p, s) {
		w.rewritten = true
	}
	full := strings.TrimLeft(p.text("catalog")+"."+p.text("schema")+"."+name, ".")
	if w.catalog.Allows(full) {
		return nil
	}
	switch {
	case p.text("catalog") != "" || !builtinSchema(p.text("schema")):
		return guard.Reject("function %s is not a built-in one", full).
			WithHint("an administrator can allow it under functions in the connection's configuration")
	case !functions[name]:
		return guard.Reject("function %s is not on the list of safe functions", name).
			WithHint("use common aggregate, text, date, number, json or list functions")
	}
	if err := w.refuseShadowed(name); err != nil {
		return err
	}
	return checkSize(name, p.get("children"))
}

// refuseShadowed refuses functions that are, or call, one of the database's own.
func (w *walker) refuseShadowed(names ...string) error {
	if w.catalog.Open() {
		return nil
	}
	for _, own := range w.catalog.Snapshot.Shadowed {
		reached := func(name string) bool { return w.macros.reach(name, foldName(own), map[string]bool{}) }
		if slices.ContainsFunc(names, reached) {
			return guard.Reject("the database has a macro of its own under the name of the built-in function %s", own).
				WithHint("an administrator can allow it under functions in the connection's configuration")
		}
	}
	return nil
}

// macros are the built-in functions that are macros, with their definitions.
// DuckDB looks up what a macro calls when it is used, so that a macro of the
// database's own can come between.
type macros map[string]string

// reach reports whether a function is the other, or might call it.
func (m macros) reach(name, other string, seen map[string]bool) bool {
	if name == other {
		return true
	}
	definition, ok := m[name]
	if !ok || seen[name] {
		return false
	}
	seen[name] = true
	if strings.Contains(definition, other) {
		return true
	}
	for called := range m {
		if strings.Contains(definition, called+"(") && m.reach(called, other, seen) {
			return true
		}
	}
	return false
}

// foldName returns a name as DuckDB compares it: only ASCII letters have a case.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

func builtinSchema(name string) bool { return name == "" || guard.SameName(name, "main", true) }

// method turns column.function(…), which looks like a function of a schema,
// into function(column, …), and reports whether it did.
func (w *walker) method(p *object, s *guard.Scope) bool {
	path := []any{p.text("catalog"), p.text("schema")}
	if path[0] == "" {
		path = path[1:]
	}
	if builtinSchema(p.text("schema")) || p.text("class") != "FUNCTION" || !w.column(texts(path), s) {
		return false
	}
	p.remove("catalog")
	p.remove("schema")
	children := p.list("children")
	column := of("class", "COLUMN_REF", "type", "COLUMN_REF", "column_names", path)
	p.set("children", append([]any{column}, children...))
	return true
}

// columnType reports whether a column of the database has the type: the
// database's own enums may be cast to.
func (w *walker) columnType(name string) bool {
	if w.catalog.Open() {
		return false
	}
	for i := range w.catalog.Snapshot.Tables {
		for _, c := range w.catalog.Snapshot.Tables[i].Columns {
			if guard.SameName(c.Type, name, true) {
				return true
			}
		}
	}
	return false
}
