package explore

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// level is how much of a text is looked at together.
type level int

const (
	clause level = iota
	sentence
	levels
)

// part is a clause or a sentence, and a result.
type part struct {
	level level
	at    int
	by    int
}

// holder weighs what results say of the parts of a text.
type holder struct {
	found []evidence
	parts [levels]parts
	known map[part][]name // what the result knows of it
	good  map[part]int    // claims in it that the result bears out
	bad   map[part]int    // and that it does not
}

func newHolder(found []evidence, text string, all []claim) *holder {
	return &holder{found: found, parts: [levels]parts{clausesOf(text, all), sentencesOf(text)}, known: map[part][]name{}, good: map[part]int{}, bad: map[part]int{}}
}

// names are what a result knows of the part that a claim stands in.
func (h *holder) names(l level, by int, c claim) []name {
	p := part{l, h.parts[l].at(c), by}
	if _, ok := h.known[p]; !ok {
		h.known[p] = within(h.found[by].names, h.parts[l].text(p.at))
	}
	return h.known[p]
}

// masters is true where one result knows all that the other knows of the part
// that a claim stands in, or more of it.
func (h *holder) masters(l level, one, other int, c claim) bool {
	theirs := h.names(l, other, c)
	return weigh(h.names(l, one, c)) > weigh(theirs) || h.found[one].knows(theirs)
}

// denied is true for a claim that a query knows better than the result that
// bears it out, or that the result itself takes back in part. The objections are in the order of the text.
func (h *holder) denied(c claim, no []claim) bool {
	const longest = 1000 // bytes of a claim
	from, _ := slices.BinarySearchFunc(no, c.Start-longest, func(d claim, start int) int { return cmp.Compare(d.Start, start) })
	for _, d := range no[from:] {
		if d.Start >= c.End {
			break
		}
		if overlap(c, d) && (d.by == c.by || h.found[d.by].number > 0 && !h.masters(clause, c.by, d.by, c)) {
			return true
		}
	}
	return false
}

// count notes who says what of which part.
func (h *holder) count(yes, no []claim) {
	for l := range levels {
		for _, c := range yes {
			h.good[part{l, h.parts[l].at(c), c.by}]++
		}
		for _, c := range no {
			h.bad[part{l, h.parts[l].at(c), c.by}]++
		}
	}
}

// settled is true for an objection that need not be heard: another result,
// which knows as much of the clause or the sentence, finds nothing wrong with
// it. Often a figure there only bounds what is claimed: "three had more than
// 100".
func (h *holder) settled(c claim) bool {
	for l := range levels {
		at := h.parts[l].at(c)
		for by := range h.found {
			if p := (part{l, at, by}); by != c.by && h.good[p] > 0 && h.bad[p] == 0 && h.masters(l, by, c.by, c) {
				return true
			}
		}
	}
	return false
}

// parts are what a text is cut into.
type parts struct {
	whole string
	ends  []int
}

var (
	clauseEnd   = regexp.MustCompile(`[.!?;:—](?:\s|$)|,\s|\s(?:and|but|while|whereas)\s`)
	sentenceEnd = regexp.MustCompile(`[.!?](?:\s|$)`)
)

func sentencesOf(text string) parts {
	p := parts{whole: text}
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		p.ends = append(p.ends, at[1])
	}
	p.ends = append(p.ends, len(text))
	return p
}

// clausesOf cuts a text where it turns to something else. What makes no claim
// belongs to what follows it: "In the shop, 30 were sold."
func clausesOf(text string, all []claim) parts {
	p := parts{whole: text}
	claimed := make([]int, len(text)+1) // how many bytes of claims there are before each place
	for _, c := range all {
		for i := c.Start; i < c.End; i++ {
			claimed[i+1] = 1
		}
	}
	for i := range len(text) {
		claimed[i+1] += claimed[i]
	}
	from := 0
	for _, at := range clauseEnd.FindAllStringIndex(text, -1) {
		if claimed[at[1]] > claimed[from] || strings.IndexByte(".!?", text[at[0]]) >= 0 {
			p.ends = append(p.ends, at[1])
			from = at[1]
		}
	}
	p.ends = append(p.ends, len(text))
	return p
}

// at is which part a claim begins in.
func (p parts) at(c claim) int {
	i, _ := slices.BinarySearchFunc(p.ends, c.Start+1, func(end, start int) int { return cmp.Compare(end, start) })
	return min(i, len(p.ends)-1)
}

// text is a part.
func (p parts) text(at int) string {
	from := 0
	if at > 0 {
		from = p.ends[at-1]
	}
	return p.whole[from:p.ends[at]]
}
