// Package sqlite checks SQLite statements with SQLite itself: they are
// prepared, never run, in a scratch database that holds the tables of the
// catalog and no rows, under an authorizer that refuses all but reading known
// tables with functions that are known to be safe.
//
// The text that runs is rendered from the statement's tokens, and it is
// that text which is prepared.
package sqlite

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
)

// Dialect is this grammar's name.
const Dialect = "sqlite"

// maxScratch is how many schemas are kept ready.
const maxScratch = 4

// New makes the grammar. It opens scratch databases when they are needed, and
// frees them when it is closed.
func New() guard.Grammar { return &Grammar{} }

// Grammar is safe for concurrent use.
type Grammar struct {
	mu      sync.Mutex
	scratch []*scratch // most recently used last
	closed  bool
}

// Dialect is "sqlite".
func (*Grammar) Dialect() string { return Dialect }

// Close frees the scratch databases.
func (g *Grammar) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	var err error
	for _, s := range g.scratch {
		err = errors.Join(err, s.close())
	}
	g.scratch = nil
	return err
}

// Check implements guard.Grammar.
func (g *Grammar) Check(ctx context.Context, sql string, catalog *guard.Catalog) (guard.Finding, error) {
	if err := ctx.Err(); err != nil {
		return guard.Finding{}, fault.Of(err)
	}
	tokens, err := lex(sql)
	if err != nil {
		return guard.Finding{}, err
	}
	if tokens, err = statement(tokens); err != nil {
		return guard.Finding{}, err
	}
	if err := checkConstants(tokens); err != nil {
		return guard.Finding{}, err
	}
	if err := checkGrowth(tokens); err != nil {
		return guard.Finding{}, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	s, err := g.ready(catalog.Snapshot)
	if err != nil {
		return guard.Finding{}, err
	}
	c := &check{scratch: s, catalog: catalog, sql: sql, tokens: tokens}
	f, err := c.run(ctx)
	g.forget(s)
	return f, err
}

// forget drops a scratch database that was lost to a preparation without end.
func (g *Grammar) forget(s *scratch) {
	if s.lost {
		g.scratch = slices.DeleteFunc(g.scratch, func(other *scratch) bool { return other == s })
	}
}

// ready finds or makes the scratch database of a schema; nil is the open one.
func (g *Grammar) ready(snapshot *schema.Snapshot) (*scratch, error) {
	if g.closed {
		return nil, fault.New(fault.Internal, "the SQLite grammar is closed")
	}
	for i, s := range g.scratch {
		if s.snapshot == snapshot {
			g.scratch = append(slices.Delete(g.scratch, i, i+1), s)
			return s, nil
		}
	}
	if len(g.scratch) == maxScratch {
		oldest := g.scratch[0]
		g.scratch = slices.Delete(g.scratch, 0, 1)
		if err := oldest.close(); err != nil {
			return nil, broken(err)
		}
	}
	s, err := newScratch(snapshot)
	if err != nil {
		return nil, broken(err)
	}
	g.scratch = append(g.scratch, s)
	return s, nil
}

func broken(err error) error {
	return fault.Wrap(err, fault.Internal, "the SQLite parser does not work: %v", err)
}
