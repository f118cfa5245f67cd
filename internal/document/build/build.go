// Package build puts documents together within bounds: what a file says beyond them is
// left out with a note. Its Check tells whether a document that came from elsewhere
// keeps to them.
package build

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/document"
)

// Bounds of a document.
const (
	MaxBlocks  = 200_000
	MaxText    = 32 << 20 // bytes of all texts and cells
	MaxCells   = 1_000_000
	MaxColumns = 1000 // of a table
	MaxLinks   = 10_000
	MaxLink    = 2048 // bytes
	MaxNotes   = 100
	MaxTitle   = 500 // bytes
	MaxLevel   = 9
	MaxPage    = 1_000_000
	maxSheet   = 200 // bytes
	maxNote    = 1000
)

// Builder collects the parts of a document in their order.
type Builder struct {
	Page  int    // of the blocks that come next
	Sheet string // likewise
	d     document.Document
	text  int
	cells int
	full  bool
	links map[string]bool
}

// Full is true when nothing more is taken.
func (b *Builder) Full() bool { return b.full }

// Title sets the title, if there is none yet.
func (b *Builder) Title(text string) {
	if b.d.Title == "" {
		b.d.Title = clip(Line(text), MaxTitle)
	}
}

// Heading adds a heading.
func (b *Builder) Heading(level int, text string) {
	b.add(document.Block{Kind: document.Heading, Level: min(max(level, 1), MaxLevel), Text: Line(text)})
}

// Paragraph adds a paragraph. Its line breaks stay, other space does not.
func (b *Builder) Paragraph(text string) {
	b.add(document.Block{Kind: document.Paragraph, Text: Lines(text)})
}

// Item adds an item of a list. Level is how deep it is, from 1.
func (b *Builder) Item(level int, text string) {
	b.add(document.Block{Kind: document.Item, Level: min(max(level, 1), MaxLevel), Text: Lines(text)})
}

// Code adds text whose space matters.
func (b *Builder) Code(text string) {
	text = strings.Trim(strings.ReplaceAll(Valid(text), "\r\n", "\n"), "\n")
	if strings.TrimSpace(text) != "" {
		b.add(document.Block{Kind: document.Code, Text: text})
	}
}

func (b *Builder) add(block document.Block) {
	if block.Text == "" && block.Table == nil || !b.room(len(block.Text)) {
		return
	}
	block.Page, block.Sheet = min(max(b.Page, 0), MaxPage), clip(b.Sheet, maxSheet)
	b.d.Blocks = append(b.d.Blocks, block)
}

// room reports whether a block with so much text has room, and takes it.
func (b *Builder) room(text int) bool {
	if b.full {
		return false
	}
	if len(b.d.Blocks) >= MaxBlocks || b.text+text > MaxText {
		b.full = true
		b.Note("the document is longer than Plumb keeps, and its end was left out")
		return false
	}
	b.text += text
	return true
}

// Link adds an address that the document refers to, once.
func (b *Builder) Link(address string) {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > MaxLink || len(b.d.Links) >= MaxLinks || b.links[address] || !utf8.ValidString(address) || strings.ContainsFunc(address, unicode.IsControl) {
		return
	}
	if b.links == nil {
		b.links = map[string]bool{}
	}
	b.links[address] = true
	b.d.Links = append(b.d.Links, address)
}

// Note says what could not be read.
func (b *Builder) Note(format string, args ...any) {
	if len(b.d.Notes) < MaxNotes {
		b.d.Notes = append(b.d.Notes, clip(Line(fmt.Sprintf(format, args...)), maxNote))
	}
}

// Blocks are those so far.
func (b *Builder) Blocks() []document.Block { return b.d.Blocks }

// Document is what was collected. Without a title its first heading is the title.
func (b *Builder) Document() *document.Document {
	for _, block := range b.d.Blocks {
		if b.d.Title != "" {
			break
		}
		if block.Kind == document.Heading {
			b.Title(block.Text)
		}
	}
	if b.d.Blocks == nil {
		b.d.Blocks = []document.Block{}
	}
	return &b.d
}

// Valid is a text without what is not UTF-8, and without zero bytes.
func Valid(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
}

// Line is a text on one line, with single spaces.
func Line(text string) string { return strings.Join(strings.Fields(Valid(text)), " ") }

// Lines is a text with single spaces, without empty lines.
func Lines(text string) string {
	text = Valid(text)
	if !strings.ContainsAny(text, "\n\r") {
		return Line(text)
	}
	var out strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		if line = strings.Join(strings.Fields(line), " "); line == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(line)
	}
	return out.String()
}

// clip cuts a text between two characters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
