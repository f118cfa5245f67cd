package sqlite

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/storetest"
)

func TestRecordsConformance(t *testing.T) {
	storetest.RunRecords(t, func(t *testing.T) store.Records {
		return open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	})
}

// TestRemovedForGood looks for what was removed in the files themselves.
func TestRemovedForGood(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plumb.db")
	s := open(t, path, Options{})
	secret := "my salary is 81,234"
	record := func(id, text string) store.Record {
		body, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return store.Record{Kind: "memory", Owner: "ada", ID: id, Body: body, CreatedAt: noon, UpdatedAt: noon}
	}
	kept := "the year begins in April"
	// Short and long ones, so that some fill pages of their own.
	for _, r := range []store.Record{record("1", secret), record("2", kept), record("3", strings.Repeat(secret+" ", 2000))} {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(text string) bool {
		for _, name := range []string{path, path + "-wal"} {
			content, err := os.ReadFile(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			if bytes.Contains(content, []byte(text)) {
				return true
			}
		}
		return false
	}
	if !holds(secret) || !holds(kept) {
		t.Fatal("what was written is not in the files")
	}
	if n, err := s.Remove(t.Context(), store.RecordFilter{Kind: "memory", Owner: "ada", IDs: []string{"1", "3"}}); err != nil || n != 2 {
		t.Fatalf("%d, %v", n, err)
	}
	if holds(secret) || !holds(kept) {
		t.Error("what was removed is still in the files, or what was kept is not")
	}
}

func TestRecordsOutliveTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plumb.db")
	first, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := store.Record{Kind: "memory", Owner: "ada", ID: "1", Body: json.RawMessage(`{}`), CreatedAt: noon, UpdatedAt: noon}
	if err := errors.Join(first.Put(t.Context(), r), first.Close()); err != nil {
		t.Fatal(err)
	}
	if n, err := open(t, path, Options{}).CountRecords(t.Context(), store.RecordFilter{Kind: "memory", Owner: "ada"}); err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
}
