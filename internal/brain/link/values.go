package link

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

func (q *Question) values(own []span.Word) {
	for _, m := range q.linker.ix.Values(own) {
		if slices.ContainsFunc(q.defined, func(n Name) bool { return m.First+q.Context < n.End && n.First < m.End+q.Context }) {
			continue // a term means what its definition says: in a win rate nothing is closed_won
		}
		if m.End == m.First+1 && isYear(own[m.First].Text) && m.Text != own[m.First].Text {
			continue // 2024 is no order #2024
		}
		if m.Kind == index.Part && q.linker.isTail(m, own) {
			continue // a clinic is not what was cancelled by the clinic
		}
		kind := Exact
		if fuzzy(m) {
			kind = Fuzzy
		}
		i := Item{Column: m.Column, Text: m.Text, First: m.First + q.Context, End: m.End + q.Context, Kind: kind}
		if m.Kind == index.Contains {
			i.Value = &form.Value{Kind: form.Text, Text: m.Text}
		}
		q.add(i)
	}
}

// isTail is true for one word that ends a value of several words behind a preposition,
// where another value of the column begins as this one does.
func (l *Linker) isTail(m index.Match, own []span.Word) bool {
	words := strings.Fields(strings.ToLower(m.Text))
	if m.End != m.First+1 || len(words) < 3 || words[len(words)-1] != strings.ToLower(own[m.First].Text) || !english.Among(words[len(words)-2], "by of from at in for with to") {
		return false
	}
	return slices.ContainsFunc(l.ix.Columns[m.Column].Enum, func(v index.Value) bool {
		return v.Text != m.Text && strings.HasPrefix(strings.ToLower(v.Text), words[0]+" "+words[1]+" ")
	})
}

func isYear(word string) bool {
	return len(word) == 4 && (word[:2] == "19" || word[:2] == "20") && strings.Trim(word, "0123456789") == ""
}
