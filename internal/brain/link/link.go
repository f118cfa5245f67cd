// Package link makes a question ready for the model: it finds which words name
// tables, columns, values and periods of a database, and lays all of it out as
// the encoder reads it.
//
// Training data and live questions go through the same code, so that the model
// meets what it has learnt from.
package link

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// Tokenizer cuts text into the encoder's pieces.
type Tokenizer interface{ Pieces(text string) []int32 }

// Linker links questions to one database.
type Linker struct {
	ix     *index.Index
	cut    Tokenizer
	schema *Schema
	whole  *view
}

// New prepares a database's names once for all its questions.
func New(ix *index.Index, cut Tokenizer) *Linker {
	s := newSchema(ix, cut)
	return &Linker{ix: ix, cut: cut, schema: s, whole: &view{Schema: s}}
}

// With links questions to the same database as those see it who say something of its
// words; see index.Index.With.
func (l *Linker) With(ix *index.Index) *Linker {
	return &Linker{ix: ix, cut: l.cut, schema: l.schema, whole: l.whole}
}

// Index is the database that questions are linked to.
func (l *Linker) Index() *index.Index { return l.ix }

// Previous is the turn that a follow-up follows.
type Previous struct {
	Query   *form.Query
	Reading string        // the form in plain words
	Terms   []*index.Term // that the turn used
}

// Question is a question with everything found in it. Its words are those of
// the previous turn's reading, where there is one, then its own.
type Question struct {
	linker  *Linker
	view    *view
	texts   [2]string   // the reading before, and the question
	Words   []span.Word // offsets are into the text the word is of
	Context int         // how many words are of the reading before
	Spans   []span.Span // of the question itself; places are in Words
	Names   []Name
	Items   []Item
	Terms   []*index.Term  // of the business that the question uses, as documents define them
	Beyond  []*index.Term  // the same, whose definitions are not understood
	Dropped []int          // columns that the window has no room for
	Carried []*index.Term  // those of the turn before, which a follow-up need not name
	said    map[int]string // words that only documents know, and what the database says instead
	defined []Name         // the words of the terms
	before  *form.Query
	now     time.Time
}

// Name says that words name a table or a column.
type Name struct {
	First, End int
	Column     bool
	Number     int
	Kind       int  // 1 the whole name, 2 a part, 3 something said about it
	Literal    bool // the word is the identifier itself
}

// OfName is true where the words are the name itself or a part of it, not
// something said about it.
func (n Name) OfName() bool { return n.Kind <= 2 }

// Item is a value or a period that a form may point at.
type Item struct {
	Column     int // -1 for a period
	Text       string
	Shown      string // to the model: the text, and what people call it
	First, End int    // the words that say it, -1 when none do
	Kind       ItemKind
	Value      *form.Value
}

// ItemKind is how an item was found.
type ItemKind int

const (
	Exact   ItemKind = iota
	Fuzzy            // words that resemble the value, or another name for it
	Listed           // one of a column's few values, named by no word
	Period           // of time
	Earlier          // a value of the previous turn
)

// Read links a question. previous is nil for one that stands alone.
func (l *Linker) Read(question string, now time.Time, previous *Previous) *Question {
	q := &Question{linker: l, view: l.whole, now: now}
	if previous != nil {
		q.before, q.Carried = previous.Query, previous.Terms
		q.texts[0] = previous.Reading
		q.Words = span.Words(previous.Reading)
		q.Words = q.Words[:min(len(q.Words), tuning.InputWords)]
		q.Context = len(q.Words)
	}
	q.texts[1] = question
	own := span.Words(question)
	own = own[:min(len(own), tuning.InputWords)]
	q.Words = append(q.Words, own...)
	for _, s := range span.FindOf(own, now, yearOf(q.before), l.ix.Years()) {
		s.First += q.Context
		s.End += q.Context
		q.Spans = append(q.Spans, s)
	}
	q.names(own)
	q.values(own)
	q.periods()
	if previous != nil {
		q.addEarlier(previous.Query)
	}
	q.listValues(math.MaxInt)
	q.prune()
	return q
}

// yearOf is the only year that the periods of a query lie in, or 0: who says
// "just December" after an answer about 2024 means that of 2024.
func yearOf(query *form.Query) int {
	if query == nil {
		return 0
	}
	year, several := 0, false
	query.EachValue(func(v *form.Value, _ int) {
		if v.Kind != form.Period || v.Period.Recurring() {
			return
		}
		p := v.Period
		y := p.Start.Year()
		if p.Start.IsZero() || p.End.IsZero() || p.End.Add(-1).Year() != y || year != 0 && year != y {
			several = true
		}
		year = y
	})
	if several {
		return 0
	}
	return year
}

// Before is the form of the turn before, or nil.
func (q *Question) Before() *form.Query { return q.before }

// Text is the question as it was asked.
func (q *Question) Text() string { return q.texts[1] }

// names links words of the question, and of the reading before it, to tables
// and columns.
func (q *Question) names(own []span.Word) {
	var synonyms []Name
	for _, part := range []struct {
		words []span.Word
		shift int
	}{{q.Words[:q.Context], 0}, {own, q.Context}} {
		for _, n := range q.linker.ix.Names(part.words) {
			link := Name{First: n.First + part.shift, End: n.End + part.shift, Kind: nameKind(n), Literal: n.Literal}
			if n.Column > 0 {
				link.Column, link.Number = true, n.Column
			} else {
				link.Number = n.Table
			}
			q.Names = append(q.Names, link)
			if n.Kind == index.Synonym {
				synonyms = append(synonyms, link)
			}
		}
	}
	for _, n := range synonyms {
		if q.isAlone(n) {
			q.translate(n)
		}
	}
	for _, d := range q.linker.ix.Defined(own) {
		q.define(d)
	}
}

// define lets a term that a document defines mean what it says there, and
// nothing else that happens to be called so.
func (q *Question) define(d index.TermLink) {
	if d.Term.Meaning == nil {
		if !slices.Contains(q.Beyond, d.Term) {
			q.Beyond = append(q.Beyond, d.Term)
		}
		return
	}
	if d.Term.By > 0 {
		if d.Term.Meaning.Column > 0 && q.counts(d.First+q.Context) {
			return // how many sales counts them, whichever column their amount is
		}
		d = q.withRows(d)
	}
	column, table, words := q.linker.ix.StandIn(d.Term)
	n := Name{First: d.First + q.Context, End: d.End + q.Context, Number: table, Kind: 1}
	if column > 0 {
		n.Column, n.Number = true, column
	}
	q.Names = slices.DeleteFunc(q.Names, func(o Name) bool { return o.First < n.End && n.First < o.End })
	q.Names = append(q.Names, n)
	q.defined = append(q.defined, n)
	for i := n.End - n.First - len(words); i > 0; i-- {
		words = append([]string{"the"}, words...)
	}
	q.say(n, words)
	if !slices.Contains(q.Terms, d.Term) {
		q.Terms = append(q.Terms, d.Term)
	}
}

// counts is true where the word at a place is what a question counts.
func (q *Question) counts(at int) bool {
	before := func(n int) string {
		if at-n < q.Context {
			return ""
		}
		return strings.ToLower(q.Words[at-n].Text)
	}
	return before(1) == "many" || before(1) == "of" && (before(2) == "number" || before(2) == "count")
}

// withRows is a kind of rows with the name of the rows behind it: VIP customers, where the
// person said what a VIP is.
func (q *Question) withRows(d index.TermLink) index.TermLink {
	m := d.Term.Meaning
	if m.Figure != nil || m.Column > 0 {
		return d
	}
	for _, n := range q.Names {
		if n.First == d.End+q.Context && !n.Column && n.Number == m.Table && n.Kind == 1 {
			d.End = n.End - q.Context
			break
		}
	}
	return d
}

// isAlone is true for words that name nothing else.
func (q *Question) isAlone(n Name) bool {
	return !slices.ContainsFunc(q.Names, func(o Name) bool {
		return o.First < n.End && n.First < o.End && o != n && o.Kind < 3
	})
}

// translate lets the model read the database's own word where a person uses
// one that only the documents know.
func (q *Question) translate(n Name) {
	ix := q.linker.ix
	var words []string
	if n.Column {
		words = ix.Columns[n.Number].Words
	} else {
		words = ix.Tables[n.Number].Words
	}
	q.say(n, words)
}

// say lets the model read other words in the place of a name.
func (q *Question) say(n Name, words []string) {
	if q.said == nil {
		q.said = map[int]string{}
	}
	for at, left := n.First, words; at < n.End; at++ {
		take := 1
		if at == n.End-1 {
			take = max(1, len(left))
		}
		q.said[at] = strings.Join(left[:min(take, len(left))], " ")
		left = left[min(take, len(left)):]
	}
}

func (q *Question) periods() {
	n := 0
	var last *span.Span
	for i := range q.Spans {
		s := &q.Spans[i]
		if s.Kind != span.Temporal || n >= tuning.InputPeriods {
			continue
		}
		n++
		q.addPeriod(s.Period, s.Text, s.First, s.End)
		if last != nil && s.First-last.End <= 1 && adjoin(last.Period, s.Period) {
			n++
			both := span.Span{Text: last.Text + " and " + s.Text, First: last.First, End: s.End, Period: span.Period{Start: last.Period.Start, End: s.Period.End, Grain: s.Period.Grain}}
			q.addPeriod(both.Period, both.Text, both.First, both.End)
			s = &both // June, July and August are one period
		}
		last = s
	}
}

// adjoin says that one period begins where the other ends: 2024 and 2025.
func adjoin(a, b span.Period) bool {
	return !a.Recurring() && !b.Recurring() && !a.Start.IsZero() && !a.End.IsZero() && !b.End.IsZero() && a.End.Equal(b.Start)
}

func (q *Question) addPeriod(p span.Period, text string, first, end int) {
	q.add(Item{Column: -1, Text: periodText(p, text), First: first, End: end, Kind: Period, Value: &form.Value{Kind: form.Period, Text: text, Period: p}})
}

// periodText names the kind of period before its words, for those that look
// alike and are not: October as the last one, and as every one.
func periodText(p span.Period, words string) string {
	text := p.Grain.String() + " " + strings.ToLower(words)
	if p.Recurring() {
		text = "every " + text
	}
	return text
}

// addEarlier adds the values and periods of the previous turn, where its reading
// says them.
func (q *Question) addEarlier(query *form.Query) {
	query.EachValue(func(v *form.Value, column int) {
		switch v.Kind {
		case form.Period:
			first, end := q.inContext(v.Text)
			q.add(Item{Column: -1, Text: periodText(v.Period, v.Text), First: first, End: end, Kind: Period, Value: v})
			q.addShifted(v.Period)
		case form.Text:
			if column == 0 || slices.ContainsFunc(q.Items, func(i Item) bool { return i.Column == column && i.Text == v.Text }) {
				return
			}
			first, end := q.inContext(v.Text)
			q.add(Item{Column: column, Text: v.Text, First: first, End: end, Kind: Earlier})
		}
	})
}

// addShifted adds what "the month before" and "a year ago" mean after a turn about
// a period.
func (q *Question) addShifted(p span.Period) {
	if p.Recurring() || p.Start.IsZero() || p.End.IsZero() {
		return
	}
	before := span.Period{Start: p.Start.Add(p.Start.Sub(p.End)), End: p.Start, Grain: p.Grain}
	switch p.Grain {
	case span.Month:
		before.Start = p.Start.AddDate(0, -1, 0)
	case span.Quarter:
		before.Start = p.Start.AddDate(0, -3, 0)
	case span.Half:
		before.Start = p.Start.AddDate(0, -6, 0)
	case span.Year:
		before.Start = p.Start.AddDate(-1, 0, 0)
	}
	q.addPeriod(before, "before that", -1, -1)
	if p.Grain != span.Year {
		q.addPeriod(span.Period{Start: p.Start.AddDate(-1, 0, 0), End: p.End.AddDate(-1, 0, 0), Grain: p.Grain}, "a year before that", -1, -1)
	}
}

// inContext finds a text in the reading before.
func (q *Question) inContext(text string) (first, end int) {
	words := span.Words(text)
	for i := 0; len(words) > 0 && i+len(words) <= q.Context; i++ {
		if slices.EqualFunc(q.Words[i:i+len(words)], words, func(a, b span.Word) bool { return strings.EqualFold(a.Text, b.Text) }) {
			return i, i + len(words)
		}
	}
	return -1, -1
}

// listValues adds the values of columns that have only a few: people say them in
// other words (open, refunded, female), and codes in words. Columns that the
// question names come first, then short lists of short values; names of people
// and places come last, for who means one writes it. They take no more pieces
// than there is room for.
func (q *Question) listValues(room int) {
	ix := q.linker.ix
	named := map[int]bool{}
	for _, n := range q.Names {
		if n.Column {
			named[n.Number] = true
		}
	}
	for _, i := range q.Items {
		if i.Column > 0 {
			named[i.Column] = true
		}
	}
	var order []int
	for n := range q.view.Columns {
		if c := q.view.columnOf(n); len(ix.Columns[c].Enum) > 0 {
			order = append(order, c)
		}
	}
	rank := func(c int) int {
		n := readability(&ix.Columns[c])
		if named[c] {
			n -= 15
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	left := tuning.InputListed
	for _, c := range order {
		for _, v := range ix.Columns[c].Enum {
			if left == 0 || len(q.Items) == tuning.InputItems {
				return
			}
			if slices.ContainsFunc(q.Items, func(i Item) bool { return i.Column == c && i.Text == v.Text }) {
				continue
			}
			q.add(Item{Column: c, Text: v.Text, First: -1, End: -1, Kind: Listed})
			left--
			last := len(q.Items) - 1
			if room -= len(q.itemPieces(q.Items[last])) + 1; room < 0 {
				q.Items = q.Items[:last]
				return
			}
		}
	}
}

// readability is low for columns whose values say in code what people say in words.
func readability(c *index.Column) int {
	n := len(c.Enum)
	for _, v := range c.Enum {
		if len(v.Text) > 12 {
			n += 10
			break
		}
	}
	for _, w := range c.Words {
		switch w {
		case "name", "city", "description", "email", "phone", "address", "title", "person", "by":
			return n + 20
		}
	}
	return n
}

func (q *Question) add(i Item) {
	if len(q.Items) == tuning.InputItems {
		return
	}
	if i.Value == nil {
		i.Value = &form.Value{Kind: form.Text, Text: i.Text, Stored: true}
	}
	i.Shown = i.Text
	if i.Column > 0 {
		for _, v := range q.linker.ix.Columns[i.Column].Enum {
			if v.Text == i.Text && len(v.Aliases) > 0 {
				i.Shown += " " + v.Aliases[0]
			}
		}
	}
	q.Items = append(q.Items, i)
}

// Unlinked lists the words of the question that carry meaning and were linked
// to nothing, each once.
func (q *Question) Unlinked() []string {
	linked := make([]bool, len(q.Words))
	mark := func(first, end int) {
		for i := max(first, 0); i < end; i++ {
			linked[i] = true
		}
	}
	for _, n := range q.Names {
		mark(n.First, n.End)
	}
	for _, i := range q.Items {
		mark(i.First, i.End)
	}
	for _, s := range q.Spans {
		mark(s.First, s.End)
	}
	var list []string
	for i := q.Context; i < len(q.Words); i++ {
		w := strings.ToLower(q.Words[i].Text)
		if !linked[i] && len(w) > 2 && !common[w] && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// Defined are the words of the terms that documents define.
func (q *Question) Defined() []Name { return q.defined }

// nameKind is how much of a name the words say.
func nameKind(n index.NameLink) int {
	switch n.Kind {
	case index.Whole, index.Synonym:
		return 1
	case index.Partly:
		return 2
	}
	return 3
}

// fuzzy is true for words that only resemble a value.
func fuzzy(m index.Match) bool { return m.Kind > index.Demonym }
