package eval

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// cell is a value as comparing needs it.
type cell struct {
	kind cellKind
	num  float64 // numbers; periods as days
	text string
}

type cellKind uint8

const (
	null cellKind = iota
	numeric
	text
	period // a day, or a month, quarter or year by its first day
)

// newCell takes what a driver of database/sql returns.
func newCell(v any) cell {
	switch v := v.(type) {
	case nil:
		return cell{}
	case bool:
		if v {
			return cell{kind: numeric, num: 1}
		}
		return cell{kind: numeric}
	case int64:
		return cell{kind: numeric, num: float64(v)}
	case float64:
		if math.IsNaN(v) {
			return cell{kind: text, text: "NaN"}
		}
		return cell{kind: numeric, num: v}
	case string:
		return textCell(v)
	case []byte:
		return cell{kind: text, text: string(v)}
	case time.Time:
		return textCell(v.Format("2006-01-02 15:04:05.999999"))
	}
	return cell{kind: text, text: fmt.Sprint(v)}
}

func textCell(s string) cell {
	if d, ok := parsePeriod(s); ok {
		return cell{kind: period, num: d, text: s}
	}
	return cell{kind: text, text: s}
}

// parsePeriod reads YYYY-MM-DD (at midnight), YYYY-MM, YYYY-Qn and YYYY, and
// gives the first day.
func parsePeriod(s string) (float64, bool) {
	if len(s) < 4 || len(s) > 19 || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	day := s
	switch {
	case len(s) == 4:
		day = s + "-01-01"
	case len(s) == 7 && s[4:6] == "-Q" && s[6] >= '1' && s[6] <= '4':
		day = fmt.Sprintf("%s-%02d-01", s[:4], 3*int(s[6]-'0')-2)
	case len(s) == 7:
		day = s + "-01"
	case len(s) == 19 && (s[10:] == " 00:00:00" || s[10:] == "T00:00:00"):
		day = s[:10]
	}
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return 0, false
	}
	return float64(t.Unix() / 86400), true
}

// year makes a number that can be a year the period that it is.
func (c cell) year() cell {
	if c.kind != numeric || c.num < 1000 || c.num > 2999 || c.num != math.Trunc(c.num) {
		return c
	}
	return textCell(strconv.Itoa(int(c.num)))
}

const (
	relative = 1e-6
	noise    = 1e-9 // what sums of floats leave where there should be zero
)

// scale is how exactly the numbers of a gold column are known.
type scale struct {
	rounded  bool
	decimals int
}

// scaleOf finds the decimals of a column, where the gold query rounds. Only
// what is shorter than some rounding of the query was rounded by it.
func scaleOf(column []cell, roundings []int) scale {
	if len(roundings) == 0 {
		return scale{}
	}
	longest := 0
	for _, c := range column {
		if c.kind != numeric {
			continue
		}
		if _, fraction, ok := strings.Cut(strconv.FormatFloat(c.num, 'f', -1, 64), "."); ok {
			longest = max(longest, len(fraction))
		}
	}
	best := -1
	for _, d := range roundings {
		if d >= longest && (best < 0 || d < best) {
			best = d
		}
	}
	return scale{rounded: best >= 0, decimals: best}
}

// near reports whether b is as good as the gold number a.
func (s scale) near(a, b float64) bool {
	gap := math.Abs(a - b)
	if s.rounded && gap <= 0.5*math.Pow10(-s.decimals)*(1+relative) {
		return true
	}
	return a == b || gap <= noise || gap <= relative*max(math.Abs(a), math.Abs(b))
}

// classify numbers the values of two columns, so that equal ones have the same
// number. A predicted number belongs to the nearest gold number, if it is near.
func classify(gold, said []cell, s scale) (g, p []int32) {
	if hasPeriod(gold) || hasPeriod(said) {
		gold, said = years(gold), years(said)
	}
	anchors := anchorsOf(gold)
	classes := map[cell]int32{}
	number := func(column []cell) []int32 {
		out := make([]int32, len(column))
		for i, c := range column {
			key := cell{kind: c.kind}
			switch c.kind {
			case numeric:
				key.num = anchors.nearest(c.num, s)
			case period:
				key.num = c.num
			case text:
				key.text = c.text
			}
			n, ok := classes[key]
			if !ok {
				n = int32(len(classes))
				classes[key] = n
			}
			out[i] = n
		}
		return out
	}
	return number(gold), number(said)
}

func hasPeriod(column []cell) bool {
	return slices.ContainsFunc(column, func(c cell) bool { return c.kind == period })
}

func years(column []cell) []cell {
	out := make([]cell, len(column))
	for i, c := range column {
		out[i] = c.year()
	}
	return out
}

// anchors are the different numbers of a gold column, sorted.
type anchors []float64

func anchorsOf(column []cell) anchors {
	var list anchors
	for _, c := range column {
		if c.kind == numeric {
			list = append(list, c.num)
		}
	}
	slices.Sort(list)
	exact := scale{} // two gold numbers differ if their decimals do
	return slices.CompactFunc(list, exact.near)
}

func (a anchors) nearest(n float64, s scale) float64 {
	at, _ := slices.BinarySearch(a, n)
	best := n
	found := false
	for _, i := range []int{at - 1, at} {
		if i < 0 || i >= len(a) || !s.near(a[i], n) {
			continue
		}
		if !found || cmp.Less(math.Abs(a[i]-n), math.Abs(best-n)) {
			best, found = a[i], true
		}
	}
	return best
}
