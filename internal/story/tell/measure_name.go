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

// totals and summaries begin the names of figures that stand for many.
var (
	totals    = []string{"total", "sum", "tot"}
	summaries = append([]string{"avg", "average", "mean", "median", "min", "minimum", "max", "maximum"}, totals...)
)

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
	if sign := english.CurrencySign(list[at]); sign != "" && at > 0 {
		return slices.Delete(slices.Clone(list), at, at+1), sign
	}
	u, _ := english.UnitInName(list[n-1])
	lasts := u.Dimension == "time" || u.Dimension == "calendar"
	left = list[:n-1]
	switch symbol, measured := columns.UnitAtEnd(list); {
	case n == 2 && slices.Contains(summaries, list[0]) && !slices.Contains(totals, list[0]) && lasts:
		unit, left = u.Symbol, []string{list[0], "time"} // no more is known of what lasted
	case measured:
		unit = symbol
	default:
		return list, ""
	}
	switch unit {
	case "seconds":
		unit = "s" // not to be taken for a place in a ranking
	case "ms":
		unit = "milliseconds"
	}
	return left, unit
}

// dropRepeatedTotal says once that a figure is a total: the total line total is the
// line total.
func dropRepeatedTotal(list []string) []string {
	sum := func(w string) bool { return slices.Contains(totals, w) }
	n := 0
	for _, w := range list {
		if sum(w) {
			n++
		}
	}
	list = slices.Clone(list)
	if last := len(list) - 1; n > 1 && list[last] == "sum" { // of a column that is a total
		list, n = list[:last], n-1
	}
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
		if !slices.Contains(totals, what[0]) {
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
	if w := list[n-1]; !english.IsPlural(w) || !columns.IsCountable(w) || containsAny(list, []string{"of", "per", "in", "number", "number of", "total"}) {
		return list
	}
	return slices.Concat(list[:1], []string{"number of"}, list[1:])
}
