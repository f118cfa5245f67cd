package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/plumbdata/plumb/internal/english"
)

// maxTerm is how many bytes of a term count. A longer one is cut, in passages and in
// questions alike.
const maxTerm = 64

// Terms are the words by which a text is found, in its order: without those that only
// connect others, reduced to their stems. Codes and names of several parts, such as
// ISO-9001, net_revenue and AB12, are found whole and by their parts; numbers without
// their separators. Scripts that put no blanks between words are found by pairs of
// their characters.
func Terms(text string) []string {
	var list []string
	for token := range tokens(fold(text)) {
		list = appendTerms(list, token)
	}
	return list
}

// fold makes what is the same in other signs the same: full-width letters and
// ligatures, and the accents of Latin letters. Case stays, because it parts names.
func fold(text string) string {
	plain := true
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return text
	}
	var b strings.Builder
	latin := false // the letter that a mark stands on
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r) && latin, unicode.Is(unicode.Cf, r):
		default:
			latin = unicode.Is(unicode.Latin, r)
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// tokens yields what stands between blanks and marks. A mark of those that join the
// parts of codes, numbers and names stays between two letters or digits.
func tokens(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start, end := -1, -1 // of the token; end is after its last letter
		for i, r := range text {
			if isPart(r) {
				if start < 0 || end < i && !joins(text[end:i]) {
					if start >= 0 && !yield(text[start:end]) {
						return
					}
					start = i
				}
				end = i + utf8.RuneLen(r)
			}
		}
		if start >= 0 {
			yield(text[start:end])
		}
	}
}

func isPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func joins(mark string) bool { return len(mark) == 1 && strings.Contains("-_./:,'&+", mark) }

// appendTerms adds the terms of a token.
func appendTerms(list []string, token string) []string {
	if n, ok := number(token); ok {
		return append(list, n)
	}
	var whole strings.Builder
	parts, digits, joined := 0, false, false
	for word := range strings.FieldsFuncSeq(token, func(r rune) bool { return !isPart(r) }) {
		if isUnspaced(word) {
			list = appendPairs(list, word)
			continue
		}
		split := english.Split(word)
		for _, part := range split {
			list = appendTerm(list, part)
			whole.WriteString(part)
			digits = digits || strings.ContainsFunc(part, unicode.IsDigit)
		}
		joined = joined || len(split) > 1
		parts += len(split)
	}
	// Words joined by marks alone are words: input/output, well-known.
	if parts > 1 && (digits || joined || strings.ContainsAny(token, "_&")) {
		list = append(list, cut(whole.String()))
	}
	return list
}

func appendTerm(list []string, word string) []string {
	if english.StopWords[word] {
		return list
	}
	if isASCIIWord(word) {
		word = english.Stem(word)
	}
	return append(list, cut(word))
}

func isASCIIWord(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

func cut(term string) string {
	if len(term) <= maxTerm {
		return term
	}
	return strings.ToValidUTF8(term[:maxTerm], "")
}

// number is a number without separators and without zeros that say nothing: 1,200.50
// is 1200.5.
func number(token string) (string, bool) {
	whole, fraction, point := token, "", false
	if at := strings.LastIndexAny(token, ".,"); at >= 0 {
		mark := token[at]
		if grouped := strings.Count(token, string(mark)) > 1 || mark == ',' && len(token)-at == 4; !grouped {
			whole, fraction, point = token[:at], token[at+1:], true
		}
	}
	digits := strings.Map(func(r rune) rune {
		if r == ',' || r == '.' {
			return -1
		}
		return r
	}, whole)
	if digits == "" || !allDigits(digits) || !allDigits(fraction) || !isGrouped(whole) {
		return "", false
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		digits = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); point && fraction != "" {
		digits += "." + fraction
	}
	return cut(digits), true
}

func allDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// isGrouped is true of digits in groups of three, or in none: 1,200 but not 2.3.1.
func isGrouped(whole string) bool {
	groups := strings.FieldsFunc(whole, func(r rune) bool { return r == ',' || r == '.' })
	for i, g := range groups {
		if i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && len(g) > 3 {
			return false
		}
	}
	return true
}

// isUnspaced is true of scripts that put no blanks between words.
func isUnspaced(word string) bool {
	for _, r := range word {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			return true
		}
	}
	return false
}

// appendPairs adds each two characters that stand side by side, or the only one.
func appendPairs(list []string, word string) []string {
	runes := []rune(strings.ToLower(word))
	if len(runes) == 1 {
		return append(list, string(runes))
	}
	for i := range len(runes) - 1 {
		list = append(list, string(runes[i:i+2]))
	}
	return list
}
