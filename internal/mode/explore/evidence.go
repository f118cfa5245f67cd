package explore

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// evidence is something that a tool found.
type evidence struct {
	tool   string
	table  *table.Table
	tables []string
	number int    // of a query
	sql    string // of the statement behind it, as it was written
	ran    string // and as it ran
	took   time.Duration
	names  []string // what rows and columns are about, as plain writes them
}

var (
	compared = regexp.MustCompile(`(?i)(<>|!=|>=|<=|=|<|>|\bNOT\s+I?LIKE\b|\bI?LIKE\b|\bBETWEEN\b|\bAND\b)\s*(?:CAST\s*\(\s*)?(?:DATE\s+|TIMESTAMP\s+)?(?:'((?:[^']|'')*)'|((?:19|20)\d\d)\b)`)
	listed   = regexp.MustCompile(`(?i)(\bNOT\s+)?\bIN\s*\(((?:\s*'(?:[^']|'')*'\s*,?)+)\)`)
	literal  = regexp.MustCompile(`'((?:[^']|'')*)'`)
	dated    = regexp.MustCompile(`^(\d{4})(?:-\d{2}){0,2}(?:[ T].*)?$`)
	limited  = regexp.MustCompile(`(?i)\bLIMIT\s+(\d{1,4})\b`)
)

// filters are what a statement keeps, in words that an answer may use: the
// values that it compares with, the years that it begins in, how many rows it
// takes. The end of a period is mostly the day after it, and says nothing.
func (e *evidence) filters() []string {
	const most, longest = 50, 100
	var list []string
	add := func(value string) {
		value = strings.Trim(strings.ReplaceAll(value, "''", "'"), "% ")
		if year := dated.FindStringSubmatch(value); year != nil {
			value = "in " + year[1]
		}
		if value != "" && len(value) <= longest && len(list) < most && !slices.Contains(list, value) {
			list = append(list, value)
		}
	}
	for _, m := range compared.FindAllStringSubmatch(e.ran, most) {
		switch operator := strings.ToUpper(m[1]); {
		case operator == "<" || operator == "<>" || operator == "!=" || strings.HasPrefix(operator, "NOT"):
		default:
			add(m[2] + m[3])
		}
	}
	for _, m := range listed.FindAllStringSubmatch(e.ran, most) {
		for _, value := range literal.FindAllStringSubmatch(m[2], most) {
			if m[1] == "" {
				add(value[1])
			}
		}
	}
	if m := limited.FindStringSubmatch(e.ran); m != nil {
		list = append(list, "top "+m[1])
	}
	return list
}

// knows is true for evidence that speaks of all the names: they stand in its
// rows, its columns or its statement.
func (e *evidence) knows(names []string) bool {
	for _, n := range names {
		if !slices.Contains(e.names, n) && !strings.Contains(plain(e.ran), n) {
			return false
		}
	}
	return true
}

// namesOf are what the rows and columns of a result are about.
func namesOf(t *table.Table) []string {
	const longest, rows, words = 80, 1000, 4
	var list []string
	for _, c := range t.Columns {
		parts := strings.Fields(plain(c.Name))
		if len(parts) > words {
			continue // an expression without a name
		}
		for _, word := range parts {
			if len(word) > 2 && !general[word] {
				list = append(list, " "+word+" ")
			}
		}
	}
	seen := map[string]bool{}
	for _, row := range t.Rows[:min(rows, len(t.Rows))] {
		for _, v := range row {
			if v.Kind() != table.Text || v.Size() > longest {
				continue
			}
			if name := plain(v.String()); len(name) > 3 && !seen[name] {
				seen[name] = true
				list = append(list, name)
			}
		}
	}
	return list
}

// within are the names that stand in a text.
func within(names []string, text string) []string {
	var list []string
	text = plain(text)
	for _, n := range names {
		if strings.Contains(text, n) {
			list = append(list, n)
		}
	}
	return list
}

// general are words of columns that say how a figure was made, not of what.
var general = map[string]bool{"total": true, "sum": true, "count": true, "number": true, "avg": true, "average": true, "mean": true, "min": true, "max": true,
	"share": true, "percent": true, "rank": true, "name": true, "value": true, "row": true, "all": true, "the": true}

// plain is a text as words in small letters and without the s of the plural,
// with a space before and after each.
func plain(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	}) {
		if len(word) > 3 && !strings.HasSuffix(word, "ss") {
			word = strings.TrimSuffix(word, "s")
		}
		b.WriteString(word + " ")
	}
	return b.String()
}
