package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/hide"
)

// clean is a text as it may be kept: valid, without control characters, marks that turn the
// direction of text and secrets, and no longer than so many bytes.
func clean(text string, most int) string {
	if len(text) > 4*most {
		text = text[:4*most] // secrets are looked for in no more than is kept, and some
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c', unicode.Is(unicode.Co, r):
			return -1
		case r == '\u2028' || r == '\u2029':
			return '\n'
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = strings.TrimSpace(hide.Secrets(text))
	if len(text) <= most {
		return text
	}
	cut := most - len("…")
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strings.TrimSpace(text[:cut]) + "…"
}
