package postgres

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/fault"
)

// explain is fault, and for a name that does not exist it says which one was
// meant. It asks the catalog in the session that met the error, since the
// schema may have changed after it was last read.
func (x *session) explain(err error, sql string) error {
	mapped := x.fault(err)
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || x.ctx.Err() != nil || x.conn.Conn().IsClosed() {
		return mapped
	}
	path := identifierAt(sql, int(pg.Position))
	if len(path) == 0 {
		return mapped
	}
	var hint string
	switch pg.Code {
	case undefinedColumn:
		hint = x.guess(path[len(path)-1], "columns", columnNamesSQL, identifiers(sql))
	case undefinedTable, undefinedSchema:
		hint = x.guess(strings.Join(path, "."), "tables", tableNamesSQL)
	case undefinedFunction:
		hint = x.guess(path[len(path)-1], "", functionNamesSQL, path[len(path)-1])
	}
	if hint != "" {
		return fault.Of(mapped).WithHint("%s", hint)
	}
	return mapped
}

const (
	columnNamesSQL = `SELECT DISTINCT a.attname::text FROM pg_catalog.pg_attribute a
		JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relname::text = ANY ($1::text[]) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
		AND n.nspname <> 'information_schema' AND left(n.nspname, 3) <> 'pg_'
		AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
		ORDER BY 1 LIMIT 5000`
	tableNamesSQL = `SELECT CASE WHEN n.nspname = ANY (current_setting('plumb.path')::name[]) THEN '' ELSE n.nspname || '.' END || c.relname
		FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
		AND n.nspname <> 'information_schema' AND left(n.nspname, 3) <> 'pg_'
		AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
		ORDER BY 1 LIMIT 20000`
	functionNamesSQL = `SELECT DISTINCT p.proname::text FROM pg_catalog.pg_proc p
		WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prorettype <> 'internal'::regtype AND left(p.proname, 1) = left($1, 1)
		AND NOT EXISTS (SELECT FROM pg_catalog.pg_proc f WHERE f.proname = $1 AND f.pronamespace = 'pg_catalog'::regnamespace)
		ORDER BY 1 LIMIT 5000`
)

// guess finds the candidate that was meant. What goes wrong here only costs
// the hint.
func (x *session) guess(word, what, candidatesSQL string, args ...any) string {
	if x.restart() != nil {
		return ""
	}
	rows, err := x.conn.Conn().Query(x.ctx, candidatesSQL, args...)
	if err != nil {
		return ""
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return ""
	}
	if what == "" {
		if n := fault.Nearest(word, names); n != "" {
			return "did you mean " + n + "?"
		}
		return ""
	}
	return fault.DidYouMean(word, what, names)
}

// identifierAt is the dotted name at a position, which PostgreSQL counts in
// characters from 1. It is nil where there is none.
func identifierAt(sql string, position int) []string {
	for range position - 1 {
		_, size := utf8.DecodeRuneInString(sql)
		sql = sql[size:]
	}
	if position < 1 {
		return nil
	}
	var path []string
	for {
		name, rest := cutIdentifier(sql)
		if name == "" {
			return path
		}
		path = append(path, name)
		var dotted bool
		if sql, dotted = strings.CutPrefix(rest, "."); !dotted {
			return path
		}
	}
}

// identifiers are all words of a statement that could be names.
func identifiers(sql string) []string {
	const most = 1000
	var names []string
	for sql != "" && len(names) < most {
		name, rest := cutIdentifier(sql)
		switch {
		case name != "":
			names = append(names, name)
			sql = rest
		case sql[0] == '\'':
			if end := strings.IndexByte(sql[1:], '\''); end >= 0 {
				sql = sql[end+2:]
				continue
			}
			return names
		default:
			_, size := utf8.DecodeRuneInString(sql)
			sql = sql[size:]
		}
	}
	return names
}

// cutIdentifier cuts a name from the front of the text: quoted as it stands,
// or unquoted in lower case.
func cutIdentifier(s string) (name, rest string) {
	if strings.HasPrefix(s, `"`) {
		var b strings.Builder
		for i := 1; i < len(s); i++ {
			if s[i] != '"' {
				b.WriteByte(s[i])
				continue
			}
			if i+1 == len(s) || s[i+1] != '"' {
				return b.String(), s[i+1:]
			}
			b.WriteByte('"')
			i++
		}
		return "", s
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end < 0 {
		end = len(s)
	}
	if end == 0 || unicode.IsDigit(rune(s[0])) {
		return "", s
	}
	return strings.ToLower(s[:end]), s[end:]
}
