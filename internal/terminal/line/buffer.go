package line

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// buffer is a text and a place in it, in bytes. Places move by what a person
// takes for one character: a letter with its accents, an emoji of many parts.
type buffer struct {
	text string
	at   int
}

func (b *buffer) insert(text string) {
	b.text = b.text[:b.at] + text + b.text[b.at:]
	b.at += len(text)
}

// cut takes a part out, and puts the cursor there.
func (b *buffer) cut(from, to int) {
	b.text = b.text[:from] + b.text[to:]
	b.at = from
}

func (b *buffer) left() int {
	start := b.lineStart()
	if start == b.at {
		return max(0, b.at-1) // over the line break
	}
	last := start
	for g := graphemes.FromString(b.text[start:b.at]); g.Next(); {
		last = start + g.Start()
	}
	return last
}

func (b *buffer) right() int {
	if g := graphemes.FromString(b.text[b.at:]); g.Next() {
		return b.at + g.End()
	}
	return b.at
}

func (b *buffer) lineStart() int { return strings.LastIndexByte(b.text[:b.at], '\n') + 1 }

func (b *buffer) lineEnd() int {
	if n := strings.IndexByte(b.text[b.at:], '\n'); n >= 0 {
		return b.at + n
	}
	return len(b.text)
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

func (b *buffer) wordLeft() int {
	before := strings.TrimRightFunc(b.text[:b.at], func(r rune) bool { return !inWord(r) })
	return len(strings.TrimRightFunc(before, inWord))
}

func (b *buffer) wordRight() int {
	after := strings.TrimLeftFunc(b.text[b.at:], func(r rune) bool { return !inWord(r) })
	return len(b.text) - len(strings.TrimLeftFunc(after, inWord))
}

// blankLeft is where the text since the last blank begins.
func (b *buffer) blankLeft() int {
	before := strings.TrimRightFunc(b.text[:b.at], unicode.IsSpace)
	return len(strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsSpace(r) }))
}

// up moves to the line above, and is false where there is none.
func (b *buffer) up() bool {
	start := b.lineStart()
	if start == 0 {
		return false
	}
	column := width(b.text[start:b.at])
	b.at = start - 1
	b.toColumn(column)
	return true
}

// down moves to the line below, and is false where there is none.
func (b *buffer) down() bool {
	end := b.lineEnd()
	if end == len(b.text) {
		return false
	}
	column := width(b.text[b.lineStart():b.at])
	b.at = end + 1
	b.toColumn(column)
	return true
}

// toColumn goes to the place of the line that is nearest below a column.
func (b *buffer) toColumn(column int) {
	start := b.lineStart()
	line := b.text[start:b.lineEnd()]
	b.at = start
	for g := graphemes.FromString(line); g.Next(); {
		_, w := shown(g.Value())
		if column -= w; column < 0 {
			return
		}
		b.at = start + g.End()
	}
}

// readable is foreign text without what could not be typed: line ends are one
// sign, other control characters are gone, and broken bytes are marked.
func readable(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}
