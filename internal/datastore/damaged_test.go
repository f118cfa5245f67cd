package datastore

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

// filled is a closed store with two tables, one of which was replaced, an artifact, a variable and a note.
func filled(t *testing.T) (folder string, before []Record) {
	t.Helper()
	folder = t.TempDir()
	s := open(t, folder, Limits{})
	put(t, s, 1, "base", numbers(5))
	put(t, s, 1, "base", numbers(10))
	if _, err := s.Make(t.Context(), Record{Name: "spans", Step: 2, Description: "how long"}, "SELECT n, to_microseconds(n) AS took FROM base"); err != nil {
		t.Fatal(err)
	}
	if err := s.AddArtifact(t.Context(), Artifact{Name: "script", Kind: KindCode, Step: 1, Bytes: []byte("print(1)")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(t.Context(), 1, "total", 5); err != nil {
		t.Fatal(err)
	}
	if err := s.Note(t.Context(), 1, "found 5"); err != nil {
		t.Fatal(err)
	}
	before, err := s.Tables()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return folder, before
}

func TestDamagedCatalogueIsMadeAgain(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"empty":   func([]byte) []byte { return nil },
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"garbage": func([]byte) []byte { return []byte("\x00\xff not JSON") },
		"other":   func([]byte) []byte { return []byte("{}") },
		"changed": func(b []byte) []byte { return bytes.Replace(b, []byte(`"rows":10`), []byte(`"rows":90`), 1) },
		"missing": nil,
	} {
		t.Run(name, func(t *testing.T) {
			folder, before := filled(t)
			path := filepath.Join(folder, catalogueFile)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if damage == nil {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, damage(content), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			s := open(t, folder, Limits{})
			d := s.Diagnostics()
			if len(d) != 1 || d[0].Code != fault.Store || !strings.Contains(d[0].Message, "2 tables and 1 artifacts were recovered") || d[0].Hint == "" {
				t.Fatalf("got %+v", d)
			}
			after, err := s.Tables()
			if err != nil || len(after) != len(before) {
				t.Fatalf("got %+v, %v", after, err)
			}
			for i, r := range after {
				b := before[i]
				if r.Name != b.Name || r.Rows != b.Rows || r.Bytes != b.Bytes || r.Step != b.Step || r.Description != b.Description || r.SQL != b.SQL || r.Hash != b.Hash || r.Columns[1] != b.Columns[1] {
					t.Errorf("got %+v, want %+v", r, b)
				}
			}
			if got := query(t, s, "SELECT CAST(took AS VARCHAR) FROM spans WHERE n = 10"); got.Rows[0][0].String() != "00:00:00.00001" {
				t.Errorf("got %v", got.Rows)
			}
			if a, err := s.ReadArtifact("script"); err != nil || string(a.Bytes) != "print(1)" {
				t.Errorf("got %+v, %v", a, err)
			}
			if err := s.AddArtifact(t.Context(), Artifact{Name: "script", Step: 1}); err != nil {
				t.Errorf("the step that made it: %v", err)
			}
			put(t, s, 1, "base", numbers(1))
			s.Close()
			if d := open(t, folder, Limits{}).Diagnostics(); len(d) != 0 {
				t.Errorf("the next time it says %+v", d)
			}
		})
	}
}

func TestDamagedTables(t *testing.T) {
	folder, _ := filled(t)
	if err := os.Truncate(filepath.Join(folder, tablesFolder, "spans"+tableEnding), 100); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, artifactFolder, "script")); err != nil {
		t.Fatal(err)
	}
	s := open(t, folder, Limits{})
	d := s.Diagnostics()
	if len(d) != 2 || !strings.Contains(d[0].Message, "table spans is lost") || !strings.Contains(d[1].Message, "artifact script is lost") {
		t.Errorf("got %+v", d)
	}
	if list, err := s.Tables(); err != nil || len(list) != 1 {
		t.Errorf("got %+v, %v", list, err)
	}
	if got := query(t, s, "SELECT count(*) FROM base"); got.Rows[0][0].String() != "10" {
		t.Errorf("got %v", got.Rows)
	}
	if notes, err := s.Notes(); err != nil || len(notes) != 1 {
		t.Errorf("got %v, %v", notes, err)
	}
	s.Close()

	// Where the catalogue is damaged, too, what can be read is recovered.
	base := filepath.Join(folder, tablesFolder, "base-2"+tableEnding)
	content, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, tablesFolder, "other"+tableEnding), content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, catalogueFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder, Limits{})
	if d := s.Diagnostics(); len(d) != 1 || !strings.Contains(d[0].Message, "1 tables") || !strings.Contains(d[0].Hint, "1 tables whose files cannot be read") {
		t.Errorf("got %+v", d)
	}
	if got := query(t, s, "SELECT count(*) FROM base"); got.Rows[0][0].String() != "10" {
		t.Errorf("got %v", got.Rows)
	}
}

func TestCatalogueThatIsDamagedWhileOpen(t *testing.T) {
	folder, _ := filled(t)
	s := open(t, folder, Limits{})
	path := filepath.Join(folder, catalogueFile)
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := s.Tables()
	wantFault(t, err, fault.Store, "damaged", "open the store again")
	_, err = s.Put(t.Context(), Record{Name: "t"}, numbers(1).Reader())
	wantFault(t, err, fault.Store, "damaged")
	wantFault(t, s.Set(t.Context(), 1, "x", 1), fault.Store, "damaged")
	if content, err := os.ReadFile(path); err != nil || string(content) != "{" {
		t.Errorf("it was written over: %s, %v", content, err)
	}
}

func TestNewerStoreIsLeftAlone(t *testing.T) {
	folder, _ := filled(t)
	path := filepath.Join(folder, catalogueFile)
	if err := os.WriteFile(path, []byte(`{"format":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), Config{Folder: folder, Source: source.Config{}, Clock: newClock().now})
	wantFault(t, err, fault.Store, "newer version")
	if files := left(t, folder); len(files) != 5 {
		t.Errorf("there is left %v", files)
	}
}

func TestOrphansAreRemoved(t *testing.T) {
	folder, _ := filled(t)
	for _, name := range []string{"tables/spans-2.parquet", "tables/x.parquet", "artifacts/.new-1", ".new-2", "building/base-123/out.parquet"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, folder, Limits{})
	if files := left(t, folder); len(files) != 5 { // one of them is that of the table that was replaced
		t.Errorf("there is left %v", files)
	}
	if got := query(t, s, "SELECT count(*) FROM spans"); got.Rows[0][0].String() != "10" {
		t.Errorf("got %v", got.Rows)
	}
}

func TestFoldersWithOddNames(t *testing.T) {
	outer := t.TempDir()
	real := filepath.Join(outer, "it's [a] *store*, year=2024")
	link := filepath.Join(outer, "link")
	if err := os.MkdirAll(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	s := open(t, link, Limits{})
	put(t, s, 1, "base", numbers(3))
	if _, err := s.Make(t.Context(), Record{Name: "made", Step: 1}, "SELECT * FROM base"); err != nil {
		t.Fatal(err)
	}
	if got := query(t, s, "SELECT * FROM made"); len(got.Rows) != 3 || len(got.Columns) != 2 {
		t.Errorf("got %v", got)
	}
	if _, err := Open(t.Context(), Config{Folder: filepath.Join(real, useFile), Clock: newClock().now}); err == nil {
		t.Error("a file was opened as a store")
	}
}
