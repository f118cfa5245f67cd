package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

var (
	monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	dayNames   = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
)

// scales are other names with an order that everybody knows. Names of the same
// step stand together.
var scales = [][][]string{
	{{"xxxs", "3xs"}, {"xxs", "2xs"}, {"xs", "extra small", "x-small"}, {"s", "small"}, {"m", "medium"}, {"l", "large"}, {"xl", "extra large", "x-large"}, {"xxl", "2xl"}, {"xxxl", "3xl"}},
	{{"very low", "lowest"}, {"low"}, {"medium", "moderate", "normal"}, {"high"}, {"very high", "highest"}, {"urgent", "critical"}},
	{{"very short"}, {"short"}, {"medium"}, {"long"}, {"very long"}},
	{{"first"}, {"second"}, {"third"}, {"fourth"}, {"fifth"}},
}

// naturalOrder is the order of values that have one which is neither alphabet
// nor size: months and days of the week by name, steps of a scale such as small
// and large, bands of numbers such as 18-24 and 65+, and, where the column's
// name says so, parts of a year or a day by number. It is nil for other values.
func naturalOrder(seen map[string]bool, words []string) []string {
	if len(seen) == 0 || len(seen) > 54 {
		return nil
	}
	for _, names := range [][]string{monthNames, dayNames} {
		if list := rank(seen, names); list != nil {
			return list
		}
	}
	var numbers []string
	for n := range lastOf(words) + 1 {
		for _, form := range []string{digits(n, 1), digits(n, 2)} {
			if seen[form] && !slices.Contains(numbers, form) {
				numbers = append(numbers, form)
			}
		}
	}
	if len(numbers) == len(seen) {
		return numbers
	}
	if list := rankOnScale(seen); list != nil {
		return list
	}
	return rankBands(seen)
}

// lastOf is the largest number of what a column's name says it counts: hours,
// days, months. It is -1 where it says nothing like that.
func lastOf(words []string) int {
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	switch {
	case has("weekday", "dow", "wday") || has("week") && has("day"):
		return 7
	case has("hour", "hr"):
		return 24
	case has("month", "mo", "mon", "mth"):
		return 12
	case has("quarter", "qtr"):
		return 4
	case has("week", "wk"):
		return 53
	case has("day"):
		return 31
	}
	return -1
}

func digits(n, width int) string {
	s := string(rune('0' + n%10))
	if n >= 10 {
		s = string(rune('0'+n/10)) + s
	}
	if len(s) < width {
		return "0" + s
	}
	return s
}

// rank puts values that are all of the names, or their first three letters, in
// the names' order.
func rank(seen map[string]bool, names []string) []string {
	var list []string
	for _, name := range names {
		for s := range seen {
			if strings.EqualFold(s, name) || strings.EqualFold(s, name[:3]) {
				list = append(list, s)
			}
		}
	}
	if len(list) != len(seen) {
		return nil
	}
	return list
}

// rankOnScale puts values that are all steps of one scale in its order. One
// value alone says nothing of a scale.
func rankOnScale(seen map[string]bool) []string {
	if len(seen) < 2 {
		return nil
	}
	for _, scale := range scales {
		step := map[string]int{}
		for i, names := range scale {
			for _, name := range names {
				step[name] = i
			}
		}
		if list := inOrder(seen, func(s string) (float64, bool) {
			i, ok := step[strings.ToLower(strings.TrimSpace(s))]
			return float64(i), ok
		}); list != nil {
			return list
		}
	}
	return nil
}

// inOrder puts values in the order of their places; nil unless each has one, and
// one of its own.
func inOrder(seen map[string]bool, place func(string) (float64, bool)) []string {
	at := map[string]float64{}
	taken := map[float64]bool{}
	var list []string
	for s := range seen {
		p, ok := place(s)
		if !ok || taken[p] {
			return nil
		}
		at[s], taken[p] = p, true
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b string) int {
		if at[a] < at[b] {
			return -1
		}
		return 1
	})
	return list
}

// band is a text such as 18-24, 65+, under 18 or $1,000 to $5,000.
var band = lazyregexp.New(`(?i)^(under|below|less than|up to|<=?|≤|over|above|more than|>=?|≥)?\s*[$€£]?(\d[\d,]*(?:\.\d+)?)(k|m)?(?:\s*(?:-|–|—|to)\s*[$€£]?(\d[\d,]*(?:\.\d+)?)(k|m)?)?\s*(\+|and (?:over|above|older|more)|or (?:over|above|older|more))?(?:\s*(?:years?(?: old)?|yrs?|days?|hours?|minutes?|min|km|kg|%))?$`)

// rankBands puts bands of numbers in their order. They must not overlap: codes
// that look alike do.
func rankBands(seen map[string]bool) []string {
	type span struct{ from, to float64 }
	spans := map[string]span{}
	open := false // some value is more than a number
	for s := range seen {
		m := band.FindStringSubmatch(strings.TrimSpace(s))
		if m == nil {
			return nil
		}
		from := numberIn(m[2], cmp.Or(m[3], m[5])) // 5-10k are thousands
		b := span{from, from}
		switch before := strings.ToLower(m[1]); {
		case m[4] != "":
			b.to = numberIn(m[4], m[5])
		case slices.Contains([]string{"under", "below", "less than", "up to", "<", "<=", "≤"}, before):
			b.from = math.Inf(-1)
		case before != "":
			b.from = math.Nextafter(from, math.Inf(1)) // above a neighbour that ends there
			b.to = b.from
		}
		if b.to < b.from {
			return nil
		}
		open = open || m[1] != "" || m[4] != "" || m[6] != ""
		spans[s] = b
	}
	if !open || len(seen) < 2 {
		return nil
	}
	list := inOrder(seen, func(s string) (float64, bool) { return spans[s].from, true })
	for i := range list[:max(0, len(list)-1)] {
		if spans[list[i]].to > spans[list[i+1]].from {
			return nil
		}
	}
	return list
}

func numberIn(text, unit string) float64 {
	f, _ := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	switch strings.ToLower(unit) {
	case "k":
		f *= 1e3
	case "m":
		f *= 1e6
	}
	return f
}
