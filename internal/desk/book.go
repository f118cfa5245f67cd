package desk

import (
	"context"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// book is a notebook that this process has open, and its session.
//
// Its file says which cells there are; other programs may change it too. Every
// change becomes an event of the session: after each of its own, and when it
// sees another's, the book tells what makes the file of what the log has. A
// process that dies between the two leaves that to the next.
type book struct {
	desk *Work
	id   string

	mu      sync.Mutex // held while the notebook is changed or looked at as a whole
	slug    string
	data    notebook.Connection
	unnamed bool             // its name is only for now
	session *session.Session // nil before it is first opened
	ledger  *ledger
	mark    string // of the file that the ledger is about
	running []*turn
	tail    tail
	failed  explore.Memory // statements that did not work here
}

// open is a notebook by id, slug or name.
func (w *Work) open(ctx context.Context, ref string) (*book, error) {
	w.mu.Lock()
	b := w.books[ref]
	w.mu.Unlock()
	if b == nil {
		e, err := w.Notebooks.Find(ref)
		if err != nil {
			return nil, err
		}
		if e.Problem != nil {
			return nil, e.Problem
		}
		b = w.book(e.ID)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b, b.sync(ctx)
}

func (w *Work) book(id string) *book {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := w.books[id]
	if b == nil {
		b = &book{desk: w, id: id}
		b.tail.book = b
		w.books[id] = b
	}
	return b
}

// forget lets go of a notebook that is not there any more.
func (w *Work) forget(b *book) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.books, b.id)
}

// sync brings session and log up to what the file has. The book is held.
func (b *book) sync(ctx context.Context) error {
	if mark, ok := b.desk.Notebooks.Mark(b.slug); ok && b.session != nil && mark == b.mark {
		return nil
	}
	o, err := b.desk.Notebooks.Outline(b.id)
	if err != nil {
		if fault.CodeOf(err) == fault.NotFound {
			b.desk.forget(b)
		}
		return err
	}
	if b.session == nil {
		if o, err = b.begin(ctx, o); err != nil {
			return err
		}
	}
	return b.tell(ctx, o, nil, session.Step{})
}

// begin opens the session of a notebook, or starts one, reads what has happened
// in it, and ends or resumes what was cut off.
func (b *book) begin(ctx context.Context, o *notebook.Outline) (*notebook.Outline, error) {
	s, err := b.resume(ctx, o.Session)
	if err == nil && s == nil {
		if s, err = b.desk.log.Start(ctx, o.Name, o.Connection.Name); err == nil {
			o, err = b.desk.Notebooks.Update(ctx, b.id, notebook.Bind(o.Session, s.ID()))
		}
		if err == nil && o.Session != s.ID() { // another process was faster
			s, err = b.desk.log.Resume(ctx, o.Session)
		}
	}
	if err != nil {
		return nil, err
	}
	l, err := history(ctx, b.desk.Store, s.ID())
	if err != nil {
		return nil, err
	}
	b.session, b.ledger = s, l
	defer func() { l.placed, l.plans = nil, nil }() // they would grow with every answer
	if !b.desk.isAlone() {                          // what has not ended may be going on elsewhere
		return o, nil
	}
	if o, err = b.recover(ctx, o); err != nil {
		b.session = nil // the next who opens it tries again
	}
	return o, err
}

// history is what the log of a session adds up to.
func history(ctx context.Context, kept store.Store, session string) (*ledger, error) {
	l := newLedger()
	for {
		page, err := kept.Events(ctx, session, l.last, store.MaxLimit)
		if err != nil || len(page) == 0 {
			return l, err
		}
		for _, e := range page {
			if err := l.add(e); err != nil {
				return nil, fault.Wrap(err, fault.BadData, "the log of session %s cannot be read: %s", session, err)
			}
		}
	}
}

// resume is the session of an id, nil if the store has none: the notebook may
// come from another machine.
func (b *book) resume(ctx context.Context, id string) (*session.Session, error) {
	if id == "" {
		return nil, nil
	}
	s, err := b.desk.log.Resume(ctx, id)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil
	}
	return s, err
}

// tell records what makes the file of what the log has, and what else belongs
// to it. It is not stopped half-way. The book is held.
func (b *book) tell(ctx context.Context, o *notebook.Outline, known map[string]hint, st session.Step) error {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	list := b.ledger.changes(o, known)
	var events []session.Entry
	for _, c := range list {
		events = append(events, session.Entry{Kind: session.NotebookChanged, Payload: c})
	}
	st.Events = append(events, st.Events...)
	if len(st.Events) > 0 || st.Query != nil {
		if _, err := b.session.Happen(ctx, st); err != nil {
			return err
		}
	}
	for _, c := range list {
		b.ledger.apply(c)
	}
	b.slug, b.mark, b.data, b.unnamed = o.Slug, o.Hash, o.Connection, o.Unnamed
	return nil
}

// change edits the notebook, and tells of it.
func (b *book) change(ctx context.Context, known map[string]hint, st session.Step, edits ...notebook.Edit) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changeHeld(ctx, known, st, edits...)
}

func (b *book) changeHeld(ctx context.Context, known map[string]hint, st session.Step, edits ...notebook.Edit) error {
	o, err := b.desk.Notebooks.Update(ctx, b.id, edits...)
	if err != nil {
		return err
	}
	return b.tell(ctx, o, known, st)
}

// snapshot is the notebook as it is. Who follows the events after it misses
// nothing; some may be known already.
func (b *book) snapshot(ctx context.Context) (*Book, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.sync(ctx); err != nil {
		return nil, err
	}
	found, err := b.desk.Store.Sessions(ctx, store.Filter{ID: b.session.ID()})
	if err != nil {
		return nil, err
	}
	n, err := b.desk.Notebooks.Load(b.id)
	if err != nil {
		return nil, err
	}
	e := entryOf(notebook.Entry{ID: n.ID, Name: n.Name, Slug: b.slug, CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt, Connection: n.Connection, Cells: len(n.Cells)})
	book := &Book{Entry: e, Session: b.session.ID(), Running: []Turn{}, Cells: n.Cells, Earlier: b.ledger.earlier()}
	if book.Cells == nil {
		book.Cells = []session.Cell{}
	}
	if len(found) > 0 {
		book.LastEvent = found[0].LastEvent
	}
	for _, t := range b.running {
		running := t.Turn
		running.Drawn = t.sketch.Load()
		book.Running = append(book.Running, running)
	}
	return book, nil
}

func entryOf(e notebook.Entry) Entry {
	return Entry{ID: e.ID, Slug: e.Slug, Name: e.Name, Source: e.Connection.Name, Cells: e.Cells, Created: e.CreatedAt, Updated: e.UpdatedAt, Problem: e.Problem, Found: e.Found}
}

// cell reads a cell of the notebook.
func (b *book) cell(id string) (session.Cell, error) {
	found, err := b.desk.Notebooks.Cells(b.id, id)
	if err != nil {
		return session.Cell{}, err
	}
	return found[0], nil
}

// apart refuses to let a cell follow one that follows it.
func (b *book) apart(parent, cell string) error {
	n, err := b.desk.Notebooks.Load(b.id)
	if err != nil {
		return err
	}
	for range n.Cells {
		at := n.Find(parent)
		if at < 0 {
			return nil
		}
		if parent = n.Cells[at].Context.ParentCellID; parent == cell {
			return fault.New(fault.Usage, "the cell %s cannot follow one that follows it", cell).WithHint("ask it again instead, or after another cell")
		}
	}
	return nil
}

// about is the data that the notebook is about.
func (b *book) about() notebook.Connection {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data
}
