package route

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

func TestEmbedGoesAlongItsChain(t *testing.T) {
	price, err := NewPrice("0.02", "0", "", "")
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, Config{Rest: Chain{Models: []string{"c/talks"}}, Chains: map[Task]Chain{Embedding: {Models: []string{"n/one", "a/x", "b/y"}}},
		Prices: map[string]Price{"b/y": price}}, map[string][]any{"a/x": {"", overloaded}, "b/y": {"", ""}})
	var whose []string
	err = b.Embed(t.Context(), func(ctx context.Context, name string, e model.Embedder) error {
		for range 2 { // what is compared comes of one model
			vectors, _, err := e.Embed(ctx, []string{"one", "two"})
			if err != nil {
				return err
			}
			whose = append(whose, fmt.Sprint(name, len(vectors)))
		}
		return nil
	})
	if err != nil || !slices.Equal(whose, []string{"a/x2", "b/y2", "b/y2"}) {
		t.Fatalf("%v, %q", err, whose)
	}
	var kept []string
	for _, r := range b.records {
		kept = append(kept, fmt.Sprintf("%s %s %d %d %s %s", r.Task, r.Model, r.Step, r.Tokens.Input, r.Cost, r.Fault))
	}
	want := []string{"embedding a/x 1 20 unknown ", "embedding a/x 1 0 unknown LLM_OVERLOADED", "embedding b/y 2 20 under $0.0001 ", "embedding b/y 2 20 under $0.0001 "}
	if !slices.Equal(kept, want) {
		t.Errorf("recorded %q", kept)
	}
	if len(b.events) != 2 || b.events[1].From != "a/x" || b.events[1].To != "b/y" {
		t.Errorf("told %+v", b.events)
	}
}

// A model that talks makes no vectors: without a chain there is nobody to ask.
func TestTheRestDoesNotEmbed(t *testing.T) {
	b := newBench(t, routing("c/talks"), nil)
	if got := b.Models(Job{Task: Embedding}); len(got) != 0 {
		t.Errorf("%q would be asked", got)
	}
	err := b.Embed(t.Context(), func(context.Context, string, model.Embedder) error { return nil })
	if fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestEmbedIsTriedAgainWithinItsLimits(t *testing.T) {
	c := Config{Chains: map[Task]Chain{Embedding: {Models: []string{"a/x"}}}, Limits: map[string]Limit{"a": {Concurrent: 1}}}
	c.AroundEmbedder = func(e model.Embedder, i model.Info) model.Embedder {
		return model.RetryEmbedder(e, i, model.Policy{Random: func() float64 { return 0 }, Sleep: func(context.Context, time.Duration) error { return nil }})
	}
	b := newBench(t, c, map[string][]any{"a/x": {overloaded, overloaded, ""}})
	err := b.Embed(t.Context(), func(ctx context.Context, _ string, e model.Embedder) error {
		_, _, err := e.Embed(ctx, []string{"one"})
		return err
	})
	if err != nil || len(b.records) != 1 || b.records[0].Tries != 3 {
		t.Fatalf("%v, %+v", err, b.records)
	}
	if l := b.limiters["a"]; l.running != 0 || len(l.queue) != 0 {
		t.Errorf("left behind %d running, %d waiting", l.running, len(l.queue))
	}
}
