package builtin

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/brain/verifier"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

var _ brain.Reviewer = (*Brain)(nil)

// Review holds a reading against the words of its question. It runs nothing.
func (b *Brain) Review(ctx context.Context, q brain.Question, r *brain.Reading, rows *table.Table) (v *brain.Review, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = nil, nil // the answer is there whatever happens here
		}
	}()
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	if end, old := b.ix.DataEnd(q.Now); old {
		q.Now = end
	}
	b = b.speaking(q.Vocabulary)
	t := &turn{Brain: b, question: q} // in the words that it is read in
	if _, _, err := t.translate(ctx); err != nil {
		return nil, err
	}
	if _, _, err := t.rename(ctx); err != nil {
		return nil, err
	}
	if _, _, err := t.respell(ctx); err != nil {
		return nil, err
	}
	q = t.question
	w, err := b.writtenFor(ctx, q, r)
	if err != nil {
		return nil, err
	}
	c := w.candidate(r)
	if c == nil {
		if c = b.foreign(r, q.Now); c == nil {
			return nil, nil
		}
	}
	v = &brain.Review{Text: q.Text}
	one := *c // others look at the candidate, too
	if err := b.weigh(ctx, v, w, &one); err != nil {
		return nil, err
	}
	if err := b.verifyReading(v, q, r, &one, rows); err != nil {
		return nil, err
	}
	for _, needed := range w.requirements {
		if !needed.IsGuess() && !needed.IsMet(one.Query) {
			v.Unmet = append(v.Unmet, brain.Requirement{Kind: string(needed.Kind), Text: needed.Text()})
		}
	}
	m := &merits{}
	accounted := m.ofWords(b.ix, &one, w.asked, w.requirements)
	v.UnusedNames, v.UnusedValues = int(m[mUnusedNames]), int(m[mUnusedValues])
	v.UnnamedColumns, v.UnnamedTables, v.Excess, v.UnsaidValues = int(m[mUnnamedColumns]), int(m[mUnnamedTables]), int(m[mExcess]), int(m[mUnsaidValues])
	v.Unexplained = m[mUnexplained] > 0
	accounted.Review(ctx, b.ix, b.near, one.Query, v)
	markVocabulary(v, q.Vocabulary)
	return v, nil
}

// foreign is a candidate of a reading that the parser did not write; nil where it cannot
// be read back.
func (b *Brain) foreign(r *brain.Reading, now time.Time) *candidates.Candidate {
	query, ok := r.Form.(*form.Query)
	if !ok || query == nil {
		var err error
		if query, err = readback.Convert(b.ix, r.SQL, now); err != nil {
			return nil
		}
	}
	c := &candidates.Candidate{Query: query}
	if query.Plain != nil {
		c.Defined = query.Plain.Terms
	}
	return c
}

// writtenFor is what the parser writes for a question, after the turn before where the
// reading follows that.
func (b *Brain) writtenFor(ctx context.Context, q brain.Question, r *brain.Reading) (*written, error) {
	var previous *link.Previous
	if before, ok := followup.Form(q.Before); ok && r.FollowUp {
		plain, defined := terms.Plain(b.ix, before)
		previous = &link.Previous{Query: plain, Reading: render.Sentence(b.ix, plain), Terms: defined}
	}
	if w := b.recent.find(b.ix, q, previous); w != nil {
		return w, nil
	}
	again := &reading{Brain: b, question: q}
	if err := again.writeAfter(ctx, previous); err != nil {
		return nil, err
	}
	if w := b.recent.find(b.ix, q, previous); w != nil {
		return w, nil
	}
	return nil, fault.New(fault.Internal, "the parser wrote nothing for the question")
}

// weigh says how probable the parser finds a candidate, beside its own best, and that the
// data cannot answer.
func (b *Brain) weigh(ctx context.Context, v *brain.Review, w *written, c *candidates.Candidate) error {
	grammar := w.asked.Grammar()
	plain, _ := terms.Plain(b.ix, c.Query)
	var sequences [][]int
	own := len(c.Steps) > 0
	if !own {
		if numbers := w.asked.Writer().Write(plain); numbers != nil {
			sequences = append(sequences, numbers)
			for _, n := range numbers[:len(numbers)-1] {
				c.Tokens = append(c.Tokens, w.asked.Whole(grammar.Token(n)))
			}
		} else {
			c.Tokens, _ = form.Write(plain, anywhere{w.asked})
		}
	}
	v.Written = own || len(sequences) > 0
	var decline []int
	for _, t := range append(form.Decline(), form.Token{Kind: form.Word, N: form.End()}) {
		decline = append(decline, grammar.Number(t))
	}
	scored, err := w.encoded.Score(ctx, append(sequences, decline)...)
	if err != nil {
		return err
	}
	v.Declines = max(tuning.Lowest, scored[len(scored)-1].LogProb)
	if len(sequences) > 0 {
		c.LogProb, c.Steps = scored[0].LogProb, scored[0].Steps
	}
	if !v.Written {
		return nil
	}
	v.Weakest, _ = leastSure(c.Steps)
	for _, s := range c.Steps {
		v.Fits += max(tuning.Lowest, s) / float64(len(c.Steps))
	}
	v.Behind = max(0, min(bestLogProb(w.list)-c.LogProb, -2*tuning.Lowest))
	return nil
}

// anywhere points at nothing where a question does not have a value, so that the tables
// and columns of a form are written all the same.
type anywhere struct{ *link.Question }

func (a anywhere) Point(v *form.Value, column int) ([]form.Token, bool) {
	tokens, _ := a.Question.Point(v, column)
	return tokens, true
}

func (b *Brain) verifyReading(v *brain.Review, q brain.Question, r *brain.Reading, c *candidates.Candidate, rows *table.Table) error {
	if v.Verified = tuning.VerifiedDefined; b.verifier == nil || len(c.Defined) > 0 {
		return nil
	}
	before := ""
	if r.FollowUp && q.Before != nil {
		before = q.Before.Sentence
	}
	if c.Result == nil {
		c.Result = rows
	}
	scores, err := b.verifier.Score(verifier.Asked(q.Text, before), []string{verifier.Text(b.ix, terms.DescribedQuery(c.Query), ownColumns(c))})
	if err != nil {
		return err
	}
	v.Verified = math.Round(max(tuning.Lowest, min(scores[0], -tuning.Lowest))*1e4) / 1e4
	return nil
}

// markVocabulary notes the words that mean something to those who ask.
func markVocabulary(v *brain.Review, known *brain.Vocabulary) {
	if known == nil {
		return
	}
	said := map[string]bool{}
	for _, e := range known.Entries {
		for w := range strings.FieldsSeq(strings.ToLower(e.Term)) {
			said[w] = true
		}
	}
	for i := range v.Words {
		if w := &v.Words[i]; w.Stands == brain.StandsForNothing && said[strings.ToLower(w.Text)] {
			w.Stands, w.Place = brain.StandsForTerm, brain.NoPlace
		}
	}
}
