package stats

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Common thresholds of outliers.
const (
	DefaultFenceFactor = 1.5 // interquartile ranges beyond the quartiles
	DefaultZ           = 3.0 // standard deviations from the mean
	DefaultRobustZ     = 3.5 // robust standard deviations from the median
)

// normalMAD is the median absolute deviation of the standard normal
// distribution, by which a MAD is comparable to a standard deviation.
const normalMAD = 0.6744897501960817

// Deviation selects the denominator of a standard deviation.
type Deviation int

const (
	SampleDeviation     Deviation = iota // n-1, as in pandas
	PopulationDeviation                  // n, as in numpy, scipy and scikit-learn
)

func (d Deviation) of(x []float64) float64 {
	if d == PopulationDeviation {
		return PopulationStdDev(x)
	}
	return StdDev(x)
}

// Outliers marks the values below Low or above High.
type Outliers struct {
	Mask      []bool
	Low, High float64
	Count     int
}

func outside(x []float64, low, high float64) Outliers {
	o := Outliers{Mask: make([]bool, len(x)), Low: low, High: high}
	for i, v := range x {
		if v < low || v > high {
			o.Mask[i] = true
			o.Count++
		}
	}
	return o
}

// OutliersByQuartiles marks values more than factor interquartile ranges beyond
// the quartiles. It needs four values.
func OutliersByQuartiles(x []float64, factor float64) (Outliers, error) {
	if err := need("outliers by quartiles", 4, len(x)); err != nil {
		return Outliers{}, err
	}
	s := slices.Sorted(slices.Values(x))
	q1, q3 := quantileSorted(s, 0.25), quantileSorted(s, 0.75)
	return outside(x, q1-factor*(q3-q1), q3+factor*(q3-q1)), nil
}

// OutliersByZ marks values more than threshold standard deviations from the
// mean. It needs three values. Few values have no large scores: the largest
// possible one, by the sample deviation, is (n-1)/√n.
func OutliersByZ(x []float64, threshold float64, d Deviation) (Outliers, error) {
	if err := need("outliers by z-score", 3, len(x)); err != nil {
		return Outliers{}, err
	}
	if Range(x) == 0 {
		return outside(x, x[0], x[0]), nil
	}
	m, s := Mean(x), d.of(x)
	return outside(x, m-threshold*s, m+threshold*s), nil
}

// OutliersByMAD marks values more than threshold robust deviations from the
// median: MADs, scaled to be standard deviations of normal values. It needs
// three values, and not more than half of them equal.
func OutliersByMAD(x []float64, threshold float64) (Outliers, error) {
	if err := need("outliers by median deviation", 3, len(x)); err != nil {
		return Outliers{}, err
	}
	m, s := Median(x), MAD(x)/normalMAD
	if s == 0 {
		return Outliers{}, fault.New(fault.Usage, "outliers by median deviation cannot be found, because more than half of the values are the same").
			WithHint("use quartiles or z-scores instead")
	}
	return outside(x, m-threshold*s, m+threshold*s), nil
}

// Clip moves values outside [low, high] to the nearer bound.
func Clip(x []float64, low, high float64) []float64 {
	return mapped(x, func(v float64) float64 { return clamp(v, low, high) })
}

// Winsorize replaces the lowest and the highest values, a share of them each,
// by the nearest value that is kept. Shares are rounded down to whole values,
// as in scipy. It returns a fault if no value would be kept.
func Winsorize(x []float64, lowest, highest float64) ([]float64, error) {
	n := float64(len(x))
	low, high := int(math.Floor(lowest*n)), len(x)-1-int(math.Floor(highest*n))
	if !(lowest >= 0 && highest >= 0) || low > high {
		return nil, fault.New(fault.Usage, "replacing %.3g and %.3g of %d values leaves none", lowest, highest, len(x)).
			WithHint("give shares between 0 and 0.5, such as 0.05")
	}
	s := slices.Sorted(slices.Values(x))
	return Clip(x, s[low], s[high]), nil
}

func mapped(x []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}
