package answer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
)

// Reader plans and repairs with a brain that reads questions, such as the
// built-in one. Its repair is the next reading that was not tried.
type Reader struct {
	Brain brain.Brain
	Name  string // of the brain, in cells
	// Chosen is the place of the reading that the person chose for the same
	// question before, or -1; may be nil.
	Chosen func(question string, before *brain.Reading, readings []brain.Reading) int
	// Suggest lists what can be asked instead of a question; may be nil.
	Suggest func(ctx context.Context, question string) []string
	// Remembered is what the person said before to what questions leave unsaid; may be nil.
	Remembered func() []brain.Said
	// Unattended says that nobody can answer a question back: what is taken unless the
	// person says otherwise is taken.
	Unattended bool
}

// Plan reads the question.
func (r *Reader) Plan(ctx context.Context, q Request) (*Draft, error) {
	before := readingOf(q.Before)
	said := q.Said
	if r.Remembered != nil {
		said = slices.Concat(said, r.Remembered())
	}
	a, err := r.Brain.Read(ctx, brain.Question{Text: q.Question, Now: q.Now, Before: before, Said: said, Vocabulary: q.Vocabulary})
	if err != nil {
		return nil, err
	}
	if a.Told != "" {
		return &Draft{Outcome: Sure, Confidence: a.Confidence, Told: a.Told, By: r.Name}, nil
	}
	if a.Outcome == brain.Declined || len(a.Readings) == 0 {
		d := &Draft{Outcome: Declined, Confidence: a.Confidence, Missing: cmp.Or(a.Missing, turn.CannotAnswer), Notes: a.Hurried, By: r.Name}
		if r.Suggest != nil {
			d.Suggested = r.Suggest(ctx, q.Question)
		}
		return d, nil
	}
	list := r.drafts(a)
	if r.Chosen != nil {
		if n := r.Chosen(q.Question, before, a.Readings); n >= 0 {
			d := Choose(list, n)
			d.Remembered = true
			return d, nil
		}
	}
	d := first(a, list)
	d.Unsaid = a.Unsaid
	if unsaid := d.Unclear(); len(unsaid) > 0 && !r.Unattended && !q.Unattended {
		d.Outcome, d.Given, d.Findings, d.Others = Unsure, false, nil, nil
		var questions []string
		for _, u := range unsaid {
			questions = append(questions, u.Question)
		}
		d.Ask = strings.Join(questions, " ")
	}
	return d, nil
}

// Unclear is what the person should be asked: nothing says it, and there is no obvious
// default.
func (d *Draft) Unclear() []brain.Unsaid {
	var list []brain.Unsaid
	for _, u := range d.Unsaid {
		if !u.Said && !u.Obvious {
			list = append(list, u)
		}
	}
	return list
}

// Repair is the likeliest reading whose statement has not failed. One that is
// hardly meant is not tried, and none that joins what was too much to join.
func (r *Reader) Repair(ctx context.Context, q Request, failed []Attempt) (*Draft, error) {
	d, err := r.Plan(ctx, q)
	if err != nil {
		return nil, err
	}
	list := append([]Draft{*d}, d.Others...)
	hopeless := func(d Draft) bool {
		return slices.ContainsFunc(failed, func(f Attempt) bool {
			return f.SQL == d.SQL || f.Slow && slices.ContainsFunc(list, func(o Draft) bool { return o.SQL == f.SQL && sameTables(o, d) })
		})
	}
	for i, other := range list {
		switch {
		case other.SQL == "" || hopeless(other):
		case i == 0:
			return d, nil
		case other.Probability >= hardlyMeant:
			other.Outcome, other.Confidence = Likely, other.Probability
			return &other, nil
		}
	}
	return nil, nil
}

// hardlyMeant is the probability below which a reading does not stand in for
// another that failed.
const hardlyMeant = 0.05

// sameTables is true for two readings that join the same.
func sameTables(a, b Draft) bool {
	x, y := a.Reading(), b.Reading()
	return x != nil && y != nil && len(x.Tables) > 1 && slices.Equal(x.Tables, y.Tables)
}

// drafts are the readings, each by itself.
func (r *Reader) drafts(a *brain.Answer) []Draft {
	list := make([]Draft, len(a.Readings))
	for i, read := range a.Readings {
		list[i] = Draft{Outcome: Likely, SQL: read.SQL, Meaning: read.Meaning, Sentence: read.Sentence, Assumptions: read.Assumptions, Notes: slices.Concat(read.Notes, a.Hurried), Details: read.Details, Probability: read.Probability, Confidence: read.Probability,
			FollowUp: read.FollowUp, By: r.Name, From: &a.Readings[i], Reasoning: read.Sentence}
		for _, k := range read.Applied {
			list[i].Applied = append(list[i].Applied, session.Known{ID: k.ID, Origin: string(k.Origin), Text: k.Text})
		}
		for _, c := range read.Clauses {
			list[i].Clauses = append(list[i].Clauses, session.Clause(c))
		}
	}
	return list
}

// first is the best reading with the others at hand. Of an unsure one they are
// all offered, or those that answer the question back; one that stands out, or is
// the only one, is given, and says what is doubtful.
func first(a *brain.Answer, list []Draft) *Draft {
	d := list[0]
	d.Others = list[1:]
	d.Outcome, d.Confidence = Outcome(a.Outcome), a.Confidence
	if a.Outcome != brain.Unsure {
		return &d
	}
	if a.Given || len(list) == 1 {
		d.Given = true
		d.Findings = append(d.Findings, doubt(a))
		return &d
	}
	d.Others = list
	if a.Clarify != nil {
		d.Ask, d.Others = a.Clarify.Question, nil
		for _, c := range a.Clarify.Choices {
			if c.Reading >= 0 && c.Reading < len(list) {
				other := list[c.Reading]
				other.Reasoning, other.Offer = other.Sentence, c.Text
				d.Others = append(d.Others, other)
			}
		}
	}
	return &d
}

// Doubtful marks what an answer that is given leaves in doubt.
const Doubtful fault.Code = "UNSURE_READING"

// doubt says why a reading that is given is not sure.
func doubt(a *brain.Answer) fault.Diagnostic {
	return fault.Diagnostic{Severity: fault.Warning, Code: Doubtful, Message: strings.TrimSuffix(cmp.Or(a.Doubt, "I'm not sure I read this right"), "."),
		Hint: "check the reading, and rephrase the question if you mean something else"}
}

// Choose is the reading that the person decided for; the others stay at hand.
// Nobody knows better what they mean.
func Choose(list []Draft, n int) *Draft {
	d := list[n]
	d.Outcome, d.Confidence, d.Ask, d.Others = Sure, 1, "", nil
	for _, o := range list {
		if o.SQL != d.SQL && !slices.ContainsFunc(d.Others, func(x Draft) bool { return x.SQL == o.SQL }) {
			o.Others = nil
			d.Others = append(d.Others, o)
		}
	}
	return &d
}

func readingOf(t *Turn) *brain.Reading {
	if t == nil {
		return nil
	}
	return t.Draft.Reading()
}

// Reading is the brain's reading that the draft was made from, or nil.
func (d *Draft) Reading() *brain.Reading {
	if d == nil {
		return nil
	}
	return d.From
}
