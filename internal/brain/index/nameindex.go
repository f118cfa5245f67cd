package index

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// nameIndex is the names by their words.
type nameIndex struct {
	x       *Index
	phrases lookup // by the first stem
	byStem  lookup
	byRoot  lookup
	byAbout lookup
	literal lookup // identifiers in lower case
	clipped lookup // stems that have lost their vowels, and that no list explains
}

// nameEntry is a name of a table or column.
type nameEntry struct {
	table, column int // the table is -1 for a column
	stems         []string
	kind          LinkKind
}

// entries is what a word leads to.
func (l *lookup) entries(word string) []nameEntry {
	r, ok := l.find(word)
	if !ok {
		return nil
	}
	var list []nameEntry
	for len(r.s) > 0 {
		list = append(list, nameEntry{table: r.number(), column: r.number(), kind: LinkKind(r.number()), stems: r.texts()})
	}
	return list
}

func writeEntries(w *flatWriter, list []nameEntry) {
	for _, n := range list {
		w.number(n.table)
		w.number(n.column)
		w.number(int(n.kind))
		w.texts(n.stems)
	}
}

func (ix *nameIndex) lookups() []*lookup {
	return []*lookup{&ix.phrases, &ix.byStem, &ix.byRoot, &ix.byAbout, &ix.literal, &ix.clipped}
}

// nameIndexBuilder is a nameIndex in the making.
type nameIndexBuilder struct {
	phrases, byStem, byRoot, byAbout, literal map[string][]nameEntry
}

func newNameIndex(x *Index) *nameIndex {
	b := &nameIndexBuilder{map[string][]nameEntry{}, map[string][]nameEntry{}, map[string][]nameEntry{}, map[string][]nameEntry{}, map[string][]nameEntry{}}
	for i := range x.Tables {
		t := &x.Tables[i]
		b.identify(nameEntry{table: i, kind: Whole}, t.Name)
		b.add(nameEntry{table: i}, t.Forms, t.Synonyms, t.About)
	}
	for i := 1; i < len(x.Columns); i++ {
		c := &x.Columns[i]
		b.identify(nameEntry{table: -1, column: i, kind: Whole}, c.Name)
		b.add(nameEntry{table: -1, column: i}, c.Forms, c.Synonyms, c.About)
	}
	clipped := map[string]bool{}
	for s := range b.byStem {
		if len(s) >= 3 && s[0] >= 'a' && !english.NameWords[s] && !strings.ContainsAny(s[1:], "aeiouy0123456789") {
			clipped[s] = true
		}
	}
	return &nameIndex{x: x, phrases: newLookup(b.phrases, writeEntries), byStem: newLookup(b.byStem, writeEntries), byRoot: newLookup(b.byRoot, writeEntries),
		byAbout: newLookup(b.byAbout, writeEntries), literal: newLookup(b.literal, writeEntries), clipped: newWordSet(clipped)}
}

// identify notes a name that is written like no word: m12_amount, orderId, t9.
func (b *nameIndexBuilder) identify(n nameEntry, name string) {
	if len(english.Split(name)) > 1 || strings.ContainsFunc(name, unicode.IsDigit) {
		name = strings.ToLower(name)
		b.literal[name] = append(b.literal[name], n)
	}
}

func (b *nameIndexBuilder) add(n nameEntry, forms [][]string, synonyms []string, about string) {
	plain := n // where only the table or column counts
	own := map[string]bool{}
	for _, f := range forms {
		list := stems(f)
		n.stems, n.kind = list, Whole
		b.phrases[list[0]] = append(b.phrases[list[0]], n)
		if glued := strings.Join(list, ""); len(list) > 1 { // a question may write it in one word
			n.stems = []string{glued}
			b.phrases[glued] = append(b.phrases[glued], n)
		}
		for k, s := range list {
			if own[s] || stop[f[k]] || len(s) < 2 {
				continue
			}
			own[s] = true
			b.byStem[s] = append(b.byStem[s], plain)
			if root := english.Stem(f[k]); len(root) > 3 {
				b.byRoot[root] = append(b.byRoot[root], plain)
			}
		}
	}
	for _, s := range synonyms {
		if list := stems(tokens(s)); len(list) > 0 {
			n.stems, n.kind = list, Synonym
			b.phrases[list[0]] = append(b.phrases[list[0]], n)
		}
	}
	seen := map[string]bool{}
	const longest = 400
	for _, w := range tokens(about[:min(len(about), longest)]) {
		s := english.Singular(w)
		if len(s) > 3 && !stop[w] && !own[s] && !seen[s] {
			seen[s] = true
			b.byAbout[s] = append(b.byAbout[s], plain)
		}
	}
}
