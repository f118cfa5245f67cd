package notebook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

func TestCellsComeBackAsTheyWere(t *testing.T) {
	s := filled(t, 3)
	n, err := s.Load("sales")
	if err != nil {
		t.Fatal(err)
	}
	if n.Name != "Sales" || n.ID != "notebook_n1" || len(n.Cells) != 3 || !n.UpdatedAt.After(n.CreatedAt) {
		t.Errorf("got %+v", n)
	}
	if n.Connection != (Connection{Type: "sqlite", Database: "shop.db", Name: "shop", SchemaHash: "sha256:aa"}) {
		t.Errorf("connection %+v", n.Connection)
	}
	for i, c := range n.Cells {
		want := sample(i)
		got, _ := c.Hash()
		if hash, err := want.Hash(); err != nil || got != hash {
			t.Errorf("cell %d has the hash %s, want %s, %v", i, got, hash, err)
		}
		rows, kept, err := c.Result.Table()
		if err != nil || !kept || !reflect.DeepEqual(rows.Rows, regions().Rows) {
			t.Errorf("cell %d: rows %v, %v", i, rows, err)
		}
	}
}

func TestSameNotebookSameBytes(t *testing.T) {
	a, b := filled(t, 3), filled(t, 3)
	first, err := os.ReadFile(a.path("sales"))
	if err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(b.path("sales")); err != nil || !bytes.Equal(first, second) {
		t.Errorf("%s\n%s, %v", first, second, err)
	}
	// Formatted by another program, it is the same notebook, and the next
	// change writes it in its own form again.
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, first, "", "    "); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.path("sales"), pretty.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []Store{a, b} {
		if err := s.Append(t.Context(), "Sales", sample(3)); err != nil {
			t.Fatal(err)
		}
	}
	first, _ = os.ReadFile(a.path("sales"))
	if second, _ := os.ReadFile(b.path("sales")); !bytes.Equal(first, second) {
		t.Errorf("%s\n%s", first, second)
	}
}

func TestChanges(t *testing.T) {
	s := filled(t, 3)
	edited := sample(1)
	edited.Question = "Another?"
	steps := []struct {
		name string
		do   func() error
		want []string // the questions afterwards
	}{
		{"append again", func() error { return s.Append(t.Context(), "Sales", sample(2)) }, []string{"0?", "1?", "2?"}},
		{"replace", func() error { return s.Replace(t.Context(), "notebook_n1", edited) }, []string{"0?", "Another?", "2?"}},
		{"delete", func() error { return s.DeleteCell(t.Context(), "sales", "cell_0") }, []string{"Another?", "2?"}},
		{"rename", func() error { return s.Rename(t.Context(), "sales", " Überblick:  Q1/Q2 ") }, []string{"Another?", "2?"}},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		n, err := s.Load("notebook_n1")
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		var got []string
		for _, c := range n.Cells {
			got = append(got, c.Question[strings.LastIndexByte(c.Question, ' ')+1:])
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	list, err := s.List()
	if err != nil || len(list) != 1 || list[0].Slug != "überblick-q1-q2" || list[0].Name != "Überblick: Q1/Q2" || list[0].Cells != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.Delete(t.Context(), "Überblick: Q1/Q2"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestRefused(t *testing.T) {
	s := filled(t, 1)
	other := sample(0)
	other.Question = "Something else?"
	for name, c := range map[string]struct {
		do   func() error
		code fault.Code
	}{
		"same name":        {func() error { _, err := s.Create(t.Context(), "sales!", Connection{}); return err }, fault.Usage},
		"no name":          {func() error { _, err := s.Create(t.Context(), " ../ ", Connection{}); return err }, fault.Usage},
		"long name":        {func() error { _, err := s.Create(t.Context(), strings.Repeat("n", 121), Connection{}); return err }, fault.Usage},
		"other cell":       {func() error { return s.Append(t.Context(), "Sales", other) }, fault.Usage},
		"unknown notebook": {func() error { return s.Append(t.Context(), "Sale", other) }, fault.NotFound},
		"unknown cell":     {func() error { return s.Replace(t.Context(), "Sales", sample(7)) }, fault.NotFound},
		"no such cell":     {func() error { return s.DeleteCell(t.Context(), "Sales", "cell_7") }, fault.NotFound},
		"path as name":     {func() error { _, err := s.Load("../sales"); return err }, ""},
		"nothing damaged":  {func() error { _, err := s.Recover(t.Context(), "Sales", "", nil); return err }, fault.Usage},
	} {
		if err := c.do(); fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEnsureMakesANotebookOnce(t *testing.T) {
	s := newStore(t)
	for range 2 {
		slug, err := s.Ensure(t.Context(), "My week", Connection{})
		if err != nil || slug != "my-week" {
			t.Fatalf("%q, %v", slug, err)
		}
	}
	if list, _ := s.List(); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

func TestFullNotebook(t *testing.T) {
	n := &sealed{head: head{Version: version, Name: "Full"}}
	small := session.Cell{ID: "cell_1", Question: "?"}
	for i := range MaxCells + 1 {
		if err := n.put(i, small); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := n.bytes(); fault.CodeOf(err) != fault.StoreFull {
		t.Errorf("%d cells: %v", len(n.cells), err)
	}
	big := make([]byte, MaxBytes/8)
	n.cells = [][]byte{big, big, big, big, big, big, big, big}
	if _, err := n.bytes(); fault.CodeOf(err) != fault.StoreFull {
		t.Errorf("%d bytes: %v", MaxBytes, err)
	}
}

func TestWhoHoldsTheLockIsNamed(t *testing.T) {
	s := filled(t, 0)
	release, err := s.lock(t.Context(), "sales")
	if err != nil {
		t.Fatal(err)
	}
	waiting := s
	waiting.Wait = time.Millisecond
	err = waiting.Append(t.Context(), "Sales", sample(0))
	if fault.CodeOf(err) != fault.Store || !strings.Contains(err.Error(), "the notebook has been locked by process ") {
		t.Errorf("%v", err)
	}
	release()
	if err := s.Append(t.Context(), "Sales", sample(0)); err != nil {
		t.Error(err)
	}
}

func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	s := filled(t, 1)
	files, err := filepath.Glob(filepath.Join(s.Dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
}
