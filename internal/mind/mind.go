// Package mind decides who answers a question: the built-in brain what it is sure
// of, language models the rest. Both fulfil the same port, Mind, and so does the
// policy that puts one behind the other.
package mind

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
)

// Mind plans an answer, repairs a statement that failed, and narrates the result.
type Mind interface {
	answer.Planner
	answer.Repairer
	answer.Narrator
}

// New is who answers with these models: they alone where that is the policy, else
// the built-in brain first.
func New(b *Builtin, m *Models) Mind {
	if m.Only {
		return m
	}
	return builtinFirst{b, m}
}

// builtinFirst lets models answer what the built-in brain is not sure of. What it
// is sure of costs nothing.
type builtinFirst struct {
	builtin *Builtin
	models  *Models
}

// Plan takes the built-in brain's reading when it is sure of it.
func (f builtinFirst) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	own, err := f.builtin.Plan(ctx, r)
	if err != nil || own.Outcome == answer.Sure || asksOrKnows(own) {
		return own, err
	}
	d, spent, err := f.models.propose(ctx, r, nil, own)
	if err == nil || ctx.Err() != nil {
		return d, err
	}
	// What the built-in brain has to say is worth more than nothing, be it a
	// guess, a question back or what could be asked instead.
	why := fault.Of(err)
	own.Findings = append(slices.Clip(own.Findings), fault.Diagnostic{Severity: fault.Warning, Code: why.Code, Message: "the model could not be used: " + why.Message, Hint: why.Hint})
	own.Cost = spent
	return own, nil
}

// asksOrKnows is true for a draft that asks the person what the question does not say, or
// that holds to what they said: a model would guess.
func asksOrKnows(d *answer.Draft) bool {
	return d.Asks() && len(d.Unclear()) > 0 || slices.ContainsFunc(d.Unsaid, func(u brain.Unsaid) bool { return u.Said })
}

// Repair shows the model what went wrong. Where it cannot be asked, the
// built-in brain may know another reading.
func (f builtinFirst) Repair(ctx context.Context, r answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	d, spent, err := f.models.propose(ctx, r, failed, nil)
	if err == nil || ctx.Err() != nil {
		return d, err
	}
	own, second := f.builtin.Repair(ctx, r, failed)
	if second != nil || own == nil || own.SQL == "" {
		return nil, err
	}
	own.Notes = append(slices.Clip(own.Notes), "the model could not be used: "+fault.Of(err).Message)
	own.Cost = spent
	return own, nil
}

// Narrate lets a model narrate what a model planned; what the built-in brain read
// is narrated by the built-in narrator.
func (f builtinFirst) Narrate(ctx context.Context, of answer.Finding) (*answer.Narrative, error) {
	if IsModel(of.By) {
		return f.models.Narrate(ctx, of)
	}
	return f.builtin.Narrate(ctx, of)
}
