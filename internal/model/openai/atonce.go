package openai

import (
	"context"
	"errors"
	"time"

	sdk "github.com/openai/openai-go/v3"

	"github.com/plumbdata/plumb/internal/model"
)

// errNoStream is an answer that may not be streamed.
var errNoStream = errors.New("the answer may not be streamed")

// signOfLife is how often an answer that comes at once is told to be under way:
// that the request is open is all that is known of it.
const signOfLife = 10 * time.Second

// readAtOnce gives the chunks of an answer that does not come in a stream:
// OpenAI streams some models only to organizations that it has verified.
func (m *chat) readAtOnce(ctx context.Context, p sdk.ChatCompletionNewParams, asked int, spent model.Usage, give func(model.Chunk) error) error {
	p.StreamOptions = sdk.ChatCompletionStreamOptionsParam{} // refused without a stream
	type outcome struct {
		reply *sdk.ChatCompletion
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		reply, err := m.completions.New(ctx, p)
		done <- outcome{reply, err}
	}()
	alive := time.NewTicker(signOfLife)
	defer alive.Stop()
	for {
		select {
		case <-alive.C:
			if err := give(model.Chunk{}); err != nil {
				return err
			}
		case o := <-done:
			if o.err != nil || ctx.Err() != nil {
				return m.explain(ctx, o.err)
			}
			return m.whole(o.reply, asked, spent, give)
		}
	}
}

func (m *chat) whole(reply *sdk.ChatCompletion, asked int, spent model.Usage, give func(model.Chunk) error) error {
	if len(reply.Choices) == 0 {
		return m.malformed("an answer that holds nothing")
	}
	c := &reply.Choices[0]
	a := answer{refused: c.Message.Refusal != "", called: len(c.Message.ToolCalls) > 0}
	if reply.JSON.Usage.Valid() {
		a.count(&reply.Usage)
	}
	var chunks []model.Chunk
	if text := c.Message.Content + c.Message.Refusal; text != "" {
		chunks = append(chunks, model.Chunk{Text: text})
	}
	for i, call := range c.Message.ToolCalls {
		chunks = append(chunks, model.Chunk{Call: &model.Fragment{Index: i, ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments}})
	}
	if err := m.finish(&a, &sdk.ChatCompletionChunkChoice{FinishReason: c.FinishReason}); err != nil {
		return err
	}
	for _, chunk := range chunks {
		if err := give(chunk); err != nil {
			return err
		}
	}
	return m.end(&a, asked, spent, len(chunks) > 0, give)
}
