package vectortest

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/vector"
)

func otherDimensions(t *testing.T, s vector.Store) {
	ctx := t.Context()
	upsert(t, s, vector.Point{ID: "a", Vector: along(0, 0)})
	three := []float32{1, 0, 0}
	refused(t, "Upsert", s.Upsert(ctx, things, []vector.Point{{ID: "b", Vector: three}}), fault.BadData)
	refused(t, "Upsert of both", s.Upsert(ctx, things, []vector.Point{{ID: "b", Vector: along(0, 0)}, {ID: "c", Vector: three}}), fault.BadData)
	_, err := s.Search(ctx, things, three, 1, everybodys)
	refused(t, "Search", err, fault.BadData)
	found(t, s, everybodys, "a")
}

// badPoints are refused by every store.
func badPoints() map[string]vector.Point {
	good := func(change func(*vector.Point)) vector.Point {
		p := vector.Point{ID: "bad", Vector: along(0, 0), Labels: map[string]string{"type": "pdf"}}
		change(&p)
		return p
	}
	list := map[string]vector.Point{
		"no id":         good(func(p *vector.Point) { p.ID = "" }),
		"a long id":     good(func(p *vector.Point) { p.ID = strings.Repeat("x", vector.MaxID+1) }),
		"a NUL":         good(func(p *vector.Point) { p.ID = "a\x00b" }),
		"no text":       good(func(p *vector.Point) { p.Owner = "a\xff" }),
		"a long label":  good(func(p *vector.Point) { p.Labels["type"] = strings.Repeat("x", vector.MaxLabel+1) }),
		"a label's NUL": good(func(p *vector.Point) { p.Labels["type"] = "\x00" }),
		"many labels": good(func(p *vector.Point) {
			for i := range vector.MaxLabels {
				p.Labels[fmt.Sprint("n", i)] = "x"
			}
		}),
	}
	for name, v := range map[string][]float32{
		"no vector": nil, "NaN": {float32(math.NaN()), 0, 0, 1}, "infinite": {float32(math.Inf(1)), 0, 0, 0}, "zero": {0, 0, 0, 0},
		"long": {2, 0, 0, 0}, "short": {0.5, 0, 0, 0}, "huge": {math.MaxFloat32, 0, 0, 0}, "many dimensions": append(make([]float32, vector.MaxDimensions), 1),
	} {
		list[name] = good(func(p *vector.Point) { p.Vector = v })
	}
	for _, key := range []string{"", "a.b", "a b", "a\"b", "ä", "a[0]", strings.Repeat("k", 49)} {
		list[fmt.Sprintf("key %.9q", key)] = good(func(p *vector.Point) { p.Labels[key] = "x" })
	}
	return list
}

func refusals(t *testing.T, s vector.Store) {
	ctx := t.Context()
	codes := []fault.Code{fault.BadData, fault.Internal}
	for name, p := range badPoints() {
		refused(t, name, s.Upsert(ctx, things, []vector.Point{p}), codes...)
		if len(p.Vector) == 4 && math.Abs(Cosine(p.Vector, p.Vector)-1) > accuracy {
			_, err := s.Search(ctx, things, p.Vector, 1, everybodys)
			refused(t, "a search with "+name, err, codes...)
		}
	}
	refused(t, "many points", s.Upsert(ctx, things, make([]vector.Point, vector.MaxPoints+1)), codes...)
	for _, k := range []int{0, -1, vector.MaxHits + 1, math.MaxInt} {
		_, err := s.Search(ctx, things, along(0, 0), k, everybodys)
		refused(t, fmt.Sprintf("k = %d", k), err, codes...)
	}
	for _, name := range []string{"", "Things", "a b", "a/b", "..", "ä", "a\x00", "a;b", strings.Repeat("n", 49)} {
		refused(t, fmt.Sprintf("collection %q", name), s.Upsert(ctx, name, []vector.Point{{ID: "a", Vector: along(0, 0)}}), codes...)
		_, err := s.Search(ctx, name, along(0, 0), 1, everybodys)
		refused(t, fmt.Sprintf("a search in %q", name), err, codes...)
		_, err = s.Count(ctx, name, everybodys)
		refused(t, fmt.Sprintf("a count of %q", name), err, codes...)
		_, err = s.Delete(ctx, name, everybodys)
		refused(t, fmt.Sprintf("a removal from %q", name), err, codes...)
	}
	for name, f := range map[string]vector.Filter{
		"a long bound": {Owners: []string{""}, From: map[string]string{"day": strings.Repeat("x", vector.MaxBound+1)}},
		"a key":        {Owners: []string{""}, Labels: map[string][]string{"a.b": {"x"}}},
		"many ids":     {Owners: []string{""}, IDs: make([]string, vector.MaxChoices)},
	} {
		_, err := s.Count(ctx, things, f)
		refused(t, name, err, codes...)
	}
	found(t, s, everybodys)
}

func refusedPointsLeaveNothing(t *testing.T, s vector.Store) {
	upsert(t, s, vector.Point{ID: "good", Vector: along(0, 0)})
	for name, bad := range badPoints() {
		err := s.Upsert(t.Context(), things, []vector.Point{{ID: "good", Vector: along(1, 0)}, {ID: "other", Vector: along(1, 0)}, bad})
		refused(t, name, err, fault.BadData, fault.Internal)
	}
	hits := search(t, s, along(0, 0), 5, everybodys)
	if len(hits) != 1 || hits[0].Score < 1-accuracy {
		t.Errorf("got %+v", hits)
	}
}

// concurrent lets writers and readers loose. A batch is seen whole or not at all.
func concurrent(t *testing.T, s vector.Store) {
	const writers, batches, size = 4, 6, 5
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all, looking sync.WaitGroup
	for w := range writers {
		owner := fmt.Sprint("writer", w)
		all.Go(func() {
			for b := range batches {
				var points []vector.Point
				for i := range size {
					points = append(points, vector.Point{ID: fmt.Sprint(b, "-", i), Owner: owner, Vector: along(i%4, 0.2), Labels: map[string]string{"batch": fmt.Sprint(b)}})
				}
				if err := s.Upsert(ctx, things, points); err != nil {
					t.Errorf("%s: %v", owner, err)
					return
				}
				if b%2 == 1 {
					n, err := s.Delete(ctx, things, vector.Filter{Owners: []string{owner}, Labels: map[string][]string{"batch": {fmt.Sprint(b - 1)}}})
					if n != size || err != nil {
						t.Errorf("%s removed %d, %v", owner, n, err)
					}
				}
				if n, err := s.Count(ctx, things, of(owner)); n != size*(b/2+1) || err != nil {
					t.Errorf("%s has %d after batch %d, %v", owner, n, b, err)
				}
			}
		})
	}
	for range 2 {
		looking.Go(func() {
			for ctx.Err() == nil {
				hits, err := s.Search(ctx, things, along(0, 0), vector.MaxHits, of("writer0", "writer1"))
				if ctx.Err() != nil {
					return
				}
				if err != nil || len(hits)%size != 0 {
					t.Errorf("%d hits, %v", len(hits), err)
					return
				}
			}
		})
	}
	all.Wait()
	cancel()
	looking.Wait()
	for w := range writers {
		count(t, s, of(fmt.Sprint("writer", w)), size*batches/2)
	}
}
