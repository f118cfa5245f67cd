package tell

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

var call = lazyregexp.New(`^\s*([A-Za-z_]+)\s*\((.*)\)\s*$`)

// functionWords are what an engine's own name of an expression means.
var functionWords = map[string]string{
	"sum": "total", "avg": "average", "mean": "average", "median": "median", "min": "minimum", "max": "maximum",
	"round": "", "cast": "", "abs": "", "coalesce": "", "any_value": "", "stddev": "standard deviation of",
}

// statisticWords are how a sentence says what a figure stands for.
var statisticWords = map[string]string{
	"num": "number of", "nr": "number of", "sum": "total", "pct": "percentage", "perc": "percentage",
	"std": "standard deviation of", "stdev": "standard deviation of", "stddev": "standard deviation of",
}

var currencies = map[string]string{"eur": "€", "usd": "$", "gbp": "£"}

// summaries begin the names of figures that stand for many.
var summaries = []string{"avg", "average", "mean", "median", "min", "minimum", "max", "maximum", "total", "sum", "tot"}

// measureName is a column's name in plain words, and the unit that it holds.
func measureName(name string) (string, string) {
	if m := call.FindStringSubmatch(name); m != nil {
		inside, unit := measureName(m[2])
		function := strings.ToLower(m[1])
		switch word, known := functionWords[function]; {
		case strings.HasPrefix(function, "count") && (strings.TrimSpace(m[2]) == "" || m[2] == "*" || m[2] == "1"):
			return "count", ""
		case strings.HasPrefix(function, "count"):
			return "count of " + inside, ""
		case word == "total" && strings.Contains(" "+inside+" ", " total "):
			return inside, unit
		case known:
			return strings.TrimSpace(word + " " + inside), unit
		}
	}
	list, unit := withoutUnit(nameWords(name))
	return writeOut(list), unit
}

// wholeName is a column's name in plain words, its unit included.
func wholeName(name string) string { return writeOut(nameWords(name)) }

// writeOut writes the words of a name out.
func writeOut(list []string) string {
	if n := len(list); n > 1 && (list[n-1] == "pct" || list[n-1] == "percent") && isRateName(list[:n-1]) {
		list = list[:n-1] // "share of …", "growth": the sign says the rest
	}
	list = nameAverageOfCounts(nameCount(dropRepeatedTotal(list)))
	for i, w := range list {
		if long, ok := statisticWords[w]; ok {
			list[i] = long
		}
	}
	list = english.ExpandLabel(list)
	text := strings.ReplaceAll(strings.Join(list, " "), "number of of ", "number of ")
	if text == "" {
		text = "value"
	}
	return text
}

// withoutUnit takes the unit out of the words of a name: amount eur, budget usd
// per department, duration seconds, average hours.
func withoutUnit(list []string) (left []string, unit string) {
	n := len(list)
	if n < 2 {
		return list, ""
	}
	at := n - 1
	if per := slices.Index(list, "per"); per > 1 {
		at = per - 1
	}
	switch sign := currencies[list[at]]; {
	case sign != "" && at > 0:
		return slices.Delete(slices.Clone(list), at, at+1), sign
	case n == 2 && slices.Contains(summaries, list[0]) && list[0] != "total" && list[0] != "sum" && list[0] != "tot" && timeUnits[list[1]]:
		return []string{list[0], "time"}, list[1] // no more is known of what lasted
	case !endsInUnit(list):
		return list, ""
	}
	switch unit = list[n-1]; unit {
	case "seconds":
		unit = "s" // not to be taken for a place in a ranking
	case "ms":
		unit = "milliseconds"
	case "c", "celsius":
		unit = "°C"
	case "f", "fahrenheit":
		unit = "°F"
	}
	return list[:n-1], unit
}

// timeUnits are units of time.
var timeUnits = map[string]bool{"minutes": true, "hours": true, "days": true, "weeks": true, "months": true, "years": true}

// endsInUnit reports whether a name ends in the unit of what stands before it:
// duration seconds, weight g. Sick days are not such a unit.
func endsInUnit(list []string) bool {
	before := list[:len(list)-1]
	switch last := list[len(list)-1]; last {
	case "seconds", "minutes", "ms", "kg", "g", "km", "cm", "mm", "kwh", "mb", "gb", "celsius", "fahrenheit":
		return true
	case "c", "f":
		return containsAny(before, []string{"temp", "temperature"})
	case "hours", "days", "weeks", "months", "years":
		return containsAny(before, []string{"duration", "time", "delay", "wait", "lag", "length", "age", "lifetime", "stay"})
	}
	return false
}

// dropRepeatedTotal says once that a figure is a total: the total line total is the
// line total.
func dropRepeatedTotal(list []string) []string {
	sum := func(w string) bool { return w == "total" || w == "sum" || w == "tot" }
	n := 0
	for _, w := range list {
		if sum(w) {
			n++
		}
	}
	list = slices.Clone(list)
	for i := 0; i < len(list) && n > 1; {
		if sum(list[i]) && (i == 0 || i == len(list)-1 && list[i] != "total") {
			list = slices.Delete(list, i, i+1)
			n--
			continue
		}
		i++
	}
	return list
}

// nameCount says what is counted: order count is the number of orders. A total
// of counts is a count.
func nameCount(list []string) []string {
	n := len(list)
	if n > 0 && list[0] == "n" {
		if n == 1 {
			return []string{"count"}
		}
		return append([]string{"number of"}, list[1:]...)
	}
	if n < 2 || list[n-1] != "count" && list[n-1] != "cnt" {
		return list
	}
	var how []string
	what := list[:n-1]
	if slices.Contains(summaries, what[0]) {
		if len(what) == 1 {
			return list
		}
		if !slices.Contains([]string{"total", "sum", "tot"}, what[0]) {
			how = what[:1]
		}
		what = what[1:]
	}
	return append(slices.Clone(how), "number of", english.Plural(strings.Join(what, " ")))
}

// nameAverageOfCounts says that what is averaged is a count: average orders are the
// average number of orders. Money, time and the like are no counts.
func nameAverageOfCounts(list []string) []string {
	n := len(list)
	if n < 2 || n > 3 || !slices.Contains([]string{"avg", "average", "mean", "median"}, list[0]) {
		return list
	}
	if w := list[n-1]; !english.IsPlural(w) || columns.Money[w] || timeUnits[w] || slices.Contains(amounts, w) || containsAny(list, []string{"of", "per", "in", "number", "number of", "total"}) {
		return list
	}
	return slices.Concat(list[:1], []string{"number of"}, list[1:])
}

// amounts are plurals that nobody counts.
var amounts = []string{"costs", "fees", "earnings", "savings", "expenses", "wages", "prices", "profits", "revenues", "returns", "seconds", "miles", "points", "grades",
	"marks", "ratings", "scores", "temperatures", "values", "amounts", "totals", "takings", "proceeds", "losses", "gains", "rates", "ages", "degrees", "litres", "grams", "metres"}
