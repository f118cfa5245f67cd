package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/schema"
)

// Term is a word of the business that a document defines.
//
//   - **Revenue**: the sum of `orders.order_total` over orders whose `status` is `completed`.
//   - **Average order value**: revenue divided by the number of completed orders.
type Term struct {
	Name    []string // stems
	Called  string   // the name as it is written, in lower case
	Meaning *Meaning // nil when the definition says more than is understood here
	Names   bool     // a table or column has this name too: the definition describes it
	Narrows bool     // the definition sounds as if it said which rows count
	Text    string   // the definition's first sentence
	Whole   string   // all of the definition, as far as it is not too long
	File    string   // of the document
	Source  Source   // of what those who ask say, in the place of a document
	Line    int      // in the file; 0 when unknown
	By      int      // what defines it in the vocabulary of those who ask, counted from 1; 0 is a document
}

// Source is who says what a term means, in the words in which people are told.
type Source struct {
	Defines string // before the term: You define
	Aside   string // behind it: as you said
}

// Defines begins a sentence with who says what the term means.
func (t *Term) Defines() string {
	if t.By > 0 {
		return t.Source.Defines
	}
	return t.File + " defines"
}

// Aside is who says what the term means, for brackets.
func (t *Term) Aside() string {
	if t.By > 0 {
		return t.Source.Aside
	}
	return t.File
}

// TermLink says that words[First:End] of a question are a term.
type TermLink struct {
	First, End int
	Term       *Term
}

const (
	maxTerms    = 200
	longestTerm = 4 // words
)

var (
	definition = lazyregexp.New(`(?m)^[ \t]*(?:[-*+][ \t]+)?\*\*(?:([^*\n]{2,60})\*\*[ \t]*[:–—-]|([^*\n]{2,60}):\*\*)((?:.*\n?(?:[ \t]+[^-*+ \t\n#].*\n?)*))`)
	// Without the stars a line may be anything: only what is understood counts.
	plainDefinition = lazyregexp.New(`(?m)^[ \t]*(?:[-*+][ \t]+([\pL][\pL\d %()/-]{1,50}?)[ \t]*[:=]|\|[ \t]*([\pL][\pL\d %()/-]{1,50}?)[ \t]*\|)[ \t]+([^|\n]+)`)

	otherName = lazyregexp.New(`^(.+?)\s*\(([^()]+)\)$`) // Average order value (AOV)
)

// define reads the definitions in the documents. Names and values are known by
// then.
func (x *Index) define(docs []schema.Document) {
	for _, d := range docs {
		x.noteTerms(d, definition)
	}
	sure := len(x.Terms)
	for _, d := range docs {
		x.noteTerms(d, plainDefinition)
	}
	d := definer{x: x, state: make([]progress, len(x.Terms))}
	for n := range x.Terms {
		x.Terms[n].Meaning = d.meaning(n)
	}
	plain := slices.DeleteFunc(slices.Clone(x.Terms[sure:]), func(t Term) bool {
		return t.Meaning == nil || t.Meaning.Figure == nil && t.Meaning.Where == nil || t.Names
	})
	x.Terms = append(x.Terms[:sure:sure], plain...)
}

// noteTerms keeps the terms that a pattern finds in a document.
func (x *Index) noteTerms(d schema.Document, pattern *lazyregexp.Regexp) {
	for _, at := range pattern.FindAllStringSubmatchIndex(d.Body, -1) {
		part := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return d.Body[at[2*n]:at[2*n+1]]
		}
		line := 0
		if d.Line > 0 {
			line = d.Line + strings.Count(d.Body[:at[0]], "\n")
		}
		x.noteTerm(d.File, line, part(1)+part(2), part(3))
	}
}

// noteTerm keeps a term under each of its names, unless it is already there.
func (x *Index) noteTerm(file string, line int, name, definition string) {
	const longest = 600 // bytes
	whole := strings.Join(strings.Fields(definition), " ")
	text, _, _ := strings.Cut(whole+" ", ". ")
	text = strings.TrimSuffix(strings.TrimSpace(text), ".")
	if len(whole) > longest {
		whole = text
	}
	for _, name := range namesIn(name) {
		t := Term{Name: stems(tokens(name)), Called: strings.ToLower(name), Text: text, Whole: whole, File: file, Line: line}
		if len(t.Name) == 0 || len(t.Name) > longestTerm || text == "" || usual(t) || len(x.Terms) == maxTerms ||
			slices.ContainsFunc(x.Terms, func(o Term) bool { return slices.Equal(o.Name, t.Name) }) {
			continue
		}
		t.Names = x.isNamed(t.Name)
		t.Narrows = slices.ContainsFunc(tokens(text), func(w string) bool { return narrowing[w] })
		x.Terms = append(x.Terms, t)
	}
}

// namesIn lists what a definition calls its term.
func namesIn(text string) []string {
	text = strings.TrimSpace(text)
	if m := otherName.FindStringSubmatch(text); m != nil {
		return []string{m[1], m[2]}
	}
	return []string{text}
}

// usual is true for a definition that says what everybody would think: a
// quarter is a calendar quarter.
func usual(t Term) bool {
	for _, w := range tokens(t.Text) {
		if !stop[w] && w != "calendar" && !slices.Contains(t.Name, english.Singular(w)) {
			return false
		}
	}
	return true
}

// narrowing are words of definitions that leave something out.
var narrowing = english.NewSet(`who whose that which with without where when only except excluding excl including incl not no never minus less divided at least most more than
	above below over under active since until unless`)

// isNamed is true for the name of a table or a column.
func (x *Index) isNamed(name []string) bool {
	same := func(forms [][]string) bool {
		return slices.ContainsFunc(forms, func(f []string) bool { return slices.Equal(stems(f), name) })
	}
	return slices.ContainsFunc(x.Tables, func(t Table) bool { return same(t.Forms) }) ||
		slices.ContainsFunc(x.Columns, func(c Column) bool { return same(c.Forms) })
}

// progress is how far the reading of a definition is.
type progress uint8

const (
	unread progress = iota
	reading
	read
)

// definer reads definitions, those that others are defined by first.
type definer struct {
	x     *Index
	state []progress
}

// meaning reads a definition; nil when it is not understood, as one that goes
// round in a circle is not.
func (d *definer) meaning(n int) *Meaning {
	t := &d.x.Terms[n]
	if d.state[n] == unread {
		d.state[n] = reading
		r := reader{d: d, x: d.x, name: t.Name, called: t.Called, tokens: lex(t.Text)}
		m := r.definition()
		if m == nil && t.By > 0 {
			m = r.otherName()
		}
		if m != nil && m.fits() {
			t.Meaning = m
		}
		d.state[n] = read
	}
	if d.state[n] == reading {
		return nil
	}
	return t.Meaning
}

// Defined finds the terms among the words of a question, the longest first, and
// no shorter one within another: net revenue is not revenue.
func (x *Index) Defined(list []span.Word) []TermLink {
	if len(x.Terms) == 0 {
		return nil
	}
	q := nameQuery(list)
	s := stems(q.tokens)
	taken := make([]bool, len(s))
	var found []TermLink
	for length := longestTerm; length > 0; length-- {
		for i := 0; i+length <= len(s); i++ {
			if slices.Contains(taken[i:i+length], true) {
				continue
			}
			for n := range x.Terms {
				t := &x.Terms[n]
				if !slices.Equal(t.Name, s[i:i+length]) {
					continue
				}
				for k := i; k < i+length; k++ {
					taken[k] = true
				}
				if l := (TermLink{q.word[i], q.word[i+length-1] + 1, t}); !l.isExplained(list) {
					found = append(found, l)
				}
				break
			}
		}
	}
	slices.SortFunc(found, func(a, b TermLink) int { return a.First - b.First })
	return found
}

// isExplained is true where the person says after a colon or in brackets what the
// term means, in words of its definition: what they say themselves counts.
func (l TermLink) isExplained(list []span.Word) bool {
	const enough = 2
	known := map[string]bool{}
	for _, w := range tokens(l.Term.Text) {
		if !stop[w] {
			known[english.Singular(w)] = true
		}
	}
	said, after := 0, false
	for _, w := range list[l.End:] {
		if w.Text == ":" || w.Text == "(" {
			after = true
		}
		for _, t := range tokens(w.Text) {
			if after && known[english.Singular(t)] {
				said++
			}
		}
	}
	return said >= enough
}
