// Package knowledge is a library of documents: sources that are refreshed, documents cut
// into passages, and a search that finds passages by their words and by their meaning.
//
//   - Everything belongs to one person, or to everybody. A person finds what is
//     everybody's and their own, and nothing tells them what else there is.
//   - What documents say is data. It is kept clean of what is not seen, and nothing in it
//     is run or followed.
//   - A refresh reads what has changed. It can be stopped at any point and goes on from
//     there; one document that cannot be read does not stop the others.
//   - Passages are found by their words as soon as they are read, and by their meaning once
//     their vectors are made.
package knowledge

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

// Store is what the library is kept in.
type Store interface {
	store.Shelf
	store.Catalogue
	store.Embeddings
}

// Extractor reads documents from bytes.
type Extractor interface {
	// Extract also says what type of document it was: pdf, markdown. Of what it cannot
	// read it says why in a fault.
	Extract(ctx context.Context, name, media string, data []byte) (d *document.Document, kind string, err error)
}

// Parts are what a library works with.
type Parts struct {
	Store     Store
	Extractor Extractor
	// Embedder and Vectors make passages found by their meaning. Without them, words have
	// to do.
	Embedder embed.Embedder
	Vectors  vector.Store
	// VectorsName tells vector stores apart: what was placed in one is not in another.
	VectorsName string
	// Folder has the locks that keep processes from doing the same work at once.
	Folder  string
	Workers int // documents read, and texts embedded, at once; 0 for one
	Now     func() time.Time
}

// Library finds passages. It serves many goroutines.
type Library struct {
	Parts
	cutter Cutter
}

// Open prepares a library.
func Open(p Parts) (*Library, error) {
	pieces, err := embed.NewPieces()
	if err != nil {
		return nil, err
	}
	if (p.Embedder == nil) != (p.Vectors == nil) {
		return nil, fault.New(fault.Internal, "a library needs an embedder and a vector store, or neither")
	}
	p.Workers = max(p.Workers, 1)
	return &Library{Parts: p, cutter: Cutter{Count: pieces.Count, Most: embed.Window}}, nil
}

// collection is where the vectors of passages are in the vector store.
func (l *Library) collection() string { return "passages-" + hashOf(l.Embedder.Name())[:16] }

// place tells where vectors were placed.
func (l *Library) place() string { return l.Embedder.Name() + " " + l.VectorsName }

// lock keeps others from the same work until the file is closed.
func (l *Library) lock(ctx context.Context, name, what string) (*os.File, error) {
	const wait = 200 * time.Millisecond
	f, err := ownfile.Lock(ctx.Done(), filepath.Join(l.Folder, hashOf(name)[:16]+".lock"), wait)
	switch {
	case errors.Is(err, ownfile.ErrStopped):
		return nil, fault.Of(ctx.Err())
	case errors.Is(err, ownfile.ErrHeld):
		return nil, fault.Wrap(err, fault.Store, "another Plumb is %s", what).WithHint("wait until it is done, or stop it")
	case err != nil:
		return nil, fault.Wrap(err, fault.Store, "the folder %s cannot be written: %s", l.Folder, ownfile.Cause(err)).
			WithHint("make the folder writable, or set PLUMB_HOME to one that is")
	}
	return f, nil
}

// seenBy are the owners of what a person may see.
func seenBy(user string) []string {
	if user == store.Shared {
		return []string{store.Shared}
	}
	return []string{store.Shared, user}
}
