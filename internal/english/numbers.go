package english

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

var (
	// Cardinals are the number words below a hundred. A digit may follow a ten:
	// twenty-one.
	Cardinals = NewNumbers(`zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12,
		thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fourty 40, fifty 50,
		sixty 60, seventy 70, eighty 80, ninety 90`)

	Ordinals = NewNumbers(`first 1, second 2, third 3, fourth 4, fifth 5, sixth 6, seventh 7, eighth 8, ninth 9, tenth 10, eleventh 11, twelfth 12,
		thirteenth 13, fourteenth 14, fifteenth 15, sixteenth 16, seventeenth 17, eighteenth 18, nineteenth 19, twentieth 20, thirtieth 30, hundredth 100`)

	// Scales multiply the number before them.
	Scales = NewNumbers(`hundred 100, thousand 1e3, million 1e6, millions 1e6, mio 1e6, billion 1e9, trillion 1e12, dozen 12, dozens 12`)

	// ScaleMarks are scales as they are written behind digits: 5k, 2.5bn.
	ScaleMarks = NewNumbers(`k 1e3, m 1e6, mn 1e6, mm 1e6, mio 1e6, b 1e9, bn 1e9, tn 1e12`)

	// Fractions are parts of one: half, third, quarters.
	Fractions = fractions()
)

func fractions() map[string]float64 {
	m := NewNumbers(`half 0.5, halves 0.5, quarter 0.25, quarters 0.25`)
	for w, n := range Ordinals {
		if n >= 3 && n <= 10 {
			m[w], m[w+"s"] = 1/n, 1/n
		}
	}
	return m
}

// ParseNumber is the number below a hundred that a word says: seven, twenty-one.
func ParseNumber(w string) (n int, ok bool) {
	tens, ones, hyphen := strings.Cut(w, "-")
	v, ok := Cardinals[tens]
	if hyphen {
		one := Cardinals[ones]
		return int(v + one), ok && v >= 20 && one >= 1 && one <= 9
	}
	return int(v), ok
}

// NumberPattern is a regular expression for the words that ParseNumber reads.
var NumberPattern = func() string {
	longestFirst := func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) }
	words := strings.Join(slices.SortedFunc(maps.Keys(Cardinals), longestFirst), "|")
	return `(?:` + words + `)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?`
}()

// SpellNumber is a number up to twelve in words, and "" for others, which are
// written in digits.
func SpellNumber(n int) string {
	if n < 0 || n > 12 {
		return ""
	}
	return small[n]
}

var small = func() (list [13]string) {
	for w, n := range Cardinals {
		if n <= 12 {
			list[int(n)] = w
		}
	}
	return list
}()

// ParseBool is what a text for true or false says: yes, F, 0.
func ParseBool(s string) (yes, ok bool) {
	switch strings.ToLower(s) {
	case "1", "true", "t", "yes", "y":
		return true, true
	case "0", "false", "f", "no", "n":
		return false, true
	}
	return false, false
}
