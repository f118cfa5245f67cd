package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// attribute writes name="value", or nothing for an empty value.
func attribute(b *strings.Builder, name, value string) {
	if value == "" {
		return
	}
	b.WriteString(" " + name + `="`)
	b.WriteString(escape(value, false))
	b.WriteByte('"')
}

// escape makes any string harmless inside XML: markup is escaped, broken UTF-8
// replaced, and characters dropped that XML forbids or that nobody sees (bytes
// of control, marks that turn the direction of text, tag characters), for a
// reader must see what the model reads. Outside of lines, line ends and tabs
// become spaces.
func escape(s string, lines bool) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case lines && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case invisible(r):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plain reports whether there is nothing to escape.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '&' || c == '<' || c == '>' || c == '"' {
			return false
		}
	}
	return true
}

func invisible(r rune) bool {
	switch {
	case unicode.IsControl(r), r == 0xFEFF, r&0xFFFE == 0xFFFE, unicode.Is(unicode.Co, r):
		return true
	case 0x200E <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x206F, 0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return false
}

// longestValue is how much of a value is shown, in characters.
const longestValue = 60

// quoteList lists values as SQL writes them: ['a','it”s']. What is left out is
// marked by an ellipsis.
func quoteList(values []string, most int) string {
	if len(values) == 0 || most <= 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, v := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		if i == most {
			b.WriteString("…")
			break
		}
		b.WriteString("'" + strings.ReplaceAll(shorten(v, longestValue), "'", "''") + "'")
	}
	b.WriteByte(']')
	return b.String()
}

// shorten cuts a text after so many characters, and marks the cut.
func shorten(s string, characters int) string {
	if len(s) <= characters || utf8.RuneCountInString(s) <= characters {
		return s
	}
	if characters <= 0 {
		return ""
	}
	for i := range s {
		if characters--; characters < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
