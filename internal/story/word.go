package story

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/english"
)

// word is a word, a run of digits or a sign of a text.
type word struct {
	text, low  string
	start, end int
	owner      bool // "North's", "regions'"
}

func (w word) capital() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return unicode.IsUpper(r)
}

func (w word) digits() bool { return w.text != "" && w.text[0] >= '0' && w.text[0] <= '9' }

func (w word) letters() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return unicode.IsLetter(r)
}

// words splits a text. Hyphens between letters only part words; digits keep
// the points, commas and hyphens between them (1,234.5 and 2025-03-01).
func words(s string) []word {
	var list []word
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsDigit(r) && r < utf8.RuneSelf:
			end := digitsEnd(s, i)
			list = append(list, newWord(s, i, end))
			i = end
		case unicode.IsLetter(r):
			end, next, owner := lettersEnd(s, i)
			w := newWord(s, i, end)
			w.owner = owner
			list = append(list, w)
			i = next
		case unicode.IsSpace(r) || unicode.IsMark(r):
			i += n
		case r == '-' && betweenLetters(s, i):
			i += n
		default:
			list = append(list, newWord(s, i, i+n))
			i += n
		}
	}
	return list
}

func newWord(s string, start, end int) word {
	return word{text: s[start:end], low: strings.ToLower(s[start:end]), start: start, end: end}
}

func digit(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

// digitsEnd is where a number or an ISO date ends.
func digitsEnd(s string, i int) int {
	for i < len(s) {
		switch {
		case digit(s, i):
		case strings.IndexByte(".,:/", s[i]) >= 0 && digit(s, i-1) && digit(s, i+1) && !(s[i] == ',' && !threeDigits(s, i+1)):
		case s[i] == '-' && isoHyphen(s, i):
		default:
			return i
		}
		i++
	}
	return i
}

func threeDigits(s string, i int) bool {
	return digit(s, i) && digit(s, i+1) && digit(s, i+2) && !digit(s, i+3)
}

// isoHyphen reports whether the hyphen parts year, month and day.
func isoHyphen(s string, i int) bool {
	two := digit(s, i+1) && digit(s, i+2) && !digit(s, i+3)
	year := i >= 4 && digit(s, i-1) && digit(s, i-2) && digit(s, i-3) && digit(s, i-4) && !digit(s, i-5)
	month := i >= 7 && s[i-3] == '-' && digit(s, i-1) && digit(s, i-2) && digit(s, i-4)
	return two && (year || month)
}

// lettersEnd is where a word ends, and where the next may begin: past an 's.
func lettersEnd(s string, i int) (end, next int, owner bool) {
	start := i
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '\'' || r == '’' {
			rest := s[i+n:]
			if after, found := strings.CutPrefix(rest, "s"); found && !startsWithLetter(after) {
				return i, i + n + 1, true
			}
			if !startsWithLetter(rest) {
				return i, i + n, i > start && s[i-1] == 's'
			}
		} else if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' {
			return i, i, false
		}
		i += n
	}
	return i, i, false
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func betweenLetters(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	return (unicode.IsLetter(before) || unicode.IsDigit(before)) && unicode.IsLetter(after)
}

// span is a range of words.
type span struct{ from, to int }

var abbreviations = english.NewSet("vs approx no e.g i.e inc ltd st co corp dr mr mrs ms est etc avg max min jan feb mar apr jun jul aug sep sept oct nov dec")

// maxSentence is the most words that are read as one sentence: looking for
// what belongs together takes longer with every word.
const maxSentence = 150

// sentences splits words at full stops, question and exclamation marks, and
// ends of lines.
func sentences(text string, ws []word) []span {
	var list []span
	from := 0
	for i, w := range ws {
		end := i == len(ws)-1
		switch w.text {
		case ".", "!", "?", "…":
			if !end && w.text == "." && !endsSentence(text, ws, i) {
				continue
			}
			end = true
		}
		if !end && strings.Contains(text[w.end:ws[i+1].start], "\n") {
			end = true
		}
		if end || i+1-from >= maxSentence {
			list = append(list, span{from, i + 1})
			from = i + 1
		}
	}
	return list
}

// endsSentence tells a full stop from the point of an abbreviation.
func endsSentence(text string, ws []word, i int) bool {
	next := ws[i+1]
	if next.start == ws[i].end {
		return false
	}
	if i > 0 && ws[i-1].end == ws[i].start {
		before := ws[i-1]
		if utf8.RuneCountInString(before.text) == 1 && before.capital() && (i < 2 || ws[i-2].text != "°") {
			return false // an initial
		}
		if abbreviations[before.low] && !(next.capital() && before.low == "etc") {
			return false
		}
	}
	return true
}
