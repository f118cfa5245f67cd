package cli

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
)

// A what-if cannot be held against the rows, but it can be computed again.
func TestAWhatIfIsComputedAgain(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.run("sure\n/whatif scale 1.1\n", "--db", b.db, "--json", "--notebook", "ahead")
	cells, _ := cellsOf(t, out)
	if status != 0 || len(cells) != 2 {
		t.Fatalf("status %d, %d cells: %s", status, len(cells), errs)
	}
	if _, out, _ := b.run("", "verify", "ahead"); !strings.Contains(out, "recomputing it from its rows gives the same result") {
		t.Errorf("verify says\n%s", out)
	}
	made := cells[1]
	for name, c := range map[string]struct {
		change func(*session.Cell)
		want   string
	}{
		"as it was":       {func(*session.Cell) {}, ""},
		"another story":   {func(c *session.Cell) { c.Narrative.Text = strings.Replace(c.Narrative.Text, "10%", "11%", 1) }, "recomputing gives a different story"},
		"another request": {func(c *session.Cell) { c.WhatIf.Request = []byte(`{"technique":"scale","change":{"factor":"2"}}`) }, "recomputing gives different figures"},
		"fewer caveats":   {func(c *session.Cell) { c.WhatIf.Caveats = nil }, "recomputing gives different assumptions and caveats"},
		"impossible":      {func(c *session.Cell) { c.WhatIf.Request = []byte(`{"technique":"seasonal"}`) }, "it cannot be recomputed from its rows"},
	} {
		cell := made
		story, ahead := *made.Narrative, *made.WhatIf
		cell.Narrative, cell.WhatIf = &story, &ahead
		c.change(&cell)
		wrong, known := recomputeWhatIf(cell)
		if got := strings.Join(wrong, "; "); !known || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: known %t, %q", name, known, got)
		}
	}
	made.WhatIf.Request = nil
	if _, known := recomputeWhatIf(made); known {
		t.Error("what was asked is known without being said")
	}
}

// The dice of a simulation are those of the cell, whatever they were.
func TestTheSeedIsInTheCell(t *testing.T) {
	b := newBench(t)
	if status, _, errs := b.ask("sure"); status != 0 {
		t.Fatal(errs)
	}
	status, out, errs := b.run("", "whatif", "scale", "--factor", "2", "--seed", "18446744073709551615", "--json")
	if status != 0 || !strings.Contains(out, "18446744073709551615") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
}
