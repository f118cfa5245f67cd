package table

import (
	"errors"
	"io"
	"iter"
	"slices"
)

// Stream is what an adapter gives: rows until io.EOF. The row may be reused by
// the next call. Close stops the work behind it, on the server too, and does
// not read what is left.
type Stream interface {
	Next() (Row, error)
	Close() error
}

// Limits cap a result. Zero means no limit.
type Limits struct {
	Rows  int
	Bytes int64
}

// Reader streams a result under its limits. It holds one row at a time.
type Reader struct {
	columns   []Column
	stream    Stream
	limits    Limits
	rows      int
	bytes     int64
	truncated Cap
	done      error

	// Ordered says that the statement gives the rows their order.
	Ordered bool
}

// NewReader reads the stream until its end or the first limit.
func NewReader(columns []Column, s Stream, l Limits) *Reader {
	return &Reader{columns: columns, stream: s, limits: l}
}

// Columns describes the rows.
func (r *Reader) Columns() []Column { return r.columns }

// Count is how many rows have been read.
func (r *Reader) Count() int { return r.rows }

// Truncated says which limit ended the reading, once Next has returned io.EOF.
func (r *Reader) Truncated() Cap { return r.truncated }

// Next is the next row, or io.EOF at the end or at a limit. The row is valid
// until the next call.
func (r *Reader) Next() (Row, error) {
	if r.done != nil {
		return nil, r.done
	}
	row, err := r.stream.Next()
	if err != nil {
		r.done = err
		return nil, err
	}
	if r.limits.Rows > 0 && r.rows == r.limits.Rows {
		return nil, r.stop(ByRows)
	}
	for _, v := range row {
		r.bytes += int64(v.Size())
	}
	if r.limits.Bytes > 0 && r.bytes > r.limits.Bytes {
		return nil, r.stop(ByBytes)
	}
	r.rows++
	return row, nil
}

func (r *Reader) stop(c Cap) error {
	r.truncated, r.done = c, io.EOF
	return io.EOF
}

// Close ends the work behind the reader. It may be called at any time, and
// more than once.
func (r *Reader) Close() error {
	if r.stream == nil {
		return nil
	}
	s := r.stream
	r.stream = nil
	if r.done == nil {
		r.done = io.EOF
	}
	return s.Close()
}

// Rows yields the rows and closes the reader.
func (r *Reader) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		defer r.Close()
		for {
			row, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// ReadAll reads what is left and closes the reader. On an error the rows read
// so far are returned with it.
func (r *Reader) ReadAll() (*Table, error) {
	t := &Table{Columns: r.columns, Ordered: r.Ordered}
	for row, err := range r.Rows() {
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, slices.Clone(row))
	}
	t.Truncated = r.truncated
	return t, nil
}

// Reader streams a table that is already in memory.
func (t *Table) Reader() *Reader {
	r := NewReader(t.Columns, &memory{rows: t.Rows}, Limits{})
	r.truncated, r.Ordered = t.Truncated, t.Ordered
	return r
}

type memory struct{ rows []Row }

func (m *memory) Next() (Row, error) {
	if len(m.rows) == 0 {
		return nil, io.EOF
	}
	row := m.rows[0]
	m.rows = m.rows[1:]
	return row, nil
}

func (m *memory) Close() error { return nil }
