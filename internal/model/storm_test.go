package model

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// slowModel takes ten seconds for each chunk.
type slowModel struct{ *fake }

func (m slowModel) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		for c, err := range m.fake.Stream(ctx, r) {
			time.Sleep(10 * time.Second)
			if !yield(c, err) {
				return
			}
		}
	}
}

// wired streams through a goroutine of its own, as an adapter over a
// connection does.
type wired struct {
	hangs chan<- struct{} // if given: told when the first chunk is out, after which nothing comes
}

func (wired) Info() Info { return Info{Provider: "test", ID: "wired", Tools: true} }

func (m wired) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		lines := make(chan Chunk)
		go m.send(ctx, lines, r.MaxTokens)
		for {
			select {
			case <-ctx.Done():
				yield(Chunk{}, ctx.Err())
				return
			case c := <-lines:
				if !yield(c, nil) || c.Stop != "" {
					return
				}
			}
		}
	}
}

func (m wired) send(ctx context.Context, lines chan<- Chunk, n int) {
	list := []Chunk{
		text(fmt.Sprint("answer ", n)), piece(1, "b", "two", `{"n":`), piece(0, "a", "one", "{}"),
		piece(1, "", "", fmt.Sprint(n, "}")), {Usage: &Usage{Output: n}, Stop: Called},
	}
	for _, c := range list {
		select {
		case <-ctx.Done():
			return
		case lines <- c:
		}
		if m.hangs != nil {
			m.hangs <- struct{}{}
			<-ctx.Done()
		}
	}
}

func quiet() Policy {
	return Policy{
		Random: func() float64 { return 0 },
		Sleep:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
}

func TestAThousandStreamsAtOnce(t *testing.T) {
	m := Retry(Fit(wired{}), quiet())
	var all sync.WaitGroup
	for n := range 1000 {
		all.Go(func() {
			got, err := Generate(t.Context(), m, Request{MaxTokens: n})
			if err != nil {
				t.Error(err)
				return
			}
			calls := got.Calls()
			if got.Text() != fmt.Sprint("answer ", n) || got.Usage.Output != n || len(calls) != 2 || string(calls[1].Arguments) != fmt.Sprintf(`{"n":%d}`, n) {
				t.Errorf("stream %d got %+v", n, got)
			}
		})
	}
	all.Wait()
}

func TestAStormOfCancellationsLeavesNothingBehind(t *testing.T) {
	const storms, each = 20, 500
	baseline := runtime.NumGoroutine()
	started := make(chan struct{}, each)
	m := Retry(wired{hangs: started}, quiet())
	for range storms {
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range each {
			all.Go(func() {
				if _, err := Generate(ctx, m, Request{}); fault.CodeOf(err) != fault.Canceled {
					t.Errorf("got %v, want a cancellation", err)
				}
			})
		}
		for range each {
			<-started
		}
		cancel()
		all.Wait()
	}
	// Goroutines end soon after what they worked for. Each look lets them run,
	// also where the machine has other things to do.
	const looks = 30_000
	for range looks {
		if runtime.NumGoroutine() <= baseline {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines are left, there were %d", runtime.NumGoroutine(), baseline)
}
