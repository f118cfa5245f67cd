package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/route"
)

// embeds is true of a model that makes vectors: the configuration names it for
// that, or its own name says so.
func (a *app) embeds(text string) bool {
	name, err := find.Parse(text)
	if err != nil {
		return false
	}
	chain := a.settings.Models.TaskRouting[string(route.Embedding)]
	return find.Embeds(name) || slices.ContainsFunc(slices.Concat(chain.Models, chain.Complex), func(other string) bool {
		n, err := find.Parse(other)
		return err == nil && n == name
	})
}

// examineVectors tests a model that makes vectors.
func (a *app) examineVectors(ctx context.Context, text string, recorder route.Recorder) card {
	c := card{Model: text, Steps: []cardStep{}}
	began := a.Now()
	m := &languageModels{policy: a.settings.Models.Policy}
	err := a.route(a.settings, m, map[route.Task]route.Chain{route.Embedding: {Models: []string{text}}})
	if err == nil {
		step := cardStep{Name: "embedding", OK: true}
		err = m.router.WithRecorder(recorder, nil).Embed(ctx, func(ctx context.Context, _ string, e model.Embedder) error {
			vectors, used, err := e.Embed(ctx, []string{"orders by customer", "who bought what"})
			c.Input += used.Input
			if err == nil && len(vectors) == 2 {
				step.Detail = fmt.Sprintf("%d numbers a text", len(vectors[0]))
			}
			return err
		})
		step.MS = milliseconds(a.Now().Sub(began))
		if err != nil {
			f := fault.Of(err)
			step.OK, step.Fault, step.Detail = false, faultJSON(f), f.Message
		}
		c.Steps = append(c.Steps, step)
	}
	if err != nil {
		c.fault = fault.Of(err)
	}
	c.OK = err == nil
	c.TotalMS = milliseconds(a.Now().Sub(began))
	if m.router != nil {
		c.price(m.router, text)
	}
	return c
}

// price says what the test cost, where that is known.
func (c *card) price(r *route.Router, name string) {
	if p, ok := r.Price(name); ok {
		usd := p.Cost(route.Tokens{Input: c.Input, Output: c.Output}).USD()
		c.CostUSD = &usd
	}
}
