package builtin

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/ruleparser"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// write writes the candidates, the most probable first. A message in a
// conversation is read as a change of the turn before; where that is doubtful
// it is read as a fresh question too.
func (r *reading) write(ctx context.Context) (*brain.Answer, error) {
	before, ok := followup.Form(r.question.Before)
	if !ok {
		return nil, r.writeAfter(ctx, nil)
	}
	plain, defined := terms.Plain(r.ix, before)
	if err := r.writeAfter(ctx, &link.Previous{Query: plain, Reading: render.Sentence(r.ix.Database(), plain), Terms: defined}); err != nil {
		return nil, err
	}
	for _, c := range r.list {
		c.FollowUp = true
	}
	if bestLogProb(r.list) > math.Log(tuning.HardlyFollowUp) {
		return nil, nil
	}
	fresh := &reading{Brain: r.Brain, question: r.question}
	if err := fresh.writeAfter(ctx, nil); err != nil {
		return nil, err
	}
	if bestLogProb(fresh.list) > math.Log(tuning.ClearlyFresh) {
		r.list, r.asked, r.best, r.previous, r.requirements = fresh.list, fresh.asked, fresh.best, nil, fresh.requirements
	}
	return nil, nil
}

// bestLogProb is that of the best candidate that answers.
func bestLogProb(list []*candidates.Candidate) float64 {
	if c := candidates.First(list); c != nil {
		return c.LogProb
	}
	return math.Inf(-1)
}

// writeAfter links a question, after another or alone, and writes its candidates.
func (r *reading) writeAfter(ctx context.Context, previous *link.Previous) error {
	asked, err := r.linker.Read(r.question.Text, r.question.Now, previous).Narrow(ctx, r.linkProbabilities)
	if err != nil {
		return err
	}
	w := &writing{Brain: r.Brain, asked: asked, grammar: asked.Grammar(), now: r.question.Now}
	w.requirements = require.Find(r.ix, asked, map[require.Kind]bool{require.Kind(r.rules.Without): true}) // a kind is a rule, too
	for _, q := range w.requirements {
		r.rules.Note(string(q.Kind))
	}
	for _, p := range writingPasses {
		if !r.rules.On(p.name) {
			continue
		}
		acted, err := p.run(w, ctx)
		if err != nil {
			return err
		}
		if acted {
			r.rules.Note(p.name)
		}
	}
	slices.SortStableFunc(w.list, func(x, y *candidates.Candidate) int { return cmp.Compare(y.AdjustedLogProb(), x.AdjustedLogProb()) })
	r.list, r.asked, r.previous, r.requirements = w.list, asked, previous, w.requirements
	r.recent.keep(&written{ix: r.ix, text: r.question.Text, before: sentenceOf(previous), now: r.question.Now, asked: asked, encoded: w.memory, requirements: w.requirements, list: w.list})
	if c := candidates.First(r.list); c != nil {
		r.best = c.SQL
	}
	return nil
}

// linkProbabilities is what the model's linker head says of a part of a large database.
func (b *Brain) linkProbabilities(in core.Input) ([]float32, error) {
	memory, err := b.encode(in)
	if err != nil {
		return nil, err
	}
	return memory.Link(), nil
}

// writing is a linked question whose candidates are written.
type writing struct {
	*Brain
	asked        *link.Question
	grammar      *form.Grammar
	now          time.Time
	memory       memory // the encoded question
	list         []*candidates.Candidate
	requirements []*require.Requirement
}

// decode lets the model write forms.
func (w *writing) decode(ctx context.Context) (acted bool, err error) {
	if w.memory, err = w.encode(w.asked.Input()); err != nil {
		return false, err
	}
	found, err := w.memory.Beam(ctx, state{w.grammar.Start()}, tuning.BeamWidth, tuning.MaxTokens)
	if err != nil {
		return false, err
	}
	w.list = w.add(nil, found)
	candidates.Sort(w.list)
	return true, nil
}

// addFormByRules lets the decoder score what rules read in the question: the beam
// may have missed it.
func (w *writing) addFormByRules(ctx context.Context) (acted bool, err error) {
	if len(w.list) > 0 && math.Exp(w.list[0].LogProb) > tuning.Believed || w.asked.Context > 0 {
		return false, nil
	}
	byRules := ruleparser.Parse(w.ix, w.asked)
	if byRules == nil {
		return false, nil
	}
	scored, err := w.memory.Score(ctx, w.asked.Writer().Write(byRules))
	if err != nil {
		return false, err
	}
	before := len(w.list)
	w.list = w.add(w.list, scored)
	candidates.Sort(w.list)
	return len(w.list) > before, nil
}

// score are candidates for forms that come from elsewhere, with what the decoder
// thinks of them.
func (w *writing) score(ctx context.Context, queries ...*form.Query) ([]*candidates.Candidate, error) {
	var sequences [][]int
	writer := w.asked.Writer()
	for _, q := range queries {
		if s := writer.Write(q); s != nil {
			sequences = append(sequences, s)
		}
	}
	if len(sequences) == 0 {
		return nil, nil
	}
	scored, err := w.memory.Score(ctx, sequences...)
	if err != nil {
		return nil, err
	}
	return w.add(nil, scored), nil
}

// add reads what was written and appends what is a sensible form of its own.
func (w *writing) add(list []*candidates.Candidate, found []core.Candidate) []*candidates.Candidate {
	for _, f := range found {
		c := &candidates.Candidate{LogProb: f.LogProb, Steps: f.Steps}
		for _, n := range f.Tokens[:len(f.Tokens)-1] { // the last one ends it
			c.Tokens = append(c.Tokens, w.asked.Whole(w.grammar.Token(n)))
		}
		var err error
		c.Query, err = form.Read(c.Tokens, w.asked)
		if err != nil && !errors.Is(err, form.ErrDeclined) {
			continue
		}
		if c.Query != nil && !w.finish(c, w.asked, w.now) {
			continue
		}
		if !slices.ContainsFunc(list, func(o *candidates.Candidate) bool { return o.SQL == c.SQL }) {
			list = append(list, c)
		}
	}
	return list
}

// finish holds a candidate to the rules and renders it; false for a form that
// makes no sense.
func (b *Brain) finish(c *candidates.Candidate, asked *link.Question, now time.Time) bool {
	k := &candidates.Case{Candidate: c, Index: b.ix, Asked: asked, People: b.people}
	return k.Finish(now, b.rules)
}

// state is the grammar as the beam walks it.
type state struct{ *form.State }

func (s state) Step(token int) core.State { return state{s.State.Step(token)} }
