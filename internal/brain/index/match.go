package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// Match says that words[First:End] of a question may mean a stored value.
type Match struct {
	Column     int
	Text       string // as stored; of Contains what the values have in common
	First, End int
	Kind       MatchKind
}

// MatchKind is how words and value agree, the surest first.
type MatchKind uint8

const (
	Exact       MatchKind = iota + 1 // but for case, accents and punctuation
	Stemmed                          // singular for plural; of few values, another form of the word
	Aliased                          // a label that the code leads to, or that a comment gives it
	Demonym                          // German for Germany, Texas for TX
	Part                             // the words stand in this value and in no other of the column
	Contains                         // they stand in several values
	Near                             // a letter or two apart
	Abbreviated                      // cancelled for CNL; only of few values
	Akin                             // finished for DONE; only of few values
)

func (k MatchKind) String() string {
	return [...]string{"", "exact", "stemmed", "alias", "demonym", "part", "contains", "near", "abbreviated", "akin"}[k]
}

// Bounds of the search for values.
const (
	longestMatch  = 8  // tokens
	maxPostings   = 64 // of a word in values
	maxEachLookup = 40
)

// Values finds stored values that the words may mean, long and sure ones
// first.
func (x *Index) Values(words []span.Word) []Match {
	q := newQuery(words)
	q.mentions = x.names.countMentions(x.names.readStems(nameQuery(words).tokens))
	var found []Match
	for first := range q.tokens {
		if !q.begins(first) {
			continue
		}
		for end := min(first+longestMatch, len(q.tokens)); end > first; end-- {
			if q.ends(end) {
				found = x.find.lookup(found, q, first, end)
			}
		}
	}
	found = x.find.findAbbreviated(found, q)
	found = x.find.findAlike(found, q)
	return choose(found, q.mentions)
}

// query is a question in tokens; a word may hold several (2024-05-01), or none.
type query struct {
	words    []span.Word
	tokens   []string
	word     []int // of each token
	mentions func(table, column int) int
}

func newQuery(words []span.Word) *query {
	q := &query{words: words}
	for i, w := range words {
		for _, t := range tokens(w.Text) {
			q.tokens, q.word = append(q.tokens, t), append(q.word, i)
		}
	}
	return q
}

func (q *query) begins(t int) bool { return t == 0 || q.word[t-1] != q.word[t] }
func (q *query) ends(t int) bool   { return t == len(q.tokens) || q.word[t-1] != q.word[t] }

// match makes a Match of tokens.
func (q *query) match(first, end, column int, text string, kind MatchKind) Match {
	return Match{Column: column, Text: text, First: q.word[first], End: q.word[end-1] + 1, Kind: kind}
}

// proper reports whether the word is written like a name. The first word of a
// sentence must be an unusual one as well.
func (q *query) proper(t int) bool {
	text := q.words[q.word[t]].Text
	if text == strings.ToLower(text) {
		return false
	}
	w := q.tokens[t]
	return q.word[t] > 0 || text == strings.ToUpper(text) && len(text) > 1 || !stop[w] && !english.NameWords[w] && !english.NameWords[english.Singular(w)]
}

// isCode reports whether the word is written in capitals, in a question that
// is not: US, not us.
func (q *query) isCode(t int) bool {
	text := q.words[q.word[t]].Text
	if len(text) < 2 || text != strings.ToUpper(text) {
		return false
	}
	return slices.ContainsFunc(q.words, func(w span.Word) bool {
		return len(w.Text) > 2 && w.Text == strings.ToLower(w.Text) && w.Text[0] >= 'a'
	})
}

// lookup adds what tokens[first:end] may mean.
func (f *finder) lookup(found []Match, q *query, first, end int) []Match {
	list := q.tokens[first:end]
	k := keyOf(list)
	plain := strings.Join(list, " ")
	if k == "" {
		return found
	}
	if stop[plain] && !q.isCode(first) {
		return f.findGrade(found, q, first, end)
	}
	short := len(list) == 1 && len(plain) < 3
	if text := q.words[q.word[first]].Text; !short || text == strings.ToUpper(text) || digit(plain[0]) {
		for _, r := range f.likeliest(f.byKey.refs(k), q) {
			v := f.x.stored.at(r)
			if len(plain) <= 3 && len(list) == 1 && f.codeOnly(q, first, int(r.column), v) {
				continue
			}
			kind := Stemmed
			if strings.Join(tokens(v.Text), " ") == plain {
				kind = Exact
			}
			found = append(found, q.match(first, end, int(r.column), v.Text, kind))
		}
	}
	if short && !(placeCodes[plain] && (q.isCode(first) || spokenCodes[plain])) {
		return found
	}
	for _, r := range f.byAlias.refs(k) {
		found = append(found, q.match(first, end, int(r.column), f.x.Columns[r.column].Enum[r.value].Text, Aliased))
	}
	found = f.findPlaces(found, q, first, end, plain)
	if len(list) == 1 {
		found = f.findInflected(found, q, first, plain)
		found = f.findMisspelt(found, q, first)
	}
	if len(list) <= 3 {
		found = f.findContaining(found, q, first, end)
	}
	return found
}

// codeOnly reports whether a stored code of a few capitals is no match for a
// word in small letters: END is an airport, the end is not.
func (f *finder) codeOnly(q *query, at, column int, v Value) bool {
	text := q.words[q.word[at]].Text
	return text == strings.ToLower(text) && !digit(text[0]) && v.Text == strings.ToUpper(v.Text) && len(f.x.Columns[column].Enum) == 0
}

// findInflected finds values of enumerations by another form of the word: refund
// for REFUNDED. Words for periods group and measure, and seldom mean a value.
func (f *finder) findInflected(found []Match, q *query, at int, word string) []Match {
	if len(word) < 4 || f.names.has(english.Singular(word)) || english.Periods[english.Singular(word)] {
		return found
	}
	for _, r := range f.byStem.refs(english.Stem(word)) {
		found = append(found, q.match(at, at+1, int(r.column), f.x.Columns[r.column].Enum[r.value].Text, Stemmed))
	}
	return found
}

// findPlaces finds countries, states and currencies by other names for them.
func (f *finder) findPlaces(found []Match, q *query, first, end int, plain string) []Match {
	if code := currencies[plain]; code != "" {
		for _, r := range f.byKey.refs(code) {
			if v := f.x.stored.at(r); f.x.Columns[r.column].says("currency") {
				found = append(found, q.match(first, end, int(r.column), v.Text, Demonym))
			}
		}
	}
	for _, other := range placeNames[plain] {
		for i, r := range f.byKey.refs(keyOf(tokens(other))) {
			if i == maxEachLookup {
				break
			}
			v := f.x.stored.at(r)
			if len(other) <= 3 && (!f.x.Columns[r.column].Places || strings.ToUpper(v.Text) != v.Text || f.x.Columns[r.column].isOther(plain)) {
				continue
			}
			found = append(found, q.match(first, end, int(r.column), v.Text, Demonym))
		}
	}
	return found
}

// choose keeps the best within bounds. Of matches in one column the longer
// covers the shorter; a long one covers short ones everywhere.
func choose(found []Match, mentions func(table, column int) int) []Match {
	weak := func(k MatchKind) bool { return k >= Part }
	slices.SortStableFunc(found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b2i(weak(a.Kind)), b2i(weak(b.Kind))), cmp.Compare(b.End-b.First, a.End-a.First), cmp.Compare(a.First, b.First), cmp.Compare(a.Kind, b.Kind), ofMany(len(found), mentions, a, b))
	})
	var out []Match
	count := map[int]int{}
	guesses := 0
	for _, m := range found {
		if len(out) >= tuning.ValueMatches {
			break
		}
		if count[m.Column] >= tuning.MatchesInColumn || weak(m.Kind) && guesses >= tuning.WeakMatches || isCovered(out, m) {
			continue
		}
		if weak(m.Kind) {
			guesses++
		}
		count[m.Column]++
		out = append(out, m)
	}
	return out
}

// ofMany puts the values of tables first that the question names, where there
// are more than can be shown.
func ofMany(found int, mentions func(table, column int) int, a, b Match) int {
	if found <= tuning.ValueMatches {
		return 0
	}
	return cmp.Compare(mentions(-1, b.Column), mentions(-1, a.Column))
}

// likeliest is at most so many of the places of a value, those in tables that the
// question names.
func (f *finder) likeliest(list []ref, q *query) []ref {
	if len(list) <= maxEachLookup {
		return list
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b ref) int { return cmp.Compare(q.mentions(-1, int(b.column)), q.mentions(-1, int(a.column))) })
	return list[:maxEachLookup]
}

func isCovered(out []Match, m Match) bool {
	n := m.End - m.First
	for _, o := range out {
		if o.First > m.First || o.End < m.End {
			continue
		}
		size := o.End - o.First
		switch {
		case o.Column == m.Column && (size > n || o.Text == m.Text):
			return true
		case o.Column == m.Column && o.Kind < m.Kind:
			return true
		case n < 3 && size > n && o.Kind < Part && (m.Kind != Exact || size > n+1 || m.First != o.First):
			return true // but the county of Kent may be called Kent
		case (m.Kind == Part || m.Kind == Near || m.Kind == Akin) && o.Kind < Part && o.Column != m.Column:
			return true // something sure stands for the same words
		}
	}
	return false
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
