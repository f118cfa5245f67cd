package desk

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

// TestRecoverTakesFromTheStore damages a notebook in several ways: what the file
// has lost comes from the store, in its place, and once.
func TestRecoverTakesFromTheStore(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	p.ask(Question{Notebook: b.ID, Text: "total by month"})
	if _, err := p.Note(t.Context(), b.ID, "Look at March.", first.ID); err != nil {
		t.Fatal(err)
	}
	p.ask(Question{Notebook: b.ID, Replaces: first.ID, SQL: onlyWeb})
	gone := p.ask(Question{Notebook: b.ID, Text: "total"})
	if err := p.RemoveCell(t.Context(), b.ID, gone.ID); err != nil {
		t.Fatal(err)
	}
	outside := session.Cell{ID: "cell_outside", CreatedAt: p.Clock(), Question: "From another program?"}
	if err := p.Config.Notebooks.Append(t.Context(), b.ID, outside); err != nil {
		t.Fatal(err)
	}
	p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	whole, err := p.Config.Notebooks.Load(b.ID)
	if err != nil {
		t.Fatal(err)
	}
	path := p.path("home/notebooks/sales.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines) < 6 || len(whole.Cells) != 5 {
		t.Fatalf("%d lines, %d cells", len(lines), len(whole.Cells))
	}
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	broken := func(line []byte) []byte { return join(line[:len(line)/2], []byte("\x00\n")) }
	for name, c := range map[string]struct {
		damaged []byte
		lost    []int // places of the whole notebook whose cells nobody has
		stored  int
	}{
		"cut after the first cell":           {join(lines[0], lines[1]), []int{3}, 3},
		"cut within the head":                {lines[0][:bytes.Index(lines[0], []byte(`"cell_hashes"`))], []int{3}, 4},
		"a cell in the middle is broken":     {join(lines[0], lines[1], broken(lines[2]), join(lines[3:]...)), nil, 1},
		"a cell of the file alone is broken": {join(join(lines[:4]...), broken(lines[4]), join(lines[5:]...)), []int{3}, 0},
		"the head and a cell are broken":     {join(broken(lines[0]), join(lines[1:3]...), broken(lines[3]), join(lines[4:]...)), nil, 1},
		"all cells are broken":               {join(lines[0], []byte("nothing\n")), []int{3}, 4},
	} {
		if err := os.WriteFile(path, c.damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := p.Config.Notebooks.Recover(t.Context(), "sales", "Saved", func(s *notebook.Salvage) error { return Complete(t.Context(), p.kept, s) })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var want, got []string
		for i, cell := range whole.Cells {
			if hash, err := cell.Hash(); err != nil {
				t.Fatal(err)
			} else if !slices.Contains(c.lost, i) {
				want = append(want, cell.ID+" "+hash)
			}
		}
		saved, err := p.Config.Notebooks.Load("Saved")
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range saved.Cells {
			hash, err := cell.Hash()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, cell.ID+" "+hash)
		}
		stored := 0
		for _, place := range found.Places {
			if place.Found {
				stored++
			}
		}
		if !slices.Equal(got, want) || stored != c.stored {
			t.Errorf("%s: %d from the store\n got %q\nwant %q", name, stored, got, want)
		}
		if err := p.Config.Notebooks.Delete(t.Context(), "Saved"); err != nil {
			t.Fatal(err)
		}
	}
}
