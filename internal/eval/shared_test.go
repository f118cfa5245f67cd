package eval

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// With the evaluation data at hand (PLUMB_EVAL), the gold queries must be
// right when they are said: then whatever is wrong is the brain's doing.
func TestGoldIsRight(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	for _, c := range []struct {
		dir, split string
		order      Order
		refused    bool // old queries with texts in double quotes, which the guard refuses
	}{
		{dir: "business", split: "train"},
		{dir: "spider", split: "train", order: OrderCounts, refused: true},
		{dir: "defog", order: OrderCounts},
	} {
		t.Run(c.dir, func(t *testing.T) {
			suite, err := Load(filepath.Join(root, c.dir), Selection{Split: c.split})
			if err != nil {
				t.Fatal(err)
			}
			r := &Run{Suite: suite, Brain: Gold, Open: open, Order: c.order, Parallel: 2, Journal: NewJournal(), Now: time.Now()}
			if suite.Postgres {
				r.Postgres = pgtest.Shared(t).Superuser()
			}
			if err := r.Do(t.Context()); err != nil {
				t.Fatal(err)
			}
			for at, got := range r.Journal.records {
				if got.Class != Right && got.Class != GoldBroken && (got.Class != Refused || !c.refused) {
					t.Errorf("%s/%d: %s: %s\n%s", at.id, at.turn, got.Class, got.Error, got.SQL)
				}
			}
			s := Summarize(suite, r.Journal)
			t.Logf("%d asked, %d right, %d gold queries failed", s.Asked, s.Accuracy.N, s.GoldBroken)
		})
	}
}
