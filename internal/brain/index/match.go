package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/table"
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

// ref is a stored value.
type ref struct {
	column int32
	value  int32
}

// finder is the stored values by what they are found under.
type finder struct {
	x       *Index
	byKey   map[string][]ref // whole values
	byAlias map[string][]aliasRef
	byWord  map[string][]ref // values by the words in them
	byStem  map[string][]ref // values of one word in enumerations, by its root
	vocab   map[string][]string
	names   map[string]bool // words of tables and columns
	enums   []int
}

type aliasRef struct {
	column int
	text   string
}

func newFinder(x *Index) *finder {
	f := &finder{x: x, byKey: map[string][]ref{}, byAlias: map[string][]aliasRef{}, byWord: map[string][]ref{}, byStem: map[string][]ref{},
		vocab: map[string][]string{}, names: map[string]bool{}}
	f.addNames()
	seen := map[string]bool{}
	for n := range x.stored {
		c := &x.Columns[n]
		if c.Kind == Text || c.Kind == Boolean {
			for i, v := range x.stored[n] {
				f.addValue(ref{int32(n), int32(i)}, v, seen)
			}
		}
		if len(c.Enum) == 0 {
			continue
		}
		f.enums = append(f.enums, n)
		for i, v := range c.Enum {
			if list := tokens(v.Text); len(list) == 1 && len(list[0]) > 3 {
				root := english.Stem(list[0])
				f.byStem[root] = append(f.byStem[root], ref{int32(n), int32(i)})
			}
			for _, a := range v.Aliases {
				if k := keyOf(tokens(a)); k != "" {
					f.byAlias[k] = append(f.byAlias[k], aliasRef{n, v.Text})
				}
			}
		}
	}
	for _, list := range f.vocab {
		slices.Sort(list)
	}
	return f
}

func (f *finder) addNames() {
	add := func(forms [][]string) {
		for _, form := range forms {
			for _, w := range form {
				f.names[english.Singular(w)] = true
			}
		}
	}
	for i := range f.x.Tables {
		add(f.x.Tables[i].Forms)
	}
	for i := range f.x.Columns {
		add(f.x.Columns[i].Forms)
	}
}

func (f *finder) addValue(r ref, v Value, seen map[string]bool) {
	list := tokens(v.Text)
	k := keyOf(list)
	if k == "" || len(list) > 20 {
		return
	}
	if code := len(k) < 4 && v.Text == strings.ToUpper(v.Text); len(list) <= longestMatch && (!stop[k] || code) { // NO is Norway
		f.byKey[k] = append(f.byKey[k], r)
	}
	if _, ok := table.Parse(table.UUID, v.Text); ok {
		return // the letters among its digits spell no words
	}
	for _, t := range list {
		if len(list) > 1 {
			f.addWord(t, r)
		}
		for _, p := range pieces(t) {
			f.addWord(p, r)
		}
		if len(t) >= 5 && !seen[t] && t[0] >= 'a' {
			seen[t] = true
			f.vocab[t[:1]] = append(f.vocab[t[:1]], t)
		}
	}
}

func (f *finder) addWord(t string, r ref) {
	if len(t) < 3 || stop[t] {
		return
	}
	list := f.byWord[t]
	if n := len(list); n < 4*maxPostings && (n == 0 || list[n-1] != r) {
		f.byWord[t] = append(list, r)
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
		for _, r := range f.likeliest(f.byKey[k], q) {
			v := f.x.stored[r.column][r.value]
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
	for _, a := range f.byAlias[k] {
		found = append(found, q.match(first, end, a.column, a.text, Aliased))
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
	if len(word) < 4 || f.names[english.Singular(word)] || english.Periods[english.Singular(word)] {
		return found
	}
	for _, r := range f.byStem[english.Stem(word)] {
		found = append(found, q.match(at, at+1, int(r.column), f.x.Columns[r.column].Enum[r.value].Text, Stemmed))
	}
	return found
}

// findPlaces finds countries and states by other names for them.
func (f *finder) findPlaces(found []Match, q *query, first, end int, plain string) []Match {
	for _, other := range placeNames[plain] {
		for i, r := range f.byKey[keyOf(tokens(other))] {
			if i == maxEachLookup {
				break
			}
			v := f.x.stored[r.column][r.value]
			if len(other) <= 3 && (!f.x.ofPlaces(int(r.column)) || strings.ToUpper(v.Text) != v.Text) {
				continue
			}
			found = append(found, q.match(first, end, int(r.column), v.Text, Demonym))
		}
	}
	return found
}

// ofPlaces reports whether a column is about countries or states, so that two
// letters in it are one.
func (x *Index) ofPlaces(n int) bool {
	c := &x.Columns[n]
	if c.says("country countries nation nationality origin market territory state province region location locale destination citizenship") {
		return true
	}
	known := 0
	for _, v := range x.stored[n] {
		if placeCodes[strings.ToLower(v.Text)] {
			known++
		}
	}
	return len(x.stored[n]) >= 3 && known*10 >= len(x.stored[n])*8
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
