package story

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// extent is how much of a text is looked at together.
type extent int

const (
	clause extent = iota
	sentence
	extents
)

// passage is a clause or a sentence, and a result.
type passage struct {
	extent extent
	at     int
	by     int
}

// passageScores weighs what results say of the passages of a text.
type passageScores struct {
	results []Result
	cuts    [extents]cuts
	known   map[passage][]aboutName // what the result knows of it
	good    map[passage]int         // claims in it that the result supports
	bad     map[passage]int         // and that it does not
}

func newPassageScores(results []Result, text string, claims []sourcedClaim) *passageScores {
	return &passageScores{results: results, cuts: [extents]cuts{cutClauses(text, claims), cutSentences(text)},
		known: map[passage][]aboutName{}, good: map[passage]int{}, bad: map[passage]int{}}
}

// names are what a result knows of the passage that a claim stands in.
func (h *passageScores) names(e extent, by int, c sourcedClaim) []aboutName {
	p := passage{e, h.cuts[e].at(c), by}
	if _, ok := h.known[p]; !ok {
		h.known[p] = namesWithin(h.results[by].about, h.cuts[e].text(p.at))
	}
	return h.known[p]
}

// knowsMore is true where one result knows all that the other knows of the
// passage that a claim stands in, or more of it.
func (h *passageScores) knowsMore(e extent, one, other int, c sourcedClaim) bool {
	theirs := h.names(e, other, c)
	return totalWeight(h.names(e, one, c)) > totalWeight(theirs) || h.results[one].knows(theirs)
}

// isDenied is true for a claim that a query knows better than the result that
// supports it, or that the result itself takes back in part. The objections
// are in the order of the text.
func (h *passageScores) isDenied(c sourcedClaim, no []sourcedClaim) bool {
	const longest = 1000 // bytes of a claim
	from, _ := slices.BinarySearchFunc(no, c.Start-longest, func(d sourcedClaim, start int) int { return cmp.Compare(d.Start, start) })
	for _, d := range no[from:] {
		if d.Start >= c.End {
			break
		}
		if c.Start < d.End && (d.by == c.by || h.results[d.by].query && !h.knowsMore(clause, c.by, d.by, c)) {
			return true
		}
	}
	return false
}

// countClaims notes who says what of which passage.
func (h *passageScores) countClaims(yes, no []sourcedClaim) {
	for e := range extents {
		for _, c := range yes {
			h.good[passage{e, h.cuts[e].at(c), c.by}]++
		}
		for _, c := range no {
			h.bad[passage{e, h.cuts[e].at(c), c.by}]++
		}
	}
}

// isSettled is true for an objection that need not be heard: another result,
// which knows as much of the clause or the sentence, finds nothing wrong with
// it. Often a figure there only bounds what is claimed: "three had more than
// 100".
func (h *passageScores) isSettled(c sourcedClaim) bool {
	for e := range extents {
		at := h.cuts[e].at(c)
		for by := range h.results {
			if p := (passage{e, at, by}); by != c.by && h.good[p] > 0 && h.bad[p] == 0 && h.knowsMore(e, by, c.by, c) {
				return true
			}
		}
	}
	return false
}

// cuts are where a text is cut into passages.
type cuts struct {
	whole string
	ends  []int
}

var (
	clauseEnds   = lazyregexp.New(`[.!?;:—](?:\s|$)|,\s|\s(?:and|but|while|whereas)\s`)
	sentenceEnds = lazyregexp.New(`[.!?](?:\s|$)`)
)

func cutSentences(text string) cuts {
	p := cuts{whole: text}
	for _, at := range sentenceEnds.FindAllStringIndex(text, -1) {
		p.ends = append(p.ends, at[1])
	}
	p.ends = append(p.ends, len(text))
	return p
}

// cutClauses cuts a text where it turns to something else. What makes no claim
// belongs to what follows it: "In the shop, 30 were sold."
func cutClauses(text string, claims []sourcedClaim) cuts {
	p := cuts{whole: text}
	claimed := make([]int, len(text)+1) // how many bytes of claims there are before each place
	for _, c := range claims {
		for i := c.Start; i < c.End; i++ {
			claimed[i+1] = 1
		}
	}
	for i := range len(text) {
		claimed[i+1] += claimed[i]
	}
	from := 0
	for _, at := range clauseEnds.FindAllStringIndex(text, -1) {
		if claimed[at[1]] > claimed[from] || strings.IndexByte(".!?", text[at[0]]) >= 0 {
			p.ends = append(p.ends, at[1])
			from = at[1]
		}
	}
	p.ends = append(p.ends, len(text))
	return p
}

// at is which passage a claim begins in.
func (p cuts) at(c sourcedClaim) int {
	i, _ := slices.BinarySearchFunc(p.ends, c.Start+1, func(end, start int) int { return cmp.Compare(end, start) })
	return min(i, len(p.ends)-1)
}

// text is a passage.
func (p cuts) text(at int) string {
	from := 0
	if at > 0 {
		from = p.ends[at-1]
	}
	return p.whole[from:p.ends[at]]
}
