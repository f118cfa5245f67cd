package route

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/model"
)

// Model is the whole chain of a job as one model, for work that takes several
// requests, such as looking around in a database. Models that cannot call tools
// are told of them in words.
//
// The next model of the chain is asked only as long as nothing of an answer was
// given out; after that an error ends the stream, for what a person has seen
// cannot be taken back. What one model began the same one goes on with: a
// request that brings results of tools begins at the model that answered last.
func (r *Router) Model(j Job) model.Model { return &chained{router: r, job: j} }

type chained struct {
	router *Router
	job    Job
	at     atomic.Int64 // the place in the chain that answered last
}

// Info is that of the model that answered last, at first of the first.
func (m *chained) Info() model.Info {
	names := m.router.Models(m.job)
	if len(names) == 0 {
		return model.Info{Tools: true}
	}
	name := names[min(int(m.at.Load()), len(names)-1)]
	i := model.Info{}
	if opened, err := opened(m.router, m.router.models, name, m.router.config.Open); err == nil {
		i = opened.Info()
	} else {
		i.Provider, i.ID, _ = strings.Cut(name, "/")
	}
	i.Tools = true
	return i
}

func (m *chained) Stream(ctx context.Context, q model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		left, from := false, 0
		if goesOn(q) {
			from = int(m.at.Load())
		}
		at, err := m.router.try(ctx, m.job, from, func(ctx context.Context, one model.Model) (bool, error) {
			begun := false
			for c, err := range model.Fit(one).Stream(ctx, q) {
				if err != nil {
					return begun, err
				}
				begun = begun || hasContent(c)
				if !yield(c, nil) {
					left = true
					return true, nil
				}
			}
			return true, nil
		})
		if err == nil {
			m.at.Store(int64(at))
		}
		if err != nil && !left {
			yield(model.Chunk{}, err)
		}
	}
}

// goesOn is true for a request that brings the results of tools.
func goesOn(q model.Request) bool {
	if len(q.Messages) == 0 {
		return false
	}
	last := q.Messages[len(q.Messages)-1]
	return slices.ContainsFunc(last.Parts, func(p model.Part) bool { return p.Result != nil })
}
