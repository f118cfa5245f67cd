package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// mortal is a store that dies with its process: from some write on, none gets
// through.
type mortal struct {
	store.Store
	after func(n int, b store.Batch) bool // told of the write that was made; true is death

	mu     sync.Mutex
	writes int
	dead   bool
}

func (m *mortal) Write(ctx context.Context, b store.Batch) ([]int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return nil, errors.New("the process is dead")
	}
	ids, err := m.Store.Write(ctx, b)
	if err == nil {
		m.writes++
		m.dead = m.after(m.writes, b)
	}
	return ids, err
}

// wholeLog checks that every turn of a session has one end, the last of its
// events, and that no question is left open.
func (p *place) wholeLog(id string) {
	p.t.Helper()
	var events []store.Event
	for after := int64(0); ; after = events[len(events)-1].ID {
		page, err := p.kept.Events(p.t.Context(), id, after, 1000)
		if err != nil {
			p.t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		events = append(events, page...)
	}
	ended, asked := map[string]bool{}, 0
	for _, e := range events {
		var x struct{ Turn string }
		_ = json.Unmarshal(e.Payload, &x)
		if ended[x.Turn] {
			p.t.Errorf("after its end the turn %s goes on with %s", x.Turn, e.Kind)
		}
		switch session.Kind(e.Kind) {
		case session.QuestionAsked:
			asked++
		case session.TurnEnded:
			ended[x.Turn] = true
		}
	}
	if asked != len(ended) {
		p.t.Errorf("%d questions were asked, %d have ended", asked, len(ended))
	}
	open, err := p.Audit(p.t.Context(), store.Filter{Status: store.StatusOpen})
	if err != nil || len(open) > 0 {
		p.t.Errorf("left open: %+v, %v", open, err)
	}
}

// TestDeathAtEveryWrite lets the process die after each of the writes of a
// question. The next one finds a log that is whole, and a notebook that has
// every cell that was recorded.
func TestDeathAtEveryWrite(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	p.ask(Question{Notebook: b.ID, Text: "first"})
	survived := false
	for last := 1; !survived; last++ {
		cells := len(p.look(b.ID).Cells)
		recorded := 0
		p.open(func(c *Config) {
			c.Store = &mortal{Store: c.Store, after: func(n int, batch store.Batch) bool {
				recorded += len(batch.Cells)
				return n >= last
			}}
		})
		m := p.kept.(*mortal)
		turn, err := p.Ask(t.Context(), Question{Notebook: b.ID, Text: "total by channel"})
		if err == nil {
			_, _, _ = p.Await(t.Context(), turn.ID)
		}
		m.mu.Lock()
		survived = !m.dead
		m.mu.Unlock()
		p.open()
		now := p.look(b.ID)
		if len(now.Cells) != cells+recorded || len(now.Running) != 0 {
			t.Errorf("death after write %d: %d cells became %d, and %d were recorded", last, cells, len(now.Cells), recorded)
		}
		p.wholeLog(b.Session)
		if last > 30 {
			t.Fatal("a question has no end")
		}
	}
}

// TestCellThatMissedItsNotebook: it was recorded, and the process died before
// the file was written.
func TestCellThatMissedItsNotebook(t *testing.T) {
	for _, replaces := range []bool{false, true} {
		p := newPlace(t)
		b := p.create("Sales")
		first := p.ask(Question{Notebook: b.ID, Text: "first"})
		dir := p.path("home/notebooks")
		p.open(func(c *Config) {
			c.Store = &mortal{Store: c.Store, after: func(_ int, batch store.Batch) bool {
				if len(batch.Cells) == 0 {
					return false
				}
				if err := os.Rename(dir, dir+".away"); err != nil {
					t.Error(err)
				}
				return true
			}}
		})
		q := Question{Notebook: b.ID, Text: "total by channel"}
		if replaces {
			q.Replaces = first.ID
		}
		_, _, err := p.Await(t.Context(), p.begin(q).ID)
		if err == nil {
			t.Error("nobody noticed")
		}
		if err := errors.Join(os.RemoveAll(dir), os.Rename(dir+".away", dir)); err != nil {
			t.Fatal(err)
		}
		p.open()
		is := "first, total by channel"
		if replaces {
			is = "total by channel"
		}
		want(t, "cells", inShort(p.look(b.ID)), is)
		p.wholeLog(b.Session)
		p.open()
		want(t, "cells, and no more", inShort(p.look(b.ID)), is)
	}
}

// TestNotebookThatCannotBeWritten: the answer is told all the same, and gets
// into the notebook later.
func TestNotebookThatCannotBeWritten(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	dir := p.path("home/notebooks")
	p.open(func(c *Config) {
		c.Store = &mortal{Store: c.Store, after: func(_ int, batch store.Batch) bool {
			if len(batch.Cells) > 0 {
				if err := os.Rename(dir, dir+".away"); err != nil {
					t.Error(err)
				}
			}
			return false
		}}
	})
	turn := p.begin(Question{Notebook: b.ID, Text: "how many"})
	c, audit, err := p.Await(t.Context(), turn.ID)
	if err == nil || c.Result == nil || audit.Status != store.StatusSuccess {
		t.Errorf("got %+v, %+v, %v", c, audit.Query, err)
	}
	if err := errors.Join(os.RemoveAll(dir), os.Rename(dir+".away", dir)); err != nil {
		t.Fatal(err)
	}
	p.open()
	want(t, "cells", inShort(p.look(b.ID)), "how many")
	p.wholeLog(b.Session)
}

// TestAnotherProcessIsNotCutOff: what runs elsewhere is no reason to end it.
func TestAnotherProcessIsNotCutOff(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	p.brain.hold = make(chan struct{})
	turn := p.begin(Question{Notebook: b.ID, Text: "hold"})
	here := p.Work
	there := New(t.Context(), p.config(here.Store))
	if _, err := there.Open(t.Context(), b.ID); err != nil {
		t.Fatal(err)
	}
	close(p.brain.hold)
	if c, _, err := here.Await(t.Context(), turn.ID); err != nil || c.Result == nil {
		t.Errorf("got %+v, %v", c, err)
	}
	if err := there.Close(t.Context()); err != nil {
		t.Error(err)
	}
	p.wholeLog(b.Session)
}

// TestFullNotebook: an answer that has no room is told, and the notebook can be
// opened again; when there is room, it is there.
func TestFullNotebook(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	var edits []notebook.Edit
	for i := range notebook.MaxCells {
		edits = append(edits, notebook.Insert(-1, session.Cell{ID: fmt.Sprint("cell_", i), CreatedAt: p.Clock(), Question: "?"}))
	}
	if _, err := p.Config.Notebooks.Update(t.Context(), b.ID, edits...); err != nil {
		t.Fatal(err)
	}
	c, _, err := p.Await(t.Context(), p.begin(Question{Notebook: b.ID, Text: "how many"}).ID)
	if fault.CodeOf(err) != fault.StoreFull || c.Result == nil {
		t.Errorf("got %+v, %v", c.Result, err)
	}
	p.open()
	if now := p.look(b.ID); len(now.Cells) != notebook.MaxCells {
		t.Errorf("%d cells", len(now.Cells))
	}
	if err := p.RemoveCell(t.Context(), b.ID, "cell_7"); err != nil {
		t.Fatal(err)
	}
	p.open()
	now := p.look(b.ID)
	if last := now.Cells[len(now.Cells)-1]; last.Question != "how many" || len(now.Cells) != notebook.MaxCells {
		t.Errorf("%d cells, the last is %q", len(now.Cells), last.Question)
	}
	p.wholeLog(b.Session)
}

func TestNotebookFromAnotherMachine(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	c := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	if err := os.Rename(p.path("home/plumb.db"), p.path("home/old.db")); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(p.path("home/plumb.db-wal"))
	p.open()
	now := p.look(b.ID)
	want(t, "cells", inShort(now), "total by channel")
	if now.Session == b.Session {
		t.Error("it has the session of a store that is not there")
	}
	if err := p.RemoveCell(t.Context(), b.ID, c.ID); err != nil {
		t.Fatal(err)
	}
	if err := p.RestoreCell(t.Context(), b.ID, c.ID, 0); err != nil {
		t.Fatal(err)
	}
	if f := p.ask(Question{Notebook: b.ID, Text: "only web", Parent: c.ID}); f.SQL.Query != onlyWeb {
		t.Errorf("got %+v", f.SQL)
	}
}
