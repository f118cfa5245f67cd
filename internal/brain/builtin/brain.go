// Package builtin is the brain that needs no language model. A deterministic
// shell links the words of a question to names, values and periods of the
// database; a small neural parser writes forms that the grammar allows; the
// shell behind renders them, runs them under the guard, and says how sure it is.
// passes.go is the list of what happens to a question, in order.
//
// The same question, database and day give the same answer. Where the time for
// reading the database or for trying candidates was up, the answer says so and is
// never sure: with more time it may be another.
package builtin

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/brain/verifier"
)

// Runner runs what the guard lets through; a connection is one.
type Runner = candidates.Runner

// Brain reads questions about one database.
type Brain struct {
	encode   func(core.Input) (memory, error)
	cut      link.Tokenizer
	linker   *link.Linker
	verifier *verifier.Verifier
	ix       *index.Index
	run      Runner
	trial    candidates.Trial
	second   *opinion.Second
	people   bool // see ForPeople
	rules    candidates.Switches
	near     *account.Nearness
	own      *vocabulary // of those who ask, or nil
	speakers *speakers
	recent   *recent
}

// memory is an encoded question, as the parser reads it.
type memory interface {
	Link() []float32
	Beam(ctx context.Context, start core.State, width, maxLen int) ([]core.Candidate, error)
	Score(ctx context.Context, sequences ...[]int) ([]core.Candidate, error)
}

// Over makes a brain for an indexed database.
func (p *Parser) Over(ix *index.Index, run Runner) (*Brain, error) {
	model, cut := p.model, p.cut
	if want := len(form.Vocabulary()); model.Config.Tokens != want {
		return nil, fmt.Errorf("the weights know %d words of the grammar, which has %d", model.Config.Tokens, want)
	}
	encode := func(in core.Input) (memory, error) { return model.Encode(in) }
	return &Brain{encode: encode, cut: cut, verifier: p.verifier, linker: link.New(ix, cut), ix: ix, run: run, trial: candidates.DefaultTrial, second: opinion.New(ix, looker{ix, run}),
		near: &account.Nearness{Embedder: account.Sentences}, speakers: &speakers{}, recent: &recent{}}, nil
}

var _ brain.Brain = (*Brain)(nil)

// ForPeople is the same brain for whoever reads its answers: ranked rows come
// with the figure that they are ranked by, a list of figures with what they are
// of, and a ranking of several things without a number shows a handful. Questions
// of a benchmark ask for the columns that they name, and for no more.
func (b *Brain) ForPeople() *Brain {
	c := *b
	c.people = true
	return &c
}

// Read understands a question.
func (b *Brain) Read(ctx context.Context, q brain.Question) (a *brain.Answer, err error) {
	defer catchPanic(&a, &err)
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	b = b.speaking(q.Vocabulary)
	t := &turn{Brain: b, question: q}
	if end, old := b.ix.DataEnd(q.Now); old {
		t.question.Now, t.old = end, true
	}
	for _, p := range passes {
		if !b.rules.On(p.name) {
			continue
		}
		acted, a, err := p.run(t, ctx)
		if acted {
			b.rules.Note(p.name)
		}
		if err != nil {
			return nil, err
		}
		if a != nil {
			t.answer = a
			break
		}
	}
	if !t.replied {
		t.annotate(t.answer)
	}
	return t.answer, nil
}

// annotate adds to an answer what holds for all of its readings.
func (t *turn) annotate(a *brain.Answer) {
	if len(t.ix.Hurried) > 0 {
		markHurried(a, unreadParts(t.ix.Hurried))
	}
	for i := range a.Readings {
		r := &a.Readings[i]
		r.Assumptions = slices.Concat(t.respelled, r.Assumptions)
		r.Applied = append(slices.Clone(t.applied), slices.DeleteFunc(r.Applied, func(a brain.Applied) bool {
			return slices.ContainsFunc(t.applied, func(o brain.Applied) bool { return o.ID == a.ID && o.Origin == a.Origin })
		})...)
		if q, ok := r.Form.(*form.Query); ok && t.old && dependsOnClock(q) {
			r.Assumptions = append(r.Assumptions, "time counts from "+t.question.Now.Format("2 January 2006")+", where the data end")
		}
	}
}

// dependsOnClock is true for a form that means something else on another day.
func dependsOnClock(q *form.Query) bool {
	depends := false
	q.EachValue(func(v *form.Value, _ int) { depends = depends || v.Kind == form.Period && v.Period.Now })
	q.EachExpr(func(e *form.Expr) { depends = depends || e.Op == form.Today })
	return depends
}
