// Package connection combines a source, its schema and its guard under a name.
// It is the only way in which the user interfaces reach data: what it runs has
// passed the guard.
package connection

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Spec says what to open, and how.
type Spec struct {
	Driver    source.Driver
	Config    source.Config
	Identity  string // the DSN without secrets, under which the schema is cached
	Filter    source.Filter
	Strict    bool          // a pattern of the filter that means no table is a fault, as when data is connected
	Functions []string      // of the database's own that may be called
	Preload   []string      // tables to know in full; see preload
	Docs      string        // folder with documents about the data, or ""
	Cache     schema.Cache  // where snapshots are kept
	Refresh   time.Duration // age at which a cached snapshot is read again
	Now       func() time.Time
}

// Connection is an open source with its schema and guard.
type Connection struct {
	spec   Spec
	source source.Source

	mu          sync.Mutex
	snapshot    *schema.Snapshot
	depth       Depth
	changes     []schema.Change
	diagnostics []fault.Diagnostic
	unsaved     *fault.Fault // why the schema could not be cached
	hurried     int          // possible foreign keys that there was no time for
	idle        []fault.Diagnostic
}

// Open connects. The schema is read when it is first needed.
func Open(ctx context.Context, spec Spec) (*Connection, error) {
	src, err := spec.Driver.Open(ctx, spec.Config)
	if err != nil {
		return nil, err
	}
	return &Connection{spec: spec, source: src}, nil
}

// Close frees the source.
func (c *Connection) Close() error { return c.source.Close() }

// Name is the connection's name.
func (c *Connection) Name() string { return c.spec.Config.Name }

// Kind is the kind of source: postgres, duckdb, sqlite, files.
func (c *Connection) Kind() string { return c.spec.Driver.Name }

// Changes are the differences between the schema that was cached and the one
// that was read now, when Schema had to read it again.
func (c *Connection) Changes() []schema.Change {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changes
}

// Diagnostics are what was found in documents and files, once Schema has been
// called.
func (c *Connection) Diagnostics() []fault.Diagnostic {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.diagnostics
}

// Choices are how the data is read, and how else it could be.
func (c *Connection) Choices() []source.ReadChoice {
	if s, ok := c.source.(source.Chooser); ok {
		return s.Choices()
	}
	return nil
}

// KeepReadings saves the readings that it was opened with for the next time, and
// returns the files that they are in.
func (c *Connection) KeepReadings() ([]string, error) {
	if s, ok := c.source.(source.Chooser); ok && len(c.spec.Config.Readings) > 0 {
		return s.KeepReadings()
	}
	return nil, nil
}

// NoTables is the fault of a connection that shows none, with what to look at.
func (c *Connection) NoTables() *fault.Fault {
	f := fault.New(fault.EmptyResult, "no table can be read")
	switch filter := c.spec.Filter; {
	case len(filter.Include)+len(filter.Exclude) > 0:
		return f.WithHint("check the patterns of what to include and to exclude")
	case len(c.spec.Driver.Extensions) > 0:
		return f.WithHint("the database has no tables yet: check that this is the file you meant")
	}
	return f.WithHint("check that this is the database you meant, and what the login may read")
}

// Depth says how much of the schema is needed.
type Depth int

const (
	Structure Depth = iota + 1 // names, types and keys: what the guard needs
	Full                       // with statistics, samples, roles and documents
	Fresh                      // the same, read again
)

// Schema is what is known of the database, from the cache where that is still
// true.
func (c *Connection) Schema(ctx context.Context, need Depth) (*schema.Snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.snapshot != nil && c.depth >= need {
		return c.snapshot, nil
	}
	s, depth, err := c.read(ctx, need)
	if err != nil {
		return nil, err
	}
	if depth > Structure {
		c.diagnostics = c.problems()
		if c.unsaved != nil { // it costs time at the next start, nothing else
			c.diagnostics = append(c.diagnostics, c.unsaved.Diagnostic(fault.Warning))
		}
		if c.hurried > 0 {
			c.diagnostics = append(c.diagnostics, fault.New(fault.SchemaStale, "%d possible foreign keys were not checked", c.hurried).
				WithHint("declare them in the database or in schema.yml, or try plumb schema --refresh").Diagnostic(fault.Info))
		}
		c.diagnostics = append(c.diagnostics, c.idle...)
		c.diagnostics = append(c.diagnostics, preload(s, c.spec.Preload)...)
		if c.spec.Docs != "" {
			c.diagnostics = append(c.diagnostics, c.augment(s)...)
		}
	}
	c.snapshot, c.depth = s, depth
	return s, nil
}

// augment adds the documents. Links that lead out of their folder are not
// followed: what stands in documents is shown to language models.
func (c *Connection) augment(s *schema.Snapshot) []fault.Diagnostic {
	root, err := os.OpenRoot(c.spec.Docs)
	if err != nil {
		return []fault.Diagnostic{fault.Wrap(err, fault.DocConflict, "the folder of documents cannot be read: %v", err).
			WithHint("check that it exists and is yours").Diagnostic(fault.Warning)}
	}
	defer root.Close()
	return schema.Augment(s, root.FS())
}

func (c *Connection) read(ctx context.Context, need Depth) (*schema.Snapshot, Depth, error) {
	cached := make(chan *schema.Snapshot, 1)
	go func() { // while the server works out its fingerprint
		old, _ := c.spec.Cache.Load(c.Key()) // a cache that cannot be read is as good as none
		cached <- old
	}()
	mark, err := c.fingerprint(ctx)
	old := <-cached
	if err != nil {
		return nil, 0, err
	}
	if old != nil && need != Fresh && mark != "" && mark == old.Fingerprint && c.spec.Now().Sub(old.TakenAt) < c.spec.Refresh {
		return old, Full, nil
	}
	s, err := c.introspect(ctx, need == Structure)
	if err != nil {
		return nil, 0, err
	}
	s.TakenAt, s.Fingerprint = c.spec.Now().UTC().Truncate(time.Second), mark
	if need == Structure {
		return s, Structure, nil
	}
	if err := c.inferKeys(ctx, s); err != nil {
		return nil, 0, err
	}
	if err := c.findEntities(ctx, s); err != nil {
		return nil, 0, err
	}
	schema.Enrich(s)
	if old != nil {
		c.changes = schema.Diff(old, s)
	}
	if err := c.spec.Cache.Save(c.Key(), s); err != nil {
		c.unsaved = fault.Of(err)
	}
	return s, need, nil
}

// inferTime bounds the search for undeclared foreign keys on a slow database; on
// others their number does.
const inferTime = 10 * time.Second

func (c *Connection) inferKeys(ctx context.Context, s *schema.Snapshot) error {
	limited, cancel := context.WithTimeout(ctx, source.Patient(ctx, inferTime))
	defer cancel()
	var included func(context.Context, schema.ColumnRef, schema.ColumnRef) (int, int, error)
	if i, ok := c.source.(source.Includer); ok {
		included = i.Included
	}
	schema.FindPlainNames(s)
	schema.CountKeys(limited, s, c.rows(s))
	done := schema.InferKeys(limited, s, included)
	c.hurried = done.Skipped
	if done.Late > 0 {
		s.Hurried = append(s.Hurried, fmt.Sprintf("%d possible foreign keys", done.Late))
	}
	schema.InferCompositeKeys(limited, s, c.rows(s))
	return ctx.Err()
}

// entityTime bounds the search for entities on a slow database.
const entityTime = 10 * time.Second

func (c *Connection) findEntities(ctx context.Context, s *schema.Snapshot) error {
	limited, cancel := context.WithTimeout(ctx, source.Patient(ctx, entityTime))
	defer cancel()
	if late := schema.FindEntities(limited, s, c.rows(s)); late > 0 && limited.Err() != nil {
		s.Hurried = append(s.Hurried, fmt.Sprintf("the entities of %d tables", late))
	}
	return ctx.Err()
}

func (c *Connection) rows(s *schema.Snapshot) rows {
	return rows{guard.New(c.source.Grammar(), &guard.Catalog{Snapshot: s, Functions: c.spec.Functions}), c.source}
}

func (c *Connection) fingerprint(ctx context.Context) (string, error) {
	f, ok := c.source.(source.Fingerprinter)
	if !ok {
		return "", nil
	}
	return f.Fingerprint(ctx)
}

// problems are what the source itself noticed, such as files it cannot read.
func (c *Connection) problems() []fault.Diagnostic {
	if p, ok := c.source.(interface{ Problems() []fault.Diagnostic }); ok {
		return p.Problems()
	}
	return nil
}

// Key names what is kept of this connection and filter, as part of a file's
// name. Every part is quoted, so that no two filters share one.
func (c *Connection) Key() string {
	h := sha256.New()
	fmt.Fprintf(h, "case does not count: %q %q %q", c.spec.Identity, c.spec.Filter.Include, c.spec.Filter.Exclude)
	return c.Name() + "-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// Guard checks statements against this connection's schema.
func (c *Connection) Guard(ctx context.Context) (*guard.Guard, error) {
	s, err := c.Schema(ctx, Structure)
	if err != nil {
		return nil, err
	}
	return guard.New(c.source.Grammar(), &guard.Catalog{Snapshot: s, Functions: c.spec.Functions}), nil
}

// Query checks a statement and runs it.
func (c *Connection) Query(ctx context.Context, sql string, l source.Limits) (*table.Reader, guard.Statement, error) {
	s, err := c.Check(ctx, sql)
	if err != nil {
		return nil, guard.Statement{}, err
	}
	r, err := c.Run(ctx, s, l)
	return r, s, err
}

// Check passes a statement to the guard.
func (c *Connection) Check(ctx context.Context, sql string) (guard.Statement, error) {
	g, err := c.Guard(ctx)
	if err != nil {
		return guard.Statement{}, err
	}
	return g.Check(ctx, sql)
}

// Run runs a statement that has passed the guard.
func (c *Connection) Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error) {
	r, err := c.source.Query(ctx, s, l)
	if r != nil {
		r.Ordered = s.Ordered()
	}
	return r, err
}

// ProbeWrite proves that the login cannot write: it attempts a harmless write
// that must be refused.
func (c *Connection) ProbeWrite(ctx context.Context) error {
	p, ok := c.source.(source.Prober)
	if !ok {
		return fault.New(fault.Internal, "this kind of source cannot be tested for writing")
	}
	return p.ProbeWrite(ctx)
}
