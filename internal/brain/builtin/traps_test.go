package builtin

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// What was answered wrongly once is answered rightly, or not at all.
func TestDemoTraps(t *testing.T) {
	dir := t.TempDir()
	if _, err := demo.Build(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	c := connect(t, duckdb.Driver, filepath.Join(dir, demo.FileName), dir)
	b := think(t, c).ForPeople()
	for _, q := range questions(t, "traps.jsonl") {
		now, err := time.Parse(time.DateOnly, q.Now)
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.Read(t.Context(), brain.Question{Text: q.Question, Now: now})
		if err != nil {
			t.Fatalf("%s: %v", q.ID, err)
		}
		given := a.Outcome == brain.Sure || a.Outcome == brain.Likely
		if given && (q.SQL == nil || !equal(t, c, a.Readings[0].SQL, append([]string{*q.SQL}, q.Also...))) {
			t.Errorf("%s (%s, %.2f) %s\n  said: %s", q.ID, a.Outcome, a.Confidence, q.Question, a.Readings[0].SQL)
		}
		if a.Outcome == brain.Declined && a.Missing == "" {
			t.Errorf("%s: nothing says why %q has no answer", q.ID, q.Question)
		}
		t.Logf("%s %s, %.2f: %s %s", q.ID, a.Outcome, a.Confidence, q.Question, a.Missing)
	}
}
