package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// What a caller is given of a result.
const (
	MaxRows      = 100
	maxText      = 16 << 10 // bytes of rows
	longestValue = 300      // bytes of one value
	longestAbout = 300      // bytes of a description
)

// page is a result as a caller reads it.
type page struct {
	Query    int             `json:"query,omitempty"` // its number
	Table    string          `json:"table,omitempty"`
	About    string          `json:"about,omitempty"`
	Columns  []string        `json:"columns"`
	Types    []string        `json:"types,omitempty"`
	Rows     json.RawMessage `json:"rows"`
	RowCount int             `json:"row_count"`
	Note     string          `json:"note,omitempty"` // what to know of it
	instead  string          // what to do where not all rows are shown
}

// write returns a table as text: its first rows under the names of the columns,
// and how many were left out.
func (p page) write(t *table.Table) (string, error) {
	p.Columns, p.RowCount = []string{}, len(t.Rows)
	for _, c := range t.Columns {
		p.Columns = append(p.Columns, clip(c.Name, longestValue))
	}
	p.Rows = json.RawMessage{'['}
	shown := 0
	for _, row := range t.Rows[:min(MaxRows, len(t.Rows))] {
		line := table.AppendJSONRow(nil, t.Columns, shorten(row))
		if len(p.Rows)+len(line) > maxText {
			break
		}
		if shown > 0 {
			p.Rows = append(p.Rows, ',')
		}
		p.Rows = append(p.Rows, line...)
		shown++
	}
	p.Rows = append(p.Rows, ']')
	if left := leftOut(t, shown); left != "" {
		p.Note = strings.Join(strings.Fields(left+" "+p.instead+" "+p.Note), " ")
	}
	return encode(p)
}

// leftOut says how much of a result is not shown.
func leftOut(t *table.Table, shown int) string {
	switch {
	case t.Truncated != table.Whole:
		return fmt.Sprintf("Truncated: there are more rows than the %d that are shown.", shown)
	case shown < len(t.Rows):
		return fmt.Sprintf("Truncated: %d of %d rows are shown.", shown, len(t.Rows))
	}
	return ""
}

// shorten returns a row whose long values are cut.
func shorten(row table.Row) table.Row {
	var cut table.Row
	for i, v := range row {
		if v.Size() <= longestValue {
			continue
		}
		if cut == nil {
			cut = append(table.Row{}, row...)
		}
		cut[i] = table.NewText(clip(v.String(), longestValue))
	}
	if cut == nil {
		return row
	}
	return cut
}

// clip shortens a text to about so many bytes, and says so.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// encode is JSON without escapes for HTML.
func encode(v any) (string, error) {
	b, err := table.PlainJSON(v)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the result of a tool cannot be encoded: %v", err)
	}
	return string(b), nil
}

// list is a table in the making, of what Plumb knows rather than what it read.
type list struct{ table.Table }

// newList begins one. A name that begins with # is of whole numbers.
func newList(names ...string) *list {
	l := &list{}
	for _, n := range names {
		kind := table.Text
		if number, ok := strings.CutPrefix(n, "#"); ok {
			n, kind = number, table.Int
		}
		l.Columns = append(l.Columns, table.Column{Name: n, Kind: kind})
	}
	return l
}

// add appends a row of texts and numbers; an empty text and a number below zero
// are unknown.
func (l *list) add(values ...any) {
	row := make(table.Row, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case string:
			if v != "" {
				row[i] = table.NewText(v)
			}
		case int:
			row[i] = table.NewInt(int64(v))
		case int64:
			if v >= 0 {
				row[i] = table.NewInt(v)
			}
		}
	}
	l.Rows = append(l.Rows, row)
}

// output is the list as a tool gives it.
func (l *list) output(p page, about ...string) (Output, error) {
	text, err := p.write(&l.Table)
	return Output{Text: text, Table: &l.Table, About: about}, err
}
