package mind

import (
	"context"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/store"
)

// Ledger keeps what calls of models took. No answer waits for it: records are
// written shortly after, a few at once, and what comes faster than it can be
// written is let go.
type Ledger struct {
	store  store.Store
	queue  chan store.Call
	ended  chan struct{}
	closed sync.Once
}

const (
	maxQueued  = 1024
	ledgerTime = 5 * time.Second // that a write may take
)

// NewLedger begins a ledger, which its owner closes before the store.
func NewLedger(ctx context.Context, s store.Store) *Ledger {
	l := &Ledger{store: s, queue: make(chan store.Call, maxQueued), ended: make(chan struct{})}
	go l.write(context.WithoutCancel(ctx))
	return l
}

// Close waits until everything is written that was recorded before. Nothing may
// be recorded after it.
func (l *Ledger) Close() {
	l.closed.Do(func() { close(l.queue) })
	<-l.ended
}

func (l *Ledger) write(ctx context.Context) {
	defer close(l.ended)
	for c := range l.queue {
		batch := store.Batch{Calls: []store.Call{c}}
		for more := true; more && len(batch.Calls) < maxQueued; {
			select {
			case c, ok := <-l.queue:
				if more = ok; ok {
					batch.Calls = append(batch.Calls, c)
				}
			default:
				more = false
			}
		}
		// A store that cannot be written says so where something depends on it.
		timed, cancel := context.WithTimeout(ctx, ledgerTime)
		_, _ = l.store.Write(timed, batch)
		cancel()
	}
}

// ForSession records for one session; "" means none.
func (l *Ledger) ForSession(session string) route.Recorder { return page{l, session} }

type page struct {
	ledger  *Ledger
	session string
}

// Record implements route.Recorder.
func (p page) Record(_ context.Context, r route.Record) {
	const most = 1_000_000_000 // what a provider says it took is foreign
	tokens := func(n int) int { return min(max(n, 0), most) }
	c := store.Call{Session: p.session, Task: string(r.Task), Complex: r.Complex, Model: r.Model, Step: r.Step,
		Tokens:   store.CallTokens{Input: tokens(r.Tokens.Input), Output: tokens(r.Tokens.Output), Cached: tokens(r.Tokens.Cached)},
		WaitedMS: milliseconds(r.Waited), FirstMS: milliseconds(r.FirstToken), TotalMS: milliseconds(r.Total),
		Tries: r.Tries, Priced: r.Cost.Known, CostUSD: r.Cost.USD(), Fault: string(r.Fault), OccurredAt: r.Time}
	select {
	case p.ledger.queue <- c:
	default:
	}
}

func milliseconds(d time.Duration) float64 { return max(0, float64(d.Microseconds())/1000) }
