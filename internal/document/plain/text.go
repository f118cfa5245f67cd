// Package plain reads documents that are text: plain text, Markdown and CSV. Its
// parsers are few lines over strings. They look at each byte a bounded number of times,
// do not call themselves, and follow nothing that a text says.
package plain

import (
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
)

// A paragraph of a text without empty lines, such as a log, ends here.
const (
	mostLines = 100
	mostBytes = 16 << 10
)

// Text reads plain text: paragraphs with empty lines between them, items, and headings
// that are underlined.
func Text(text string) *document.Document {
	b := &build.Builder{}
	var lines []string
	size := 0
	flush := func() {
		b.Paragraph(strings.Join(lines, "\n"))
		lines, size = lines[:0], 0
	}
	item := false
	for line := range strings.Lines(strings.ReplaceAll(text, "\f", "\n")) {
		if b.Full() {
			break
		}
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimLeft(line, " \t")
		bullet := bulletOf(trimmed)
		switch {
		case trimmed == "":
			flush()
			item = false
		case len(lines) == 1 && !item && isUnderline(line, lines[0]):
			heading := lines[0]
			lines, size = lines[:0], 0
			b.Heading(underlineLevel(line), heading)
		case bullet != "":
			flush()
			item = true
			b.Item(1, bullet)
		default:
			item = false
			for _, part := range cut(trimmed) {
				lines, size = append(lines, part), size+len(part)
				if len(lines) >= mostLines || size >= mostBytes {
					flush()
				}
			}
		}
	}
	flush()
	return b.Document()
}

// cut parts a line that is too long for a paragraph, between words if it has some.
func cut(line string) []string {
	var parts []string
	for len(line) > mostBytes {
		at := strings.LastIndexByte(line[:mostBytes], ' ')
		if at <= 0 {
			for at = mostBytes; at > 0 && line[at]&0xc0 == 0x80; at-- {
			}
		}
		parts, line = append(parts, line[:at]), line[at:]
	}
	return append(parts, line)
}

// bulletOf is what follows the mark of an item, "" for a line that is none.
func bulletOf(line string) string {
	for _, mark := range []string{"- ", "* ", "+ ", "• ", "– ", "◦ ", "▪ "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// isUnderline is true for a line of = or - that is about as long as the one before.
func isUnderline(line, before string) bool {
	const least = 3
	if len(line) < least || strings.Trim(line, "=") != "" && strings.Trim(line, "-") != "" {
		return false
	}
	length := len([]rune(before))
	return length <= 120 && len(line)*2 >= length && len(line) <= length*2
}

func underlineLevel(line string) int {
	if line[0] == '=' {
		return 1
	}
	return 2
}
