package mind

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
)

// Classifies is true where models are set up for saying what messages want. Others do not
// stand in for them: nobody pays for a second call with every message unasked.
func (m *Models) Classifies() bool {
	return m != nil && m.Router != nil && m.Router.HasChain(route.Classification)
}

// Classify lets a model say what a message wants. The kind is "" where it does not know.
func (m *Models) Classify(ctx context.Context, message, before string, kinds []llm.Kind) (kind string, confidence float64, spent answer.Cost, err error) {
	_, spent, err = m.try(ctx, route.Job{Task: route.Classification}, nil, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		kind, confidence, used, err = llm.Classify(ctx, one, message, before, kinds)
		return used, err
	})
	return kind, confidence, spent, err
}
