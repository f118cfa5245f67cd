package builtin

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// changeExactly answers follow-ups whose few words say exactly what is to change:
// the parser would have to guess it. It is nil for all others.
func (t *turn) changeExactly(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	q := t.question
	whole, ok := followup.Form(q.Before)
	if !ok {
		return false, nil, nil
	}
	before, defined := terms.Plain(t.ix, whole)
	previous := &link.Previous{Query: before, Reading: render.Sentence(t.ix.Database(), before), Terms: defined}
	text := reply.Normalize(q.Text)
	if made := followup.Total(before, text); made != nil && addsUp(whole) {
		a, err = t.answerWith(ctx, q, made, previous)
		return true, a, err
	}
	made, wanted := followup.Compare(before, text)
	if !wanted {
		return false, nil, nil
	}
	cannot := reply.Decline("Plumb cannot compare this answer with another period. Ask for both in one question.")
	if len(followup.Periods(before)) == 0 {
		cannot = reply.Decline(fmt.Sprintf("The previous answer covers all periods, so there is none to compare with. Ask for one period first, such as %d.", q.Now.Year()))
	}
	if made != nil {
		a, err = t.answerWith(ctx, q, made, previous)
	}
	if a == nil && err == nil {
		a = cannot
	}
	return true, a, err
}

// addsUp is true for a form, with what documents define in it, all of whose
// figures make a total.
func addsUp(q *form.Query) bool {
	return !slices.ContainsFunc(q.Select, func(e *form.Expr) bool {
		grouped := slices.ContainsFunc(q.Group, func(g *form.Expr) bool { return reflect.DeepEqual(g, e) })
		return !grouped && e.Op != form.Column && !followup.IsAdditive(e)
	})
}

// answerWith is the answer with a form that the parser did not write; nil where it
// cannot be run, or leaves out what a document defines.
func (b *Brain) answerWith(ctx context.Context, q brain.Question, made *form.Query, previous *link.Previous) (*brain.Answer, error) {
	asked := b.linker.Read(q.Text, q.Now, previous)
	asked.Names = slices.DeleteFunc(asked.Names, func(n link.Name) bool { return n.First >= asked.Context }) // the rule has read all of it: it names nothing
	c := &candidates.Candidate{Query: made, FollowUp: true, Repaired: true, LogProb: math.Log(tuning.RepairedAtMost)}
	if !b.finish(c, asked, q.Now) || len(c.Missed) > 0 || c.Crosses != nil {
		return nil, nil
	}
	list := []*candidates.Candidate{c}
	if _, err := b.trial.Try(ctx, b.run, list); err != nil || c.Failed { // there is no other that could be meant
		return nil, err
	}
	b.findNamesakes(ctx, list, q.Now)
	r := b.present(c)
	r.Probability = min(q.Before.Probability, tuning.RepairedAtMost) // no surer than what it changes
	outcome := brain.Likely
	if r.Probability < tuning.LikelyFrom {
		outcome = brain.Unsure
	}
	return &brain.Answer{Outcome: outcome, Confidence: r.Probability, Readings: []brain.Reading{r}}, nil
}
