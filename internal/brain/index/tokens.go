package index

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// tokens are the runs of letters and digits of a text, in lower case and
// without accents.
func tokens(text string) []string {
	var list []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			list = append(list, b.String())
			b.Reset()
		}
	}
	for _, r := range text {
		switch {
		case unicode.IsMark(r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if r < 0x80 {
				if r >= 'A' && r <= 'Z' {
					r += 'a' - 'A'
				}
				b.WriteRune(r)
				continue
			}
			r = unicode.ToLower(r)
			if p, ok := accents[r]; ok {
				b.WriteString(p)
				continue
			}
			b.WriteRune(r)
		case (r == '\'' || r == '’') && b.String() == "o": // O'Hare is written Ohare, too
		default:
			flush()
		}
	}
	flush()
	return list
}

// accents are letters as people without them on the keyboard write them.
var accents = func() map[rune]string {
	m := map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ł': "l", 'þ': "th", 'ð': "d", 'ı': "i"}
	for plain, list := range map[string]string{
		"a": "áàâäãåāăą", "c": "çćčĉċ", "d": "ď", "e": "éèêëēĕėęě", "g": "ğĝġģ", "h": "ĥ", "i": "íìîïĩīĭį", "j": "ĵ", "k": "ķ", "l": "ĺļľ",
		"n": "ñńņň", "o": "óòôöõōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťț", "u": "úùûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
	} {
		for _, r := range list {
			m[r] = plain
		}
	}
	return m
}()

// keyOf is the form under which a value is found: its tokens, the last one
// singular.
func keyOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	last := english.Singular(list[len(list)-1])
	if len(list) == 1 {
		return last
	}
	return strings.Join(list[:len(list)-1], " ") + " " + last
}

// stop are words too common to be taken for a value or for part of a name.
var stop = english.StopWords.With(english.RequestWords)
