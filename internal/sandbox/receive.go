package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// maxColumns is the most columns of one table, and maxTables the most tables and
// values of a program.
const (
	maxColumns = 2000
	maxTables  = 1000
)

// receiver collects what a process sends. It may send anything.
type receiver struct {
	limits  Limits
	left    int64 // bytes
	rows    int
	result  Result
	printed strings.Builder
}

// receive reads results until the program has ended. A failure of the program is a
// fault; other errors are about the process.
func receive(from io.Reader, l Limits) (*Result, error) {
	r := &receiver{limits: l, left: l.Output}
	in := bufio.NewReaderSize(from, 64<<10)
	for {
		kind, payload, err := wire.Receive(in, r.left)
		if errors.Is(err, wire.ErrTooLarge) {
			return nil, errOutput
		}
		if err != nil {
			return nil, err
		}
		const perFrame = 5
		if r.left -= int64(len(payload)) + perFrame; r.left < 0 {
			return nil, errOutput
		}
		switch kind {
		case wire.KindEnd:
			return r.finish(), nil
		case wire.KindFailed:
			var f wire.Failure
			if err := json.Unmarshal(payload, &f); err != nil {
				return nil, errProtocol
			}
			return nil, programFault(f, l)
		}
		if err := r.take(kind, payload); err != nil {
			return nil, err
		}
	}
}

func (r *receiver) take(kind wire.Kind, payload []byte) error {
	switch kind {
	case wire.KindPrinted:
		r.printed.Write(payload)
		return nil
	case wire.KindValue:
		var s wire.Scalar
		if err := json.Unmarshal(payload, &s); err != nil {
			return errProtocol
		}
		v, err := wire.ParseCell(s.Value)
		if err != nil {
			return errProtocol
		}
		r.result.Values = append(r.result.Values, Value{s.Name, v})
	case wire.KindTable:
		var t wire.Table
		if err := json.Unmarshal(payload, &t); err != nil || len(t.Columns) > maxColumns {
			return errProtocol
		}
		r.result.Tables = append(r.result.Tables, Named{t.Name, &table.Table{Columns: t.Columns}})
	case wire.KindRows, wire.KindJSONRows:
		return r.takeRows(kind, payload)
	default:
		return errProtocol
	}
	if len(r.result.Tables)+len(r.result.Values) > maxTables {
		return errOutput
	}
	return nil
}

func (r *receiver) takeRows(kind wire.Kind, payload []byte) error {
	if len(r.result.Tables) == 0 {
		return errProtocol
	}
	t := r.result.Tables[len(r.result.Tables)-1].Table
	parse := wire.ParseRows
	if kind == wire.KindJSONRows {
		parse = wire.ParseJSONRows
	}
	rows, err := parse(payload, len(t.Columns))
	if err != nil {
		return errProtocol
	}
	if r.rows += len(rows); r.rows > r.limits.Rows {
		return errRows
	}
	t.Rows = append(t.Rows, rows...)
	return nil
}

func (r *receiver) finish() *Result {
	for _, t := range r.result.Tables {
		unify(t.Table)
	}
	r.result.Printed = strings.ToValidUTF8(r.printed.String(), "\uFFFD")
	return &r.result
}

// unify gives each column one kind, and converts the values that have another.
func unify(t *table.Table) {
	for i := range t.Columns {
		kind := table.Null
		for _, row := range t.Rows {
			kind = merge(kind, row[i].Kind())
		}
		if kind == table.Null {
			kind = table.Text
		}
		t.Columns[i].Kind, t.Columns[i].Native = kind, ""
		for _, row := range t.Rows {
			row[i] = convert(row[i], kind)
		}
	}
}

// merge is the kind that can hold values of both.
func merge(a, b table.Kind) table.Kind {
	switch {
	case a == b || b == table.Null:
		return a
	case a == table.Null:
		return b
	case a.Numeric() && b.Numeric():
		if a == table.Float || b == table.Float {
			return table.Float
		}
		return table.Decimal
	case a.Temporal() && b.Temporal() && a != table.TimestampTZ && b != table.TimestampTZ:
		return table.Timestamp
	}
	return table.Text
}

func convert(v table.Value, kind table.Kind) table.Value {
	if v.IsNull() || v.Kind() == kind {
		return v
	}
	switch kind {
	case table.Float:
		if f, ok := v.Float64(); ok {
			return table.NewFloat(f)
		}
	case table.Decimal, table.Timestamp:
		if c, ok := table.Parse(kind, v.String()); ok {
			return c
		}
	}
	return table.NewText(v.String())
}
