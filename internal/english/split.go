package english

import (
	"strings"
	"unicode"
)

// Split takes a name apart into lower-case words: at punctuation, at changes of
// case, and between letters and digits. A run of capitals ends before the
// capital that begins a word: PONumber is po, number. IDs, Q1 and 3d stay whole.
func Split(name string) []string {
	var list []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			list = append(list, strings.ToLower(string(runes[start:end])))
		}
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush(i)
			start = i + 1
			continue
		}
		if i > start {
			if at := boundary(runes, start, i); at > start {
				flush(at)
				start = at
			}
		}
	}
	flush(len(runes))
	return list
}

// boundary is where the word that began at start ends, as the rune at i shows;
// start where it goes on.
func boundary(runes []rune, start, i int) int {
	before, r := runes[i-1], runes[i]
	last := i+1 == len(runes) || !unicode.IsLetter(runes[i+1]) // r is the last letter of its run
	switch {
	case unicode.IsLetter(before) && unicode.IsDigit(r) && i-start == 1: // Q1
	case unicode.IsDigit(before) && unicode.IsLetter(r) && i-start <= 2 && last: // 3d
	case i+1 < len(runes) && strings.HasSuffix(strings.ToLower(string(runes[start:i+2])), "wh") && i-start == 1 && r == 'W': // kWh
	case unicode.IsDigit(before) != unicode.IsDigit(r), unicode.IsLower(before) && unicode.IsUpper(r):
		return i
	case unicode.IsUpper(before) && unicode.IsLower(r) && i-1 > start && !(r == 's' && last): // IDs
		return i - 1
	}
	return start
}
