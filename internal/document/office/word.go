package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
)

// word reads a DOCX.
func (c *container) word(main string) (*document.Document, error) {
	w := &word{links: map[string]string{}, styles: map[string]style{}, notes: map[string]string{}}
	folder := main[:strings.LastIndexByte(main, '/')+1]
	parts := map[string]string{}
	for _, r := range c.relations(main) {
		switch {
		case r.external && strings.HasSuffix(r.kind, "/hyperlink"):
			w.links[r.id] = r.target
		case !r.external:
			parts[r.kind[strings.LastIndexByte(r.kind, '/')+1:]] = r.target
		}
	}
	part := func(kind string) string {
		if p := parts[kind]; p != "" {
			return p
		}
		return folder + kind + ".xml"
	}
	if err := c.scan("docProps/core.xml", w.property); err != nil {
		return nil, err
	}
	if err := c.scan(part("styles"), w.style); err != nil {
		return nil, err
	}
	for _, kind := range []string{"footnotes", "endnotes"} {
		n := &noteReader{into: w.notes, prefix: kind[:len(kind)-1]}
		if err := c.scan(part(kind), n.visit); err != nil {
			return nil, err
		}
	}
	if err := c.scan(main, w.visit); err != nil {
		return nil, err
	}
	return w.b.Document(), nil
}

// word is the reading of a document, from its begin to its end.
type word struct {
	b      build.Builder
	links  map[string]string
	styles map[string]style
	notes  map[string]string // by kind and id
	title  bool              // the text at hand is the title in the properties

	styleID string // of the style that is read

	skip       int // elements around whose text is not in the document
	reading    bool
	paragraphs []*paragraph // the inner ones are in text boxes
	tables     []*wordTable
}

// style is what matters of a style of paragraphs.
type style struct {
	name, base string
	outline    int // level of the heading, 0 if it is none
	list       bool
}

type paragraph struct {
	text    strings.Builder
	style   string
	outline int
	level   int // of the list
	inList  bool
	noList  bool
}

type wordTable struct {
	rows   [][]string
	cell   []string // paragraphs
	span   int
	merged bool // with the cell above
	header bool
	cells  int
}

func (w *word) property(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		w.title = t.Name.Local == "title"
	case xml.EndElement:
		w.title = false
	case xml.CharData:
		if w.title {
			w.b.Title(string(t))
		}
	}
	return nil
}

func (w *word) style(t xml.Token) error {
	e, ok := t.(xml.StartElement)
	if !ok {
		return nil
	}
	const most = 10_000
	if e.Name.Local == "style" {
		if w.styleID = attr(e, "styleId"); len(w.styles) < most {
			w.styles[w.styleID] = style{}
		}
		return nil
	}
	s, ok := w.styles[w.styleID]
	if !ok {
		return nil
	}
	switch e.Name.Local {
	case "name":
		s.name = strings.ToLower(attr(e, "val"))
	case "basedOn":
		s.base = attr(e, "val")
	case "outlineLvl":
		s.outline = outlineOf(attr(e, "val"))
	case "numPr":
		s.list = true
	}
	w.styles[w.styleID] = s
	return nil
}

// outlineOf is the level of a heading; the tenth is body text.
func outlineOf(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 8 {
		return 0
	}
	return n + 1
}

// kind is what a style makes of a paragraph, and the level of a heading.
func (w *word) kind(id string) (kind document.Kind, level int, title bool) {
	const longest = 20
	for range longest {
		s, ok := w.styles[id]
		name := s.name
		if !ok {
			name = strings.ToLower(id)
		}
		if rest, is := strings.CutPrefix(name, "heading"); is {
			if n, err := strconv.Atoi(strings.TrimSpace(rest)); err == nil && n > 0 {
				return document.Heading, n, false
			}
		}
		switch {
		case name == "title":
			return document.Heading, 1, true
		case s.outline > 0:
			return document.Heading, s.outline, false
		case strings.Contains(name, "code") && !strings.Contains(name, "char") || strings.Contains(name, "preformatted"):
			return document.Code, 0, false
		case s.list || strings.HasPrefix(name, "list bullet") || strings.HasPrefix(name, "list number"):
			return document.Item, 1, false
		}
		if s.base == "" {
			break
		}
		id = s.base
	}
	return document.Paragraph, 0, false
}

// isLeftOut is true for elements whose text is not in the document: what was deleted, and
// what stands in for parts that old programs do not know.
func isLeftOut(name string) bool {
	switch name {
	case "del", "moveFrom", "Fallback", "instrText", "delText", "rPr", "sectPr":
		return true
	}
	return false
}

func (w *word) visit(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if w.skip > 0 || isLeftOut(t.Name.Local) {
			w.skip++
			return nil
		}
		w.start(t)
	case xml.EndElement:
		if w.skip > 0 {
			w.skip--
			return nil
		}
		w.end(t.Name.Local)
	case xml.CharData:
		if w.reading && w.skip == 0 {
			w.write(string(t))
		}
	}
	return nil
}

func (w *word) write(text string) {
	if n := len(w.paragraphs); n > 0 && w.paragraphs[n-1].text.Len() < build.MaxText {
		w.paragraphs[n-1].text.WriteString(text)
	}
}

func (w *word) start(e xml.StartElement) {
	switch e.Name.Local {
	case "t":
		w.reading = true
	case "tab":
		w.write("\t")
	case "br", "cr":
		w.write("\n")
	case "noBreakHyphen":
		w.write("-")
	case "footnoteReference", "endnoteReference":
		if note := w.notes[strings.TrimSuffix(e.Name.Local, "Reference")+attr(e, "id")]; note != "" {
			w.write(" (" + note + ")")
		}
	case "hyperlink":
		w.b.Link(w.links[relationID(e)])
	default:
		w.startProperty(e)
		w.startTable(e)
	}
}

// startProperty takes what says how a paragraph is formatted.
func (w *word) startProperty(e xml.StartElement) {
	if e.Name.Local == "p" {
		w.paragraphs = append(w.paragraphs, &paragraph{})
		return
	}
	if len(w.paragraphs) == 0 {
		return
	}
	p := w.paragraphs[len(w.paragraphs)-1]
	switch e.Name.Local {
	case "pStyle":
		p.style = attr(e, "val")
	case "outlineLvl":
		p.outline = outlineOf(attr(e, "val"))
	case "ilvl":
		p.level, _ = strconv.Atoi(attr(e, "val")) // without a number it is the first
	case "numId":
		p.inList, p.noList = attr(e, "val") != "0", attr(e, "val") == "0"
	}
}

func (w *word) startTable(e xml.StartElement) {
	if e.Name.Local == "tbl" {
		w.tables = append(w.tables, &wordTable{})
		return
	}
	if len(w.tables) == 0 {
		return
	}
	t := w.tables[len(w.tables)-1]
	switch e.Name.Local {
	case "tr":
		t.rows = append(t.rows, nil)
	case "tc":
		t.cell, t.span, t.merged = nil, 1, false
	case "gridSpan":
		if n, err := strconv.Atoi(attr(e, "val")); err == nil {
			t.span = min(max(n, 1), build.MaxColumns)
		}
	case "vMerge":
		t.merged = attr(e, "val") != "restart"
	case "tblHeader":
		t.header = t.header || len(t.rows) == 1 && isOn(attr(e, "val"))
	}
}

func (w *word) end(name string) {
	switch name {
	case "t":
		w.reading = false
	case "p":
		w.endParagraph()
	case "tc":
		w.endCell()
	case "tbl":
		w.endTable()
	}
}

func (w *word) endParagraph() {
	n := len(w.paragraphs)
	if n == 0 {
		return
	}
	p := w.paragraphs[n-1]
	w.paragraphs = w.paragraphs[:n-1]
	text := p.text.String()
	if len(w.tables) > 0 {
		t := w.tables[len(w.tables)-1]
		t.cell = append(t.cell, text)
		return
	}
	kind, level, title := w.kind(p.style)
	if p.outline > 0 {
		kind, level = document.Heading, p.outline
	}
	if p.inList && kind != document.Heading || kind == document.Item && !p.noList {
		kind, level = document.Item, max(p.level+1, level)
	}
	switch kind {
	case document.Heading:
		if title {
			w.b.Title(text)
		}
		w.b.Heading(level, text)
	case document.Item:
		w.b.Item(level, text)
	case document.Code:
		w.b.Code(text)
	default:
		w.b.Paragraph(text)
	}
}

func (w *word) endCell() {
	if len(w.tables) == 0 {
		return
	}
	t := w.tables[len(w.tables)-1]
	n := len(t.rows)
	if n == 0 || t.cells > build.MaxCells {
		return
	}
	text := strings.Join(t.cell, "\n")
	column := len(t.rows[n-1])
	if t.merged && n > 1 && column < len(t.rows[n-2]) {
		text = t.rows[n-2][column]
	}
	t.rows[n-1] = append(t.rows[n-1], text)
	for range t.span - 1 {
		t.rows[n-1] = append(t.rows[n-1], "")
	}
	t.cells += t.span
	t.cell = nil
}

func (w *word) endTable() {
	n := len(w.tables)
	if n == 0 {
		return
	}
	t := w.tables[n-1]
	w.tables = w.tables[:n-1]
	if n > 1 { // in a cell of another
		outer := w.tables[n-2]
		for _, row := range t.rows {
			outer.cell = append(outer.cell, strings.Join(row, " | "))
		}
		return
	}
	if len(t.rows) == 1 || isOneColumn(t.rows) { // a frame around text
		for _, row := range t.rows {
			for _, cell := range row {
				w.b.Paragraph(cell)
			}
		}
		return
	}
	h := build.HeaderUnknown
	if t.header {
		h = build.HeaderFirst
	}
	w.b.Table("", t.rows, h)
}

func isOneColumn(rows [][]string) bool {
	for _, row := range rows {
		if len(row) > 1 {
			return false
		}
	}
	return true
}

// noteReader collects the texts of footnotes.
type noteReader struct {
	into    map[string]string
	prefix  string
	id      string
	reading bool
}

func (n *noteReader) visit(t xml.Token) error {
	const most, longest = 20_000, 10_000
	switch t := t.(type) {
	case xml.StartElement:
		switch t.Name.Local {
		case "footnote", "endnote":
			n.id = n.prefix + attr(t, "id")
		case "t":
			n.reading = true
		}
	case xml.EndElement:
		n.reading = n.reading && t.Name.Local != "t"
	case xml.CharData:
		if n.reading && (len(n.into) < most || n.into[n.id] != "") && len(n.into[n.id])+len(t) < longest {
			n.into[n.id] += string(t)
		}
	}
	return nil
}
