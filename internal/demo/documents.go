package demo

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

//go:embed docs
var documents embed.FS

// Example is a question in plain words with the SQL that answers it.
type Example struct {
	Question string
	SQL      string
}

// Examples are the three questions that introduce the warehouse. The folder
// examples beside the database holds these and more.
var Examples = examples()[:3]

// examples reads the embedded example files in the order of their names: the
// first line is the question as a comment, the rest is the SQL.
func examples() []Example {
	names, err := fs.Glob(documents, "docs/examples/*.sql")
	if err != nil {
		panic(err) // the pattern is malformed
	}
	list := make([]Example, len(names))
	for i, name := range names {
		text, err := documents.ReadFile(name)
		if err != nil {
			panic(err) // an embedded file cannot be missing
		}
		question, query, _ := strings.Cut(string(text), "\n")
		list[i] = Example{
			Question: strings.TrimPrefix(question, "-- "),
			SQL:      strings.TrimSpace(query),
		}
	}
	return list
}

// eachDocument calls visit with the place of every document in the warehouse,
// with slashes, and its text.
func eachDocument(visit func(place string, text []byte) error) error {
	return fs.WalkDir(documents, "docs", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := documents.ReadFile(name)
		if err != nil {
			return err
		}
		return visit(strings.TrimPrefix(name, "docs/"), text)
	})
}

// checkDocuments refuses a folder that holds another file where a document
// would go. One with the same text is left over from a build that was stopped.
func checkDocuments(dir string) error {
	return eachDocument(func(place string, text []byte) error {
		target := filepath.Join(dir, filepath.FromSlash(place))
		found, err := os.ReadFile(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return writeFault(err, dir)
		case !bytes.Equal(found, text):
			return fault.New(fault.Config, "%s exists and is not the demo's; it was left as it is", target).
				WithHint("choose an empty folder for the demo warehouse, or move that file away")
		}
		return nil
	})
}

// installDocuments puts the documents into dir, each whole or not at all.
func installDocuments(work, dir string) error {
	return eachDocument(func(place string, text []byte) error {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path.Dir(place))), 0o755); err != nil {
			return err
		}
		draft := filepath.Join(work, "document")
		if err := os.WriteFile(draft, text, 0o644); err != nil {
			return err
		}
		return os.Rename(draft, filepath.Join(dir, filepath.FromSlash(place)))
	})
}
