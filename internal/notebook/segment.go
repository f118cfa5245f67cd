package notebook

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/session"
)

// Segment is a piece of a story.
type Segment struct {
	Text       string
	Ref        *session.DataReference // what a verified claim comes from; nil of other words
	Unverified bool                   // it stands in a sentence that the rows do not support
	Cites      int                    // the number of the passage that the words before rest on; it has no text
}

type span struct {
	from, to int
	ref      *session.DataReference
}

// Segments cuts a story into what its references tie to the data, what is not
// verified, and the words between.
func Segments(n session.Narrative) []Segment { return segments(n, nil) }

// segments are those of a story whose words rest on passages, too.
func segments(n session.Narrative, marks []session.Mark) []Segment {
	refs := referenceSpans(n)
	var doubts []span
	for _, u := range n.Unverified {
		if at := strings.Index(n.Text, u); at >= 0 && u != "" {
			doubts = append(doubts, span{from: at, to: at + len(u)})
		}
	}
	cuts := []int{0, len(n.Text)}
	for _, s := range slices.Concat(refs, doubts) {
		cuts = append(cuts, s.from, s.to)
	}
	for _, m := range marks {
		cuts = append(cuts, m.At)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var list []Segment
	for i := 1; i < len(cuts); i++ {
		from, to := cuts[i-1], cuts[i]
		inside := func(s span) bool { return s.from <= from && to <= s.to }
		seg := Segment{Text: n.Text[from:to], Unverified: slices.ContainsFunc(doubts, inside)}
		if at := slices.IndexFunc(refs, inside); at >= 0 && !seg.Unverified {
			seg.Ref = refs[at].ref
		}
		list = append(list, seg)
		for _, m := range marks {
			if m.At == to {
				list = append(list, Segment{Cites: m.Number})
			}
		}
	}
	return list
}

// referenceSpans is where the references stand, without overlaps.
func referenceSpans(n session.Narrative) []span {
	var spans []span
	after := 0
	for i := range n.DataReferences {
		ref := &n.DataReferences[i]
		at := placeOf(n.Text, *ref, after)
		s := span{at, at + len(ref.Text), ref}
		overlaps := func(o span) bool { return s.from < o.to && o.from < s.to }
		if at < 0 || slices.ContainsFunc(spans, overlaps) {
			continue
		}
		spans = append(spans, s)
		after = s.to
	}
	return spans
}

// placeOf is where a reference stands; -1 if it does not. One that does not say
// is found by its words: after the one before it, else anywhere.
func placeOf(text string, r session.DataReference, after int) int {
	if r.At == 0 {
		if at := indexWords(text, r.Text, after); at >= 0 {
			return at
		}
		return indexWords(text, r.Text, 0)
	}
	if r.At < 0 || r.At > len(text) || !strings.HasPrefix(text[r.At:], r.Text) {
		return -1
	}
	return r.At
}

// indexWords finds words in a text, not a part of a longer word or number.
func indexWords(text, words string, after int) int {
	if words == "" {
		return -1
	}
	for from := after; from <= len(text); {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		first, _ := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		next, size := utf8.DecodeRuneInString(text[at+len(words):])
		beyond, _ := utf8.DecodeRuneInString(text[at+len(words)+size:])
		if !inOneWord(before, first) && !inOneWord(last, next) && !(strings.ContainsRune(".,", next) && unicode.IsDigit(last) && unicode.IsDigit(beyond)) &&
			!(strings.ContainsRune(".,", before) && unicode.IsDigit(first) && at >= 2 && unicode.IsDigit(rune(text[at-2]))) {
			return at
		}
		from = at + 1
	}
	return -1
}

// inOneWord reports whether two letters or digits are of one word.
func inOneWord(a, b rune) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return word(a) && word(b)
}
