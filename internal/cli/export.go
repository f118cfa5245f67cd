package cli

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
)

// deliver writes the rows of an answer into a new file in the current folder.
func (a *app) deliver(ctx context.Context, e talk.Export) (talk.Exported, error) {
	rows, err := e.Rows(ctx)
	if err != nil {
		return talk.Exported{}, err
	}
	defer rows.Close()
	base := e.Name
	if base == "" {
		base = notebook.FileName(e.Of)
	}
	f, name, err := a.newFile(base, e.Format)
	if err != nil {
		return talk.Exported{}, err
	}
	sum := sha256.New()
	w := io.MultiWriter(f, sum)
	if e.Format == export.Parquet {
		err = a.writeParquet(ctx, w, rows)
	} else {
		err = writeFormat(w, e.Format, rows)
	}
	info, statErr := f.Stat()
	if err = errors.Join(err, statErr, f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return talk.Exported{}, asFault(err, name)
	}
	text := fmt.Sprintf("Wrote %s with %s, %s.", name, count(rows.Count(), "row"), story.GroupDigits(fmt.Sprint(info.Size()))+" bytes")
	if rows.Truncated() != table.Whole {
		text += fmt.Sprintf(" These are only the first rows: an export has at most %s rows and %d MiB.", thousands(talk.ExportRows), talk.ExportBytes>>20)
	}
	made := &session.Made{Kind: session.MadeExport, Name: name, Of: []string{e.Of.ID}, Rows: int64(rows.Count()), Bytes: info.Size(), Hash: session.FormatHash(sum.Sum(nil))}
	return talk.Exported{Told: text, Made: made}, nil
}

// asFault keeps a fault, and says of another error that the file cannot be written.
func asFault(err error, name string) error {
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return f
	}
	return fault.Wrap(err, fault.Store, "%s cannot be written: %v", name, ownfile.Cause(err)).WithHint("check that the folder can be written, and that there is space")
}

// newFile makes a file that was not there: NAME.ending, or NAME-2.ending and so on.
func (a *app) newFile(base, ending string) (*os.File, string, error) {
	const most = 1000
	for n := 1; n <= most; n++ {
		name := base + "." + ending
		if n > 1 {
			name = fmt.Sprintf("%s-%d.%s", base, n, ending)
		}
		f, err := os.OpenFile(inDir(a.Dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return f, name, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, "", asFault(err, name)
		}
	}
	return nil, "", fault.New(fault.Store, "there are %d files called %s.%s already", most, base, ending).WithHint("move some of them away")
}

func writeFormat(w io.Writer, format string, rows *table.Reader) error {
	f, ok := export.Find(format)
	if !ok || f.Write == nil {
		return fault.New(fault.Usage, "there is no format %q", format).WithHint("use csv, xlsx, json, md or parquet")
	}
	b := bufio.NewWriter(w)
	return errors.Join(f.Write(b, rows), b.Flush())
}

// writeParquet lets DuckDB write the rows, which keeps their types.
func (a *app) writeParquet(ctx context.Context, w io.Writer, rows *table.Reader) error {
	cache := filepath.Join(a.settings.Folder, "cache")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(cache, "export-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s, err := datastore.Open(ctx, datastore.Config{Folder: folder, Source: source.Config{Memory: int64(a.settings.Memory), Environment: a.env}, Clock: a.Now})
	if err != nil {
		return err
	}
	defer s.Close()
	made, err := s.Put(ctx, datastore.Record{Name: "rows", Step: 1}, rows)
	if err != nil {
		return err
	}
	return s.CopyParquet(made.Name, w)
}

// bind makes a notebook of answers.
func (t *dialogue) bind(ctx context.Context, b talk.Binding) (talk.Exported, error) {
	s, _, err := t.notebooks("")
	if err != nil {
		return talk.Exported{}, err
	}
	about := notebook.Connection{Name: t.Connection.Name(), Database: t.Identity, Type: t.driver}
	made, err := s.Bind(ctx, b.Name, about, b.Cells)
	if err != nil {
		return talk.Exported{}, err
	}
	of := make([]string, len(b.Cells))
	for i, c := range b.Cells {
		of[i] = c.ID
	}
	outline, err := s.Outline(made.ID)
	if err != nil {
		return talk.Exported{}, err
	}
	slug := notebook.Slug(made.Name)
	told := fmt.Sprintf("The notebook “%s” has %s of this conversation. plumb notebook show %s prints it, plumb start opens it in a browser, and plumb notebook export %s --html --out %s.html makes a web page of it.",
		made.Name, count(len(b.Cells), "answer"), slug, slug, slug)
	return talk.Exported{Told: told, Made: &session.Made{Kind: session.MadeNotebook, Name: made.Name, Of: of, Hash: outline.Hash}}, nil
}
