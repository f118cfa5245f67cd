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
	switch {
	case known == nil:
		return phrase(name)
	case known.Role == meaning.RoleTime && known.Grain != "" && strings.HasPrefix(name, "other_"):
		return string(known.Grain) // the name stands for a stored column
	case known.Label != "" && strings.ContainsAny(name, "()'*+/"):
		return known.Label
	case known.Aggregate == meaning.Percent && known.Part != nil:
		return shareOf(known.Part, name)
	case known.Aggregate == meaning.Percent && name == "pct" && known.Label != "":
		return known.Label
	case known.Aggregate == meaning.Percent && strings.HasPrefix(known.Label, "share of "):
		return strings.TrimSuffix(known.Label, " in percent")
	}
	return withUnit(phrase(name), known.Unit)
}

// shareOf is what a percentage is the share of.
func shareOf(part *meaning.Part, name string) string {
	const long = 60
	switch whole := "share of " + part.Entity + " where " + part.Condition; {
	case part.Of != "" && part.Who != "":
		return "share of " + part.Of + " from " + part.Who
	case part.Of != "":
		return "share of " + part.Of
	case len(whole) <= long:
		return whole
	}
	return phrase(name)
}

// withUnit says the unit of a figure whose name does not: actual in k€. Signs of
// percent stand beside the figures.
func withUnit(name, unit string) string {
	words := strings.Fields(strings.ToLower(name))
	u, _ := english.UnitOf(strings.ToLower(unit))
	said := slices.ContainsFunc(words, func(w string) bool {
		o, ok := english.UnitOf(w)
		return w == strings.ToLower(unit) || ok && o.Symbol == u.Symbol
	})
	if unit == "" || u.Dimension == "share" || said {
		return name
	}
	return name + " in " + unit
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
