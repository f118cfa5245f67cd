package session

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/store"
)

// Follow yields every event of the session after an id (0: from the start),
// oldest first, and waits for more. It ends when the context ends, or with the
// error of a store that cannot be read; a caller that starts again with the last id
// that was seen misses nothing and sees nothing twice.
func (s *Session) Follow(ctx context.Context, after int64) iter.Seq2[store.Event, error] {
	return func(yield func(store.Event, error) bool) {
		bell, leave := s.log.bells.listen(s.ID())
		defer leave()
		poll := time.NewTicker(s.log.poll)
		defer poll.Stop()
		for ctx.Err() == nil {
			// What is appended after this line rings the bell taken here,
			// so that it cannot slip in between the read and the wait.
			rung := bell.next()
			events, err := s.log.store.Events(ctx, s.ID(), after, 0)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				yield(store.Event{}, err)
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
			case <-rung:
			case <-poll.C:
			case <-ctx.Done():
			}
		}
	}
}

// bells wake the followers of this process. A bell only says that there may be
// something to read, so ringing it never blocks and nothing piles up behind a
// slow follower. Sessions without followers have no bell.
type bells struct {
	mu   sync.Mutex
	hung map[string]*bell
}

type bell struct {
	mu        *sync.Mutex // that of the bells it hangs with
	listeners int
	rung      chan struct{} // closed by the next ring
}

func (b *bells) listen(session string) (_ *bell, leave func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.hung[session]
	if l == nil {
		l = &bell{mu: &b.mu, rung: make(chan struct{})}
		if b.hung == nil {
			b.hung = map[string]*bell{}
		}
		b.hung[session] = l
	}
	l.listeners++
	return l, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if l.listeners--; l.listeners == 0 {
			delete(b.hung, session)
		}
	}
}

func (b *bells) ring(session string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l := b.hung[session]; l != nil {
		close(l.rung)
		l.rung = make(chan struct{})
	}
}

// next is closed at the next ring.
func (l *bell) next() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rung
}
