package session

import (
	"encoding/json"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// MaxRows is how many rows a cell keeps. Of a longer result it keeps the hash
// of all that was read, and none of the rows: part of a result would look like
// the whole.
const MaxRows = 1000

// ResultOf is a table as a cell keeps it.
func ResultOf(t *table.Table, ms int64) *Result {
	r := &Result{RowCount: int64(len(t.Rows)), DataHash: t.Hash(), Truncated: t.Truncated != table.Whole, ExecutionTimeMS: ms, Diagnostics: t.Diagnostics()}
	for _, c := range t.Columns {
		r.Columns = append(r.Columns, c.Name)
		r.ColumnTypes = append(r.ColumnTypes, c.Kind.String())
	}
	if len(t.Rows) <= MaxRows {
		r.Data = rowsOf(t)
	}
	return r
}

// WholeResultOf is a table with all of its rows, however many: for a page that
// shows them, not for a cell that keeps them.
func WholeResultOf(t *table.Table) *Result {
	r := ResultOf(t, 0)
	if r.Data == nil {
		r.Data = rowsOf(t)
	}
	return r
}

func rowsOf(t *table.Table) json.RawMessage {
	b := []byte{'['}
	for i, row := range t.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = table.AppendJSONRow(b, t.Columns, row)
	}
	return append(b, ']')
}

// Table is the result with its rows, exactly as they were. Kept says whether
// the cell has them.
func (r *Result) Table() (t *table.Table, kept bool, err error) {
	if r == nil || r.Data == nil {
		return nil, false, nil
	}
	type column struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	whole := struct {
		Columns []column        `json:"columns"`
		Rows    json.RawMessage `json:"rows"`
	}{Rows: r.Data, Columns: []column{}}
	if len(r.Columns) != len(r.ColumnTypes) {
		return nil, false, fault.New(fault.BadData, "a result has %d columns and %d types", len(r.Columns), len(r.ColumnTypes))
	}
	for i, name := range r.Columns {
		whole.Columns = append(whole.Columns, column{name, r.ColumnTypes[i]})
	}
	b, err := table.PlainJSON(whole)
	if err == nil {
		t = new(table.Table)
		err = t.UnmarshalJSON(b)
	}
	if err != nil {
		return nil, false, fault.Wrap(err, fault.BadData, "the rows of a cell cannot be read: %s", err)
	}
	if r.Truncated {
		t.Truncated = table.ByRows
	}
	return t, true, nil
}
