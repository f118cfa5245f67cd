package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/table"
)

// Rows as JSON are a list of lists of cells. A cell is null, a boolean, a number
// (whole or not, which makes it an integer or a float), a string, or an object with
// one key, {"date": "2024-01-31"}: the kind of the value and its text.

func appendJSONRow(b []byte, row table.Row) []byte {
	if len(b) == 0 {
		b = append(b, '[')
	} else {
		b = append(b, ',')
	}
	b = append(b, '[')
	for i, v := range row {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCell(b, v)
	}
	return append(b, ']')
}

// Cell is the JSON form of a value.
func Cell(v table.Value) json.RawMessage { return appendCell(nil, v) }

func appendCell(b []byte, v table.Value) []byte {
	switch v.Kind() {
	case table.Null:
		return append(b, "null"...)
	case table.Bool, table.Int:
		return append(b, v.String()...)
	case table.Float:
		if f, _ := v.Float64(); !math.IsInf(f, 0) && !math.IsNaN(f) {
			text := v.String()
			if !strings.ContainsAny(text, ".e") {
				text += ".0"
			}
			return append(b, text...)
		}
	case table.Text:
		return appendText(b, v.Raw())
	}
	b = append(b, '{')
	b = appendText(b, v.Kind().String())
	b = append(b, ':')
	b = appendText(b, v.String())
	return append(b, '}')
}

// appendText writes a JSON string. Bytes that are no UTF-8 become U+FFFD.
func appendText(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	text, err := json.Marshal(s)
	if err != nil { // a string cannot fail
		return append(b, `""`...)
	}
	return append(b, text...)
}

var errCell = errors.New("a value is not valid")

// ParseCell reads the JSON form of a value.
func ParseCell(raw json.RawMessage) (table.Value, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return table.Value{}, errCell
	}
	switch c := raw[0]; {
	case c == 'n':
		return table.Value{}, nil
	case c == 't' || c == 'f':
		return table.NewBool(c == 't'), nil
	case c == '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return table.Value{}, errCell
		}
		return table.NewText(s), nil
	case c == '{':
		return parseTyped(raw)
	}
	kind := table.Int
	if bytes.ContainsAny(raw, ".eE") {
		kind = table.Float
	}
	v, ok := table.Parse(kind, string(raw))
	if !ok {
		return table.Value{}, fmt.Errorf("%w: a number", errCell)
	}
	return v, nil
}

func parseTyped(raw json.RawMessage) (table.Value, error) {
	var typed map[string]string
	if err := json.Unmarshal(raw, &typed); err != nil || len(typed) != 1 {
		return table.Value{}, errCell
	}
	for name, text := range typed {
		kind, known := table.ParseKind(name)
		v, ok := table.Parse(kind, text)
		if known && ok {
			return v, nil
		}
	}
	return table.Value{}, errCell
}

// ParseJSONRows reads rows of so many columns.
func ParseJSONRows(payload []byte, columns int) ([]table.Row, error) {
	var cells [][]json.RawMessage
	if err := json.Unmarshal(payload, &cells); err != nil {
		return nil, errCell
	}
	rows := make([]table.Row, len(cells))
	for i, list := range cells {
		if len(list) != columns {
			return nil, errCell
		}
		rows[i] = make(table.Row, columns)
		for j, raw := range list {
			v, err := ParseCell(raw)
			if err != nil {
				return nil, err
			}
			rows[i][j] = v
		}
	}
	return rows, nil
}

// ParseRows reads rows in the binary form. Unlike package table, it accepts only
// values that Plumb itself could have made.
func ParseRows(payload []byte, columns int) ([]table.Row, error) {
	var rows []table.Row
	for s := string(payload); s != ""; {
		row := make(table.Row, columns)
		rest, ok := table.DecodeRow(s, row)
		if !ok || len(rest) == len(s) {
			return nil, errCell
		}
		for _, v := range row {
			if !sound(v) {
				return nil, errCell
			}
		}
		rows, s = append(rows, row), rest
	}
	return rows, nil
}

func sound(v table.Value) bool {
	switch v.Kind() {
	case table.Null, table.Text, table.Float, table.Bytes:
		return true
	}
	_, ok := table.Parse(v.Kind(), v.String())
	return ok
}
