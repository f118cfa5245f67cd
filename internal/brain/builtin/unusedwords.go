package builtin

import (
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// unusedWords counts the words of a question that name a table or column, or are
// a stored value, and that a form does not use.
func unusedWords(ix *index.Index, c *candidates.Candidate, asked *link.Question) (names, values int) {
	used := usedWords(ix, c, asked)
	free := func(first, end int) bool {
		for w := max(first, 0); w < end; w++ {
			if used[w] {
				return false
			}
		}
		return first >= asked.Context
	}
	named, valued := make([]bool, len(asked.Words)), make([]bool, len(asked.Words))
	for _, n := range asked.Names {
		if n.OfName() && free(n.First, n.End) {
			markWords(named, n.First, n.End)
		}
	}
	for _, i := range asked.Items {
		if i.Kind == link.Exact && i.First >= 0 && free(i.First, i.End) {
			markWords(valued, i.First, i.End)
		}
	}
	for w := range asked.Words {
		switch {
		case valued[w]:
			values++
		case named[w]:
			names++
		}
	}
	return names, values
}

func markWords(words []bool, first, end int) {
	for w := max(first, 0); w < end; w++ {
		words[w] = true
	}
}

// usedWords marks the words that a form stands for: those it points at, and
// those that name a table or column in it.
func usedWords(ix *index.Index, c *candidates.Candidate, asked *link.Question) []bool {
	used := make([]bool, len(asked.Words))
	columns, tables := map[int]bool{}, map[int]bool{}
	for i, t := range c.Tokens {
		switch t.Kind {
		case form.ColumnToken:
			columns[t.N] = true
			tables[ix.Columns[t.N].Table] = true
		case form.TableToken:
			tables[t.N] = true
		case form.ItemToken:
			markWords(used, asked.Items[t.N].First, asked.Items[t.N].End)
		case form.QuestionWord:
			markWords(used, t.N, t.N+1)
			if i+1 < len(c.Tokens) && c.Tokens[i+1].Kind == form.QuestionWord {
				markWords(used, t.N, c.Tokens[i+1].N+1)
			}
		}
	}
	for _, n := range asked.Names {
		if n.Column && columns[n.Number] || !n.Column && tables[n.Number] {
			markWords(used, n.First, n.End)
		}
	}
	return used
}
