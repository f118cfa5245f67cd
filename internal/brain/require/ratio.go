package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

func (c *reader) findRatios() []*Requirement {
	var list []*Requirement
	for i := c.Question.Context; i < len(c.Low); i++ {
		if !english.Among(c.Low[i], "ratio ratios") || c.InName(i) || c.At(i+1) != "of" {
			continue
		}
		if a, b := c.tableAt(i+2), c.tableAfter(i+2, "to"); a != nil && b != nil {
			list = append(list, &Requirement{First: i, End: b.End, tables: a.Tables, columns: b.Tables})
		}
	}
	return list
}

// tableAt is the mention of a table that begins at a place, articles left out.
func (c *reader) tableAt(i int) *clue.Mention {
	for english.Among(c.At(i), clue.Articles) {
		i++
	}
	for _, m := range c.Mentions {
		if m.First == i && m.Whole && m.IsTable() {
			return m
		}
	}
	return nil
}

// tableAfter is the one after a word, as long as nothing else begins.
func (c *reader) tableAfter(from int, word string) *clue.Mention {
	for i := from; i < len(c.Low) && !english.Among(c.Low[i], ". ? ! , by per in for"); i++ {
		if c.Low[i] == word {
			return c.tableAt(i + 1)
		}
	}
	return nil
}

// readsBoth reports whether a form reads tables of either side. One that joins them
// must keep all rows of the second: orders without a return count, too.
func (r *Requirement) readsBoth(query *form.Query) bool {
	var a, b, lost bool
	query.EachQuery(func(q *form.Query) {
		first := slices.ContainsFunc(q.Tables, func(t int) bool { return slices.Contains(r.tables, t) })
		second := slices.ContainsFunc(q.Tables, func(t int) bool { return slices.Contains(r.columns, t) })
		a, b = a || first, b || second
		lost = lost || first && second && !slices.Contains(r.columns, q.Keep)
	})
	return a && b && !lost
}
