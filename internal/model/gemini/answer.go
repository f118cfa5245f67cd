package gemini

import (
	"encoding/json"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// reader turns responses of a stream into chunks. Google sends calls whole,
// and says why it finished before the connection ends; the stop reason waits
// for the end, because the count of tokens may still come.
type reader struct {
	asked   int // calls in the history, for identifiers that do not repeat
	calls   int
	finish  string
	blocked bool // the prompt was
	usage   *model.Usage
}

func (a *reader) finished() bool { return a.finish != "" || a.blocked }

func (a *reader) read(r *generateResponse) ([]model.Chunk, error) {
	if u := r.UsageMetadata; u != nil {
		a.usage = &model.Usage{
			Input:       u.Prompt + u.ToolUsePrompt,
			Output:      u.Candidates + u.Thoughts,
			CachedInput: u.CachedContent,
		}
	}
	if r.PromptFeedback.BlockReason != "" {
		a.blocked = true
	}
	if len(r.Candidates) == 0 || r.Candidates[0] == nil {
		return nil, nil
	}
	c := r.Candidates[0] // one is asked for
	if c.FinishReason != "" && c.FinishReason != "FINISH_REASON_UNSPECIFIED" {
		a.finish = c.FinishReason
	}
	if c.Content == nil {
		return nil, nil
	}
	var chunks []model.Chunk
	for _, p := range c.Content.Parts {
		if p == nil {
			continue
		}
		more, err := a.part(p)
		chunks = append(chunks, more...)
		if err != nil {
			return chunks, err
		}
	}
	return chunks, nil
}

func (a *reader) part(p *part) ([]model.Chunk, error) {
	var chunks []model.Chunk
	switch {
	case p.FunctionCall != nil:
		call := p.FunctionCall
		if len(call.PartialArgs) > 0 || call.WillContinue {
			return nil, malformed() // never asked for; half a call must not pass for a whole one
		}
		arguments := []byte("{}")
		if call.Args != nil {
			var err error
			if arguments, err = json.Marshal(call.Args); err != nil {
				return nil, malformed()
			}
		}
		if len(p.ThoughtSignature) > 0 {
			chunks = append(chunks, model.Chunk{Thinking: &model.Thinking{Signature: callSignature(a.calls, p.ThoughtSignature)}})
		}
		id := call.ID
		if id == "" {
			id = makeID(a.asked + a.calls)
		}
		chunks = append(chunks, model.Chunk{Call: &model.Fragment{Index: a.calls, ID: id, Name: call.Name, Arguments: string(arguments)}})
		a.calls++
		return chunks, nil
	case p.Thought:
		if p.Text != "" {
			chunks = append(chunks, model.Chunk{Thinking: &model.Thinking{Text: p.Text}})
		}
	case p.Text != "":
		chunks = append(chunks, model.Chunk{Text: p.Text})
	}
	if len(p.ThoughtSignature) > 0 {
		chunks = append(chunks, model.Chunk{Thinking: &model.Thinking{Signature: textSignature(p.ThoughtSignature)}})
	}
	return chunks, nil
}

// last is the chunk that ends the answer. With an error it says only what was
// used.
func (a *reader) last() (model.Chunk, error) {
	c := model.Chunk{Usage: a.usage}
	if a.blocked && a.finish == "" {
		c.Stop = model.Filtered
		return c, nil
	}
	switch a.finish {
	case "STOP":
		// Google does not say whether a stop sequence was met.
		c.Stop = model.Ended
		if a.calls > 0 {
			c.Stop = model.Called
		}
	case "MAX_TOKENS", "CONTINUATION":
		c.Stop = model.TooLong
	case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE":
		return c, fault.New(model.Malformed, "the model called a tool in a form that cannot be used").
			WithHint("ask again, or choose another model")
	case "OTHER":
		c.Stop = model.Refused // it gives no reason, and there is no answer
	default:
		c.Stop = model.Filtered // safety, recitation, block lists, personal data and what is added to them
	}
	return c, nil
}

func malformed() *fault.Fault {
	return fault.New(model.Malformed, "the provider's response cannot be parsed").WithHint("ask again; if it happens again, choose another model")
}
