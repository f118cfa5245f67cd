package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	})
}

func TestDocuments(t *testing.T) {
	storetest.RunDocuments(t, func(t *testing.T) storetest.Documents {
		return open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	})
}

// open opens a store that must open, and closes it when the test ends.
func open(t *testing.T, path string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

var noon = time.Date(2026, 2, 6, 12, 0, 0, 0, time.UTC)

func notes(session string, texts ...string) store.Batch {
	b := store.Batch{Sessions: []store.Session{{ID: session, CreatedAt: noon}}}
	for _, text := range texts {
		payload, _ := json.Marshal(text)
		b.Events = append(b.Events, store.Event{Session: session, Kind: "note", At: noon, Payload: payload})
	}
	return b
}

func write(t *testing.T, s *Store, b store.Batch) []int64 {
	t.Helper()
	ids, err := s.Write(t.Context(), b)
	if err != nil {
		t.Fatalf("Write: %v", err)
	}
	return ids
}

// wantFault checks the code, and that the fault tells a person where and what
// to do next.
func wantFault(t *testing.T, err error, code fault.Code, path string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil || f.Code != code || f.Hint == "" || !strings.Contains(f.Message, path) {
		t.Fatalf("got %+v, want a fault %s with a hint, about %s", f, code, path)
	}
}

func TestOpenCreatesForTheOwnerOnly(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "home")
	path := filepath.Join(folder, "plumb.db")
	write(t, open(t, path, Options{}), notes("a", "1"))
	for name, want := range map[string]os.FileMode{folder: 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
}

func TestPathsWithOddCharacters(t *testing.T) {
	for _, name := range []string{"a b", "50%", "what?mode=memory", "#1", "naïve-日本", "a&b=c;d"} {
		path := filepath.Join(t.TempDir(), name, "plumb.db")
		write(t, open(t, path, Options{}), notes("a", "1"))
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestEveryConnectionIsDurable also covers a connection that the pool opens
// later, after one was thrown away.
func TestEveryConnectionIsDurable(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	for range 2 {
		for _, db := range []*sql.DB{s.writer, s.readers} {
			var mode string
			var synchronous, foreignKeys int
			err := db.QueryRow("SELECT journal_mode, synchronous, foreign_keys FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys").
				Scan(&mode, &synchronous, &foreignKeys)
			if err != nil || mode != "wal" || synchronous != 2 || foreignKeys != 1 {
				t.Fatalf("journal_mode %s, synchronous %d, foreign_keys %d, %v", mode, synchronous, foreignKeys, err)
			}
		}
		if _, err := s.Write(t.Context(), store.Batch{Events: notes("nobody", "1").Events}); err == nil {
			t.Fatal("an event of no session was written")
		}
	}
	if _, err := s.readers.Exec("CREATE TABLE x (y)"); err == nil {
		t.Fatal("a reading connection could write")
	}
}

func TestReopenedStoreKeepsEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plumb.db")
	first, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := write(t, first, notes("a", "1", "2"))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := open(t, path, Options{})
	after := write(t, second, notes("a", "3"))
	events, err := second.Events(t.Context(), "a", 0, 0)
	if err != nil || len(events) != 3 || after[0] <= before[1] {
		t.Fatalf("%d events, ids %v then %v, %v", len(events), before, after, err)
	}
}

func TestAppendOnlyInTheFileItself(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	b := notes("a", "1")
	b.Cells = []store.Cell{{ID: "c", Session: "a", CreatedAt: noon, Hash: "h", Body: json.RawMessage("{}")}}
	b.Queries = []store.Query{
		{ID: "q", Session: "a", Status: store.StatusSuccess, CreatedAt: noon, UpdatedAt: noon},
		{ID: "open", Session: "a", Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon},
	}
	b.Attempts = []store.Attempt{{QueryID: "q", Number: 1, CreatedAt: noon}}
	write(t, s, b)
	for _, statement := range []string{
		"UPDATE events SET payload = '2'", "DELETE FROM events", "REPLACE INTO events (id, session, kind, at, payload) VALUES (1, 'a', 'x', '', '')",
		"UPDATE cells SET body = '2'", "DELETE FROM cells", "REPLACE INTO cells SELECT 9, id, session, position, created_at, hash, '2' FROM cells",
		"UPDATE analysis_query_attempts SET generated_sql = ''", "DELETE FROM analysis_query_attempts",
		"REPLACE INTO analysis_query_attempts SELECT * FROM analysis_query_attempts",
		"REPLACE INTO analysis_queries SELECT * FROM analysis_queries WHERE id = 'q'",
		"UPDATE analysis_queries SET final_answer = 'other' WHERE id = 'q'", "UPDATE analysis_queries SET status = 'open'",
		"UPDATE analysis_queries SET total_ms = 1 WHERE id = 'q'", "UPDATE analysis_queries SET source = 'other' WHERE id = 'open'",
		"UPDATE analysis_queries SET question = 'other' WHERE id = 'open'", "DELETE FROM analysis_queries WHERE id = 'open'",
		"UPDATE analysis_queries SET attempt_count = 5", "UPDATE analysis_queries SET attempt_count = attempt_count + 1 WHERE id = 'open'",
		"DELETE FROM sessions",
	} {
		_, err := s.writer.Exec(statement)
		var e sqlite3.Error
		if !errors.As(err, &e) || e.Code != sqlite3.ErrConstraint {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func TestForeignFilesAreRefusedAndUntouched(t *testing.T) {
	database := func(statements string) func(string) error {
		return func(path string) error {
			db := sql.OpenDB(connector{dsn: path})
			_, err := db.Exec(statements)
			return errors.Join(err, db.Close())
		}
	}
	for name, make := range map[string]func(path string) error{
		"text":                  func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("notes\n"), 2000), 0o600) },
		"another program":       database("CREATE TABLE invoices (id INTEGER)"),
		"another id":            database("PRAGMA application_id = 7"),
		"newer version":         database("PRAGMA application_id = 0x504c4d42; CREATE TABLE sessions (x); PRAGMA user_version = 99"),
		"folder in its place":   func(path string) error { return os.Mkdir(path, 0o700) },
		"half a header":         func(path string) error { return os.WriteFile(path, []byte("SQLite format 3\x00\x10"), 0o600) },
		"header and then chaos": func(path string) error { return os.WriteFile(path, chaos(), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "plumb.db")
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(path)
			_, err := Open(t.Context(), path, Options{})
			wantFault(t, err, fault.Store, path)
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			t.Log(err)
		})
	}
	t.Run("file in the folder's place", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "home")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(file, "plumb.db")
		_, err := Open(t.Context(), path, Options{})
		wantFault(t, err, fault.Store, path)
	})
}

func chaos() []byte {
	b := bytes.Repeat([]byte{0xa5}, 8192)
	copy(b, "SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20")
	return b
}

func TestDamageIsReported(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plumb.db")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		write(t, s, notes("a", strings.Repeat(fmt.Sprint(i), 1000)))
	}
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for i := len(content) / 2 / page * page; i < len(content); i++ {
		content[i] = 0xa5
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, Options{})
	wantFault(t, s.Check(t.Context()), fault.Store, path)
	_, err = s.Events(t.Context(), "", 0, store.MaxLimit)
	wantFault(t, err, fault.Store, path)
}

func TestWritersWaitForEachOtherWithinALimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plumb.db")
	other := open(t, path, Options{})
	s := open(t, path, Options{LockWait: 30 * time.Millisecond})
	patient := open(t, path, Options{})
	write(t, s, notes("a", "1"))

	holding, err := other.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holding.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	_, err = s.Write(t.Context(), notes("a", "2"))
	wantFault(t, err, fault.Store, path)
	if _, err := Open(t.Context(), path, Options{LockWait: 30 * time.Millisecond}); err == nil {
		t.Fatal("a store opened although its version could not be settled")
	}
	if events, err := s.Events(t.Context(), "a", 0, 0); err != nil || len(events) != 1 {
		t.Fatalf("readers must not wait: %d events, %v", len(events), err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	waiting := make(chan error)
	go func() {
		_, err := patient.Write(ctx, notes("a", "3"))
		waiting <- err
	}()
	cancel()
	if err := <-waiting; fault.CodeOf(err) != fault.Canceled {
		t.Fatalf("a cancelled wait ended with %v", err)
	}
	go func() {
		_, err := patient.Write(t.Context(), notes("a", "4"))
		waiting <- err
	}()
	if _, err := holding.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(<-waiting, holding.Close()); err != nil {
		t.Fatal(err)
	}
	write(t, s, notes("a", "5"))
	if events, err := s.Events(t.Context(), "a", 0, 0); err != nil || len(events) != 3 {
		t.Fatalf("%d events, %v", len(events), err)
	}
}

// TestManyOpenAtOnce is the first start of several Plumbs on a new home.
func TestManyOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "home", "plumb.db")
	const count = 8
	var group sync.WaitGroup
	for i := range count {
		group.Go(func() {
			s, err := Open(t.Context(), path, Options{})
			if err != nil {
				t.Errorf("Open: %v", err)
				return
			}
			if _, err := s.Write(t.Context(), notes(fmt.Sprint(i), "1", "2")); err != nil {
				t.Errorf("Write: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
	group.Wait()
	s := open(t, path, Options{})
	if events, err := s.Events(t.Context(), "", 0, 0); err != nil || len(events) != 2*count {
		t.Fatalf("%d events, %v", len(events), err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
}
