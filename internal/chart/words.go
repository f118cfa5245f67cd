package chart

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	call   = regexp.MustCompile(`(?i)^\s*(count|sum|avg|min|max|total|median)\s*\(\s*(distinct\s+)?(.*?)\s*\)\s*$`)
	source = regexp.MustCompile(`^[\w"]+\.`)
)

var callWords = map[string]string{
	"count": "number of ", "sum": "total ", "total": "total ", "avg": "average ",
	"min": "lowest ", "max": "highest ", "median": "median ",
}

// shortWords are written out where a column's name abbreviates them.
var shortWords = map[string]string{
	"amt": "amount", "avg": "average", "cd": "code", "cnt": "number", "ctry": "country", "cust": "customer", "dept": "department", "desc": "description",
	"dt": "date", "emp": "employee", "eur": "EUR", "gbp": "GBP", "grp": "group", "id": "ID", "ids": "IDs", "max": "highest", "min": "lowest", "mo": "month",
	"mon": "month", "n": "number", "nm": "name", "num": "number", "pct": "percent", "prod": "product", "qtr": "quarter", "qty": "quantity", "url": "URL",
	"usd": "USD", "wk": "week", "yr": "year",
}

// plainWords is a column's name as words in lower case: order_date and
// orderDate are "order date".
func plainWords(name string) string {
	var b strings.Builder
	var before rune
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before)):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// title is a column's name as a person would head an axis with it.
func title(name string) string {
	t := phrase(name)
	for i, r := range t {
		return string(unicode.ToUpper(r)) + t[i+len(string(r)):]
	}
	return t
}

// phrase is a column's name inside a sentence.
func phrase(name string) string {
	if m := call.FindStringSubmatch(name); m != nil {
		if m[3] == "*" || m[3] == "1" {
			return "number of rows"
		}
		inner := source.ReplaceAllString(m[3], "")
		distinct := ""
		if m[2] != "" {
			distinct = "different "
		}
		what := phrase(strings.Trim(inner, `"`))
		if strings.EqualFold(m[1], "count") {
			what = several(what)
		}
		return callWords[strings.ToLower(m[1])] + distinct + what
	}
	words := strings.Fields(plainWords(source.ReplaceAllString(name, "")))
	for i, w := range words {
		if full, ok := shortWords[w]; ok {
			words[i] = full
		}
	}
	if n := len(words); n > 1 && (words[n-1] == "count" || words[n-1] == "number") {
		return "number of " + several(strings.Join(words[:n-1], " "))
	}
	return strings.Join(words, " ")
}

// several is the plural of a phrase, as regular nouns have it.
func several(s string) string {
	switch {
	case s == "" || strings.HasSuffix(s, "s"):
		return s
	case strings.HasSuffix(s, "y") && len(s) > 1 && !strings.ContainsRune("aeiou", rune(s[len(s)-2])):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(s, "x") || strings.HasSuffix(s, "ch") || strings.HasSuffix(s, "sh"):
		return s + "es"
	}
	return s + "s"
}
