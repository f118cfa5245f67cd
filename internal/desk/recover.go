package desk

import (
	"cmp"
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// recover ends the turns that a process left when it died. A cell that was
// recorded but did not get into the notebook gets there now. Plans go on, after all
// that can fail: whoever opens the notebook after a failure would start them again.
func (b *book) recover(ctx context.Context, o *notebook.Outline) (*notebook.Outline, error) {
	ctx = context.WithoutCancel(ctx)
	for _, t := range b.ledger.missing {
		if !b.ledger.placed[t.cell] { // it may have got there since
			_, o = b.late(ctx, o, t)
		}
	}
	b.ledger.missing = nil
	o, plans, err := b.endOthers(ctx, o)
	if err != nil {
		for _, p := range plans {
			p.stop(err)
		}
		return nil, err
	}
	for _, p := range plans {
		if err := b.resumePlan(p); err != nil {
			// Others may run: if this cannot be written, the next process ends the turn.
			_ = b.giveUp(ctx, p.ID, b.ledger.open[p.ID], err)
		}
	}
	clear(b.ledger.open)
	return o, nil
}

// endOthers ends the turns that do not go on. The plans that do are as they were asked.
func (b *book) endOthers(ctx context.Context, o *notebook.Outline) (_ *notebook.Outline, plans []*turn, err error) {
	for id, t := range b.ledger.open {
		if t.cell != "" {
			var end session.EndedPayload
			end, o = b.late(ctx, o, t)
			err = b.session.Step(ctx, ending(id, end))
		} else if p, why := b.planLeft(o.Connection, id, t); why != nil {
			err = b.giveUp(ctx, id, t, why)
		} else {
			plans = append(plans, p)
		}
		if err != nil {
			return nil, plans, err
		}
	}
	slices.SortFunc(plans, func(x, y *turn) int { return cmp.Compare(x.After, y.After) })
	return o, plans, nil
}

func ending(turn string, end session.EndedPayload) session.Step {
	return session.Step{Turn: turn, Events: []session.Entry{{Kind: session.TurnEnded, Payload: end}}}
}

// giveUp ends a turn that does not go on, with its audit.
func (b *book) giveUp(ctx context.Context, id string, t *began, why error) error {
	reason := fault.Of(why).Message + withRest(t.Rest)
	st := ending(id, session.EndedPayload{Outcome: outcomeCanceled, Reason: reason})
	var err error
	if st.Query, err = b.cutOff(ctx, t.Query, reason); err != nil {
		return err
	}
	return b.session.Step(ctx, st)
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
