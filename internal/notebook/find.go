package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

func (s Store) path(slug string) string { return filepath.Join(s.Dir, slug+ending) }

// find is the slug of the notebook that someone means: by slug, name or id.
func (s Store) find(ref string) (string, error) {
	if slug, ok := s.findDirectly(ref); ok {
		return slug, nil
	}
	list, err := s.List()
	if err != nil {
		return "", err
	}
	var names []string
	for _, same := range []func(Entry) bool{
		func(e Entry) bool { return e.ID == ref && ref != "" },
		func(e Entry) bool { return e.Slug == ref },
		func(e Entry) bool { return e.Name == ref },
		func(e Entry) bool { return Slug(e.Name) == Slug(ref) },
	} {
		for _, e := range list {
			if same(e) {
				return e.Slug, nil
			}
		}
	}
	for _, e := range list {
		names = append(names, e.Name)
	}
	f := fault.New(fault.NotFound, "there is no notebook %q", ref)
	if len(names) == 0 {
		return "", f.WithHint(`there are none yet; plumb notebook new "NAME" makes one`)
	}
	return "", f.WithHint("%s", fault.DidYouMean(ref, "notebooks", names))
}

// findDirectly is find where a look into one file is enough: where the notebook
// was last, or where its name says. No id is a slug.
func (s Store) findDirectly(ref string) (string, bool) {
	if slug := s.Heads.slugOf(ref); slug != "" && s.entry(slug).ID == ref {
		return slug, true
	}
	slug := Slug(ref)
	if _, ok := s.regular(slug); !ok || slug == "" {
		return "", false
	}
	return slug, slug == ref || s.entry(slug).Name == ref
}

// read is the whole of a file, checked.
func (s Store) read(slug string) (*sealed, error) {
	b, err := s.load(slug)
	if err != nil {
		return nil, err
	}
	n, err := parse(b)
	if err == nil {
		n.slug = slug
		return n, nil
	}
	var f *fault.Fault
	if errors.As(err, &f) && versionOf(b) > version {
		return nil, fault.Wrap(f, f.Code, "the notebook %s cannot be read: %s", slug, f.Message).WithHint("%s", f.Hint)
	}
	return nil, fault.Wrap(err, fault.BadData, "the notebook %s is damaged: %s", slug, plain(err)).
		WithHint(`plumb notebook recover %s saves the intact cells; the file stays as it is`, slug)
}

// plain is what is wrong with a file, without the words of the JSON decoder
// that only programmers know.
func plain(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "its end is missing"
	case errors.As(err, &syntax):
		return "it is not valid JSON"
	case errors.As(err, &kind):
		return "a part of it has the wrong type"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// load reads a file within bounds.
func (s Store) load(slug string) ([]byte, error) {
	f, err := os.Open(s.path(slug))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "there is no notebook %q", slug).WithHint("plumb notebook list shows them")
	}
	if err != nil {
		return nil, s.unreadable(s.path(slug), err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	switch {
	case err != nil:
		return nil, s.unreadable(s.path(slug), err)
	case len(b) > MaxBytes:
		return nil, fault.New(fault.BadData, "the notebook %s has more than %d MB", slug, MaxBytes>>20).WithHint("Plumb writes no larger ones; check that this is a notebook")
	}
	return b, nil
}

// write replaces a notebook's file.
func (s Store) write(slug string, n *sealed) error {
	b, err := n.bytes()
	if err != nil {
		return err
	}
	return s.replace(slug, b)
}

// change reads, changes and writes a notebook while nobody else can.
func (s Store) change(ctx context.Context, ref string, edit func(*sealed) error) error {
	_, err := s.changeAndRead(ctx, ref, edit)
	return err
}

// changeAndRead does it, and gives the notebook as it is then. One in which only its
// session is another is not newer for that.
func (s Store) changeAndRead(ctx context.Context, ref string, edit func(*sealed) error) (*sealed, error) {
	slug, n, release, err := s.hold(ctx, ref)
	if err != nil {
		return nil, err
	}
	defer release()
	before, bound := n.Hash, n.Session
	if err := edit(n); err != nil {
		return nil, err
	}
	h, err := n.head.seal()
	if err != nil || h.Hash == before {
		return n, err
	}
	was := n.head
	was.Session = bound
	if h, err = was.seal(); err != nil {
		return nil, err
	}
	if h.Hash != before {
		n.UpdatedAt = s.Now()
	}
	if n.head, err = n.head.seal(); err != nil {
		return nil, err
	}
	return n, s.write(slug, n)
}

// find is the place of a cell, or -1.
func (n *sealed) find(id string) int {
	for i, c := range n.cells {
		if idOf(c) == id {
			return i
		}
	}
	return -1
}

// idOf reads the id that every cell begins with.
func idOf(cell []byte) string {
	if rest, ok := bytes.CutPrefix(cell, []byte(`{"id":"`)); ok {
		if end := bytes.IndexAny(rest, `"\`); end >= 0 && rest[end] == '"' {
			return string(rest[:end])
		}
	}
	return begins(cell).ID
}

// begins reads what stands at the beginning of a cell, whose rows may be many:
// what was asked or noted, and where that stands in its conversation.
func begins(cell []byte) (c session.Cell) {
	d := json.NewDecoder(bytes.NewReader(cell))
	if _, err := d.Token(); err != nil {
		return c
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return c
		}
		switch key {
		case "id":
			err = d.Decode(&c.ID)
		case "question":
			err = d.Decode(&c.Question)
		case "note":
			err = d.Decode(&c.Note)
		case "context":
			_ = d.Decode(&c.Context)
			return c
		default:
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return c
		}
	}
	return c
}

func noCell(n *sealed, id string) error {
	return fault.New(fault.NotFound, "the notebook %q has no cell %s", n.Name, id).WithHint("plumb notebook show %s lists its cells", Slug(n.Name))
}

func (s Store) unreadable(path string, err error) error {
	return fault.Wrap(err, fault.Store, "%s cannot be read: %s", path, err).WithHint("check its owner and permissions")
}
