package ask

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// plainest picks one of a list whose first entries are the likeliest.
func plainest[T any](r *rand.Rand, list []T) T {
	return list[min(r.IntN(len(list)), r.IntN(len(list)))]
}

func chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

// an puts the indefinite article before a phrase.
func an(s string) string {
	if s == "" {
		return s
	}
	first, _ := utf8.DecodeRuneInString(strings.ToLower(s))
	low := strings.ToLower(s)
	switch {
	case manyThings(low), manyThings(firstWord(low)):
		return s
	case strings.HasPrefix(low, "uni"), strings.HasPrefix(low, "use"), strings.HasPrefix(low, "eu"), strings.HasPrefix(low, "one"):
		return "a " + s
	case strings.ContainsRune("aeiou", first), strings.HasPrefix(low, "hour"):
		return "an " + s
	}
	return "a " + s
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// manyThings says whether a phrase is a plural, which takes no article.
func manyThings(s string) bool {
	return strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "us") && !strings.HasSuffix(s, "is") && s != "sales" && s != "gross" && s != "express" && s != "business" && len(s) > 3
}

func itoa(n int) string { return strconv.Itoa(n) }

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// and joins a list as people do.
func and(list []string, word string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + word + " " + list[len(list)-1]
}

var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

var ordinalWords = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// number is a number as it is stored in a form and as the question says it.
type number struct{ digits, said string }

func (a *asker) number(v float64) number {
	digits := strconv.FormatFloat(v, 'f', -1, 64)
	n := number{digits, digits}
	if v != math.Trunc(v) || v < 0 {
		return n
	}
	switch {
	case v >= 1 && v <= 12 && chance(a.Rand, 35):
		n.said = numberWords[int(v)]
	case v >= 1e6 && math.Mod(v, 1e5) == 0 && chance(a.Rand, 50):
		n.said = strconv.FormatFloat(v/1e6, 'f', -1, 64) + " million"
	case v >= 1000 && math.Mod(v, 1000) == 0 && chance(a.Rand, 25):
		n.said = strconv.FormatFloat(v/1000, 'f', -1, 64) + "k"
	case v >= 1000 && chance(a.Rand, 60):
		n.said = thousands(int64(v))
	}
	return n
}

func thousands(v int64) string {
	s := strconv.FormatInt(v, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// round keeps the first one or two digits.
func round(v float64, digits int) float64 {
	if v == 0 {
		return 0
	}
	m := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-float64(digits-1))
	r := math.Round(v/m) * m
	// powers of ten below one are not exact
	s := strconv.FormatFloat(r, 'f', max(0, int(-math.Log10(m)+0.5)), 64)
	r, _ = strconv.ParseFloat(s, 64)
	return r
}

// squeeze drops spaces that patterns left behind.
func squeeze(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for _, sign := range []string{",", "?", ".", ";", ":", ")"} {
		s = strings.ReplaceAll(s, " "+sign, sign)
	}
	return strings.ReplaceAll(s, "( ", "(")
}

// passive says whether a participle takes "was": an order was placed, but a
// flight departed.
func passive(did string) bool {
	switch first, _, _ := strings.Cut(did, " "); first {
	case "died", "departed", "arrived", "left", "joined", "started", "ended", "expired", "resigned", "retired", "began", "occurred", "happened", "began,", "landed", "passed", "came", "went", "ran", "took", "fell", "lapsed":
		return false
	}
	return true
}
