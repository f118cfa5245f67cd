package fault

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence is a message as people read it by itself: it begins with a capital
// letter and ends with a full stop. Messages are written as a part of a line.
func Sentence(text string) string {
	text = Begin(strings.TrimSpace(text))
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// Begin is a text with a capital letter at its beginning, unless that is a name
// whose letters count: docs.md, order_total, iPhone.
func Begin(text string) string {
	if !BeginsPlainly(text) {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// BeginsPlainly reports whether the first word of a text is an ordinary one in
// small letters.
func BeginsPlainly(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ",;:.?!'\"’”)")
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first) && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) && r != '-' && r != '\'' && r != '’' })
}
