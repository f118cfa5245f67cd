package desk

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
)

// events are all of a notebook's log.
func (p *place) events(id string) []store.Event {
	p.t.Helper()
	var list []store.Event
	for after := int64(0); ; after = list[len(list)-1].ID {
		page, err := p.kept.Events(p.t.Context(), id, after, store.MaxLimit)
		if err != nil {
			p.t.Fatal(err)
		}
		if len(page) == 0 {
			return list
		}
		list = append(list, page...)
	}
}

// startedAgain are the steps of a turn that were started after their end was recorded.
func (p *place) startedAgain(log, turn string) (again []int) {
	p.t.Helper()
	done := map[int]bool{}
	for _, e := range p.events(log) {
		var x struct {
			Turn string
			Step int
		}
		_ = json.Unmarshal(e.Payload, &x)
		switch {
		case x.Turn != turn:
		case e.Kind == string(session.StepStarted) && done[x.Step]:
			again = append(again, x.Step)
		case e.Kind == string(session.StepFinished):
			done[x.Step] = true
		}
	}
	return again
}

// awaitApproval waits until a plan waits for it.
func (p *place) awaitApproval(notebook string, after int64) {
	p.t.Helper()
	for e, err := range p.Follow(p.t.Context(), notebook, after) {
		if err != nil {
			p.t.Fatal(err)
		}
		var x session.PhasePayload
		if _ = json.Unmarshal(e.Payload, &x); e.Kind == session.PhaseEntered && x.Phase == session.AwaitingApproval {
			return
		}
	}
}

// phaseWas is true for a write that says that a plan entered a phase.
func phaseWas(b store.Batch, phase session.Phase) bool {
	for _, e := range b.Events {
		if e.Kind == string(session.PhaseEntered) && strings.Contains(string(e.Payload), string(phase)) {
			return true
		}
	}
	return false
}

// TestAPlanGoesOnAfterDeath lets the process die after each write of a plan. The next
// one finishes it, and starts no step again whose end was recorded; the last step's
// table is part of the cell, and is made again where that was not recorded.
func TestAPlanGoesOnAfterDeath(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	for last, survived := 1, false; !survived; last++ {
		cells, proposed := len(p.look(b.ID).Cells), false
		p.open(func(c *Config) {
			c.Store = &mortal{Store: c.Store, after: func(n int, batch store.Batch) bool {
				for _, e := range batch.Events {
					proposed = proposed || e.Kind == string(session.PlanProposed)
				}
				return n >= last
			}}
		})
		m := p.kept.(*mortal)
		turn, err := p.Ask(t.Context(), Question{Notebook: b.ID, Text: "an analysis of sales"})
		if err == nil {
			_, _, _ = p.Await(t.Context(), turn.ID)
		}
		m.mu.Lock()
		survived = !m.dead
		m.mu.Unlock()
		p.open()
		if err := p.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, r := range p.look(b.ID).Running {
			if c, _, err := p.Await(t.Context(), r.ID); err != nil || c.Result == nil || c.Analysis == nil || len(c.Analysis.Steps) != 3 {
				t.Errorf("death after write %d: the plan ended as %+v, %v", last, c.Analysis, err)
			}
		}
		now := p.look(b.ID)
		if got := len(now.Cells) - cells; proposed != (got == 1) || got > 1 {
			t.Errorf("death after write %d: %d cells came, and a plan was proposed: %t", last, got, proposed)
		}
		if again := p.startedAgain(b.Session, turn.ID); len(again) > 1 || len(again) == 1 && again[0] != 3 {
			t.Errorf("death after write %d: the steps %v were run again", last, again)
		}
		p.wholeLog(b.Session)
		if last > 40 {
			t.Fatal("a plan has no end")
		}
	}
}

func TestAPlanWaitsForApprovalAgainAfterDeath(t *testing.T) {
	p := newPlace(t)
	p.always = true
	b := p.create("Sales")
	waits := make(chan struct{})
	p.open(func(c *Config) {
		c.Approves = true
		c.Store = &mortal{Store: c.Store, after: func(_ int, batch store.Batch) bool {
			if phaseWas(batch, session.AwaitingApproval) {
				close(waits)
				return true
			}
			return false
		}}
	})
	turn := p.begin(Question{Notebook: b.ID, Text: "an analysis of sales"})
	<-waits
	was := p.events(b.Session)
	p.open(func(c *Config) { c.Approves = true })
	running := p.look(b.ID).Running
	if len(running) != 1 || running[0].ID != turn.ID || running[0].Question != turn.Question || running[0].After != turn.After {
		t.Fatalf("what runs is %+v, and was %+v", running, turn)
	}
	p.awaitApproval(b.ID, was[len(was)-1].ID)
	for _, e := range p.events(b.Session) {
		if e.Kind == string(session.StepStarted) {
			t.Error("a step runs that nobody approved")
		}
	}
	if err := p.Decide(t.Context(), turn.ID, Decision{Run: true}); err != nil {
		t.Fatal(err)
	}
	if c, _, err := p.Await(t.Context(), turn.ID); err != nil || c.Result == nil {
		t.Errorf("got %+v, %v", c.Reading, err)
	}
	p.wholeLog(b.Session)
}

// TestAPlanIsDecidedOnItsWayBack: what is said to a plan that waited when the process died
// holds, however long its database takes to open, and what comes second is refused.
func TestAPlanIsDecidedOnItsWayBack(t *testing.T) {
	p := newPlace(t)
	p.always = true
	b := p.create("Sales")
	turn := p.leave(Question{Notebook: b.ID, Text: "an analysis of sales"}, session.AwaitingApproval)
	opens := make(chan struct{})
	p.open(func(c *Config) {
		c.Approves = true
		whole := c.Talk
		c.Talk = func(ctx context.Context, cfg *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error) {
			<-opens
			return whole(ctx, cfg, spec, conn)
		}
	})
	p.look(b.ID)
	was := len(p.events(b.Session))
	decided := make(chan error)
	for range 2 {
		go func() { decided <- p.Decide(t.Context(), turn.ID, Decision{Run: true}) }()
	}
	if now, err := p.turn(turn.ID); err != nil || !now.returns() {
		t.Errorf("it is not on its way back: %v", err)
	}
	close(opens)
	if one, other := <-decided, <-decided; (one == nil) == (other == nil) {
		t.Errorf("got %v and %v", one, other)
	}
	if c, _, err := p.Await(t.Context(), turn.ID); err != nil || c.Result == nil {
		t.Errorf("got %+v, %v", c.Reading, err)
	}
	for _, e := range p.events(b.Session)[was:] {
		if e.Kind == string(session.PhaseEntered) && strings.Contains(string(e.Payload), string(session.Planning)) {
			t.Error("the plan is made again, which takes it from whoever reads it")
		}
	}
}

// TestAPlanThatEndsPlumbIsLeft: a plan is not run for ever.
func TestAPlanThatEndsPlumbIsLeft(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	dies := func(c *Config) {
		c.Store = &mortal{Store: c.Store, after: func(_ int, batch store.Batch) bool { return phaseWas(batch, session.ExecutingPlan) }}
	}
	p.open(dies)
	turn := p.begin(Question{Notebook: b.ID, Text: "an analysis of sales"})
	_, _, _ = p.Await(t.Context(), turn.ID)
	for range maxRuns - 1 {
		p.open(dies)
		for _, r := range p.look(b.ID).Running {
			_, _, _ = p.Await(t.Context(), r.ID)
		}
	}
	p.open()
	if now := p.look(b.ID); len(now.Running)+len(now.Cells) != 0 {
		t.Errorf("it runs once more: %+v", now.Running)
	}
	p.wholeLog(b.Session)
}
