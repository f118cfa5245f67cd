package documenttest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"strings"
)

// Zip is an archive of members: a name, its content, the next name, and so on.
func Zip(members ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = w.Write([]byte(members[i+1]))
		}
		if err != nil {
			panic(err) // a buffer takes all
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const (
	xmlHead    = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
	relationKind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
)

// Relations is a part that says what another refers to: an id, its kind and its target
// for each. A target with a scheme is outside of the document.
func Relations(list ...string) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i := 0; i+2 < len(list); i += 3 {
		mode := ""
		if strings.Contains(list[i+2], "://") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&b, `<Relationship Id="%s" Type="%s%s" Target="%s"%s/>`, list[i], relationKind, list[i+1], list[i+2], mode)
	}
	b.WriteString(`</Relationships>`)
	return b.String()
}

// Word is a DOCX with a body, and members as Zip takes them.
func Word(body string, members ...string) []byte {
	return Zip(append([]string{
		"_rels/.rels", Relations("rId1", "officeDocument", "word/document.xml"),
		"word/document.xml", xmlHead + `<w:document ` + namespaces + `><w:body>` + body + `</w:body></w:document>`,
	}, members...)...)
}

// WordParagraph is a paragraph of a DOCX in a style, "" for none.
func WordParagraph(style, text string) string {
	if style != "" {
		style = `<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>`
	}
	return `<w:p>` + style + `<w:r><w:t xml:space="preserve">` + html.EscapeString(text) + `</w:t></w:r></w:p>`
}

// WordTable is a table of a DOCX whose first row is marked as its header.
func WordTable(rows ...[]string) string {
	var b strings.Builder
	b.WriteString(`<w:tbl>`)
	for i, row := range rows {
		b.WriteString(`<w:tr>`)
		if i == 0 {
			b.WriteString(`<w:trPr><w:tblHeader/></w:trPr>`)
		}
		for _, cell := range row {
			b.WriteString(`<w:tc>` + WordParagraph("", cell) + `</w:tc>`)
		}
		b.WriteString(`</w:tr>`)
	}
	return b.String() + `</w:tbl>`
}

// Sheet is one of a workbook.
type Sheet struct {
	Name string
	Rows [][]any // texts and numbers
}

// Workbook is an XLSX.
func Workbook(sheets ...Sheet) []byte {
	relations := []string{}
	members := []string{"_rels/.rels", Relations("rId1", "officeDocument", "xl/workbook.xml")}
	var list strings.Builder
	for i, s := range sheets {
		fmt.Fprintf(&list, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, html.EscapeString(s.Name), i+1, i+1)
		part := fmt.Sprintf("worksheets/sheet%d.xml", i+1)
		relations = append(relations, fmt.Sprintf("rId%d", i+1), "worksheet", part)
		members = append(members, "xl/"+part, xmlHead+`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`+sheetRows(s.Rows)+`</sheetData></worksheet>`)
	}
	return Zip(append(members,
		"xl/workbook.xml", xmlHead+`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" `+namespaces+`><sheets>`+list.String()+`</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", Relations(relations...))...)
}

func sheetRows(rows [][]any) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, v := range row {
			at := fmt.Sprintf("%c%d", 'A'+j, i+1)
			switch v := v.(type) {
			case nil:
			case string:
				fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, at, html.EscapeString(v))
			default:
				fmt.Fprintf(&b, `<c r="%s"><v>%v</v></c>`, at, v)
			}
		}
		b.WriteString(`</row>`)
	}
	return b.String()
}

// Slide is one of a presentation.
type Slide struct {
	Title  string
	Body   string // XML of further shapes
	Notes  string
	Hidden bool
}

// Slides is a PPTX.
func Slides(slides ...Slide) []byte {
	relations := []string{}
	members := []string{"_rels/.rels", Relations("rId1", "officeDocument", "ppt/presentation.xml")}
	var list strings.Builder
	for i, s := range slides {
		part := fmt.Sprintf("slides/slide%d.xml", i+1)
		fmt.Fprintf(&list, `<p:sldId id="%d" r:id="rId%d"/>`, 256+i, i+1)
		relations = append(relations, fmt.Sprintf("rId%d", i+1), "slide", part)
		show := ""
		if s.Hidden {
			show = ` show="0"`
		}
		shapes := s.Body
		if s.Title != "" {
			shapes = SlideText("title", s.Title) + shapes
		}
		members = append(members, "ppt/"+part, xmlHead+`<p:sld `+namespaces+show+`><p:cSld><p:spTree>`+shapes+`</p:spTree></p:cSld></p:sld>`)
		if s.Notes != "" {
			notes := fmt.Sprintf("notesSlides/notesSlide%d.xml", i+1)
			members = append(members,
				fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", i+1), Relations("rId1", "notesSlide", "../"+notes),
				"ppt/"+notes, xmlHead+`<p:notes `+namespaces+`><p:cSld><p:spTree>`+SlideText("body", s.Notes)+`</p:spTree></p:cSld></p:notes>`)
		}
	}
	return Zip(append(members,
		"ppt/presentation.xml", xmlHead+`<p:presentation `+namespaces+`><p:sldIdLst>`+list.String()+`</p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", Relations(relations...))...)
}

// SlideText is a shape with paragraphs in a place of the layout, "" for none. A tab
// before a paragraph is a level.
func SlideText(place string, paragraphs ...string) string {
	var b strings.Builder
	b.WriteString(`<p:sp>`)
	if place != "" {
		b.WriteString(`<p:nvSpPr><p:nvPr><p:ph type="` + place + `"/></p:nvPr></p:nvSpPr>`)
	}
	b.WriteString(`<p:txBody>`)
	for _, text := range paragraphs {
		bare := strings.TrimLeft(text, "\t")
		fmt.Fprintf(&b, `<a:p><a:pPr lvl="%d"/><a:r><a:t>%s</a:t></a:r></a:p>`, len(text)-len(bare), html.EscapeString(bare))
	}
	return b.String() + `</p:txBody></p:sp>`
}

// SlideTable is a table on a slide.
func SlideTable(rows ...[]string) string {
	var b strings.Builder
	b.WriteString(`<p:graphicFrame><a:graphic><a:graphicData><a:tbl>`)
	for _, row := range rows {
		b.WriteString(`<a:tr>`)
		for _, cell := range row {
			b.WriteString(`<a:tc><a:txBody><a:p><a:r><a:t>` + html.EscapeString(cell) + `</a:t></a:r></a:p></a:txBody></a:tc>`)
		}
		b.WriteString(`</a:tr>`)
	}
	return b.String() + `</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
}
