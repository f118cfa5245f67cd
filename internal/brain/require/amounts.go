package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// What words say for sure of amounts: two figures that are held against each
// other, the amounts of things in a state, and what was lost to, spent on or
// saved by something.

const (
	figureWords = "total sum overall amount amounts"
	againstThat = "vs versus against"
)

func (c *reader) findTwoAmounts() []*Requirement {
	a, b, ok := c.twoAmountsAt()
	if !ok {
		return nil
	}
	r := &Requirement{First: a.first, End: b.end, columns: []int{a.column, b.column}, tables: []int{c.Index.Columns[a.column].Table}}
	if other := c.Index.Columns[b.column].Table; other != r.tables[0] {
		r.tables = append(r.tables, other)
	}
	return []*Requirement{r}
}

func (c *reader) findCost() []*Requirement {
	first, end, t, of := c.costAt()
	if end == 0 || c.has(TwoAmounts) {
		return nil
	}
	return []*Requirement{{First: first, End: end, tables: []int{t}, columns: ifKnown(of)}}
}

func (c *reader) findStateAmount() []*Requirement {
	first, end, t, of := c.amountOfState()
	if end == 0 || c.has(TwoAmounts) || c.has(Cost) {
		return nil
	}
	return []*Requirement{{First: first, End: end, tables: []int{t}, columns: ifKnown(of)}}
}

func ifKnown(column int) []int {
	if column == 0 {
		return nil
	}
	return []int{column}
}

// amount is a number that words name.
type amount struct{ first, end, column int }

// amountAt is the number that the words from a place on name: the one that most
// words name, and that no other comes up to. Dates and keys are no amounts.
func (c *reader) amountAt(first int) (amount, bool) {
	var best, tied amount
	rank := func(a amount) int { return a.end - a.first }
	for _, n := range c.Question.Names {
		if !n.Column || n.First != first || n.Kind > 2 || !c.Index.Columns[n.Number].Measure || c.Index.Columns[n.Number].Kind != index.Number {
			continue
		}
		a := amount{n.First, n.End, n.Number}
		if n.Kind == 1 {
			a.end += len(c.Low) // a whole name before parts of longer ones
		}
		switch {
		case rank(a) > rank(best):
			best, tied = a, amount{}
		case rank(a) == rank(best) && a.column != best.column:
			tied = a
		}
	}
	if best.end > len(c.Low) {
		best.end -= len(c.Low)
	}
	return best, best.column > 0 && tied.column == 0
}

// twoAmountsAt finds two numbers that are held against each other: billed
// vs paid, claims compared to settlements; and two that are added up side by
// side: total billed and paid.
func (c *reader) twoAmountsAt() (a, b amount, ok bool) {
	for i := c.Question.Context; i < len(c.Low); i++ {
		end, strong := c.comparedAt(i)
		if end == 0 {
			continue
		}
		b, okB := c.amountAfter(end)
		a, okA := c.amountBefore(i)
		if !okA || !okB || a.column == b.column {
			continue
		}
		if strong || c.saysCompare(a.first) || english.Among(c.At(a.first-1), clue.SumWords) {
			return a, b, true
		}
	}
	return amount{}, amount{}, false
}

// comparedAt is the end of words that hold two things against each other, 0 where
// there are none. "And" alone does it only where other words say so.
func (c *reader) comparedAt(i int) (end int, strong bool) {
	switch w := c.Low[i]; {
	case english.Among(w, againstThat):
		if c.At(i+1) == "." {
			i++
		}
		return i + 1, true
	case english.Among(w, "compared") && english.Among(c.At(i+1), "to with against"):
		return i + 2, true
	case english.Among(w, "and with to"):
		return i + 1, false
	}
	return 0, false
}

func (c *reader) saysCompare(i int) bool {
	return slices.ContainsFunc(c.Low[c.Question.Context:i], func(w string) bool { return english.Among(w, "compare comparing comparison") })
}

// amountAfter is the number named right after a place, and amountBefore that right
// before it, but for words that only say that it is an amount.
func (c *reader) amountAfter(i int) (amount, bool) {
	for ; i < len(c.Low); i++ {
		if a, ok := c.amountAt(i); ok {
			return a, true
		}
		if !english.Among(c.Low[i], clue.Articles) && !english.Among(c.Low[i], figureWords) && !english.Among(c.Low[i], "how much was were is did we of") {
			break
		}
	}
	return amount{}, false
}

func (c *reader) amountBefore(i int) (amount, bool) {
	for english.Among(c.At(i-1), ",") || english.Among(c.At(i-1), figureWords) && !c.InName(i-1) {
		i--
	}
	const longest = 4 // words of a name
	var best amount
	for k := i - 1; k >= max(i-longest, c.Question.Context); k-- {
		if a, ok := c.amountAt(k); ok && a.end == i {
			best = a
		}
	}
	return best, best.column > 0
}

// costAt finds an amount that something was lost to, spent on or saved by, or that
// cost something: how much did we lose to discounts, what did returns cost us. of is
// the column, 0 where several of the table come into question.
func (c *reader) costAt() (first, end, t, of int) {
	for i := c.Question.Context; i < len(c.Low); i++ {
		switch w, next := c.Low[i], c.At(i+1); {
		case english.Among(w, "lose lost losing loses") && english.Among(next, "to on through by because"),
			english.Among(w, "spend spent spending spends") && english.Among(next, "on for"),
			english.Among(w, "save saved saving saves") && english.Among(next, "on by through with from"),
			english.Among(w, "pay paid paying") && next == "for":
			k := i + 2
			if c.At(k) == "of" {
				k++
			}
			if a, ok := c.amountAfter(k); ok && c.endsName(c.pastAmount(a.end)) {
				return i, a.end, c.Index.Columns[a.column].Table, a.column
			}
		case english.Among(w, "cost costs costing") && english.Among(next, "us me"):
			if a, ok := c.amountBefore(i); ok {
				return a.first, i + 2, c.Index.Columns[a.column].Table, a.column
			}
			for _, m := range c.Mentions {
				if m.End == i && m.Whole && len(m.Tables) == 1 {
					return m.First, i + 2, m.Tables[0], c.onlyAmount(m.Tables[0])
				}
			}
		}
	}
	return 0, 0, 0, 0
}

// onlyAmount is the one column of a table that holds money, 0 where there are none
// or several.
func (c *reader) onlyAmount(t int) int {
	found := 0
	for _, n := range c.Index.Tables[t].Columns {
		if k := &c.Index.Columns[n]; k.Kind == index.Number && k.Measure && columns.Money.HasAny(k.Words) {
			if found > 0 {
				return 0
			}
			found = n
		}
	}
	return found
}

func (c *reader) pastAmount(i int) int {
	for english.Among(c.At(i), figureWords) {
		i++
	}
	return i
}

// amountOfState finds the total or the value of things in a state: unpaid invoices
// total, value of open claims. of is the column, 0 where several come into
// question.
func (c *reader) amountOfState() (first, end, t, of int) {
	for _, m := range c.Mentions {
		if !m.Whole || !m.IsTable() || len(m.Tables) != 1 {
			continue
		}
		state := c.stateBefore(m)
		if state == nil {
			continue
		}
		t = m.Tables[0]
		switch a, named := c.amountAfter(m.End); {
		case named && c.Index.Columns[a.column].Table == t && english.Among(c.At(m.End), figureWords) && c.endsName(a.end):
			return state.First, a.end, t, a.column
		case english.Among(c.At(m.End), "total value amount worth sum") && c.endsName(m.End+1):
			first, end = state.First, m.End+1
		case c.At(state.First-1) == "of" && english.Among(c.At(state.First-2), "total value amount worth sum"):
			first, end = state.First-2, m.End
			if c.InName(first) {
				if a, ok := c.amountAt(first); ok && c.Index.Columns[a.column].Table == t {
					return 0, 0, 0, 0 // it is named, and so the parser's to find
				}
			}
		default:
			continue
		}
		return first, end, t, c.amountOf(t, c.Low[state.First:state.End])
	}
	return 0, 0, 0, 0
}

// stateBefore is a value right before a mention of the table that it is of.
func (c *reader) stateBefore(m *clue.Mention) *clue.Phrase {
	for _, v := range c.Values {
		if v.End == m.First && slices.ContainsFunc(v.Items, func(i int) bool {
			return slices.Contains(m.Tables, c.Index.Columns[c.Question.Items[i].Column].Table)
		}) {
			return v
		}
	}
	return nil
}

// amountOf is the amount of money that the rows of a table stand for, 0 where there
// is none or several come into question. What a state denies is not meant: unpaid
// invoices have no paid amount.
func (c *reader) amountOf(t int, state []string) int {
	best, most, tied := 0, 0, false
	for _, n := range c.Index.Tables[t].Columns {
		k := &c.Index.Columns[n]
		if k.Kind != index.Number || !k.Measure || !columns.Money.HasAny(k.Words) {
			continue
		}
		rank := 3
		for _, w := range k.Words {
			if slices.ContainsFunc(state, func(s string) bool {
				return len(s) > len(w) && strings.HasSuffix(s, w) && english.Among(strings.TrimSuffix(s, w), "un non in not")
			}) {
				rank -= 2
			}
			if english.Among(w, "discount discounts deposit tax vat tip refund refunded fee paid settled shipping unit rate cost") {
				rank--
			}
			if slices.ContainsFunc(c.Index.Tables[t].Words, func(o string) bool { return len(o) > 3 && strings.HasPrefix(w, strings.TrimSuffix(o, "s")) }) || w == "total" {
				rank++
			}
		}
		switch {
		case rank > most:
			best, most, tied = n, rank, false
		case rank == most:
			tied = true
		}
	}
	if tied {
		return 0
	}
	return best
}
