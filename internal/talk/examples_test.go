package talk

import (
	"context"
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
)

// fixed plans the same for every question.
type fixed struct{ draft answer.Draft }

func (f fixed) Plan(context.Context, answer.Request) (*answer.Draft, error) {
	d := f.draft
	return &d, nil
}

func TestExamplesAnswerTheirOwnQuestions(t *testing.T) {
	const revenue = "SELECT region, sum(amount) FROM sales GROUP BY region"
	likely := answer.Draft{Outcome: answer.Likely, SQL: "SELECT 1"}
	for _, c := range []struct {
		question string
		draft    answer.Draft
		outcome  answer.Outcome
		sql      string
		others   int
	}{
		{"Net revenue by region?", likely, answer.Sure, revenue, 0},
		{"net revenue per region", likely, answer.Sure, revenue, 0},
		{"net revenue by region in 2024", likely, answer.Likely, "SELECT 1", 1},
		{"net revenue by region in 2024", answer.Draft{Outcome: answer.Unsure, SQL: "SELECT 1"}, answer.Unsure, "SELECT 1", 2},
		{"net revenue by region in 2024", answer.Draft{Outcome: answer.Declined, Missing: "No."}, answer.Unsure, "", 1},
		{"how many orders are late", likely, answer.Likely, "SELECT 1", 0},
	} {
		p := examplesPlanner{fixed{c.draft}, []schema.Example{{File: "examples.sql", Question: "Net revenue by region", SQL: revenue}}}
		d, err := p.Plan(t.Context(), answer.Request{Question: c.question})
		if err != nil {
			t.Fatal(err)
		}
		if d.Outcome != c.outcome || d.SQL != c.sql || len(d.Others) != c.others {
			t.Errorf("%s: %+v", c.question, d)
		}
	}
}
