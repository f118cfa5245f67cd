package builtin

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

func (t *turn) reply(context.Context) (acted bool, a *brain.Answer, err error) {
	a = reply.Direct(t.ix, t.question)
	t.replied = a != nil
	return t.replied, a, nil
}

// readComplete reads a message that says all by itself without the turn before,
// and keeps that where it is sure enough.
func (t *turn) readComplete(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	before, ok := followup.Form(t.question.Before)
	if !ok || !followup.Complete(t.question.Text, len(followup.Periods(before)) > 0) {
		return false, nil, nil
	}
	alone, _, err := t.readOnce(ctx, brain.Question{Text: t.question.Text, Now: t.question.Now})
	likely := alone != nil && alone.Outcome == brain.Likely && (alone.Confidence >= tuning.ClearlyAlone || followup.FullRanking.MatchString(t.question.Text))
	if err != nil || alone.Outcome == brain.Sure || likely {
		return true, alone, err
	}
	return true, nil, nil
}

func (t *turn) read(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	t.answer, t.misfit, err = t.readOnce(ctx, t.question)
	return true, nil, err
}

// readAlone reads by itself what makes little sense after the turn before: it may
// be a question of its own.
func (t *turn) readAlone(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	q := t.question
	understood := t.answer.Confidence >= tuning.UnsureAtMost && t.answer.Outcome != brain.Declined
	counts := q.Before != nil && followup.CountsThings(q.Text) && isUnrelated(t.ix, t.linker.Read(q.Text, q.Now, nil))
	if q.Before == nil || !counts && !t.misfit && (understood || !followup.Standalone(q.Text)) {
		return false, nil, nil
	}
	q.Before = nil
	alone, _, err := t.readOnce(ctx, q)
	switch {
	case err != nil:
		return true, nil, nil // the reading in the conversation stands
	case alone.Outcome != brain.Declined && alone.Confidence >= tuning.StandsAlone, alone.Outcome == brain.Declined && alone.Confidence >= tuning.SurelyMissing,
		alone.Outcome == brain.Declined && counts && alone.Confidence >= tuning.StandsAlone: // what it counts is nowhere
		return true, alone, nil
	}
	return true, nil, nil
}

// readOnce reads a message, after another or alone, and tries what it may mean.
// It is a misfit when a definition finds no place in it.
func (b *Brain) readOnce(ctx context.Context, q brain.Question) (a *brain.Answer, misfit bool, err error) {
	r := &reading{Brain: b, question: q}
	for _, p := range readingPasses {
		if a, err = p.run(r, ctx); a != nil || err != nil {
			break
		}
	}
	return a, r.misfit, err
}
