package builtin

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/table"
)

// hurried is a database that answers nothing in time.
type hurried struct{}

func (hurried) Distinct(context.Context, *schema.Table, string, int) ([]table.Value, error) {
	return nil, fault.New(fault.SQLTimeout, "too slow")
}

func (hurried) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, fault.New(fault.SQLTimeout, "too slow")
}

// TestASlowStartIsMadeUpFor keeps an index that there was no time for, and adds
// to it when the database is opened again.
func TestASlowStartIsMadeUpFor(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "shop.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE people (id INTEGER PRIMARY KEY, city TEXT); INSERT INTO people VALUES (1, 'Oslo')"); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	c := connect(t, sqlite.Driver, path, "")
	s, err := c.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	first, err := index.Build(t.Context(), s, hurried{})
	if err != nil || !first.Unfinished() {
		t.Fatalf("%+v, %v", first, err)
	}
	cache := filepath.Join(dir, "cache")
	if err := first.Save(cache, c.Key(), index.KeyOf(s, "")); err != nil {
		t.Fatal(err)
	}
	if _, err := indexOf(unhurried(t), c, cache); err != nil {
		t.Fatal(err)
	}
	kept, _, err := index.Load(cache, c.Key())
	if err != nil || kept.Unfinished() || len(kept.Values(span.Words("who lives in Oslo"))) == 0 {
		t.Errorf("%+v, %v", kept, err)
	}
}

// TestAChangedTableIsNoticed asks about rows that came after the index was kept,
// and gets what a new index would give.
func TestAChangedTableIsNoticed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "shop.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	change := func(statement string) {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	change("CREATE TABLE people (id INTEGER PRIMARY KEY, city TEXT); INSERT INTO people VALUES (1, 'Oslo'); CREATE TABLE dogs (id INTEGER PRIMARY KEY, breed TEXT); INSERT INTO dogs VALUES (1, 'Beagle')")
	cache := filepath.Join(dir, "cache")
	for _, c := range []struct{ change, question string }{
		{"SELECT 1", "who lives in Oslo"},
		{"INSERT INTO people VALUES (2, 'Bergen')", "who lives in Bergen"},
		{"UPDATE dogs SET breed = 'Collie'", "how many Collie dogs"},
		{"CREATE TABLE cats (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO cats VALUES (1, 'Tom')", "how old is Tom"},
	} {
		change(c.change)
		kept, err := indexOf(unhurried(t), connect(t, sqlite.Driver, path, ""), cache)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := indexOf(unhurried(t), connect(t, sqlite.Driver, path, ""), "")
		if err != nil {
			t.Fatal(err)
		}
		found := kept.Values(span.Words(c.question))
		if len(found) == 0 {
			t.Errorf("%s: nothing is found", c.question)
		}
		if d := cmp.Diff(fresh.Values(span.Words(c.question)), found) + cmp.Diff(fresh.Columns, kept.Columns) + cmp.Diff(fresh.Tables, kept.Tables); d != "" {
			t.Errorf("%s: %s", c.question, d)
		}
	}
}
