package builtin

import (
	"context"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// unsaidAnswer is an answer with a reading that takes something for granted, in the place
// of one without: at most as sure, and as doubtful.
func unsaidAnswer(of *brain.Answer, r *brain.Reading, confidence float64) *brain.Answer {
	a := &brain.Answer{Outcome: brain.Likely, Confidence: confidence, Readings: []brain.Reading{*r}, Doubt: of.Doubt, Unused: of.Unused, Hurried: of.Hurried}
	if of.Outcome == brain.Unsure {
		a.Outcome, a.Given = brain.Unsure, of.Given
	}
	a.Readings[0].Probability = confidence
	return a
}

// unsaid is what a question does not say, and the sentence with which its answer states
// what is taken for it.
type unsaid struct {
	brain.Unsaid
	stated string
}

// state notes what is taken for something that the question does not say.
func (t *turn) state(u brain.Unsaid, stated string) {
	t.unsaid = append(t.unsaid, unsaid{u, stated})
}

// attachUnsaid gives the answer what the question does not say, what is asked first, and
// states what is taken.
func (t *turn) attachUnsaid(context.Context) (acted bool, a *brain.Answer, err error) {
	if len(t.unsaid) == 0 || len(t.answer.Readings) == 0 {
		return false, nil, nil
	}
	var stated []string
	for _, u := range t.unsaid {
		if u.stated != "" {
			stated = append(stated, u.stated)
		}
	}
	first := &t.answer.Readings[0]
	first.Assumptions = slices.Concat(stated, first.Assumptions)
	for _, obvious := range []bool{false, true} {
		for _, u := range t.unsaid {
			if u.Obvious == obvious && len(u.Choices) > 1 && len(t.answer.Unsaid) < brain.MaxUnsaid {
				t.answer.Unsaid = append(t.answer.Unsaid, u.Unsaid)
			}
		}
	}
	return true, nil, nil
}

// plainForm is a form to be changed, without the definitions that were put into it: they are
// put in again.
func plainForm(q *form.Query) *form.Query {
	if q.Plain != nil {
		return q.Plain.Query.Clone()
	}
	return q.Clone()
}

// amended is a reading of a form that was changed, and what it found.
type amended struct {
	*brain.Reading
	empty bool
	hash  string
}

// amend makes a reading of a form that was changed, in the place of another. It is nil where
// the form cannot be run, or leaves out a definition.
func (t *turn) amend(ctx context.Context, q *form.Query, text string, of brain.Reading) (*amended, error) {
	c := &candidates.Candidate{Query: q, Repaired: true, LogProb: math.Log(tuning.OtherRanking), FollowUp: of.FollowUp}
	asked := t.linker.Read(text, t.question.Now, nil)
	if t.ranked {
		asked.Names, asked.Terms = nil, nil
	}
	defined := false
	if was, ok := of.Form.(*form.Query); ok {
		_, list := terms.Plain(t.ix, was)
		for _, term := range list {
			if defined = true; !slices.Contains(asked.Terms, term) {
				asked.Terms = append(asked.Terms, term)
			}
		}
	}
	if !t.finish(c, asked, t.question.Now) || c.Crosses != nil || len(c.Missed) > 0 || defined && c.Query.Plain == nil {
		return nil, nil
	}
	if _, err := t.trial.Try(ctx, t.run, []*candidates.Candidate{c}); err != nil || c.Failed {
		return nil, err
	}
	r := t.present(c)
	r.Probability = of.Probability
	return &amended{&r, c.Empty, c.Hash}, nil
}
