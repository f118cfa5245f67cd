package render

import (
	"strconv"
	"strings"
)

// Dialect is whose SQL is written.
type Dialect string

const (
	SQLite   Dialect = "sqlite"
	DuckDB   Dialect = "duckdb"
	Postgres Dialect = "postgres"
)

// reserved are the words that must be quoted to be names on one of the
// engines. Quoting one more than needed does no harm.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`abort action add after all alter always analyse analyze and anti any array as asc asof asymmetric attach
		authorization autoincrement before begin between binary both by cascade case cast check collate collation column
		commit concurrently conflict constraint create cross current current_catalog current_date current_role
		current_schema current_time current_timestamp current_user database default deferrable deferred delete desc
		describe detach distinct do drop each else end escape except exclude exclusive exists explain fail false fetch
		filter first following for foreign freeze from full generated glob grant group groups having if ignore ilike
		immediate in index indexed initially inner insert instead intersect into is isnull join key lambda last lateral
		leading left like limit localtime localtimestamp match materialized natural no not nothing notnull null nulls of
		offset on only or order others outer over overlaps partition pivot pivot_longer pivot_wider placing plan positional pragma
		preceding primary qualify query raise range recursive references regexp reindex release rename replace restrict
		returning right rollback row rows savepoint select semi session_user set show similar some summarize symmetric
		system_user table tablesample temp temporary then ties to trailing transaction trigger true unbounded union unique
		unpivot update user using vacuum values variadic verbose view virtual when where window with without`) {
		m[w] = true
	}
	return m
}()

// name writes an identifier, quoted only where it must be.
func (d Dialect) name(s string) string {
	if d.plainName(s) {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

func (d Dialect) plainName(s string) bool {
	if s == "" || reserved[strings.ToLower(s)] {
		return false
	}
	for i, r := range s {
		switch {
		case r == '_' || r >= 'a' && r <= 'z':
		case r >= 'A' && r <= 'Z':
			if d == Postgres {
				return false
			}
		case r >= '0' && r <= '9':
			if i == 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// table writes a table's name, with its schema where that is not the usual
// one or another table has the same name.
func (r *renderer) table(n int) string {
	t := &r.ix.Tables[n]
	home := map[Dialect]string{SQLite: "main", DuckDB: "main", Postgres: "public"}[r.d]
	if t.Schema == "" || t.Schema == home && !r.isShared(n) {
		return r.d.name(t.Name)
	}
	return r.d.name(t.Schema) + "." + r.d.name(t.Name)
}

func (r *renderer) isShared(n int) bool {
	for i := range r.ix.Tables {
		if i != n && strings.EqualFold(r.ix.Tables[i].Name, r.ix.Tables[n].Name) {
			return true
		}
	}
	return false
}

// Literal is text as every engine writes it in a statement.
func Literal(s string) string { return text(s) }

// text writes a string.
func text(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "\x00", ""), "'", "''") + "'"
}

// number writes the digits of a number, if that is what they are.
func number(s string) (string, bool) {
	s = strings.TrimSpace(strings.ReplaceAll(s, ",", ""))
	if s == "" || strings.ContainsAny(s, "xXpP_nNiI") {
		return "", false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return "", false
	}
	if strings.ContainsAny(s, "eE") || strings.HasPrefix(s, "+") || strings.HasPrefix(s, ".") || strings.HasSuffix(s, ".") {
		return strconv.FormatFloat(f, 'f', -1, 64), true
	}
	return s, true
}

// real writes a number so that dividing by it is not integer division.
func real(digits string) string {
	if strings.Contains(digits, ".") {
		return digits
	}
	return digits + ".0"
}

func (d Dialect) double() string {
	switch d {
	case SQLite:
		return "REAL"
	case DuckDB:
		return "DOUBLE"
	}
	return "DOUBLE PRECISION"
}
