package chart

import (
	"regexp"
	"slices"
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
	"mon": "month", "n": "number", "nm": "name", "num": "number", "pct": "percent", "prod": "product", "qtr": "quarter", "qty": "quantity", "temp": "temperature", "adj": "adjustment", "fname": "first name", "lname": "last name", "url": "URL",
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
	t := Phrase(name)
	for i, r := range t {
		return string(unicode.ToUpper(r)) + t[i+len(string(r)):]
	}
	return t
}

// Phrase is a column's name inside a sentence, as a person would say it.
func Phrase(name string) string {
	if m := call.FindStringSubmatch(name); m != nil {
		if m[3] == "*" || m[3] == "1" {
			return "number of rows"
		}
		inner := source.ReplaceAllString(m[3], "")
		distinct := ""
		if m[2] != "" {
			distinct = "different "
		}
		what := Phrase(strings.Trim(inner, `"`))
		if strings.EqualFold(m[1], "count") {
			what = several(what)
		}
		return callWords[strings.ToLower(m[1])] + distinct + what
	}
	words := said(strings.Fields(plainWords(source.ReplaceAllString(name, ""))))
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

// namings are ways to be called: a full name is more than a full.
var namings = []string{"full", "first", "last", "given", "family", "middle", "display", "nick", "short", "long", "legal", "common", "official"}

// said are the words of a name that a person would say: the region for its name,
// the line total for the total line total, and in days for days.
func said(words []string) []string {
	n := len(words)
	if n < 2 {
		return words
	}
	last, before := words[n-1], words[:n-1]
	switch {
	case last == "name" && !slices.Contains(namings, words[n-2]):
		return before
	case last == "pct" && slices.ContainsFunc(before, func(w string) bool { return signed[w] }):
		return before // the sign says it
	case last == "pct" || last == "percent":
		return append(slices.Clone(before), "in", "percent")
	case last == "sum" && slices.Contains(before, "total"):
		return before
	case words[0] == "total" && slices.Contains(words[1:], "total"):
		return words[1:]
	case last == "c" && (words[n-2] == "temperature" || words[n-2] == "temp"):
		return append(slices.Clone(before), "in", "°C")
	case lasting[last] && slices.ContainsFunc(before, func(w string) bool { return stretches[w] }):
		return append(slices.Clone(before), "in", last)
	}
	return words
}

var (
	// signed are figures in percent that are written with their sign.
	signed    = map[string]bool{"share": true, "growth": true, "change": true, "rate": true, "margin": true, "percentage": true}
	lasting   = map[string]bool{"seconds": true, "minutes": true, "hours": true, "days": true, "weeks": true, "months": true, "years": true}
	stretches = map[string]bool{"duration": true, "time": true, "delay": true, "wait": true, "lag": true, "length": true, "age": true, "lifetime": true, "stay": true}
)

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
