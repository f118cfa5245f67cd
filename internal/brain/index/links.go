package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"

	"github.com/plumbdata/plumb/internal/brain/span"
)

// NameLink says that words[First:End] of a question name a table or a column.
type NameLink struct {
	First, End int
	Table      int // -1 when it is a column
	Column     int // 0 when it is a table
	Kind       LinkKind
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

// Bounds of what Names returns.
const (
	maxLinks     = 400
	maxEachWord  = 60 // partial links of one word
	rareInAbouts = 3
)

// nameIndex is the names by their words.
type nameIndex struct {
	x       *Index
	phrases map[string][]named // by the first stem
	byStem  map[string][]named
	byRoot  map[string][]named
	byAbout map[string][]named
}

// named is a name of a table or column.
type named struct {
	table, column int
	stems         []string
	kind          LinkKind
}

func newNameIndex(x *Index) *nameIndex {
	ix := &nameIndex{x: x, phrases: map[string][]named{}, byStem: map[string][]named{}, byRoot: map[string][]named{}, byAbout: map[string][]named{}}
	for i := range x.Tables {
		t := &x.Tables[i]
		ix.add(named{table: i}, t.Forms, t.Synonyms, t.About)
	}
	for i := 1; i < len(x.Columns); i++ {
		c := &x.Columns[i]
		ix.add(named{table: -1, column: i}, c.Forms, c.Synonyms, c.About)
	}
	return ix
}

func (ix *nameIndex) add(n named, forms [][]string, synonyms []string, about string) {
	own := map[string]bool{}
	for _, f := range forms {
		list := stems(f)
		n.stems, n.kind = list, Whole
		ix.phrases[list[0]] = append(ix.phrases[list[0]], n)
		if glued := strings.Join(list, ""); len(list) > 1 { // a question may write it in one word
			n.stems = []string{glued}
			ix.phrases[glued] = append(ix.phrases[glued], n)
		}
		for k, s := range list {
			if own[s] || stop[f[k]] || len(s) < 2 {
				continue
			}
			own[s] = true
			ix.byStem[s] = append(ix.byStem[s], n)
			if root := english.Stem(f[k], true); len(root) > 3 {
				ix.byRoot[root] = append(ix.byRoot[root], n)
			}
		}
	}
	for _, s := range synonyms {
		if list := stems(tokens(s)); len(list) > 0 {
			n.stems, n.kind = list, Synonym
			ix.phrases[list[0]] = append(ix.phrases[list[0]], n)
		}
	}
	seen := map[string]bool{}
	const longest = 400
	for _, w := range tokens(about[:min(len(about), longest)]) {
		s := stem(w)
		if len(s) > 3 && !stop[w] && !own[s] && !seen[s] {
			seen[s] = true
			ix.byAbout[s] = append(ix.byAbout[s], n)
		}
	}
}

func stems(list []string) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = stem(w)
	}
	return out
}

// Names finds the tables and columns that the words name. Where a whole name
// is found, its parts are not listed again for the same table or column.
func (x *Index) Names(words []span.Word) []NameLink {
	q := nameQuery(words)
	s := stems(q.tokens)
	var list []NameLink
	whole := map[[2]int]bool{}
	for i := range s {
		if i+1 < len(s) { // a name may write in one word what the question writes in two: sales people
			glued := q.tokens[i] + s[i+1]
			for _, n := range x.names.phrases[glued] {
				if link := (NameLink{q.word[i], q.word[i+1] + 1, n.table, n.column, n.kind}); len(n.stems) == 1 && n.kind == Synonym && !slices.Contains(list, link) {
					list = append(list, link)
					whole[[2]int{n.table, n.column}] = true
				}
			}
		}
		for _, n := range x.names.phrases[s[i]] {
			if i+len(n.stems) > len(s) || !slices.Equal(s[i:i+len(n.stems)], n.stems) {
				continue
			}
			if len(n.stems) == 1 && stop[q.tokens[i]] && !among(q.tokens[i], "name names number id total") {
				continue
			}
			link := NameLink{q.word[i], q.word[i+len(n.stems)-1] + 1, n.table, n.column, n.kind}
			if !slices.Contains(list, link) {
				list = append(list, link)
				whole[[2]int{n.table, n.column}] = true
			}
		}
	}
	for i := range s {
		if stop[q.tokens[i]] {
			continue
		}
		list = x.names.partial(list, whole, q.word[i], x.names.byStem[s[i]], Partly, maxEachWord)
		if root := english.Stem(q.tokens[i], true); len(root) > 3 {
			list = x.names.partial(list, whole, q.word[i], x.names.byRoot[root], Rooted, maxEachWord)
		}
		if about := x.names.byAbout[s[i]]; len(about) <= rareInAbouts {
			list = x.names.partial(list, whole, q.word[i], about, About, rareInAbouts)
		}
	}
	slices.SortStableFunc(list, func(a, b NameLink) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.End-b.First, a.End-a.First), cmp.Compare(a.First, b.First))
	})
	return list[:min(len(list), maxLinks)]
}

func (ix *nameIndex) partial(list []NameLink, whole map[[2]int]bool, word int, found []named, kind LinkKind, most int) []NameLink {
	if len(found) > most {
		found = found[:most]
	}
	for _, n := range found {
		if whole[[2]int{n.table, n.column}] {
			continue
		}
		same := func(l NameLink) bool {
			return l.First == word && l.Table == n.table && l.Column == n.column
		}
		if !slices.ContainsFunc(list, same) {
			list = append(list, NameLink{word, word + 1, n.table, n.column, kind})
		}
	}
	return list
}

// nameQuery is the question with identifiers in it taken apart.
func nameQuery(words []span.Word) *query {
	q := &query{words: words}
	for i, w := range words {
		for _, part := range split(w.Text) {
			for _, t := range tokens(part) {
				q.tokens, q.word = append(q.tokens, t), append(q.word, i)
			}
		}
	}
	return q
}
