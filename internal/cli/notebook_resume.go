package cli

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// findNotebook is the notebook that answers go to, if it is there already, and the
// data that is asked: what the person says, else what the notebook is about.
func (a *app) findNotebook(name, db string) (*notebook.Notebook, string, error) {
	if name == "" {
		return nil, db, nil
	}
	s, ref, err := a.notebooks(name)
	if err != nil {
		return nil, db, err
	}
	n, err := s.Load(ref)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, db, nil // it is made when there is an answer
	}
	if err == nil && db == "" {
		db, err = a.dataOf(n)
	}
	return n, db, err
}

// goOn lets the conversation go on from the last answer of a notebook, or from a
// question that was asked back since, if it is about this database.
func (t *dialogue) goOn(ctx context.Context, n *notebook.Notebook) (err error) {
	if n == nil {
		return nil
	}
	for _, c := range slices.Backward(n.Cells) {
		statement, _ := notebook.Again(c)
		switch {
		case statement == "" && !talk.WasOpen(c):
			continue
		case !t.isAbout(n, c):
			return nil
		case statement == "":
			t.before, err = t.ResumeOpen(ctx, n, c)
		default:
			t.before, err = t.Resume(ctx, n, c)
		}
		return err
	}
	return nil
}

// pastAsNotebook is what the session has answered already.
func (t *dialogue) pastAsNotebook(ctx context.Context) (*notebook.Notebook, error) {
	const recent = 20
	list, err := t.Session.LastCells(ctx, recent)
	if err != nil {
		return nil, err
	}
	slices.Reverse(list)
	return &notebook.Notebook{Cells: list, Connection: notebook.Connection{Name: t.Connection.Name()}}, nil
}

// isAbout is true for a cell over this database. Two databases may have the same
// name; the notebook knows where the one is that it was made on.
func (t *dialogue) isAbout(n *notebook.Notebook, c session.Cell) bool {
	name, where := c.Metadata.Source, n.Connection.Database
	if name == n.Connection.Name && where != "" && where != t.Identity {
		return false
	}
	return name == "" || name == t.Connection.Name()
}
