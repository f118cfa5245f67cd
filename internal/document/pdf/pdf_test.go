package pdf_test

import (
	"bytes"
	"compress/lzw"
	"encoding/ascii85"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/document/pdf"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

var show = documenttest.Show

func mustRead(t *testing.T, data []byte) *document.Document {
	t.Helper()
	d, err := pdf.Read("x.pdf", data)
	if err != nil {
		t.Fatalf("%v (%v)", err, fault.Of(err).Cause)
	}
	if err := build.Check(d); err != nil {
		t.Error(err)
	}
	return d
}

var compare = documenttest.Compare

func TestStructure(t *testing.T) {
	data := documenttest.Pages(
		show("F1", 72, 720, 20, "The title") +
			show("F2", 72, 690, 11, "A section") +
			show("F1", 72, 676, 11, "The first line of a paragraph that fills the whole column of this inter-") +
			show("F1", 72, 662, 11, "national report, and goes on.") +
			show("F1", 72, 630, 11, "\x95 one item") + // a bullet in this encoding
			show("F1", 72, 616, 11, "\x95 another one") +
			show("F1", 72, 602, 11, "1. counted") +
			show("F3", 72, 570, 11, "if x {") +
			show("F3", 92, 556, 11, "return (y)") +
			show("F3", 72, 542, 11, "}")).Bytes()
	compare(t, mustRead(t, data), `
heading 1 p1: The title
heading 2 p1: A section
paragraph p1: The first line of a paragraph that fills the whole column of this international report, and goes on.
item 1 p1: one item
item 1 p1: another one
item 1 p1: 1. counted
code p1: if x {⏎   return (y)⏎}
`)
}

func TestTwoColumns(t *testing.T) {
	var contents strings.Builder
	contents.WriteString(show("F1", 72, 720, 20, "News of the harbour"))
	for i := range 8 {
		y := 690 - 14*float64(i)
		contents.WriteString(show("F1", 72, y, 10, fmt.Sprintf("left line %d goes on and on and on in it", i)))
		contents.WriteString(show("F1", 320, y, 10, fmt.Sprintf("right line %d goes on and on and on in it", i)))
	}
	d := mustRead(t, documenttest.Pages(contents.String()).Bytes())
	text := documenttest.Outline(d)
	if last, first := strings.Index(text, "left line 7"), strings.Index(text, "right line 0"); last < 0 || first < last || strings.Contains(text, "table") {
		t.Errorf("the columns are mixed:\n%s", text)
	}
}

func TestRepeatedLinesAreDropped(t *testing.T) {
	var pages []string
	for i := range 5 {
		pages = append(pages, show("F1", 72, 760, 9, "Confidential report of the company")+
			show("F1", 72, 600, 11, "What page "+strings.Repeat("a", i+1)+" says.")+
			show("F1", 300, 30, 9, fmt.Sprintf("Page %d of 5", i+1)))
	}
	compare(t, mustRead(t, documenttest.Pages(pages...).Bytes()), `
paragraph p1: What page a says.
paragraph p2: What page aa says.
paragraph p3: What page aaa says.
paragraph p4: What page aaaa says.
paragraph p5: What page aaaaa says.
`)
}

// composite replaces the first font by one whose codes have two bytes.
func composite(p *documenttest.PDF, cmap string) *documenttest.PDF {
	unicode := p.Packed("", cmap)
	descendant := p.Add("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Some /DW 500 /W [1 [600 600] 10 20 550] >>")
	p.Set(3, fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", descendant, unicode))
	return p
}

func TestToUnicode(t *testing.T) {
	cmap := `/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
4 beginbfchar <0001> <0048> <0002> <00E9> <0003> <D83DDE00> <0004> <FB01> endbfchar
2 beginbfrange <0010> <0012> <0416> <0020> <0021> [<4E16> <754C>] endbfrange
endcmap`
	data := composite(documenttest.Pages("BT /F1 12 Tf 72 700 Td <00010002000300040010001100120020002100990099> Tj ET"), cmap).Bytes()
	d := mustRead(t, data)
	compare(t, d, "paragraph p1: Hé😀fiЖЗИ世界\ufffd\ufffd\n")
	data = composite(documenttest.Pages("BT /F1 12 Tf 72 700 Td <000100990099> Tj ET"), cmap).Bytes()
	if diff := cmp.Diff([]string{"page 1 has characters that the file does not say the meaning of"}, mustRead(t, data).Notes); diff != "" {
		t.Error(diff)
	}
}

// TestRightToLeft draws Arabic as programs do: its letters from left to right as they are
// seen, a number among them.
func TestRightToLeft(t *testing.T) {
	cmap := `1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0600> <06FF> <0600> endbfrange
1 beginbfrange <0020> <0039> <0020> endbfrange`
	var codes strings.Builder
	word := []rune("مرحبا")
	for _, r := range "26 " {
		fmt.Fprintf(&codes, "%04x", r)
	}
	for i := range word {
		fmt.Fprintf(&codes, "%04x", word[len(word)-1-i])
	}
	data := composite(documenttest.Pages("BT /F1 12 Tf 72 700 Td <"+codes.String()+"> Tj ET"), cmap).Bytes()
	compare(t, mustRead(t, data), "paragraph p1: مرحبا 26\n")
}

func TestEncodings(t *testing.T) {
	for body, want := range map[string]string{
		"/Encoding /WinAnsiEncoding":  "“Caf\u00e9” €",
		"/Encoding /MacRomanEncoding": "ìCafÈî Ä",
		"/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /alpha 147 /uni0416 233 /eacute.alt /f_i] >>": "ЖCaf\u00e9” €",
	} {
		p := documenttest.Pages(show("F1", 72, 700, 12, "\x93Caf\xe9\x94 \x80"))
		p.Set(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "+body+" >>")
		compare(t, mustRead(t, p.Bytes()), "paragraph p1: "+want+"\n")
	}
}

func TestFilters(t *testing.T) {
	contents := show("F1", 72, 700, 12, strings.Repeat("It is read. ", 3))
	var ascii, code bytes.Buffer
	a := ascii85.NewEncoder(&ascii)
	w := lzw.NewWriter(&code, lzw.MSB, 8)
	_, _ = a.Write([]byte(contents))
	_, _ = w.Write([]byte(contents))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var runs, rows, tiff strings.Builder
	for i := 0; i < len(contents); i += 100 {
		part := contents[i:min(i+100, len(contents))]
		runs.WriteString(string(rune(len(part)-1)) + part)
	}
	runs.WriteString("\xf6 \x80") // eleven blanks, and the end
	const width = 16
	padded := contents + strings.Repeat(" ", width-len(contents)%width)
	for i := 0; i < len(padded); i += width {
		row, above := padded[i:i+width], strings.Repeat("\x00", width)
		if i > 0 {
			above = padded[i-width : i]
		}
		rows.WriteString(filtered(byte(i/width%5), row, above))
		left := byte(0)
		for j := range row {
			tiff.WriteByte(row[j] - left)
			left = row[j]
		}
	}
	for _, c := range []struct{ entries, data string }{
		{"/Filter /ASCIIHexDecode", hex.EncodeToString([]byte(contents)) + ">"},
		{"/Filter [/A85]", ascii.String() + "~>"},
		{"/Filter [/ASCII85Decode /FlateDecode]", encode85(t, documenttest.Deflate(contents))},
		{"/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>", code.String()},
		{"/Filter /RunLengthDecode", runs.String()},
		{"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 16 >>", documenttest.Deflate(rows.String())},
		{"/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 16 >>", documenttest.Deflate(tiff.String())},
	} {
		p := documenttest.Pages("")
		p.Set(7, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", p.Stream(c.entries, c.data)))
		compare(t, mustRead(t, p.Bytes()), "paragraph p1: It is read. It is read. It is read.\n")
	}
}

func encode85(t *testing.T, data string) string {
	t.Helper()
	var b bytes.Buffer
	w := ascii85.NewEncoder(&b)
	_, _ = w.Write([]byte(data))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String() + "~>"
}

// filtered is a row as PNG's filters make it.
func filtered(kind byte, row, above string) string {
	out := []byte{kind}
	for i := range len(row) {
		left, corner := 0, 0
		if i > 0 {
			left, corner = int(row[i-1]), int(above[i-1])
		}
		up, v := int(above[i]), row[i]
		switch kind {
		case 1:
			v -= byte(left)
		case 2:
			v -= byte(up)
		case 3:
			v -= byte((left + up) / 2)
		case 4:
			best, distance := 0, 1<<10
			for _, candidate := range []int{left, up, corner} {
				d := left + up - corner - candidate
				if d = max(d, -d); d < distance {
					best, distance = candidate, d
				}
			}
			v -= byte(best)
		}
		out = append(out, v)
	}
	return string(out)
}

// TestEarlyChange unpacks the example of ISO 32000, and codes that grow to ten bits.
func TestEarlyChange(t *testing.T) {
	contents := show("F1", 72, 700, 12, "Codes of all widths, and 0123456789.")
	for range 30 {
		contents += " % " + strings.Repeat("abcdefghijklmnopqrstuvwxyz", 2) + "\n"
	}
	p := documenttest.Pages("")
	p.Set(7, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", p.Stream("/Filter /LZWDecode", packEarly(contents))))
	compare(t, mustRead(t, p.Bytes()), "paragraph p1: Codes of all widths, and 0123456789.\n")
	if got := hex.EncodeToString([]byte(packEarly("-----A---B"))); got != "800b6050220c0c8501" {
		t.Errorf("the example is %s", got)
	}
}

// packEarly compresses as LZW, with codes that grow one early.
func packEarly(data string) string {
	const clear, end = 256, 257
	table := map[string]int{}
	for i := range 256 {
		table[string([]byte{byte(i)})] = i
	}
	next, width, bits, count := end+1, 9, 0, 0
	var out []byte
	write := func(code int) {
		bits, count = bits<<width|code, count+width
		for count >= 8 {
			out = append(out, byte(bits>>(count-8)))
			count -= 8
			bits &= 1<<count - 1
		}
	}
	write(clear)
	prefix := ""
	for i := range len(data) {
		longer := prefix + data[i:i+1]
		if _, ok := table[longer]; ok {
			prefix = longer
			continue
		}
		write(table[prefix])
		table[longer] = next
		next++
		if next+1 > 1<<width {
			width++
		}
		prefix = data[i : i+1]
	}
	write(table[prefix])
	next++
	if next+1 > 1<<width {
		width++
	}
	write(end)
	if count > 0 {
		out = append(out, byte(bits<<(8-count)))
	}
	return string(out)
}

func TestContents(t *testing.T) {
	lists := map[string]string{ // contents → text
		"BT /F1 12 Tf 72 700 Td [(W) 80 (ord) -400 (next)] TJ ET":                                        "Word next",
		"BT /F1 12 Tf 14 TL 72 700 Td (One) Tj T* (two) Tj (three) ' 1 2 (four) \" ET":                   "One two three four",
		"BT /F1 12 Tf 72 700 Td <48656C6C6F> Tj ( \\101\\102 \\(x\\)) Tj ET":                             "Hello AB (x)",
		"q 2 0 0 2 0 0 cm BT /F1 6 Tf 36 350 Td (Scaled) Tj ET Q":                                        "Scaled",
		"/Artifact BMC BT /F1 12 Tf 72 20 Td (7) Tj ET EMC BT /F1 12 Tf 72 700 Td (Text) Tj ET":          "Text",
		"/Span << /ActualText (really) >> BDC BT /F1 12 Tf 72 700 Td (xyz) Tj ET EMC":                    "really",
		"BI /W 1 /H 1 /BPC 8 /CS /G ID \x00(Tj EI BT /F1 12 Tf 72 700 Td (After) Tj ET":                  "After",
		"BT 0 12 -12 0 100 300 Tm /F1 1 Tf (Turned) Tj ET":                                               "Turned",
		"BT /F1 12 Tf 72 700 Td (Bold) Tj ET BT /F1 12 Tf 72.1 700 Td (Bold) Tj ET":                      "Bold",
		"BT /F1 12 Tf 72 700 Td (10) Tj 5 Ts /F1 7 Tf (2) Tj 0 Ts /F1 12 Tf ( cm) Tj ET":                 "102 cm",
		"Q Q Q ET EMC ] > ) BT /F1 12 Tf 72 700 Td (Broken but there) Tj ET /Nothing Do /F9 Tf":          "Broken but there",
		"BT /F1 12 Tf 99999999 700 Td (far) Tj ET BT /F1 12 Tf 72 700 Td (near) Tj ET":                   "near",
		"BT /F1 99999999 Tf 72 700 Td (large) Tj /F1 0 Tf (small) Tj /F1 9 Tf 1 0 0 1 9 9 Tm (x) Tj ET ": "x",
	}
	for contents, want := range lists {
		var parts []string
		for _, b := range mustRead(t, documenttest.Pages(contents).Bytes()).Blocks {
			parts = append(parts, b.Text)
		}
		if got := strings.Join(parts, " "); got != want {
			t.Errorf("%s: got %q, want %q", contents, got, want)
		}
	}
}

func TestForms(t *testing.T) {
	p := documenttest.Pages("")
	form := p.Packed("/Type /XObject /Subtype /Form /Matrix [1 0 0 1 72 0]", show("F1", 0, 700, 12, "In a form"))
	image := p.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter /DCTDecode", "\xff\xd8\xff")
	resources := fmt.Sprintf("/Resources << /Font << /F1 3 0 R >> /XObject << /X %d 0 R /I %d 0 R >> >>", form, image)
	text, picture := p.Packed("", "/X Do /I Do"), p.Packed("", "/I Do")
	p.Set(7, fmt.Sprintf("<< /Type /Page /Contents [%d 0 R] %s >>", text, resources))
	second := p.Add(fmt.Sprintf("<< /Type /Page /Contents %d 0 R %s /Annots [<< /Subtype /Link /A << /S /URI /URI (https://example.com/a) >> >>] >>", picture, resources))
	p.Set(2, fmt.Sprintf("<< /Type /Pages /Count 2 /Kids [7 0 R %d 0 R] >>", second))
	p.Trailer = "/Root 1 0 R /Info << /Title <FEFF00DC006200650072> >>"
	d := mustRead(t, p.Bytes())
	compare(t, d, "paragraph p1: In a form\n")
	if diff := cmp.Diff([]string{"page 2 is a picture"}, d.Notes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"https://example.com/a"}, d.Links); diff != "" || d.Title != "Über" {
		t.Error(d.Title, diff)
	}
}

// TestLetterhead reads many pages that draw the same long form, which is read once. What
// follows its text in it is skipped, since it is nested too deep.
func TestLetterhead(t *testing.T) {
	p := documenttest.Pages("/X Do")
	form := p.Stream("/Subtype /Form", show("F1", 72, 760, 12, "Letter")+strings.Repeat("[", 1<<20))
	kids := strings.Builder{}
	for range 300 {
		page := p.Add(fmt.Sprintf("<< /Type /Page /Contents 6 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X %d 0 R >> >> >>", form))
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	p.Set(2, "<< /Type /Pages /Kids ["+kids.String()+"] >>")
	mustRead(t, p.Bytes())
}

func TestRotatedPage(t *testing.T) {
	p := documenttest.Pages("BT 0 1 -1 0 300 72 Tm /F1 12 Tf (Read from the side) Tj ET")
	p.Set(7, "<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Rotate 90 >>")
	compare(t, mustRead(t, p.Bytes()), "paragraph p1: Read from the side\n")
}

// TestChanged reads a file to which a program has added a new version of a page.
func TestChanged(t *testing.T) {
	old := documenttest.Pages(show("F1", 72, 700, 12, "Old")).Bytes()
	previous := bytes.LastIndex(old, []byte("xref\n0"))
	contents := show("F1", 72, 700, 12, "New")
	var b bytes.Buffer
	b.Write(old)
	at := b.Len()
	fmt.Fprintf(&b, "6 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n", len(contents), contents)
	table := b.Len()
	fmt.Fprintf(&b, "xref\n6 1\n%010d 00000 n \ntrailer\n<< /Size 8 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", at, previous, table)
	compare(t, mustRead(t, b.Bytes()), "paragraph p1: New\n")
	compare(t, mustRead(t, old), "paragraph p1: Old\n")
}
