package knowledge

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/document"
)

// clean takes out of a document what people do not see, and what could change how they
// see the rest: control characters, marks that turn the direction of text, and signs
// that hide text in text. Positions in passages are those in the clean document.
func clean(d *document.Document) {
	d.Title = cleanLine(d.Title)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Sheet = cleanLine(b.Sheet); b.Kind == document.Heading {
			b.Text = cleanLine(b.Text)
		} else {
			b.Text = cleanText(b.Text)
		}
	}
	for i := range d.Notes {
		d.Notes[i] = cleanLine(d.Notes[i])
	}
}

func cleanLine(text string) string { return strings.Join(strings.Fields(cleanText(text)), " ") }

func cleanText(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if strings.IndexFunc(text, isUnseen) < 0 {
		return text
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return '\n'
		case isUnseen(r):
			return -1
		}
		return r
	}, text)
}

// isUnseen leaves the joiners and direction marks that Persian, Indic scripts and emoji
// are written with.
func isUnseen(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d' || r == '\u200e' || r == '\u200f':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || 0xe0000 <= r && r <= 0xe007f
}
