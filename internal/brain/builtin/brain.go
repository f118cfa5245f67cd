// Package builtin is the brain that needs no language model. A deterministic
// shell links the words of a question to names, values and periods of the
// database; a small neural parser writes forms that the grammar allows; the
// shell behind renders them, runs them under the guard, and says how sure it is.
//
// The same question, database and day give the same answer. Where the time for
// reading the database or for trying candidates was up, the answer says so and is
// never sure: with more time it may be another.
package builtin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/search"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Runner runs what the guard lets through; a connection is one.
type Runner interface {
	Query(ctx context.Context, sql string, l source.Limits) (*table.Reader, guard.Statement, error)
}

// Brain reads questions about one database.
type Brain struct {
	model  *core.Model
	cut    link.Tokenizer
	linker *link.Linker
	ix     *index.Index
	run    Runner
	trial  trial
	second *opinion.Second
	people bool // see ForPeople
}

// New makes a brain for an indexed database.
func New(model *core.Model, cut link.Tokenizer, ix *index.Index, run Runner) (*Brain, error) {
	if want := len(form.Vocabulary()); model.Config.Tokens != want {
		return nil, fmt.Errorf("the weights know %d words of the grammar, which has %d", model.Config.Tokens, want)
	}
	return &Brain{model: model, cut: cut, linker: link.New(ix, cut), ix: ix, run: run, trial: usualTrial, second: opinion.New(ix, looker{ix, run})}, nil
}

// How much thinking a question is given.
const (
	beamWidth = 8
	maxTokens = 110
	maxOffers = 3 // other readings that are shown
)

var _ brain.Brain = (*Brain)(nil)

// Read understands a question.
func (b *Brain) Read(ctx context.Context, q brain.Question) (a *brain.Answer, err error) {
	defer caught(&a, &err)
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	if a := reply.Direct(b.ix, q); a != nil {
		return a, nil
	}
	q, slips := b.respelt(q)
	a, err = b.understand(ctx, q)
	if err == nil {
		if len(b.ix.Hurried) > 0 {
			doubt(a, unreadParts(b.ix.Hurried))
		}
		for i := range a.Readings {
			a.Readings[i].Assumptions = slices.Concat(slips, a.Readings[i].Assumptions)
			a.Readings[i].Listed = listed(a.Readings[i].Form)
		}
	}
	return a, err
}

// understand reads what is a question: after the turn before, or by itself.
func (b *Brain) understand(ctx context.Context, q brain.Question) (*brain.Answer, error) {
	if a, err := b.ruled(ctx, q); a != nil || err != nil {
		return a, err
	}
	if before, ok := followup.Form(q.Before); ok && followup.Complete(q.Text, len(followup.Periods(before)) > 0) {
		alone, _, err := b.answer(ctx, brain.Question{Text: q.Text, Now: q.Now})
		if err != nil || alone.Outcome == brain.Sure || alone.Outcome == brain.Likely && followup.FullRanking.MatchString(q.Text) {
			return alone, err
		}
	}
	a, misfit, err := b.answer(ctx, q)
	if err == nil && (a.Outcome == brain.Unsure || a.Outcome == brain.Likely) {
		if by, err := b.ranked(ctx, q); by != nil || err != nil {
			return by, err
		}
	}
	if err != nil || q.Before == nil || !misfit && (a.Confidence >= likelyFrom && a.Outcome != brain.Declined || !followup.Standalone(q.Text)) {
		return a, err
	}
	// What makes little sense after the turn before may be a question of its own.
	q.Before = nil
	alone, _, err := b.answer(ctx, q)
	switch {
	case err != nil:
		return a, err
	case alone.Outcome != brain.Declined && alone.Confidence >= standsAlone, alone.Outcome == brain.Declined && alone.Confidence >= surelyMissing:
		return alone, nil
	}
	return a, nil
}

// standsAlone is how sure a question must be, read by itself, that was hardly
// understood as a follow-up.
const standsAlone = 0.6

// surelyMissing is the same for one that the data cannot answer.
const surelyMissing = 0.8

// answer reads a question, after another or alone, and tries what it may mean. It
// is a misfit when a definition finds no place in it.
func (b *Brain) answer(ctx context.Context, q brain.Question) (a *brain.Answer, misfit bool, err error) {
	list, asked, err := b.think(ctx, q)
	if err != nil {
		return nil, false, err
	}
	if len(list) == 0 || list[0].query != nil { // else it is declined for other reasons
		if a := b.unfollowed(asked, first(list)); a != nil {
			return a, true, nil
		}
	}
	list, a = b.connected(list)
	if a != nil {
		return a, false, nil
	}
	hurried, err := b.try(ctx, list)
	if err != nil {
		return nil, false, err
	}
	if b.people {
		sameToPeople(list)
		b.namesakes(ctx, list, q.Now)
	}
	a = b.judge(list, asked, q.Before)
	if unrelated(asked) && (a.Outcome == brain.Unsure || a.Outcome == brain.Likely && !reply.AsksData.MatchString(q.Text)) {
		a = reply.Decline(reply.NoLink(asked))
	}
	if hurried {
		doubt(a, "The time limit was reached before all readings were tried, so another one may be meant.")
	}
	return a, false, nil
}

// candidate is a form that the question may mean.
type candidate struct {
	logProb  float64
	steps    []float64 // logarithms of the tokens' probabilities
	tokens   []form.Token
	query    *form.Query // nil for a decline
	sql      string
	notes    render.Notes
	defined  []string      // terms that mean what a document says
	missed   []*index.Term // whose definitions found no place
	moved    bool          // a follow-up lays a period on another column than before
	followUp bool
	assumed  []string               // what else it takes for granted
	unmet    []*require.Requirement // what the question says and it leaves out
	guessed  []*require.Requirement // what it takes for something that no word names
	mended   bool                   // there was one way to put right what another left out
	crosses  *render.Crossing       // rows that have nothing to do with each other

	dated *form.Query // what is run and shown: by days where a column has them

	// What people see: the same with the figure that its rows are ranked by, or
	// with what they are called.
	figured    *form.Query
	figuredSQL string

	ran    bool
	failed bool
	late   bool // it took too long to run
	empty  bool
	rows   int          // of the result
	result *table.Table // itself, where it ran
	alike  []string     // names that several have
	hash   string       // of it
	mass   float64      // probability, with that of all that have the same result
}

// shown is the form that a reading tells of.
func (c *candidate) shown() *form.Query { return cmp.Or(c.figured, c.dated, c.query) }

// think writes the candidates, the most probable first. A message in a
// conversation is read as a change of the turn before; where that is doubtful
// it is read as a fresh question too.
func (b *Brain) think(ctx context.Context, q brain.Question) ([]*candidate, *link.Question, error) {
	before, ok := followup.Form(q.Before)
	if !ok {
		return b.read(ctx, q, nil)
	}
	before, terms := terms.Plain(b.ix, before)
	list, asked, err := b.read(ctx, q, &link.Previous{Query: before, Reading: render.Sentence(b.ix, before), Terms: terms})
	if err != nil {
		return nil, nil, err
	}
	for _, c := range list {
		c.followUp = true
	}
	if best(list) > math.Log(hardlyFollowUp) {
		return list, asked, nil
	}
	fresh, alone, err := b.read(ctx, q, nil)
	if err == nil && best(fresh) > math.Log(clearlyFresh) {
		return fresh, alone, nil
	}
	return list, asked, err
}

// What is this improbable as a follow-up, and this probable by itself, is a
// question of its own.
const (
	hardlyFollowUp = 0.02
	clearlyFresh   = 0.9
)

// best is the logarithm of the probability of the best that answers.
func best(list []*candidate) float64 {
	if c := first(list); c != nil {
		return c.logProb
	}
	return math.Inf(-1)
}

// first is the best that answers, or nil.
func first(list []*candidate) *candidate {
	for _, c := range list {
		if c.query != nil {
			return c
		}
	}
	return nil
}

// read links a question, after another or alone, and writes its candidates.
func (b *Brain) read(ctx context.Context, q brain.Question, previous *link.Previous) ([]*candidate, *link.Question, error) {
	asked, err := b.linker.Read(q.Text, q.Now, previous).Narrow(ctx, b.likely)
	if err != nil {
		return nil, nil, err
	}
	list, err := b.write(ctx, asked, q.Now)
	return list, asked, err
}

// likely is what the model's linker head says of a part of a large database.
func (b *Brain) likely(in core.Input) ([]float32, error) {
	memory, err := b.model.Encode(in)
	if err != nil {
		return nil, err
	}
	return memory.Link(), nil
}

// write lets the model write forms for a linked question.
func (b *Brain) write(ctx context.Context, asked *link.Question, now time.Time) ([]*candidate, error) {
	memory, err := b.model.Encode(asked.Input())
	if err != nil {
		return nil, err
	}
	grammar := asked.Grammar()
	found, err := memory.Beam(ctx, state{grammar.Start()}, beamWidth, maxTokens)
	if err != nil {
		return nil, err
	}
	list := b.add(nil, found, asked, grammar, now)
	inOrder(list)
	if len(list) > 0 && math.Exp(list[0].logProb) > believed {
		return b.cover(ctx, memory, asked, grammar, list, now)
	}
	more, err := b.more(ctx, memory, asked, list)
	if err != nil {
		return nil, err
	}
	list = b.add(list, more, asked, grammar, now)
	inOrder(list)
	return b.cover(ctx, memory, asked, grammar, list, now)
}

// inOrder puts the most probable first.
func inOrder(list []*candidate) {
	slices.SortStableFunc(list, func(x, y *candidate) int { return cmp.Compare(y.logProb, x.logProb) })
}

// believed is the probability from which nobody looks for other forms.
const believed = 0.25

// more lets the decoder score forms that rules read in the question, and small
// edits of those it wrote itself: the beam may have missed them.
func (b *Brain) more(ctx context.Context, memory *core.Memory, asked *link.Question, list []*candidate) ([]core.Candidate, error) {
	var queries []*form.Query
	if c := first(list); c != nil {
		if written, err := form.Read(c.tokens, asked); err == nil { // without what definitions added: no sequence says that
			queries = search.Neighbours(b.ix, asked, written)
		}
	}
	if asked.Context == 0 {
		queries = append(queries, search.Propose(b.ix, asked)...)
	}
	var sequences [][]int
	tokens := 0
	writer := asked.Writer()
	for _, q := range queries {
		if s := writer.Write(q); s != nil && tokens+len(s) <= maxScored {
			sequences = append(sequences, s)
			tokens += len(s)
		}
	}
	if len(sequences) == 0 {
		return nil, nil
	}
	return memory.Score(ctx, sequences...)
}

// maxScored is how many tokens of forms from elsewhere are scored.
const maxScored = 160

// add reads what was written and appends what is a sensible form of its own.
func (b *Brain) add(list []*candidate, found []core.Candidate, asked *link.Question, grammar *form.Grammar, now time.Time) []*candidate {
	for _, f := range found {
		c := &candidate{logProb: f.LogProb, steps: f.Steps}
		for _, n := range f.Tokens[:len(f.Tokens)-1] { // the last one ends it
			c.tokens = append(c.tokens, asked.Whole(grammar.Token(n)))
		}
		var err error
		c.query, err = form.Read(c.tokens, asked)
		if err != nil && !errors.Is(err, form.ErrDeclined) {
			continue
		}
		if c.query != nil && !b.finish(c, asked, now) {
			continue
		}
		if !slices.ContainsFunc(list, func(o *candidate) bool { return o.sql == c.sql }) {
			list = append(list, c)
		}
	}
	return list
}

// finish puts into a candidate's form what goes without saying, and renders it. It
// is false for a form that makes no sense.
func (b *Brain) finish(c *candidate, asked *link.Question, now time.Time) bool {
	if !sensible(b.ix, c.query) {
		return false
	}
	nameWeekdays(c.query, asked.Text())
	c.moved = followup.MovesPeriod(c.query, asked.Before())
	c.assumed = inUnits(b.ix, c.query, asked)
	c.assumed = append(c.assumed, followup.Widen(c.query, asked)...)
	followup.OrderByTime(c.query, asked)
	c.assumed = append(c.assumed, averaged(b.ix, c.query, asked)...)
	if b.people && severalWanted(b.ix, c.query, asked) {
		c.assumed = append(c.assumed, "the first five, since the question gives no number")
	}
	if c.defined, c.missed = terms.Apply(b.ix, c.query, asked); len(c.missed) > 0 {
		c.logProb -= missedCost
	}
	if _, found := splits(b.ix, c.query); found {
		c.logProb -= splitCost
	}
	sayConditions(c.query)
	c.crosses = crossing(b.ix, asked, c.query)
	c.dated = preferDays(b.ix, c.query, asked)
	var err error
	if c.sql, c.notes, err = render.Render(b.ix, render.Dialect(b.ix.Dialect), c.dated, now); err != nil {
		return false
	}
	if b.people {
		figured := withName(b.ix, withFigure(b.ix, c.dated))
		if c.figuredSQL, _, err = render.Render(b.ix, render.Dialect(b.ix.Dialect), wholeOrder(figured), now); err == nil {
			c.figured = figured
		}
	}
	return true
}

// state is the grammar as the beam walks it.
type state struct{ *form.State }

func (s state) Step(token int) core.State { return state{s.State.Step(token)} }
