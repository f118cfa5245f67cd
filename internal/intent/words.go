package intent

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// vocabulary knows the words and pairs of words of the exemplars; the rarer
// one is, the more it weighs.
type vocabulary struct {
	features map[string]weighted
	unknown  float64 // the weight of what no exemplar has
}

type weighted struct {
	feature int
	weight  float64
}

// pairShare is what a pair of words weighs beside a word as rare.
const pairShare = 0.7

func newVocabulary(exemplars []Exemplar) *vocabulary {
	count := map[string]int{}
	var order []string
	for _, e := range exemplars {
		for _, f := range features(e.Text) {
			if count[f] == 0 {
				order = append(order, f)
			}
			count[f]++
		}
	}
	rarity := func(n int) float64 { return math.Log(float64(len(exemplars)+1) / (float64(n) + 0.5)) }
	v := &vocabulary{features: make(map[string]weighted, len(order)), unknown: rarity(0)}
	for i, f := range order {
		v.features[f] = weighted{i, rarity(count[f]) * share(f)}
	}
	return v
}

func share(feature string) float64 {
	if strings.Contains(feature, " ") {
		return pairShare
	}
	return 1
}

// weigh gives the known features of a text, sorted, as a vector of length one;
// shorter where the text has unknown ones.
func (v *vocabulary) weigh(text string) []weighted {
	var known []weighted
	var square float64
	for _, f := range features(text) {
		w, ok := v.features[f]
		if ok {
			known = append(known, w)
		} else {
			w.weight = v.unknown * share(f)
		}
		square += w.weight * w.weight
	}
	slices.SortFunc(known, func(a, b weighted) int { return cmp.Compare(a.feature, b.feature) })
	for i := range known {
		known[i].weight /= math.Sqrt(square)
	}
	return known
}

func overlap(a, b []weighted) float64 {
	var sum float64
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].feature < b[0].feature:
			a = a[1:]
		case a[0].feature > b[0].feature:
			b = b[1:]
		default:
			sum += a[0].weight * b[0].weight
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// features are the different words and pairs of neighbours; the first word is a
// neighbour of the start, and all numbers are one word.
func features(text string) []string {
	var list []string
	before := "^"
	for _, w := range split(text) {
		list = append(list, w, before+" "+w)
		before = w
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func split(text string) []string {
	var words []string
	word := ""
	flush := func() {
		if word != "" {
			words = append(words, word)
		}
		word = ""
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.IsLetter(r):
			if word == "#" {
				flush()
			}
			word += string(r)
		case unicode.IsDigit(r):
			if word != "#" {
				flush()
			}
			word = "#"
		case r == '?' || r == '%':
			flush()
			words = append(words, string(r))
		default:
			flush()
		}
	}
	flush()
	return words
}
