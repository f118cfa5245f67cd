package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// faulty is a store that refuses some writes.
type faulty struct {
	store.Store
	refuse func(store.Batch) bool
}

func (f *faulty) Write(ctx context.Context, b store.Batch) ([]int64, error) {
	if f.refuse(b) {
		return nil, fault.Wrap(errors.New("disk full"), fault.Internal, "the store cannot be written")
	}
	return f.Store.Write(ctx, b)
}

// has is true for a write with an event of a kind.
func has(b store.Batch, kind session.Kind) bool {
	for _, e := range b.Events {
		if e.Kind == string(kind) {
			return true
		}
	}
	return false
}

// leave lets the process die while a plan waits for approval, or with approval runs.
func (p *place) leave(q Question, phase session.Phase) Turn {
	p.t.Helper()
	at := make(chan struct{})
	p.open(func(c *Config) {
		c.Approves = phase == session.AwaitingApproval
		c.Store = &mortal{Store: c.Store, after: func(_ int, batch store.Batch) bool {
			if phaseWas(batch, phase) {
				close(at)
				return true
			}
			return false
		}}
	})
	turn := p.begin(q)
	<-at
	return turn
}

// leaveQuestions puts questions into a log that nobody answers.
func (p *place) leaveQuestions(log string, n int) {
	p.t.Helper()
	p.open()
	s, err := p.log.Resume(p.t.Context(), log)
	if err != nil {
		p.t.Fatal(err)
	}
	for i := range n {
		q := store.Query{ID: freshID("query_"), Question: fmt.Sprint("question ", i), Status: store.StatusOpen}
		st := session.Step{Turn: q.ID, Query: &q, Events: []session.Entry{{Kind: session.QuestionAsked, Payload: session.AskedPayload{Question: q.Question, Query: q.ID}}}}
		if err := s.Step(p.t.Context(), st); err != nil {
			p.t.Fatal(err)
		}
	}
}

// TestAPlanGoesOnOnce: where a notebook cannot be opened, because another turn cannot be
// ended, its plan does not go on, and the next who opens it starts it once.
func TestAPlanGoesOnOnce(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	turn := p.leave(Question{Notebook: b.ID, Text: "an analysis of sales"}, session.ExecutingPlan)
	p.leaveQuestions(b.Session, 8)
	var ends atomic.Int32
	p.open(func(c *Config) { // they end in any order, and the last cannot
		c.Store = &faulty{c.Store, func(b store.Batch) bool { return has(b, session.TurnEnded) && ends.Add(1) == 8 }}
	})
	if _, err := p.Open(t.Context(), b.ID); err == nil {
		t.Fatal("the notebook was opened")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = p.Open(gone, b.ID) // whoever opens it may leave
	p.look(b.ID)
	if c, _, err := p.Await(t.Context(), turn.ID); err != nil || c.Result == nil {
		t.Errorf("got %+v, %v", c.Reading, err)
	}
	runs := 0
	for _, e := range p.events(b.Session) {
		if e.Kind == string(session.PhaseEntered) && strings.Contains(string(e.Payload), string(session.ExecutingPlan)) {
			runs++
		}
	}
	if runs != 2 { // before the death, and after it
		t.Errorf("the plan ran %d times", runs)
	}
	p.wholeLog(b.Session)
}

// TestOneNotebookDoesNotKeepTheOthers from being recovered.
func TestOneNotebookDoesNotKeepTheOthers(t *testing.T) {
	p := newPlace(t)
	var logs []string
	for _, name := range []string{"One", "Two", "Three"} {
		b := p.create(name)
		logs = append(logs, b.Session)
		p.leaveQuestions(b.Session, 1)
	}
	p.open(func(c *Config) {
		c.Store = &faulty{c.Store, func(b store.Batch) bool {
			return has(b, session.TurnEnded) && b.Events[0].Session == logs[1]
		}}
	})
	if err := p.Recover(t.Context()); err == nil || !strings.Contains(err.Error(), `"Two"`) || strings.Contains(err.Error(), `"One"`) {
		t.Errorf("got %v", err)
	}
	open, err := p.Audit(t.Context(), store.Filter{Status: store.StatusOpen})
	if err != nil || len(open) != 1 || open[0].Session != logs[1] {
		t.Errorf("left open: %+v, %v", open, err)
	}
}

// TestAResumedPlanIsWhatItWas: on which day it was asked, how it was read, and that it
// runs an answer again.
func TestAResumedPlanIsWhatItWas(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	p.always = true
	resumed := func(q Question) session.Cell {
		t.Helper()
		was := p.leave(q, session.AwaitingApproval)
		p.open(func(c *Config) { c.Approves = true })
		p.look(b.ID)
		p.Work.mu.Lock()
		now := p.Work.turns[was.ID]
		p.Work.mu.Unlock()
		if now == nil || now.ask.Again != q.Again {
			t.Fatalf("of %+v is left %+v", q, now)
		}
		if err := p.Decide(t.Context(), was.ID, Decision{Run: true}); err != nil {
			t.Fatal(err)
		}
		c, _, err := p.Await(t.Context(), was.ID)
		if err != nil || c.Result == nil {
			t.Fatalf("got %+v, %v", c.Reading, err)
		}
		if c.Metadata.Now != "2024-03-10" || c.Reading.Confidence != 0.95 || c.Reading.Sentence != "sales by channel and month, and how many" {
			t.Errorf("asked on %s, read as %+v", c.Metadata.Now, c.Reading)
		}
		return c
	}
	first := resumed(Question{Notebook: b.ID, Text: "an analysis of the sales of last month", Now: "2024-03-10"})
	if again := resumed(Question{Notebook: b.ID, Replaces: first.ID, Again: true}); again.ID != first.ID {
		t.Errorf("it is the cell %s instead of %s", again.ID, first.ID)
	}
}
