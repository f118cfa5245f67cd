package table

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// The JSON form of a table:
//
//	{"columns":[{"name":"n","type":"integer","native":"int4"}],"rows":[[1],[2]],"truncated":"rows"}
//
// A value whose kind is its column's is written plainly. What JSON cannot say
// is marked with an object of one key, "$" and the kind:
//
//	{"$float":"NaN"}                  also Infinity and -Infinity
//	{"$text":"/w=="}                  text that is not UTF-8 or has NUL, in base64
//	{"$integer":"7"}                  a value of another kind than its column
//	{"$json":"bnVsbA=="}              the JSON null, and JSON that looks like a mark
//
// Integers beyond 2^53 and decimals of more than 15 digits are strings, so that
// no reader rounds them.

type jsonColumn struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Native string `json:"native,omitempty"`
}

// MarshalJSON writes the column as name and type.
func (c Column) MarshalJSON() ([]byte, error) {
	return PlainJSON(jsonColumn{cleanName(c.Name), c.Kind.String(), c.Native})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Column) UnmarshalJSON(b []byte) error {
	var j jsonColumn
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	k, ok := ParseKind(j.Type)
	if !ok {
		return fault.New(fault.BadData, "column %q has the unknown type %q", j.Name, j.Type)
	}
	*c = Column{Name: j.Name, Kind: k, Native: j.Native}
	return nil
}

// MarshalJSON writes the whole table.
func (t *Table) MarshalJSON() ([]byte, error) {
	b, err := appendHead(nil, t.Columns)
	if err != nil {
		return nil, err
	}
	for i, r := range t.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendJSONRow(b, t.Columns, r)
	}
	b = append(b, ']')
	if t.Truncated != Whole {
		b = append(b, `,"truncated":"`+string(t.Truncated)+`"`...)
	}
	return append(b, '}'), nil
}

func appendHead(b []byte, columns []Column) ([]byte, error) {
	if columns == nil {
		columns = []Column{} // [], not null
	}
	list, err := PlainJSON(columns)
	if err != nil {
		return nil, err
	}
	b = append(append(b, `{"columns":`...), list...)
	return append(b, `,"rows":[`...), nil
}

// UnmarshalJSON reads what MarshalJSON wrote, without loss.
func (t *Table) UnmarshalJSON(b []byte) error {
	var j struct {
		Columns   []Column          `json:"columns"`
		Rows      []json.RawMessage `json:"rows"`
		Truncated Cap               `json:"truncated"`
	}
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	switch j.Truncated {
	case Whole, ByRows, ByBytes:
	default:
		return fault.New(fault.BadData, "%q is not a known limit", shorten(string(j.Truncated)))
	}
	t.Columns, t.Rows, t.Truncated = j.Columns, nil, j.Truncated
	for n, raw := range j.Rows {
		var cells []json.RawMessage
		if err := json.Unmarshal(raw, &cells); err != nil || len(cells) != len(t.Columns) {
			return fault.New(fault.BadData, "row %d is not an array of %d values", n+1, len(t.Columns))
		}
		row := make(Row, len(cells))
		for i, c := range cells {
			v, ok := decodeJSON(t.Columns[i].Kind, c)
			if !ok {
				return fault.New(fault.BadData, "row %d, column %s: %s is not a value of type %s",
					n+1, t.Columns[i].Name, shorten(string(c)), t.Columns[i].Kind)
			}
			row[i] = v
		}
		t.Rows = append(t.Rows, row)
	}
	return nil
}

// WriteJSON streams a result as the JSON form of a table, followed by its
// hash and, when a cap cut it, by "truncated".
func WriteJSON(w io.Writer, r *Reader) error {
	b, err := appendHead(nil, r.Columns())
	if err != nil {
		return err
	}
	h := NewHasher(r.Columns())
	count := 0
	for row, err := range r.Rows() {
		if err != nil {
			return err
		}
		if count > 0 {
			b = append(b, ',')
		}
		b = append(b, '\n')
		b = AppendJSONRow(b, r.Columns(), row)
		h.Add(row)
		count++
		if len(b) > 32<<10 {
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	b = append(b, "\n],\"hash\":\""+h.Sum()+`"`...)
	if r.Truncated() != Whole {
		b = append(b, `,"truncated":"`+string(r.Truncated())+`"`...)
	}
	b = append(b, "}\n"...)
	_, err = w.Write(b)
	return err
}

// WriteRecords streams a result as a JSON array with an object for each row, for
// other programs: what has no plain JSON form is text. Of columns with the same name the later ones are numbered.
func WriteRecords(w io.Writer, r *Reader) error {
	bw := bufio.NewWriter(w)
	var names [][]byte
	seen := map[string]int{}
	for _, c := range r.Columns() {
		name := cleanName(c.Name)
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s_%d", name, seen[name])
		}
		names = append(names, append(appendQuoted(nil, name), ':'))
	}
	b := []byte{'['}
	count := 0
	for row, err := range r.Rows() {
		if err != nil {
			return err
		}
		if count++; count > 1 {
			b = append(b, ',')
		}
		b = append(b, "\n{"...)
		for i, v := range row {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendUnmarked(append(b, names[i]...), v)
		}
		b = append(b, '}')
		if _, err := bw.Write(b); err != nil {
			return err
		}
		b = b[:0]
	}
	if _, err := bw.Write(append(b, "\n]\n"...)); err != nil {
		return err
	}
	return bw.Flush()
}

// appendUnmarked writes a value as JSON without marks.
func appendUnmarked(b []byte, v Value) []byte {
	if v.kind == JSON {
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(v.s)) == nil {
			return append(b, compact.Bytes()...)
		}
	} else if f, _ := v.Float64(); v.Clean() && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return appendJSON(b, v.kind, v)
	}
	return appendQuoted(b, strings.ToValidUTF8(v.String(), "\ufffd"))
}

// AppendJSONRow appends a row as a JSON array.
func AppendJSONRow(b []byte, columns []Column, row Row) []byte {
	b = append(b, '[')
	for i, v := range row {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, columns[i].Kind, v)
	}
	return append(b, ']')
}

// AppendJSON appends one value as it stands in such a row.
func AppendJSON(b []byte, v Value) []byte { return appendJSON(b, v.kind, v) }

const maxSafeInt = 1 << 53

func appendJSON(b []byte, column Kind, v Value) []byte {
	if v.kind == Null {
		return append(b, "null"...)
	}
	if v.kind != column {
		return appendMarked(b, v)
	}
	switch v.kind {
	case Bool:
		return v.appendText(b)
	case Int:
		if v.s == "" && v.n <= maxSafeInt && v.n >= -maxSafeInt {
			return v.appendText(b)
		}
	case Decimal:
		if v.s == "" && v.n < 1e15 && v.n > -1e15 {
			return v.appendText(b)
		}
	case Float:
		if f := math.Float64frombits(uint64(v.n)); math.IsNaN(f) || math.IsInf(f, 0) {
			return appendMarked(b, v)
		}
		return v.appendText(b)
	case Text:
		if !v.Clean() {
			return appendMarked(b, v)
		}
	case JSON:
		var compact bytes.Buffer
		if !v.Clean() || json.Compact(&compact, []byte(v.s)) != nil || ambiguous(compact.Bytes()) {
			return appendMarked(b, v)
		}
		return append(b, compact.Bytes()...)
	}
	return appendQuoted(b, v.String())
}

// appendMarked writes {"$kind":"text form"}; a text is in base64, since its
// being marked means that JSON may not be able to hold it.
func appendMarked(b []byte, v Value) []byte {
	text := v.String()
	if v.kind == Text || v.kind == JSON {
		text = base64.StdEncoding.EncodeToString([]byte(v.s))
	}
	b = append(b, `{"$`+v.kind.String()+`":`...)
	b = appendQuoted(b, text)
	return append(b, '}')
}

// ambiguous reports whether JSON within the JSON of a table would be read as
// something else: as a missing value, as a mark, or as nested too deeply.
func ambiguous(raw []byte) bool {
	const deep = 1000 // far below what decoders allow
	return string(raw) == "null" || looksMarked(raw) || bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) > deep
}

func looksMarked(raw []byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	if !bytes.HasPrefix(raw, []byte("{")) {
		return false
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil || len(m) != 1 {
		return false
	}
	for k := range m {
		return strings.HasPrefix(k, "$")
	}
	return false
}

func decodeJSON(column Kind, raw json.RawMessage) (Value, bool) {
	text := strings.TrimSpace(string(raw))
	if text == "null" {
		return Value{}, true
	}
	if looksMarked(raw) {
		return decodeMarked(raw)
	}
	if column == JSON {
		return NewJSON(text), true
	}
	if strings.HasPrefix(text, `"`) {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return Value{}, false
		}
		return Parse(column, s)
	}
	switch column {
	case Bool, Int, Decimal, Float:
		return Parse(column, text)
	}
	return Value{}, false
}

func decodeMarked(raw json.RawMessage) (Value, bool) {
	var m map[string]string
	if json.Unmarshal(raw, &m) != nil {
		return Value{}, false
	}
	for key, s := range m {
		k, ok := ParseKind(strings.TrimPrefix(key, "$"))
		if !ok || k == Null {
			return Value{}, false
		}
		if k == Text || k == JSON {
			b, err := base64.StdEncoding.DecodeString(s)
			return Value{kind: k, s: string(b)}, err == nil
		}
		return Parse(k, s)
	}
	return Value{}, false
}

func appendQuoted(b []byte, s string) []byte {
	q, err := PlainJSON(s)
	if err != nil { // strings always marshal
		return append(b, `""`...)
	}
	return append(b, q...)
}

// PlainJSON is json.Marshal without escapes for HTML: whoever puts it into a
// page escapes it there.
func PlainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func cleanName(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func shorten(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
