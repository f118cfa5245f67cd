package desk

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

// List is the notebooks that have the words in their name, the name of their
// data, or a question or note; the latest changed first.
func (w *Work) List(_ context.Context, search string) ([]Entry, error) {
	const longest = 200 // characters of a search that are looked for
	found, err := w.Notebooks.Search(cut(search, longest))
	if err != nil {
		return nil, err
	}
	list := []Entry{}
	for _, e := range found {
		list = append(list, entryOf(e))
	}
	return list, nil
}

// Create makes a notebook; without a name it gets one, and another from the first
// question that is answered in it. Without a source it is
// about what is asked first in it.
func (w *Work) Create(ctx context.Context, name, source string) (*Book, error) {
	var about notebook.Connection
	if source != "" {
		c, err := w.settings()
		if err != nil {
			return nil, err
		}
		if err := w.checkConnection(c, source); err != nil {
			return nil, err
		}
		spec, err := w.spec(c, source)
		if err != nil {
			return nil, err
		}
		about = notebook.Connection{Name: spec.Config.Name, Database: spec.Identity, Type: spec.Driver.Name}
	}
	b, err := w.create(ctx, name, about)
	if err != nil {
		return nil, err
	}
	return b.snapshot(ctx)
}

func (w *Work) create(ctx context.Context, name string, about notebook.Connection) (b *book, err error) {
	var n *notebook.Notebook
	if strings.TrimSpace(name) == "" {
		n, err = w.Notebooks.CreateUnnamed(ctx, "Notebook", about)
	} else {
		n, err = w.Notebooks.Create(ctx, name, about)
	}
	if err != nil {
		return nil, err
	}
	return w.open(ctx, n.ID)
}

// Open is a notebook with its cells, and what runs in it.
func (w *Work) Open(ctx context.Context, ref string) (*Book, error) {
	b, err := w.open(ctx, ref)
	if err != nil {
		return nil, err
	}
	book, err := b.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	book.Staleness = w.stale(ctx, book.Cells)
	return book, nil
}

// Current is the notebook that was changed last, made if there is none.
func (w *Work) Current(ctx context.Context) (*Book, error) {
	b, err := w.current(ctx)
	if err != nil {
		return nil, err
	}
	return w.Open(ctx, b.id)
}

func (w *Work) current(ctx context.Context) (*book, error) {
	w.opening.Lock()
	defer w.opening.Unlock()
	found, err := w.Notebooks.List()
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(found, func(e notebook.Entry) bool { return e.Problem == nil }); at >= 0 {
		return w.open(ctx, found[at].ID)
	}
	return w.create(ctx, "", notebook.Connection{})
}

// Rename gives a notebook another name.
func (w *Work) Rename(ctx context.Context, ref, name string) error {
	b, err := w.open(ctx, ref)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := w.Notebooks.Rename(ctx, b.id, name); err != nil {
		return err
	}
	return b.sync(context.WithoutCancel(ctx))
}

// Delete removes a notebook, damaged or not. What runs in it is stopped, and who
// follows it hears that it is gone.
func (w *Work) Delete(ctx context.Context, ref string) error {
	e, err := w.Notebooks.Find(ref)
	if err != nil {
		return err
	}
	w.mu.Lock()
	b := w.books[e.ID]
	w.mu.Unlock()
	if b != nil {
		b.mu.Lock()
		running := slices.Clone(b.running)
		b.mu.Unlock()
		for _, t := range running {
			t.stop(fault.New(fault.Canceled, "stopped: its notebook was deleted").WithHint("ask again in another one"))
			<-t.done
		}
		w.forget(b)
	}
	id := cmp.Or(e.ID, e.Slug)
	was, err := w.Notebooks.Remove(ctx, id)
	if err != nil {
		return err
	}
	if was.Size() > 0 {
		w.deleted.put(id, was.Size(), was)
	}
	if b != nil {
		b.tail.fail(fault.New(fault.NotFound, "the notebook %q was deleted", e.Name).WithHint("open another one"))
	}
	return nil
}

// maxDeleted is how many bytes of deleted notebooks are remembered, while Plumb
// runs and nowhere else: what was deleted is gone from the disk.
const maxDeleted = 128 << 20

// Restore undoes a deletion.
func (w *Work) Restore(ctx context.Context, id string) (*Book, error) {
	was, ok := w.deleted.get(id)
	if !ok {
		return nil, fault.New(fault.NotFound, "the notebook %q was not deleted here, or too long ago", id).WithHint("a deletion can be undone until Plumb ends")
	}
	if _, err := w.Notebooks.Find(id); err == nil {
		return w.Open(ctx, id)
	}
	if err := w.Notebooks.Restore(ctx, was); err != nil {
		return nil, err
	}
	return w.Open(ctx, id)
}

// Fork begins a new notebook with the cells up to one.
func (w *Work) Fork(ctx context.Context, ref, name, upTo string) (*Book, error) {
	n, err := w.Notebooks.Load(ref)
	if err != nil {
		return nil, err
	}
	cells := len(n.Cells)
	if upTo != "" {
		if cells = n.Find(upTo) + 1; cells == 0 {
			return nil, fault.New(fault.NotFound, "the notebook %q has no cell %.80s", n.Name, upTo).WithHint("load the notebook again")
		}
	}
	made, err := w.Notebooks.Fork(ctx, n, cells, strings.TrimSpace(name))
	if err != nil {
		return nil, err
	}
	return w.Open(ctx, made.ID)
}

// Export writes a notebook as a page, as Markdown, for Jupyter, or as its file.
func (w *Work) Export(_ context.Context, ref, format string, out io.Writer) error {
	n, err := w.Notebooks.Load(ref)
	if err != nil {
		return err
	}
	switch format {
	case "html":
		return notebook.WriteHTML(out, n)
	case "md":
		return notebook.WriteMarkdown(out, n)
	case "ipynb":
		return notebook.WriteJupyter(out, n)
	case "json":
		n.Session = "" // it means nothing elsewhere
		b, err := n.Canonical()
		if err == nil {
			_, err = out.Write(b)
		}
		return err
	}
	formats := []string{"html", "md", "ipynb", "json"}
	return fault.New(fault.Usage, "%.40q is not an export format", format).WithHint("%s", fault.DidYouMean(format, "forms", formats))
}

// Cell is a cell of a notebook.
func (w *Work) Cell(ctx context.Context, ref, cell string) (session.Cell, error) {
	b, err := w.open(ctx, ref)
	if err != nil {
		return session.Cell{}, err
	}
	return b.cell(cell)
}
