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

// Replies is true where a model can reply to messages that ask nothing of the rows. That
// tells in words what is known, as a story does: the task is narration.
func (m *Models) Replies() bool {
	return m != nil && m.Router != nil && len(m.Router.Models(route.Job{Task: route.Narration})) > 0
}

// Reply lets a model reply to a message that asks nothing of the rows. The text is ""
// where it finds that the message asks something of them.
func (m *Models) Reply(ctx context.Context, message llm.Message) (text, by string, spent answer.Cost, err error) {
	by, spent, err = m.try(ctx, route.Job{Task: route.Narration}, nil, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		text, used, err = llm.Reply(ctx, one, message)
		return used, err
	})
	return text, by, spent, err
}

// Criticizes is true where models are set up for judging answers. Others do not stand in
// for them: nobody pays for a second call with every answer unasked.
func (m *Models) Criticizes() bool {
	return m != nil && m.Router != nil && m.Router.HasChain(route.Critique)
}

// Critique lets a model judge an answer.
func (m *Models) Critique(ctx context.Context, c llm.Criticized) (said llm.Critique, by string, spent answer.Cost, err error) {
	by, spent, err = m.try(ctx, route.Job{Task: route.Critique}, nil, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		said, used, err = llm.Judge(ctx, one, c)
		return used, err
	})
	return said, by, spent, err
}
