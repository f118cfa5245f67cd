package cli

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes and changes the database

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/schema"
	cells "github.com/plumbdata/plumb/internal/session"

	"github.com/plumbdata/plumb/internal/test/testbed"
)

// TestReplayTellsWhatChangedInTheSchema changes a database under a notebook
// that was made on it.
func TestReplayTellsWhatChangedInTheSchema(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	change := func(statements string) {
		t.Helper()
		testbed.SQLite(t, filepath.Join(dir, "shop.db"), statements)
	}
	change(`CREATE TABLE sales (region TEXT, amount INTEGER); INSERT INTO sales VALUES ('North', 10), ('South', 20);
		CREATE TABLE stock (item TEXT, pieces INTEGER); INSERT INTO stock VALUES ('tent', 3)`)
	run := func(args ...string) (int, string) {
		t.Helper()
		var out, errs strings.Builder
		status := Main(t.Context(), Process{Args: args, Dir: dir, Home: home, Environ: []string{"LANG=C.UTF-8"},
			Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now})
		return status, out.String() + errs.String()
	}
	keepCells(t.Context(), t, dir, home, "SELECT region, amount FROM sales ORDER BY region", "SELECT item, pieces FROM stock")
	if status, out := run("replay", "kept", "--db", "shop.db"); status != 0 || strings.Contains(out, "SCHEMA_STALE") {
		t.Fatalf("status %d\n%s", status, out)
	}

	change(`ALTER TABLE sales ADD COLUMN tax INTEGER`)
	status, out := run("replay", "kept", "--db", "shop.db")
	if status != 1 || !strings.Contains(out, "! 1 schema changed") || !strings.Contains(out, "tax") || !strings.Contains(out, "the rows are the same") {
		t.Errorf("a column was added: status %d\n%s", status, out)
	}
	if !strings.Contains(out, "✓ 2 same") {
		t.Errorf("another table has changed, and this cell with it:\n%s", out)
	}

	change(`ALTER TABLE sales RENAME COLUMN region TO area`)
	status, out = run("replay", "kept", "--db", "shop.db")
	if status != 1 || !strings.Contains(out, "! 1 schema changed") || !strings.Contains(out, "SCHEMA_STALE") {
		t.Errorf("a column was renamed: status %d\n%s", status, out)
	}
}

// keepCells makes a notebook of statements over the database.
func keepCells(ctx context.Context, t *testing.T, dir, home string, statements ...string) {
	t.Helper()
	a := newApp(Process{Dir: dir, Home: home, Stdin: strings.NewReader(""), Stdout: &strings.Builder{}, Stderr: &strings.Builder{}, Now: time.Now})
	conn, err := a.open(ctx, "shop.db")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	s, err := conn.Schema(ctx, connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	store, _, err := a.notebooks("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Create(ctx, "Kept", notebook.Connection{}); err != nil {
		t.Fatal(err)
	}
	for _, text := range statements {
		r, checked, err := conn.Query(ctx, text, limits(a.settings))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		c := cells.Cell{ID: freshID("cell_"), CreatedAt: time.Now(), Question: text, SQL: &cells.SQL{Query: text, Tables: checked.Tables()},
			Result: cells.ResultOf(rows, 1), Metadata: cells.Metadata{SchemaVersion: schema.Hash(s)}}
		if err := store.Append(ctx, "Kept", c); err != nil {
			t.Fatal(err)
		}
	}
	rememberSchema(a.settings, s)
}

// TestANotebookGetsNoVariables: it may come from anybody, and lead anywhere.
func TestANotebookGetsNoVariables(t *testing.T) {
	a := newApp(Process{Dir: t.TempDir(), Home: t.TempDir(), Environ: []string{"SECRET=s"}, Stdin: strings.NewReader(""), Stdout: &strings.Builder{}, Stderr: &strings.Builder{}, Now: time.Now})
	for where, wanted := range map[string]fault.Code{"postgres://${SECRET}@db.example.com/x": fault.Usage, "postgres://me@db.example.com/x": fault.NotFound, "shop.db": ""} {
		_, err := a.dataOf(&notebook.Notebook{Connection: notebook.Connection{Database: where}})
		if fault.CodeOf(err) != wanted {
			t.Errorf("%s: %v", where, err)
		}
	}
}
