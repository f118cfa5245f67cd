package sqlite

import (
	"database/sql/driver"
	"io"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	// A column's kind is what its first values are.
	aheadRows  = 256
	aheadBytes = 4 << 20

	batchRows  = 128
	batchBytes = 256 << 10
	batchTime  = 50 * time.Millisecond // rows that trickle are not held back for longer
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
		d.hints[i] = declaredKind(d.columns[i].Native)
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
		var seen kinds
		for _, row := range d.ahead {
			seen.add(decode(row[i], d.hints[i]).Kind())
		}
		c := &d.columns[i]
		c.Kind = seen.settle(d.hints[i])
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

// read sends all rows in batches, and returns the last of them with the error
// that ended it: io.EOF if nothing went wrong.
func (d *decoder) read(e *execution) (*batch, error) {
	b := &batch{}
	for _, row := range d.ahead {
		b.add(row, d.hints)
	}
	d.ahead = nil
	since := time.Time{} // the first rows are sent at once
	for {
		if n := len(b.rows); d.end == nil && n > 0 && (n >= batchRows || b.size >= batchBytes || time.Since(since) > batchTime) {
			var err error
			if b, err = e.send(b); err != nil {
				return nil, err
			}
			since = time.Now()
		}
		if err := d.next(); err != nil {
			return b, err
		}
		b.add(d.raw, d.hints)
	}
}

// add decodes a row into the memory of an earlier one, if there is any.
func (b *batch) add(raw []driver.Value, hints []table.Kind) {
	n := len(b.rows)
	if n < cap(b.rows) {
		b.rows = b.rows[:n+1]
	} else {
		b.rows = append(b.rows, nil)
	}
	row := b.rows[n]
	if len(row) != len(raw) {
		row = make(table.Row, len(raw))
		b.rows[n] = row
	}
	for i, v := range raw {
		row[i] = decode(v, hints[i])
		b.size += row[i].Size()
	}
}
