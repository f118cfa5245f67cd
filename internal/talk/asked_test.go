package talk

import (
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// A look ahead is named by a question that stands alone.
func TestWhatATurnWasAsked(t *testing.T) {
	ahead := &session.WhatIf{Technique: "trend"}
	for _, c := range []struct {
		session.Cell
		follows  bool
		sentence string
		want     string
	}{
		{session.Cell{Question: "revenue by month"}, false, "revenue for each month", "revenue by month"},
		{session.Cell{Question: "and last year?"}, true, "revenue in 2024 for each month", "revenue in 2024 for each month"},
		{session.Cell{Question: "and last year?"}, true, "", "and last year?"},
		{session.Cell{Question: "trend: revenue by month", WhatIf: ahead, Derivation: &session.Derivation{Question: "revenue by month"}}, true, "revenue for each month", "revenue by month"},
		{session.Cell{Question: "trend: revenue by month", Derivation: &session.Derivation{Question: "revenue by month"}}, true, "revenue for each month", "revenue by month"},
		{session.Cell{Question: "trend: revenue by month", WhatIf: ahead}, true, "revenue for each month", "revenue by month"}, // as notebooks once had it
		{session.Cell{Question: "trend: revenue by month"}, false, "", "trend: revenue by month"},
		{session.Cell{Question: "and last year? as a bar chart", Derivation: &session.Derivation{Question: "and last year?", Chart: "bar"}}, true, "revenue in 2024 for each month", "revenue in 2024 for each month"},
		{session.Cell{Question: "sales as a bar chart", Derivation: &session.Derivation{Question: "sales", Chart: "bar"}}, true, "", "sales"},
	} {
		cell := c.Cell
		turn := &Turn{Question: QuestionOf(cell), Turn: &answer.Turn{Cell: cell, Draft: &answer.Draft{FollowUp: c.follows, Sentence: c.sentence}}}
		if got := turn.StandaloneQuestion(); got != c.want {
			t.Errorf("the turn %q was asked %q, not %q", cell.Question, got, c.want)
		}
		cell.Reading = &session.Reading{Sentence: c.sentence}
		if c.follows {
			cell.Context.RefinementOf = "cell_1"
		}
		if got := StandaloneQuestionOf(cell); got != c.want {
			t.Errorf("the cell %q was asked %q, not %q", cell.Question, got, c.want)
		}
	}
	if got := StandaloneQuestionOf(session.Cell{Question: "x"}); got != "x" {
		t.Errorf("%q", got)
	}
}
