package notebook

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// Edit is a change of a notebook.
type Edit func(*sealed) error

// Outline is what a notebook holds, without the cells themselves.
type Outline struct {
	Entry
	Hash string // of all of it
	Has  []Part // its cells, in their order
}

// Part is a cell of an outline.
type Part struct{ ID, Hash string }

// Update makes several changes at once, or none of them, and says what the
// notebook holds then.
func (s Store) Update(ctx context.Context, ref string, edits ...Edit) (*Outline, error) {
	n, err := s.changeAndRead(ctx, ref, func(n *sealed) error {
		for _, e := range edits {
			if err := e(n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return n.outline(), nil
}

// Find is a notebook by its name, slug or id.
func (s Store) Find(ref string) (Entry, error) {
	slug, err := s.find(ref)
	if err != nil {
		return Entry{}, err
	}
	return s.entry(slug), nil
}

// Cells reads some cells of a notebook, in the order of their ids.
func (s Store) Cells(ref string, ids ...string) ([]session.Cell, error) {
	_, n, err := s.readNamed(ref)
	if err != nil {
		return nil, err
	}
	var list []session.Cell
	for _, id := range ids {
		at := n.find(id)
		if at < 0 {
			return nil, noCell(n, id)
		}
		c, err := session.ParseCell(n.cells[at])
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// Outline reads what a notebook holds.
func (s Store) Outline(ref string) (*Outline, error) {
	_, n, err := s.readNamed(ref)
	if err != nil {
		return nil, err
	}
	return n.outline(), nil
}

// Mark is the hash of a notebook, read from its first line: another one means
// that something has changed.
func (s Store) Mark(slug string) (string, bool) {
	h, ok := s.glance(slug)
	return h.Hash, ok
}

func (n *sealed) outline() *Outline {
	o := &Outline{Hash: n.Hash, Entry: Entry{ID: n.ID, Name: n.Name, Slug: n.slug, CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
		Connection: n.Connection, Session: n.Session, Unnamed: n.Unnamed, Cells: len(n.cells)}}
	for i, c := range n.cells {
		o.Has = append(o.Has, Part{idOf(c), n.CellHashes[i]})
	}
	return o
}

// Insert puts a cell at a place; below zero means at the end. The notebook
// remembers the schema that it was made on.
func Insert(at int, c session.Cell) Edit {
	return func(n *sealed) error {
		if n.find(c.ID) >= 0 {
			return fault.New(fault.Usage, "the notebook %q already has the cell %s", n.Name, c.ID).WithHint("move it, or remove it first")
		}
		n.rememberSchema(c)
		end := len(n.cells)
		if err := n.put(end, c); err != nil {
			return err
		}
		if at >= 0 {
			n.move(end, at)
		}
		return nil
	}
}

// After puts a cell right after another one, or at the end if that is "".
func After(id string, c session.Cell) Edit {
	return func(n *sealed) error {
		if id == "" {
			return Insert(-1, c)(n)
		}
		at := n.find(id)
		if at < 0 {
			return noCell(n, id)
		}
		return Insert(at+1, c)(n)
	}
}

// Under puts a cell below another one and all that follow up on it, wherever they
// stand, with the notes in between; at the end if that one is "" or gone.
func Under(id string, c session.Cell) Edit {
	return func(n *sealed) error {
		at := n.find(id)
		if at < 0 {
			return Insert(-1, c)(n)
		}
		thread := map[string]bool{id: true}
		for i, raw := range n.cells {
			next := begins(raw)
			if thread[next.Context.RefinementOf] || next.Note != "" && thread[next.Context.ParentCellID] {
				thread[next.ID] = true
				at = max(at, i)
			}
		}
		return Insert(at+1, c)(n)
	}
}

// Swap puts a cell in the place of the one that has its id.
func Swap(c session.Cell) Edit {
	return func(n *sealed) error {
		at := n.find(c.ID)
		if at < 0 {
			return noCell(n, c.ID)
		}
		n.rememberSchema(c)
		return n.put(at, c)
	}
}

// Move puts a cell at another place; below zero means at the end.
func Move(id string, to int) Edit {
	return func(n *sealed) error {
		at := n.find(id)
		if at < 0 {
			return noCell(n, id)
		}
		if to < 0 {
			to = len(n.cells)
		}
		n.move(at, to)
		return nil
	}
}

// Drop takes a cell out. Cells that came from it keep naming it.
func Drop(id string) Edit {
	return func(n *sealed) error {
		at := n.find(id)
		if at < 0 {
			return noCell(n, id)
		}
		n.cells, n.CellHashes = slices.Delete(n.cells, at, at+1), slices.Delete(n.CellHashes, at, at+1)
		return nil
	}
}

// Bind names the session of a notebook, unless another one than the expected
// has been named meanwhile.
func Bind(expected, session string) Edit {
	return func(n *sealed) error {
		if n.Session == expected {
			n.Session = session
		}
		return nil
	}
}

// About says which data a notebook is about, if it is about none yet.
func About(c Connection) Edit {
	return func(n *sealed) error {
		if n.Connection == (Connection{}) {
			n.Connection = c
		}
		return nil
	}
}

func (n *sealed) move(from, to int) {
	to = min(to, len(n.cells)-1)
	cell, hash := n.cells[from], n.CellHashes[from]
	n.cells = slices.Insert(slices.Delete(n.cells, from, from+1), to, cell)
	n.CellHashes = slices.Insert(slices.Delete(n.CellHashes, from, from+1), to, hash)
}
