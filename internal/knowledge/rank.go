package knowledge

import (
	"cmp"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/store"
)

// Threshold is the relevance under which documents count as saying nothing.
const Threshold = 0.5

// What orders candidates. Words and meaning count alike.
const (
	models   = 2   // how many of the best are taken for relevant, to find what is like them
	likeness = 0.5 // how much these count beside the question
)

// candidate is a passage that may be found.
type candidate struct {
	passage   store.Passage
	vector    []float32 // nil where there is none
	terms     []string  // of the question, that it has
	words     float64   // BM25
	meaning   float64
	coverage  float64
	relevance float64
	score     float64
}

// rank scores candidates and puts the best first: their words and their meaning, each
// scaled to what there is, count half each. Then the question moves towards the best
// ones (Rocchio's feedback, in the space of vectors), and the meaning is taken anew.
func rank(list []*candidate, asked []float32, terms []string, found store.Found) {
	total := 0.0
	for _, t := range slices.Compact(slices.Sorted(slices.Values(terms))) {
		total += found.Rarity(t)
	}
	for _, c := range list {
		for _, t := range c.terms {
			c.coverage += found.Rarity(t) / total
		}
		c.meaning = dot(asked, c.vector)
		c.relevance = relevance(c)
	}
	fuse(list, asked)
	if asked == nil {
		return
	}
	moved := slices.Clone(asked)
	for _, c := range list[:min(len(list), models)] {
		for i, x := range c.vector {
			moved[i] += likeness / models * x
		}
	}
	fuse(list, moved)
}

// fuse sets the scores from words and from the meaning as a vector has it.
func fuse(list []*candidate, asked []float32) {
	words, meaning := newScale(), newScale()
	for _, c := range list {
		words.add(c.words)
		if c.vector != nil {
			meaning.add(dot(asked, c.vector))
		}
	}
	for _, c := range list {
		c.score = words.of(c.words)
		if c.vector != nil {
			c.score = (c.score + meaning.of(dot(asked, c.vector))) / 2
		}
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage.ID, b.passage.ID))
	})
}

// scale brings numbers to 0 to 1.
type scale struct{ low, high float64 }

func newScale() scale { return scale{math.Inf(1), math.Inf(-1)} }

func (s *scale) add(x float64) { s.low, s.high = min(s.low, x), max(s.high, x) }

func (s *scale) of(x float64) float64 {
	if s.high <= s.low {
		return 1
	}
	return (x - s.low) / (s.high - s.low)
}

func dot(a, b []float32) float64 {
	sum := 0.0
	if len(a) == len(b) {
		for i, x := range a {
			sum += float64(x) * float64(b[i])
		}
	}
	return sum
}

// relevance is a logistic function of how near a passage is and of what it covers.
func relevance(c *candidate) float64 {
	return 1 / (1 + math.Exp(-(-5 + 9*c.meaning + 2*c.coverage)))
}
