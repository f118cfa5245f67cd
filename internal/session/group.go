package session

import (
	"context"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Bounds of what is written at once for several who wait.
const (
	maxGroup      = 128
	maxGroupBytes = 4 << 20
)

// group lets those who write at the same time share a durable write: a disk
// syncs once for all that arrived while it was busy. A single write does not wait for others.
type group struct {
	store store.Store
	turn  chan struct{} // is full during a write

	mu      sync.Mutex
	waiting []*pending
}

// pending is a batch that waits to be written.
type pending struct {
	ctx   context.Context
	batch store.Batch
	ids   []int64
	err   error
	done  chan struct{} // closed when ids and err are known
}

func newGroup(s store.Store) *group { return &group{store: s, turn: make(chan struct{}, 1)} }

// write records the batch, alone or with others. As with a store, a batch that
// has begun runs to its end.
func (g *group) write(ctx context.Context, b store.Batch) ([]int64, error) {
	p := &pending{ctx: ctx, batch: b, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, p)
	g.mu.Unlock()
	select {
	case g.turn <- struct{}{}:
		for !p.isDone() {
			g.flush(ctx, g.take())
		}
		<-g.turn
	case <-p.done:
	case <-ctx.Done():
		if g.leave(p) {
			return nil, tooLate(ctx)
		}
		<-p.done
	}
	return p.ids, p.err
}

func tooLate(ctx context.Context) error {
	return fault.Wrap(ctx.Err(), fault.Canceled, "stopped before it was recorded").WithHint("ask again")
}

func (p *pending) isDone() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// take is the next of those who wait, as many as fit.
func (g *group) take() []*pending {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, bytes := 0, 0
	for n < min(len(g.waiting), maxGroup) && (n == 0 || bytes < maxGroupBytes) {
		bytes += size(g.waiting[n].batch)
		n++
	}
	if n > 1 && bytes > maxGroupBytes { // the last one is too much
		n--
	}
	taken := slices.Clone(g.waiting[:n])
	g.waiting = slices.Delete(g.waiting, 0, n)
	return taken
}

func size(b store.Batch) int {
	n := 0
	for _, e := range b.Events {
		n += len(e.Payload)
	}
	for _, c := range b.Cells {
		n += len(c.Body)
	}
	return n
}

// leave is true when the batch was still waiting, and will not be written.
func (g *group) leave(p *pending) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, p)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0
}

// flush writes batches at once. If that fails, each stands for itself, so that
// nobody's mistake is another's.
func (g *group) flush(ctx context.Context, list []*pending) {
	list = slices.DeleteFunc(list, func(p *pending) bool {
		if p.ctx.Err() == nil {
			return false
		}
		p.err = tooLate(p.ctx)
		close(p.done)
		return true
	})
	if len(list) > 1 {
		var all store.Batch
		for _, p := range list {
			all.Sessions = append(all.Sessions, p.batch.Sessions...)
			all.Events = append(all.Events, p.batch.Events...)
			all.Cells = append(all.Cells, p.batch.Cells...)
			all.Queries = append(all.Queries, p.batch.Queries...)
			all.Attempts = append(all.Attempts, p.batch.Attempts...)
		}
		if ids, err := g.store.Write(context.WithoutCancel(ctx), all); err == nil {
			for _, p := range list {
				n := len(p.batch.Events)
				p.ids, ids = ids[:n:n], ids[n:]
				close(p.done)
			}
			return
		}
	}
	for _, p := range list {
		p.ids, p.err = g.store.Write(p.ctx, p.batch)
		close(p.done)
	}
}
