package cli

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// persuaded is a model that may refuse to be forced to call a tool, as those do
// that always think first (Claude from Opus 5.5 and Sonnet 5.5 on). It is then
// asked in words to call it, now and from then on.
type persuaded struct {
	model.Model
	refuses atomic.Bool
}

// persuade leaves models that also make embeddings as they are: what stands
// around them would hide that, and none of them refuses.
func persuade(m model.Model) model.Model {
	if _, embeds := m.(model.Embedder); embeds {
		return m
	}
	return &persuaded{Model: m}
}

func (m *persuaded) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	switch {
	case r.Force == "":
		return m.Model.Stream(ctx, r)
	case m.refuses.Load():
		return m.Model.Stream(ctx, inWords(r))
	}
	return func(yield func(model.Chunk, error) bool) {
		begun := false
		var refusal error
		for c, err := range m.Model.Stream(ctx, r) {
			if err != nil && !begun && fault.CodeOf(err) == model.BadRequest {
				refusal = err
				break
			}
			begun = true
			if !yield(c, err) || err != nil {
				return
			}
		}
		if refusal == nil {
			return
		}
		// It may have been refused for another reason, which then stays so.
		for c, err := range m.Model.Stream(ctx, inWords(r)) {
			if err != nil && !begun {
				err = refusal
			}
			if err == nil && !begun {
				begun = true
				m.refuses.Store(true)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// inWords asks for a tool call instead of forcing it.
func inWords(r model.Request) model.Request {
	r.System = append(slices.Clip(r.System), model.Block{Text: fmt.Sprintf("Answer with one call of the tool %s, and nothing else.", r.Force)})
	r.Force = ""
	return r
}
