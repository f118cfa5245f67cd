package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// Follow yields the events of a notebook after an id, and waits for more.
func (w *Work) Follow(ctx context.Context, ref string, after int64) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		b, err := w.open(ctx, ref)
		if err == nil {
			err = b.tail.join()
		}
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer b.tail.leave()
		for ctx.Err() == nil {
			events, more, err := b.tail.after(ctx, after)
			if err != nil && ctx.Err() == nil {
				yield(Event{}, err)
				return
			}
			for _, e := range events {
				after = e.ID
				if !yield(e, nil) || ctx.Err() != nil {
					return
				}
			}
			if len(events) > 0 {
				continue
			}
			select {
			case <-more:
			case <-ctx.Done():
			case <-w.life.Done():
				b.rest(ctx, after, yield)
				return
			}
		}
	}
}

// rest yields what the log has beyond an id: with it those who follow see how
// the last turns ended when the desk is closed.
func (b *book) rest(ctx context.Context, after int64, yield func(Event, error) bool) {
	found, err := b.desk.Store.Events(ctx, b.session.ID(), after, store.MaxLimit)
	if err != nil {
		return // they can begin again after the last that they saw
	}
	for _, e := range found {
		made, err := b.event(ctx, e)
		if err != nil || !yield(made, nil) {
			return
		}
	}
}

// tail is the end of a notebook's log, read once for all who follow it. Who is
// further behind reads the store.
type tail struct {
	book *book

	mu        sync.Mutex
	followers int
	quit      context.CancelFunc // ends the reading
	events    []Event
	bytes     int   // that they take
	floor     int64 // the events after this id are here
	more      chan struct{}
	err       error
}

const (
	maxTail      = 256 // events
	maxTailBytes = 4 << 20
)

// join begins the reading with the first follower.
func (t *tail) join() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.followers++
	if t.followers > 1 && t.err == nil {
		return nil
	}
	if t.quit != nil {
		t.quit()
	}
	w := t.book.desk
	ctx, quit := context.WithCancel(w.life)
	found, err := w.Store.Sessions(ctx, store.Filter{ID: t.book.session.ID()})
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "the log of this notebook no longer exists").WithHint("load the notebook again")
	}
	if err != nil {
		t.followers--
		quit()
		return err
	}
	t.quit, t.events, t.bytes, t.floor, t.err, t.more = quit, nil, 0, found[0].LastEvent, nil, make(chan struct{})
	if !w.goes(func() { t.read(ctx, found[0].LastEvent) }) || !w.goes(func() { t.look(ctx) }) {
		t.followers--
		quit()
		return closing()
	}
	return nil
}

// leave ends the reading with the last follower.
func (t *tail) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.followers--; t.followers == 0 {
		t.quit()
		t.quit, t.events, t.bytes = nil, nil, 0
	}
}

// read follows the session.
func (t *tail) read(ctx context.Context, after int64) {
	for e, err := range t.book.session.Follow(ctx, after) {
		var made Event
		if err == nil {
			made, err = t.book.event(ctx, e)
		}
		t.mu.Lock()
		if ctx.Err() != nil {
			t.mu.Unlock()
			return
		}
		if err != nil {
			t.err = err
		} else {
			t.push(made)
		}
		close(t.more)
		t.more = make(chan struct{})
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// push adds an event, and lets go of the oldest where there are too many.
func (t *tail) push(e Event) {
	t.events = append(t.events, e)
	t.bytes += e.size()
	for len(t.events) > maxTail || t.bytes > maxTailBytes && len(t.events) > 1 {
		t.floor = t.events[0].ID
		t.bytes -= t.events[0].size()
		t.events = slices.Delete(t.events, 0, 1)
	}
}

func (e *Event) size() int {
	size := len(e.Payload)
	if e.Cell != nil {
		size += sizeOf(e.Cell)
	}
	return size
}

// fail ends the following for all, with why.
func (t *tail) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.followers > 0 && t.err == nil {
		t.err = err
		close(t.more)
		t.more = make(chan struct{})
	}
}

// look notices what other programs do with the notebook's file. One that is not
// there twice in a row is gone; what cannot be read now is tried again.
func (t *tail) look(ctx context.Context) {
	tick := time.NewTicker(t.book.desk.Bounds.Look)
	defer tick.Stop()
	missed := 0
	for {
		select {
		case <-tick.C:
			t.book.mu.Lock()
			err := t.book.sync(ctx)
			t.book.mu.Unlock()
			if fault.CodeOf(err) != fault.NotFound {
				missed = 0
			} else if missed++; missed > 1 {
				t.fail(err)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// after is the next events after an id. Without any, more is closed when there
// may be some.
func (t *tail) after(ctx context.Context, id int64) (events []Event, more <-chan struct{}, err error) {
	for {
		t.mu.Lock()
		floor, failed, more := t.floor, t.err, t.more
		if id >= floor {
			at, _ := slices.BinarySearchFunc(t.events, id+1, func(e Event, id int64) int { return cmp.Compare(e.ID, id) })
			events = slices.Clone(t.events[at:])
		}
		t.mu.Unlock()
		if failed != nil || id >= floor {
			return events, more, failed
		}
		const page = 100
		found, err := t.book.desk.Store.Events(ctx, t.book.session.ID(), id, page)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range found {
			made, err := t.book.event(ctx, e)
			if err != nil {
				return nil, nil, err
			}
			events = append(events, made)
		}
		if len(events) > 0 {
			return events, nil, nil
		}
		id = floor // nothing of this session is in between
	}
}

// withoutRows is the end of a step without what the step made, which is kept for a plan
// that is interrupted.
func withoutRows(payload json.RawMessage) json.RawMessage {
	var p struct {
		Turn string `json:"turn,omitempty"`
		session.StepPayload
	}
	if err := json.Unmarshal(payload, &p); err != nil || p.Result == nil {
		return payload
	}
	p.Result = nil
	short, err := table.PlainJSON(p)
	if err != nil {
		return payload
	}
	return short
}

// event is an event of the session as it is told, with the cell that it brought.
func (b *book) event(ctx context.Context, e store.Event) (Event, error) {
	made := Event{ID: e.ID, Kind: session.Kind(e.Kind), At: e.At, Payload: e.Payload}
	var p struct {
		Turn     string `json:"turn"`
		Cell     string `json:"cell"`
		Recorded string `json:"recorded"`
		Hash     string `json:"hash"`
	}
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return made, nil // what it is about is in its payload all the same
	}
	made.Turn = p.Turn
	if made.Kind == session.StepFinished {
		made.Payload = withoutRows(made.Payload)
	}
	if made.Kind == session.AnswerDrawn {
		made.Cell = b.desk.drawnAnswer(p.Turn)
	}
	if made.Kind != session.NotebookChanged || p.Hash == "" {
		return made, nil // a cell that is recorded has no place yet, and may take that of another
	}
	var err error
	made.Cell, err = b.cellFor(ctx, p.Cell, p.Recorded, p.Hash)
	return made, err
}
