package datastore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// staged is a table as lines of text, from which DuckDB makes the Parquet file. Fields are
// separated by tabs; control characters and percent signs are escaped as in URLs, so
// that every line is a row and nothing is quoted. The first field of each
// line is a point: a line is never empty.
type staged struct {
	path    string
	columns []survey
	names   []string
	notes   []string
	rows    int64
	bytes   int64
	longest int // line
	hash    string
}

const (
	stagedNull  = "%N" // no text is written so: its percent sign would be escaped
	lineStart   = '.'
	maxLine     = 16 << 20
	bufferSize  = 1 << 20
	checkPeriod = 1000 // rows after which the context is looked at
)

// stageLimits bound the rows of a table on their way.
type stageLimits struct{ rows, bytes int64 }

// stage writes the rows of a reader as text.
func (w *workshop) stage(ctx context.Context, r *table.Reader, l stageLimits) (*staged, error) {
	columns := r.Columns()
	if len(columns) == 0 || len(columns) > maxColumns {
		return nil, fault.New(fault.BadData, "table %s has %d columns", w.name, len(columns)).
			WithHint("select at least one column, and at most %d", maxColumns)
	}
	s := &staged{path: w.path("rows.txt"), columns: make([]survey, len(columns))}
	s.names, s.notes = columnNames(columns)
	renamed := make([]table.Column, len(columns))
	for i, c := range columns {
		s.columns[i].column, renamed[i] = c, c
		renamed[i].Name = s.names[i]
	}
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, unwritable(err)
	}
	out := bufio.NewWriterSize(f, bufferSize)
	h := table.NewHasher(renamed)
	err = s.readRows(ctx, r, out, h, l, w)
	if flushed := errors.Join(out.Flush(), f.Close()); err == nil && flushed != nil {
		err = unwritable(flushed)
	}
	s.hash = h.Sum()
	return s, err
}

func (s *staged) readRows(ctx context.Context, r *table.Reader, out *bufio.Writer, h *table.Hasher, l stageLimits, w *workshop) error {
	var line []byte
	for {
		row, err := r.Next()
		switch {
		case errors.Is(err, io.EOF) && r.Truncated() != table.Whole:
			return fault.New(fault.ResultTruncated, "the rows of table %s are incomplete: the limit of %s of the statement that reads them was reached after %d rows", w.name, r.Truncated(), s.rows).
				WithHint("raise the limits of the statement, or select less")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case s.rows == l.rows:
			return tooManyRows(w.name, l.rows)
		case s.rows%checkPeriod == 0 && ctx.Err() != nil:
			return fault.Of(ctx.Err())
		case len(row) != len(s.columns):
			return fault.New(fault.Internal, "a row of table %s has %d values for %d columns", w.name, len(row), len(s.columns))
		}
		s.rows++
		h.Add(row)
		if line, err = s.appendLine(line[:0], row); err != nil {
			return err
		}
		s.bytes += int64(len(line))
		s.longest = max(s.longest, len(line))
		switch {
		case len(line) > maxLine:
			return fault.New(fault.StoreFull, "row %d of table %s is larger than %s", s.rows, w.name, size(maxLine)).WithHint("leave out the column with the long values")
		case s.bytes > l.bytes:
			return w.noRoom("its rows are more than %s", size(l.bytes))
		}
		if _, err := out.Write(line); err != nil {
			return unwritable(err)
		}
	}
}

func (s *staged) appendLine(b []byte, row table.Row) ([]byte, error) {
	b = append(b, lineStart)
	for i, v := range row {
		b = append(b, '\t')
		if v.IsNull() {
			b = append(b, stagedNull...)
			continue
		}
		c := &s.columns[i]
		text := stagedText(v)
		c.note(v, text)
		if (v.Kind() == table.Text || v.Kind() == table.JSON) && !utf8.ValidString(text) {
			return nil, fault.New(fault.BadData, "column %s has text that is not UTF-8 in row %d", s.names[i], s.rows).
				WithHint("select it as bytes, or leave it out")
		}
		start := len(b)
		b = appendEscaped(b, text)
		c.escaped = c.escaped || len(b)-start != len(text)
	}
	return append(b, '\n'), nil
}

// stagedText is a value as DuckDB reads it.
func stagedText(v table.Value) string {
	switch v.Kind() {
	case table.Int:
		if n, ok := v.Int64(); ok {
			return strconv.FormatInt(n, 10)
		}
	case table.Date, table.Timestamp, table.TimestampTZ:
		return strings.TrimPrefix(v.String(), "+") // of years with five digits
	case table.Interval:
		months, days, micros := v.Interval()
		return fmt.Sprintf("%d months %d days %d microseconds", months, days, micros)
	}
	return v.String()
}

func appendEscaped(b []byte, text string) []byte {
	const hexDigits = "0123456789ABCDEF"
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '%' || c == 0x7f {
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		} else {
			b = append(b, c)
		}
	}
	return b
}

// query reads the staged rows, with their types.
func (s *staged) query() (string, []Column, error) {
	types, parts := make([]string, len(s.columns)), make([]string, len(s.columns))
	columns := make([]Column, len(s.columns))
	for i := range s.columns {
		id := fmt.Sprintf("c%d", i)
		types[i] = fmt.Sprintf("'%s': 'VARCHAR'", id)
		c, expression, note, err := s.columns[i].decide(s.names[i], id)
		if err != nil {
			return "", nil, err
		}
		if note != "" {
			s.notes = append(s.notes, fmt.Sprintf("column %s %s", s.names[i], note))
			s.hash = "" // the rows are no longer those that it was made of
		}
		columns[i], parts[i] = c, expression+" AS "+duckdb.Identifier(c.Name)
	}
	const usualLine, buffers = 2 << 20, 4
	line := max(usualLine, s.longest+1)
	return fmt.Sprintf(`SELECT %s FROM read_csv(%s, auto_detect = false, header = false, columns = {'start': 'VARCHAR', %s},
delim = '\t', quote = '', escape = '', nullstr = '%s', new_line = '\n', max_line_size = %d, buffer_size = %d)`,
		strings.Join(parts, ", "), duckdb.Literal(s.path), strings.Join(types, ", "), stagedNull, line, buffers*line), columns, nil
}
