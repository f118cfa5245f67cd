package desk

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
)

func TestCancelReachesTheDatabase(t *testing.T) {
	p := newPlace(t)
	turn := p.begin(Question{Text: "endless"})
	p.executing(turn)
	if b := p.look(turn.Notebook); len(b.Running) != 1 || b.Running[0].ID != turn.ID {
		t.Errorf("running: %+v", b.Running)
	}
	if err := p.Cancel(t.Context(), turn.ID); err != nil {
		t.Fatal(err)
	}
	_, audit, err := p.Await(t.Context(), turn.ID)
	if fault.CodeOf(err) != fault.Canceled || audit.Status != store.StatusCanceled {
		t.Errorf("got %v, %+v", err, audit)
	}
	events := p.until(t.Context(), turn.Notebook, turn.After, turn.ID)
	want(t, "the end", kindsOf(events[len(events)-1:], turn.ID), "turn.ended:canceled")
	if b := p.look(turn.Notebook); len(b.Running) != 0 || len(b.Cells) != 0 {
		t.Errorf("left: %+v", b)
	}
	if err := p.Cancel(t.Context(), turn.ID); err != nil {
		t.Errorf("a second time: %v", err)
	}
	refused(t, p.Cancel(t.Context(), "query_x"), fault.NotFound)
	// The source is still good.
	p.ask(Question{Notebook: turn.Notebook, Text: "how many"})
}

// TestTurnsOutliveTheirRequests: who asked may leave.
func TestTurnsOutliveTheirRequests(t *testing.T) {
	p := newPlace(t)
	p.brain.hold = make(chan struct{})
	ctx, leave := context.WithCancel(t.Context())
	turn, err := p.Ask(ctx, Question{Text: "hold on"})
	if err != nil {
		t.Fatal(err)
	}
	leave()
	close(p.brain.hold)
	if c, _, err := p.Await(t.Context(), turn.ID); err != nil || c.Result == nil {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestBounds(t *testing.T) {
	p := newPlace(t, func(c *Config) { c.Bounds = Bounds{Running: 3, PerNotebook: 2, Waiting: 4} })
	a, b := p.create("A"), p.create("B")
	answered := p.ask(Question{Notebook: a.ID, Text: "total by channel"})
	p.brain.hold = make(chan struct{})
	var turns []Turn
	ask := func(in *Book, n int) {
		for range n {
			turns = append(turns, p.begin(Question{Notebook: in.ID, Text: "hold"}))
		}
	}
	ask(a, 4) // two run, two wait
	ask(b, 2) // one runs, one waits
	p.queue.mu.Lock()
	running, waiting := len(p.queue.running), len(p.queue.waiting[0])
	p.queue.mu.Unlock()
	if running != 3 || waiting != 3 {
		t.Errorf("%d run, %d wait", running, waiting)
	}
	ask(b, 1)
	_, err := p.Ask(t.Context(), Question{Notebook: b.ID, Text: "hold"})
	refused(t, err, Busy)
	// What is run again waits in a line of its own.
	again := p.begin(Question{Notebook: a.ID, Replaces: answered.ID, Again: true})
	// One that waits can be stopped, and leaves its place to others.
	if err := p.Cancel(t.Context(), turns[6].ID); err != nil {
		t.Fatal(err)
	}
	if _, audit, err := p.Await(t.Context(), turns[6].ID); fault.CodeOf(err) != fault.Canceled || audit.Status != store.StatusCanceled {
		t.Errorf("got %v, %+v", err, audit)
	}
	ask(b, 1)
	close(p.brain.hold)
	for i, x := range append(turns, again) {
		if i == 6 {
			continue
		}
		if c, _, err := p.Await(t.Context(), x.ID); err != nil || c.Result == nil {
			t.Errorf("turn %d: %v", i, err)
		}
	}
	if n := len(p.look(a.ID).Cells) + len(p.look(b.ID).Cells); n != 8 {
		t.Errorf("%d cells", n)
	}
}

// TestTurnsOnOneCellTakeTurns: the second begins from what the first has made.
func TestTurnsOnOneCellTakeTurns(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	p.brain.hold = make(chan struct{})
	other := p.begin(Question{Notebook: b.ID, Replaces: first.ID, Text: "hold, then count"})
	again := p.begin(Question{Notebook: b.ID, Replaces: first.ID, Again: true})
	follows := p.begin(Question{Notebook: b.ID, Parent: first.ID, Chart: "bar"})
	beside := p.begin(Question{Notebook: b.ID, Text: "total by month"})
	if _, _, err := p.Await(t.Context(), beside.ID); err != nil {
		t.Error(err)
	}
	close(p.brain.hold)
	for _, turn := range []Turn{other, again, follows} {
		c, _, err := p.Await(t.Context(), turn.ID)
		if err != nil || c.SQL == nil || c.SQL.Query != countAll {
			t.Errorf("got %+v, %v", c.SQL, err)
		}
	}
	want(t, "cells", inShort(p.look(b.ID)), "hold, then count, hold, then count as a bar chart, total by month")
}

func TestCloseLetsTurnsEnd(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	p.brain.hold = make(chan struct{})
	turn := p.begin(Question{Notebook: b.ID, Text: "hold"})
	closed := make(chan error)
	go func() { closed <- p.Close(t.Context()) }()
	for {
		p.mu.Lock()
		closing := p.closed
		p.mu.Unlock()
		if closing {
			break
		}
	}
	_, err := p.Ask(t.Context(), Question{Notebook: b.ID, Text: "late"})
	refused(t, err, fault.Canceled)
	close(p.brain.hold)
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if c, _, err := p.Await(t.Context(), turn.ID); err != nil || c.Result == nil {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestCloseStopsWhatDoesNotEnd(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	p.brain.hold = make(chan struct{})
	turn := p.begin(Question{Notebook: b.ID, Text: "hold"})
	following, seen := make(chan bool), make(chan []Event)
	go func() {
		var events []Event
		for e := range p.Follow(t.Context(), b.ID, turn.After) {
			if len(events) == 0 {
				close(following)
			}
			events = append(events, e)
		}
		seen <- events
	}()
	<-following
	soon, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Close(soon); err != nil {
		t.Error(err)
	}
	events := <-seen
	want(t, "who follows sees the end", kindsOf(events[len(events)-1:], turn.ID), "turn.ended:canceled")
	_, audit, err := p.Await(t.Context(), turn.ID)
	if fault.CodeOf(err) != fault.Canceled || audit.Status != store.StatusCanceled {
		t.Errorf("got %v, %+v", err, audit)
	}
	p.wholeLog(b.Session)
}

// TestAMistakeCostsOneQuestion: the others go on, and what is said of it shows
// nothing of the inside.
func TestAMistakeCostsOneQuestion(t *testing.T) {
	var broke any
	p := newPlace(t, func(c *Config) { c.Broke = func(what any, _ []byte) { broke = what } })
	turn := p.begin(Question{Text: "broken"})
	_, audit, err := p.Await(t.Context(), turn.ID)
	refused(t, err, fault.Internal)
	if audit.Status != store.StatusFailed || strings.Contains(audit.Answer, "mistake") || broke != "a mistake" {
		t.Errorf("got %+v; told %v", audit.Query, broke)
	}
	if c := p.ask(Question{Text: "how many"}); c.Result == nil {
		t.Errorf("got %+v", c)
	}
}

// TestTheAnswerShowsBeforeItsStory: while a story is being written, who follows
// and who comes later see the rows and the chart; afterwards there is the cell.
func TestTheAnswerShowsBeforeItsStory(t *testing.T) {
	slow := &unhurried{drawn: make(chan struct{}), tell: make(chan struct{})}
	p := newPlace(t, slow.narrates)
	turn := p.begin(Question{Text: "sales by channel"})
	<-slow.drawn
	b := p.look(turn.Notebook)
	if len(b.Running) != 1 || b.Running[0].Drawn == nil || len(b.Cells) != 0 {
		t.Fatalf("the notebook meanwhile: %+v", b)
	}
	shown := *b.Running[0].Drawn
	for e, err := range p.Follow(t.Context(), turn.Notebook, turn.After) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == session.AnswerDrawn {
			if e.Turn != turn.ID || e.Cell == nil || e.Cell.Result.DataHash != shown.Result.DataHash {
				t.Errorf("the event: %+v", e)
			}
			break
		}
	}
	close(slow.tell)
	cell, _, err := p.Await(t.Context(), turn.ID)
	if err != nil {
		t.Fatal(err)
	}
	if shown.ID != turn.ID || shown.Chart == nil || shown.Narrative != nil || shown.Result.DataHash != cell.Result.DataHash || cell.Narrative == nil {
		t.Errorf("shown %+v\nrecorded %+v", shown, cell)
	}
	if p.drawnAnswer(turn.ID) != nil {
		t.Error("what was shown is kept in memory although there is the cell")
	}
}

// unhurried is a narrator that takes its time.
type unhurried struct {
	drawn, tell chan struct{}
}

// narrates lets it tell in a place.
func (u *unhurried) narrates(c *Config) {
	talks := c.Talk
	c.Talk = func(ctx context.Context, s *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error) {
		made, err := talks(ctx, s, spec, conn)
		if err == nil {
			made.Mode.Narrator = u
		}
		return made, err
	}
}

func (u *unhurried) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	f.Show(ctx)
	close(u.drawn)
	select {
	case <-u.tell:
		return mind.Narrator{}.Narrate(ctx, f)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// TestManyWaitInLine lets more people ask at once than can be answered at once:
// nobody is refused, and who waits is told how many are before them.
func TestManyWaitInLine(t *testing.T) {
	p := newPlace(t, func(c *Config) { c.Bounds = Bounds{Running: 2} })
	p.ask(Question{Text: "total by month"}) // the source is open
	p.brain.hold = make(chan struct{})
	const people = 70 // more than may wait in one notebook
	var turns []Turn
	for range people {
		turns = append(turns, p.begin(Question{Notebook: p.create("").ID, Text: "hold"}))
	}
	close(p.brain.hold)
	last := turns[people-1]
	for _, turn := range turns {
		events := p.until(t.Context(), turn.Notebook, turn.After, turn.ID)
		var end session.EndedPayload
		if err := json.Unmarshal(events[len(events)-1].Payload, &end); err != nil || end.Cell == "" {
			t.Errorf("%+v, %v", end, err)
		}
	}
	var told []int
	for _, e := range p.until(t.Context(), last.Notebook, last.After, last.ID) {
		var s session.StagePayload
		if err := json.Unmarshal(e.Payload, &s); err == nil && s.Stage == session.Waiting {
			told = append(told, s.Ahead)
		}
	}
	if len(told) < 2 || told[0] != people-3 || !slices.IsSortedFunc(told, func(a, b int) int { return b - a }) {
		t.Errorf("was told %v", told)
	}
}

// TestOneNotebookLeavesRoomInLine: a program that asks without end is refused
// before there is no room for others.
func TestOneNotebookLeavesRoomInLine(t *testing.T) {
	p := newPlace(t, func(c *Config) { c.Bounds = Bounds{Running: 1, Waiting: 8, InLine: 2} })
	a, b := p.create("A"), p.create("B")
	p.brain.hold = make(chan struct{})
	for range 3 {
		p.begin(Question{Notebook: a.ID, Text: "hold"})
	}
	_, err := p.Ask(t.Context(), Question{Notebook: a.ID, Text: "hold"})
	refused(t, err, Busy)
	last := p.begin(Question{Notebook: b.ID, Text: "hold"})
	close(p.brain.hold)
	if _, _, err := p.Await(t.Context(), last.ID); err != nil {
		t.Error(err)
	}
}
