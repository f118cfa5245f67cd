package office_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/document/office"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

var (
	word = documenttest.Word
	p    = documenttest.WordParagraph
)

func mustRead(t *testing.T, kind string, data []byte) *document.Document {
	t.Helper()
	d, got, err := office.Read("x", data)
	if err != nil {
		t.Fatalf("%v (%v)", err, fault.Of(err).Cause)
	}
	if err := build.Check(d); err != nil || got != kind {
		t.Error(got, err)
	}
	return d
}

var compare = documenttest.Compare

// check reads bytes that may be anything.
func check(t *testing.T, data []byte) (d *document.Document, message string) {
	t.Helper()
	d, _, err := office.Read("x", data)
	return documenttest.Bounded(t, d, err)
}

func TestWordText(t *testing.T) {
	d := mustRead(t, "docx", word(
		`<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText> deleted</w:delText><w:t> gone</w:t></w:r></w:del><w:ins><w:r><w:t xml:space="preserve"> and added</w:t></w:r></w:ins>`+
			`<w:r><w:tab/><w:t>a</w:t><w:noBreakHyphen/><w:t>b &lt;i&gt; &#1055;</w:t></w:r><w:fldSimple><w:r><w:instrText>PAGE</w:instrText></w:r></w:fldSimple></w:p>`+
			`<w:p><w:hyperlink r:id="rId7"><w:r><w:t>A link</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`+
			`<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>By outline</w:t></w:r></w:p>`+
			`<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>`+p("", "In a box")+`</w:txbxContent></mc:Choice><mc:Fallback><w:t>again</w:t></mc:Fallback></mc:AlternateContent><w:t>Around it</w:t></w:r></w:p>`+
			p("ListBullet", "by style")+p("HTMLPreformatted", "a  b")+
			`<w:sdt><w:sdtContent>`+p("", "In a control")+`</w:sdtContent></w:sdt>`,
		"word/_rels/document.xml.rels", documenttest.Relations("rId7", "hyperlink", "https://example.com/x", "rId8", "styles", "styles.xml"),
		"word/footnotes.xml", `<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>See below.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
		"word/styles.xml", `<w:styles><w:style w:styleId="ListBullet"><w:name w:val="List Bullet"/></w:style><w:style w:styleId="HTMLPreformatted"><w:name w:val="HTML Preformatted"/></w:style>`+
			`<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`))
	compare(t, d, `
paragraph: Kept and added a-b <i> П
paragraph: A link (See below.)
heading 2: By outline
paragraph: In a box
paragraph: Around it
item 1: by style
code: a  b
paragraph: In a control
`)
	if diff := cmp.Diff([]string{"https://example.com/x"}, d.Links); diff != "" {
		t.Error(diff)
	}
	compare(t, mustRead(t, "docx", word(p("A", "x"), "word/styles.xml",
		`<w:styles><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`)), "paragraph: x\n")
}

func TestWordTables(t *testing.T) {
	cell := func(properties, text string) string {
		return `<w:tc><w:tcPr>` + properties + `</w:tcPr>` + p("", text) + `</w:tc>`
	}
	compare(t, mustRead(t, "docx", word(
		`<w:tbl><w:tr>`+cell("", "Area")+cell("", "City")+cell("", "Sales")+`</w:tr>`+
			`<w:tr>`+cell(`<w:vMerge w:val="restart"/>`, "North")+cell("", "Kiel")+cell("", "10")+`</w:tr>`+
			`<w:tr>`+cell(`<w:vMerge/>`, "")+cell("", "Husum")+cell("", "20")+`</w:tr>`+
			`<w:tr>`+cell(`<w:gridSpan w:val="2"/>`, "All")+cell("", "30")+`</w:tr></w:tbl>`+
			`<w:tbl><w:tr>`+cell("", "A frame around text.")+`</w:tr></w:tbl>`+
			`<w:tbl><w:tr>`+cell("", "x")+cell("", "y")+`</w:tr><w:tr><w:tc><w:tbl><w:tr>`+cell("", "in")+cell("", "side")+`</w:tr></w:tbl>`+p("", "")+`</w:tc>`+cell("", "2")+`</w:tr></w:tbl>`)), `
table <Area:text> <City:text> <Sales:integer> / North | Kiel | 10 / North | Husum | 20 / All |  | 30
paragraph: A frame around text.
table <x:text> <y:integer> / in | side | 2
`)
}

func TestWordWithoutRelations(t *testing.T) {
	compare(t, mustRead(t, "docx", documenttest.Zip(`Word\Document.xml`, `<document><body><p><r><t>Hello</t></r></p></body></document>`)), "paragraph: Hello\n")
}

func TestSlideText(t *testing.T) {
	text := documenttest.SlideText
	d := mustRead(t, "pptx", documenttest.Slides(
		documenttest.Slide{Title: "One", Body: text("subTitle", "Below", "it") + text("dt", "2026-01-01") + text("", "Free text") +
			`<mc:AlternateContent><mc:Choice>` + text("", "New") + `</mc:Choice><mc:Fallback>` + text("", "Old") + `</mc:Fallback></mc:AlternateContent>` +
			`<p:grpSp>` + text("", "Grouped", "\t\tdeep") + `</p:grpSp>`},
		documenttest.Slide{Body: `<p:pic/>`}))
	compare(t, d, `
heading 1 p1: One
paragraph p1: Below
paragraph p1: it
paragraph p1: Free text
paragraph p1: New
paragraph p1: Grouped
item 3 p1: deep
`)
	if diff := cmp.Diff([]string{"slide 2 has no text"}, d.Notes); diff != "" {
		t.Error(diff)
	}
}

func TestSheets(t *testing.T) {
	d := mustRead(t, "xlsx", documenttest.Workbook(
		documenttest.Sheet{Name: "Notes", Rows: [][]any{{"Only a sentence."}}},
		documenttest.Sheet{Name: "Sales", Rows: [][]any{{"Sales of 2025"}, {}, {"Region", "Sum"}, {"North", 1}, {"South", 2}, {"East", 3}}}))
	compare(t, d, `
heading 1 [Notes]: Notes
paragraph [Notes]: Only a sentence.
heading 1 [Sales]: Sales
paragraph [Sales]: Sales of 2025
table [Sales] <Region:text> <Sum:integer> / North | 1 / South | 2 / East | 3
`)
}

// TestEntities gives documents types with entities of their own, and entities that nobody
// has declared: none is followed.
func TestEntities(t *testing.T) {
	var laughs strings.Builder
	laughs.WriteString(`<!DOCTYPE x [<!ENTITY a0 "ha">`)
	for i := range 30 {
		fmt.Fprintf(&laughs, `<!ENTITY a%d "&a%d;&a%d;">`, i+1, i, i)
	}
	laughs.WriteString(`]>`)
	for name, head := range map[string]string{
		"billion laughs": laughs.String(),
		"a file":         `<!DOCTYPE x [<!ENTITY a30 SYSTEM "file:///etc/passwd">]>`,
		"a server":       `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;]>`,
		"undeclared":     "",
	} {
		for kind, data := range map[string][]byte{
			"docx":        documenttest.Zip("word/document.xml", `<?xml version="1.0"?>`+head+`<document><p><r><t>&a30;</t></r></p></document>`),
			"docx styles": word(p("", "x"), "word/styles.xml", `<?xml version="1.0"?>`+head+`<styles>&a30;</styles>`),
			"docx title":  word(p("", "x"), "docProps/core.xml", `<?xml version="1.0"?>`+head+`<c><title>&a30;</title></c>`),
			"pptx":        documenttest.Zip("ppt/presentation.xml", `<?xml version="1.0"?>`+head+`<p>&a30;</p>`),
			"xlsx":        documenttest.Zip("xl/workbook.xml", `<?xml version="1.0"?>`+head+`<workbook>&a30;</workbook>`),
		} {
			if head == "" && kind == "xlsx" { // its parser takes it for text
				continue
			}
			want := map[bool]string{true: "a document type", false: "entity"}[head != ""]
			if d, message := check(t, data); d != nil || !strings.Contains(message, want) {
				t.Errorf("%s in %s: %q", name, kind, message)
			}
		}
	}
}

// withRaw adds a compressed member to an archive of others.
func withRaw(t *testing.T, name string, packed []byte, size int, others ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(size)})
	if err == nil {
		_, err = w.Write(packed)
	}
	for i := 0; i+1 < len(others) && err == nil; i += 2 {
		if w, err = z.CreateHeader(&zip.FileHeader{Name: others[i], Method: zip.Store}); err == nil {
			_, err = io.WriteString(w, others[i+1])
		}
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBombs(t *testing.T) {
	const size = 10 << 20
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(bytes.Repeat([]byte(" "), size))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, others := range map[string][]string{
		"word/footnotes.xml": {"word/document.xml", "<document/>"},
		"xl/worksheets/sheet1.xml": {"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", documenttest.Relations("rId1", "worksheet", "worksheets/sheet1.xml")},
	} {
		if d, message := check(t, withRaw(t, name, packed.Bytes(), size, others...)); d != nil || !strings.Contains(message, "unpacks to more") {
			t.Errorf("%s: %q", name, message)
		}
	}
}

// TestLies reads archives whose directory says other sizes than their members have.
func TestLies(t *testing.T) {
	data := word(p("", strings.Repeat("Hello. ", 1000)))
	for _, sizes := range []string{"\xff\xff\xff\xff", "\x00\x00\x00\x00", "\xff\xff\xff\x7f", "\x01\x00\x00\x00"} {
		for _, field := range []int{20, 24, 42, 28, 30} { // of a header in the directory
			lie := bytes.Clone(data)
			for at := 0; ; {
				i := bytes.Index(lie[at:], []byte("PK\x01\x02"))
				if i < 0 {
					break
				}
				at += i
				copy(lie[at+field:], sizes)
				at += 4
			}
			check(t, lie)
		}
	}
	encrypted := bytes.Clone(data)
	encrypted[bytes.LastIndex(data, []byte("PK\x01\x02"))+8] |= 1
	if _, message := check(t, encrypted); !strings.Contains(message, "password") {
		t.Errorf("encrypted: %q", message)
	}
}

func TestDeepXML(t *testing.T) {
	const depth = 100_000
	for _, element := range []string{"w:tbl", "w:p", "w:x", "mc:Fallback", "w:tc"} {
		for _, end := range []string{"", "</" + element + ">"} {
			body := strings.Repeat("<"+element+">", depth) + p("", "x") + strings.Repeat(end, depth)
			if d, message := check(t, word(body)); d != nil || !strings.Contains(message, "nested too deep") {
				t.Errorf("%s: %q", element, message)
			}
		}
	}
	var body strings.Builder // many open tables, but not too deep
	for range 300 {
		body.WriteString("<w:tbl><w:tr><w:tc>")
	}
	for range 300 {
		body.WriteString(p("", "x") + "</w:tc></w:tr></w:tbl>")
	}
	if d, _ := check(t, word(body.String())); d == nil || len(d.Blocks) == 0 {
		t.Error("nested tables are not read")
	}
}

func TestArchives(t *testing.T) {
	inner := word(p("", "inner"))
	for want, data := range map[string][]byte{
		"an archive, not a document": documenttest.Zip("a.zip", string(inner), "b/c.docx", string(inner)),
		"is an archive":              documenttest.Zip("../../etc/passwd", "x", "/etc/shadow", "x", `..\..\x`, "x"),
		"damaged":                    inner[:len(inner)/2],
	} {
		if d, message := check(t, data); d != nil || !strings.Contains(message, want) {
			t.Errorf("%q; want %q", message, want)
		}
	}
	many := make([]string, 0, 50_000)
	for i := range 25_000 {
		many = append(many, fmt.Sprint(i), "")
	}
	if _, message := check(t, withRaw(t, "x", nil, 0, many...)); !strings.Contains(message, "25001 files") {
		t.Errorf("many: %q", message)
	}
	// Parts outside of the archive are in it, or nowhere.
	compare(t, mustRead(t, "docx", documenttest.Zip("../word/document.xml", "<x/>", "word/document.xml", "<document>"+p("", "Hello")+"</document>",
		"word/_rels/document.xml.rels", documenttest.Relations("rId1", "styles", "../../../../etc/passwd", "rId2", "footnotes", "/etc/hosts"))), "paragraph: Hello\n")
	for n := 0; n < len(inner); n += 11 {
		check(t, inner[:n])
	}
}

func TestOddParts(t *testing.T) {
	for name, data := range map[string][]byte{
		"no workbook":    documenttest.Zip("_rels/.rels", documenttest.Relations("rId1", "officeDocument", "xl/workbook.xml"), "xl/workbook.xml", ""),
		"no slides":      documenttest.Zip("ppt/presentation.xml", `<p><sldId r:id="rId9"/><sldId/></p>`),
		"unknown coding": documenttest.Zip("word/document.xml", `<?xml version="1.0" encoding="latin-9"?><document/>`),
		"not UTF-8":      word(p("", "a\xff\xfeb")),
		"ends":           word(`</w:p></w:tbl></w:tc></w:tr></w:t></w:body>`),
		"numbers":        word(`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999999999"/></w:tcPr>` + p("", "x") + `</w:tc><w:tc><w:gridSpan w:val="-3"/></w:tc></w:tr><w:tr/></w:tbl><w:p><w:ilvl w:val="-99"/><w:numId w:val="1"/><w:t>x</w:t></w:p><w:p><w:outlineLvl w:val="77"/></w:p>`),
		"slide ends":     documenttest.Slides(documenttest.Slide{Body: `</a:tc></a:tbl></p:sp><a:tbl><a:tc></a:tc><a:tr></a:tbl><a:p><a:pPr lvl="-99999"/><a:t>x`}),
		"a part in itself": documenttest.Zip("ppt/presentation.xml", `<p><sldId r:id="a"/></p>`,
			"ppt/_rels/presentation.xml.rels", documenttest.Relations("a", "slide", "presentation.xml")),
	} {
		t.Run(name, func(t *testing.T) { check(t, data) })
	}
}

// TestRepeatedCells merges a long cell with very many below it.
func TestRepeatedCells(t *testing.T) {
	row := `<w:tr><w:tc><w:vMerge/></w:tc><w:tc/></w:tr>`
	first := `<w:tr><w:tc>` + p("", strings.Repeat("word ", 1<<16)) + `</w:tc><w:tc/></w:tr>`
	d, message := check(t, word(`<w:tbl>`+first+strings.Repeat(row, 10_000)+`</w:tbl>`))
	if d == nil || len(d.Blocks) != 1 || len(d.Notes) != 1 {
		t.Errorf("%q %+v", message, d)
	}
}

// FuzzWord puts any XML in a document, and FuzzRead any bytes.
func FuzzWord(f *testing.F) {
	f.Add(p("Title", "a") + documenttest.WordTable([]string{"a", "b"}, []string{"1", "2"}))
	f.Add(`<w:tbl><w:tr><w:tc><w:vMerge/><w:gridSpan w:val="3"/></w:p></w:tc></w:del>`)
	f.Add(documenttest.SlideText("title", "a") + documenttest.SlideTable([]string{"a"}))
	f.Add(`<row r="1"><c r="A1" t="s"><v>7</v></c><c r="ZZZ9"><v>1e309</v></c></row>`)
	f.Fuzz(func(t *testing.T, xml string) {
		check(t, word(xml, "word/styles.xml", xml, "word/footnotes.xml", xml))
		check(t, documenttest.Slides(documenttest.Slide{Title: "x", Body: xml}))
		check(t, documenttest.Zip("xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", documenttest.Relations("rId1", "worksheet", "worksheets/sheet1.xml"),
			"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+xml+"</sheetData></worksheet>", "xl/sharedStrings.xml", xml))
	})
}

func FuzzRead(f *testing.F) {
	f.Add(word(p("", "Hello")))
	f.Add(documenttest.Workbook(documenttest.Sheet{Name: "S", Rows: [][]any{{"a", 1}}}))
	f.Add(documenttest.Slides(documenttest.Slide{Title: "a", Notes: "b"}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}
