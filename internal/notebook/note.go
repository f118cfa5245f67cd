package notebook

import (
	"fmt"
	"io"
	"regexp"
	"strings"
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

var (
	// fenceMark opens or closes code between fences.
	fenceMark = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")
	// tag begins what a reader of Markdown may take for HTML; an address between
	// angle brackets does not.
	tag     = regexp.MustCompile(`<(?:[A-Za-z/!?])`)
	address = regexp.MustCompile(`^<(?:https?://|mailto:)[^<>\s]+>`)
	// running is a link that would run something.
	running = regexp.MustCompile(`(?i)\](?:\(|:)\s*<?\s*(?:javascript|vbscript|data):`)
	inCode  = regexp.MustCompile("`[^`]+`")
)

// note writes a note as it is: it is Markdown of the person's own. Only what
// would be HTML or would run becomes text, and code that nobody closed ends with
// the note.
func (v view) note(b io.Writer) {
	note := strings.Trim(strings.ReplaceAll(strings.ToValidUTF8(v.Note, "\ufffd"), "\r\n", "\n"), "\n")
	if strings.TrimSpace(note) == "" {
		return
	}
	lines := strings.Split(note, "\n")
	plain := plainCode(lines)
	open := ""
	for i, text := range lines {
		fence := fenceMark.FindStringSubmatch(text)
		switch {
		case open != "" && fence != nil && strings.HasPrefix(fence[1], open) && strings.TrimSpace(fence[2]) == "":
			open = ""
		case open != "":
		case fence != nil && !strings.Contains(fence[2], "`"):
			open = fence[1]
		default:
			lines[i] = withoutHTML(text, plain)
		}
	}
	if open != "" {
		lines = append(lines, open)
	}
	fmt.Fprintf(b, "\n%s\n", strings.Join(lines, "\n"))
}

// plainCode reports whether all code within lines stands between two single
// backticks of the same line, so that there is no doubt what is code.
func plainCode(lines []string) bool {
	for _, text := range lines {
		if fenceMark.MatchString(text) {
			continue
		}
		if strings.Count(text, "`")%2 != 0 || strings.Contains(text, "``") || strings.Contains(text, "\\`") {
			return false
		}
	}
	return true
}

// withoutHTML makes text of tags and of links that run, outside code.
func withoutHTML(text string, plain bool) string {
	if !plain {
		return asText(text)
	}
	var b strings.Builder
	from := 0
	for _, at := range inCode.FindAllStringIndex(text, -1) {
		b.WriteString(asText(text[from:at[0]]) + text[at[0]:at[1]])
		from = at[1]
	}
	return b.String() + asText(text[from:])
}

func asText(text string) string {
	text = running.ReplaceAllStringFunc(text, func(s string) string { return "\\" + s })
	var b strings.Builder
	from := 0
	for _, at := range tag.FindAllStringIndex(text, -1) {
		if address.MatchString(text[at[0]:]) {
			continue
		}
		b.WriteString(text[from:at[0]] + "&lt;")
		from = at[0] + 1
	}
	return b.String() + text[from:]
}
