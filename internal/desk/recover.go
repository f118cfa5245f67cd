package desk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// recover ends the turns that a process left when it died. A cell that was
// recorded but did not get into the notebook gets there now.
func (b *book) recover(ctx context.Context, o *notebook.Outline) (*notebook.Outline, error) {
	for _, t := range b.ledger.missing {
		if !b.ledger.placed[t.cell] { // it may have got there since
			_, o = b.late(ctx, o, t)
		}
	}
	b.ledger.missing = nil
	for id, t := range b.ledger.open {
		st := session.Step{Turn: id}
		end := session.EndedPayload{Outcome: outcomeCanceled, Reason: "cut off: Plumb ended before it was answered"}
		if t.cell != "" {
			end, o = b.late(ctx, o, t)
		} else {
			var err error
			if st.Query, err = b.cutOff(ctx, t.Query, end.Reason); err != nil {
				return nil, err
			}
		}
		st.Events = []session.Entry{{Kind: session.TurnEnded, Payload: end}}
		if err := b.session.Step(ctx, st); err != nil {
			return nil, err
		}
	}
	clear(b.ledger.open)
	return o, nil
}

// late puts the cell of a turn into the notebook that did not get there in time.
// A notebook that cannot take it, because it is full for example, can be opened
// all the same.
func (b *book) late(ctx context.Context, o *notebook.Outline, t *began) (session.EndedPayload, *notebook.Outline) {
	end := session.EndedPayload{Outcome: string(answer.Failed), Cell: t.cell}
	c, err := b.session.Cell(ctx, t.cell)
	now := o
	if err == nil {
		end.Outcome = outcomeOf(c)
		now, err = b.settle(ctx, o, c, t.AskedPayload)
	}
	if err == nil {
		err = b.tell(ctx, now, map[string]hint{t.Replaces: {session.Replaced, c.ID}}, session.Step{})
	}
	if err != nil {
		end.Reason = fault.Of(err).Message
		return end, o
	}
	return end, now
}

// settle puts a cell into the notebook that was recorded for it.
func (b *book) settle(ctx context.Context, o *notebook.Outline, c session.Cell, asked session.AskedPayload) (*notebook.Outline, error) {
	has := func(id string) bool {
		return slices.ContainsFunc(o.Has, func(p notebook.Part) bool { return p.ID == id })
	}
	switch {
	case has(c.ID):
		return o, nil
	case has(asked.Replaces) && c.Result == nil: // what was there is worth more
		return o, nil
	case has(asked.Replaces):
		c.ID = asked.Replaces
		return b.desk.Notebooks.Update(ctx, b.id, notebook.Swap(c))
	}
	return b.desk.Notebooks.Update(ctx, b.id, placing(c))
}

// cutOff is the audit of a question at its end, nil if it is settled already.
func (b *book) cutOff(ctx context.Context, query, reason string) (*store.Query, error) {
	found, err := b.desk.Store.Audit(ctx, store.Filter{ID: query})
	if err != nil || len(found) == 0 || found[0].Status != store.StatusOpen {
		return nil, err
	}
	q := found[0].Query
	q.Status, q.Answer = store.StatusCanceled, reason
	return &q, nil
}
