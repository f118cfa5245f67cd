package plain

import (
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Markdown reads the Markdown that people write: headings, paragraphs, lists, code,
// tables, quotes, links. Its HTML is read as text.
func Markdown(text string) *document.Document {
	p := &markdown{lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	p.inline.effort = len(text) + 1<<20
	p.frontMatter()
	p.inline.references = references(p.lines[p.at:])
	for p.at < len(p.lines) && !p.b.Full() {
		p.block()
	}
	p.flush()
	for _, link := range p.inline.links {
		p.b.Link(link)
	}
	return p.b.Document()
}

// markdown reads one line after the other.
type markdown struct {
	lines     []string
	at        int
	b         build.Builder
	inline    inline
	paragraph []string
	item      int   // the level of the item that the paragraph is, 0 for none
	indents   []int // of the items around
	inComment bool
}

// frontMatter skips what some programs put before a text, but for its title.
func (p *markdown) frontMatter() {
	const most = 200
	if len(p.lines) == 0 || strings.TrimRight(strings.TrimPrefix(p.lines[0], "\ufeff"), " ") != "---" {
		return
	}
	title := ""
	for i := 1; i < min(len(p.lines), most); i++ {
		line := strings.TrimRight(p.lines[i], " ")
		if line == "---" || line == "..." {
			p.b.Title(title)
			p.at = i + 1
			return
		}
		if rest, ok := strings.CutPrefix(line, "title:"); ok {
			title = strings.Trim(strings.TrimSpace(rest), `"'`)
		}
	}
}

// flush ends a paragraph.
func (p *markdown) flush() {
	if len(p.paragraph) == 0 {
		return
	}
	text := p.inline.render(strings.Join(p.paragraph, "\n"))
	if p.item > 0 {
		p.b.Item(p.item, text)
	} else {
		p.b.Paragraph(text)
	}
	p.paragraph, p.item = nil, 0
}

// block reads the line at hand, with those that belong to it.
func (p *markdown) block() {
	line := withoutQuote(p.lines[p.at])
	p.at++
	if line, p.inComment = withoutComments(line, p.inComment); p.inComment && strings.TrimSpace(line) == "" {
		return
	}
	trimmed := strings.TrimSpace(line)
	indent := indentOf(line)
	if trimmed == "" {
		p.flush()
		return
	}
	switch {
	case isFence(trimmed):
		p.flush()
		p.fenced(trimmed, indent)
	case p.heading(trimmed, indent), p.underlined(trimmed), p.rule(trimmed), p.listItem(trimmed, indent), p.table(trimmed), p.indented(line, indent):
	case len(p.paragraph) == 0 && isReference(trimmed):
	default:
		if indent == 0 && len(p.paragraph) == 0 {
			p.indents = nil
		}
		p.paragraph = append(p.paragraph, trimmed+breakOf(line))
		if len(p.paragraph) >= mostLines*10 {
			p.flush()
		}
	}
}

// breakOf is the mark of a line that people ended themselves.
func breakOf(line string) string {
	if strings.HasSuffix(line, "  ") {
		return hardBreak
	}
	return ""
}

func (p *markdown) heading(line string, indent int) bool {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	if level == 0 || level > 6 || indent > 3 || len(line) > level && line[level] != ' ' && line[level] != '\t' {
		return false
	}
	p.flush()
	p.indents = nil
	text := strings.TrimSpace(line[level:])
	if end := strings.TrimRight(text, "#"); end == "" || strings.HasSuffix(end, " ") {
		text = end
	}
	p.b.Heading(level, p.inline.render(text))
	return true
}

// underlined is the line below a heading.
func (p *markdown) underlined(line string) bool {
	if len(p.paragraph) == 0 || p.item > 0 || strings.Trim(line, "=") != "" && strings.Trim(line, "-") != "" {
		return false
	}
	text := p.inline.render(strings.Join(p.paragraph, "\n"))
	p.paragraph = nil
	p.b.Heading(underlineLevel(line), text)
	return true
}

func (p *markdown) rule(line string) bool {
	const least = 3
	bare := strings.ReplaceAll(line, " ", "")
	if len(bare) < least || strings.Trim(bare, bare[:1]) != "" || !strings.Contains("-*_", bare[:1]) {
		return false
	}
	p.flush()
	return true
}

var itemMark = lazyregexp.New(`^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?`)

func (p *markdown) listItem(line string, indent int) bool {
	mark := itemMark.FindString(line)
	if mark == "" {
		return false
	}
	p.flush()
	for len(p.indents) > 0 && indent < p.indents[len(p.indents)-1] {
		p.indents = p.indents[:len(p.indents)-1]
	}
	if len(p.indents) == 0 || indent > p.indents[len(p.indents)-1] {
		p.indents = append(p.indents, indent)
	}
	p.item = len(p.indents)
	p.paragraph = []string{line[len(mark):]}
	return true
}

func isFence(line string) bool {
	return strings.HasPrefix(line, "~~~") || strings.HasPrefix(line, "```") && !strings.Contains(strings.TrimLeft(line, "`"), "`")
}

// fenced reads code up to the fence that ends it, or the end.
func (p *markdown) fenced(fence string, indent int) {
	mark := fence[:len(fence)-len(strings.TrimLeft(fence, fence[:1]))]
	var code []string
	for p.at < len(p.lines) {
		line := withoutQuote(p.lines[p.at])
		p.at++
		if end := strings.TrimSpace(line); strings.HasPrefix(end, mark) && strings.Trim(end, mark[:1]) == "" {
			break
		}
		for n := 0; n < indent && strings.HasPrefix(line, " "); n++ {
			line = line[1:]
		}
		code = append(code, line)
	}
	p.b.Code(strings.Join(code, "\n"))
}

// indented reads code that is set in by four spaces.
func (p *markdown) indented(line string, indent int) bool {
	const least = 4
	if len(p.paragraph) > 0 || indent < least || len(p.indents) > 0 {
		return false
	}
	code := []string{strings.ReplaceAll(line, "\t", "    ")[least:]}
	for p.at < len(p.lines) {
		next := strings.ReplaceAll(withoutQuote(p.lines[p.at]), "\t", "    ")
		if strings.TrimSpace(next) != "" && indentOf(next) < least {
			break
		}
		p.at++
		code = append(code, next[min(least, len(next)):])
	}
	p.b.Code(strings.Join(code, "\n"))
	return true
}

var delimiterRow = lazyregexp.New(`^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$`)

// table reads a table: the line has the names, and the next one only dashes.
func (p *markdown) table(line string) bool {
	if !strings.Contains(line, "|") || p.at >= len(p.lines) || len(p.paragraph) > 0 {
		return false
	}
	below := strings.TrimSpace(withoutQuote(p.lines[p.at]))
	if !strings.Contains(below, "-") || !delimiterRow.MatchString(below) || len(cellsOf(below)) != len(cellsOf(line)) {
		return false
	}
	p.at++
	rows := [][]string{p.cells(line)}
	for p.at < len(p.lines) {
		row := strings.TrimSpace(withoutQuote(p.lines[p.at]))
		if row == "" || !strings.Contains(row, "|") {
			break
		}
		p.at++
		rows = append(rows, p.cells(row))
	}
	p.b.Table("", rows, build.HeaderFirst)
	return true
}

func (p *markdown) cells(line string) []string {
	cells := cellsOf(line)
	for i, c := range cells {
		cells[i] = p.inline.render(c)
	}
	return cells
}

// cellsOf parts a row at bars that are not escaped or in code.
func cellsOf(line string) []string {
	line = strings.TrimPrefix(line, "|")
	var cells []string
	var cell strings.Builder
	code := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '|':
			cell.WriteByte('|')
			i++
		case line[i] == '|' && !code:
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			if line[i] == '`' && (code || strings.Contains(line[i+1:min(len(line), i+200)], "`")) {
				code = !code
			}
			cell.WriteByte(line[i])
		}
	}
	if last := strings.TrimSpace(cell.String()); last != "" {
		cells = append(cells, last)
	}
	return cells
}

// withoutQuote is a line without the marks of a quote.
func withoutQuote(line string) string {
	for {
		rest, ok := strings.CutPrefix(strings.TrimLeft(line, " "), ">")
		if !ok || indentOf(line) > 3 {
			return line
		}
		line = strings.TrimPrefix(rest, " ")
	}
}

func indentOf(line string) int {
	n := 0
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// withoutComments is a line without what stands in comments, which may go over lines.
func withoutComments(line string, inComment bool) (string, bool) {
	if !inComment && !strings.Contains(line, "<!--") {
		return line, false
	}
	var out strings.Builder
	for {
		mark := "<!--"
		if inComment {
			mark = "-->"
		}
		before, after, found := strings.Cut(line, mark)
		if !inComment {
			out.WriteString(before)
		}
		if !found {
			return out.String(), inComment
		}
		line, inComment = after, !inComment
	}
}
