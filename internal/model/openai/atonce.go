package openai

import (
	"context"
	"errors"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

// errNoStream is an answer that may not be streamed.
var errNoStream = errors.New("the answer may not be streamed")

// signOfLife is how often an answer that comes at once is told to be under way:
// that the request is open is all that is known of it.
const signOfLife = 10 * time.Second

// readAtOnce gives the chunks of an answer that does not come in a stream:
// OpenAI streams some models only to organizations that it has verified.
func (m *chat) readAtOnce(ctx context.Context, request completionRequest, asked int, spent model.Usage, give func(model.Chunk) error) error {
	request.StreamOptions = nil // refused without a stream
	var reply completion
	done := make(chan error, 1)
	go func() { done <- m.client.Call(ctx, completionsPath+m.query, request, &reply) }()
	alive := time.NewTicker(signOfLife)
	defer alive.Stop()
	for {
		select {
		case <-alive.C:
			if err := give(model.Chunk{}); err != nil {
				return err
			}
		case err := <-done:
			if err != nil || ctx.Err() != nil {
				return m.explain(ctx, err)
			}
			return m.giveWhole(&reply, asked, spent, give)
		}
	}
}

// giveWhole gives the chunks of a whole answer, which is read as a stream of one
// piece.
func (m *chat) giveWhole(reply *completion, asked int, spent model.Usage, give func(model.Chunk) error) error {
	if len(reply.Choices) == 0 {
		return m.malformed("an answer that holds nothing")
	}
	c := &reply.Choices[0]
	c.Delta = c.Message
	for i := range c.Delta.ToolCalls {
		c.Delta.ToolCalls[i].Index = i
	}
	if c.FinishReason == "" {
		c.FinishReason = "stop"
	}
	var a answer
	chunks, err := m.take(&a, reply)
	if err != nil {
		return err
	}
	for _, chunk := range chunks {
		if err := give(chunk); err != nil {
			return err
		}
	}
	return m.end(&a, asked, spent, len(chunks) > 0, give)
}
