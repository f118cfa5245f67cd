package chart

import (
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/meaning"
)

var (
	call   = lazyregexp.New(`(?i)^\s*(count|sum|avg|min|max|total|median)\s*\(\s*(distinct\s+)?(.*?)\s*\)\s*$`)
	source = lazyregexp.New(`^[\w"]+\.`)
)

var callWords = map[string]string{
	"count": "number of ", "sum": "total ", "total": "total ", "avg": "average ",
	"min": "lowest ", "max": "highest ", "median": "median ",
}

// axisWords are how a chart writes words of a column's name.
var axisWords = map[string]string{
	"count": "number", "n": "number", "maximum": "highest", "minimum": "lowest", "mo": "month", "mon": "month", "temp": "temperature", "adj": "adjustment",
	"id": "ID", "ids": "IDs", "url": "URL",
}

// nameWords are the words of a column's name in lower case. A heading with
// signs in it is split at spaces only: they say something.
func nameWords(name string) []string {
	isSign := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.M) && !unicode.IsSpace(r) && !strings.ContainsRune("_-.", r)
	}
	if strings.ContainsFunc(name, isSign) {
		return strings.Fields(strings.ToLower(name))
	}
	return english.Split(name)
}

// title is a column's name as a person would head an axis with it.
func title(name string) string { return capitalize(Phrase(name, nil)) }

func capitalize(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return text
}

func (p *profile) title() string  { return capitalize(p.phrase()) }
func (p *profile) phrase() string { return Phrase(p.name, p.known) }

// Phrase is what a column is called inside a sentence: its name as a person would
// say it, or what is known of the column, which may be nil, where the engine made
// its name of an expression.
func Phrase(name string, known *meaning.Column) string {
	if known != nil && known.Label != "" && strings.ContainsAny(name, "()'*+/") {
		return known.Label
	}
	return phrase(name)
}

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
			what = english.Plural(what)
		}
		return callWords[strings.ToLower(m[1])] + distinct + what
	}
	words := sayWords(english.ExpandLabel(nameWords(source.ReplaceAllString(name, ""))))
	for i, w := range words {
		if full, ok := axisWords[w]; ok {
			words[i] = full
		} else if english.IsCurrency(w) {
			words[i] = strings.ToUpper(w)
		}
	}
	if n := len(words); n > 1 && (words[n-1] == "number") {
		return "number of " + english.Plural(strings.Join(words[:n-1], " "))
	}
	return strings.Join(words, " ")
}

// sayWords are the words of a name that a person would say: the region for its
// name, the line total for the total line total, and in days for days.
func sayWords(words []string) []string {
	n := len(words)
	if n < 2 {
		return words
	}
	last, before := words[n-1], words[:n-1]
	unit, measured := columns.UnitAtEnd(words)
	switch {
	case last == "name" && !english.NameKinds[words[n-2]]:
		return before
	case last == "percent" && slices.ContainsFunc(before, func(w string) bool { return columns.Percentages[w] }):
		return before // the sign says it
	case last == "percent":
		return append(slices.Clone(before), "in", "percent")
	case last == "sum" && slices.Contains(before, "total"):
		return before
	case words[0] == "total" && slices.Contains(words[1:], "total"):
		return words[1:]
	case measured && !english.IsCurrency(last): // budget USD
		return append(slices.Clone(before), "in", unit)
	}
	return words
}
