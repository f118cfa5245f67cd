package sqlite

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/store"
)

// BenchmarkWrite acknowledges events of 200 bytes, one or a hundred to a
// batch. The baselines are the bare driver with the same durability, and one
// append and sync of a plain file: what the disk itself asks for.
func BenchmarkWrite(b *testing.B) {
	text := strings.Repeat("x", 198)
	for _, size := range []int{1, 100} {
		batch := notes("a")
		for range size {
			batch.Events = append(batch.Events, notes("a", text).Events...)
		}
		b.Run(fmt.Sprintf("store/batch=%d", size), func(b *testing.B) {
			s, err := Open(b.Context(), filepath.Join(b.TempDir(), "plumb.db"), Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				if _, err := s.Write(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size*b.N)/b.Elapsed().Seconds(), "events/s")
		})
		b.Run(fmt.Sprintf("driver/batch=%d", size), func(b *testing.B) {
			db := sql.OpenDB(connector{dsn: "file:" + filepath.Join(b.TempDir(), "bare.db") + "?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate"})
			defer db.Close()
			db.SetMaxOpenConns(1)
			if _, err := db.Exec("CREATE TABLE events (id INTEGER PRIMARY KEY, payload TEXT)"); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				tx, err := db.Begin()
				if err != nil {
					b.Fatal(err)
				}
				for range size {
					if _, err := tx.Exec("INSERT INTO events (payload) VALUES (?)", text); err != nil {
						b.Fatal(err)
					}
				}
				if err := tx.Commit(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size*b.N)/b.Elapsed().Seconds(), "events/s")
		})
		b.Run(fmt.Sprintf("file/batch=%d", size), func(b *testing.B) {
			f, err := os.Create(filepath.Join(b.TempDir(), "log"))
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			data := []byte(strings.Repeat(text, size))
			for b.Loop() {
				if _, err := f.Write(data); err != nil {
					b.Fatal(err)
				}
				if err := f.Sync(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size*b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkEvents reads a page of a hundred events from a store of ten thousand.
func BenchmarkEvents(b *testing.B) {
	s, err := Open(b.Context(), filepath.Join(b.TempDir(), "plumb.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	batch := notes("a")
	for range 10_000 - 1 {
		batch.Events = append(batch.Events, notes("a", strings.Repeat("x", 198)).Events...)
	}
	ids, err := s.Write(b.Context(), batch)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			page, err := s.Events(b.Context(), "a", ids[5000], 100)
			if err != nil || len(page) != 100 {
				b.Fatal(len(page), err)
			}
		}
	})
	b.Run("nothing new", func(b *testing.B) { // what a follower asks while it waits
		for b.Loop() {
			page, err := s.Events(b.Context(), "a", ids[len(ids)-1], store.MaxLimit)
			if err != nil || len(page) != 0 {
				b.Fatal(len(page), err)
			}
		}
	})
}

// BenchmarkAudit records a question as it proceeds: asked, one attempt,
// settled, each a durable write with an event; against all of it in one.
func BenchmarkAudit(b *testing.B) {
	s, err := Open(b.Context(), filepath.Join(b.TempDir(), "plumb.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Write(b.Context(), notes("a")); err != nil {
		b.Fatal(err)
	}
	events := notes("a", strings.Repeat("x", 198)).Events
	n := 0
	question := func() (asked, settled store.Query, attempts []store.Attempt) {
		n++
		asked = store.Query{ID: fmt.Sprint("q", n), Session: "a", Question: strings.Repeat("q", 80), Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon}
		settled = asked
		settled.Status, settled.FinalSQL, settled.Answer = store.StatusSuccess, strings.Repeat("s", 200), strings.Repeat("a", 300)
		return asked, settled, []store.Attempt{{QueryID: asked.ID, Number: 1, SQL: settled.FinalSQL, ValidationOK: true, ExecutionOK: true, CreatedAt: noon}}
	}
	write := func(batch store.Batch) {
		if _, err := s.Write(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("as it proceeds", func(b *testing.B) {
		for b.Loop() {
			asked, settled, attempts := question()
			write(store.Batch{Queries: []store.Query{asked}, Events: events})
			write(store.Batch{Attempts: attempts, Events: events})
			write(store.Batch{Queries: []store.Query{settled}, Events: events})
		}
	})
	b.Run("all at once", func(b *testing.B) {
		for b.Loop() {
			_, settled, attempts := question()
			write(store.Batch{Queries: []store.Query{settled}, Attempts: attempts, Events: events})
		}
	})
	b.Run("list of 100", func(b *testing.B) {
		for b.Loop() {
			list, err := s.Audit(b.Context(), store.Filter{Newest: true, Limit: 100, Contains: "QQ"})
			if err != nil || len(list) != 100 {
				b.Fatal(len(list), err)
			}
		}
	})
}
