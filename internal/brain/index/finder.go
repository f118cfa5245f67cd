package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// ref is a stored value, or a value of an enumeration.
type ref struct {
	column int32
	value  int32
}

// finder is the stored values by what they are found under.
type finder struct {
	x       *Index
	byKey   lookup // whole values
	byAlias lookup // values of enumerations by their aliases
	byWord  lookup // values by the words in them
	byStem  lookup // values of one word in enumerations, by its root
	vocab   lookup // long words in values
	names   lookup // words of tables and columns
	enums   []int
}

// refs is what a word leads to.
func (l *lookup) refs(word string) []ref {
	r, ok := l.find(word)
	if !ok {
		return nil
	}
	var list []ref
	column := 0
	for len(r.s) > 0 {
		column += r.number()
		list = append(list, ref{int32(column), int32(r.number())})
	}
	return list
}

// writeRefs writes each column as what it is beyond the one before.
func writeRefs(w *flatWriter, list []ref) {
	before := int32(0)
	for _, r := range list {
		w.number(int(r.column - before))
		w.number(int(r.value))
		before = r.column
	}
}

// finderBuilder is a finder in the making.
type finderBuilder struct {
	byKey, byAlias, byWord, byStem map[string][]ref
	vocab, names                   map[string]bool
}

func newFinder(x *Index) *finder {
	b := &finderBuilder{byKey: map[string][]ref{}, byAlias: map[string][]ref{}, byWord: map[string][]ref{}, byStem: map[string][]ref{},
		vocab: map[string]bool{}, names: map[string]bool{}}
	b.addNames(x)
	for n := range x.Columns {
		c := &x.Columns[n]
		if c.Kind == Text || c.Kind == Boolean {
			r := flatReader{s: x.stored.columns[n].s}
			for i := range x.stored.count(n) {
				r.number()
				b.addValue(ref{int32(n), int32(i)}, r.text())
			}
		}
		for i, v := range c.Enum {
			at := ref{int32(n), int32(i)}
			if list := tokens(v.Text); len(list) == 1 && len(list[0]) > 3 {
				root := english.Stem(list[0])
				b.byStem[root] = append(b.byStem[root], at)
			}
			for _, a := range v.Aliases {
				if k := keyOf(tokens(a)); k != "" {
					b.byAlias[k] = append(b.byAlias[k], at)
				}
			}
		}
	}
	f := &finder{x: x, byKey: newLookup(b.byKey, writeRefs), byAlias: newLookup(b.byAlias, writeRefs), byWord: newLookup(b.byWord, writeRefs),
		byStem: newLookup(b.byStem, writeRefs), vocab: newWordSet(b.vocab), names: newWordSet(b.names)}
	f.listEnums()
	return f
}

func (f *finder) listEnums() {
	for n := range f.x.Columns {
		if len(f.x.Columns[n].Enum) > 0 {
			f.enums = append(f.enums, n)
		}
	}
}

func (f *finder) lookups() []*lookup {
	return []*lookup{&f.byKey, &f.byAlias, &f.byWord, &f.byStem, &f.vocab, &f.names}
}

func (b *finderBuilder) addNames(x *Index) {
	add := func(forms [][]string) {
		for _, form := range forms {
			for _, w := range form {
				b.names[english.Singular(w)] = true
			}
		}
	}
	for i := range x.Tables {
		add(x.Tables[i].Forms)
	}
	for i := range x.Columns {
		add(x.Columns[i].Forms)
	}
}

func (b *finderBuilder) addValue(r ref, text string) {
	list := tokens(text)
	k := keyOf(list)
	if k == "" || len(list) > 20 {
		return
	}
	if code := len(k) < 4 && text == strings.ToUpper(text); len(list) <= longestMatch && (!stop[k] || code) { // NO is Norway
		b.byKey[k] = append(b.byKey[k], r)
	}
	if _, ok := table.Parse(table.UUID, text); ok {
		return // the letters among its digits spell no words
	}
	for _, t := range list {
		if len(list) > 1 {
			b.addWord(t, r)
		}
		for _, p := range pieces(t) {
			b.addWord(p, r)
		}
		if len(t) >= 5 && t[0] >= 'a' {
			b.vocab[t] = true
		}
	}
}

func (b *finderBuilder) addWord(t string, r ref) {
	if len(t) < 3 || stop[t] {
		return
	}
	list := b.byWord[t]
	if n := len(list); n < 4*maxPostings && (n == 0 || list[n-1] != r) {
		b.byWord[t] = append(list, r)
	}
}

// pieces are the runs of letters and of digits in a token that has both: k480
// is 480.
func pieces(t string) []string {
	var list []string
	start := 0
	for i := 1; i <= len(t); i++ {
		if i < len(t) && digit(t[i]) == digit(t[i-1]) {
			continue
		}
		if i-start >= 3 && i-start < len(t) {
			list = append(list, t[start:i])
		}
		start = i
	}
	return list
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// judgePlaces finds the columns that are about countries or states.
func (b *builder) judgePlaces() {
	for n := range b.Columns {
		b.Columns[n].Places = b.ofPlaces(n)
	}
	for n := 1; n < len(b.Columns); n++ {
		if c := &b.Columns[n]; c.Kind == Text && b.holdsCountries(n) && !slices.Contains(c.Synonyms, "country") {
			c.Synonyms = append(slices.Clip(c.Synonyms), "country")
		}
	}
}

// holdsCountries is true for a column of countries that neither it nor another of its
// table is called after.
func (b *builder) holdsCountries(n int) bool {
	list := b.stored[n]
	if len(list) < 3 || slices.ContainsFunc(b.Tables[b.Columns[n].Table].Columns, func(o int) bool { return b.Columns[o].says("country countries nation") }) {
		return false
	}
	names, codes := 0, 0
	for _, v := range list {
		switch text := strings.ToLower(v.Text); {
		case isCountry[text]:
			names++
		case placeCodes[text]:
			codes++
		}
	}
	return names >= 3 && (names+codes)*10 >= len(list)*8
}

func (b *builder) ofPlaces(n int) bool {
	if b.Columns[n].says("country countries nation nationality origin market territory state province region location locale destination citizenship") {
		return true
	}
	list := b.stored[n]
	known := 0
	for _, v := range list {
		if placeCodes[strings.ToLower(v.Text)] {
			known++
		}
	}
	return len(list) >= 3 && known*10 >= len(list)*8
}
