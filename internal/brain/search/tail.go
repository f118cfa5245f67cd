package search

import (
	"slices"
)

// readTail finds a list of what to show after the question itself: "…: name and
// price", "… (city, total)", "…? Name and date."
func (c *clues) readTail() {
	c.tail = len(c.low)
	for i := len(c.low) - 2; i > c.q.Context; i-- {
		if is(c.low[i], ": ? . ; — – - (") && !(c.low[i] == "-" && c.q.Words[i].Start == c.q.Words[i-1].End) {
			if c.lists(i + 1) {
				c.tail = i + 1
			}
			return
		}
	}
}

// lists reports whether the words from a place on are only names with what
// stands between names.
func (c *clues) lists(from int) bool {
	names, others := 0, 0
	for i := from; i < len(c.low); i++ {
		switch {
		case slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first <= i && i < m.end }):
			names++
		case is(c.low[i], "and , . ) the of with their its show give list me each by for s ' plus only a in number count total average share percent amount sum how many name names id ids date how"):
		default:
			others++
		}
	}
	return names > 0 && others <= names/2
}
