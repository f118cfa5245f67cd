package tell

import (
	"cmp"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

func sum(xs []float64) float64 {
	var total float64
	for _, x := range xs {
		total += x
	}
	return total
}

// median is the middle of the values; of an even number, the mean of the two.
func median(xs []float64) float64 {
	sorted := slices.Sorted(slices.Values(xs))
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// spread is the median distance from the median, scaled to a standard
// deviation: one wild value does not hide itself in it.
func spread(xs []float64) float64 {
	m := median(xs)
	far := make([]float64, len(xs))
	for i, x := range xs {
		far[i] = math.Abs(x - m)
	}
	return 1.4826 * median(far)
}

// ranks are the places of values in order; equal values share the middle one.
func ranks(xs []float64) []float64 {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
	places := make([]float64, len(xs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && xs[order[j]] == xs[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			places[at] = float64(i+j-1) / 2
		}
		i = j
	}
	return places
}

// minTrend is how many points a trend needs.
const minTrend = 8

// trend is the direction of values in time: 1 up, -1 down, 0 none that can be
// told from chance. It is a rank test, so one wild value does not make a trend,
// and it asks for a strong one, because neighbours in time are alike.
func trend(xs []float64) int {
	n := float64(len(xs))
	if len(xs) < minTrend {
		return 0
	}
	at := make([]float64, len(xs))
	for i := range at {
		at[i] = float64(i)
	}
	r := story.Correlation(at, ranks(xs))
	if math.IsNaN(r) || math.Abs(r) < 0.5 {
		return 0
	}
	// The statistic is near enough to Student's for this many points; 3 is
	// beyond one chance in sixty at eight points and one in three hundred later.
	if t := r * math.Sqrt((n-2)/max(1e-9, 1-r*r)); math.Abs(t) < 3 {
		return 0
	}
	if r > 0 {
		return 1
	}
	return -1
}

// outlying reports whether a value lies far outside the others.
func outlying(x float64, all []float64) bool {
	s := spread(all)
	return len(all) >= minTrend && s > 0 && math.Abs(x-median(all)) > 6*s
}

// change is by how many percent b differs from a. Only growth from a positive
// number to one that is not negative has a percentage worth saying.
func change(a, b float64) (float64, bool) {
	if a <= 0 || b < 0 {
		return 0, false
	}
	c := (b - a) / a * 100
	return c, !math.IsInf(c, 0) && !math.IsNaN(c)
}
