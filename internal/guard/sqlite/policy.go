package sqlite

import (
	"strings"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/guard"
)

// opRecursive is SQLITE_RECURSIVE, which the driver does not name.
const opRecursive = 33

// Refuse is the part of the policy that needs no catalog, in the terms of
// SQLite's authorizer: nil for what a statement that only reads may do, a
// fault for all else. A connection that runs statements asks it too.
func Refuse(op int, name, detail, database string) error {
	switch op {
	case sqlite3.SQLITE_SELECT, opRecursive:
		return nil
	case sqlite3.SQLITE_READ:
		return refuseTable(name, database)
	case sqlite3.SQLITE_FUNCTION:
		return refuseFunction(detail)
	}
	return guard.Reject("the statement would %s; only reading is allowed", describeOperation(op)).
		WithHint("Plumb only reads: ask for the rows instead")
}

func refuseTable(name, database string) error {
	if database != "" && database != "main" {
		return otherDatabase(database + "." + name)
	}
	if systemTable(name) {
		return guard.Reject("%s belongs to SQLite itself, not to the data", name).
			WithHint("plumb schema shows the tables")
	}
	return nil
}

func otherDatabase(name string) error {
	return guard.Reject("%s names another database", name).WithHint("leave out the database name")
}

// systemTable reports whether a name means a catalog, a pragma or another
// virtual table that SQLite brings itself.
func systemTable(name string) bool {
	name = lower(name)
	switch name {
	case "dbstat", "bytecode", "tables_used", "fts3tokenize", "fts4aux":
		return true
	}
	return strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "pragma_")
}

func refuseFunction(name string) error {
	if functions[lower(name)] {
		return nil
	}
	return guard.Reject("function %s is not on the list of safe functions", name).
		WithHint("%s", insteadOf(lower(name)))
}

// insteadOf names a way around for what people bring from other engines.
func insteadOf(function string) string {
	switch function {
	case "regexp", "regexp_like", "regexp_matches", "regexp_replace":
		return "use LIKE or GLOB"
	case "generate_series":
		return "count with WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n"
	case "now", "getdate", "curdate", "today":
		return "use date('now') or datetime('now')"
	case "date_trunc", "extract", "date_part", "to_char", "date_format", "year", "month", "day":
		return "use strftime, such as strftime('%Y-%m', day)"
	case "datediff", "date_diff":
		return "use julianday(a) - julianday(b)"
	case "left":
		return "use substr(text, 1, n)"
	case "right":
		return "use substr(text, -n)"
	case "greatest":
		return "use max(a, b)"
	case "least":
		return "use min(a, b)"
	}
	return "use common aggregate, text, date, number or json functions"
}

// describeOperation words what an authorizer's operation would do.
func describeOperation(op int) string {
	switch op {
	case sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE:
		return "change rows"
	case sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH:
		return "open or close another database file"
	case sqlite3.SQLITE_PRAGMA:
		return "read or change settings of the engine"
	case sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT:
		return "begin or end a transaction"
	}
	return "change the database"
}
