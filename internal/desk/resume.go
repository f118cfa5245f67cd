package desk

import (
	"context"
	"errors"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/store"
)

// maxRuns is how often a plan begins to run: one that ends Plumb every time must not
// do so for ever.
const maxRuns = 3

// Recover opens the notebooks in which a process left questions without an end when it
// died, so that their plans go on before anybody looks. One that cannot be opened does
// not keep it from the others; the error names all of them.
func (w *Work) Recover(ctx context.Context) error {
	open, err := w.Store.Audit(ctx, store.Filter{Status: store.StatusOpen, Newest: true, Limit: store.MaxLimit})
	if err != nil || len(open) == 0 {
		return err
	}
	list, err := w.Notebooks.List()
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range list {
		left := slices.ContainsFunc(open, func(q store.Audit) bool { return e.Session != "" && q.Session == e.Session })
		if !left || e.Problem != nil {
			continue
		}
		if _, err := w.open(ctx, e.ID); err != nil {
			failed = append(failed, fault.Wrap(err, fault.CodeOf(err), "the notebook %q: %s", e.Name, fault.Of(err).Message).WithHint("%s", fault.Of(err).Hint))
		}
	}
	return errors.Join(failed...)
}

// planLeft is the turn of a plan that was cut off, ready to go on: after its finished
// steps, or waiting for approval again. A plan that ran was approved, or needed no
// approval, and is the same plan still. The error says why it ends here instead.
func (b *book) planLeft(about notebook.Connection, id string, was *began) (*turn, error) {
	w := b.desk
	cut := b.ledger.plans[id]
	switch {
	case cut == nil || len(cut.Plan.Steps) == 0:
		return nil, fault.New(fault.Canceled, "cut off: Plumb ended before it was answered").WithHint("ask again")
	case cut.Runs >= maxRuns:
		return nil, fault.New(fault.Canceled, "cut off: Plumb ended %d times while the plan ran", cut.Runs).WithHint("ask again for fewer rows or a shorter period")
	}
	a, err := prepare(Question{Notebook: b.id, Text: was.Question, Parent: was.Parent, Replaces: was.Replaces, Again: was.Again, Now: was.Now, part: len(was.Rest) > 0, rest: was.Rest}, b.cell)
	if err != nil {
		return nil, err
	}
	a.cut = cut
	settings, err := w.settings()
	if err != nil {
		return nil, err
	}
	if w.checkConnection(settings, was.Source) == nil {
		a.Source = was.Source
	}
	from, name, err := w.sourceFor(a, about)
	if err != nil {
		return nil, err
	}
	t := w.newTurn(b, a, from)
	t.Turn = Turn{ID: id, Notebook: b.id, Session: b.session.ID(), Question: was.Question, Source: name, Parent: was.Parent, Replaces: was.Replaces, Began: was.at, After: was.event - 1}
	return t, nil
}

// resumePlan lets a plan go on that was cut off. The book is held.
func (b *book) resumePlan(t *turn) error {
	err := b.desk.begin(t, func() error { // the log has its question already
		b.running = append(b.running, t)
		return nil
	})
	if err != nil {
		t.stop(err)
	}
	return err
}
