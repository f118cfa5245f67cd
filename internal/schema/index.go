package schema

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// Index finds the tables that a question is about. It is built once for a
// snapshot, does not change, and may be used by many at once.
type Index struct {
	s        *Snapshot
	find     *finder
	terms    map[string]int32 // stem → place in postings
	postings [][]posting
	entity   [][]int32 // what each table is about, as terms
	near     [][]int32 // tables joined by a foreign key
}

// posting is a table in which a term occurs, and how much that says for the
// table.
type posting struct {
	table int32
	score float32
}

// The fields of a table in which terms are found, and what they count for.
const (
	inName = iota
	inColumns
	inWords // comments, descriptions, synonyms
	inValues
	inDocuments
	fields
)

var (
	fieldWeight = [fields]float64{6, 2, 1.5, 1, 1}
	// How much a long field dilutes each term in it.
	fieldDilution = [fields]float64{0.6, 0.4, 0.5, 0.3, 0.5}
)

// occurrence is a term in a field of a table.
type occurrence struct {
	table, term int32
	field       uint8
}

// NewIndex reads the snapshot.
func NewIndex(s *Snapshot) *Index {
	b := &indexer{
		Index:   &Index{s: s, find: newFinder(s), terms: map[string]int32{}, entity: make([][]int32, len(s.Tables))},
		inNames: map[string][]int32{},
		inTexts: map[string][]int32{},
		vocab:   map[string]int{},
		length:  make([][fields]float32, len(s.Tables)),
		at:      make(map[*Table]int32, len(s.Tables)),
	}
	b.learnWords()
	for i := range s.Tables {
		b.at[&s.Tables[i]] = int32(i)
		b.addTable(int32(i), &s.Tables[i])
	}
	b.addDocuments(s.Documents)
	b.weigh()
	b.connect()
	return b.Index
}

// indexer is an Index in the making.
type indexer struct {
	*Index
	inNames map[string][]int32 // terms of names already met; large schemas repeat them
	inTexts map[string][]int32
	vocab   map[string]int // words that stand alone somewhere
	found   []occurrence
	length  [][fields]float32
	at      map[*Table]int32
}

// learnWords gathers the words that stand alone somewhere, for taking apart
// those that were written together.
func (b *indexer) learnWords() {
	seen := map[string]bool{}
	learn := func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, w := range words(name) {
			if len(w) >= 3 {
				b.vocab[w]++
			}
		}
	}
	for i := range b.s.Tables {
		t := &b.s.Tables[i]
		learn(t.Called())
		for j := range t.Columns {
			learn(t.Columns[j].Called())
		}
	}
}

func (b *indexer) addTable(i int32, t *Table) {
	for _, w := range entityOf(t.Called()) {
		b.entity[i] = append(b.entity[i], b.term(w))
	}
	b.addName(i, inName, t.Called())
	b.addText(i, inWords, t.Comment)
	b.addText(i, inWords, t.Description)
	for _, x := range t.Synonyms {
		b.addText(i, inName, x)
	}
	for j := range t.Columns {
		c := &t.Columns[j]
		b.addName(i, inColumns, c.Called())
		b.addText(i, inWords, c.Comment)
		b.addText(i, inWords, c.Description)
		for _, x := range c.Synonyms {
			b.addText(i, inColumns, x)
		}
		for _, v := range c.Values {
			b.addText(i, inValues, v)
		}
		for _, v := range c.Examples {
			b.addText(i, inValues, v)
		}
	}
}

// addName adds the words of an identifier, as written and spelt out, and the
// parts of those that were written together.
func (b *indexer) addName(i int32, field int, name string) {
	terms, ok := b.inNames[name]
	if !ok {
		list := words(name)
		for _, full := range english.ExpandName(list) {
			if !slices.Contains(list, full) {
				terms = append(terms, b.term(full))
			}
		}
		for _, w := range list {
			terms = append(terms, b.term(w))
			for _, part := range english.SplitGlued(w, b.vocab) {
				terms = append(terms, b.term(part))
			}
		}
		b.inNames[name] = terms
	}
	b.add(i, field, terms)
}

func (b *indexer) addText(i int32, field int, text string) {
	if text == "" {
		return
	}
	terms, ok := b.inTexts[text]
	if !ok {
		const longest = 2000
		for _, w := range english.Split(shorten(text, longest)) {
			if !english.StopWords[w] {
				terms = append(terms, b.term(w))
			}
		}
		b.inTexts[text] = terms
	}
	b.add(i, field, terms)
}

func (b *indexer) add(i int32, field int, terms []int32) {
	b.length[i][field] += float32(len(terms))
	for _, t := range terms {
		b.found = append(b.found, occurrence{table: i, term: t, field: uint8(field)})
	}
}

func (b *indexer) term(word string) int32 {
	stem := english.Stem(word)
	id, ok := b.terms[stem]
	if !ok {
		id = int32(len(b.terms))
		b.terms[stem] = id
	}
	return id
}

// addDocuments credits a piece of text to the tables that it names, and a
// question that was answered to the tables of its SQL.
func (b *indexer) addDocuments(d Documents) {
	const most = 5 // a text that names more is about none of them
	for _, doc := range d.Text {
		for _, i := range b.mentionedTables(doc.Title+"\n"+doc.Body, most) {
			b.addText(i, inDocuments, doc.Title)
			b.addText(i, inDocuments, doc.Body)
		}
	}
	for _, e := range d.Examples {
		for _, i := range b.mentionedTables(e.SQL, most) {
			b.addText(i, inDocuments, e.Question)
		}
	}
}

// mentionedTables lists the tables whose names stand in a text.
func (b *indexer) mentionedTables(text string, most int) []int32 {
	var list []int32
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isNameRune(r) }) {
		t := b.find.table("", strings.Trim(w, "."))
		if t == nil || slices.Contains(list, b.at[t]) {
			continue
		}
		if list = append(list, b.at[t]); len(list) > most {
			return nil
		}
	}
	return list
}

func isNameRune(r rune) bool {
	return r == '_' || r == '.' || r >= 0x80 || classOf(byte(r)) == letter || classOf(byte(r)) == digit
}

// weigh turns occurrences into postings (BM25F).
func (b *indexer) weigh() {
	average := b.averageLength()
	b.postings = make([][]posting, len(b.terms))
	for term, found := range b.byTerm() {
		b.postings[term] = b.postingsOf(found, average)
	}
}

// postingsOf weighs the occurrences of one term: the fields of a table are
// added up by weight, long ones diluted, repetition counts less and less, and
// rare terms count more. How rare a term is among the names of tables is a
// question of its own: every table may have a column for the customer, and
// still only one is called customers.
func (b *indexer) postingsOf(found []occurrence, average [fields]float64) []posting {
	type strength struct {
		table    int32
		name, at float64
	}
	var list []strength
	named := 0
	for i, o := range found {
		if i == 0 || o.table != found[i-1].table {
			list = append(list, strength{table: o.table})
		}
		s := &list[len(list)-1]
		dilution := 1 + fieldDilution[o.field]*(float64(b.length[o.table][o.field])/max(average[o.field], 1)-1)
		s.at += fieldWeight[o.field] / dilution
		if o.field == inName {
			if s.name == 0 {
				named++
			}
			s.name += fieldWeight[inName] / dilution
		}
	}
	anywhere, inNames := rarity(len(b.s.Tables), len(list)), rarity(len(b.s.Tables), named)
	postings := make([]posting, len(list))
	for i, s := range list {
		score := anywhere*saturate(s.at) + 0.5*(inNames-anywhere)*saturate(s.name)
		postings[i] = posting{s.table, float32(score)}
	}
	return postings
}

// byTerm groups the occurrences by term, each group in the order of tables.
func (b *indexer) byTerm() [][]occurrence {
	groups := make([][]occurrence, len(b.terms))
	size := make([]int, len(b.terms))
	for _, o := range b.found {
		size[o.term]++
	}
	all := make([]occurrence, len(b.found))
	for t, n := range size {
		groups[t], all = all[:0:n], all[n:]
	}
	for _, o := range b.found {
		groups[o.term] = append(groups[o.term], o)
	}
	for _, g := range groups { // documents came after all tables
		slices.SortStableFunc(g, func(x, y occurrence) int { return cmp.Compare(x.table, y.table) })
	}
	return groups
}

func (b *indexer) averageLength() (average [fields]float64) {
	for _, l := range b.length {
		for f := range fields {
			average[f] += float64(l[f]) / float64(len(b.length))
		}
	}
	return average
}

// rarity is high for what few of all tables have.
func rarity(all, having int) float64 {
	return math.Log(1 + (float64(all)-float64(having)+0.5)/(float64(having)+0.5))
}

func saturate(strength float64) float64 {
	const half = 3
	return strength / (strength + half)
}

// connect notes which tables are joined by foreign keys: those that a table
// refers to first, then those that refer to it.
func (b *indexer) connect() {
	b.near = make([][]int32, len(b.s.Tables))
	seen := map[[2]int32]bool{}
	link := func(x, y int32) {
		if x != y && !seen[[2]int32{x, y}] {
			seen[[2]int32{x, y}] = true
			b.near[x] = append(b.near[x], y)
		}
	}
	var back [][2]int32
	for i := range b.s.Tables {
		for _, f := range b.s.Tables[i].ForeignKeys {
			if to := b.find.table(f.RefSchema, f.RefTable); to != nil {
				link(int32(i), b.at[to])
				back = append(back, [2]int32{b.at[to], int32(i)})
			}
		}
	}
	for _, k := range back {
		link(k[0], k[1])
	}
}
