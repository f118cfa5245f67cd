package cli

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/modeltest"
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
	l := newLedger(t.Context(), s)
	p := l.of("session_1")
	for range 3 * maxQueued {
		p.Record(t.Context(), route.Record{Time: time.Unix(1, 0), Task: route.Narration, Model: "a/b", Tokens: route.Tokens{Input: -5, Output: 1 << 60}})
	}
	close(s.release)
	l.close()
	l.close() // twice does no harm
	if n := s.calls.Load(); n < maxQueued || n > 2*maxQueued {
		t.Errorf("%d calls were written", n)
	}
}

// What a model without a price took is told as unknown, wherever costs are.
func TestAnUnknownPriceIsNoCostOfNothing(t *testing.T) {
	for _, c := range []struct{ yaml, cost, one, list string }{
		{"", "cost                unknown", "unknown: the configuration has no price for anthropic/claude-sonnet-4-5", "1650  null"},
		{"models: {prices: {anthropic/claude-sonnet-4-5: {input: 1, output: 2}}}", "cost                $0.0018", "0.0018 USD", "1650  0.0018"},
	} {
		b := newBench(t)
		b.configure(c.yaml)
		server := modeltest.NewScript(t, modeltest.Anthropic, "key sk-right\n"+planned+told)
		env := []string{"ANTHROPIC_API_KEY=sk-right", "ANTHROPIC_BASE_URL=" + server.URL}
		run := func(stdin string, args ...string) string {
			a, out, errs := b.app(stdin, args...)
			a.Environ = env
			if status := a.main(t.Context()); status != 0 {
				t.Fatalf("status %d: %s", status, errs)
			}
			return out.String()
		}
		contains(t, "the conversation", run("unsure\n/cost\n", "--db", b.db), c.cost)
		contains(t, "the question", run("", "audit", "1"), c.one)
		contains(t, "the list", run("", "audit"), c.list)
	}
}
