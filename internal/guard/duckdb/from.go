package duckdb

import (
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// from checks one item of a FROM clause and makes its relations visible.
func (w *walker) from(p *object, s *guard.Scope) error {
	if err := s.Full(0); err != nil {
		return err
	}
	switch kind := p.text("type"); kind {
	case "BASE_TABLE":
		if err := w.table(p, s); err != nil {
			return err
		}
		return w.rest(p, s)
	case "JOIN":
		before := len(s.Relations())
		for _, side := range []string{"left", "right"} {
			if err := w.from(p.object(side), s); err != nil {
				return err
			}
		}
		s.Using(before, p.texts("using_columns"))
		return w.rest(p, s, "left", "right")
	case "SUBQUERY":
		out, err := w.query(p.object("subquery").object("node"), s.Inner())
		if err != nil {
			return err
		}
		s.Add(out.Rename(p.text("alias"), p.texts("column_name_alias")))
		return w.rest(p, s, "subquery")
	case "TABLE_FUNCTION":
		return w.tableFunction(p, s)
	case "EXPRESSION_LIST":
		s.Add(&guard.Relation{Name: p.text("alias"), Columns: p.texts("expected_names"), Open: true})
		return w.rest(p, s)
	case "PIVOT":
		return w.pivot(p, s)
	case "SHOW_REF":
		query := p.object("query")
		if how := p.text("show_type"); how != "DESCRIBE" && how != "SUMMARY" || query == nil {
			return guard.Reject("SHOW describes the server, not the data").WithHint("plumb schema shows the tables")
		}
		if _, err := w.query(query, s.Inner()); err != nil {
			return err
		}
		s.Add(&guard.Relation{Open: true})
		return w.refuseShadowed(summaryFunctions...)
	case "EMPTY", "EMPTY_FROM", "":
		return nil
	default:
		return refuseKind(kind)
	}
}

// rest visits what is left of a FROM item: conditions, samples, values.
func (w *walker) rest(p *object, s *guard.Scope, done ...string) error {
next:
	for _, f := range p.fields {
		for _, d := range done {
			if f.key == d {
				continue next
			}
		}
		if err := w.visit(f.value, s); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) table(p *object, s *guard.Scope) error {
	catalog, schemaName, name := p.text("catalog_name"), p.text("schema_name"), p.text("table_name")
	alias := p.text("alias")
	columns := p.texts("column_name_alias")
	if catalog == "" && schemaName == "" {
		if with := s.Defined(name); with != nil {
			if alias == "" {
				alias = name
			}
			s.Add(with.Rename(alias, columns))
			return nil
		}
	}
	full := strings.TrimLeft(catalog+"."+schemaName+"."+name, ".")
	switch {
	case catalog != "":
		return guard.Reject("%s names another database", full).WithHint("leave out the database name")
	case system(schemaName, name):
		return guard.Reject("%s is a system catalog", full).WithHint("plumb schema shows the tables")
	case w.catalog.Open() && isFile(schemaName, name):
		return guard.Reject("%s is a file or an address, not a table", full).WithHint("connect to the file instead: plumb connect FILE")
	}
	t, err := w.catalog.Find(schemaName, name, true)
	if err != nil {
		return err
	}
	r := guard.NewRelation(t, alias)
	s.Add(r.Rename(r.Name, columns))
	return nil
}

// isFile reports whether DuckDB would look for a file of that name. It does so
// for data.csv, too, where no schema data is.
func isFile(schemaName, name string) bool {
	if strings.ContainsAny(schemaName+name, `/\:*?.`) {
		return true
	}
	return schemaName != "" && fileEndings[strings.ToLower(name)]
}

// system reports whether a name means a catalog of DuckDB itself.
func system(schemaName, name string) bool {
	switch strings.ToLower(schemaName) {
	case "information_schema", "pg_catalog", "system", "temp":
		return true
	}
	name = strings.ToLower(name)
	for _, prefix := range []string{"duckdb_", "sqlite_", "pragma_", "pg_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func (w *walker) tableFunction(p *object, s *guard.Scope) error {
	call := p.object("function")
	name := foldName(call.text("function_name"))
	if !tableFunctions[name] && !w.catalog.Allows(name) || call.text("catalog") != "" || !builtinSchema(call.text("schema")) {
		return guard.Reject("table function %s is not on the list of safe functions", name).
			WithHint("files and other databases are connected with plumb connect, not read in a query")
	}
	if err := w.refuseShadowed(name); err != nil && !w.catalog.Allows(name) {
		return err
	}
	if err := checkSize(name, call.get("children")); err != nil {
		return err
	}
	// Arguments are visited one by one: the call itself is not a scalar one.
	if err := w.visit(call.get("children"), s); err != nil {
		return err
	}
	alias := p.text("alias")
	if alias == "" {
		alias = name
	}
	s.Add(&guard.Relation{Name: alias, Columns: p.texts("column_name_alias"), Open: true})
	return w.rest(p, s, "function")
}

// showTables answers SHOW TABLES from the catalog, so that it names nothing
// that may not be asked about.
func showTables(tokens []token, catalog *guard.Catalog) (guard.Finding, bool) {
	if len(tokens) > 0 && tokens[len(tokens)-1].is(";") {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) != 2 || !tokens[0].is("SHOW") || !tokens[1].is("TABLES") {
		return guard.Finding{}, false
	}
	if catalog.Open() {
		return guard.Finding{SQL: "SHOW TABLES"}, true
	}
	names := catalog.Snapshot.TableNames()
	if len(names) == 0 {
		return guard.Finding{SQL: "SELECT '' AS name WHERE false"}, true
	}
	for i, n := range names {
		names[i] = "(" + literal(n) + ")"
	}
	return guard.Finding{SQL: "SELECT name FROM (VALUES " + strings.Join(names, ", ") + ") AS t(name) ORDER BY name"}, true
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
