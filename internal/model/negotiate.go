package model

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/fault"
)

// NegotiateTools gets a model to call tools in the way that it accepts. Models
// that always think first (Claude from Opus 5.5 and Sonnet 5.5 on) refuse to be
// forced, and are asked to instead; many small ones know no tools, and read about
// them in the prompt. What a model refused once is not tried again.
func NegotiateTools(m Model) Model { return &negotiated{Model: m} }

type negotiated struct {
	Model
	way atomic.Int64 // the first that it has not refused
}

// Ways to have a tool called, from the most reliable to the one that every model
// accepts.
const (
	byForce int64 = iota
	byAsking
	byPrompt
)

func (m *negotiated) streamBy(ctx context.Context, r Request, way int64) iter.Seq2[Chunk, error] {
	switch {
	case way == byPrompt:
		return Prompted(m.Model).Stream(ctx, r)
	case way == byAsking && r.Force != "":
		r.System = append(slices.Clip(r.System), Block{Text: fmt.Sprintf("Answer with one call of the tool %s, and nothing else.", r.Force)})
		r.Force = ""
	}
	return m.Model.Stream(ctx, r)
}

func (m *negotiated) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	if len(r.Tools) == 0 {
		return m.Model.Stream(ctx, r)
	}
	return func(yield func(Chunk, error) bool) {
		var refusal error // the first one, for it may have another reason
		for way := m.way.Load(); way <= byPrompt; way++ {
			if way == byAsking && r.Force == "" && refusal != nil {
				continue // that was asked already
			}
			begun := false
			for c, err := range m.streamBy(ctx, r, way) {
				if err != nil && !begun && fault.CodeOf(err) == BadRequest {
					if refusal == nil {
						refusal = err
					}
					break
				}
				if err == nil && !begun && refusal != nil && c != (Chunk{}) {
					m.way.Store(way)
				}
				begun = begun || err != nil || c != (Chunk{}) // an empty one is only a sign of life
				if !yield(c, err) || err != nil {
					return
				}
			}
			if begun || refusal == nil {
				return
			}
		}
		yield(Chunk{}, refusal)
	}
}
