package suggest

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// Likeness is the part of the words of two questions, stop words left aside, that
// they share: 1 where they ask the same in another order or inflection.
func Likeness(a, b string) float64 {
	x, y := stems(a), stems(b)
	shared := 0
	for s := range x {
		if y[s] {
			shared++
		}
	}
	if len(x)+len(y) == 0 {
		return 0
	}
	return float64(shared) / float64(len(x)+len(y)-shared)
}

func stems(question string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !english.StopWords[w] {
			set[english.Stem(w)] = true
		}
	}
	return set
}
