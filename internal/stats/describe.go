// Package stats computes statistics over columns of numbers.
//
// Definitions follow the defaults of pandas, scipy and scikit-learn. Where two
// conventions are common, each has a function or an option of its own name.
//
// Values are finite: callers drop missing ones. A descriptive figure of too
// few values is NaN, as its comment says; tests and models return a fault.
// Values whose squares overflow (beyond 1e150) give infinite or NaN figures.
// Inputs are never modified, and equal inputs give equal results.
package stats

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// need returns a fault if there are fewer than n values.
func need(what string, n, have int) error {
	if have >= n {
		return nil
	}
	return fault.New(fault.Usage, "%s needs at least %d values; there are %d", what, n, have).
		WithHint("ask for more rows, or remove a filter")
}

// constant is the fault of a method that needs values that differ.
func constant(what string) error {
	return fault.New(fault.Usage, "%s cannot be computed, because all values are the same", what).
		WithHint("choose a column or rows in which the values differ")
}

// constantGroups is the fault of a method that needs values that differ within
// a group.
func constantGroups(what string) error {
	return fault.New(fault.Usage, "%s cannot be computed, because the values within each group are all the same", what).
		WithHint("choose a column in which the rows of a group differ")
}

// sum adds f of every index below n with Neumaier's compensation, so that its
// error does not grow with n.
func sum(n int, f func(int) float64) float64 {
	var total, lost float64
	for i := range n {
		v := f(i)
		t := total + v
		if math.Abs(total) >= math.Abs(v) {
			lost += (total - t) + v
		} else {
			lost += (v - t) + total
		}
		total = t
	}
	if math.IsInf(total, 0) {
		return total
	}
	return total + lost
}

// Sum is the compensated sum; 0 of no values.
func Sum(x []float64) float64 { return sum(len(x), func(i int) float64 { return x[i] }) }

// Mean is NaN of no values.
func Mean(x []float64) float64 { return Sum(x) / float64(len(x)) }

// Median is NaN of no values.
func Median(x []float64) float64 { return Quantile(x, 0.5) }

// squares is the sum of squared distances from the mean, corrected for the
// rounding of the mean.
func squares(x []float64) float64 {
	m := Mean(x)
	off := sum(len(x), func(i int) float64 { return x[i] - m })
	return sum(len(x), func(i int) float64 { return (x[i] - m) * (x[i] - m) }) - off*off/float64(len(x))
}

// Variance is the sample variance, with n-1 in the denominator; NaN of fewer
// than two values.
func Variance(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	return squares(x) / float64(len(x)-1)
}

// PopulationVariance has n in the denominator; NaN of no values.
func PopulationVariance(x []float64) float64 { return squares(x) / float64(len(x)) }

// StdDev is the sample standard deviation (pandas); NaN of fewer than two values.
func StdDev(x []float64) float64 { return math.Sqrt(Variance(x)) }

// PopulationStdDev is numpy's default; NaN of no values.
func PopulationStdDev(x []float64) float64 { return math.Sqrt(PopulationVariance(x)) }

// Min is NaN of no values.
func Min(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return slices.Min(x)
}

// Max is NaN of no values.
func Max(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return slices.Max(x)
}

// Range is the distance between minimum and maximum; NaN of no values.
func Range(x []float64) float64 { return Max(x) - Min(x) }

// Quantile interpolates linearly between the two nearest values (type 7, the
// default of numpy, pandas and R). It is NaN of no values and for p outside
// [0, 1].
func Quantile(x []float64, p float64) float64 {
	return quantileSorted(slices.Sorted(slices.Values(x)), p)
}

func quantileSorted(x []float64, p float64) float64 {
	if len(x) == 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	at := p * float64(len(x)-1)
	i := int(at)
	if i == len(x)-1 {
		return x[i]
	}
	share, step := at-float64(i), x[i+1]-x[i]
	if share >= 0.5 { // as numpy does, so that both give the same digits
		return x[i+1] - step*(1-share)
	}
	return x[i] + step*share
}

// IQR is the distance between the quartiles; NaN of no values.
func IQR(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return quantileSorted(s, 0.75) - quantileSorted(s, 0.25)
}

// Modes are the most frequent values, in ascending order. If no value occurs
// twice, they are all values, as in pandas.
func Modes(x []float64) []float64 {
	counts := make(map[float64]int, len(x))
	most := 0
	for _, v := range x {
		counts[v]++
		most = max(most, counts[v])
	}
	var modes []float64
	for v, n := range counts {
		if n == most {
			modes = append(modes, v)
		}
	}
	slices.Sort(modes)
	return modes
}

// shape is skewness and kurtosis by population moments, kurtosis without
// subtracting 3. Both are NaN if the values do not differ by more than rounding.
func shape(x []float64) (skewness, kurtosis float64) {
	n, m := float64(len(x)), Mean(x)
	moment := func(k int) float64 {
		return sum(len(x), func(i int) float64 {
			d := x[i] - m
			if k == 3 {
				return d * d * d
			}
			return d * d * d * d
		}) / n
	}
	m2 := PopulationVariance(x)
	if rounding := 0x1p-52 * m; !(m2 > rounding*rounding) {
		return math.NaN(), math.NaN()
	}
	return moment(3) / (m2 * math.Sqrt(m2)), moment(4) / (m2 * m2)
}

// Skewness is g1, by population moments (scipy's default); NaN if the values
// do not differ.
func Skewness(x []float64) float64 {
	g1, _ := shape(x)
	return g1
}

// AdjustedSkewness is G1, corrected for the sample size (pandas). It is NaN of
// fewer than three values, and 0 if they do not differ.
func AdjustedSkewness(x []float64) float64 {
	n := float64(len(x))
	if n < 3 {
		return math.NaN()
	}
	g1 := Skewness(x)
	if math.IsNaN(g1) {
		return 0
	}
	return g1 * math.Sqrt(n*(n-1)) / (n - 2)
}

// Kurtosis is the excess over the normal distribution's, by population moments
// (scipy's default); NaN if the values do not differ.
func Kurtosis(x []float64) float64 {
	_, b2 := shape(x)
	return b2 - 3
}

// AdjustedKurtosis is the excess kurtosis corrected for the sample size
// (pandas). It is NaN of fewer than four values, and 0 if they do not differ.
func AdjustedKurtosis(x []float64) float64 {
	n := float64(len(x))
	if n < 4 {
		return math.NaN()
	}
	g2 := Kurtosis(x)
	if math.IsNaN(g2) {
		return 0
	}
	return ((n+1)*g2 + 6) * (n - 1) / ((n - 2) * (n - 3))
}

// MAD is the median absolute deviation from the median, unscaled (scipy's
// default); NaN of no values.
func MAD(x []float64) float64 { return Median(distances(x, Median(x))) }

func distances(x []float64, from float64) []float64 {
	d := make([]float64, len(x))
	for i, v := range x {
		d[i] = math.Abs(v - from)
	}
	return d
}

// StandardError is that of the mean, from the sample deviation; NaN of fewer
// than two values.
func StandardError(x []float64) float64 { return StdDev(x) / math.Sqrt(float64(len(x))) }

// CV is the coefficient of variation by the sample deviation: StdDev / Mean.
func CV(x []float64) float64 { return StdDev(x) / Mean(x) }

// PopulationCV is the coefficient of variation as scipy's variation computes it.
func PopulationCV(x []float64) float64 { return PopulationStdDev(x) / Mean(x) }

// GeometricMean is NaN of no values and if one is negative, and 0 if one is 0.
func GeometricMean(x []float64) float64 {
	return math.Exp(sum(len(x), func(i int) float64 { return math.Log(x[i]) }) / float64(len(x)))
}
