package builtin

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// A bare total says over which time it goes, and the last year is at hand; who names a time is told nothing.
func TestAnUnsaidPeriodIsStated(t *testing.T) {
	b := think(t, fromScript(t, "billing")).ForPeople()
	for question, stated := range map[string]bool{"total billed amount": true, "total billed amount in 2024": false, "total billed amount by client": false, "How many invoices are there?": false} {
		a, err := b.Read(t.Context(), brain.Question{Text: question, Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)})
		if err != nil || len(a.Readings) == 0 {
			t.Fatalf("%s: %+v, %v", question, a, err)
		}
		says := slices.ContainsFunc(a.Readings[0].Assumptions, func(s string) bool {
			return strings.HasPrefix(s, "all of the data, ") && strings.HasSuffix(s, "since the question names no period")
		})
		if says != stated {
			t.Errorf("%s: %q", question, a.Readings[0].Assumptions)
		}
		if stated && (len(a.Readings) < 2 || !strings.Contains(a.Readings[1].Sentence, " in 20")) {
			t.Errorf("%s: the last year is not offered", question)
		}
	}
}
