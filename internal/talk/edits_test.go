package talk

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
)

// unreachable is a planner whose model is away.
type unreachable struct{}

func (unreachable) Plan(context.Context, answer.Request) (*answer.Draft, error) {
	return nil, fault.New(fault.Internal, "the model is away")
}

func TestAStatementOfOnesOwnAnswersWhenNobodyElseCan(t *testing.T) {
	p := editsPlanner{Planner: unreachable{}, free: unreachable{}, edits: newEdits(t.TempDir(), "shop")}
	if err := p.edits.keep("How are we doing?", "", "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	d, err := p.Plan(t.Context(), answer.Request{Question: "How are we doing?"})
	if err != nil || d.SQL != "SELECT 1" || d.By != You || len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "the model is away") {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := p.Plan(t.Context(), answer.Request{Question: "And yesterday?"}); err == nil {
		t.Errorf("another question: %+v", d)
	}
	stopped, stop := context.WithCancelCause(t.Context())
	stop(errors.New("stopped"))
	if d, err := p.Plan(stopped, answer.Request{Question: "How are we doing?"}); err == nil {
		t.Errorf("a question that was stopped: %+v", d)
	}
}

// read is a planner that costs nothing.
type read struct{}

func (read) Plan(context.Context, answer.Request) (*answer.Draft, error) {
	return &answer.Draft{Outcome: answer.Sure, SQL: "SELECT 2", By: mind.BuiltinName}, nil
}

// TestAChosenStatementAsksNoModel: what the person chose needs none, and the way
// back is what is read without one.
func TestAChosenStatementAsksNoModel(t *testing.T) {
	p := editsPlanner{Planner: unreachable{}, free: read{}, edits: newEdits(t.TempDir(), "shop")}
	if err := errors.Join(p.edits.keep("How are we doing?", "", "SELECT 1"), p.edits.choose("How are we doing?", "", "SELECT 1")); err != nil {
		t.Fatal(err)
	}
	d, err := p.Plan(t.Context(), answer.Request{Question: "how are we doing"})
	if err != nil || d.SQL != "SELECT 1" || len(d.Notes) != 0 || len(d.Others) != 1 || d.Others[0].SQL != "SELECT 2" {
		t.Errorf("%+v, %v", d, err)
	}
}
