package index

import (
	"encoding/binary"
	"maps"
	"slices"
	"sort"
	"strings"
)

// lookup leads from words to what is written down for them. It is searched
// where it lies in the bytes of a kept index: nothing of it is read that a
// question does not need.
type lookup struct {
	n             int
	places        string // of each word: where it begins, and what is written for it
	words, values string
}

const placeSize = 8

// newLookup writes down what each word leads to.
func newLookup[T any](list map[string]T, write func(*flatWriter, T)) lookup {
	var places, values flatWriter
	var words strings.Builder
	sorted := slices.Sorted(maps.Keys(list))
	for _, word := range sorted {
		places.fixed(uint32(words.Len()))
		places.fixed(uint32(len(values.b)))
		words.WriteString(word)
		write(&values, list[word])
	}
	return lookup{n: len(sorted), places: string(places.b), words: words.String(), values: string(values.b)}
}

// newWordSet is a lookup that only says which words there are.
func newWordSet(set map[string]bool) lookup { return newLookup(set, func(*flatWriter, bool) {}) }

func (l *lookup) place(i, part, end int) int {
	if i == l.n {
		return end
	}
	at := i*placeSize + part
	return min(int(binary.LittleEndian.Uint32([]byte(l.places[at:at+4]))), end)
}

// word is the one at a place in the order of words.
func (l *lookup) word(i int) string {
	from, to := l.place(i, 0, len(l.words)), l.place(i+1, 0, len(l.words))
	return l.words[from:max(from, to)]
}

// first is the place of the first word that is not before the given one.
func (l *lookup) first(word string) int {
	return sort.Search(l.n, func(i int) bool { return l.word(i) >= word })
}

// find is what is written down for a word.
func (l *lookup) find(word string) (flatReader, bool) {
	i := l.first(word)
	if i == l.n || l.word(i) != word {
		return flatReader{}, false
	}
	from, to := l.place(i, 4, len(l.values)), l.place(i+1, 4, len(l.values))
	return flatReader{s: l.values[from:max(from, to)]}, true
}

func (l *lookup) has(word string) bool {
	i := l.first(word)
	return i < l.n && l.word(i) == word
}

func (l *lookup) write(w *flatWriter) {
	w.number(l.n)
	w.text(l.places)
	w.text(l.words)
	w.text(l.values)
}

func (r *flatReader) lookup() lookup {
	l := lookup{n: r.number(), places: r.text(), words: r.text(), values: r.text()}
	if l.n < 0 || len(l.places) != l.n*placeSize {
		r.fail()
		return lookup{}
	}
	return l
}
