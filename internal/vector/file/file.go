// Package file keeps vectors in files of a folder, beside Plumb's other state. It is the
// default, and needs no server.
//
// Several processes may use a folder. One writes to a collection at a time; searches wait for
// nobody, and see what was acknowledged before they began. Files are mapped: to open a large
// collection takes no longer than to check its ids and labels.
//
// A search is exact: it finds what a comparison with every vector would find. How it is fast
// all the same, see search.go; from listsFrom rows on, see lists.go.
package file

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/vector"
)

// Options say where the collections are.
type Options struct {
	Folder string // made by the first write
}

// Store is a folder with a folder for each collection.
type Store struct {
	folder    string
	level     kernel.Level
	listsFrom int

	mu          sync.Mutex
	collections map[string]*collection
	closed      bool
}

var _ vector.Store = (*Store)(nil)

// Open opens a folder, which need not be there yet. Nothing is read before it is needed.
func Open(ctx context.Context, o Options) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.Of(err)
	}
	if o.Folder == "" {
		return nil, fault.New(fault.Internal, "no folder is named for the vectors")
	}
	return &Store{folder: o.Folder, level: kernel.Best(), listsFrom: listsFrom, collections: map[string]*collection{}}, nil
}

// Close lets go of all files. It waits for what is under way.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.collections {
		c.mu.Lock()
		c.forget()
		c.closed = true
		c.mu.Unlock()
	}
	return nil
}

func (s *Store) collection(ctx context.Context, name string) (*collection, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.Of(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, closedError()
	}
	c := s.collections[name]
	if c == nil {
		c = &collection{name: name, folder: filepath.Join(s.folder, name)}
		s.collections[name] = c
	}
	return c, nil
}

func closedError() error { return fault.New(fault.Store, "the store of vectors is closed") }

func (s *Store) Search(ctx context.Context, name string, query []float32, k int, f vector.Filter) ([]vector.Hit, error) {
	if err := vector.CheckSearch(name, query, k, f); err != nil {
		return nil, err
	}
	c, err := s.collection(ctx, name)
	if err != nil {
		return nil, err
	}
	var hits []vector.Hit
	err = c.view(func() (err error) {
		if d := c.dimensions(); c.live > 0 && d != len(query) {
			return vector.Mismatch(name, d, len(query))
		}
		search := newSearch(s.level, s.listsFrom, query, k)
		err = c.eachChosen(ctx, f, func(p *part, rows chosen) error { return search.scan(ctx, p.segment, rows) })
		if err == nil {
			hits, err = search.hits(ctx)
		}
		return err
	})
	return hits, err
}

func (s *Store) Count(ctx context.Context, name string, f vector.Filter) (int, error) {
	if err := vector.CheckFilter(name, f); err != nil {
		return 0, err
	}
	c, err := s.collection(ctx, name)
	if err != nil {
		return 0, err
	}
	count := 0
	err = c.view(func() error {
		return c.eachChosen(ctx, f, func(_ *part, rows chosen) error {
			count += rows.count
			return nil
		})
	})
	return count, err
}
