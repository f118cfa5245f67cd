package builtin

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// A group that nothing is called by is not given as if it had been named.
func TestAGroupThatNothingNamesIsAsked(t *testing.T) {
	b := think(t, fromScript(t, "gym"))
	for _, text := range []string{"members by warehouse", "check-ins by weekday and warehouse"} {
		a, err := b.Read(unhurried(t), brain.Question{Text: text, Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		if a.Outcome == brain.Sure || a.Outcome == brain.Likely {
			t.Errorf("%s: %s %.2f %s", text, a.Outcome, a.Confidence, a.Readings[0].Sentence)
		}
	}
}
