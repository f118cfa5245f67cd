package table

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// CSV as in RFC 4180, with one addition that makes it lossless: a null is an
// empty field, an empty text is "". Values are in their text form; that a value
// has another kind than its column is not kept.

// WriteCSV streams a result with a header line, for programs: ReadCSV gives the
// same values again. A spreadsheet would run some of them as formulas.
func WriteCSV(w io.Writer, r *Reader) error { return writeCSV(w, r, appendField) }

// WriteSpreadsheetCSV is WriteCSV for people. Text that a spreadsheet would take
// for a formula has a single quote in front, which spreadsheets take for the mark
// of text. Numbers stay numbers.
func WriteSpreadsheetCSV(w io.Writer, r *Reader) error {
	return writeCSV(w, r, func(b, field []byte) []byte {
		if isFormula(field) {
			field = append([]byte{'\''}, field...)
		}
		return appendField(b, field)
	})
}

// isFormula reports whether a spreadsheet may run a text. It also may do so after
// blanks, quotes and characters that do not show, and with wide signs.
func isFormula(text []byte) bool {
	if len(text) == 0 || plainNumber.Match(text) {
		return false
	}
	shown := bytes.TrimLeftFunc(text, func(r rune) bool {
		return r == '"' || r == '\'' || unicode.In(r, unicode.White_Space, unicode.Cc, unicode.Cf)
	})
	first, _ := utf8.DecodeRune(shown)
	return strings.ContainsRune("\t\r\n", rune(text[0])) || strings.ContainsRune("=+-@＝＋－＠﹢﹣﹦﹫−", first)
}

// plainNumber is what no spreadsheet could take for more than a number.
var plainNumber = regexp.MustCompile(`^[+-]?[0-9]+(?:[.,][0-9]+)*$`)

// writeCSV writes what is no number as appendText does.
func writeCSV(w io.Writer, r *Reader, appendText func(b, field []byte) []byte) error {
	bw := bufio.NewWriter(w)
	var line []byte
	for i, c := range r.Columns() {
		if i > 0 {
			line = append(line, ',')
		}
		line = appendText(line, []byte(c.Name))
	}
	if _, err := bw.Write(append(line, '\n')); err != nil {
		return err
	}
	var text []byte
	for row, err := range r.Rows() {
		if err != nil {
			return errors.Join(err, bw.Flush())
		}
		line = line[:0]
		for i, v := range row {
			if i > 0 {
				line = append(line, ',')
			}
			if !v.IsNull() {
				text = v.appendText(text[:0])
				if v.Kind().Numeric() {
					line = appendField(line, text)
				} else {
					line = appendText(line, text)
				}
			}
		}
		if _, err := bw.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return bw.Flush()
}

func appendField(b, field []byte) []byte {
	if len(field) > 0 && !bytes.ContainsAny(field, "\",\r\n") && field[0] != ' ' && field[len(field)-1] != ' ' && !bytes.HasPrefix(field, []byte(byteOrderMark)) {
		return append(b, field...)
	}
	b = append(b, '"')
	for _, c := range field {
		if c == '"' {
			b = append(b, '"')
		}
		b = append(b, c)
	}
	return append(b, '"')
}

const byteOrderMark = "\ufeff"

// ReadCSV reads a CSV with a header line. The columns' kinds are those of the
// given columns of the same name, at the same place if there are several; the
// rest is text.
func ReadCSV(r io.Reader, known []Column, l Limits) (*Table, error) {
	in := &csvReader{r: bufio.NewReader(r), limit: l.Bytes}
	if mark, err := in.r.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		_, _ = in.r.Discard(len(mark)) // cannot fail: it is in the buffer
	}
	header, err := in.record()
	if errors.Is(err, io.EOF) {
		return nil, fault.New(fault.BadData, "the CSV is empty").WithHint("the first line must name the columns")
	}
	if err != nil {
		return nil, err
	}
	t := &Table{}
	for i, f := range header {
		t.Columns = append(t.Columns, columnNamed(f.text, i, known))
	}
	for {
		fields, err := in.record()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		if l.Rows > 0 && len(t.Rows) == l.Rows {
			t.Truncated = ByRows
			return t, nil
		}
		if len(fields) != len(t.Columns) {
			return nil, fault.New(fault.BadData, "line %d has %d fields, the header has %d", in.line, len(fields), len(t.Columns))
		}
		row := make(Row, len(fields))
		for i, f := range fields {
			if f.text == "" && !f.quoted {
				continue
			}
			v, ok := Parse(t.Columns[i].Kind, f.text)
			if !ok {
				return nil, fault.New(fault.BadData, "line %d, column %s: %q is not a value of type %s",
					in.line, t.Columns[i].Name, shorten(f.text), t.Columns[i].Kind)
			}
			row[i] = v
		}
		t.Rows = append(t.Rows, row)
	}
}

func columnNamed(name string, place int, known []Column) Column {
	if place < len(known) && known[place].Name == name {
		return known[place]
	}
	for _, k := range known {
		if k.Name == name {
			return k
		}
	}
	return Column{Name: name, Kind: Text}
}

type field struct {
	text   string
	quoted bool
}

// csvReader exists because encoding/csv does not tell "" from an empty field.
type csvReader struct {
	r     *bufio.Reader
	line  int // where the record begins
	ended int // lines that have ended
	read  int64
	limit int64
}

func (c *csvReader) record() ([]field, error) {
	c.line = c.ended + 1
	var (
		fields         []field
		text           strings.Builder
		quoted, inside bool
		seen           bool
	)
	end := func() {
		fields = append(fields, field{text.String(), quoted})
		text.Reset()
		quoted = false
	}
	for {
		b, err := c.r.ReadByte()
		if errors.Is(err, io.EOF) {
			if inside {
				return nil, fault.New(fault.BadData, "line %d: a quoted field does not end", c.line)
			}
			if !seen {
				return nil, io.EOF
			}
			end()
			return fields, nil
		}
		if err != nil {
			return nil, err
		}
		seen = true
		if b == '\n' {
			c.ended++
		}
		if c.read++; c.limit > 0 && c.read > c.limit {
			return nil, fault.New(fault.BadData, "the CSV is larger than %d bytes", c.limit)
		}
		switch {
		case inside && b == '"':
			if next, err := c.r.Peek(1); err == nil && next[0] == '"' {
				_, _ = c.r.ReadByte()
				text.WriteByte('"')
			} else {
				inside = false
			}
		case inside:
			text.WriteByte(b)
		case b == '"' && text.Len() == 0 && !quoted:
			inside, quoted = true, true
		case b == '"' || quoted && b != ',' && b != '\n' && b != '\r':
			return nil, strayQuote(c.line)
		case b == ',':
			end()
		case b == '\n':
			end()
			return fields, nil
		case b == '\r':
			if next, err := c.r.Peek(1); err == nil && next[0] == '\n' {
				continue
			}
			if quoted {
				return nil, strayQuote(c.line)
			}
			text.WriteByte(b)
		default:
			text.WriteByte(b)
		}
	}
}

func strayQuote(line int) error {
	return fault.New(fault.BadData, "line %d: a quote in the middle of a field", line).
		WithHint(`write the field as "…" and each quote in it twice`)
}
