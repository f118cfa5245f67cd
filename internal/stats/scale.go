package stats

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// MinMax scales values to [0, 1]; equal values become 0, as in scikit-learn.
func MinMax(x []float64) []float64 {
	low, width := Min(x), Range(x)
	if width == 0 {
		width = 1
	}
	return mapped(x, func(v float64) float64 { return (v - low) / width })
}

// Standardize subtracts the mean and divides by the deviation: of the
// population as scikit-learn's StandardScaler does, or of the sample. Equal
// values become 0.
func Standardize(x []float64, d Deviation) []float64 {
	if len(x) > 0 && Range(x) == 0 {
		return make([]float64, len(x))
	}
	m, s := Mean(x), d.of(x)
	return mapped(x, func(v float64) float64 { return (v - m) / s })
}

// Log is the natural logarithm of positive values; others are a fault.
func Log(x []float64) ([]float64, error) {
	if len(x) > 0 && Min(x) <= 0 {
		return nil, fault.New(fault.Usage, "the logarithm is not defined, because the smallest value is %g", Min(x)).
			WithHint("use log(1 + x) for values from 0, or leave out values that are not positive")
	}
	return mapped(x, math.Log), nil
}

// Log1p is the natural logarithm of 1 + x, for values above -1.
func Log1p(x []float64) ([]float64, error) {
	if len(x) > 0 && Min(x) <= -1 {
		return nil, fault.New(fault.Usage, "log(1 + x) is not defined, because the smallest value is %g", Min(x)).
			WithHint("leave out values of -1 and less")
	}
	return mapped(x, math.Log1p), nil
}

// WidthEdges are the borders of count bins of equal width, as pandas' cut
// chooses them: the first is lowered by 0.1% of the range, so that the minimum
// is inside.
func WidthEdges(x []float64, count int) ([]float64, error) {
	if err := checkBins(x, count); err != nil {
		return nil, err
	}
	low, high := Min(x), Max(x)
	lower := (high - low) * 0.001
	if low == high {
		lower = 0
		low, high = low-nudge(low), high+nudge(high)
	}
	edges := make([]float64, count+1)
	for i := range edges {
		edges[i] = low + float64(i)*((high-low)/float64(count))
	}
	edges[0], edges[count] = low-lower, high
	return edges, nil
}

func nudge(v float64) float64 {
	if v == 0 {
		return 0.001
	}
	return 0.001 * math.Abs(v)
}

// QuantileEdges are the borders of count bins of about as many values each, as
// pandas' qcut chooses them. Equal borders are a fault, or merged if asked for.
func QuantileEdges(x []float64, count int, merge bool) ([]float64, error) {
	if err := checkBins(x, count); err != nil {
		return nil, err
	}
	s, edges := slices.Sorted(slices.Values(x)), make([]float64, count+1)
	for i := range edges {
		edges[i] = quantileSorted(s, float64(i)/float64(count))
	}
	distinct := slices.Compact(slices.Clone(edges))
	if len(distinct) < 2 || len(distinct) < len(edges) && !merge {
		return nil, fault.New(fault.Usage, "%d bins of as many values each cannot be made, because too many values are the same", count).
			WithHint("ask for fewer bins, or for bins of equal width")
	}
	return distinct, nil
}

func checkBins(x []float64, count int) error {
	if count < 1 {
		return fault.New(fault.Usage, "%d bins cannot be made", count).WithHint("ask for at least one bin")
	}
	return need("making bins", 1, len(x))
}

// AssignBins is the bin of each value, from 0, where a bin holds its upper
// border but not its lower one; -1 outside all bins. The lowest border belongs
// to the first bin if lowest is set, as it must be with QuantileEdges.
func AssignBins(x, edges []float64, lowest bool) []int {
	bins := make([]int, len(x))
	for i, v := range x {
		at, _ := slices.BinarySearch(edges, v)
		switch {
		case lowest && len(edges) > 0 && v == edges[0]:
			bins[i] = 0
		case at == len(edges):
			bins[i] = -1
		default:
			bins[i] = at - 1
		}
	}
	return bins
}

// LabelCodes numbers the distinct values in their sorted order, as
// scikit-learn's LabelEncoder and pandas' categories do.
func LabelCodes(values []string) (codes []int, classes []string) {
	classes = slices.Compact(slices.Sorted(slices.Values(values)))
	codes = make([]int, len(values))
	for i, v := range values {
		codes[i], _ = slices.BinarySearch(classes, v)
	}
	return codes, classes
}

// OneHot is a column of 0 and 1 for each class of the codes, in their order. A
// linear model needs all but the first.
func OneHot(codes []int, classes int) [][]float64 {
	columns := make([][]float64, classes)
	for c := range columns {
		columns[c] = make([]float64, len(codes))
	}
	for i, c := range codes {
		columns[c][i] = 1
	}
	return columns
}
