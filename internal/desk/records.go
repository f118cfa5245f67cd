package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// Sessions are what happened before, the newest first, without those that the
// person does not want to see.
func (w *Work) Sessions(ctx context.Context, after string, limit int) ([]store.Session, error) {
	limit = store.Limit(limit)
	list := []store.Session{}
	for {
		page, err := w.Store.Sessions(ctx, store.Filter{After: after, Newest: true, Limit: limit})
		if err != nil {
			return nil, err
		}
		for _, s := range page {
			hidden, err := w.isHidden(ctx, s)
			if err != nil {
				return nil, err
			}
			if !hidden {
				list = append(list, s)
			}
			if len(list) == limit {
				return list, nil
			}
			after = s.ID
		}
		if len(page) == 0 {
			return list, nil
		}
	}
}

// isHidden reports whether the last event of a session hides it.
func (w *Work) isHidden(ctx context.Context, s store.Session) (bool, error) {
	last, err := w.Store.Events(ctx, s.ID, s.LastEvent-1, 1)
	return len(last) > 0 && last[0].Kind == string(session.Hidden), err
}

// Session is one with its cells.
func (w *Work) Session(ctx context.Context, id string) (store.Session, []session.Cell, error) {
	s, n, err := w.asNotebook(ctx, id)
	if err != nil {
		return store.Session{}, nil, err
	}
	return s.Info(), n.Cells, nil
}

// Resume opens a session's cells as a notebook: the one that it is the log of,
// else a new one that goes on with it.
func (w *Work) Resume(ctx context.Context, id string) (*Book, error) {
	found, err := w.Notebooks.List()
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(found, func(e notebook.Entry) bool { return e.Session == id && id != "" }); at >= 0 {
		return w.Open(ctx, found[at].ID)
	}
	s, n, err := w.asNotebook(ctx, id)
	if err != nil {
		return nil, err
	}
	return w.keepAs(ctx, n, "", s.ID())
}

// ForkSession begins a new notebook with the cells of a session.
func (w *Work) ForkSession(ctx context.Context, id, name string) (*Book, error) {
	_, n, err := w.asNotebook(ctx, id)
	if err != nil {
		return nil, err
	}
	return w.keepAs(ctx, n, name, "")
}

// asNotebook is the cells of a session: those of the notebook that it was the
// log of, as they were last, else all that it recorded.
func (w *Work) asNotebook(ctx context.Context, id string) (*session.Session, *notebook.Notebook, error) {
	s, err := w.log.Resume(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	n := &notebook.Notebook{Connection: notebook.Connection{Name: s.Info().Source}}
	n.Name = fmt.Sprintf("%s, %s", cmp.Or(s.Info().Name, "Session"), s.Info().CreatedAt.Format(time.DateOnly))
	l, err := history(ctx, w.Store, id)
	if err != nil {
		return nil, nil, err
	}
	if len(l.placed) > 0 {
		n.Name = l.name
		n.Cells, err = w.cellsOf(ctx, l)
	} else {
		n.Cells, err = recordedIn(ctx, s)
	}
	for _, c := range n.Cells {
		n.Connection.Name = cmp.Or(n.Connection.Name, c.Metadata.Source)
	}
	return s, n, err
}

// cellsOf are the cells of a notebook that is gone, as far as they were recorded.
func (w *Work) cellsOf(ctx context.Context, l *ledger) ([]session.Cell, error) {
	var list []session.Cell
	for _, id := range l.order {
		c, _, err := recordedCell(ctx, w.Store, id, l.recorded[id])
		if err != nil {
			return nil, err
		}
		if c != nil {
			list = append(list, *c)
		}
	}
	return list, nil
}

// recordedIn are all cells of a session.
func recordedIn(ctx context.Context, s *session.Session) ([]session.Cell, error) {
	var list []session.Cell
	for after := ""; len(list) <= notebook.MaxCells; {
		page, err := s.Cells(ctx, after, 0)
		if err != nil || len(page) == 0 {
			return list, err
		}
		list = append(list, page...)
		after = page[len(page)-1].ID
	}
	return nil, fault.New(fault.StoreFull, "the session has more cells than a notebook can have (%d)", notebook.MaxCells).WithHint("its answers are in the audit")
}

// keepAs makes a notebook of cells, bound to a session if one is given.
func (w *Work) keepAs(ctx context.Context, n *notebook.Notebook, name, bound string) (*Book, error) {
	made, err := w.Notebooks.Fork(ctx, n, len(n.Cells), strings.TrimSpace(name))
	if err == nil && bound != "" {
		_, err = w.Notebooks.Update(ctx, made.ID, notebook.Bind("", bound))
	}
	if err != nil {
		return nil, err
	}
	return w.Open(ctx, made.ID)
}

// DeleteSession hides a session; the audit keeps what happened.
func (w *Work) DeleteSession(ctx context.Context, id string) error {
	s, err := w.log.Resume(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.Append(ctx, session.Hidden, nil)
	return err
}

// Audit is what was asked, tried, refused and answered.
func (w *Work) Audit(ctx context.Context, f store.Filter) ([]store.Audit, error) {
	found, err := w.Store.Audit(ctx, f)
	if found == nil {
		found = []store.Audit{}
	}
	return found, err
}
