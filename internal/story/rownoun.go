package story

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

var (
	// sqlMerges finds what makes a row of a result another thing than a row of
	// the table, or leaves rows out.
	sqlMerges = english.NewSet(`GROUP DISTINCT UNION INTERSECT EXCEPT LIMIT FETCH TOP OFFSET WITH PIVOT UNPIVOT QUALIFY SAMPLE TABLESAMPLE HAVING
		RIGHT FULL CROSS NATURAL LATERAL ASOF POSITIONAL SEMI ANTI USING VALUES`)
	// sqlMakes finds functions that make several rows of one.
	sqlMakes = regexp.MustCompile(`(?i)\b(?:UNNEST|EXPLODE|GENERATE_SERIES|GENERATE_SUBSCRIPTS|\w+_EACH|\w+_TO_TABLE|\w+_TO_RECORDSET|\w+_POPULATE_RECORDSET|\w+_ELEMENTS(?:_TEXT)?|\w+_OBJECT_KEYS)\s*\(`)
	sqlToken = regexp.MustCompile("(?:\\w+|\"[^\"]*\"|`[^`]*`)(?:\\.(?:\\w+|\"[^\"]*\"|`[^`]*`|\\*))*|\\S")
)

// RowNoun is what a row of a result is, in the words of the table whose rows
// they are. It is empty where the statement does not show that: it must take
// the rows of one table as they are, and look others up by their keys.
func RowNoun(sql string, rows int) string { return strings.Join(rowNoun(sql, rows), " ") }

func rowNoun(sql string, rows int) []string {
	sql = sqlLiteral.ReplaceAllString(withoutComments(sql), "''")
	if rows == 1 && strings.Contains(sql, "(") || sqlMakes.MatchString(sql) { // it may be one figure of all rows
		return nil
	}
	tokens := outside(sqlToken.FindAllString(sql, -1))
	merges := func(t string) bool { return sqlMerges[strings.ToUpper(t)] }
	from := slices.IndexFunc(tokens, func(t string) bool { return strings.EqualFold(t, "FROM") })
	if len(tokens) == 0 || !strings.EqualFold(tokens[0], "SELECT") || from < 0 || slices.ContainsFunc(tokens, merges) {
		return nil
	}
	main, rest, ok := tableAt(tokens[from+1:])
	if !ok {
		return nil
	}
	for len(rest) > 0 && !endsTables(rest[0]) {
		if rest, ok = lookedUp(rest); !ok {
			return nil
		}
	}
	return tableWords(main.name)
}

// outside are the tokens that stand in no brackets.
func outside(tokens []string) []string {
	var out []string
	depth := 0
	for _, t := range tokens {
		switch {
		case t == ")":
			depth--
		case depth == 0:
			out = append(out, t)
		}
		if t == "(" {
			depth++
		}
	}
	return out
}

// sqlTable is a table of a statement, and what the statement calls it.
type sqlTable struct{ name, alias string }

// tableAt reads a table with its alias. What is no plain table is not read.
func tableAt(tokens []string) (t sqlTable, rest []string, ok bool) {
	if len(tokens) == 0 || !nameBegins.MatchString(tokens[0]) {
		return sqlTable{}, nil, false
	}
	t.name = lastPart(tokens[0])
	t.alias, rest = t.name, tokens[1:]
	if len(rest) > 0 && strings.EqualFold(rest[0], "AS") {
		rest = rest[1:]
	}
	if len(rest) > 0 && nameBegins.MatchString(rest[0]) && !joinsTable(rest[0]) && !endsTables(rest[0]) && !strings.EqualFold(rest[0], "ON") {
		t.alias, rest = lastPart(rest[0]), rest[1:]
	}
	return t, rest, true
}

var nameBegins = regexp.MustCompile("^[\\w\"`]")

// lastPart is a name without its schema and its quotes.
func lastPart(name string) string {
	return strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "\"`")
}

func joinsTable(t string) bool {
	t = strings.ToUpper(t)
	return t == "JOIN" || t == "LEFT" || t == "INNER" || t == "OUTER"
}

func endsTables(t string) bool {
	t = strings.ToUpper(t)
	return t == "WHERE" || t == "ORDER" || t == ";"
}

// lookedUp reads a join that adds at most one row to each: on what is called
// the key of the table that is joined.
func lookedUp(tokens []string) (rest []string, ok bool) {
	for len(tokens) > 0 && joinsTable(tokens[0]) {
		tokens = tokens[1:]
	}
	t, rest, ok := tableAt(tokens)
	if !ok || len(rest) == 0 || !strings.EqualFold(rest[0], "ON") {
		return nil, false
	}
	rest = rest[1:]
	keyed := false
	for i := 0; ; i++ {
		if i == len(rest) || joinsTable(rest[i]) || endsTables(rest[i]) {
			return rest[i:], keyed && i > 0
		}
		if strings.EqualFold(rest[i], "OR") || rest[i] == "," {
			return nil, false
		}
		// The condition stands between ON and AND, or two of them.
		whole := (i == 0 || strings.EqualFold(rest[i-1], "AND")) && i+2 < len(rest) && rest[i+1] == "=" &&
			(i+3 == len(rest) || strings.EqualFold(rest[i+3], "AND") || joinsTable(rest[i+3]) || endsTables(rest[i+3]))
		if whole && (t.isKey(rest[i]) && !t.owns(rest[i+2]) || t.isKey(rest[i+2]) && !t.owns(rest[i])) {
			keyed = true
		}
	}
}

// owns reports whether a column may be the table's own: one that does not say
// whose it is may be.
func (t sqlTable) owns(column string) bool {
	owner, _, qualified := strings.Cut(unquoted.Replace(column), ".")
	return !qualified || strings.EqualFold(owner, t.alias)
}

var unquoted = strings.NewReplacer(`"`, "", "`", "")

// isKey reports whether a column is called the key of the table: id, or
// region_id of regions.
func (t sqlTable) isKey(column string) bool {
	owner, name, qualified := strings.Cut(unquoted.Replace(column), ".")
	if !qualified || strings.Contains(name, ".") || !strings.EqualFold(owner, t.alias) {
		return false
	}
	parts, table := english.Split(name), tableWords(t.name)
	if n := len(parts); n > 0 && keyWords[parts[n-1]] {
		parts = parts[:n-1]
	} else {
		return false
	}
	return len(parts) == 0 || slices.EqualFunc(parts, table, shortFor)
}

var keyWords = english.NewSet("id key code no nr number pk")

// shortFor reports whether a word is another, or short for it: dept for
// department.
func shortFor(short, long string) bool {
	short = english.Singular(short)
	if len(short) < 2 || len(long) == 0 || short[0] != long[0] {
		return false
	}
	at := 0
	for i := range len(short) {
		n := strings.IndexByte(long[at:], short[i])
		if n < 0 {
			return false
		}
		at += n + 1
	}
	return true
}

// tableWords are the words of a table's name in the singular, without those
// that only say that it is one.
func tableWords(name string) []string {
	var list []string
	for _, w := range english.Split(name) {
		if w = english.Singular(w); !digit(w, 0) {
			list = append(list, w)
		}
	}
	if len(list) > 1 && (list[0] == "tbl" || list[0] == "t" || list[0] == "dim" || list[0] == "fact") {
		list = list[1:]
	}
	return list
}

// rowNounEnd is where the name of what the rows are ends, if it begins at a
// word: all of it, or its last word.
func (c *checker) rowNounEnd(i int) (end int, ok bool) {
	for _, words := range [][]string{c.rowNoun, c.rowNoun[max(0, len(c.rowNoun)-1):]} {
		at := i
		for _, w := range words {
			if c.own(at) > 0 || english.Singular(c.low(at)) != w {
				break
			}
			at++
		}
		if len(words) > 0 && at == i+len(words) {
			return at, true
		}
	}
	return 0, false
}
