package model

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Generate asks a model and waits for the whole answer. With an error the
// reply has no message: it says only what was used until then.
//
// A stream that ends without a stop reason is a CutStream, an answer that the
// model or its provider withholds is a Refusal, and tool calls whose arguments
// cannot be read are Malformed. No call is ever returned that did not arrive
// whole. A reply that has calls and was not cut short has the stop Called; words
// that are nothing but a call of an offered tool are one.
func Generate(ctx context.Context, m Model, r Request) (*Reply, error) {
	a, err := collect(ctx, m, r)
	if err != nil {
		return &Reply{Usage: a.usage, Stop: a.stop}, err
	}
	before := CallsIn(r.Messages)
	reply, err := a.reply(m.Info(), before)
	if err == nil {
		reply.takeCall(r.Tools, before)
	}
	return reply, err
}

// takeCall makes a call of words that are nothing but one of an offered tool:
// servers that do not know how their model writes calls leave them there.
func (r *Reply) takeCall(tools []Tool, before int) {
	text := strings.TrimSpace(r.Text())
	begins := func(prefix string) bool { return strings.HasPrefix(text, prefix) }
	if r.Stop != Ended || !slices.ContainsFunc([]string{"{", "```", "<tool_call>"}, begins) {
		return
	}
	calls := loneCall(text, tools)
	if len(calls) == 0 {
		return
	}
	r.Message.Parts = slices.DeleteFunc(r.Message.Parts, func(p Part) bool { return p.Text != "" })
	r.Message.Parts = append(r.Message.Parts, Part{Call: &Call{ID: callID(before + 1), Name: calls[0].Name, Arguments: calls[0].Arguments}})
	r.Stop = Called
}

// collect gathers a stream up to its stop reason.
func collect(ctx context.Context, m Model, r Request) (*answer, error) {
	a := &answer{}
	chunks := 0
	r.Whole = true
	for c, err := range m.Stream(ctx, r) {
		if a.stop != "" {
			break
		}
		if err != nil {
			return a, explain(ctx, m.Info(), err)
		}
		if chunks++; chunks > maxChunks {
			return a, tooMuch(m.Info(), "pieces")
		}
		if what := a.add(c); what != "" {
			return a, tooMuch(m.Info(), what)
		}
	}
	if a.stop != "" {
		return a, nil
	}
	if ctx.Err() != nil {
		return a, explain(ctx, m.Info(), ctx.Err())
	}
	return a, cut(m.Info())
}

// CallsIn counts the calls of a history, so that new ones get names of their
// own.
func CallsIn(messages []Message) int {
	n := 0
	for _, m := range messages {
		for _, p := range m.Parts {
			if p.Call != nil {
				n++
			}
		}
	}
	return n
}

// explain makes a fault of whatever ended a stream. A fault from the adapter
// stays as it is; the text of any other error is kept from people, for nobody
// has looked for secrets in it.
func explain(ctx context.Context, i Info, err error) error {
	switch ctx.Err() {
	case nil:
	case context.DeadlineExceeded:
		return fault.Wrap(err, Timeout, "%s did not finish its answer in time", i.Name()).
			WithHint("try again, or allow more time")
	default:
		return fault.Wrap(err, fault.Canceled, "stopped before %s finished", i.Name())
	}
	if isFault(err) {
		return err
	}
	return fault.Wrap(err, fault.LLMError, "%s could not answer", i.Name()).
		WithHint("try again, or choose another model; plumb models test shows what works")
}

func cut(i Info) error {
	return fault.New(CutStream, "the answer of %s broke off before its end", i.Name()).WithHint("try again")
}

// errTooMuch is behind the fault of an answer beyond all bounds.
var errTooMuch = errors.New("the answer is too long")

func tooMuch(i Info, what string) error {
	return fault.Wrap(errTooMuch, Malformed, "%s sent more %s than Plumb accepts in one answer", i.Name(), what).
		WithHint("ask for less at once, or choose another model")
}
