//go:build bench

package bench

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
	"github.com/plumbdata/plumb/internal/vector/file"
)

const (
	vectorRows       = 100_000
	vectorDimensions = 384
	vectorsNearest   = 10
)

// everybodys are all points.
var everybodys = vector.Filter{Owners: []string{""}}

// vectorFigures searches as a question does, among random vectors, of which rounding tells
// the least apart, and among such that lie in groups.
func vectorFigures(t *testing.T) []figure {
	onCores(t, 1)
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	list := storeVectors(t, folder, "random", vectorRows, func() []float32 { return vectortest.Unit(r, vectorDimensions) })
	figures := []figure{list.rate}
	open := median(t, 11, func() error {
		s, err := file.Open(t.Context(), file.Options{Folder: folder})
		if err != nil {
			return err
		}
		if n, err := s.Count(t.Context(), "random", everybodys); n != vectorRows || err != nil {
			return fmt.Errorf("%d points, %w", n, err)
		}
		return s.Close()
	})
	path := filepath.Join(folder, "random", "points")
	read := median(t, 5, func() error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, struct{ io.Reader }{f})
		return err
	})
	figures = append(figures, figure{
		what: fmt.Sprintf("vectors, opening %d", vectorRows), ours: short(open), baseline: short(read) + " to read the file",
		limit: "20 ms", kept: open <= 20*time.Millisecond,
	})
	part := vector.Filter{Owners: []string{""}, Labels: map[string][]string{"type": {"pdf"}}, From: map[string]string{"day": "2025-03-01"}, Until: map[string]string{"day": "2025-03-31"}}
	figures = append(figures,
		searchVectors(t, folder, list, "random", "", everybodys, 5*time.Millisecond),
		searchVectors(t, folder, list, "random", "behind a filter that leaves one in 24, ", part, 5*time.Millisecond))
	return append(figures, listFigures(t)...)
}

// stored are the vectors of a collection as they were given to it.
type stored struct {
	flat   []float32
	labels []map[string]string
	rate   figure
}

// storeVectors adds points a thousand at a time; the baseline is a file to which as many bytes are
// appended and synced.
func storeVectors(t *testing.T, folder, name string, rows int, next func() []float32) stored {
	const together = 1000
	s, err := file.Open(t.Context(), file.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	plain, err := os.Create(filepath.Join(folder, "plain"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	var list stored
	var took, plainly time.Duration
	for len(list.labels) < rows {
		points := make([]vector.Point, together)
		for i := range points {
			n := len(list.labels)
			points[i] = vector.Point{ID: fmt.Sprintf("document-%05d#%d", n/20, n%20), Vector: next(), Labels: map[string]string{
				"source": fmt.Sprintf("document-%05d", n/20), "type": []string{"pdf", "html"}[n%2], "day": fmt.Sprintf("2025-%02d-%02d", n/2%12+1, n%28+1),
			}}
			list.flat, list.labels = append(list.flat, points[i].Vector...), append(list.labels, points[i].Labels)
		}
		start := time.Now()
		if err := s.Upsert(t.Context(), name, points); err != nil {
			t.Fatal(err)
		}
		took += time.Since(start)
		bytes := list.flat[len(list.flat)-together*vectorDimensions:]
		start = time.Now()
		if _, err := plain.Write(unsafe.Slice((*byte)(unsafe.Pointer(&bytes[0])), 4*len(bytes))); err != nil {
			t.Fatal(err)
		}
		if err := plain.Sync(); err != nil {
			t.Fatal(err)
		}
		plainly += time.Since(start)
	}
	if err := os.Remove(plain.Name()); err != nil {
		t.Fatal(err)
	}
	perSecond := func(d time.Duration) float64 { return float64(rows) / d.Seconds() }
	list.rate = figure{
		what: fmt.Sprintf("vectors, adding %d, %d at a time", rows, together), ours: fmt.Sprintf("%.0f a second", perSecond(took)),
		baseline: fmt.Sprintf("%.0f a second appended to a plain file and synced", perSecond(plainly)), limit: "3000 a second", kept: perSecond(took) >= 3000,
	}
	return list
}

// searchVectors searches with new queries; the baseline is a loop over the float32 numbers,
// and what it finds must be found.
func searchVectors(t *testing.T, folder string, list stored, name, how string, f vector.Filter, limit time.Duration) figure {
	s, err := file.Open(t.Context(), file.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := rand.New(rand.NewPCG(3, 4))
	query := func() []float32 { // near one of the vectors, as a question is
		at := r.IntN(len(list.labels)) * vectorDimensions
		return nearTo(r, list.flat[at:at+vectorDimensions], 1)
	}
	var asked [][]float32
	var got [][]vector.Hit
	first := time.Now()
	search := func() error {
		q := query()
		hits, err := s.Search(t.Context(), name, q, vectorsNearest, f)
		asked, got = append(asked, q), append(got, hits)
		return err
	}
	if err := search(); err != nil {
		t.Fatal(err)
	}
	cold := time.Since(first)
	ours := median(t, 101, search)
	missed, checked := 0, 0
	plain := median(t, 5, func() error {
		want := nearestPlainly(list, asked[checked], f)
		for _, id := range want {
			if !slices.ContainsFunc(got[checked], func(h vector.Hit) bool { return h.ID == id }) {
				missed++
			}
		}
		checked++
		return nil
	})
	return figure{
		what: fmt.Sprintf("vectors, top %d of %d × %d, %sone core, %s for the first", vectorsNearest, len(list.labels), vectorDimensions, how, short(cold)), ours: short(ours),
		baseline: short(plain) + " for a loop over float32", limit: fmt.Sprintf("%s, all found", short(limit)), kept: ours <= limit && missed == 0,
	}
}

// nearTo is a vector and noise, of which as much as is said.
func nearTo(r *rand.Rand, v []float32, noise float32) []float32 {
	out, square := make([]float32, len(v)), 0.0
	for i, x := range vectortest.Unit(r, len(v)) {
		out[i] = v[i] + noise*x
		square += float64(out[i]) * float64(out[i])
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(square))
	}
	return out
}

func nearestPlainly(list stored, query []float32, f vector.Filter) []string {
	type scored struct {
		row   int
		score float32
	}
	var best []scored
	for row, labels := range list.labels {
		if values := f.Labels["type"]; values != nil && !slices.Contains(values, labels["type"]) ||
			f.From["day"] != "" && (labels["day"] < f.From["day"] || labels["day"] > f.Until["day"]) {
			continue
		}
		score := float32(0)
		for i, x := range list.flat[row*vectorDimensions : (row+1)*vectorDimensions] {
			score += x * query[i]
		}
		if len(best) < vectorsNearest || score > best[len(best)-1].score {
			at, _ := slices.BinarySearchFunc(best, score, func(s scored, score float32) int { return cmp.Compare(score, s.score) })
			best = slices.Insert(best, at, scored{row, score})
			best = best[:min(len(best), vectorsNearest)]
		}
	}
	var ids []string
	for _, s := range best {
		ids = append(ids, fmt.Sprintf("document-%05d#%d", s.row/20, s.row%20))
	}
	return ids
}

// listFigures are of so many vectors that they lie in lists. They are of topics within
// subjects, as passages are.
func listFigures(t *testing.T) []figure {
	const rows, queries = 310_000, 50
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(5, 6))
	list := storeVectors(t, folder, "topics", rows, func() []float32 {
		subject := vectortest.Unit(rand.New(rand.NewPCG(7, r.Uint64N(50))), vectorDimensions)
		topic := nearTo(rand.New(rand.NewPCG(8, r.Uint64N(5000))), subject, 1)
		return nearTo(r, topic, 1)
	})
	s, err := file.Open(t.Context(), file.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found := 0
	var times, plainly []time.Duration
	for range queries {
		at := r.IntN(rows) * vectorDimensions
		query := nearTo(r, list.flat[at:at+vectorDimensions], 1)
		start := time.Now()
		hits, err := s.Search(t.Context(), "topics", query, vectorsNearest, everybodys)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Since(start))
		start = time.Now()
		want := nearestPlainly(list, query, everybodys)
		plainly = append(plainly, time.Since(start))
		for _, h := range hits {
			if slices.Contains(want, h.ID) {
				found++
			}
		}
	}
	slices.Sort(times)
	slices.Sort(plainly)
	recall := float64(found) / (queries * vectorsNearest)
	return []figure{list.rate, {
		what: fmt.Sprintf("vectors, top %d of %d in lists, one core", vectorsNearest, rows), ours: short(times[queries/2]),
		baseline: short(plainly[queries/2]) + " for a loop over float32", limit: "a tenth of that", kept: times[queries/2] <= plainly[queries/2]/10,
	}, {
		what: "vectors, how many of the nearest are found in lists", ours: fmt.Sprintf("%.4f", recall), baseline: "1 for the loop",
		limit: "0.99", kept: recall >= 0.99,
	}}
}
