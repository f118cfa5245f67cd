package builtin

import (
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// aside counts what the words of a question say and a form does not.
type aside struct{ names, values, periods, numbers int }

// leftAside compares the words of a question with what a form uses.
func leftAside(ix *index.Index, c *candidate, asked *link.Question) aside {
	used := usedWords(ix, c, asked)
	free := func(first, end int) bool {
		for w := max(first, 0); w < end; w++ {
			if used[w] {
				return false
			}
		}
		return first >= asked.Context
	}
	numbers := map[string]bool{}
	c.query.EachValue(func(v *form.Value, _ int) { numbers[v.Text] = true })

	named, valued := make([]bool, len(asked.Words)), make([]bool, len(asked.Words))
	for _, n := range asked.Names {
		if n.Kind <= wholeOrPart && free(n.First, n.End) {
			mark(named, n.First, n.End)
		}
	}
	for _, i := range asked.Items {
		if i.Kind == link.Exact && i.First >= 0 && free(i.First, i.End) {
			mark(valued, i.First, i.End)
		}
	}
	var a aside
	for w := range asked.Words {
		switch {
		case valued[w]:
			a.values++
		case named[w]:
			a.names++
		}
	}
	for _, s := range asked.Spans {
		switch {
		case !free(s.First, s.End):
		case s.Kind == span.Temporal:
			a.periods++
		case s.Kind == span.Number && !numbers[s.Number] && !within(asked.Spans, s):
			a.numbers++
		}
	}
	return a
}

// wholeOrPart is the last kind of a link whose words are of the name itself.
const wholeOrPart = 2

func mark(words []bool, first, end int) {
	for w := max(first, 0); w < end; w++ {
		words[w] = true
	}
}

// within says that a number is a part of a period: the 90 of the past 90 days.
func within(spans []span.Span, number span.Span) bool {
	for _, s := range spans {
		if s.Kind == span.Temporal && s.First <= number.First && number.End <= s.End {
			return true
		}
	}
	return false
}

// usedWords marks the words that a form stands for: those it points at, and
// those that name a table or column in it.
func usedWords(ix *index.Index, c *candidate, asked *link.Question) []bool {
	used := make([]bool, len(asked.Words))
	columns, tables := map[int]bool{}, map[int]bool{}
	for i, t := range c.tokens {
		switch t.Kind {
		case form.ColumnToken:
			columns[t.N] = true
			tables[ix.Columns[t.N].Table] = true
		case form.TableToken:
			tables[t.N] = true
		case form.ItemToken:
			mark(used, asked.Items[t.N].First, asked.Items[t.N].End)
		case form.QuestionWord:
			if i+1 < len(c.tokens) && c.tokens[i+1].Kind == form.QuestionWord {
				mark(used, t.N, c.tokens[i+1].N+1)
			}
			mark(used, t.N, t.N+1)
		}
	}
	for _, n := range asked.Names {
		if n.Column && columns[n.Number] || !n.Column && tables[n.Number] {
			mark(used, n.First, n.End)
		}
	}
	return used
}
