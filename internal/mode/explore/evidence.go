package explore

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

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
	names  []name // what rows and columns are about
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

// name is something that rows are about, as plain writes it. A value says more
// than a word of a column's name.
type name struct {
	text   string
	weight int
}

const (
	columnWeight = 1
	valueWeight  = 2
)

// weigh is how much a result knows of something.
func weigh(names []name) int {
	total := 0
	for _, n := range names {
		total += n.weight
	}
	return total
}

// knows is true for evidence that speaks of all the names: they stand in its
// rows, its columns or its statement.
func (e *evidence) knows(names []name) bool {
	for _, n := range names {
		own := slices.ContainsFunc(e.names, func(x name) bool { return x.text == n.text })
		if !own && !strings.Contains(plain(e.ran), n.text) {
			return false
		}
	}
	return true
}

// namesOf are what the rows and columns of a result are about. Numbers and
// periods are left out: those are found by their meaning.
func namesOf(t *table.Table) []name {
	const longest, rows, words = 80, 1000, 4
	var list []name
	seen := map[string]bool{}
	add := func(text string, weight int) {
		if len(text) > len(" x ") && !seen[text] && strings.ContainsFunc(text, unicode.IsLetter) && !period.MatchString(text) {
			seen[text] = true
			list = append(list, name{text, weight})
		}
	}
	for _, c := range t.Columns {
		parts := strings.Fields(plain(c.Name))
		if len(parts) > words {
			continue // an expression without a name
		}
		for _, word := range parts {
			if !general[word] {
				add(" "+word+" ", columnWeight)
			}
		}
	}
	for _, row := range t.Rows[:min(rows, len(t.Rows))] {
		for _, v := range row {
			if v.Kind() == table.Text && v.Size() <= longest {
				add(plain(v.String()), valueWeight)
			}
		}
	}
	return list
}

var period = regexp.MustCompile(`^ (?:q[1-4] |\d+ |(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* )+$`)

// within are the names that stand in a text.
func within(names []name, text string) []name {
	var list []name
	text = plain(text)
	for _, n := range names {
		if strings.Contains(text, n.text) {
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
