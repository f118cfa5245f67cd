package file

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

// topics are clusters of clusters, as texts are.
func topics(r *rand.Rand, dimensions int) []float32 {
	subject := vectortest.Unit(rand.New(rand.NewPCG(6, r.Uint64N(12))), dimensions)
	topic := near(rand.New(rand.NewPCG(7, r.Uint64N(400))), subject, 0.8)
	return near(r, topic, 0.7)
}

// Above a size searches look into some lists, find nearly all, and all of what a filter
// leaves little of.
func TestLists(t *testing.T) {
	const rows, dimensions, k = 6_000, 48, 10
	folder, r := t.TempDir(), rand.New(rand.NewPCG(8, 9))
	s := open(t, folder)
	s.listsFrom = rows / 2
	points := make([]vector.Point, rows)
	for i := range points {
		points[i] = vector.Point{ID: fmt.Sprint(i), Vector: topics(r, dimensions), Labels: map[string]string{"twentieth": fmt.Sprint(i % 20)}}
	}
	for some := range slices.Chunk(points, 1500) {
		if err := s.Upsert(t.Context(), "all", some); err != nil {
			t.Fatal(err)
		}
	}
	put := func(p vector.Point, i int) {
		points[i] = p
		if err := s.Upsert(t.Context(), "all", []vector.Point{p}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 { // in a segment of its own
		put(vector.Point{ID: fmt.Sprint(i), Vector: topics(r, dimensions), Labels: points[i].Labels}, i)
	}
	again, exact := open(t, folder), open(t, folder)
	again.listsFrom, exact.listsFrom = s.listsFrom, rows+1
	for name, c := range map[string]struct {
		filter vector.Filter
		least  float64
	}{
		"all":  {everybodys, 0.99},
		"most": {vector.Filter{Owners: []string{""}, Labels: map[string][]string{"twentieth": {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"}}}, 0.99},
		"some": {vector.Filter{Owners: []string{""}, Labels: map[string][]string{"twentieth": {"3", "4"}}}, 1},
	} {
		found := 0
		const queries = 50
		for range queries {
			query := topics(r, dimensions)
			want, err := exact.Search(t.Context(), "all", query, k, c.filter)
			if err != nil {
				t.Fatal(err)
			}
			hits, err := again.Search(t.Context(), "all", query, k, c.filter)
			if err != nil || len(hits) != k {
				t.Fatal(len(hits), err)
			}
			for _, h := range hits {
				if slices.ContainsFunc(want, func(w vector.Hit) bool { return w.ID == h.ID && w.Score == h.Score }) {
					found++
				}
			}
		}
		if recall := float64(found) / (queries * k); recall < c.least {
			t.Errorf("%s: found %.4f", name, recall)
		}
	}
	p := again.collections["all"].parts[0]
	if p.Lists == 0 || p.Probes == p.Lists {
		t.Errorf("%d of %d lists are looked into", p.Probes, p.Lists)
	}
	if got := slices.Sorted(slices.Values(append(p.listEnds[:0:0], p.listEnds...))); !slices.Equal(got, p.listEnds) || int(p.listEnds[len(p.listEnds)-1]) != int(p.Rows) {
		t.Errorf("the lists end at %v", p.listEnds)
	}
}

// Vectors that have no groups, and fewer of them than lists.
func TestListsOfOddVectors(t *testing.T) {
	for name, shape := range shapes {
		var points []vector.Point
		for i := range 300 {
			points = append(points, vector.Point{ID: fmt.Sprint(i), Vector: shape(rand.New(rand.NewPCG(1, uint64(i))), i, 20)})
		}
		c := newContent(points)
		if err := c.group(t.Context(), 0); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.lists.probes < 1 || int(c.lists.ends[len(c.lists.ends)-1]) != len(points) || len(c.ids) != len(points) {
			t.Errorf("%s: got %d lists of which %d are looked into, to %v", name, len(c.lists.ends), c.lists.probes, c.lists.ends)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newContent([]vector.Point{{ID: "a", Vector: []float32{1}}, {ID: "b", Vector: []float32{1}}}).group(ctx, 0); fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
}
