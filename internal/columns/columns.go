// Package columns is what the words of a column's name say about the figures in
// it: whether they add up, over things and over time, whether they are money, a
// count, a percentage, a change, or numbers that name something. Values and
// declared types are for others to look at.
package columns

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/meaning"
)

//go:embed columns.txt
var text string

var classes = readClasses(text)

func readClasses(text string) map[string]english.Set {
	m := map[string]english.Set{}
	english.ReadSections(text, func(class, line string) { m[class] = english.NewSet(line).With(m[class]) })
	return m
}

// The classes of words. A name may have words of several.
var (
	Percentages = classes["percentage"]
	Changes     = classes["change"]
	Scales      = classes["scale"]
	Actors      = classes["actor"]
	Counts      = classes["count"]
	Takings     = classes["takings"]
	Moments     = classes["moment"] // say that something happened, and no more
	Money       = classes["money"].With(Takings)
	Identifiers = classes["identifier"]
	Things      = classes["thing"] // are numbered: a whole number called so names one

	naming   = Identifiers.With(classes["calendar"])
	computed = derived.With(rates).With(english.NewSet("count sum total per"))

	rates, levels, states    = classes["rate"], classes["level"], classes["state"]
	added                    = classes["averaged or added"]
	averaged                 = classes["averaged"].With(added)
	amounts, derived, prices = classes["amount"], classes["derived"], classes["price"]
	flows, stateUnits        = classes["flow"], classes["state unit"]
	durations, uncounted     = classes["duration"], classes["uncounted"]
)

// Words are the words of the name of a column of a result, abbreviations
// written out.
func Words(name string) []string {
	return english.ExpandLabel(english.Split(strings.ReplaceAll(name, "%", " pct ")))
}

// IsAmount reports whether words name an amount of money that adds up. The price
// of one piece does not.
func IsAmount(words []string) bool { return Money.HasAny(words) && !prices.HasAny(words) }

// NamesThings reports whether the numbers of a column of a result tell things or
// times apart rather than measure them: identifiers, codes, years. What is known of
// the column, which may be nil, says so, else its name.
func NamesThings(name string, known *meaning.Column) bool {
	if known != nil && (known.Role != meaning.RoleDetail || len(known.Origins) > 0) {
		return known.Role != meaning.RoleMeasure
	}
	words := Words(name)
	return len(words) > 0 && naming[words[len(words)-1]] && !computed.HasAny(words)
}

// UnitAtEnd is the unit that a name ends with, where the words before it are what
// is measured: kg of weight kg, °C of temperature c. Sick days are days, and
// nothing that is measured in them.
func UnitAtEnd(words []string) (symbol string, ok bool) {
	n := len(words) - 1
	if n < 1 {
		return "", false
	}
	last, before := words[n], words[:n]
	u, ok := english.UnitInName(last)
	switch {
	case (last == "c" || last == "f") && temperatures.HasAny(before):
		return "°" + strings.ToUpper(last), true
	case last == "g":
		return "g", true
	case u.Dimension == "calendar" || u.Dimension == "time" && u.Factor > 60:
		return u.Symbol, durations.HasAny(before)
	case u.Dimension == "share" || u.Dimension == "money" && !english.IsCurrency(last):
		return "", false
	}
	return u.Symbol, ok
}

var temperatures = english.NewSet("temp temperature")

// IsCountable reports whether a plural is of things that can be counted, rather
// than of amounts or units: orders, not costs or hours.
func IsCountable(plural string) bool {
	_, unit := english.UnitInName(plural)
	return !unit && !Money[plural] && !uncounted[plural]
}

// Additivity is across what the figures of a column of a result may be added up,
// as far as its name tells; "" where it tells nothing.
func Additivity(name string) meaning.Additivity {
	words := Words(name)
	s, known := Summarize(words)
	switch {
	case derived.HasAny(words) || ofOneTime(words) || !known && slices.Contains(words, "year"):
		return meaning.NonAdditive
	case !known && len(words) > 0 && words[len(words)-1] == "number":
		return meaning.Additive
	case !known:
		return ""
	case s.Level || s.Aggregate == "sum" && states.HasAny(words):
		return meaning.SemiAdditive
	case s.Aggregate == "sum":
		return meaning.Additive
	}
	return meaning.NonAdditive
}

// ofOneTime finds the first, last or previous of several figures; those of last
// year are all of them.
func ofOneTime(words []string) bool {
	for i, w := range words {
		if places[w] && (i+1 == len(words) || !english.Periods[words[i+1]]) {
			return true
		}
	}
	return false
}

// What is paid for each month is a rate, where it belongs to somebody.
var (
	each = english.NewSet("hourly daily weekly monthly")
	paid = english.NewSet("income charge charges pay rent fee premium")
)

var places = english.NewSet("first last previous")

// IsPortion reports whether numbers of that name that lie between 0 and 1 are parts
// of a whole, which people write in percent. Ratios are written as they are.
func IsPortion(words []string) bool {
	return (Percentages.HasAny(words) || slices.Contains(words, "discount")) && !slices.Contains(words, "ratio")
}

// Summary is how the figures of a stored column are usually summed up.
type Summary struct {
	Aggregate string // sum, avg, min or max
	Level     bool   // the figures are the state at a moment
	Added     bool   // they are properties that people add up, too: weights, days
	Why       string
}

// Summarize takes the advice of a name: first of words that decide wherever
// they stand (rate, per, total), then of the last word that says anything,
// because the last noun is the thing and the others describe it. It reports
// false where the name says nothing.
func Summarize(words []string) (Summary, bool) {
	if len(words) == 0 {
		return Summary{}, false
	}
	for _, rule := range []func([]string) (Summary, bool){firstWord, anyWord, lastWord, unit} {
		if s, ok := rule(words); ok {
			return s, true
		}
	}
	return Summary{}, false
}

func firstWord(words []string) (Summary, bool) {
	several := len(words) > 1
	switch words[0] {
	case "maximum":
		return Summary{Aggregate: "max", Why: "the name says maximum"}, true
	case "min", "minimum":
		return Summary{Aggregate: "min", Why: "the name says minimum"}, several
	case "number", "n":
		return Summary{Aggregate: "sum", Why: "it counts, so it adds up"}, several && strings.Trim(words[1], "0123456789") != ""
	}
	return Summary{}, false
}

func anyWord(words []string) (Summary, bool) {
	for i, w := range words {
		if rates[w] || w == "per" && i > 0 {
			return averages(w), true
		}
	}
	if slices.ContainsFunc(words, func(w string) bool { return each[w] }) && paid[words[len(words)-1]] {
		s := averages(strings.Join(words, " "))
		s.Added = true
		return s, true
	}
	for i, w := range words {
		switch {
		case w == "total", w == "count" && i == 0:
			return Summary{Aggregate: "sum", Why: "the name says " + w + ", so it adds up"}, true
		case (w == "unit" || w == "standard") && i < len(words)-1:
			return averages(w + " " + words[i+1]), true
		}
	}
	return Summary{}, false
}

func lastWord(words []string) (Summary, bool) {
	for i := len(words) - 1; i >= 0; i-- {
		switch w := words[i]; {
		case averaged[w]:
			s := averages(w)
			s.Added = added[w]
			return s, true
		case levels[w]:
			return Summary{Aggregate: "avg", Level: true, Why: "the name says " + w + ": the state at a moment, so sums over time would mislead"}, true
		case amounts[w], Counts[w]:
			return Summary{Aggregate: "sum", Why: "the name says " + w + ", so it adds up"}, true
		}
	}
	return Summary{}, false
}

func unit(words []string) (Summary, bool) {
	for _, w := range words {
		switch u, _ := english.UnitInName(w); {
		case u.Symbol == "ms":
			return Summary{Aggregate: "avg", Why: "measured in milliseconds, so averages make sense"}, true
		case flows[u.Dimension]:
			return Summary{Aggregate: "sum", Why: "measured in " + w + ", which adds up"}, true
		case stateUnits[w], u.Dimension == "temperature", u.Dimension == "power":
			return Summary{Aggregate: "avg", Why: "measured in " + w + ", so averages make sense"}, true
		}
	}
	return Summary{}, false
}

func averages(word string) Summary {
	return Summary{Aggregate: "avg", Why: "the name says " + word + ", so averages make sense"}
}
