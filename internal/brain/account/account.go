// Package account says which part of a form each word of a question stands for.
// A word with meaning that stands for none was left out of the reading, and
// people are told so.
package account

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Part is what of a form a word stands for.
type Part uint8

const (
	Nothing     Part = iota
	Connecting       // it asks, connects, or has no meaning of its own
	Name             // a table or a column that the form reads
	Value            // a text or number that the form compares with
	Time             // a period or a bucket of time
	Operation        // what the form computes: a count, an order, a share
	Definition       // a term that a document defines
	Requirement      // something that the question says for sure, and the form meets
	Synonym          // another word for a part of the form
)

// Account says for each word of a question, those of the turn before included,
// what part of the form it stands for.
type Account struct {
	Parts []Part
	asked *link.Question
	// unexplained is true for a form with a condition that no word names: a word
	// that stands for nothing may be what it comes from.
	unexplained bool
	form        *contents
	names       []string // of what the form reads
	rows        string   // what the columns are called of the one table that it reads, whose rows have no name
}

// Of accounts for the words of a question. requirements are what it says for
// sure.
func Of(ix *index.Index, asked *link.Question, c *candidates.Candidate, requirements []*require.Requirement) *Account {
	a := &Account{Parts: make([]Part, len(asked.Words)), asked: asked}
	f := contentsOf(ix, c)
	a.connecting()
	a.markNames(ix, f)
	a.items(f, c)
	a.spans(f)
	a.operations(f)
	for _, n := range asked.Defined() {
		if len(c.Defined) > 0 {
			a.mark(Definition, n.First, n.End)
		}
	}
	for _, r := range requirements {
		if !r.IsGuess() && r.IsMet(c.Query) {
			a.mark(Requirement, r.First, r.End)
		}
	}
	a.synonyms(ix, f)
	a.form, a.names, a.rows = f, f.names(ix), f.namelessRows(ix)
	a.relatives()
	a.unexplained = a.hasUnexplained(c)
	return a
}

// mark notes what words stand for, unless they stand for something already.
func (a *Account) mark(p Part, first, end int) {
	for i := max(first, 0); i < end; i++ {
		if a.Parts[i] == Nothing {
			a.Parts[i] = p
		}
	}
}

func (a *Account) word(i int) string { return strings.ToLower(a.asked.Words[i].Text) }

func (a *Account) connecting() {
	for i := range a.Parts {
		w := a.word(i)
		if len(w) <= 2 || link.IsCommon(w) || empty[w] || !strings.ContainsFunc(w, unicode.IsLetter) || isUnit(w) {
			a.mark(Connecting, i, i+1)
		}
	}
	text := a.asked.Text()
	for _, drawn := range drawing.FindAllStringIndex(text, -1) {
		for i := a.asked.Context; i < len(a.Parts); i++ {
			if w := a.asked.Words[i]; drawn[0] <= w.Start && w.End <= drawn[1] {
				a.mark(Connecting, i, i+1)
			}
		}
	}
}

// drawing finds words for how an answer is drawn: stacked bars of, as a pie, coloured by. A
// bar may be a place, too, so a word alone says nothing.
var drawing = lazyregexp.New(`(?i)\b(?:stack(?:ed)?|group(?:ed)?|side by side)\s+(?:bar|column|line|area)s?\b|\b(?:bar|column|line|pie|scatter|area|donut)s?\s+(?:chart|graph|plot|diagram|of|showing|comparing)s?\b|` +
	`\b(?:as|draw|plot)\s+(?:an?\s+)?(?:bars?|columns?|lines?|pie|scatter|donut)\b|^\s*(?:bars?|lines?|pie|scatter)\s*:|[,;:?.]\s*(?:bars?|pie|lines?|scatter)\s*[.?!]?\s*$|^\s*stack\b|` +
	`\b(?:colou?r(?:ed)?|split)\s+by\b|\bas\s+(?:the\s+)?colou?rs?\b|\bstacked\b`)

// isUnit is true for what figures are counted in: euros, kilos, minutes.
func isUnit(word string) bool {
	_, ok := english.UnitInName(word)
	return ok
}

func (a *Account) markNames(ix *index.Index, f *contents) {
	for _, n := range a.asked.Names {
		if n.Column && f.reads(ix, n.Number) || !n.Column && f.tables[n.Number] {
			a.mark(Name, n.First, n.End)
		}
	}
}

// items marks the values and periods that the form points at, and words that
// stand in one of its texts.
func (a *Account) items(f *contents, c *candidates.Candidate) {
	for i, t := range c.Tokens {
		switch t.Kind {
		case form.ItemToken:
			item := a.asked.Items[t.N]
			part := Value
			if item.Kind == link.Period {
				part = Time
			}
			a.mark(part, item.First, item.End)
		case form.QuestionWord:
			a.mark(Value, t.N, t.N+1)
			if i+1 < len(c.Tokens) && c.Tokens[i+1].Kind == form.QuestionWord {
				a.mark(Value, t.N, c.Tokens[i+1].N+1)
			}
		}
	}
	for _, item := range a.asked.Items {
		if slices.Contains(f.texts, strings.ToLower(item.Text)) {
			a.mark(Value, item.First, item.End)
		}
	}
	for i := range a.Parts {
		w := english.Singular(a.word(i))
		if slices.ContainsFunc(f.texts, func(t string) bool { return strings.Contains(t, w) }) {
			a.mark(Value, i, i+1)
		}
	}
}

// spans marks what is said of times and numbers where the form has any: which of
// them belongs where, requirements say.
func (a *Account) spans(f *contents) {
	for _, s := range a.asked.Spans {
		switch s.Kind {
		case span.Temporal:
			if f.timed {
				a.mark(Time, s.First, s.End)
			}
		case span.Number:
			if f.numbered {
				a.mark(Value, s.First, s.End)
			}
		case span.Comparison, span.Negation:
			a.mark(Connecting, s.First, s.End)
		}
	}
}

func (a *Account) operations(f *contents) {
	for i := range a.Parts {
		for _, o := range operations {
			if o.says(a.word(i)) && o.in(f) {
				a.mark(Operation, i, i+1)
			}
		}
	}
}

// synonyms marks words that mean what the form reads under another name.
func (a *Account) synonyms(ix *index.Index, f *contents) {
	for i := range a.Parts {
		if a.Parts[i] != Nothing {
			continue
		}
		w := english.Singular(a.word(i))
		for _, s := range synonyms {
			if s[w] && f.named(ix, s) {
				a.mark(Synonym, i, i+1)
			}
		}
	}
}

// relatives marks words that begin like a word that stands for something, or like
// what the form reads: cancellation beside cancelled.
func (a *Account) relatives() {
	const root = 5
	known := strings.Fields(strings.Join(a.names, " "))
	for i, p := range a.Parts {
		if p > Connecting {
			known = append(known, a.word(i))
		}
	}
	for i := range a.Parts {
		w := a.word(i)
		if len(w) >= root && slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, w[:root]) }) {
			a.mark(Synonym, i, i+1)
		}
	}
}

// Suspicious lists the words that stand for nothing and may narrow down what is
// asked for: those before the name of things ("refurbished phones"), and nouns
// after an article or a preposition. Words that are near in meaning to what the
// form reads are not among them. Without nouns, only those are listed that can hardly be
// anything but a condition: before the name of things, and in its phrase.
func (a *Account) Suspicious(ctx context.Context, near *Nearness, nouns bool) []int {
	if a.unexplained {
		return nil
	}
	var list []int
	for i := a.asked.Context; i < len(a.Parts); i++ {
		if a.Parts[i] != Nothing {
			continue
		}
		farthest := float32(-1)
		switch {
		case a.isBeforeThings(i), a.isInPhrase(i):
			farthest = tuning.NearModifier
		case nouns && (a.isNoun(i) || a.isDone(i)):
			farthest = tuning.NearNoun
		default:
			continue
		}
		if cosine, ok := near.Of(ctx, a.word(i), a.names); ok && cosine < farthest && !a.isRow(ctx, near, i) {
			list = append(list, i)
		}
	}
	return list
}

// Left is how many words of the question itself stand for nothing, and whether the
// form has a condition that no word names.
func (a *Account) Left() (words int, unexplained bool) {
	for _, p := range a.Parts[a.asked.Context:] {
		if p == Nothing {
			words++
		}
	}
	return words, a.unexplained
}

// Far is how far the words that stand for no part of the form are from all that it
// reads, together: 1 for each that has nothing in common with it. longest is how
// many of them stand side by side, such as a phrase that names what the data lacks.
func (a *Account) Far(ctx context.Context, near *Nearness) (far float64, longest int) {
	run := 0
	for i := a.asked.Context; i < len(a.Parts); i++ {
		if a.Parts[i] != Nothing {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
		if cosine, ok := near.Of(ctx, a.word(i), a.names); ok {
			far += max(0, 1-max(0, float64(cosine))/tuning.NearAskedFor)
		}
	}
	return far, longest
}

// Lacking lists the words for what is asked for itself, after "how many" or
// "total", that stand for nothing and are far in meaning from all that the form
// reads, below a cosine: an answer would be about the nearest thing instead.
func (a *Account) Lacking(ctx context.Context, near *Nearness, below float32) []int {
	var list []int
	for i := a.asked.Context; i < len(a.Parts); i++ {
		if a.Parts[i] != Nothing || !a.isAskedFor(i) {
			continue
		}
		if cosine, ok := near.Of(ctx, a.word(i), a.names); ok && cosine < below && !a.isRow(ctx, near, i) {
			list = append(list, i)
		}
	}
	return list
}

// isRow is true for a noun that may be what the rows of a file are, which nothing in
// it says: passengers, of one with tickets, cabins and fares. Bears are far from those.
func (a *Account) isRow(ctx context.Context, near *Nearness, i int) bool {
	if a.rows == "" || !a.isAskedFor(i) && !isPlural(a.word(i)) {
		return false
	}
	cosine, ok := near.Of(ctx, a.word(i), []string{a.rows})
	return ok && cosine >= tuning.NearRows
}

// isAskedFor is true for the noun after "how many", "total", "number of" and their
// like, where no other noun follows.
func (a *Account) isAskedFor(i int) bool {
	if i == a.asked.Context || english.IsParticiple(a.word(i)) || i+1 < len(a.Parts) && a.Parts[i+1] != Connecting && a.Parts[i+1] != Time && a.asked.Words[i+1].Start-a.asked.Words[i].End == 1 {
		return false
	}
	before := a.word(i - 1)
	if before == "of" || english.Among(before, "the our all") {
		before = ""
		for k := i - 2; k >= a.asked.Context && before == ""; k-- {
			if w := a.word(k); w != "of" && w != "the" {
				before = w
			}
		}
	}
	return asksFor[before]
}

// isBeforeThings is true for a word before a plural that names things, or before
// the name of a table.
func (a *Account) isBeforeThings(i int) bool {
	w := a.word(i)
	if i+1 >= len(a.Parts) || isPlural(w) || a.asked.Words[i+1].Start-a.asked.Words[i].End != 1 {
		return false
	}
	next := a.word(i + 1)
	if a.Parts[i+1] == Connecting || a.Parts[i+1] == Operation || a.Parts[i+1] == Time {
		return false
	}
	return isPlural(next) || slices.ContainsFunc(a.asked.Names, func(n link.Name) bool { return !n.Column && n.First == i+1 && n.OfName() })
}

// Acronyms lists words in capitals that stand for no part of the form: what an AR is,
// nobody can guess. A question that shouts has none.
func (a *Account) Acronyms() []int {
	var list []int
	said := map[string]bool{}
	for i := a.asked.Context; i < len(a.Parts); i++ { // of a follow-up, what is new
		w := a.asked.Words[i].Text
		if !said[w] && (a.Parts[i] == Nothing || a.Parts[i] == Connecting) && !empty[strings.ToLower(w)] && !a.isKnown(i) && acronym.MatchString(w) && !link.IsCommon(strings.ToLower(w)) && !isUnit(strings.ToLower(w)) && !english.IsCurrency(strings.ToLower(w)) {
			list = append(list, i)
			said[w] = true
		}
	}
	if text := a.asked.Text(); len(list) > 0 && strings.ToUpper(text) == text {
		return nil
	}
	return list
}

// isKnown is true for a word that the data have: it names something, or is part of a value,
// a number or a period.
func (a *Account) isKnown(i int) bool {
	return slices.ContainsFunc(a.asked.Names, func(n link.Name) bool { return n.First <= i && i < n.End }) ||
		slices.ContainsFunc(a.asked.Items, func(it link.Item) bool { return it.First <= i && i < it.End }) ||
		slices.ContainsFunc(a.asked.Spans, func(s span.Span) bool { return s.First <= i && i < s.End })
}

var acronym = lazyregexp.New(`^[A-Z]{2,5}$`)

// isInPhrase is true for one of several words side by side that stand for nothing, such as
// outdoor seating: a phrase names something more often than a single word.
func (a *Account) isInPhrase(i int) bool {
	beside := func(k int) bool {
		return k >= a.asked.Context && k < len(a.Parts) && a.Parts[k] == Nothing
	}
	return a.asked.Context == 0 && (beside(i-1) || beside(i+1)) // a follow-up has more words of its own
}

func isPlural(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && english.Singular(word) != word
}

// isNoun is true for a word after an article or a preposition that is no
// participle.
func (a *Account) isNoun(i int) bool {
	w := a.word(i)
	return i > a.asked.Context && beforeNoun[a.word(i-1)] && !english.IsParticiple(w) && !strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "ly")
}

// isDone is true for a participle after an auxiliary verb: flights were cancelled.
func (a *Account) isDone(i int) bool {
	return i > a.asked.Context && auxiliaries[a.word(i-1)] && english.IsParticiple(a.word(i))
}

// Uncomputed lists the words for a figure that the form does not compute: a
// median, a correlation, a year up to the same date.
func (a *Account) Uncomputed() []int {
	var list []int
	for i := a.asked.Context; i < len(a.Parts); i++ {
		if a.Parts[i] == Name || a.Parts[i] == Value || a.Parts[i] == Definition {
			continue
		}
		for _, o := range figures {
			if o.says(a.word(i)) && !o.in(a.form) {
				list = append(list, i)
			}
		}
		if i+1 < len(a.Parts) && a.word(i) == "same" && english.Among(a.word(i+1), "date day point") && a.form.years {
			list = append(list, i, i+1)
		}
	}
	return list
}

// comparesWholeYears is true for a form with several periods, all of them years.
func comparesWholeYears(q *form.Query) bool {
	years, others := 0, 0
	q.EachValue(func(v *form.Value, _ int) {
		if v.Kind != form.Period {
			return
		}
		if p := v.Period; p.Start.YearDay() == 1 && p.End.Equal(p.Start.AddDate(1, 0, 0)) {
			years++
		} else {
			others++
		}
	})
	return years > 1 && others == 0
}

// hasUnexplained finds a condition whose column and value no word names.
func (a *Account) hasUnexplained(c *candidates.Candidate) bool {
	found := false
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if slices.Contains(c.Added, k) || k.Left == nil || k.Left.Op != form.Column || k.Left.Column == 0 || k.Op == form.During || k.Op == form.NotDuring || k.Op == form.AsOf || k.Query != nil {
				return
			}
			found = found || !a.isExplained(k)
		})
	})
	return found
}

func (a *Account) isExplained(c *form.Cond) bool {
	if slices.ContainsFunc(a.asked.Names, func(n link.Name) bool { return n.Column && n.Number == c.Left.Column }) {
		return true
	}
	values := slices.Clone(c.Values)
	if c.Right != nil && c.Right.Value != nil {
		values = append(values, c.Right.Value)
	}
	for _, v := range values {
		if v.Kind != form.Text || !v.Stored || slices.ContainsFunc(a.asked.Items, func(i link.Item) bool { return i.Text == v.Text && i.First >= 0 }) {
			return true
		}
	}
	return c.Right != nil && c.Right.Op == form.Column
}
