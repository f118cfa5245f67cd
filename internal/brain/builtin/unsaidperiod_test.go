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
		if !stated {
			continue
		}
		if len(a.Unsaid) != 1 || !a.Unsaid[0].Obvious {
			t.Fatalf("%s: %+v", question, a.Unsaid)
		}
		then, err := b.Read(t.Context(), brain.Question{Text: question, Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC), Said: []brain.Said{{Key: a.Unsaid[0].Key, Value: "year"}}})
		if err != nil || !strings.Contains(then.Readings[0].Sentence, " in 20") {
			t.Errorf("%s: the last year cannot be had: %+v, %v", question, then, err)
		}
	}
}

// What is recent is asked, with periods from the data; what came most recently is the last.
func TestRecentIsAsked(t *testing.T) {
	b := think(t, connectDemo(t)).ForPeople()
	now := time.Date(2025, 12, 31, 9, 0, 0, 0, time.UTC)
	for question, want := range map[string]string{
		"how many orders recently?":                       "dt_ord >= '2025-12-01'",
		"revenue by region lately":                        "dt_ord >= '2025-12-01'",
		"Recently, how many orders were there by channel": "dt_ord >= '2025-12-01'",
		"which customer signed up most recently?":         "",
	} {
		a, err := b.Read(unhurried(t), brain.Question{Text: question, Now: now})
		if err != nil || len(a.Readings) == 0 {
			t.Fatalf("%s: %+v, %v", question, a, err)
		}
		asked := slices.IndexFunc(a.Unsaid, func(u brain.Unsaid) bool { return strings.HasPrefix(u.Key, "recent/") })
		if (asked >= 0) != (want != "") || !strings.Contains(a.Readings[0].SQL, want) || strings.Contains(a.Readings[0].SQL, "LIMIT 1") != (want == "") {
			t.Errorf("%s: %s, %+v", question, a.Readings[0].SQL, a.Unsaid)
		}
		if asked < 0 {
			continue
		}
		then, err := b.Read(unhurried(t), brain.Question{Text: question, Now: now, Said: []brain.Said{{Key: a.Unsaid[asked].Key, Value: "three"}}})
		if err != nil || !strings.Contains(then.Readings[0].SQL, "'2025-10-01'") {
			t.Errorf("%s: three months cannot be had: %+v, %v", question, then, err)
		}
	}
}
