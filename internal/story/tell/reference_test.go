package tell

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// TestReferences recomputes every figure of a story from nothing but its
// reference, so that the rows it points at are the rows it comes from.
func TestReferences(t *testing.T) {
	checked := 0
	for seed := range uint64(4000) {
		f := plainFinding(rand.New(rand.NewPCG(seed, 23)))
		s := Tell(f)
		for _, r := range s.References {
			if err := r.Recompute(f.Table); err != nil {
				t.Fatalf("seed %d: %q: %v: %+v\n%s\n%s", seed, r.Text, err, r, s.Text, dump(f.Table))
			}
			checked++
		}
	}
	if checked < 10_000 {
		t.Errorf("only %d references were recomputed", checked)
	}
}

// TestWeeks recomputes weeks, which are told by their first day, from their
// numbers in one column and in two.
func TestWeeks(t *testing.T) {
	for name, rows := range map[string]*table.Table{
		"one column": {
			Columns: []table.Column{{Name: "week", Kind: table.Text}, {Name: "tickets", Kind: table.Int}},
			Rows:    []table.Row{{table.NewText("2025-W02"), table.NewInt(220)}, {table.NewText("2025-W03"), table.NewInt(110)}},
		},
		"two columns": {
			Columns: []table.Column{{Name: "year", Kind: table.Int}, {Name: "week", Kind: table.Int}, {Name: "tickets", Kind: table.Int}},
			Rows:    []table.Row{{table.NewInt(2025), table.NewInt(2), table.NewInt(220)}, {table.NewInt(2025), table.NewInt(3), table.NewInt(110)}},
		},
	} {
		s := Tell(Finding{Question: "tickets per week", Table: rows})
		if !strings.Contains(s.Text, "the week of 6 January 2025") {
			t.Errorf("%s: %s", name, s.Text)
		}
		for _, r := range s.References {
			if err := r.Recompute(rows); err != nil {
				t.Errorf("%s: %q: %v", name, r.Text, err)
			}
		}
	}
}

// TestFalseReferences changes a digit of each figure, and moves each extreme to
// another row: recomputing must refute both.
func TestFalseReferences(t *testing.T) {
	figures, extremes := 0, 0
	for seed := range uint64(1000) {
		f := plainFinding(rand.New(rand.NewPCG(seed, 29)))
		for _, r := range Tell(f).References {
			if r.Operation == story.Scope {
				continue
			}
			if at := strings.IndexAny(r.Text, "1234567"); at >= 0 {
				false := r
				false.Text = r.Text[:at] + string(r.Text[at]+2) + r.Text[at+1:]
				if err := false.Recompute(f.Table); err == nil {
					t.Fatalf("seed %d: %q passes for %q: %+v\n%s", seed, false.Text, r.Text, r, dump(f.Table))
				}
				figures++
			}
			if (r.Operation == story.Maximum || r.Operation == story.Minimum) && len(r.Columns) == 1 && len(f.Table.Rows) > 1 {
				column := slices.IndexFunc(f.Table.Columns, func(c table.Column) bool { return c.Name == r.Columns[0] })
				false := r
				false.Rows = []int{(r.Rows[0] + 1) % len(f.Table.Rows)}
				a, b := f.Table.Rows[r.Rows[0]][column], f.Table.Rows[false.Rows[0]][column]
				if _, ok := b.Float64(); !ok || a.String() == b.String() || len(r.Among) > 0 {
					continue
				}
				if err := false.Recompute(f.Table); err == nil {
					t.Fatalf("seed %d: row %d passes for %q: %+v\n%s", seed, false.Rows[0], r.Text, r, dump(f.Table))
				}
				extremes++
			}
		}
	}
	if figures < 3000 || extremes < 500 {
		t.Errorf("only %d figures and %d extremes", figures, extremes)
	}
}
