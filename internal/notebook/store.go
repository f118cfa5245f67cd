package notebook

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// Store is a folder of notebooks. Several processes may use one folder at
// once: who writes a notebook waits for others that write the same one, who reads
// sees a whole file.
type Store struct {
	Dir   string
	Now   func() time.Time
	NewID func(prefix string) string // every id is new
	Wait  time.Duration              // for others that write; DefaultWait if 0
	Heads *Heads                     // spares looking into files again; nil remembers nothing

	at func(point string) // told how far a replacement is, and when a file is looked into; for tests
}

const ending = ".json"

// Entry is a notebook in a listing. Problem says why it cannot be used.
type Entry struct {
	ID         string
	Name       string
	Slug       string // its file without the ending
	CreatedAt  time.Time
	UpdatedAt  time.Time
	Connection Connection
	Session    string
	Unnamed    bool // its name is only for now
	Cells      int
	Problem    *fault.Fault
	Found      string // of a search: the first cell that has the words, where the name does not
}

// List is the notebooks, the latest changed first. It reads only the first
// line of files that end as they should, so damage within one may come out
// only when it is loaded, and files that stayed as they were not at all.
func (s Store) List() ([]Entry, error) {
	files, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, s.unreadable(s.Dir, err)
	}
	var list []Entry
	for _, f := range files {
		slug, ok := strings.CutSuffix(f.Name(), ending)
		if !ok || !f.Type().IsRegular() || strings.HasPrefix(slug, ".") {
			continue
		}
		if e := s.entry(slug); e.Problem == nil || e.Problem.Code != fault.NotFound { // it may be gone since
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	s.Heads.all(list)
	return list, nil
}

// entry is what a file says of its notebook.
func (s Store) entry(slug string) Entry {
	info, ok := s.regular(slug)
	if !ok {
		return s.look(slug)
	}
	if e, ok := s.Heads.get(slug, info); ok {
		return e
	}
	now := s.Now() // a change from now on shows in its time
	e := s.look(slug)
	s.Heads.put(e, info, now)
	return e
}

// look reads what a file says of its notebook.
func (s Store) look(slug string) Entry {
	h, ok := s.glance(slug)
	if !ok {
		whole, err := s.read(slug)
		if err != nil {
			return Entry{Slug: slug, Name: slug, Problem: fault.Of(err)}
		}
		h = whole.head
	}
	return Entry{ID: h.ID, Name: h.Name, Slug: slug, CreatedAt: h.CreatedAt, UpdatedAt: h.UpdatedAt, Connection: h.Connection, Session: h.Session, Unnamed: h.Unnamed, Cells: len(h.CellHashes)}
}

// maxHead is more than the first line of the largest notebook takes.
const maxHead = 1 << 20

// glance reads the first line of a file that has the form that Plumb writes.
func (s Store) glance(slug string) (head, bool) {
	s.passPoint("look")
	var h head
	f, err := os.Open(s.path(slug))
	if err != nil {
		return h, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() > MaxBytes {
		return h, false
	}
	end := make([]byte, len(closing))
	if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil || string(end) != closing {
		return h, false
	}
	line, err := bufio.NewReader(io.LimitReader(f, maxHead)).ReadBytes('\n')
	if err != nil {
		return h, false
	}
	line, ok := bytes.CutSuffix(line, []byte(opening))
	if !ok || json.Unmarshal(append(line, '}'), &h) != nil || h.Version != version {
		return h, false
	}
	again, err := h.seal()
	return h, err == nil && again.Hash == h.Hash
}

// Load reads a notebook, which may be named by its name, slug or id. The fault
// of a damaged one says how to save what is left.
func (s Store) Load(ref string) (*Notebook, error) {
	_, whole, err := s.readNamed(ref)
	if err != nil {
		return nil, err
	}
	return whole.open()
}

// readNamed finds and reads a notebook by its name, slug or id.
func (s Store) readNamed(ref string) (slug string, n *sealed, err error) {
	if slug, err = s.find(ref); err == nil {
		n, err = s.read(slug)
	}
	return slug, n, err
}

// Create makes an empty notebook.
func (s Store) Create(ctx context.Context, name string, c Connection) (*Notebook, error) {
	return s.begin(ctx, head{Name: name, Connection: c})
}

// begin makes a notebook with the name and connection that a head has, and cells.
func (s Store) begin(ctx context.Context, h head, cells ...session.Cell) (*Notebook, error) {
	name, err := checkName(h.Name)
	if err != nil {
		return nil, err
	}
	release, err := s.lock(ctx, Slug(name))
	if err != nil {
		return nil, err
	}
	defer release()
	if err := s.free(name, ""); err != nil {
		return nil, err
	}
	now := s.Now()
	n := &sealed{head: head{Version: version, ID: s.NewID("notebook_"), Name: name, CreatedAt: now, UpdatedAt: now, Connection: h.Connection, Unnamed: h.Unnamed}}
	for i, cell := range cells {
		if err := n.put(i, cell); err != nil {
			return nil, err
		}
	}
	slug := Slug(name)
	if err := s.write(slug, n); err != nil {
		return nil, err
	}
	s.Heads.setSlug(n.ID, slug)
	return n.open()
}

// beginNumbered is begin with a number in the name if it is taken.
func (s Store) beginNumbered(ctx context.Context, h head, cells ...session.Cell) (made *Notebook, err error) {
	err = s.number(h.Name, func(name string) (err error) {
		h.Name = name
		made, err = s.begin(ctx, h, cells...)
		return err
	})
	return made, err
}

// free says that no notebook but the given one has the name, and no file.
func (s Store) free(name, but string) error {
	slug := Slug(name)
	_, err := os.Lstat(s.path(slug))
	at := ""
	if err != nil || slug == but {
		if at, err = s.stray(slug); err == nil && (at == "" || at == but) {
			return nil
		}
	}
	return fault.Wrap(errTaken, fault.Usage, "a notebook or file named %q already exists", name).
		WithHint("choose another name, or add to that one")
}

// Ensure is the notebook of a name, made if there is none. It gives its slug,
// under which cells can be added.
func (s Store) Ensure(ctx context.Context, name string, c Connection) (slug string, err error) {
	if slug, err = s.find(name); fault.CodeOf(err) != fault.NotFound {
		return slug, err
	}
	made, err := s.Create(ctx, name, c)
	if err != nil {
		// Another process may have been faster.
		if slug, found := s.find(name); found == nil {
			return slug, nil
		}
		return "", err
	}
	return Slug(made.Name), nil
}

// Append adds a cell at the end. A cell that is there already, exactly so, is
// not added twice. The notebook remembers the schema that the cell was made on.
func (s Store) Append(ctx context.Context, ref string, c session.Cell) error {
	return s.change(ctx, ref, func(n *sealed) error {
		if at := n.find(c.ID); at >= 0 {
			if hash, err := c.Hash(); err != nil || hash == n.CellHashes[at] {
				return err
			}
			return fault.New(fault.Usage, "the notebook %q already has another cell %s", n.Name, c.ID).
				WithHint("replace that cell, or give this one another id")
		}
		n.rememberSchema(c)
		return n.put(len(n.cells), c)
	})
}

// Replace puts a cell in the place of the one that has its id, and remembers
// its schema as Append does.
func (s Store) Replace(ctx context.Context, ref string, c session.Cell) error {
	return s.change(ctx, ref, Swap(c))
}

// DeleteCell takes a cell out. Cells that came from it keep naming it.
func (s Store) DeleteCell(ctx context.Context, ref, id string) error {
	return s.change(ctx, ref, Drop(id))
}

// Rename gives a notebook another name, and its file the fitting one.
func (s Store) Rename(ctx context.Context, ref, name string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	slug, n, release, err := s.hold(ctx, ref, Slug(name))
	if err != nil {
		return err
	}
	defer release()
	if err := s.free(name, slug); err != nil {
		return err
	}
	return s.rename(slug, n, name)
}

// hold finds and reads a notebook that nobody else changes until it is released.
// Other slugs are held with it.
func (s Store) hold(ctx context.Context, ref string, others ...string) (slug string, n *sealed, release func(), err error) {
	slug, release, err = s.holdFile(ctx, ref, others...)
	if err != nil {
		return "", nil, nil, err
	}
	if n, err = s.read(slug); err != nil {
		release()
		return "", nil, nil, err
	}
	return slug, n, release, nil
}

// holdFile is hold for a file that may be damaged.
func (s Store) holdFile(ctx context.Context, ref string, others ...string) (slug string, release func(), err error) {
	slug, err = s.find(ref)
	for err == nil {
		if release, err = s.lock(ctx, append(others, slug)...); err != nil {
			break
		}
		var now string
		if now, err = s.find(ref); now == slug {
			return slug, release, nil
		}
		release() // it was renamed meanwhile
		slug = now
	}
	return "", nil, err
}

// rename gives a notebook a name that is free. Who calls it holds the locks of
// both slugs.
func (s Store) rename(slug string, n *sealed, name string) error {
	to := Slug(name)
	// The name within the file is the one that counts: should the second step
	// never happen, the notebook is found by it all the same.
	n.Name, n.Unnamed, n.UpdatedAt = name, false, s.Now()
	if err := s.write(slug, n); err != nil || to == slug {
		return err
	}
	s.passPoint("named")
	if err := os.Rename(s.path(slug), s.path(to)); err != nil {
		s.Heads.doubt()
		return s.unwritable(err)
	}
	s.Heads.setSlug(n.ID, to)
	return s.syncFolder()
}
