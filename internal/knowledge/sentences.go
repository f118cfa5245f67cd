package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"github.com/plumbdata/plumb/internal/english"
)

// abbreviations end with a full stop that seldom ends a sentence.
var abbreviations = english.NewSet(`mr mrs ms dr prof st jr sr vs etc approx no nos fig figs eq eqs sec sect art arts par para ch vol vols pp ed eds rev
	inc ltd corp co dept est cf al e.g i.e u.s u.k a.m p.m bzw z.b d.h nr abs`)

// longestAbbreviation is in bytes, with room for what stands before it.
const longestAbbreviation = 16

// Sentences cuts a text where sentences end. Together they are the text, blanks and
// all.
func Sentences(text string) []string {
	var list []string
	start, end := 0, 0
	for it := sentences.FromString(text); it.Next(); {
		end += len(it.Value())
		if !endsInAbbreviation(text[start:end]) {
			list = append(list, text[start:end])
			start = end
		}
	}
	if start < len(text) {
		list = append(list, text[start:])
	}
	return list
}

// endsInAbbreviation is true of "… see Fig. " and of initials. A line's end ends a
// sentence, whatever stands before it.
func endsInAbbreviation(text string) bool {
	body := strings.TrimRight(text, " \t")
	word, stopped := strings.CutSuffix(body, ".")
	if !stopped {
		return false
	}
	word = word[max(0, len(word)-longestAbbreviation):]
	word = word[strings.LastIndexFunc(word, func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == '[' })+1:]
	if utf8.RuneCountInString(word) == 1 {
		r, _ := utf8.DecodeRuneInString(word)
		return unicode.IsUpper(r)
	}
	return abbreviations[strings.ToLower(word)]
}
