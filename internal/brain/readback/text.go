package readback

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
	bareInterval  = regexp.MustCompile(`(?i)\binterval\s+\(?(\d+)\)?\s+(second|minute|hour|day|week|month|quarter|year)s?\b`) // of DuckDB
)

// parse reads a statement of any dialect with PostgreSQL's parser, which takes
// nearly all of them. A word that is reserved only there is quoted where the
// parser stops.
func parse(sql string) (*pg.SelectStmt, error) {
	if len(sql) > longest {
		return nil, &Refusal{"too large", ""}
	}
	text := respell(sql)
	for range 8 {
		tree, err := pg.Parse(text)
		if err == nil {
			if len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
				return nil, &Refusal{"not a select", ""}
			}
			return tree.Stmts[0].Stmt.GetSelectStmt(), nil
		}
		if crossed := crossJoins(text); crossed != text {
			text = crossed
			continue
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

var clause = regexp.MustCompile(`(?i)\b(inner join|left join|left outer join|cross join|natural join|join|on|using|where|group|order|limit|union|intersect|except)\b|[()]`)

// crossJoins spells out joins without a condition, which SQLite allows.
func crossJoins(sql string) string {
	var b strings.Builder
	last := 0
	found := clause.FindAllStringIndex(sql, -1)
	for i, at := range found {
		if !strings.EqualFold(sql[at[0]:at[1]], "join") {
			continue
		}
		next := ""
		if i+1 < len(found) {
			next = strings.ToLower(sql[found[i+1][0]:found[i+1][1]])
		}
		if next != "on" && next != "using" && next != "(" {
			b.WriteString(sql[last:at[0]] + "CROSS JOIN")
			last = at[1]
		}
	}
	return b.String() + sql[last:]
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
		plain = bareInterval.ReplaceAllString(plain, "interval '$1 $2'")
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
