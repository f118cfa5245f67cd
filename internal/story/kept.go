package story

import (
	"regexp"
	"slices"
	"strings"
)

var (
	sqlCompared = regexp.MustCompile(`(?i)(<>|!=|>=|<=|=|<|>|\bNOT\s+I?LIKE\b|\bI?LIKE\b|\bBETWEEN\b|\bAND\b)\s*(?:CAST\s*\(\s*)?(?:DATE\s+|TIMESTAMP\s+)?(?:'((?:[^']|'')*)'|((?:19|20)\d\d)\b)`)
	sqlListed   = regexp.MustCompile(`(?i)(\bNOT\s+)?\bIN\s*\(((?:\s*'(?:[^']|'')*'\s*,?)+)\)`)
	sqlLiteral  = regexp.MustCompile(`'((?:[^']|'')*)'`)
	sqlDated    = regexp.MustCompile(`^(\d{4})(?:-\d{2}){0,2}(?:[ T].*)?$`)
	sqlLimited  = regexp.MustCompile(`(?i)\bLIMIT\s+(\d{1,4})\b`)
)

// keptBy is what a statement keeps, in words that a story may use: the values
// that it compares with, the years that it begins in, how many rows it takes.
// The end of a period is mostly the day after it, and says nothing.
func keptBy(sql string) []string {
	const most, longest = 50, 100
	var list []string
	add := func(value string) {
		value = strings.Trim(strings.ReplaceAll(value, "''", "'"), "% ")
		if year := sqlDated.FindStringSubmatch(value); year != nil {
			value = "in " + year[1]
		}
		if value != "" && len(value) <= longest && len(list) < most && !slices.Contains(list, value) {
			list = append(list, value)
		}
	}
	for _, m := range sqlCompared.FindAllStringSubmatch(sql, most) {
		switch operator := strings.ToUpper(m[1]); {
		case operator == "<" || operator == "<>" || operator == "!=" || strings.HasPrefix(operator, "NOT"):
		default:
			add(m[2] + m[3])
		}
	}
	for _, m := range sqlListed.FindAllStringSubmatch(sql, most) {
		for _, value := range sqlLiteral.FindAllStringSubmatch(m[2], most) {
			if m[1] == "" {
				add(value[1])
			}
		}
	}
	if m := sqlLimited.FindStringSubmatch(sql); m != nil {
		list = append(list, "top "+m[1])
	}
	return list
}

// withoutComments leaves out what a statement only says: no comment may bear a
// claim out.
func withoutComments(sql string) string {
	var b strings.Builder
	for i := 0; i < len(sql); {
		end := i + 1
		switch rest := sql[i:]; {
		case rest[0] == '\'' || rest[0] == '"' || rest[0] == '`':
			if at := strings.IndexByte(rest[1:], rest[0]); at >= 0 {
				end = i + at + 2
			} else {
				end = len(sql)
			}
		case strings.HasPrefix(rest, "--"):
			line, _, _ := strings.Cut(rest, "\n")
			i += len(line)
			b.WriteByte(' ')
			continue
		case strings.HasPrefix(rest, "/*"):
			i = commentEnd(sql, i)
			b.WriteByte(' ')
			continue
		}
		b.WriteString(sql[i:end])
		i = end
	}
	return b.String()
}

// commentEnd is where a comment that begins at a place ends. In some dialects
// comments hold others: taking them so leaves out rather too much.
func commentEnd(sql string, i int) int {
	depth := 0
	for i < len(sql) {
		switch {
		case strings.HasPrefix(sql[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(sql[i:], "*/"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return i
}
