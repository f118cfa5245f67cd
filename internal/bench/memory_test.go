//go:build bench

package bench

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/vector"
)

// memoryFigures asks a book of 100,000 memories of one person. Their vectors come at once
// and are searched plainly, so that the figures are the book's own: the baseline of a
// recall is the search that it waits for.
func memoryFigures(t *testing.T) []figure {
	const memories, statements = 100_000, 500
	kept, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	vectors := &plainVectors{}
	now, n := time.Date(2026, 2, 6, 12, 0, 0, 0, time.UTC), 0
	book := memory.New(kept, vectors, hashed{}, func() time.Time { return now }, func() string { n++; return fmt.Sprintf("new%06d", n) }, memory.Options{})
	whose := memory.Whose{Owner: "ada", Scope: "shop"}
	for i := range statements {
		if _, err := book.Apply(t.Context(), whose, memory.Statement{Act: memory.Keep, Topic: memory.Means, Subject: fmt.Sprintf("term %d", i), Value: "net revenue", Text: fmt.Sprintf("term %d means net revenue", i)}); err != nil {
			t.Fatal(err)
		}
	}
	fill(t, kept, vectors, now, memories)

	query := func(i int) string { return fmt.Sprintf("question %d", i*37%memories) }
	at := 0
	search := median(t, 11, func() error {
		at++
		v, _ := hashed{}.Embed(t.Context(), []string{query(at)})
		_, err := vectors.Search(t.Context(), "", v[0], 8, vector.Filter{Owners: []string{"ada"}})
		return err
	})
	recall := median(t, 11, func() error {
		at++
		list, err := book.Recall(t.Context(), whose, query(at), 0)
		if err == nil && len(list) != 1 {
			err = fmt.Errorf("%q recalls %d memories", query(at), len(list))
		}
		return err
	})
	preferences := median(t, 11, func() error { _, err := book.Preferences(t.Context(), whose); return err })
	remember := median(t, 11, func() error {
		at++
		_, err := book.Remember(t.Context(), whose, memory.Experience{Verdict: memory.Accept, Query: fmt.Sprintf("a new question %d", at), Answer: "An answer."})
		return err
	})
	scan := median(t, 3, func() error {
		f := store.RecordFilter{Kind: "memory_conversation", Owner: "ada", Limit: store.MaxLimit}
		for {
			page, err := kept.Records(t.Context(), f)
			if err != nil || len(page) == 0 {
				return err
			}
			f.After = page[len(page)-1].ID
		}
	})
	stats := median(t, 3, func() error { _, err := book.Stats(t.Context(), "ada"); return err })
	tidy := median(t, 1, func() error { _, err := book.Tidy(t.Context(), "ada"); return err })
	left, err := kept.CountRecords(t.Context(), store.RecordFilter{Kind: "memory_conversation", Owner: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	return []figure{
		{what: "memory, recalling among 100,000", ours: short(recall), baseline: short(search) + " for the plain search in it",
			limit: "10 ms more", kept: recall <= search+10*time.Millisecond},
		{what: "memory, what 500 statements come to", ours: short(preferences), baseline: short(scan) + " to read all records",
			limit: "30 ms", kept: preferences <= 30*time.Millisecond},
		{what: "memory, remembering an answer beside 100,000", ours: short(remember), baseline: short(search) + " for the plain search in it",
			limit: "60 ms more", kept: remember <= search+60*time.Millisecond},
		{what: "memory, figures about 100,000", ours: short(stats), baseline: short(scan) + " to read all records",
			limit: "5 s", kept: stats <= 5*time.Second},
		{what: "memory, tidying 100,000", ours: short(tidy), baseline: short(scan) + " to read all records",
			limit: "60 s", kept: tidy <= time.Minute && left <= memories},
	}
}

func fill(t *testing.T, kept *sqlite.Store, vectors *plainVectors, now time.Time, count int) {
	for part := range slices.Chunk(slices.Collect(func(yield func(int) bool) {
		for i := range count {
			if !yield(i) {
				return
			}
		}
	}), 5000) {
		var records []store.Record
		var points []vector.Point
		for _, i := range part {
			m := memory.Memory{ID: fmt.Sprintf("old%06d", i), Type: memory.Conversation, Timestamp: now.Add(-time.Duration(i) * time.Minute),
				Content:  fmt.Sprintf("User asked: question %d\nAssistant responded: In 2025, South had the highest revenue, with North second. %d", i, i),
				Metadata: memory.Metadata{Query: fmt.Sprintf("question %d", i), Mode: "sql", Success: true, SQLQuery: fmt.Sprintf("SELECT r.name, SUM(o.total) FROM orders o JOIN regions r USING (region_id) WHERE o.id > %d GROUP BY 1", i), Owner: "ada", Scope: "shop"}}
			body, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, store.Record{Kind: "memory_conversation", Owner: "ada", Scope: "shop", ID: m.ID, Body: body, CreatedAt: m.Timestamp, UpdatedAt: m.Timestamp})
			v, _ := hashed{}.Embed(t.Context(), []string{m.Metadata.Query})
			points = append(points, vector.Point{ID: m.ID, Owner: "ada", Vector: v[0], Labels: map[string]string{"type": "conversation", "scope": "of shop"}})
		}
		if err := kept.Put(t.Context(), records...); err != nil {
			t.Fatal(err)
		}
		if err := vectors.Upsert(t.Context(), "", points); err != nil {
			t.Fatal(err)
		}
	}
}

// hashed gives each text a vector of its own, at once.
type hashed struct{}

func (hashed) Dimensions() int { return 384 }
func (hashed) Name() string    { return "hashed" }

func (h hashed) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		sum := fnv.New128a()
		sum.Write([]byte(text))
		seed := sum.Sum(nil)
		r := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed), binary.LittleEndian.Uint64(seed[8:])))
		v, length := make([]float32, h.Dimensions()), 0.0
		for i := range v {
			v[i] = float32(r.NormFloat64())
			length += float64(v[i]) * float64(v[i])
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(length))
		}
		out = append(out, v)
	}
	return out, nil
}

// plainVectors is a vector store of one collection, searched by a plain loop.
type plainVectors struct{ points []vector.Point }

func (p *plainVectors) chosen(x *vector.Point, f vector.Filter) bool {
	if !slices.Contains(f.Owners, x.Owner) {
		return false
	}
	for label, values := range f.Labels {
		if !slices.Contains(values, x.Labels[label]) {
			return false
		}
	}
	return true
}

func (p *plainVectors) Upsert(_ context.Context, _ string, points []vector.Point) error {
	p.points = append(p.points, points...)
	return nil
}

func (p *plainVectors) Delete(_ context.Context, _ string, f vector.Filter) (int, error) {
	gone := map[string]bool{}
	for _, id := range f.IDs {
		gone[id] = true
	}
	before := len(p.points)
	p.points = slices.DeleteFunc(p.points, func(x vector.Point) bool { return gone[x.ID] })
	return before - len(p.points), nil
}

func (p *plainVectors) Search(_ context.Context, _ string, query []float32, k int, f vector.Filter) ([]vector.Hit, error) {
	var hits []vector.Hit
	for i := range p.points {
		x := &p.points[i]
		sum := float32(0)
		for j, v := range x.Vector {
			sum += v * query[j]
		}
		if sum > 0.25 && p.chosen(x, f) {
			hits = append(hits, vector.Hit{ID: x.ID, Owner: x.Owner, Score: float64(sum)})
		}
	}
	slices.SortFunc(hits, func(a, b vector.Hit) int { return int(math.Copysign(1, b.Score-a.Score)) })
	return hits[:min(k, len(hits))], nil
}

func (p *plainVectors) Count(_ context.Context, _ string, f vector.Filter) (int, error) {
	if f.IDs == nil {
		return len(p.points), nil
	}
	wanted, n := map[string]bool{}, 0
	for _, id := range f.IDs {
		wanted[id] = true
	}
	for i := range p.points {
		if wanted[p.points[i].ID] {
			n++
		}
	}
	return n, nil
}

func (p *plainVectors) Close() error { return nil }
