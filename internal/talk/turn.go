package talk

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// Turn is one question and what became of it.
type Turn struct {
	*answer.Turn
	Question string               // that its rows answer; that of the cell is its heading
	Request  *whatif.Request      // what was computed beyond its rows, if anything
	Before   *Turn                // where the conversation was
	Decided  bool                 // by the person, now
	Said     bool                 // the person has just said what its question leaves open
	Previews map[int]*table.Table // of what is offered, by its place
}

const (
	maxOffers   = 3
	previewRows = 3
)

// Declined is true where the data cannot answer.
func (t *Turn) Declined() bool { return t.Draft.Outcome == answer.Declined }

// Open is true while the person has to say what they mean.
func (t *Turn) Open() bool {
	return t.Draft.Asks()
}

// Followable is true for a turn without an answer whose likeliest reading a next
// question can change.
func (t *Turn) Followable() bool { return t.Open() && t.Draft.Reading() != nil }

// Failed is true where no statement answered, and nothing was found out in
// another way.
func (t *Turn) Failed() bool {
	return !t.Answered() && !t.Declined() && !t.Open() && t.Cell.Narrative == nil
}

// Doubtful is true where other readings should be in sight: Plumb doubts, or
// the person has chosen and may choose again, or wrote a statement before.
func (t *Turn) Doubtful() bool {
	d := t.Draft
	return d.Outcome != answer.Sure && d.Outcome != answer.Edited || t.Decided || d.Remembered || len(d.Others) > 0 && d.Others[0].By == You
}

// Offers are the readings that can be chosen instead, as far as anyone may mean
// them. They are the first of the draft's others.
func (t *Turn) Offers() []answer.Draft {
	const hardly = 0.01
	n := 0
	for n < min(len(t.Draft.Others), maxOffers) && (t.Open() || t.Draft.Others[n].By == You || t.Draft.Others[n].Probability >= hardly) {
		n++
	}
	return t.Draft.Others[:n]
}

// Choose answers the question of a turn with another reading, counted from 1,
// and remembers that for the next time. The rest of the question may be given.
func (t *Talk) Choose(ctx context.Context, of *Turn, n int, q answer.Question) (*Turn, error) {
	offers := of.Offers()
	if n < 1 || n > len(offers) {
		if len(offers) == 0 {
			return nil, fault.New(fault.Usage, "there is no other reading of this question").WithHint("rephrase the question")
		}
		return nil, fault.New(fault.Usage, "there is no reading %d", n).WithHint("they are numbered 1 to %d", len(offers))
	}
	list := append([]answer.Draft{*of.Draft}, of.Draft.Others...)
	chosen := answer.Choose(list, n)
	q.Text, q.Heading, q.Now, q.Draft, q.Ahead = of.Question, headingOf(of.Cell), t.Today(), chosen, of.Request
	made, err := t.Put(ctx, of.Before, q)
	if err != nil || !made.Answered() || made.Draft != chosen { // it did not run, or another one answered
		return made, err
	}
	made.Decided = true
	if err := t.edits.choose(of.Question, of.Before.statement(), chosen.SQL); err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
	}
	if r := chosen.Reading(); r != nil {
		decided := *r
		decided.Probability = 1 // what a person chose is certain to what follows
		chosen.From, r = &decided, &decided
		var before *brain.Reading
		if of.Before != nil {
			before = of.Before.Draft.Reading()
		}
		if err := t.chosen.keep(of.Question, before, *r); err != nil {
			t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // it costs asking again
		}
		t.unverify(ctx, of.Question)
		t.correct(ctx, learning.Chosen, of, chosen.SQL, "")
	}
	return made, nil
}

// preview runs the readings that are offered, a few rows each. One that does
// not run is offered without.
func (t *Talk) preview(ctx context.Context, of *Turn) error {
	l := t.Limits
	l.Rows = previewRows
	of.Previews = map[int]*table.Table{}
	for i, o := range of.Offers() {
		rows, _, err := t.Connection.Query(ctx, o.SQL, l)
		if err == nil {
			of.Previews[i], err = rows.ReadAll()
		}
		if err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}
