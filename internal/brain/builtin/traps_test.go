package builtin

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// What was answered wrongly once is answered rightly, or not at all.
func TestDemoTraps(t *testing.T) {
	c := connectDemo(t)
	b := think(t, c).ForPeople()
	before := map[string]*brain.Reading{}
	for _, q := range questions(t, "traps.jsonl") {
		now, err := time.Parse(time.DateOnly, q.Now)
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.Read(unhurried(t), brain.Question{Text: q.Question, Now: now, Before: before[q.After]})
		if err != nil {
			t.Fatalf("%s: %v", q.ID, err)
		}
		given := a.Outcome == brain.Sure || a.Outcome == brain.Likely
		if given {
			before[q.ID] = &a.Readings[0]
		}
		if !given && !a.Given && slices.Contains(q.Tags, "given") {
			t.Errorf("%s (%s, %.2f) %s is not answered", q.ID, a.Outcome, a.Confidence, q.Question)
		}
		if given && (q.SQL == nil || !equal(t, c, a.Readings[0].SQL, append([]string{*q.SQL}, q.Also...))) {
			t.Errorf("%s (%s, %.2f) %s\n  said: %s", q.ID, a.Outcome, a.Confidence, q.Question, a.Readings[0].SQL)
		}
		if a.Outcome == brain.Declined && a.Missing == "" {
			t.Errorf("%s: nothing says why %q has no answer", q.ID, q.Question)
		}
		t.Logf("%s %s, %.2f: %s %s", q.ID, a.Outcome, a.Confidence, q.Question, a.Missing)
	}
}

// Who does what a decline advises gets an answer.
func TestAdviceLeadsToAnAnswer(t *testing.T) {
	b := think(t, connectDemo(t)).ForPeople()
	now := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	for _, question := range []string{"net revenue by quarter", "net revenue by month in 2025", "net revenue per year"} {
		a, err := b.Read(unhurried(t), brain.Question{Text: question, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if a.Outcome == brain.Sure || a.Outcome == brain.Likely {
			continue
		}
		_, advice, ok := strings.Cut(a.Missing, "Ask, for example, for ")
		if !ok {
			t.Errorf("%s: %q says nothing that can be asked", question, a.Missing)
			continue
		}
		a, err = b.Read(unhurried(t), brain.Question{Text: strings.TrimSuffix(advice, "."), Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if a.Outcome != brain.Sure && a.Outcome != brain.Likely {
			t.Errorf("%s: %s is %s, too", question, advice, a.Outcome)
		}
	}
}
