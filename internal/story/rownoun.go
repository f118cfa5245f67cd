package story

import (
	"regexp"
	"strings"
)

var (
	sqlRead = regexp.MustCompile("(?i)\\bFROM\\s+([\\w.\"`]+)(?:\\s+(?:AS\\s+)?\\w+)?\\s*([,(]?)")
	// sqlMerges finds what makes a row of a result another thing than a row of
	// the table, or leaves rows out.
	sqlMerges = regexp.MustCompile(`(?i)\b(?:GROUP|DISTINCT|UNION|INTERSECT|EXCEPT|JOIN|LIMIT|FETCH|TOP|OFFSET|WITH|UNNEST|EXPLODE|PIVOT|UNPIVOT|QUALIFY|SAMPLE|TABLESAMPLE|GENERATE_SERIES|\w+_EACH|\w+_TO_TABLE)\b`)
)

// rowNoun is the words of the table whose rows the rows of a result are, where
// the statement shows that they are: it reads one table, and takes its rows as
// they are.
func rowNoun(sql string, rows int) []string {
	sql = sqlLiteral.ReplaceAllString(withoutComments(sql), "''")
	read := sqlRead.FindAllStringSubmatch(sql, 2)
	if len(read) != 1 || read[0][2] != "" || strings.Count(strings.ToUpper(sql), "FROM") != 1 || sqlMerges.MatchString(sql) ||
		rows == 1 && strings.Contains(sql, "(") { // it may be one figure of all rows
		return nil
	}
	name := read[0][1]
	var list []string
	for _, w := range splitName(strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "\"`")) {
		if w = stem(w); !digit(w, 0) {
			list = append(list, w)
		}
	}
	return list
}

// rowNounEnd is where the name of what the rows are ends, if it begins at a
// word: all of it, or its last word.
func (c *checker) rowNounEnd(i int) (end int, ok bool) {
	for _, words := range [][]string{c.rowNoun, c.rowNoun[max(0, len(c.rowNoun)-1):]} {
		at := i
		for _, w := range words {
			if c.own(at) > 0 || stem(c.low(at)) != w {
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
