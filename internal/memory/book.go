package memory

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

// Options are the limits of a book; the zero value has the defaults.
type Options struct {
	TopK     int     // how many memories are recalled at most; default 3
	MinScore float64 // how near they must be, as a cosine; default 0.75
	Gap      float64 // a memory that is this much farther than the one before it ends the list; default 0.12
	Budget   int     // bytes of what is recalled; default 3000

	MaxMemories   int           // of an owner; default 100,000
	MaxStatements int           // of an owner, that count; default 500
	MaxHistory    int           // of one thing, that count no longer; default 10
	HalfLife      time.Duration // after which a memory that nobody uses is worth half; default 90 days
	Least         float64       // a memory that is worth less is dropped; default 0.01

	Same             float64       // cosine from which two contents are one; default 0.95
	Alike            float64       // cosine from which questions have something in common; default 0.85
	ConsolidateAfter time.Duration // how old conversations are that become patterns; default 14 days
	ConsolidateFrom  int           // how many make a pattern; default 3
	Batch            int           // how many memories are looked at for that at once; default 200

	// Effective are the topics whose settings the caller applies to answers. Of all others
	// Apply says that they are only kept. Nil is all that have an effect.
	Effective []Topic
}

func (o Options) withDefaults() Options {
	o.TopK = min(cmp.Or(o.TopK, 3), 50)
	o.MinScore = cmp.Or(o.MinScore, 0.75)
	o.Gap = cmp.Or(o.Gap, 0.12)
	o.Budget = cmp.Or(o.Budget, 3000)
	o.MaxMemories = cmp.Or(o.MaxMemories, 100_000)
	o.MaxStatements = cmp.Or(o.MaxStatements, 500)
	o.MaxHistory = cmp.Or(o.MaxHistory, 10)
	o.HalfLife = cmp.Or(o.HalfLife, 90*24*time.Hour)
	o.Least = cmp.Or(o.Least, 0.01)
	o.Same = cmp.Or(o.Same, 0.95)
	o.Alike = cmp.Or(o.Alike, 0.85)
	o.ConsolidateAfter = cmp.Or(o.ConsolidateAfter, 14*24*time.Hour)
	o.ConsolidateFrom = max(cmp.Or(o.ConsolidateFrom, 3), 2)
	o.Batch = cmp.Or(o.Batch, 200)
	if o.Effective == nil {
		o.Effective = Topics()
	}
	return o
}

// Book keeps the memories of all owners. It may be used from several goroutines.
type Book struct {
	records    store.Records
	vectors    vector.Store
	embedder   embed.Embedder
	now        func() time.Time
	newID      func() string
	o          Options
	collection string
	changing   sync.Mutex      // one change at a time: each reads what it changes
	indexed    map[string]bool // owners of whom it is recorded that they have vectors in the collection
}

// New returns a book over a store, and a vector store in which memories are found by their
// meaning. Without an embedder nothing is recalled, and statements are kept all the same.
func New(records store.Records, vectors vector.Store, embedder embed.Embedder, now func() time.Time, newID func() string, o Options) *Book {
	b := &Book{records: records, vectors: vectors, embedder: embedder, now: now, newID: newID, o: o.withDefaults()}
	if embedder != nil {
		// Vectors of another embedder are never compared with these.
		sum := sha256.Sum256([]byte(embedder.Name()))
		b.collection = "agent_memories-" + hex.EncodeToString(sum[:4])
	}
	return b
}

// Whose says whose memories are meant, and where.
type Whose struct {
	Owner   string // a person; there are no memories of nobody, and none of everybody
	Scope   string // the database that is being asked
	Session string
}

func (w Whose) check() error {
	if w.Owner == store.Shared {
		return fault.New(fault.Internal, "memories belong to a person, and none is given")
	}
	return store.RecordFilter{Kind: kind(Fact), Owner: w.Owner, Scopes: []string{w.Scope}, IDs: []string{w.Session}}.Validate()
}

// put keeps memories, and those of them that count where they are found by their meaning.
// The records come first: a vector that is missing is added later, and one that stands for
// nothing would be found.
func (b *Book) put(ctx context.Context, list ...*Memory) error {
	var records []store.Record
	var gone []string
	var active []*Memory
	for _, m := range list {
		m.Metadata.Score = m.worth(b.now(), b.o.HalfLife)
		r, err := m.record(b.now())
		if err != nil {
			return err
		}
		records = append(records, r)
		if m.Active() {
			active = append(active, m)
		} else {
			gone = append(gone, m.ID)
		}
	}
	if err := b.records.Put(ctx, records...); err != nil {
		return err
	}
	if len(gone) > 0 {
		if err := b.unindex(ctx, list[0].Metadata.Owner, gone); err != nil {
			return err
		}
	}
	return b.index(ctx, active)
}

// touch keeps memories of which only what is known of them has changed.
func (b *Book) touch(ctx context.Context, list []*Memory) error {
	var records []store.Record
	for _, m := range list {
		m.Metadata.Score = m.worth(b.now(), b.o.HalfLife)
		r, err := m.record(b.now())
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	return b.records.Put(ctx, records...)
}

// index adds what counts to the vector store.
func (b *Book) index(ctx context.Context, list []*Memory) error {
	if b.embedder == nil || len(list) == 0 {
		return nil
	}
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = m.meaning()
	}
	vectors, err := b.embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	points := make([]vector.Point, len(list))
	for i, m := range list {
		points[i] = vector.Point{ID: m.ID, Owner: m.Metadata.Owner, Vector: vectors[i], Labels: map[string]string{
			typeLabel: string(m.Type), scopeLabel: labelOf(m.Metadata.Scope), dayLabel: m.Timestamp.UTC().Format(time.DateOnly),
		}}
	}
	if err := b.recordCollection(ctx, list[0].Metadata.Owner); err != nil {
		return err
	}
	return b.vectors.Upsert(ctx, b.collection, points)
}

// collectionKind is under which it is recorded where an owner has vectors, so that those of
// an embedder that is used no longer are deleted with all else.
const collectionKind = "memory_vectors"

func (b *Book) recordCollection(ctx context.Context, owner string) error {
	if b.indexed[owner] {
		return nil
	}
	now := b.now()
	err := b.records.Put(ctx, store.Record{Kind: collectionKind, Owner: owner, ID: b.collection, Body: []byte("null"), CreatedAt: now, UpdatedAt: now})
	if err != nil {
		return err
	}
	if b.indexed == nil || len(b.indexed) >= 1000 {
		b.indexed = map[string]bool{}
	}
	b.indexed[owner] = true
	return nil
}

// meaning is the text by which a memory is found: what was asked or said, not what was
// answered.
func (m *Memory) meaning() string { return cmp.Or(m.Metadata.Query, m.Content) }

// The labels of points.
const (
	typeLabel  = "type"
	scopeLabel = "scope"
	dayLabel   = "day"
)

// labelOf tells all databases from one with an empty name.
func labelOf(scope string) string {
	if scope == "" {
		return "all"
	}
	return "of " + scope
}

func (b *Book) unindex(ctx context.Context, owner string, ids []string) error {
	if b.embedder == nil || len(ids) == 0 {
		return nil
	}
	_, err := b.vectors.Delete(ctx, b.collection, vector.Filter{Owners: []string{owner}, IDs: ids})
	return err
}

// remove forgets memories of an owner for good.
func (b *Book) remove(ctx context.Context, owner string, byType map[Type][]string) (int, error) {
	total := 0
	for _, t := range Types() {
		for ids := range slices.Chunk(byType[t], 1000) {
			if err := b.unindex(ctx, owner, ids); err != nil {
				return total, err
			}
			n, err := b.records.Remove(ctx, store.RecordFilter{Kind: kind(t), Owner: owner, IDs: ids})
			total += n
			if err != nil {
				return total, err
			}
		}
	}
	return total, nil
}

// all calls do with each memory of the given types, in the order of types and ids. A record
// that cannot be read is passed over.
func (b *Book) all(ctx context.Context, owner string, types []Type, do func(*Memory) error) error {
	for _, t := range types {
		for f := (store.RecordFilter{Kind: kind(t), Owner: owner, Limit: store.MaxLimit}); ; {
			page, err := b.records.Records(ctx, f)
			if err != nil {
				return err
			}
			if len(page) == 0 {
				break
			}
			for _, r := range page {
				if m, err := read(r); err == nil {
					if err := do(m); err != nil {
						return err
					}
				}
			}
			f.After = page[len(page)-1].ID
		}
	}
	return nil
}

// get reads memories of an owner by their ids. Ids of others find nothing.
func (b *Book) get(ctx context.Context, owner string, ids ...string) (map[string]*Memory, error) {
	found := map[string]*Memory{}
	for _, t := range Types() {
		if len(found) == len(ids) {
			break
		}
		for f := (store.RecordFilter{Kind: kind(t), Owner: owner, IDs: ids, Limit: store.MaxLimit}); ; {
			page, err := b.records.Records(ctx, f)
			if err != nil {
				return nil, err
			}
			if len(page) == 0 {
				break
			}
			for _, r := range page {
				if m, err := read(r); err == nil {
					found[m.ID] = m
				}
			}
			f.After = page[len(page)-1].ID
		}
	}
	return found, nil
}

// one reads a memory that must be there.
func (b *Book) one(ctx context.Context, w Whose, id string) (*Memory, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	found, err := b.get(ctx, w.Owner, id)
	if err != nil {
		return nil, err
	}
	m := found[id]
	if m == nil {
		return nil, fault.New(fault.NotFound, "there is no memory %.80q of yours", id).WithHint("plumb memory lists them")
	}
	return m, nil
}
