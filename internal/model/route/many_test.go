package route

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
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

// The second try of a call may have to wait for a place longer than a provider
// may be silent.
func TestWaitingForAPlaceIsNoSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		r, err := New(Config{
			Rest:   Chain{Models: []string{"a/m"}},
			Limits: map[string]Limit{"a": {Requests: 1}},
			Clock:  Clock{Now: time.Now, AfterFunc: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }},
			Open: func(string) (model.Model, error) {
				return streaming(func(yield func(model.Chunk, error) bool) {
					if asked++; asked == 1 {
						yield(model.Chunk{}, fault.New(model.Overloaded, "not now"))
						return
					}
					yield(model.Chunk{Text: "six", Stop: model.Ended}, nil)
				}), nil
			},
			Around: func(m model.Model) model.Model {
				return model.Retry(m, model.Policy{Random: func() float64 { return 0 }, Sleep: func(_ context.Context, d time.Duration) error { time.Sleep(d); return nil }})
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		got, err := r.Generate(t.Context(), Job{Task: SQLGeneration}, model.Request{}, nil)
		if err != nil || got.Text() != "six" || time.Since(begun) < time.Minute {
			t.Errorf("%v after %s: %+v", err, time.Since(begun), got)
		}
	})
}

// streaming is a model that answers so.
type streaming func(yield func(model.Chunk, error) bool)

func (streaming) Info() model.Info { return model.Info{Provider: "a", ID: "m", Tools: true} }

func (s streaming) Stream(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return iter.Seq2[model.Chunk, error](s)
}
