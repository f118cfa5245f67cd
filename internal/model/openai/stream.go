package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// read gives the chunks of an answer as they come. The usage comes after the
// reason to stop, so the last chunk waits for the end of the stream.
func (m *chat) read(ctx context.Context, stream *ssestream.Stream[sdk.ChatCompletionChunk], asked int, spent model.Usage, give func(model.Chunk) error) error {
	defer stream.Close()
	var a answer
	said := false
	for stream.Next() {
		chunk := stream.Current()
		chunks, err := m.take(&a, &chunk)
		if err != nil {
			return err
		}
		said = said || len(chunks) > 0
		for _, c := range chunks {
			if err := give(c); err != nil {
				return err
			}
		}
	}
	if a.stop == "" || ctx.Err() != nil {
		return m.explain(ctx, stream.Err())
	}
	return m.end(&a, asked, spent, said, give)
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

// take turns one chunk of the provider into chunks of ours.
func (m *chat) take(a *answer, c *sdk.ChatCompletionChunk) ([]model.Chunk, error) {
	if c.JSON.Usage.Valid() {
		a.count(&c.Usage)
	}
	if string(c.Object) == "error" { // vLLM's, of which the SDK does not know
		return nil, m.refused(http.StatusOK, nil, []byte(c.RawJSON()))
	}
	if len(c.Choices) == 0 {
		return nil, nil
	}
	choice := &c.Choices[0]
	text, thinking := words(&choice.Delta)
	if raw := choice.Delta.JSON.ExtraFields["reasoning_details"].Raw(); m.preset.Details && raw != "" {
		a.details.add(raw)
	}
	var list []model.Chunk
	if thinking != "" {
		a.thought = true
		list = append(list, model.Chunk{Thinking: &model.Thinking{Text: thinking}})
	}
	if text != "" {
		list = append(list, model.Chunk{Text: text})
	}
	if refusal := choice.Delta.Refusal; refusal != "" {
		a.refused = true
		list = append(list, model.Chunk{Text: refusal})
	}
	for i := range choice.Delta.ToolCalls {
		call := &choice.Delta.ToolCalls[i]
		a.called = true
		list = append(list, model.Chunk{Call: &model.Fragment{
			Index: int(call.Index), ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments,
		}})
	}
	if choice.FinishReason != "" {
		if err := m.finish(a, choice); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (a *answer) count(u *sdk.CompletionUsage) {
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
func (m *chat) finish(a *answer, c *sdk.ChatCompletionChunkChoice) error {
	switch reason := c.FinishReason; reason {
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
		if s := c.JSON.ExtraFields["stop_reason"].Raw(); strings.HasPrefix(s, `"`) {
			a.stop = model.Stopped // vLLM tells which stop sequence it met
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

// words are the text and the reasoning of a delta. Reasoning has no place in
// OpenAI's format; others have found two, and Mistral a third, in parts.
func words(d *sdk.ChatCompletionChunkChoiceDelta) (text, thinking string) {
	if thinking = word(d.JSON.ExtraFields["reasoning_content"]); thinking == "" {
		thinking = word(d.JSON.ExtraFields["reasoning"])
	}
	var parts []contentPart
	if raw := d.JSON.Content.Raw(); !strings.HasPrefix(raw, "[") || json.Unmarshal([]byte(raw), &parts) != nil {
		return d.Content, thinking
	}
	for _, p := range parts {
		text += p.Text
		for _, t := range p.Thinking {
			thinking += t.Text
		}
	}
	return text, thinking
}

type contentPart struct {
	Text     string `json:"text"`
	Thinking []struct {
		Text string `json:"text"`
	} `json:"thinking"`
}

func word(f respjson.Field) string {
	raw := f.Raw()
	if len(raw) <= len(`""`) || raw[0] != '"' {
		return "" // absent, empty or not a text
	}
	var s string
	if json.Unmarshal([]byte(raw), &s) != nil {
		return ""
	}
	return s
}
