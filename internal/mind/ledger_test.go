package mind

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/store"
)

// stuck is a store that does not get on until it is let go.
type stuck struct {
	store.Store
	release chan struct{}
	calls   atomic.Int64
}

func (s *stuck) Write(_ context.Context, b store.Batch) ([]int64, error) {
	<-s.release
	s.calls.Add(int64(len(b.Calls)))
	return nil, b.Validate()
}

// An answer never waits for the ledger: what it cannot hold is let go, and what
// it holds is written in the end.
func TestTheLedgerKeepsNobodyWaiting(t *testing.T) {
	s := &stuck{release: make(chan struct{})}
	l := NewLedger(t.Context(), s)
	p := l.ForSession("session_1")
	for range 3 * maxQueued {
		p.Record(t.Context(), route.Record{Time: time.Unix(1, 0), Task: route.Narration, Model: "a/b", Tokens: route.Tokens{Input: -5, Output: 1 << 60}})
	}
	close(s.release)
	l.Close()
	l.Close() // twice does no harm
	if n := s.calls.Load(); n < maxQueued || n > 2*maxQueued {
		t.Errorf("%d calls were written", n)
	}
}
