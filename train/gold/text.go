package gold

import (
	"errors"
	"regexp"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
)

var (
	splitOperator = regexp.MustCompile(`([<>!]) =`)
	identifier    = regexp.MustCompile(`^[A-Za-z_]\w*`)
)

// parse reads a statement of SQLite with PostgreSQL's parser, which takes nearly
// all of it. A word that is reserved only there is quoted where the parser stops.
func parse(sql string) (*pg.SelectStmt, error) {
	text := respell(sql)
	for range 8 {
		tree, err := pg.Parse(text)
		if err == nil {
			if len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
				return nil, &Refusal{"not a select", ""}
			}
			return tree.Stmts[0].Stmt.GetSelectStmt(), nil
		}
		perr, ok := errors.AsType[*parser.Error](err)
		if !ok || perr.Cursorpos < 1 || perr.Cursorpos > len(text) {
			return nil, &Refusal{"syntax", err.Error()}
		}
		at := perr.Cursorpos - 1
		word := identifier.FindString(text[at:])
		if word == "" {
			return nil, &Refusal{"syntax", err.Error()}
		}
		text = text[:at] + `"` + word + `"` + text[at+len(word):]
	}
	return nil, &Refusal{"syntax", "too many reserved words"}
}

// respell changes what PostgreSQL writes in another way, outside of quotes.
func respell(sql string) string {
	var b strings.Builder
	for len(sql) > 0 {
		end := strings.IndexAny(sql, "'\"`")
		if end < 0 {
			end = len(sql)
		}
		plain := splitOperator.ReplaceAllString(sql[:end], "$1=")
		b.WriteString(strings.ReplaceAll(plain, "==", "="))
		if sql = sql[end:]; sql == "" {
			break
		}
		close := strings.IndexByte(sql[1:], sql[0])
		if close < 0 {
			b.WriteString(sql)
			break
		}
		inner := sql[1 : close+1]
		if sql[0] == '`' {
			b.WriteString(`"` + inner + `"`)
		} else {
			b.WriteString(sql[:close+2])
		}
		sql = sql[close+2:]
	}
	return b.String()
}
