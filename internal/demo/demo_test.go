package demo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestBuildSaysWhatItMade(t *testing.T) {
	r := build(t)
	if r.Existed || r.Path != filepath.Join(built.dir, FileName) {
		t.Errorf("got %+v", r)
	}
	if diff := cmp.Diff(Tables, r.Tables); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if r.Rows() < 500_000 {
		t.Errorf("%d rows are too few for a demo", r.Rows())
	}
	want := []string{"data.duckdb", "dictionary.csv", "docs.md", "examples", "schema.yml"}
	if diff := cmp.Diff(want, names(t, built.dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestBuildFindsAWarehouseThatIsThere(t *testing.T) {
	first := build(t)
	before, err := os.Stat(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Build(t.Context(), built.dir, func(stage string, _, _ int) { t.Errorf("began %q", stage) })
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	if !again.Existed || again.Path != first.Path || !cmp.Equal(again.Tables, first.Tables) {
		t.Errorf("got %+v", again)
	}
	if !before.ModTime().Equal(after.ModTime()) || before.Size() != after.Size() {
		t.Error("the database was written to")
	}
}

func TestAStoppedBuildLeavesNothing(t *testing.T) {
	for _, stage := range []string{"tables", "orders", "writing to disk"} {
		t.Run(stage, func(t *testing.T) {
			dir := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			_, err := Build(ctx, dir, func(s string, _, _ int) {
				if s == stage {
					go cancel() // while the stage runs
				}
			})
			if fault.CodeOf(err) != fault.Canceled || !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			if left := names(t, dir); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestBuildOverwritesNothingOfOthers(t *testing.T) {
	other := func(t *testing.T, path string) {
		db, err := attach(t.Context(), path, "")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.ExecContext(t.Context(), "CREATE TABLE mine AS SELECT 1 AS x"); err != nil {
			t.Fatal(err)
		}
	}
	text := func(t *testing.T, path string) {
		if err := os.WriteFile(path, []byte("mine\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		file  string
		write func(*testing.T, string)
		says  string
	}{
		{FileName, other, "is not the demo warehouse"},
		{FileName, text, "cannot be read as a DuckDB database"},
		{"docs.md", text, "is not the demo's"},
	} {
		t.Run(c.says, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, c.file)
			c.write(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Build(t.Context(), dir, nil)
			f := fault.Of(err)
			if f == nil || f.Code != fault.Config || f.Hint == "" || !strings.Contains(f.Message, c.says) || !strings.Contains(f.Message, path) {
				t.Errorf("got %+v", f)
			}
			after, err := os.ReadFile(path)
			if err != nil || string(after) != string(before) {
				t.Errorf("%s was changed (%v)", c.file, err)
			}
			if left := names(t, dir); len(left) != 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestBuildWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Build(t.Context(), filepath.Join(file, "warehouse"), nil)
	f := fault.Of(err)
	if f == nil || f.Code != fault.Config || f.Hint == "" || !strings.Contains(f.Message, "not a directory") {
		t.Errorf("got %+v", f)
	}
}

// A work folder is cleared away once it can only belong to a killed build.
func TestAbandonedWorkFoldersAreRemoved(t *testing.T) {
	dir := t.TempDir()
	old, recent := filepath.Join(dir, workPrefix+"old"), filepath.Join(dir, workPrefix+"recent")
	for _, d := range []string{old, recent} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(old)
	if err != nil {
		t.Fatal(err)
	}
	past := info.ModTime().Add(-abandonedAfter - time.Minute)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	if _, err := workFolder(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old work folder is still there (%v)", err)
	}
	if _, err := os.Stat(recent); err != nil {
		t.Errorf("the work folder of a build under way is gone: %v", err)
	}
}

func TestBuildRefusesAQuestionMark(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "why?")
	_, err := Build(t.Context(), dir, nil)
	f := fault.Of(err)
	if f == nil || f.Code != fault.Config || f.Hint == "" {
		t.Errorf("got %+v", f)
	}
}

// Characters that mean something in a DSN, a URL or an SQL string.
func TestBuildTakesOddPaths(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's 100% b=c&d #1")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// One stage is enough to show that the database opens there.
	_, err := Build(ctx, dir, func(_ string, done, _ int) {
		if done == 1 {
			if found := names(t, dir); len(found) != 1 || !strings.HasPrefix(found[0], workPrefix) {
				t.Errorf("work happens in %v", found)
			}
			cancel()
		}
	})
	if fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
}
