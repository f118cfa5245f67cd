package table

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// script is a stream that counts what is done to it.
type script struct {
	rows          []Row
	err           error // at the end, instead of io.EOF
	closeErr      error
	nexts, closed int
}

func (s *script) Next() (Row, error) {
	s.nexts++
	switch {
	case s.closed > 0:
		return nil, errors.New("read after close")
	case len(s.rows) > 0:
		row := s.rows[0]
		s.rows = s.rows[1:]
		return row, nil
	case s.err != nil:
		return nil, s.err
	}
	return nil, io.EOF
}

func (s *script) Close() error { s.closed++; return s.closeErr }

func numbers(n int) []Row {
	var rows []Row
	for i := range n {
		rows = append(rows, Row{NewInt(int64(i))}) // 8 bytes each
	}
	return rows
}

func TestReaderStopsAtItsLimits(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		rows   int
		cap    Cap
		nexts  int
	}{
		{Limits{}, 5, Whole, 6},
		{Limits{Rows: 4}, 4, ByRows, 5},
		{Limits{Rows: 5}, 5, Whole, 6}, // exactly as many as there are
		{Limits{Rows: 6}, 5, Whole, 6},
		{Limits{Rows: 1}, 1, ByRows, 2},
		{Limits{Bytes: 40}, 5, Whole, 6}, // exactly as large
		{Limits{Bytes: 39}, 4, ByBytes, 5},
		{Limits{Bytes: 7}, 0, ByBytes, 1},
		{Limits{Rows: 2, Bytes: 39}, 2, ByRows, 3},
		{Limits{Rows: 4, Bytes: 16}, 2, ByBytes, 3},
	} {
		s := &script{rows: numbers(5)}
		got, err := NewReader([]Column{{Name: "n", Kind: Int}}, s, c.limits).ReadAll()
		if err != nil || len(got.Rows) != c.rows || got.Truncated != c.cap || s.nexts != c.nexts || s.closed != 1 {
			t.Errorf("%+v: %d rows, %q, %d reads, %d closes, %v", c.limits, len(got.Rows), got.Truncated, s.nexts, s.closed, err)
		}
	}
}

func TestReaderEndsOnce(t *testing.T) {
	s := &script{rows: numbers(3)}
	r := NewReader(nil, s, Limits{Rows: 1})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if row, err := r.Next(); row != nil || err != io.EOF {
			t.Errorf("got %v, %v", row, err)
		}
	}
	if s.nexts != 2 {
		t.Errorf("%d reads after the limit", s.nexts)
	}
}

func TestCloseInTheMiddle(t *testing.T) {
	broken := errors.New("close failed")
	s := &script{rows: numbers(3), closeErr: broken}
	r := NewReader(nil, s, Limits{})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); !errors.Is(err, broken) {
		t.Errorf("Close says %v", err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("the second Close says %v", err)
	}
	if _, err := r.Next(); err != io.EOF || s.closed != 1 || s.nexts != 1 {
		t.Errorf("%v, %d closes, %d reads", err, s.closed, s.nexts)
	}

	s = &script{rows: numbers(3)}
	for range NewReader(nil, s, Limits{}).Rows() {
		break
	}
	if s.closed != 1 || s.nexts != 1 {
		t.Errorf("after break: %d closes, %d reads", s.closed, s.nexts)
	}
}

func TestReaderPassesErrorsOn(t *testing.T) {
	broken := fault.New(fault.Lost, "gone")
	s := &script{rows: numbers(2), err: broken}
	got, err := NewReader(nil, s, Limits{}).ReadAll()
	if !errors.Is(err, broken) || len(got.Rows) != 2 || s.closed != 1 || got.Truncated != Whole {
		t.Errorf("%d rows, %d closes, %v", len(got.Rows), s.closed, err)
	}
	r := NewReader(nil, &script{err: broken}, Limits{})
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}

// A stream may reuse its row; what ReadAll returns must not change with it.
func TestReadAllCopiesRows(t *testing.T) {
	row := make(Row, 1)
	n := 0
	got, err := NewReader(nil, stream(func() (Row, error) {
		if n == 3 {
			return nil, io.EOF
		}
		row[0] = NewInt(int64(n))
		n++
		return row, nil
	}), Limits{}).ReadAll()
	if err != nil || fmt.Sprint(got.Rows) != "[[0] [1] [2]]" {
		t.Errorf("got %v, %v", got.Rows, err)
	}
}

type stream func() (Row, error)

func (s stream) Next() (Row, error) { return s() }
func (s stream) Close() error       { return nil }

func TestTableReaderKeepsTheCap(t *testing.T) {
	want := &Table{Columns: []Column{{Name: "n", Kind: Int}}, Rows: numbers(2), Truncated: ByBytes}
	got, err := want.Reader().ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "Reader", want, got)
}

func TestDiagnostics(t *testing.T) {
	for _, c := range []struct {
		table Table
		want  string
	}{
		{Table{Rows: numbers(1)}, "[]"},
		{Table{}, "[{info EMPTY_RESULT no rows relax the filters, or check the ranges and values in plumb schema  0}]"},
		{Table{Rows: numbers(2), Truncated: ByRows}, "[{warning RESULT_TRUNCATED showing the first 2 rows narrow the question to see everything, or raise --max-rows  0}]"},
		{Table{Truncated: ByBytes}, "[{warning RESULT_TRUNCATED showing 0 rows: the size limit is reached select fewer or shorter columns, or raise --max-bytes  0}]"},
	} {
		if got := fmt.Sprint(c.table.Diagnostics()); got != c.want {
			t.Errorf("got %s", got)
		}
	}
}
