package talk

import (
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// A look ahead is named by a question that stands alone.
func TestWhatATurnWasAsked(t *testing.T) {
	for _, c := range []struct {
		question string
		follows  bool
		sentence string
		want     string
	}{
		{"revenue by month", false, "revenue for each month", "revenue by month"},
		{"and last year?", true, "revenue in 2024 for each month", "revenue in 2024 for each month"},
		{"and last year?", true, "", "and last year?"},
		{"trend: revenue by month", true, "revenue for each month", "revenue by month"},
	} {
		turn := &Turn{Question: c.question, Turn: &answer.Turn{Draft: &answer.Draft{FollowUp: c.follows, Sentence: c.sentence}}}
		if got := turn.StandaloneQuestion(); got != c.want {
			t.Errorf("the turn %q was asked %q, not %q", c.question, got, c.want)
		}
		cell := session.Cell{Question: c.question, Reading: &session.Reading{Sentence: c.sentence}}
		if c.follows {
			cell.Context.RefinementOf = "cell_1"
		}
		if got := StandaloneQuestionOf(cell); got != c.want {
			t.Errorf("the cell %q was asked %q, not %q", c.question, got, c.want)
		}
	}
	if got := StandaloneQuestionOf(session.Cell{Question: "x"}); got != "x" {
		t.Errorf("%q", got)
	}
}
