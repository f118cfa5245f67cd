package story

import (
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

var (
	aheadWords  = english.NewSet("lead leads led leading ahead win wins won winning")
	behindWords = trailWords.With(english.NewSet("behind"))

	// determiners stand before a noun.
	determiners = english.NewSet("a an the its their his her this that")
)

// What only a lead without a name asks for: who comes second, and who first.
const (
	runnerUp Operation = "runner-up"
	leader   Operation = "leader"
	previous Operation = "previous" // the period before
)

// leadComparison reads "leads by 30" and "is 30 behind", where the sentence does not say
// ahead of whom: that is the only other one that it names, else the second, or
// the first. Whether the leader leads is another claim, so that its word stays
// free.
func (c *checker) leadComparison(f *figure) (sign int, t side, at int, ok bool) {
	if sign = c.leadWord(f); sign == 0 {
		return 0, side{}, 0, false
	}
	t = side{op: runnerUp, col: -1, name: "the next", at: f.span}
	if sign < 0 {
		t = side{op: leader, col: -1, name: "the first", at: f.span}
	}
	if others := c.othersBefore(f.from); len(others) == 1 {
		m := others[0]
		t = side{rows: m.rows, dim: m.dim, col: -1, name: m.name, at: m.span}
	}
	return sign, t, f.from, true
}

// leadWord is 1 for a figure that is a lead, -1 for one that is a distance to
// the first.
func (c *checker) leadWord(f *figure) int {
	side := func(i int) int {
		switch w := c.low(i); {
		case !c.isPlain(i):
		case aheadWords[w]:
			return 1
		case behindWords[w]:
			return -1
		}
		return 0
	}
	if w := c.low(f.to); oneOf(w, "ahead", "behind") && !c.at(f.to+1).letters() {
		return side(f.to)
	}
	if w := c.low(f.from - 2); c.low(f.from-1) == "of" && c.isPlain(f.from-2) && oneOf(w, "lead", "advantage") && c.low(f.from-3) != "by" {
		return 1
	}
	by := f.from - 1
	for by >= f.from-4 && c.low(by) != "by" {
		by--
	}
	if c.low(by) != "by" {
		return 0
	}
	return side(by - 1)
}

// isLeadVerb reports whether "lead" is what several do, and no distance: "stoves lead
// with 30", but "a lead of 30 over tents".
func (c *checker) isLeadVerb(i int) bool {
	if c.low(i) != "lead" {
		return false
	}
	switch c.low(i + 1) {
	case "with", "at", "on", "in", ",", "the":
		return !determiners[c.low(i-1)] && !c.wordHere(i-1).owner
	}
	return false
}

// othersBefore are the names before a place that are of one kind with the
// subject, which is the last that is no object, each once.
func (c *checker) othersBefore(at int) []mention {
	var subject *mention
	for i := range c.mentions {
		if m := &c.mentions[i]; m.kind == label && !m.derived && !m.object && m.to <= at {
			subject = m
		}
	}
	var others []mention
	for _, m := range c.mentions {
		known := func(o mention) bool { return slices.Equal(o.rows, m.rows) }
		if subject != nil && m.kind == label && !m.derived && m.dim == subject.dim && m.to <= at && !known(*subject) && !slices.ContainsFunc(others, known) {
			others = append(others, m)
		}
	}
	return others
}

// otherEnd is the rows of who comes second after a subject that leads, or of who
// leads before one that does not; none if the subject is not there.
func (c *checker) otherEnd(s side, op Operation, rows []int, col int) []int {
	groups := c.rankGroups(s.dim, rows, col, 1)
	leads := len(groups) > 0 && slices.Equal(groups[0].rows, s.rows)
	switch {
	case len(groups) < 2 || leads != (op == runnerUp):
		return nil
	case leads:
		return groups[1].rows
	}
	return groups[0].rows
}
