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
			if c.lists(i+1, 2) {
				c.tail = i + 1
			}
			break
		}
	}
	for i := c.q.Context + 2; i < c.tail-1 && c.tail == len(c.low); i++ {
		if c.low[i] == "," && c.conditionBefore(i) && c.lists(i+1, len(c.low)) {
			c.tail = i + 1
		}
	}
	c.keysInTail()
}

// conditionBefore reports whether the question is complete before a comma: a
// table is named, and something is said about it.
func (c *clues) conditionBefore(i int) bool {
	return slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.end <= i && m.isTable() }) &&
		slices.ContainsFunc(c.low[c.q.Context:i], func(w string) bool { return is(w, opening) || is(w, denials) })
}

// keysInTail lets "id" and "number" in the list stand for the key of what the
// question is about.
func (c *clues) keysInTail() {
	k := slices.IndexFunc(c.mentions, func(m *mention) bool { return m.isTable() })
	if k < 0 || len(c.ix.Tables[c.mentions[k].tables[0]].PrimaryKey) != 1 {
		return
	}
	key := c.ix.Tables[c.mentions[k].tables[0]].PrimaryKey
	for i := c.tail; i < len(c.low); i++ {
		if is(c.low[i], "id ids number code") && c.at(i+1) != "of" && !c.named(i) {
			c.mentions = append(c.mentions, &mention{first: i, end: i + 1, columns: key, kind: 2})
		}
	}
	slices.SortFunc(c.mentions, func(a, b *mention) int { return a.first - b.first })
}

// lists reports whether the words from a place on are only names with what
// stands between names; of so many names one other word is forgiven.
func (c *clues) lists(from, forgiving int) bool {
	names, others := 0, 0
	for i := from; i < len(c.low); i++ {
		switch {
		case slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first <= i && i < m.end }):
			names++
		case is(c.low[i], "and , . ) the of with their its show give list me each by for s ' plus only a in number count total average share percent amount sum how many name names id ids date how code please first highest cheapest largest newest oldest latest"):
		default:
			others++
		}
	}
	return names > 0 && others <= names/forgiving
}
