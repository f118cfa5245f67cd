package openai

import (
	"bytes"
	"cmp"
	"context"
	"net/http"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

const completionsPath = "chat/completions"

// read asks and gives the chunks of the answer as they come. The usage comes
// after the reason to stop, so the last chunk waits for the end of the stream.
func (m *chat) read(ctx context.Context, request completionRequest, asked int, spent model.Usage, give func(model.Chunk) error) error {
	request.Stream = true
	response, err := m.client.Send(ctx, completionsPath+m.query, request)
	if err != nil {
		return m.explain(ctx, err)
	}
	defer response.Body.Close()
	var a answer
	var failed error // what ended the stream too early
	said := false
	for data, err := range wire.Events(response, m.config.Provider) {
		if failed = err; err != nil || bytes.HasPrefix(data, []byte("[DONE]")) {
			break
		}
		var piece completion
		if len(data) > 0 {
			if failed = m.decode(data, &piece); failed != nil {
				break
			}
		}
		chunks, err := m.take(&a, &piece)
		if err != nil {
			return err
		}
		said = said || len(chunks) > 0
		if len(chunks) == 0 {
			chunks = []model.Chunk{{}} // tells a watchdog that the stream is alive
		}
		for _, c := range chunks {
			if err := give(c); err != nil {
				return err
			}
		}
	}
	if a.stop == "" || ctx.Err() != nil {
		return m.explain(ctx, failed)
	}
	return m.end(&a, asked, spent, said, give)
}

// decode reads one event of a stream. It may be an error, which vLLM marks in
// its own way.
func (m *chat) decode(data []byte, piece *completion) error {
	if err := wire.Decode(data, piece); err != nil {
		return err
	}
	if piece.Object == "error" || len(piece.Error) > 0 && string(piece.Error) != "null" {
		return m.explainRefusal(http.StatusOK, nil, data)
	}
	return nil
}

// end gives what comes last of an answer. said is whether anything came before.
func (m *chat) end(a *answer, asked int, spent model.Usage, said bool, give func(model.Chunk) error) error {
	if a.usage != nil {
		if m.preset.CutsOff && cutOff(asked, a.usage.Input) {
			if err := give(model.Chunk{Usage: a.usage}); err != nil {
				return err
			}
			return m.cutOff(asked, a.usage.Input)
		}
		a.usage.Input += spent.Input
		a.usage.Output += spent.Output
		a.usage.CachedInput += spent.CachedInput
	}
	if a.stop == model.TooLong && a.thought && !m.thinks.Swap(true) && !said {
		return &lostInThought{*a.usage}
	}
	if s := a.details.signature(); s != "" {
		if err := give(model.Chunk{Thinking: &model.Thinking{Signature: s}}); err != nil {
			return err
		}
	}
	return give(model.Chunk{Stop: a.stop, Usage: a.usage})
}

// lostInThought is an answer whose tokens were all spent on thinking, by a model
// that was not known to think.
type lostInThought struct{ used model.Usage }

func (*lostInThought) Error() string { return "all tokens were spent on thinking" }

// answer is what was seen of an answer so far.
type answer struct {
	called  bool
	refused bool
	stop    model.Stop
	usage   *model.Usage
	details details
	thought bool
}

// take turns one piece of the provider's answer into chunks.
func (m *chat) take(a *answer, c *completion) ([]model.Chunk, error) {
	if c.Usage != nil {
		a.count(c.Usage)
	}
	if len(c.Choices) == 0 {
		return nil, nil
	}
	choice := &c.Choices[0]
	said := &choice.Delta
	if m.preset.Details && len(said.ReasoningDetails) > 0 {
		a.details.add(string(said.ReasoningDetails))
	}
	var list []model.Chunk
	if thinking := cmp.Or(said.ReasoningContent, said.Reasoning) + said.Content.thinking; thinking != "" {
		a.thought = true
		list = append(list, model.Chunk{Thinking: &model.Thinking{Text: thinking}})
	}
	if said.Content.text != "" {
		list = append(list, model.Chunk{Text: said.Content.text})
	}
	if said.Refusal != "" {
		a.refused = true
		list = append(list, model.Chunk{Text: said.Refusal})
	}
	for _, call := range said.ToolCalls {
		a.called = true
		list = append(list, model.Chunk{Call: &model.Fragment{
			Index: call.Index, ID: string(call.ID), Name: string(call.Function.Name), Arguments: string(call.Function.Arguments),
		}})
	}
	if choice.FinishReason != "" {
		if err := m.finish(a, choice); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (a *answer) count(u *usage) {
	a.usage = &model.Usage{
		Input: int(u.PromptTokens),
		// Some, as xAI, count what was thought only in the total.
		Output:      int(max(u.CompletionTokens, u.TotalTokens-u.PromptTokens)),
		CachedInput: int(u.PromptTokensDetails.CachedTokens),
	}
	a.thought = a.thought || u.CompletionTokensDetails.ReasoningTokens > 0
}

// finish says why the model stopped. Some say "stop" after a tool call, all
// of them after a forced one.
func (m *chat) finish(a *answer, c *choice) error {
	switch c.FinishReason {
	case "length", "model_length", "max_tokens":
		a.stop = model.TooLong
	case "tool_calls", "function_call":
		a.stop = model.Called
	case "content_filter":
		a.stop = model.Filtered
	case "error", "abort", "cancelled":
		return fault.New(model.CutStream, "%s broke the answer off", m.config.Provider).WithHint("try again")
	default:
		a.stop = model.Ended
		if bytes.HasPrefix(c.StopReason, []byte(`"`)) {
			a.stop = model.Stopped
		}
		if a.called {
			a.stop = model.Called
		}
	}
	if a.refused {
		a.stop = model.Refused
	}
	return nil
}
