package tell

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/story"
)

// maxLabel is how many characters of a stored name a sentence may have.
const maxLabel = 60

// sanitize makes text from data fit for a sentence: one line, no control
// characters, no direction marks, not endless.
func sanitize(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	n, space := 0, false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case r == '\u200c' || r == '\u200d': // joiners, within words and emoji
		case unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError:
			r = '\uFFFD'
		}
		if n >= maxLabel {
			return b.String() + "…"
		}
		if space {
			b.WriteByte(' ')
			n, space = n+1, false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// isPlain reports whether a text is harmless as it is, which most are.
func isPlain(s string) bool {
	if len(s) > maxLabel || s != strings.TrimSpace(s) {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && s[i-1] == ' ' {
			return false
		}
	}
	return true
}

// spellCount is a count as a writer writes it.
func spellCount(n int) string {
	if w := english.SpellNumber(n); w != "" {
		return w
	}
	return story.GroupDigits(strconv.Itoa(n))
}

// countOf is a count with its noun: one region, two regions.
func countOf(n int, one, many string) string {
	if n == 1 {
		return spellCount(n) + " " + one
	}
	return spellCount(n) + " " + many
}

// article puts a or an before words.
func article(s string) string {
	lower := strings.ToLower(s)
	switch {
	case lower == "":
		return s
	case hasAnyPrefix(lower, "hour", "honest", "8", "11 ", "18 ", "11.", "18."):
		return "an " + s
	case hasAnyPrefix(lower, "uni", "use", "usa", "euro", "one"):
		return "a " + s
	case strings.ContainsRune("aeiou", rune(lower[0])):
		return "an " + s
	}
	return "a " + s
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, x := range prefixes {
		if strings.HasPrefix(s, x) {
			return true
		}
	}
	return false
}
