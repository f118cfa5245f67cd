package engine

import (
	"database/sql/driver"
	"io"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	// A column's kind is what its first values are.
	aheadRows  = 256
	aheadBytes = 4 << 20
)

// decoder turns what SQLite holds into values.
type decoder struct {
	stmt    *sqlite3.SQLiteStmt
	rows    *sqlite3.SQLiteRows
	columns []table.Column
	hints   []table.Kind
	raw     []driver.Value
	ahead   [][]driver.Value
	end     error // what Next returned last
}

func newDecoder(stmt *sqlite3.SQLiteStmt, rows *sqlite3.SQLiteRows) *decoder {
	names := rows.Columns()
	d := &decoder{stmt: stmt, rows: rows, columns: make([]table.Column, len(names)), hints: make([]table.Kind, len(names)), raw: make([]driver.Value, len(names))}
	for i, n := range names {
		d.columns[i] = table.Column{Name: n, Native: rows.ColumnTypeDatabaseTypeName(i)}
		d.hints[i] = DeclaredKind(d.columns[i].Native)
	}
	// The driver would turn what is declared as a date or boolean into its own
	// idea of one, and lose what does not fit. It looks at this list for that.
	clear(rows.DeclTypes())
	return d
}

func (d *decoder) close() {
	_ = d.rows.Close() // what went wrong has been said by next
	_ = d.stmt.Close()
}

// next reads a row into raw.
func (d *decoder) next() error {
	if d.end == nil {
		d.end = d.rows.Next(d.raw)
	}
	return d.end
}

// lookAhead reads the first rows and settles what the columns are.
func (d *decoder) lookAhead() error {
	if len(d.columns) == 0 {
		return guard.Reject("the statement returns no columns, so there is nothing to read").WithHint("write a SELECT")
	}
	for bytes := 0; len(d.ahead) < aheadRows && bytes < aheadBytes; {
		err := d.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		row := make([]driver.Value, len(d.raw))
		copy(row, d.raw)
		d.ahead = append(d.ahead, row)
		for _, v := range row {
			bytes += rawSize(v)
		}
	}
	for i := range d.columns {
		var seen Kinds
		for _, row := range d.ahead {
			seen.Add(decode(row[i], d.hints[i]).Kind())
		}
		c := &d.columns[i]
		c.Kind = seen.Settle(d.hints[i])
		if d.hints[i] == table.Null && c.Kind == table.Float {
			d.hints[i] = table.Float
		}
		if c.Native == "" {
			c.Native = storageName(c.Kind)
		}
	}
	return nil
}

func rawSize(v driver.Value) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 8
}

// read sends the rows, up to what the answer wants.
func (d *decoder) read(out *serve.Answer) error {
	out.Begin(d.columns)
	row := make(table.Row, len(d.columns))
	add := func(raw []driver.Value) { out.Add(row, fill(row, raw, d.hints, out.BytesLeft())) }
	for _, raw := range d.ahead {
		if !out.WantsMore() {
			return nil
		}
		add(raw)
	}
	d.ahead = nil
	for out.WantsMore() {
		out.Flush()
		if err := d.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		add(d.raw)
	}
	return nil
}

// fill decodes a row and returns its size. A text that goes beyond most is cut
// just there, and the values after it are left out.
func fill(row table.Row, raw []driver.Value, hints []table.Kind, most int64) int64 {
	var size int64
	for i, v := range raw {
		row[i] = table.Value{}
		if size > most {
			continue
		}
		if text, ok := v.(string); ok && int64(len(text)) > most {
			v = text[:most+1]
		}
		if bytes, ok := v.([]byte); ok && int64(len(bytes)) > most {
			v = bytes[:most+1]
		}
		row[i] = decode(v, hints[i])
		size += int64(row[i].Size())
	}
	return size
}
