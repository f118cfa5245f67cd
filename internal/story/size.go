package story

import (
	"fmt"
	"math"
)

// A change or a lead is slight up to a tenth, and large from a fifth on.
const (
	slightSize = 0.1
	largeSize  = 0.2
)

// sizedClaim is a claim that was accepted, and how large what it says is, as a part of
// what it is compared with.
type sizedClaim struct {
	span
	size float64
	col  int
	rows []int
}

// noteSize notes how large the change or the lead of a claim is.
func (c *checker) noteSize(s span, size float64, col int, rows []int) {
	if !math.IsNaN(size) && !math.IsInf(size, 0) {
		c.sizedClaims = append(c.sizedClaims, sizedClaim{s, math.Abs(size), col, rows})
	}
}

// judgeSizes judges the words that say how large a change or a lead is: "slightly",
// "by far", "a clear lead", "collapsed".
func (c *checker) judgeSizes() {
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		moves := largeMoves[w] && c.directionAt(i) != 0
		just := w == "just" && oneOf(c.low(i+1), "ahead", "behind")
		if !slightWords[w] && !just && !largeWords[w] && !moves || c.used[i] && !moves || !c.isPlain(i) || lexicon[c.phrase(i, 2)] == plain || lexicon[c.phrase(i-1, 2)] == plain {
			continue
		}
		if next := c.low(i + 1); oneOf(next, "moved", "changed") && c.used[i+1] {
			c.hedges[i] = true
			continue
		}
		s := c.sizeNear(i)
		if s == nil {
			continue
		}
		words := span{i, i + 1}
		if c.low(i-1) == "by" && w == "far" {
			words.from--
		}
		switch {
		case (slightWords[w] || just) && s.size > slightSize:
			c.refuse(words, "it is %s%%", show(100*s.size))
		case !slightWords[w] && !just && s.size < largeSize:
			c.refuse(words, "it is only %s%%", show(100*s.size))
		default:
			c.accept(words, reading{Change, 100 * s.size, []int{s.col}, s.rows, fmt.Sprintf("by %s%%", show(100*s.size))})
		}
	}
}

// sizeNear is the claim of known size that stands nearest to a word.
func (c *checker) sizeNear(i int) *sizedClaim {
	var best *sizedClaim
	const farthest = 10
	distance := farthest
	for k := range c.sizedClaims {
		s := &c.sizedClaims[k]
		d := max(s.from-i, i-s.to, 0)
		if d < distance && !c.clauseBreaks(min(i, s.from), max(i, s.from)) {
			best, distance = s, d
		}
	}
	return best
}
