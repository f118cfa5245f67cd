package explore

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/session"
)

// TurnsSpent is the code of an answer that was cut short, because the model did
// not come to an end.
const TurnsSpent fault.Code = "TURNS_SPENT"

const answerTokens = 4096

// think asks the model what to do next.
func think(ctx context.Context, t *Turn) (step, error) {
	if t.turns == MaxTurns {
		return t.cutShort(t.outOfTurns())
	}
	t.turns++
	reply, err := t.ask(ctx)
	switch {
	case err != nil && (ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled):
		return nil, err
	case fault.CodeOf(err) == model.Malformed:
		return t.fumble(err)
	case err != nil && len(t.found) == 0:
		return nil, err
	case err != nil:
		return t.cutShort(fault.Of(err))
	}
	text := strings.TrimSpace(reply.Text())
	t.wanted = reply.Calls()
	if text != "" || len(t.wanted) > 0 { // thoughts alone are no message
		t.messages = append(t.messages, reply.Message)
	}
	switch {
	case len(t.wanted) > 0 && t.turns == MaxTurns: // there is no turn left to hear the answers
		if text != "" {
			if err := t.answer(ctx, text); err != nil {
				return nil, err
			}
		}
		return t.cutShort(t.outOfTurns())
	case len(t.wanted) > 0:
		t.fumbled = 0
		if text != "" {
			t.said = append(t.said, text)
		}
		return act, nil
	case text == "":
		return t.fumble(fault.New(model.Malformed, "%s returned an empty answer", t.by).WithHint("try again, or choose another model"))
	}
	if reply.Stop == model.TooLong {
		t.diagnostics = append(t.diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: model.Malformed,
			Message: "the model reached its limit of tokens, so that its answer may lack the end"})
	}
	t.fumbled = 0
	if err := t.books.Enters(ctx, session.Narrating); err != nil {
		return nil, err
	}
	return objectOnce, t.answer(ctx, text)
}

// ask is one exchange with the model.
func (t *Turn) ask(ctx context.Context) (*model.Reply, error) {
	defer t.books.Timed(&t.books.Timings.Plan)()
	if t.turns == MaxTurns {
		text, err := model.Prompt(files, "last", nil)
		if err != nil {
			return nil, err
		}
		t.tell(text)
	}
	t.forget()
	zero := 0.0
	r := model.Request{System: t.system, Messages: t.messages, MaxTokens: answerTokens, Temperature: &zero}
	for _, x := range t.tools {
		r.Tools = append(r.Tools, model.Tool{Name: x.Name, Description: x.Words, Schema: x.Schema})
	}
	reply, err := model.Generate(ctx, t.model, r)
	t.turnCost = Cost{Input: reply.Usage.Input, Output: reply.Usage.Output}
	t.by = t.model.Info().Name() // along a chain, the one that answered
	if t.m.Price != nil {
		t.turnCost.USD = t.m.Price(t.by, reply.Usage)
	}
	t.books.Cost = t.books.Cost.Plus(t.turnCost)
	return reply, err
}

// fumble tells the model that its answer could not be read, a few times.
func (t *Turn) fumble(err error) (step, error) {
	if t.fumbled++; t.fumbled > maxUnreadable {
		if len(t.found) == 0 {
			return nil, err
		}
		return t.cutShort(fault.Of(err))
	}
	text, promptErr := model.Prompt(files, "unreadable", nil)
	if promptErr != nil {
		return nil, promptErr
	}
	t.tell(text)
	return think, nil
}

// cutShort ends the looking around with what there is.
func (t *Turn) cutShort(why *fault.Fault) (step, error) {
	t.short = why
	return draw, nil
}

func (t *Turn) outOfTurns() *fault.Fault {
	end := "this is what was found until then"
	switch {
	case len(t.books.Attempts) == 0:
		end = "no query was run"
	case !slices.ContainsFunc(t.found, func(e evidence) bool { return e.number > 0 }):
		end = "no query answered"
	}
	return fault.New(TurnsSpent, "%d turns were not enough to finish; %s", MaxTurns, end).WithHint("ask a narrower question, or one part of it at a time")
}
