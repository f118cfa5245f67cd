package documenttest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"strings"
)

// PDF builds a PDF file. Its first object is the catalog, unless Trailer names another.
type PDF struct {
	Trailer string // what the trailer has beside its size
	objects []pdfObject
}

type pdfObject struct {
	body   string
	stream bool
}

// Add adds an object, and returns its number.
func (p *PDF) Add(body string) int {
	p.objects = append(p.objects, pdfObject{body: body})
	return len(p.objects)
}

// Stream adds a stream with the entries of its dictionary, but for the length.
func (p *PDF) Stream(entries, data string) int {
	p.objects = append(p.objects, pdfObject{fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data), true})
	return len(p.objects)
}

// Packed adds a compressed stream.
func (p *PDF) Packed(entries, data string) int {
	return p.Stream(entries+" /Filter /FlateDecode", Deflate(data))
}

// Set replaces an object.
func (p *PDF) Set(number int, body string) { p.objects[number-1].body = body }

func (p *PDF) trailer() string {
	if p.Trailer == "" {
		return "/Root 1 0 R"
	}
	return p.Trailer
}

// Bytes is the file with a table of objects as text.
func (p *PDF) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(p.objects))
	for i, o := range p.objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o.body)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, p.trailer(), at)
	return b.Bytes()
}

// Compact is the file as newer programs write it: what is no stream stands in a stream
// of objects, and the table of objects is a stream whose rows are predicted.
func (p *PDF) Compact() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	holder, table := len(p.objects)+1, len(p.objects)+2
	entries := make([][3]int, table+1)
	var head, body strings.Builder
	n := 0
	for i, o := range p.objects {
		if o.stream {
			entries[i+1] = [3]int{1, b.Len(), 0}
			fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o.body)
			continue
		}
		entries[i+1] = [3]int{2, holder, n}
		fmt.Fprintf(&head, "%d %d ", i+1, body.Len())
		body.WriteString(o.body + "\n")
		n++
	}
	write := func(number int, entries, data string) {
		packed := Deflate(data)
		fmt.Fprintf(&b, "%d 0 obj\n<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream\nendobj\n", number, entries, len(packed), packed)
	}
	entries[holder] = [3]int{1, b.Len(), 0}
	write(holder, fmt.Sprintf("/Type /ObjStm /N %d /First %d", n, head.Len()), head.String()+body.String())
	at := b.Len()
	entries[table] = [3]int{1, at, 0}
	write(table, fmt.Sprintf("/Type /XRef /Size %d /W [1 4 2] /DecodeParms << /Predictor 12 /Columns 7 >> %s", table+1, p.trailer()), predicted(entries))
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF\n", at)
	return b.Bytes()
}

// predicted are rows of a table of objects as differences to the row above.
func predicted(entries [][3]int) string {
	var out, above []byte
	for _, e := range entries {
		row := binary.BigEndian.AppendUint32([]byte{byte(e[0])}, uint32(e[1]))
		row = binary.BigEndian.AppendUint16(row, uint16(e[2]))
		out = append(out, 2)
		for i, v := range row {
			if above != nil {
				v -= above[i]
			}
			out = append(out, v)
		}
		above = row
	}
	return string(out)
}

// Deflate compresses data as zlib does.
func Deflate(data string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(data)) // a buffer takes all
	_ = w.Close()
	return b.String()
}

// Pages is a file with a page for each of the contents. Its fonts are Helvetica as F1,
// its bold one as F2, and Courier as F3.
func Pages(contents ...string) *PDF {
	p := &PDF{}
	p.Add("<< /Type /Catalog /Pages 2 0 R >>")
	p.Add("")
	for _, base := range []string{"Helvetica", "Helvetica-Bold", "Courier"} {
		p.Add("<< /Type /Font /Subtype /Type1 /BaseFont /" + base + " /Encoding /WinAnsiEncoding >>")
	}
	var kids strings.Builder
	for _, c := range contents {
		stream := p.Packed("", c)
		fmt.Fprintf(&kids, "%d 0 R ", p.Add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", stream)))
	}
	p.Set(2, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>", len(contents), kids.String()))
	return p
}

// Show is the contents that draw a text in a font, at a place, in a size.
func Show(font string, x, y, size float64, text string) string {
	text = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text)
	return fmt.Sprintf("BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, y, text)
}
