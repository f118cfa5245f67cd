// Package vectortest holds every adapter of the port to vector stores to what package vector
// promises. An adapter's own test is a call of Run, and whatever only that adapter can show.
package vectortest

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/vector"
)

// Place is where a store keeps its points, empty at first. Each call opens the store there;
// one is open at a time.
type Place func(t *testing.T) vector.Store

// Run runs the suite. Each call of fresh gives a place of its own.
func Run(t *testing.T, fresh func(t *testing.T) Place) {
	for _, c := range []struct {
		name string
		test func(*testing.T, vector.Store)
	}{
		{"NothingThere", nothingThere},
		{"NearestFirst", nearestFirst},
		{"TiesByID", tiesByID},
		{"UpsertReplaces", upsertReplaces},
		{"LastOfTheSameCounts", lastOfTheSameCounts},
		{"DeleteByFilter", deleteByFilter},
		{"Filters", filters},
		{"Ranges", ranges},
		{"Owners", owners},
		{"AdversarialNames", adversarialNames},
		{"Collections", collections},
		{"OtherDimensions", otherDimensions},
		{"Refusals", refusals},
		{"RefusedPointsLeaveNothing", refusedPointsLeaveNothing},
		{"ManyAtOnce", manyAtOnce},
		{"Concurrent", concurrent},
		{"Cancelled", cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fresh(t)(t)
			defer closeStore(t, s)
			c.test(t, s)
		})
	}
	t.Run("Persistent", func(t *testing.T) { persistent(t, fresh(t)) })
	t.Run("Closed", func(t *testing.T) { closed(t, fresh(t)(t)) })
}

// Unit is a random vector of length 1.
func Unit(r *rand.Rand, dimensions int) []float32 {
	v, square := make([]float32, dimensions), 0.0
	for i := range v {
		x := r.NormFloat64()
		v[i], square = float32(x), square+x*x
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(square))
	}
	return v
}

// along is a vector along one of 4 axes, and a little towards the next.
func along(axis int, towards float64) []float32 {
	v := make([]float32, 4)
	v[axis], v[(axis+1)%4] = float32(math.Sqrt(1-towards*towards)), float32(towards)
	return v
}

// Cosine is the score that a point must have.
func Cosine(a, b []float32) float64 {
	product, squareA, squareB := 0.0, 0.0, 0.0
	for i := range a {
		product += float64(a[i]) * float64(b[i])
		squareA += float64(a[i]) * float64(a[i])
		squareB += float64(b[i]) * float64(b[i])
	}
	return product / math.Sqrt(squareA*squareB)
}

const (
	things   = "things" // the collection that most tests use
	accuracy = 1e-5     // of a score; servers compute in float32
)

// everybodys chooses what has no owner.
var everybodys = vector.Filter{Owners: []string{""}}

func of(owners ...string) vector.Filter { return vector.Filter{Owners: owners} }

func closeStore(t *testing.T, s vector.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

func upsert(t *testing.T, s vector.Store, points ...vector.Point) {
	t.Helper()
	if err := s.Upsert(t.Context(), things, points); err != nil {
		t.Fatalf("Upsert: %v", err)
	}
}

func search(t *testing.T, s vector.Store, query []float32, k int, f vector.Filter) []vector.Hit {
	t.Helper()
	hits, err := s.Search(t.Context(), things, query, k, f)
	if err != nil {
		t.Fatalf("Search: %v", err)
	}
	return hits
}

func remove(t *testing.T, s vector.Store, f vector.Filter) int {
	t.Helper()
	n, err := s.Delete(t.Context(), things, f)
	if err != nil {
		t.Fatalf("Delete: %v", err)
	}
	return n
}

func count(t *testing.T, s vector.Store, f vector.Filter, want int) {
	t.Helper()
	if n, err := s.Count(t.Context(), things, f); err != nil || n != want {
		t.Errorf("Count of %+v: got %d, %v, want %d", f, n, err, want)
	}
}

// found checks which ids a search of all finds, in whatever order, and that Count agrees.
func found(t *testing.T, s vector.Store, f vector.Filter, want ...string) {
	t.Helper()
	got := []string{}
	for _, h := range search(t, s, along(0, 0), vector.MaxHits, f) {
		got = append(got, h.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%+v: found %q, want %q", f, got, want)
	}
	count(t, s, f, len(want))
}

func refused(t *testing.T, what string, err error, codes ...fault.Code) {
	t.Helper()
	if !slices.Contains(codes, fault.CodeOf(err)) {
		t.Errorf("%s: got %v (%s), want a fault %v", what, err, fault.CodeOf(err), codes)
	}
}

func nothingThere(t *testing.T, s vector.Store) {
	found(t, s, everybodys)
	if n := remove(t, s, everybodys); n != 0 {
		t.Errorf("%d points were removed from nothing", n)
	}
	upsert(t, s)
	found(t, s, everybodys)
}

func nearestFirst(t *testing.T, s vector.Store) {
	const dimensions = 24
	r := rand.New(rand.NewPCG(1, 2))
	points := make([]vector.Point, 300)
	for i := range points {
		points[i] = vector.Point{ID: fmt.Sprint("p", i), Vector: Unit(r, dimensions), Labels: map[string]string{"i": fmt.Sprint(i)}}
	}
	upsert(t, s, points[:200]...)
	upsert(t, s, points[200:]...)
	for range 3 {
		query := Unit(r, dimensions)
		scores := make([]float64, len(points))
		for i, p := range points {
			scores[i] = Cosine(query, p.Vector)
		}
		slices.SortFunc(scores, func(a, b float64) int { return -compare(a, b) })
		for _, k := range []int{1, 10, 299, vector.MaxHits} {
			hits := search(t, s, query, k, everybodys)
			if len(hits) != min(k, len(points)) {
				t.Fatalf("%d hits for k = %d", len(hits), k)
			}
			for i, h := range hits {
				var at int
				if _, err := fmt.Sscanf(h.ID, "p%d", &at); err != nil {
					t.Fatal(err)
				}
				if math.Abs(h.Score-scores[i]) > accuracy || math.Abs(Cosine(query, points[at].Vector)-scores[i]) > accuracy {
					t.Fatalf("k = %d: hit %d is %s with %v, want the score %v", k, i, h.ID, h.Score, scores[i])
				}
				if !maps.Equal(h.Labels, points[at].Labels) || h.Owner != "" {
					t.Fatalf("%s came back with %v of %q", h.ID, h.Labels, h.Owner)
				}
			}
		}
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func tiesByID(t *testing.T, s vector.Store) {
	var points []vector.Point
	for i := range 60 {
		points = append(points, vector.Point{ID: fmt.Sprintf("tie%02d", i), Vector: along(1, 0)})
	}
	r := rand.New(rand.NewPCG(3, 4))
	r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	upsert(t, s, points[:30]...)
	upsert(t, s, points[30:]...)
	upsert(t, s, vector.Point{ID: "z", Vector: along(0, 0)}, vector.Point{ID: "tie05", Owner: "ada", Vector: along(1, 0)})
	hits := search(t, s, along(0, 0.5), 12, of("", "ada"))
	var got []string
	for _, h := range hits {
		got = append(got, h.Owner+"/"+h.ID)
	}
	want := []string{"/z", "/tie00", "/tie01", "/tie02", "/tie03", "/tie04", "/tie05", "ada/tie05", "/tie06", "/tie07", "/tie08", "/tie09"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func upsertReplaces(t *testing.T, s vector.Store) {
	upsert(t, s,
		vector.Point{ID: "a", Vector: along(0, 0), Labels: map[string]string{"type": "pdf", "old": "yes"}},
		vector.Point{ID: "a", Owner: "ada", Vector: along(0, 0), Labels: map[string]string{"type": "pdf"}})
	upsert(t, s, vector.Point{ID: "a", Vector: along(2, 0), Labels: map[string]string{"type": "html"}})
	hits := search(t, s, along(2, 0), 10, everybodys)
	if len(hits) != 1 || math.Abs(hits[0].Score-1) > accuracy || !maps.Equal(hits[0].Labels, map[string]string{"type": "html"}) {
		t.Errorf("got %+v", hits)
	}
	found(t, s, vector.Filter{Owners: []string{"", "ada"}, Labels: map[string][]string{"type": {"pdf"}}}, "a")
	found(t, s, vector.Filter{Owners: []string{""}, Labels: map[string][]string{"old": {"yes"}}})
	count(t, s, of("", "ada"), 2)
}

func lastOfTheSameCounts(t *testing.T, s vector.Store) {
	upsert(t, s, vector.Point{ID: "a", Vector: along(0, 0)}, vector.Point{ID: "b", Vector: along(1, 0)}, vector.Point{ID: "a", Vector: along(2, 0)})
	hits := search(t, s, along(2, 0), 1, everybodys)
	if len(hits) != 1 || hits[0].ID != "a" || math.Abs(hits[0].Score-1) > accuracy {
		t.Errorf("got %+v", hits)
	}
	count(t, s, everybodys, 2)
}

func deleteByFilter(t *testing.T, s vector.Store) {
	for i := range 10 {
		upsert(t, s, vector.Point{ID: fmt.Sprint(i), Vector: along(i%4, 0), Labels: map[string]string{"parity": []string{"even", "odd"}[i%2]}})
	}
	upsert(t, s, vector.Point{ID: "1", Owner: "ada", Vector: along(0, 0), Labels: map[string]string{"parity": "odd"}})
	for _, c := range []struct {
		f    vector.Filter
		want int
	}{
		{vector.Filter{}, 0},
		{vector.Filter{Owners: []string{""}, IDs: []string{}}, 0},
		{vector.Filter{Owners: []string{""}, IDs: []string{"1", "2", "1", "none"}}, 2},
		{vector.Filter{Owners: []string{""}, Labels: map[string][]string{"parity": {"odd"}}}, 4},
		{vector.Filter{Owners: []string{""}, Labels: map[string][]string{"parity": {"odd"}}}, 0},
	} {
		if n := remove(t, s, c.f); n != c.want {
			t.Errorf("%+v removed %d, want %d", c.f, n, c.want)
		}
	}
	found(t, s, of("", "ada"), "0", "4", "6", "8", "1")
	upsert(t, s, vector.Point{ID: "1", Vector: along(3, 0)})
	found(t, s, everybodys, "0", "1", "4", "6", "8")
	if n := remove(t, s, of("", "ada")); n != 6 {
		t.Errorf("%d were left to remove", n)
	}
	found(t, s, of("", "ada"))
	upsert(t, s, vector.Point{ID: "again", Vector: along(3, 0)})
	found(t, s, everybodys, "again")
}

// manyAtOnce is a big batch, and the most hits that a search returns.
func manyAtOnce(t *testing.T, s vector.Store) {
	const most = 2500
	r := rand.New(rand.NewPCG(5, 6))
	points := make([]vector.Point, most)
	for i := range points {
		points[i] = vector.Point{ID: fmt.Sprintf("%04d", i), Vector: Unit(r, 8), Labels: map[string]string{"hundred": fmt.Sprint(i / 100)}}
	}
	upsert(t, s, points...)
	count(t, s, everybodys, most)
	if hits := search(t, s, points[0].Vector, vector.MaxHits, everybodys); len(hits) != vector.MaxHits || hits[0].ID != "0000" {
		t.Errorf("%d hits", len(hits))
	}
	within := vector.Filter{Owners: []string{""}, Labels: map[string][]string{"hundred": {"7", "24"}}}
	if hits := search(t, s, points[0].Vector, vector.MaxHits, within); len(hits) != 200 {
		t.Errorf("%d hits within two hundreds", len(hits))
	}
	if n := remove(t, s, within); n != 200 {
		t.Errorf("%d removed", n)
	}
	count(t, s, everybodys, most-200)
}

func persistent(t *testing.T, place Place) {
	s := place(t)
	labels := map[string]string{"source": "Handbuch · 手册", "day": "2025-03-01"}
	upsert(t, s, vector.Point{ID: "ü/1", Owner: "ada", Vector: along(0, 0.3), Labels: labels}, vector.Point{ID: "gone", Vector: along(1, 0)})
	for range 3 {
		closeStore(t, s)
		s = place(t)
		remove(t, s, vector.Filter{Owners: []string{""}, IDs: []string{"gone"}})
		hits := search(t, s, along(0, 0.3), 5, of("ada", ""))
		if len(hits) != 1 || hits[0].ID != "ü/1" || hits[0].Owner != "ada" || !maps.Equal(hits[0].Labels, labels) || math.Abs(hits[0].Score-1) > accuracy {
			t.Errorf("after opening again: %+v", hits)
		}
	}
	closeStore(t, s)
}

func closed(t *testing.T, s vector.Store) {
	upsert(t, s, vector.Point{ID: "a", Vector: along(0, 0)})
	closeStore(t, s)
	every(t.Context(), s, func(what string, err error) { refused(t, what, err, fault.Store) })
}

func cancelled(t *testing.T, s vector.Store) {
	upsert(t, s, vector.Point{ID: "a", Vector: along(0, 0)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	every(ctx, s, func(what string, err error) { refused(t, what, err, fault.Canceled) })
	found(t, s, everybodys, "a")
}

// every calls every method.
func every(ctx context.Context, s vector.Store, check func(what string, err error)) {
	check("Upsert", s.Upsert(ctx, things, []vector.Point{{ID: "b", Vector: along(0, 0)}}))
	_, err := s.Delete(ctx, things, everybodys)
	check("Delete", err)
	_, err = s.Search(ctx, things, along(0, 0), 1, everybodys)
	check("Search", err)
	_, err = s.Count(ctx, things, everybodys)
	check("Count", err)
}
