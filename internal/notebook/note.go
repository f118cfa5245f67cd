package notebook

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// block is a piece of a note: a paragraph, a heading, a list, a quotation, a
// table or code. Notes know a small part of Markdown; all else in them is plain text, so
// that nothing in one can load, link or run anything.
type block struct {
	Kind  string // paragraph, heading, bullets, numbers, quote, table or code
	Level int    // of a heading, from 1
	Lines []line // of a list its items; else one
	Code  string
	Rows  []gridRow // of a table, its names first
}

// line is text with its emphasis.
type line []styled

// styled is words of one style: "", strong, em or code.
type styled struct{ Style, Text string }

// maxBlocks bounds what is made of a note; the rest is left out.
const maxBlocks = 2000

var (
	headingLine = lazyregexp.New(`^(#{1,6})\s+(.*?)\s*#*$`)
	bulletLine  = lazyregexp.New(`^\s{0,3}[-*+]\s+(.*)$`)
	numberLine  = lazyregexp.New(`^\s{0,3}[0-9]{1,9}[.)]\s+(.*)$`)
	quoteLine   = lazyregexp.New(`^\s{0,3}>\s?(.*)$`)
	fenceLine   = lazyregexp.New("^\\s{0,3}```")
)

// blocksOf reads a note.
func blocksOf(note string) []block {
	note = unixLines(note)
	var list []block
	var code []string
	fenced, going := false, false // within code; the line before belongs to a block that this one may go on with
	add := func(kind string, level int, text string) {
		last := len(list) - 1
		switch {
		case going && list[last].Kind == kind && (kind == "bullets" || kind == "numbers"):
			list[last].Lines = append(list[last].Lines, spans(text))
		case going && list[last].Kind == kind && (kind == "paragraph" || kind == "quote"):
			list[last].Lines[0] = append(list[last].Lines[0], spans(" "+text)...)
		default:
			list = append(list, block{Kind: kind, Level: level, Lines: []line{spans(text)}})
		}
		going = kind != "heading"
	}
	texts := strings.Split(note, "\n")
	for i := 0; i < len(texts) && len(list) < maxBlocks; i++ {
		text := texts[i]
		if !fenced && !going {
			if rows := gridOf(texts[i:]); rows != nil {
				list = append(list, block{Kind: "table", Rows: rows})
				i += len(rows) // the rule is a line, too
				continue
			}
		}
		switch {
		case fenceLine.MatchString(text):
			if fenced {
				list = append(list, block{Kind: "code", Code: strings.Join(code, "\n")})
			}
			fenced, going, code = !fenced, false, nil
		case fenced:
			code = append(code, text)
		case strings.TrimSpace(text) == "":
			going = false
		default:
			if m := headingLine.FindStringSubmatch(text); m != nil {
				add("heading", len(m[1]), m[2])
			} else if m := bulletLine.FindStringSubmatch(text); m != nil {
				add("bullets", 0, m[1])
			} else if m := numberLine.FindStringSubmatch(text); m != nil {
				add("numbers", 0, m[1])
			} else if m := quoteLine.FindStringSubmatch(text); m != nil {
				add("quote", 0, m[1])
			} else {
				add("paragraph", 0, strings.TrimSpace(text))
			}
		}
	}
	if len(code) > 0 { // a fence that nobody closed
		list = append(list, block{Kind: "code", Code: strings.Join(code, "\n")})
	}
	return list
}

// emphasis is what changes the style of words: `code`, **strong**, *em*.
var emphasis = lazyregexp.New("`([^`]+)`|\\*\\*([^*\\s](?:[^*]*[^*\\s])?)\\*\\*|\\*([^*\\s](?:[^*]*[^*\\s])?)\\*|\\b_([^_\\s](?:[^_]*[^_\\s])?)_\\b")

// spans cuts a line by its emphasis.
func spans(text string) line {
	var cut line
	from := 0
	for _, m := range emphasis.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > from {
			cut = append(cut, styled{Text: text[from:m[0]]})
		}
		for i, style := range []string{"code", "strong", "em", "em"} {
			if at := m[2*i+2]; at >= 0 {
				cut = append(cut, styled{style, text[at:m[2*i+3]]})
			}
		}
		from = m[1]
	}
	if from < len(text) {
		cut = append(cut, styled{Text: text[from:]})
	}
	return cut
}
