package notebook

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// block is a piece of a note: a paragraph, a heading, a list, a quotation or
// code. Notes know a small part of Markdown; all else in them is plain text, so
// that nothing in one can load, link or run anything.
type block struct {
	Kind  string // paragraph, heading, bullets, numbers, quote or code
	Level int    // of a heading, from 1
	Lines []line // of a list its items; else one
	Code  string
}

// line is text with its emphasis.
type line []styled

// styled is words of one style: "", strong, em or code.
type styled struct{ Style, Text string }

// maxBlocks bounds what is made of a note; the rest is left out.
const maxBlocks = 2000

var (
	headingLine = regexp.MustCompile(`^(#{1,6})\s+(.*?)\s*#*$`)
	bulletLine  = regexp.MustCompile(`^\s{0,3}[-*+]\s+(.*)$`)
	numberLine  = regexp.MustCompile(`^\s{0,3}[0-9]{1,9}[.)]\s+(.*)$`)
	quoteLine   = regexp.MustCompile(`^\s{0,3}>\s?(.*)$`)
	fenceLine   = regexp.MustCompile("^\\s{0,3}```")
)

// blocksOf reads a note.
func blocksOf(note string) []block {
	note = strings.ReplaceAll(strings.ToValidUTF8(note, "\ufffd"), "\r\n", "\n")
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
	for text := range strings.SplitSeq(note, "\n") {
		if len(list) == maxBlocks {
			break
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
var emphasis = regexp.MustCompile("`([^`]+)`|\\*\\*([^*\\s](?:[^*]*[^*\\s])?)\\*\\*|\\*([^*\\s](?:[^*]*[^*\\s])?)\\*|\\b_([^_\\s](?:[^_]*[^_\\s])?)_\\b")

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

// note writes a note as Markdown in which nothing means more than blocksOf has
// understood.
func (v view) note(b io.Writer) {
	for _, part := range blocksOf(v.Note) {
		fmt.Fprint(b, "\n")
		switch part.Kind {
		case "code":
			fmt.Fprintf(b, "%s\n", fenced("", part.Code))
		case "heading": // below that of the notebook
			fmt.Fprintf(b, "%s %s\n", strings.Repeat("#", min(part.Level+1, 6)), part.Lines[0].markdown())
		case "quote":
			fmt.Fprintf(b, "> %s\n", part.Lines[0].markdown())
		case "bullets", "numbers":
			for i, item := range part.Lines {
				mark := "-"
				if part.Kind == "numbers" {
					mark = fmt.Sprintf("%d.", i+1)
				}
				fmt.Fprintf(b, "%s %s\n", mark, item.markdown())
			}
		default:
			fmt.Fprintf(b, "%s\n", part.Lines[0].markdown())
		}
	}
}

func (l line) markdown() string {
	var b strings.Builder
	for _, s := range l {
		switch s.Style {
		case "strong":
			b.WriteString("**" + inert(s.Text) + "**")
		case "em":
			b.WriteString("*" + inert(s.Text) + "*")
		case "code":
			b.WriteString("`" + s.Text + "`") // it holds none, and nothing in it means anything
		default:
			if strings.TrimLeft(s.Text, " \t") != s.Text {
				b.WriteByte(' ')
			}
			b.WriteString(inert(s.Text))
			if strings.TrimSpace(s.Text) != "" && strings.TrimRight(s.Text, " \t") != s.Text {
				b.WriteByte(' ')
			}
		}
	}
	return strings.TrimSpace(b.String())
}
