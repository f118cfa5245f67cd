package builtin

import (
	"flag"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
)

var part = flag.String("part", "", "put only the questions with this tag: first, second, versus, stated, extreme, spent")

// Two figures held against each other, amounts of things in a state, extremes of
// durations, and what was lost to, spent on or saved by something. What is not
// right must not be given as an answer.
func TestPhrasingQuestions(t *testing.T) {
	right, total, wrong := map[string]int{}, map[string]int{}, 0
	for _, name := range []string{"billing", "freight", "hotel"} {
		c := fromScript(t, name)
		b := think(t, c)
		var ids []string
		for _, q := range questions(t, name+".jsonl") {
			if *part != "" && !slices.Contains(q.Tags, *part) {
				continue
			}
			a := b.readAt(t, q)
			said := "declined"
			ok := false
			if len(a.Readings) > 0 {
				said = a.Readings[0].SQL
				ok = equal(t, c, said, append([]string{*q.SQL}, q.Also...))
			}
			for _, tag := range q.Tags {
				total[tag]++
				if ok {
					right[tag]++
				}
			}
			if ok {
				ids = append(ids, q.ID)
				continue
			}
			if a.Outcome == brain.Sure || a.Outcome == brain.Likely {
				wrong++
			}
			t.Logf("%s (%s, %.2f) %s\n  said: %s", q.ID, a.Outcome, a.Confidence, q.Question, said)
		}
		if *part == "" {
			pinRight(t, name, ids)
		}
	}
	t.Logf("right %v of %v, %d answered wrongly", right, total, wrong)
	if wrong > 0 {
		t.Errorf("%d questions are answered wrongly, want none", wrong)
	}
}
