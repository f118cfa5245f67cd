package turn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/story"
)

// What becomes of a question without an answer, in the words of cells and
// events.
const (
	Failed   = "failed"
	Canceled = "canceled"
)

// CannotAnswer is said when whoever thinks has declined without a word.
const CannotAnswer = "This data cannot answer that."

// StoryCut is the code of a story that lost a sentence.
const StoryCut fault.Code = "STORY_CUT"

// Cut says that a text, of which something is left or not, was cut, and why.
func Cut(what, left string, bad story.Claim) fault.Diagnostic {
	why := "the rows do not support it"
	if bad.Unreadable {
		why = "it could not be checked"
	}
	part := "part"
	if left == "" {
		part = "all"
	}
	return fault.Diagnostic{Severity: fault.Info, Code: StoryCut, Message: fmt.Sprintf("%s of the %s was left out, because %s", part, what, why), Hint: bad.Reason}
}

// Describe fills in what the books say of how a cell came to be: who answered,
// on which day, with which statements, how long it took and what it cost.
func (b *Books) Describe(m *session.Metadata, by string, now time.Time) {
	b.Timings.Total = Milliseconds(b.Took())
	timings := b.Timings
	m.Model, m.Source, m.Timings, m.CostUSD = by, b.Query.Source, &timings, b.Cost.USD
	if !now.IsZero() {
		m.Now = now.Format(time.DateOnly)
	}
	if b.Cost.Input+b.Cost.Output > 0 {
		m.Tokens = &session.Tokens{Input: b.Cost.Input, Output: b.Cost.Output}
	}
	for _, a := range b.Attempts {
		kept := session.Attempt{SQL: a.SQL, Status: "ran"}
		switch {
		case !a.ValidationOK:
			kept.Status, kept.Reason = "refused", a.ValidationReason
		case !a.ExecutionOK:
			kept.Status, kept.Reason = "failed", a.DBError
		}
		m.Attempts = append(m.Attempts, kept)
	}
}

// Record lets the critic judge the cell, keeps it, settles the audit and ends the turn, in
// one write. Settle writes what became of the question.
func (b *Books) Record(ctx context.Context, c session.Cell, settle func(q *store.Query, c session.Cell)) (session.Cell, error) {
	c.Recalled, c.Applied = b.beside.Recalled, slices.Clone(c.Applied)
	for _, k := range b.beside.Applied {
		if !slices.ContainsFunc(c.Applied, func(o session.Known) bool { return o.ID == k.ID && o.Origin == k.Origin }) {
			c.Applied = append(c.Applied, k)
		}
	}
	if b.beside.Complete != nil {
		b.beside.Complete(ctx, &c)
	}
	if b.beside.Judge != nil {
		b.beside.Judge(ctx, &c)
	}
	before := []session.Entry{Stage(session.Rendering)}
	if c.Verdict != nil {
		before = append(before, session.Entry{Kind: session.Judged, Payload: *c.Verdict})
	}
	outcome, by := c.Reading.Outcome, c.Metadata.Model
	var kept session.RecordedPayload
	recorded, err := b.log.Record(ctx, c, func(c session.Cell, hash string) session.Step {
		kept = session.RecordedPayload{Cell: c.ID, Position: c.Context.Position, Hash: hash}
		q := b.spent(by)
		q.CellID, q.Status = c.ID, store.StatusSuccess
		settle(&q, c)
		return session.Step{Before: before, Query: &q, Events: []session.Entry{endEntry(outcome, c.ID, "")}}
	})
	if err != nil {
		return session.Cell{}, err
	}
	b.tell(append(before, session.Entry{Kind: session.CellRecorded, Payload: kept}, endEntry(outcome, recorded.ID, "")))
	return recorded, nil
}

// spent is the audit with who worked on the question, and what that took.
func (b *Books) spent(by string) store.Query {
	q := b.Query
	q.Model, q.CostUSD = by, b.Cost.USD
	q.Tokens = store.Tokens{Input: b.Cost.Input, Output: b.Cost.Output}
	q.Timings = store.Timings(b.Timings)
	return q
}

// Abandon settles the audit of a turn that ended without a cell. The person may
// have stopped it, so this does not wait for their context.
func (b *Books) Abandon(ctx context.Context, by string, cause error) {
	if b.Query.ID == "" {
		return
	}
	b.Timings.Total = Milliseconds(b.Took())
	q := b.spent(by)
	f := fault.Of(cause)
	outcome := Failed
	q.Status, q.Answer = store.StatusFailed, f.Message
	if f.Code == fault.Canceled || errors.Is(ctx.Err(), context.Canceled) { // whatever a model made of it
		q.Status, outcome = store.StatusCanceled, Canceled
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	end := endEntry(outcome, "", f.Message)
	// The first error is what the person hears of; a store that cannot be
	// written has said so already.
	_ = b.log.Step(ctx, session.Step{Query: &q, Attempts: b.Attempts[b.kept:], Events: []session.Entry{end}})
	b.tell([]session.Entry{end})
}

func endEntry(outcome, cell, reason string) session.Entry {
	return session.Entry{Kind: session.TurnEnded, Payload: session.EndedPayload{Outcome: outcome, Cell: cell, Reason: reason}}
}
