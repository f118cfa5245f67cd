package route

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
)

// steady answers every call in three pieces.
type steady struct{ provider string }

func (m steady) Info() model.Info { return model.Info{Provider: m.provider, ID: "m"} }

func (m steady) Stream(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for range 2 {
			if ctx.Err() != nil {
				yield(model.Chunk{}, ctx.Err())
				return
			}
			if !yield(model.Chunk{Text: "a"}, nil) {
				return
			}
		}
		yield(model.Chunk{Usage: &model.Usage{Input: 3, Output: 2}, Stop: model.Ended}, nil)
	}
}

func TestAThousandAtOnce(t *testing.T) {
	var calls, answered atomic.Int64
	r, err := New(Config{
		Rest:   Chain{Models: []string{"a/m", "b/m"}},
		Open:   func(name string) (model.Model, error) { return steady{name[:1]}, nil },
		Limits: map[string]Limit{"a": {Concurrent: 7, Queue: 200}, "b": {Concurrent: 3, Queue: 1000}},
		Clock:  systemClock(),
		Recorder: recorderFunc(func(r Record) {
			calls.Add(1)
			if r.Fault == "" {
				answered.Add(1)
			}
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 1000 {
		group.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%4 == 0 {
				go cancel()
			}
			reply, err := r.Generate(ctx, Job{Task: Narration}, model.Request{}, nil)
			// Who was stopped may have been told first that there is no room.
			if err == nil && reply.Text() != "aa" || err != nil && ctx.Err() == nil {
				t.Errorf("got %v, %v", reply, err)
			}
		})
	}
	group.Wait()
	for provider, l := range r.limiters {
		if l.running != 0 || len(l.queue) != 0 {
			t.Errorf("%s: %d run and %d wait", provider, l.running, len(l.queue))
		}
	}
	if calls.Load() < 750 || answered.Load() < 750 {
		t.Errorf("%d calls recorded, %d of them answered", calls.Load(), answered.Load())
	}
}

type recorderFunc func(Record)

func (f recorderFunc) Record(_ context.Context, r Record) { f(r) }
