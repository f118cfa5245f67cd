package tell

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// end is which end of all rows a result is known to hold.
type end int

const (
	bothEnds end = iota // all rows are there
	upperEnd            // those with the highest figures
	lowerEnd            // those with the lowest
	someRows            // some, chosen by something else
)

var (
	limit = regexp.MustCompile(`(?is)\bLIMIT\s+(\d{1,9})\s*;?\s*$`)
	// picks finds what may leave rows out without a limit at the end.
	picks    = regexp.MustCompile(`(?i)\b(?:LIMIT|FETCH|TOP|ROW_NUMBER|RANK|DENSE_RANK|QUALIFY|OFFSET)\b`)
	ordering = regexp.MustCompile(`(?i)\bORDER\s+BY\b`)
	falling  = regexp.MustCompile(`(?i)\s+DESC(?:\s+NULLS\s+(?:FIRST|LAST))?$`)
	rising   = regexp.MustCompile(`(?i)(?:\s+ASC)?(?:\s+NULLS\s+(?:FIRST|LAST))?$`)
)

// ends says which end of a measure the rows hold. The order and the limit of
// the statement decide, not the words of the question.
func (t *teller) ends(m *measure) end {
	if !t.partial {
		return bothEnds
	}
	at := limit.FindStringIndex(t.SQL)
	orders := ordering.FindAllStringIndex(t.SQL, -1)
	switch {
	case t.SQL == "" || t.table.Truncated != table.Whole:
		return t.askedEnd(m)
	case at == nil && picks.MatchString(t.SQL):
		return t.askedEnd(m)
	case at == nil || len(orders) == 0 || orders[len(orders)-1][1] > at[0]:
		return someRows
	}
	key := firstKey(t.SQL[orders[len(orders)-1][1]:at[0]])
	side := lowerEnd
	if falling.MatchString(key) {
		side, key = upperEnd, falling.ReplaceAllString(key, "")
	} else {
		key = rising.ReplaceAllString(key, "")
	}
	if t.isKey(m, key) {
		return side
	}
	return someRows
}

// askedEnd is the end that the question is about, for want of a statement.
func (t *teller) askedEnd(m *measure) end {
	if t.asksLowest(m) {
		return lowerEnd
	}
	return upperEnd
}

// firstKey is what a statement orders by first.
func firstKey(keys string) string {
	depth := 0
	for i, r := range keys {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			return strings.TrimSpace(keys[:i])
		}
	}
	return strings.TrimSpace(keys)
}

// isKey reports whether a measure is what a statement orders by: under its name,
// its place, or the expression that it is a name for.
func (t *teller) isKey(m *measure, key string) bool {
	name := strings.Trim(key[strings.LastIndexByte(key, '.')+1:], "\"`")
	if strings.EqualFold(name, m.column) {
		return true
	}
	if n, err := strconv.Atoi(key); err == nil {
		return n-1 == t.columnNamed(m.column)
	}
	return key != "" && regexp.MustCompile(`(?i)`+regexp.QuoteMeta(key)+`\s+AS\s+["`+"`"+`]?`+regexp.QuoteMeta(m.column)+`\b`).MatchString(t.SQL)
}

// among says of how many a figure is the highest or the lowest, where there are
// others that may lie further out.
func (t *teller) among(m *measure, d *dimension, of end, parts map[string]phrase) string {
	if e := t.ends(m); e == bothEnds || e == of {
		return ""
	}
	one, many := d.one, d.many
	if one == "entry" || len(d.missing) > 0 {
		one, many = "row", "rows"
	}
	parts["among"] = claim(times(len(t.table.Rows), one, many), story.Count, nil)
	return " of the {among}"
}
