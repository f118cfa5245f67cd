// Package terminal prints for people: tables, messages and progress, sized to
// the window. Text that came from data is sanitised first: it can neither move
// the cursor nor change colours.
package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// Screen is what can be drawn on. The zero Screen is a file or a pipe: no
// colours, no width.
type Screen struct {
	Width int  // columns; 0 means unlimited
	Color bool // colours may be used
	ASCII bool // only ASCII may be used for drawing
}

// Style is a way to set text apart. Meaning never hangs on colour alone.
type Style string

const (
	Bold   Style = "1"
	Dim    Style = "2"
	Red    Style = "31"
	Green  Style = "32"
	Yellow Style = "33"
	Blue   Style = "34"
)

// Paint is the text in a style, where colours may be used.
func (s Screen) Paint(style Style, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return "\x1b[" + string(style) + "m" + text + "\x1b[0m"
}

// Sign picks a sign, or its ASCII stand-in.
func (s Screen) Sign(sign, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return sign
}

// Clean makes text from data safe to print on one line: control characters,
// direction marks and broken bytes become visible signs.
func Clean(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteRune('\uFFFD')
		case r == '\n':
			b.WriteRune('↵')
		case r == '\r':
		case r == '\t':
			b.WriteByte(' ')
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune(0x2421)
		case r == '\u200c' || r == '\u200d': // joiners, within words and emoji
			b.WriteRune(r)
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r) || r == '\u2028' || r == '\u2029':
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// Width is how many columns a cleaned text takes.
func Width(text string) int {
	if plain(text) {
		return len(text)
	}
	return runewidth.StringWidth(text)
}

// Cut shortens a cleaned text to a width, with an ellipsis.
func (s Screen) Cut(text string, width int) string {
	if Width(text) <= width {
		return text
	}
	return runewidth.Truncate(text, width, s.Sign("…", "~"))
}

func pad(text string, width int, right bool) string {
	gap := strings.Repeat(" ", max(0, width-Width(text)))
	if right {
		return gap + text
	}
	return text + gap
}

// Wrap breaks text at spaces so that each line fits the width.
func (s Screen) Wrap(text string, width int) []string {
	if s.Width == 0 || width < 10 {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && Width(line)+1+Width(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
