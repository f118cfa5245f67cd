package clue

import (
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// readShownList finds a list of what to show after the question itself: "…: name and
// price", "… (city, total)", "…? Name and date."
func (c *Clues) readShownList() {
	c.ShownFrom = len(c.Low)
	for i := len(c.Low) - 2; i > c.Question.Context; i-- {
		if english.Among(c.Low[i], ": ? . ; — – - (") && !(c.Low[i] == "-" && c.Question.Words[i].Start == c.Question.Words[i-1].End) {
			if c.isList(i+1, 2) {
				c.ShownFrom = i + 1
			}
			break
		}
	}
	for i := c.Question.Context + 2; i < c.ShownFrom-1 && c.ShownFrom == len(c.Low); i++ {
		if c.Low[i] == "," && c.conditionBefore(i) && c.isList(i+1, len(c.Low)) {
			c.ShownFrom = i + 1
		}
	}
	c.addKeysShown()
}

// conditionBefore reports whether the question is complete before a comma: a
// table is named, and something is said about it.
func (c *Clues) conditionBefore(i int) bool {
	return slices.ContainsFunc(c.Mentions, func(m *Mention) bool { return m.End <= i && m.IsTable() }) &&
		slices.ContainsFunc(c.Low[c.Question.Context:i], func(w string) bool { return english.Among(w, opening) || english.Among(w, Denials) })
}

// addKeysShown lets "id" and "number" in the list stand for the key of what the
// question is about.
func (c *Clues) addKeysShown() {
	k := slices.IndexFunc(c.Mentions, func(m *Mention) bool { return m.IsTable() })
	if k < 0 || len(c.Index.Tables[c.Mentions[k].Tables[0]].PrimaryKey) != 1 {
		return
	}
	key := c.Index.Tables[c.Mentions[k].Tables[0]].PrimaryKey
	for i := c.ShownFrom; i < len(c.Low); i++ {
		if english.Among(c.Low[i], "id ids number code") && c.At(i+1) != "of" && !c.InName(i) {
			c.Mentions = append(c.Mentions, &Mention{First: i, End: i + 1, Columns: key, Kind: 2})
		}
	}
	slices.SortFunc(c.Mentions, func(a, b *Mention) int { return a.First - b.First })
}

// isList reports whether the words from a place on are only names with what
// stands between names; of so many names one other word is forgiven.
func (c *Clues) isList(from, forgiving int) bool {
	names, others := 0, 0
	for i := from; i < len(c.Low); i++ {
		switch {
		case slices.ContainsFunc(c.Mentions, func(m *Mention) bool { return m.First <= i && i < m.End }):
			names++
		case english.Among(c.Low[i], "and , . ) the of with their its show give list me each by for s ' plus only a in number count total average share percent amount sum how many name names id ids date how code please first highest cheapest largest newest oldest latest"):
		default:
			others++
		}
	}
	return names > 0 && others <= names/forgiving
}
