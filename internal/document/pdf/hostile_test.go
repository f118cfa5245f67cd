package pdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/pdf"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

// check reads bytes that may be anything: they give a document within bounds, or a fault
// that says what to do.
func check(t *testing.T, data []byte) *document.Document {
	t.Helper()
	d, _ := readAny(t, data)
	return d
}

// readAny is check that also gives the message of the fault.
func readAny(t *testing.T, data []byte) (d *document.Document, message string) {
	t.Helper()
	d, err := pdf.Read("x.pdf", data)
	return documenttest.Bounded(t, d, err)
}

func hello() *documenttest.PDF {
	return documenttest.Pages(show("F1", 72, 700, 12, "Hello."))
}

func TestDamagedFilesAreRepaired(t *testing.T) {
	data := hello().Bytes()
	compact := hello().Compact()
	for name, damaged := range map[string][]byte{
		"no end":                  data[:bytes.LastIndex(data, []byte("xref\n0"))],
		"a wrong offset":          bytes.ReplaceAll(data, []byte("startxref\n"), []byte("startxref\n9")),
		"wrong offsets":           append([]byte("%PDF-1.4\n% something before, so that all is elsewhere\n"), data[9:]...),
		"before the mark":         append([]byte("\x00\x01junk"), data...),
		"a wrong length":          bytes.ReplaceAll(data, []byte("/Length "), []byte("/Length 9")),
		"a negative length":       bytes.ReplaceAll(data, []byte("/Length "), []byte("/Length -")),
		"no table of a compact":   compact[:bytes.LastIndex(compact, []byte("startxref"))],
		"old ends of lines":       bytes.ReplaceAll(data[:bytes.Index(data, []byte("stream"))], []byte("\n"), []byte("\r")),
		"an unknown word between": bytes.ReplaceAll(data, []byte("endobj\n"), []byte("endobj\nhm ] >> ) hm\n")),
	} {
		if name == "old ends of lines" {
			damaged = append(damaged, data[len(damaged):]...)
		}
		if d := check(t, damaged); d == nil || len(d.Blocks) != 1 || d.Blocks[0].Text != "Hello." {
			t.Errorf("%s: got %+v", name, d)
		}
	}
}

func TestTruncated(t *testing.T) {
	for _, data := range [][]byte{hello().Bytes(), hello().Compact()} {
		for n := 0; n < len(data); n += 7 {
			check(t, data[:n])
		}
	}
}

func TestBrokenFiles(t *testing.T) {
	for name, data := range map[string]string{
		"only a mark":   "%PDF-1.7\n",
		"no objects":    "%PDF-1.7\nthis is no PDF at all\n%%EOF",
		"no pages":      "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>",
		"empty pages":   string((&documenttest.PDF{}).Bytes()),
		"itself as its": "%PDF-1.7\n1 0 obj\n1 0 R\nendobj\ntrailer\n<< /Root 1 0 R >>",
	} {
		if d := check(t, []byte(data)); d != nil {
			t.Errorf("%s: was read", name)
		}
	}
}

// hostile are files that a parser could follow without end, or into what is not there.
func hostile() map[string]*documenttest.PDF {
	list := map[string]*documenttest.PDF{}
	tree := func(name string, objects ...string) {
		p := &documenttest.PDF{}
		p.Add("<< /Type /Catalog /Pages 2 0 R >>")
		for _, o := range objects {
			p.Add(o)
		}
		list[name] = p
	}
	tree("pages in themselves", "<< /Type /Pages /Kids [2 0 R 2 0 R 3 0 R] >>", "<< /Kids [2 0 R 3 0 R 4 0 R] >>", "<< /Type /Page /Parent 2 0 R >>")
	tree("kids in themselves", "<< /Type /Pages /Kids 3 0 R >>", "[<< /Kids 3 0 R >> << /Kids 3 0 R >>]")
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("[<< /Kids %d 0 R >> << /Kids %d 0 R >>]", i+4, i+4))
	}
	tree("kids that double", append(append([]string{"<< /Type /Pages /Kids 3 0 R >>"}, many...), "[]")...)
	tree("objects that are each other", "3 0 R", "4 0 R", "3 0 R")
	tree("a font in itself", "<< /Type /Pages /Kids [3 0 R] >>",
		"<< /Type /Page /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject 3 0 R >> >>",
		"<< /Length 4 0 R >>\nstream\nBT /F 9 Tf 9 9 Td (x) Tj ET\nendstream",
		"<< /Type /Font /Subtype /Type0 /Encoding 5 0 R /DescendantFonts [5 0 R] /W 5 0 R /ToUnicode 4 0 R >>")
	deep := strings.Repeat("[", 100_000)
	tree("deep objects", "<< /Type /Pages /Kids [3 0 R] >>", "<< /Type /Page /Contents 4 0 R /X "+deep+" >>", "<< /X "+strings.Repeat("<< /X ", 100_000)+" >>")
	list["deep contents"] = documenttest.Pages(deep + show("F1", 9, 9, 9, "x"))
	list["many states"] = documenttest.Pages(strings.Repeat("q ", 100_000) + strings.Repeat("/P BMC ", 100_000) + show("F1", 9, 9, 9, "x"))
	list["a form in itself"] = withForms(1, "/X1 Do /X1 Do")
	list["forms that double"] = withForms(12, "/X2 Do /X2 Do")

	lengths := &documenttest.PDF{}
	lengths.Add("<< /Type /Catalog /Pages 2 0 R >>")
	lengths.Add("<< /Type /Pages /Kids [3 0 R] >>")
	lengths.Add("<< /Type /Page /Contents 4 0 R >>")
	for i := range 20_000 {
		lengths.Add(fmt.Sprintf("<< /Length %d 0 R >>\nstream\nendstream", i+5))
	}
	list["lengths of lengths"] = lengths

	runs := strings.Repeat("\x81", 4096) // two of them unpack to 128 of them
	for name, filter := range map[string]string{"a bomb": strings.Repeat("/RL ", 5), "many filters": strings.Repeat("/AHx ", 100_000)} {
		p := hello()
		p.Set(6, fmt.Sprintf("<< /Filter [%s] /Length %d >>\nstream\n%s\nendstream", filter, len(runs), runs))
		list[name] = p
	}
	wide := hello()
	tiny := documenttest.Deflate("\x02x")
	wide.Set(6, fmt.Sprintf("<< /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 1048575 /Colors 64 /BitsPerComponent 32 >> /Length %d >>\nstream\n%s\nendstream", len(tiny), tiny))
	list["a very wide row"] = wide
	again := hello()
	long := strings.Repeat(" ", 1<<20)
	again.Set(6, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(long), long))
	again.Set(7, "<< /Type /Page /Parent 2 0 R /Contents ["+strings.Repeat("6 0 R ", 10_000)+"] >>")
	list["the same contents again"] = again
	return list
}

// withForms is a page with forms that draw others.
func withForms(n int, contents string) *documenttest.PDF {
	p := documenttest.Pages("/X1 Do")
	xobjects := ""
	for i := 1; i <= n; i++ {
		form := p.Packed("/Subtype /Form", strings.ReplaceAll(contents, "X2", fmt.Sprintf("X%d", i+1))+show("F1", 9, 9, 9, "x"))
		xobjects += fmt.Sprintf("/X%d %d 0 R ", i, form)
	}
	p.Set(7, "<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << /Font << /F1 3 0 R >> /XObject << "+xobjects+">> >> >>")
	return p
}

func TestHostileFilesStayBounded(t *testing.T) {
	for name, p := range hostile() {
		t.Run(name, func(t *testing.T) {
			d, message := readAny(t, p.Bytes())
			if isBomb := name == "a bomb" || name == "the same contents again"; isBomb != strings.Contains(message, "unpacks to more") {
				t.Errorf("the message is %q", message)
			}
			if d != nil && len(documenttest.Outline(d)) > 10_000 {
				t.Errorf("the document has %d blocks", len(d.Blocks))
			}
		})
	}
}

// TestHostileTables reads tables of objects whose numbers lead nowhere.
func TestHostileTables(t *testing.T) {
	stream := func(entries, data string) string {
		return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
	}
	far := "\xff\xff\xff\xff\xff\xff\xff\xff"
	objects := "2 0 << /Type /Pages /Kids [4 0 R] >>"
	for name, table := range map[string]string{
		"a negative index":    "\x02" + "\x00\x00\x00\x00\x00\x00\x00\x01" + far,
		"a negative offset":   "\x01" + far + far,
		"in a stream in one":  "\x02" + "\x00\x00\x00\x00\x00\x00\x00\x02" + "\x00\x00\x00\x00\x00\x00\x00\x00",
		"in a distant stream": "\x02" + "\x7f" + far[1:] + far,
	} {
		for _, entries := range []string{"/Index [2 1]", "/Index [2 100000000000]", "/Index [-5 9 2 1]", "/Size -1", "/Size 1e9", "/Prev 9 /XRefStm 9 /Size 3"} {
			var b strings.Builder
			b.WriteString("%PDF-1.7\n1 0 obj\n" + stream("/Type /ObjStm /N 1 /First 4", objects) + "\nendobj\n3 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n")
			at := b.Len()
			b.WriteString("9 0 obj\n" + stream("/Type /XRef /W [1 8 8] /Root 3 0 R "+entries, strings.Repeat(table, 3)) + "\nendobj\n")
			fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF", at)
			t.Run(name+" "+entries, func(t *testing.T) { check(t, []byte(b.String())) })
		}
	}
	for _, head := range []string{"2 -9", "2 999999999", "-2 0", "2 0 2 0 2 0", "x y", ""} {
		for _, count := range []string{"1", "-1", "99999999999", "/N"} {
			p := &documenttest.PDF{}
			p.Add("<< /Type /Catalog /Pages 2 0 R >>")
			p.Stream("/Type /ObjStm /N "+count+" /First "+fmt.Sprint(len(head)), head+objects)
			data := bytes.Replace(p.Bytes(), []byte("2 0 obj"), []byte("5 0 obj"), 1)
			check(t, data)
		}
	}
	for _, section := range []string{"0 99999999999", "0 -1", "-9 2", "0 2 trailer", "0 1\n0000000000 65535 n \n0 1\n"} {
		data := string(hello().Bytes())
		at := strings.LastIndex(data, "xref\n0 ")
		at2 := at + strings.IndexByte(data[at+5:], '\n') + 5
		check(t, []byte(data[:at+5]+section+data[at2:]))
	}
}

// TestSameAnswer reads a file without a trailer and with two catalogs again and again.
func TestSameAnswer(t *testing.T) {
	one := string(documenttest.Pages(show("F1", 72, 700, 12, "One")).Bytes())
	one = one[:strings.LastIndex(one, "xref\n0")]
	data := one + "20 0 obj\n<< /Type /Catalog /Pages 21 0 R >>\nendobj\n21 0 obj\n<< /Type /Pages /Kids [] >>\nendobj\n30 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
	for range 20 {
		compare(t, mustRead(t, []byte(data)), "paragraph p1: One\n")
	}
}

// FuzzContents puts any contents on a page, with any font and map of its codes.
func FuzzContents(f *testing.F) {
	f.Add(show("F1", 72, 700, 12, "Hello")+"q 1 0 0 1 2 3 cm /X Do Q", "/Subtype /Type0 /Encoding /Identity-H", "1 beginbfchar <0001> <0041> endbfchar")
	f.Add("BT /F1 9 Tf [(a) -99 <0102>] TJ T* (b) ' 1 2 (c) \" ET BI ID x EI", "/Subtype /Type1 /Widths [1 2] /Encoding << /Differences [1 /a] >>", "1 beginbfrange <01> <09> [<0041>] endbfrange")
	f.Add("/Span << /ActualText (x) >> BDC 0 12 -12 0 9 9 Tm /F1 1 Tf 7 Ts 50 Tz (x) Tj EMC", "/Subtype /Type3 /FontMatrix [0 0 0 0 0 0]", "1 begincidrange <00> <ff> 7 endcidrange")
	f.Fuzz(func(t *testing.T, contents, font, cmap string) {
		p := documenttest.Pages("")
		unicode := p.Stream("", cmap)
		p.Set(3, fmt.Sprintf("<< /Type /Font /ToUnicode %d 0 R %s >>", unicode, font))
		p.Set(6, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(contents), contents))
		check(t, p.Bytes())
	})
}

func FuzzRead(f *testing.F) {
	f.Add(hello().Bytes())
	f.Add(hello().Compact())
	f.Add([]byte("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages << /Kids [<< /Contents 2 0 R >>] >> >>\nendobj\n2 0 obj\n<< >>\nstream\nBT (x) Tj\nendstream\nendobj\n"))
	f.Add(composite(documenttest.Pages("BT /F1 12 Tf 72 700 Td <00010002> Tj ET"), "1 beginbfrange <0001> <0009> <0041> endbfrange").Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1<<16 {
			check(t, data)
		}
	})
}
