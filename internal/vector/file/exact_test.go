package file

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

// shapes are kinds of vectors that rounding treats differently.
var shapes = map[string]func(r *rand.Rand, i, dimensions int) []float32{
	"random": func(r *rand.Rand, _, d int) []float32 { return vectortest.Unit(r, d) },
	"clustered": func(r *rand.Rand, i, d int) []float32 {
		return near(r, vectortest.Unit(rand.New(rand.NewPCG(9, uint64(i%7))), d), 0.3)
	},
	"nearly equal": func(r *rand.Rand, _, d int) []float32 {
		return near(r, vectortest.Unit(rand.New(rand.NewPCG(9, 9)), d), 1e-4)
	},
	"few different": func(_ *rand.Rand, i, d int) []float32 {
		return vectortest.Unit(rand.New(rand.NewPCG(9, uint64(i%5))), d)
	},
	"along axes": func(_ *rand.Rand, i, d int) []float32 {
		v := make([]float32, d)
		v[i%d] = []float32{1, -1}[i%2]
		return v
	},
	"far out in one": func(r *rand.Rand, i, d int) []float32 {
		v := vectortest.Unit(r, d)
		v[i%d] += 3
		return unit(v)
	},
	"flat": func(_ *rand.Rand, i, d int) []float32 {
		v := make([]float32, d)
		for j := range v {
			v[j] = []float32{1, -1}[(i>>(j%16))&1]
		}
		return unit(v)
	},
	"tiny": func(r *rand.Rand, i, d int) []float32 {
		v := make([]float32, d)
		for j := range v {
			v[j] = float32(r.NormFloat64()) * 1e-40
		}
		v[i%d] = 1
		return v
	},
}

func near(r *rand.Rand, v []float32, spread float32) []float32 {
	out := make([]float32, len(v))
	for i, x := range vectortest.Unit(r, len(v)) {
		out[i] = v[i] + spread*x
	}
	return unit(out)
}

func unit(v []float32) []float32 {
	square := 0.0
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(square))
	}
	return v
}

// The margin holds for every vector and query, at every level.
func TestMarginHolds(t *testing.T) {
	for name, shape := range shapes {
		for _, d := range []int{1, 3, 100, 384, 1000} {
			r := rand.New(rand.NewPCG(1, uint64(d)))
			const rows = 60
			e, width := newEncoder(d), kernel.RowBytes(d)
			packed, all, known := make([]byte, rows*width), make([][]float32, rows), make([]rounding, rows)
			for i := range all {
				all[i] = shape(r, i, d)
				known[i] = e.encode(packed[i*width:(i+1)*width], all[i])
			}
			for _, query := range [][]float32{vectortest.Unit(r, d), all[0], shape(r, 5, d), near(r, all[1], 0.01)} {
				q, sums := newTarget(query), make([]int32, rows)
				for _, level := range kernel.Levels() {
					level.Scan(sums, q.codes, packed, nil)
					for i, v := range all {
						score, margin := q.estimate(sums[i], known[i])
						if exact := q.exact(v); !(math.Abs(exact-score) <= margin) {
							t.Fatalf("%s, %d dimensions, %v: %v is not within %v of %v", name, d, level, score, margin, exact)
						}
						sieve := q.sieve()
						if !sieve.reaches(sums[i], known[i], float32(score+margin)) {
							t.Fatalf("%s, %d dimensions, %v: %v with a margin of %v is left out", name, d, level, score, margin)
						}
						if margin > 0.06 {
							t.Fatalf("%s, %d dimensions: a margin of %v says nothing", name, d, margin)
						}
					}
				}
			}
		}
	}
}

// plain compares with every point.
func plain(points []vector.Point, query []float32, k int, f vector.Filter) []string {
	q := newTarget(query)
	type scored struct {
		vector.Point
		score float64
	}
	var list []scored
	for _, p := range points {
		ok := slices.Contains(f.Owners, p.Owner) && (f.IDs == nil || slices.Contains(f.IDs, p.ID))
		for key, values := range f.Labels {
			value, is := p.Labels[key]
			ok = ok && is && slices.Contains(values, value)
		}
		for key, from := range f.From {
			value, is := p.Labels[key]
			ok = ok && is && value >= from
		}
		if ok {
			list = append(list, scored{p, q.exact(p.Vector)})
		}
	}
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.ID, b.ID), strings.Compare(a.Owner, b.Owner))
	})
	names := []string{}
	for _, p := range list[:min(k, len(list))] {
		names = append(names, p.Owner+"/"+p.ID)
	}
	return names
}

// A search finds what a comparison with every vector finds, whatever the vectors, the
// segments and the filter.
func TestSearchIsExact(t *testing.T) {
	const dimensions, rows = 50, 1000
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			s := open(t, t.TempDir())
			r := rand.New(rand.NewPCG(2, 3))
			kept := map[string]vector.Point{}
			for len(kept) < rows {
				var points []vector.Point
				for range 1 + r.IntN(300) {
					p := vector.Point{ID: fmt.Sprint(r.IntN(rows)), Owner: []string{"", "ada"}[r.IntN(2)], Vector: shape(r, r.IntN(1000), dimensions)}
					if n := r.IntN(10); n > 0 {
						p.Labels = map[string]string{"day": fmt.Sprintf("2025-01-%02d", r.IntN(30)), "type": fmt.Sprint(n)}
					}
					points = append(points, p)
					kept[p.Owner+"/"+p.ID] = p
				}
				if err := s.Upsert(t.Context(), "all", points); err != nil {
					t.Fatal(err)
				}
			}
			gone := vector.Filter{Owners: []string{"ada"}, Labels: map[string][]string{"type": {"1", "2"}}}
			if _, err := s.Delete(t.Context(), "all", gone); err != nil {
				t.Fatal(err)
			}
			var points []vector.Point
			for _, p := range kept {
				if p.Owner != "ada" || p.Labels["type"] != "1" && p.Labels["type"] != "2" {
					points = append(points, p)
				}
			}
			for _, f := range []vector.Filter{
				{Owners: []string{"", "ada"}},
				{Owners: []string{"ada"}},
				{Owners: []string{""}, Labels: map[string][]string{"type": {"3", "4"}}},
				{Owners: []string{"", "ada"}, From: map[string]string{"day": "2025-01-28"}},
				{Owners: []string{"", "ada"}, IDs: []string{"1", "2", "3", "999"}},
			} {
				for _, k := range []int{1, 10, 200} {
					query := shape(r, r.IntN(1000), dimensions)
					hits, err := s.Search(t.Context(), "all", query, k, f)
					if err != nil {
						t.Fatal(err)
					}
					got := []string{}
					for _, h := range hits {
						got = append(got, h.Owner+"/"+h.ID)
					}
					if want := plain(points, query, k, f); !slices.Equal(got, want) {
						t.Fatalf("k = %d, %+v: got %q, want %q", k, f, got, want)
					}
				}
			}
		})
	}
}
