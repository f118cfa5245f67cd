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

// persuaded gets a model to call tools in the way that it takes. Those that
// always think first (Claude from Opus 5.5 and Sonnet 5.5 on) refuse to be
// forced, and are asked to instead; many small ones know no tools, and are told
// of them in words. What a model refused is learned, and not tried again.
type persuaded struct {
	model.Model
	way atomic.Int64 // the first that it has not refused
}

// ways to have a tool called, from the surest to the one that every model takes.
const (
	byForce int64 = iota
	byAsking
	byWords
)

func (m *persuaded) by(ctx context.Context, r model.Request, way int64) iter.Seq2[model.Chunk, error] {
	switch {
	case way == byWords:
		return model.Prompted(m.Model).Stream(ctx, r)
	case way == byAsking && r.Force != "":
		r.System = append(slices.Clip(r.System), model.Block{Text: fmt.Sprintf("Answer with one call of the tool %s, and nothing else.", r.Force)})
		r.Force = ""
	}
	return m.Model.Stream(ctx, r)
}

func (m *persuaded) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	if len(r.Tools) == 0 {
		return m.Model.Stream(ctx, r)
	}
	return func(yield func(model.Chunk, error) bool) {
		var refusal error // the first one, for it may have another reason
		for way := m.way.Load(); way <= byWords; way++ {
			if way == byAsking && r.Force == "" && refusal != nil {
				continue // that was asked already
			}
			begun := false
			for c, err := range m.by(ctx, r, way) {
				if err != nil && !begun && fault.CodeOf(err) == model.BadRequest {
					if refusal == nil {
						refusal = err
					}
					break
				}
				if err == nil && !begun && refusal != nil {
					m.way.Store(way)
				}
				begun = true
				if !yield(c, err) || err != nil {
					return
				}
			}
			if begun || refusal == nil {
				return
			}
		}
		yield(model.Chunk{}, refusal)
	}
}
