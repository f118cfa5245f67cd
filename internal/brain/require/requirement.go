package require

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// Requirement is something that a question says for sure, so that a form which does
// not meet it answers another question.
type Requirement struct {
	Kind       Kind
	rule       *rule
	First, End int // the words that say it
	items      []int
	columns    []int
	tables     []int
	bucket     form.Op
	number     float64
	things     []int // of a Duration: the columns that name what takes so long
	total      bool  // of a Duration: all times together
	desc       bool  // of a Direction: the highest, or the latest
	dates      bool  // of a Direction: of dates alone
	ix         *index.Index
	q          *link.Question
}

// reader finds requirements in what the words of a question say.
type reader struct {
	*clue.Clues
	found []*Requirement // so far
}

// Find lists what a question says for sure. Kinds in without are left out, to
// measure what each is worth.
func Find(ix *index.Index, q *link.Question, without map[Kind]bool) []*Requirement {
	c := &reader{Clues: clue.Read(ix, q)}
	for _, rule := range rules {
		if without[rule.kind] {
			continue
		}
		for _, r := range rule.find(c) {
			c.bind(r, rule)
			c.found = append(c.found, r)
		}
	}
	if bands := span.FindBands(q.Text()); bands != nil { // their ends are no conditions
		c.found = slices.DeleteFunc(c.found, func(r *Requirement) bool {
			first, last := q.Words[r.First], q.Words[r.End-1]
			return r.First >= q.Context && r.End > r.First && bands.Start < last.End && first.Start < bands.End
		})
	}
	return c.found
}

// bind gives a requirement its rule, and what it was read from.
func (c *reader) bind(r *Requirement, rule *rule) {
	r.Kind, r.rule, r.ix, r.q = rule.kind, rule, c.Index, c.Question
}

// has reports whether a requirement of a kind was found.
func (c *reader) has(kind Kind) bool {
	return slices.ContainsFunc(c.found, func(r *Requirement) bool { return r.Kind == kind })
}

// IsMet reports whether a form meets the requirement, as far as can be told.
func (r *Requirement) IsMet(query *form.Query) bool { return r.rule.met(r, query) }

// HasOneRepair is true for a requirement that leaves one way to repair a form:
// the repaired form is as probable as the one that it came from.
func (r *Requirement) HasOneRepair() bool { return r.rule.one != nil && r.rule.one(r) }

// IsGuess is true for what figures are wanted for by a word that nothing in the
// database answers to, and for a cost that may be one of several amounts: a form
// that takes it into account guesses what it means.
func (r *Requirement) IsGuess() bool {
	return r.Kind == Group && len(r.columns)+len(r.tables) == 0 || r.Kind == Cost && len(r.columns) == 0
}

// Text are the words of a requirement as they were written.
func (r *Requirement) Text() string {
	var words []string
	for _, w := range r.q.Words[r.First:r.End] {
		words = append(words, w.Text)
	}
	text := strings.Join(words, " ")
	if r.Kind == NotValue {
		return "not " + text
	}
	return text
}

// findWords lists the words that say something of a kind by themselves.
func (c *reader) findWords(kind Kind) []*Requirement {
	var list []*Requirement
	for i := c.Question.Context; i < len(c.Low); i++ {
		if c.kindOfWord(i) == kind {
			list = append(list, &Requirement{First: i, End: i + 1})
		}
	}
	return list
}

// kindOfWord is what a word says by itself, "" for most. Of words that nothing in
// the database answers to it says whether they name a value or a group.
func (c *reader) kindOfWord(i int) Kind {
	switch {
	case english.Among(c.Low[i], "grew grow grows grown growing growth") && !c.InName(i):
		return Growth
	case c.isUnknownName(i):
		return Value
	case c.isUnknown(i) && c.isExcluded(i):
		return NotValue
	case c.isUnknown(i) && c.isUnknownGroup(i):
		return Group
	}
	return ""
}

// isUnknown is true for a word that nothing in the database answers to.
func (c *reader) isUnknown(i int) bool {
	at := &clue.Phrase{First: i, End: i + 1}
	if c.InName(i) || clue.Overlaps(at, c.Values) || clue.Overlaps(at, c.Periods) || clue.Grains[c.Low[i]] != "" || len(c.Low[i]) < 3 || !strings.ContainsFunc(c.Low[i], letter) {
		return false
	}
	return slices.Contains(c.Question.Unlinked(), c.Low[i])
}

// isUnknownGroup is true for a word after by or per that names what figures are
// wanted for, and not who did something, nor in which order.
func (c *reader) isUnknownGroup(i int) bool {
	if columns.Money[c.Low[i]] {
		return false // a figure to rank by: the top five by revenue
	}
	second := c.At(i-1) == "and" && english.Among(c.At(i-3), "by per") // by weekday and channel
	if second {
		return c.endsName(i + 1)
	}
	if !english.Among(c.At(i-1), "by per") || !c.endsName(i+1) || english.Among(c.Low[i], "side frequency popularity size alphabet default far then hand mistake law definition decade decades tens hundreds thousands") {
		return false
	}
	before := c.At(i - 2)
	return c.InName(i-2) || !english.IsParticiple(before) && !english.Among(before, clue.SortWords) && !english.Among(before, "ascending descending")
}

// isUnknownName is true for a word that is written as a name, among others that are
// not, and that nothing in the database answers to: the question is about it all
// the same. Units are no names.
func (c *reader) isUnknownName(i int) bool {
	name := func(i int) bool { return c.isUnknown(i) && capital(c.Question.Words[i].Text) }
	if !name(i) || c.startsSentence(i) || c.isExcluded(i) {
		return false
	}
	capitals := 0
	for k := c.Question.Context; k < len(c.Low); k++ {
		if c.Question.Words[k].Text != c.Low[k] && !c.startsSentence(k) {
			capitals++
		}
	}
	before := i - 1
	for before > c.Question.Context && name(before) {
		before--
	}
	return 2*capitals < len(c.Low)-c.Question.Context && (english.Among(c.At(before), "for of in from by at with named called") || c.InName(before))
}

// capital is true for a word with a capital letter at its beginning alone.
func capital(word string) bool {
	first, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && word[n:] != "" && word[n:] == strings.ToLower(word[n:])
}

// isExcluded is true for the word after other than, except, excluding.
func (c *reader) isExcluded(i int) bool {
	k := i - 1
	for english.Among(c.At(k), clue.Articles) || english.Among(c.At(k), "in from for of") {
		k--
	}
	return slices.ContainsFunc(c.Question.Spans, func(s span.Span) bool { return s.Kind == span.Comparison && s.Op == "!=" && s.End == k+1 })
}

// startsSentence reports whether a word is the first of a sentence.
func (c *reader) startsSentence(i int) bool {
	return i == c.Question.Context || english.Among(c.At(i-1), ". ? ! : ;")
}

// endsName reports whether a name ends before a place: what follows is no word of
// it.
func (c *reader) endsName(i int) bool {
	w := c.At(i)
	return w == "" || english.Among(w, ", . ? ! ; : ) and in for over where last this from since during of between as who which that sorted ordered (")
}

// wordBefore is the place of the word before a mention, articles left out.
func (c *reader) wordBefore(m *clue.Mention) int {
	i := m.First - 1
	for english.Among(c.At(i), clue.Articles) {
		i--
	}
	return i
}

func letter(r rune) bool { return 'a' <= r && r <= 'z' || r > 127 }
