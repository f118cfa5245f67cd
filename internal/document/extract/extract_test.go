package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

func TestMain(m *testing.M) {
	sandbox.RunIfAsked(Readers())
	m.Run()
}

// extractor reads in processes with all layers that this machine has.
func extractor() *Extractor { return New(Options{Sandbox: sandbox.Options{AllowMissing: true}}) }

// mustExtract reads a file, and checks its kind and that it keeps to the bounds.
func mustExtract(t *testing.T, name, media, kind string, data []byte) *document.Document {
	t.Helper()
	d, got, err := extractor().Extract(t.Context(), name, media, data)
	if err != nil {
		f := fault.Of(err)
		t.Fatalf("%s: %s → %s (%v)", name, f.Message, f.Hint, f.Cause)
	}
	if got != kind {
		t.Errorf("%s is %s, want %s", name, got, kind)
	}
	if err := build.Check(d); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return d
}

var compare = documenttest.Compare

// mustFail reads a file that cannot be read, and returns what people are told.
func mustFail(t *testing.T, e *Extractor, name string, data []byte) *fault.Fault {
	t.Helper()
	d, _, err := e.Extract(t.Context(), name, "", data)
	if err == nil {
		t.Fatalf("%s was read:\n%s", name, documenttest.Outline(d))
	}
	f := fault.Of(err)
	if f.Code != fault.BadData || f.Message == "" || f.Hint == "" || len(f.Message) > 1000 || strings.Contains(f.Message, "runtime error") {
		t.Errorf("%s: %s %q → %q", name, f.Code, f.Message, f.Hint)
	}
	return f
}

// report is a file of two pages with a table.
func report() *documenttest.PDF {
	show := documenttest.Show
	table := ""
	for i, row := range [][]string{{"Region", "Revenue", "Since"}, {"North", "1200", "2024-01-31"}, {"South", "950", "2024-02-29"}, {"West", "15", "2023-05-01"}} {
		for j, cell := range row {
			table += show("F1", 72+float64(j)*150, 600-float64(i)*14, 11, cell)
		}
	}
	return documenttest.Pages(
		show("F1", 72, 720, 24, "Annual report")+
			show("F1", 72, 680, 11, "Revenue rose in all regions but one, and so did the")+
			show("F1", 72, 666, 11, "costs of freight.")+table,
		show("F2", 72, 720, 16, "Outlook")+
			show("F1", 72, 690, 11, "We expect a slower year."))
}

const reportOutline = `
heading 1 p1: Annual report
paragraph p1: Revenue rose in all regions but one, and so did the costs of freight.
table p1 <Region:text> <Revenue:integer> <Since:date> / North | 1200 | 2024-01-31 / South | 950 | 2024-02-29 / West | 15 | 2023-05-01
heading 2 p2: Outlook
paragraph p2: We expect a slower year.
`

func TestPDF(t *testing.T) {
	for name, data := range map[string][]byte{"report.pdf": report().Bytes(), "compact.pdf": report().Compact()} {
		d := mustExtract(t, name, "application/pdf", kindPDF, data)
		compare(t, d, reportOutline)
		if d.Title != "Annual report" {
			t.Errorf("%s: title %q", name, d.Title)
		}
	}
}

func handbook() []byte {
	p := documenttest.WordParagraph
	item := func(level, text string) string {
		return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
	}
	return documenttest.Word(p("Title", "Handbook")+
		p("Heading1", "Returns")+p("", "Goods can be returned within 30 days.")+
		item("0", "new")+item("1", "with a receipt")+item("0", "used")+
		`<w:p><w:r><w:t>Before</w:t><w:br w:type="page"/><w:t>after.</w:t></w:r></w:p>`+
		p("Heading2", "Fees")+documenttest.WordTable([]string{"Country", "Fee"}, []string{"Germany", "4.90"}, []string{"France", "6.50"})+
		p("Custom", "Of a style"),
		"word/styles.xml", `<w:styles xmlns:w="w"><w:style w:styleId="Custom"><w:name w:val="Mine"/><w:basedOn w:val="Base"/></w:style><w:style w:styleId="Base"><w:name w:val="heading 3"/></w:style></w:styles>`,
		"docProps/core.xml", `<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:title>The handbook</dc:title></cp:coreProperties>`)
}

const handbookOutline = `
heading 1: Handbook
heading 1: Returns
paragraph: Goods can be returned within 30 days.
item 1: new
item 2: with a receipt
item 1: used
paragraph: Before⏎after.
heading 2: Fees
table <Country:text> <Fee:decimal> / Germany | 4.90 / France | 6.50
heading 3: Of a style
`

func TestWord(t *testing.T) {
	d := mustExtract(t, "handbook.docx", "", kindDOCX, handbook())
	compare(t, d, handbookOutline)
	if d.Title != "The handbook" {
		t.Errorf("title %q", d.Title)
	}
}

func workbook() []byte {
	return documenttest.Workbook(
		documenttest.Sheet{Name: "Sales", Rows: [][]any{{"Region", "Revenue"}, {"North", 1200}, {"South", 950.5}}},
		documenttest.Sheet{Name: "Empty"},
		documenttest.Sheet{Name: "Staff & more", Rows: [][]any{{"Name", "Since"}, {"Ada", 2019}, {"Müller", 2021}}})
}

const workbookOutline = `
heading 1 [Sales]: Sales
table [Sales] <Region:text> <Revenue:decimal> / North | 1200 / South | 950.5
heading 1 [Staff & more]: Staff & more
table [Staff & more] <Name:text> <Since:integer> / Ada | 2019 / Müller | 2021
`

func TestWorkbook(t *testing.T) {
	compare(t, mustExtract(t, "sales.xlsx", "", kindXLSX, workbook()), workbookOutline)
}

func deck() []byte {
	return documenttest.Slides(
		documenttest.Slide{Title: "Plans for 2026", Body: documenttest.SlideText("body", "Grow", "\tslowly", "Hire"), Notes: "Say hello first."},
		documenttest.Slide{Title: "Figures", Body: documenttest.SlideTable([]string{"Year", "Staff"}, []string{"2024", "12"}, []string{"2025", "17"}) + documenttest.SlideText("sldNum", "2")},
		documenttest.Slide{Title: "Secret", Hidden: true},
		documenttest.Slide{Body: documenttest.SlideText("", "Thanks!")})
}

const deckOutline = `
heading 1 p1: Plans for 2026
item 1 p1: Grow
item 2 p1: slowly
item 1 p1: Hire
paragraph p1: Notes: Say hello first.
heading 1 p2: Figures
table p2 <Year:integer> <Staff:integer> / 2024 | 12 / 2025 | 17
heading 1 p4: Slide 4
paragraph p4: Thanks!
`

func TestSlides(t *testing.T) {
	d := mustExtract(t, "plans.pptx", "", kindPPTX, deck())
	compare(t, d, deckOutline)
	if diff := cmp.Diff([]string{"slide 3 is hidden, and was left out"}, d.Notes); diff != "" {
		t.Error(diff)
	}
}

const webPage = `<!DOCTYPE html>
<html><head><title>Shipping &amp; returns</title><style>p { color: red }</style><script>document.write("no")</script></head>
<body><nav><a href="/home">Home</a></nav>
<main>
<h1>Shipping</h1>
<p>We ship to <a href="https://example.com/eu">all of
Europe</a>.<script>alert(1)</script></p>
<ul><li>by post<ul><li>letters<li>parcels</ul></li><li>by ship</li></ul>
<h2>Fees</h2>
<table><caption>Fees by country</caption>
<tr><th>Country</th><th>Fee</th></tr>
<tr><td>Germany</td><td>4.90</td></tr>
<tr><td>France</td><td>6.50</td></tr></table>
<pre>if x {
  y()
}</pre>
<p hidden>Not seen.</p>
<p>Prices include tax, and are those of 2026. They change each January, and are announced in December.</p>
</main></body></html>`

const webPageOutline = `
heading 1: Shipping
paragraph: We ship to all of Europe.
item 1: by post
item 2: letters
item 2: parcels
item 1: by ship
heading 2: Fees
table: Fees by country <Country:text> <Fee:decimal> / Germany | 4.90 / France | 6.50
code: if x {⏎  y()⏎}
paragraph: Prices include tax, and are those of 2026. They change each January, and are announced in December.
`

func TestPage(t *testing.T) {
	d := mustExtract(t, "shipping.html", "text/html; charset=utf-8", kindHTML, []byte(webPage))
	compare(t, d, webPageOutline)
	if d.Title != "Shipping & returns" {
		t.Errorf("title %q", d.Title)
	}
	if diff := cmp.Diff([]string{"/home", "https://example.com/eu"}, d.Links); diff != "" {
		t.Error(diff)
	}
}

func TestTexts(t *testing.T) {
	compare(t, mustExtract(t, "notes.md", "", kindMarkdown, []byte("# Notes\n\nA *word*.\n\n- one\n\n| a | b |\n|---|---|\n| 1 | x |\n")), `
heading 1: Notes
paragraph: A word.
item 1: one
table <a:integer> <b:text> / 1 | x
`)
	compare(t, mustExtract(t, "minutes.txt", "", kindText, []byte("Minutes\n=======\n\nWe met.\n\n* one\n")), `
heading 1: Minutes
paragraph: We met.
item 1: one
`)
	compare(t, mustExtract(t, "fees.csv", "", kindCSV, []byte("country;fee\nGermany;4.90\nFrance;6.50\n")), `
table <country:text> <fee:decimal> / Germany | 4.90 / France | 6.50
`)
}

func TestKind(t *testing.T) {
	page, text := "<!-- a page --><html><body><p>Hello.</p></body></html>", "# Hello\n\na,b\n"
	for _, c := range []struct{ name, media, kind, data string }{
		{"report.txt", "text/plain", kindPDF, string(report().Bytes())},
		{"report", "", kindPDF, "\x00\x01\x02" + string(report().Bytes())},
		{"archive.zip", "application/zip", kindDOCX, string(handbook())},
		{"handbook.docx", "", kindXLSX, string(workbook())},
		{"sales.pdf", "application/pdf", kindPPTX, string(deck())},
		{"page.txt", "", kindHTML, page},
		{"page.csv", "text/csv", kindHTML, page},
		{"page", "text/html", kindHTML, "<p>Hello."},
		{"README.md", "text/plain", kindMarkdown, text},
		{"page.md", "", kindMarkdown, page},
		{"x", "text/markdown; charset=utf-8", kindMarkdown, text},
		{"x.txt", "text/html", kindText, text}, // servers that call all text so
		{"x.log", "", kindText, text},
		{"x.tsv", "", kindCSV, "a\tb\n1\t2\n"},
		{"pdf.txt", "", kindText, "A PDF begins with %PDF-1.7, says the manual.\n"},
	} {
		d := mustExtract(t, c.name, c.media, c.kind, []byte(c.data))
		if len(d.Blocks) == 0 {
			t.Errorf("%s (%s): nothing was read", c.name, c.kind)
		}
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	e := extractor()
	for data, want := range map[string]string{
		"\x89PNG\r\n\x1a\n":                  "a picture",
		"\xff\xd8\xff\xe0JFIF":               "a picture",
		"{\\rtf1 Hello}":                     "RTF",
		"\x1f\x8b\x08\x00":                   "compressed",
		"SQLite format 3\x00":                "a database",
		"PAR1\x15\x04":                       "a Parquet file",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1ab": "an old Office format",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00": "password",
		string(documenttest.Zip("a.txt", "x")):                                                       "an archive",
		string(documenttest.Zip("mimetype", "application/vnd.oasis.opendocument.text", "c.xml", "")): "OpenDocument",
		string(documenttest.Zip("mimetype", "application/epub+zip")):                                 "EPUB",
	} {
		if f := mustFail(t, e, "/shelf/ada/file", []byte(data)); !strings.Contains(f.Message, want) || strings.Contains(f.Message, "ada") {
			t.Errorf("%q → %q; want %q", f.Message, f.Hint, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"/shelf/ada/plan.pdf": "plan.pdf", "https://example.com/docs/": "docs", "": "the document", "/": "the document", "a\nb\x1b[31m\u202ec": "a b[31mc", strings.Repeat("x", 200): strings.Repeat("x", 100) + "…",
	} {
		if got := shortName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, data := range []string{"text", webPage} {
		if _, _, err := extractor().Extract(ctx, "x", "", []byte(data)); fault.CodeOf(err) != fault.Canceled {
			t.Errorf("got %v", err)
		}
	}
}
