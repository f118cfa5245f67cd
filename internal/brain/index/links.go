package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// NameLink says that words[First:End] of a question name a table or a column.
type NameLink struct {
	First, End int
	Table      int // -1 when it is a column
	Column     int // 0 when it is a table
	Kind       LinkKind
	Literal    bool // the word is the name as it stands in the database, and none of the language
}

// LinkKind is how words and name agree, the surest first.
type LinkKind uint8

const (
	Whole   LinkKind = iota + 1 // the whole name, but for plurals
	Synonym                     // a synonym that a document gives
	Partly                      // a word of the name
	Rooted                      // a word of the same root: hired, hire date
	About                       // a rare word of what is written about it
)

func (k LinkKind) String() string {
	return [...]string{"", "whole", "synonym", "partial", "root", "about"}[k]
}

// readStems are the stems of a question's words. A word that no name has stands
// for the one stem that it is clipped to in names: reserve for rsrv.
func (ix *nameIndex) readStems(words []string) []string {
	list := stems(words)
	for i, s := range list {
		if len(s) < 5 || stop[words[i]] || ix.phrases.has(s) || ix.byStem.has(s) || ix.byAbout.has(s) {
			continue
		}
		var found []string
		for n := range ix.clipped.n {
			c := ix.clipped.word(n)
			if abbreviates(c, s) {
				found = append(found, c)
			}
		}
		if len(found) == 1 {
			list[i] = found[0]
		}
	}
	return list
}

func stems(list []string) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = english.Singular(w)
	}
	return out
}

// Names finds the tables and columns that the words name. Where a whole name
// is found, its parts are not listed again for the same table or column. A word
// that is an identifier of the database is no part of other names.
func (x *Index) Names(words []span.Word) []NameLink {
	q := nameQuery(words)
	s := x.names.readStems(q.tokens)
	var list []NameLink
	whole := map[[2]int]bool{}
	for i := range s {
		if i+1 < len(s) { // a name may write in one word what the question writes in two: sales people
			glued := q.tokens[i] + s[i+1]
			for _, n := range x.names.phrases.entries(glued) {
				if link := (NameLink{First: q.word[i], End: q.word[i+1] + 1, Table: n.table, Column: n.column, Kind: n.kind}); len(n.stems) == 1 && n.kind == Synonym && !slices.Contains(list, link) {
					list = append(list, link)
					whole[[2]int{n.table, n.column}] = true
				}
			}
		}
		for _, n := range x.names.phrases.entries(s[i]) {
			if i+len(n.stems) > len(s) || !slices.Equal(s[i:i+len(n.stems)], n.stems) {
				continue
			}
			if len(n.stems) == 1 && stop[q.tokens[i]] && !english.Among(q.tokens[i], "name names number id total") {
				continue
			}
			link := NameLink{First: q.word[i], End: q.word[i+len(n.stems)-1] + 1, Table: n.table, Column: n.column, Kind: n.kind}
			if !slices.Contains(list, link) {
				list = append(list, link)
				whole[[2]int{n.table, n.column}] = true
			}
		}
	}
	mentions := x.names.countMentions(s)
	for i := range s {
		if stop[q.tokens[i]] {
			continue
		}
		list = x.names.addPartial(list, whole, q.word[i], fewest(x.names.byStem.entries(s[i]), tuning.LinksOfWord, mentions), Partly)
		if root := english.Stem(q.tokens[i]); len(root) > 3 {
			list = x.names.addPartial(list, whole, q.word[i], fewest(x.names.byRoot.entries(root), tuning.LinksOfWord, mentions), Rooted)
		}
		if about := x.names.byAbout.entries(s[i]); len(about) <= tuning.RareInTexts {
			list = x.names.addPartial(list, whole, q.word[i], about, About)
		}
	}
	list = x.names.linkIdentifiers(list, words)
	if len(list) > tuning.NameLinks {
		slices.SortStableFunc(list, func(a, b NameLink) int {
			return cmp.Or(compareTrue(a.Literal, b.Literal), cmp.Compare(mentions(b.Table, b.Column), mentions(a.Table, a.Column)), cmp.Compare(a.Kind, b.Kind))
		})
		list = list[:tuning.NameLinks]
	}
	slices.SortStableFunc(list, func(a, b NameLink) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.End-b.First, a.End-a.First), cmp.Compare(a.First, b.First))
	})
	return list
}

// countMentions counts the words of the question that are in the name of a table,
// or in those of a column and its table: of many tables with such a column, the
// one that is named too is meant.
func (ix *nameIndex) countMentions(stems []string) func(table, column int) int {
	tables, columns := map[int]int{}, map[int]int{}
	seen := map[string]bool{}
	for _, s := range stems {
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, n := range ix.byStem.entries(s) {
			if n.column > 0 {
				columns[n.column]++
			} else {
				tables[n.table]++
			}
		}
	}
	return func(table, column int) int {
		if column > 0 {
			table = ix.x.Columns[column].Table
		}
		return tables[table] + columns[column]
	}
}

// fewest is at most so many of the names, those with the most mentions.
func fewest(found []nameEntry, most int, mentions func(table, column int) int) []nameEntry {
	if len(found) <= most {
		return found
	}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b nameEntry) int { return cmp.Compare(mentions(b.table, b.column), mentions(a.table, a.column)) })
	return found[:most]
}

// linkIdentifiers lets words that are identifiers name what is called so, and no other
// of which they are only a part.
func (ix *nameIndex) linkIdentifiers(list []NameLink, words []span.Word) []NameLink {
	for i, w := range words {
		found := ix.literal.entries(strings.ToLower(w.Text))
		if len(found) == 0 {
			continue
		}
		list = slices.DeleteFunc(list, func(l NameLink) bool { return l.First == i && l.End == i+1 && l.Kind >= Partly })
		for _, n := range found {
			link := NameLink{First: i, End: i + 1, Table: n.table, Column: n.column, Kind: Whole}
			if at := slices.Index(list, link); at >= 0 {
				list[at].Literal = true
				continue
			}
			link.Literal = true
			list = append(list, link)
		}
	}
	return list
}

func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func (ix *nameIndex) addPartial(list []NameLink, whole map[[2]int]bool, word int, found []nameEntry, kind LinkKind) []NameLink {
	for _, n := range found {
		if whole[[2]int{n.table, n.column}] {
			continue
		}
		same := func(l NameLink) bool {
			return l.First == word && l.Table == n.table && l.Column == n.column
		}
		if !slices.ContainsFunc(list, same) {
			list = append(list, NameLink{First: word, End: word + 1, Table: n.table, Column: n.column, Kind: kind})
		}
	}
	return list
}

// nameQuery is the question with identifiers in it taken apart.
func nameQuery(words []span.Word) *query {
	q := &query{words: words}
	for i, w := range words {
		for _, part := range english.Split(w.Text) {
			for _, t := range tokens(part) {
				q.tokens, q.word = append(q.tokens, t), append(q.word, i)
			}
		}
	}
	return q
}
