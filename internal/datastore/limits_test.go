package datastore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// rowStream gives rows, and an error in the end.
type rowStream struct {
	rows []table.Row
	err  error
}

func (s *rowStream) Next() (table.Row, error) {
	if len(s.rows) == 0 {
		if s.err != nil {
			return nil, s.err
		}
		return nil, io.EOF
	}
	row := s.rows[0]
	s.rows = s.rows[1:]
	return row, nil
}

func (s *rowStream) Close() error { return nil }

// endless gives rows that do not compress, without end.
type endless struct {
	n      uint64
	stop   context.CancelFunc // called after so many rows, if it is set
	after  uint64
	closed bool
}

func (e *endless) Next() (table.Row, error) {
	e.n++
	if e.stop != nil && e.n == e.after {
		e.stop()
	}
	x := e.n * 0x9E3779B97F4A7C15
	return table.Row{table.NewText(fmt.Sprintf("%016x%016x%016x", x, x^x>>29, x*x))}, nil
}

func (e *endless) Close() error { e.closed = true; return nil }

func (e *endless) reader() *table.Reader {
	return table.NewReader([]table.Column{{Name: "x", Kind: table.Text}}, e, table.Limits{})
}

func TestTablesAreBounded(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{Tables: 2, Rows: 1000, Bytes: 64 << 10})
	put(t, s, 1, "first", numbers(1000))
	rows := &endless{}
	_, err := s.Put(t.Context(), Record{Name: "long", Step: 2}, rows.reader())
	wantFault(t, err, fault.StoreFull, "more than 1000 rows", "aggregate")
	if rows.n > 1001 || !rows.closed {
		t.Errorf("%d rows were read, closed %v", rows.n, rows.closed)
	}
	_, err = s.Make(t.Context(), Record{Name: "long", Step: 2}, "SELECT a.n FROM first AS a CROSS JOIN first AS b WHERE b.n <= 2")
	wantFault(t, err, fault.StoreFull, "more than 1000 rows")
	_, err = s.Make(t.Context(), Record{Name: "wide", Step: 2}, "SELECT md5(a.label || b.label) AS x, md5(b.label || a.label) AS y FROM first AS a JOIN first AS b ON b.n <= 2 AND a.n <= 500")
	if err != nil {
		wantFault(t, err, fault.StoreFull, "no room for table wide", "first")
	} else {
		t.Error("64 KB of random text were kept beside another table")
	}
	if files := left(t, folder); len(files) != 2 {
		t.Errorf("there is left %v", files)
	}
	put(t, s, 1, "second", numbers(1))
	query(t, s, "SELECT * FROM first")
	_, err = s.Put(t.Context(), Record{Name: "third", Step: 1}, numbers(1).Reader())
	wantFault(t, err, fault.StoreFull, "holds 2 tables", "second")
	put(t, s, 1, "second", numbers(2)) // in its own place
	query(t, s, "SELECT * FROM second")
	_, err = s.Put(t.Context(), Record{Name: "third", Step: 1}, numbers(1).Reader())
	wantFault(t, err, fault.StoreFull, "holds 2 tables")
	if err := s.Drop(t.Context(), "second"); err != nil {
		t.Fatal(err)
	}
	put(t, s, 1, "third", numbers(1))
}

func TestBytesAreBounded(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{Bytes: 1 << 20})
	rows := &endless{}
	_, err := s.Put(t.Context(), Record{Name: "large"}, rows.reader())
	wantFault(t, err, fault.StoreFull, "no room for table large", "more than 1.0 MiB")
	if rows.n > 30_000 {
		t.Errorf("%d rows were read", rows.n)
	}
	put(t, s, 1, "base", numbers(1000))
	_, err = s.Make(t.Context(), Record{Name: "large", Step: 1}, "SELECT md5(a.label || b.label) AS x FROM base AS a CROSS JOIN base AS b WHERE b.n <= 100")
	wantFault(t, err, fault.StoreFull, "no room for table large", "base")
	wantFault(t, s.AddArtifact(t.Context(), Artifact{Name: "a", Bytes: make([]byte, 1<<20)}), fault.StoreFull, "no room for artifact a", "base")
	if files := left(t, folder); len(files) != 2 {
		t.Errorf("there is left %v", files)
	}
}

// TestGrowingFileIsStopped is about a file that is too large before it is complete.
func TestGrowingFileIsStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "growing")
	ctx, stop := context.WithCancelCause(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		watch(ctx, path, 100, stop)
	}()
	if err := os.WriteFile(path, make([]byte, 101), 0o600); err != nil {
		t.Fatal(err)
	}
	<-ended
	if !errors.Is(context.Cause(ctx), errTooLarge) {
		t.Errorf("got %v", context.Cause(ctx))
	}
}

func TestStoppedWorkLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	rows := &endless{stop: cancel, after: 5000}
	_, err := s.Put(ctx, Record{Name: "t"}, rows.reader())
	if fault.CodeOf(err) != fault.Canceled || !rows.closed {
		t.Errorf("got %v, closed %v", err, rows.closed)
	}
	_, err = s.Make(ctx, Record{Name: "t"}, "SELECT 1 AS one")
	if fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
	if files := left(t, folder); len(files) != 0 {
		t.Errorf("there is left %v", files)
	}
}

func TestStateIsBounded(t *testing.T) {
	s := open(t, t.TempDir(), Limits{Variables: 2, State: 100, Notes: 2, Scratch: 50, Artifacts: 1, Artifact: 10})
	ctx := t.Context()
	for i, name := range []string{"a", "b"} {
		if err := s.Set(ctx, i, name, map[string]any{"list": []int{1, 2}, "text": "<x>"}); err != nil {
			t.Fatal(err)
		}
	}
	wantFault(t, s.Set(ctx, 1, "c", 1), fault.StoreFull, "2 state variables")
	wantFault(t, s.Set(ctx, 1, "b", strings.Repeat("x", 100)), fault.StoreFull, "no room for the value of b", "b is the largest")
	wantFault(t, s.Set(ctx, 1, "a", func() {}), fault.Usage)
	wantFault(t, s.Unset(ctx, "none"), fault.NotFound)
	if err := s.Unset(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(ctx, 7, "b", 12); err != nil {
		t.Fatal(err)
	}
	state, err := s.State()
	if err != nil || len(state) != 1 || string(state[0].Value) != "12" || state[0].Step != 7 {
		t.Errorf("got %+v, %v", state, err)
	}
	if err := s.Note(ctx, 1, "first"); err != nil {
		t.Fatal(err)
	}
	wantFault(t, s.Note(ctx, 1, strings.Repeat("x", 50)), fault.StoreFull, "scratchpad is full")
	wantFault(t, s.Note(ctx, 1, strings.Repeat("x", maxNote+1)), fault.StoreFull, "artifact")
	wantFault(t, s.Note(ctx, 1, " \n"), fault.Usage)
	if err := s.Note(ctx, 2, "second"); err != nil {
		t.Fatal(err)
	}
	wantFault(t, s.Note(ctx, 1, "third"), fault.StoreFull)
	wantFault(t, s.AddArtifact(ctx, Artifact{Name: "x", Bytes: make([]byte, 11)}), fault.StoreFull, "11 bytes")
	if err := s.AddArtifact(ctx, Artifact{Name: "x", Step: 1, Bytes: []byte("one")}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, s.AddArtifact(ctx, Artifact{Name: "x", Step: 2, Bytes: []byte("two")}), fault.Store, "belongs to step 1")
	wantFault(t, s.AddArtifact(ctx, Artifact{Name: "y", Step: 2}), fault.StoreFull, "1 artifacts")
	if err := s.AddArtifact(ctx, Artifact{Name: "x", Kind: KindCode, MediaType: "text/x-python", Step: 1, Bytes: []byte("again")}); err != nil {
		t.Fatal(err)
	}
	a, err := s.ReadArtifact("x")
	if err != nil || string(a.Bytes) != "again" || a.Size != 5 || a.Kind != KindCode {
		t.Errorf("got %+v, %v", a, err)
	}
	_, err = s.ReadArtifact("y")
	wantFault(t, err, fault.NotFound)
	if err := s.DropArtifact(ctx, "x"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Artifacts(); err != nil || len(list) != 0 {
		t.Errorf("got %v, %v", list, err)
	}
}

func TestRecordsAreBounded(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	for _, r := range []Record{
		{Name: "t", Description: strings.Repeat("x", maxDescription+1)},
		{Name: "t", Description: "\xff"},
		{Name: "t", Sources: []string{"a\x00"}},
		{Name: "t", By: strings.Repeat("x", 1000)},
	} {
		_, err := s.Put(t.Context(), r, numbers(1).Reader())
		wantFault(t, err, fault.Usage)
	}
}
