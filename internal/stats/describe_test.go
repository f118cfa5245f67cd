package stats

import (
	"math"
	"slices"
	"testing"
)

// NIST's data sets NumAcc1, NumAcc3 and NumAcc4, whose figures are known exactly.
func TestMomentsOfLargeNumbers(t *testing.T) {
	alternating := func(base float64) []float64 {
		x := []float64{base + 0.2}
		for range 500 {
			x = append(x, base+0.1, base+0.3)
		}
		return x
	}
	for _, c := range []struct {
		x               []float64
		mean, deviation float64
		relative        float64
	}{
		{[]float64{10000001, 10000003, 10000002}, 10000002, 1, 0},
		{alternating(1e6), 1000000.2, 0.1, 1e-9},
		{alternating(1e7), 10000000.2, 0.1, 1e-8},
	} {
		near(t, "mean", Mean(c.x), c.mean, 1e-15)
		near(t, "deviation", StdDev(c.x), c.deviation, c.relative)
	}
	if got := Sum([]float64{1, 1e100, 1, -1e100}); got != 2 {
		t.Errorf("the sum lost its small parts: %v", got)
	}
}

func TestDescribe(t *testing.T) {
	x := []float64{4, 1, 3, 2}
	for what, v := range map[string][2]float64{
		"sum": {Sum(x), 10}, "mean": {Mean(x), 2.5}, "median": {Median(x), 2.5}, "variance": {Variance(x), 5. / 3},
		"population variance": {PopulationVariance(x), 1.25}, "population deviation": {PopulationStdDev(x), math.Sqrt(1.25)},
		"min": {Min(x), 1}, "max": {Max(x), 4}, "range": {Range(x), 3}, "first quartile": {Quantile(x, 0.25), 1.75}, "IQR": {IQR(x), 1.5},
		"ninth decile": {Quantile(x, 0.9), 3.7}, "lowest": {Quantile(x, 0), 1}, "highest": {Quantile(x, 1), 4}, "MAD": {MAD(x), 1},
		"standard error": {StandardError(x), 0.6454972243679028}, "population CV": {PopulationCV(x), 0.4472135954999579},
		"CV": {CV(x), math.Sqrt(5./3) / 2.5}, "geometric mean": {GeometricMean(x), math.Pow(24, 0.25)},
	} {
		near(t, what, v[0], v[1], 1e-14)
	}
	if !slices.Equal(x, []float64{4, 1, 3, 2}) {
		t.Error("the input was modified")
	}
	if got := Modes([]float64{3, 1, 2, 3, 1}); !slices.Equal(got, []float64{1, 3}) {
		t.Errorf("modes: %v", got)
	}
	if got := Modes([]float64{2, 1}); !slices.Equal(got, []float64{1, 2}) {
		t.Errorf("modes of distinct values: %v", got)
	}
}

// An example of Matlab's documentation, by which scipy tests its functions.
func TestShape(t *testing.T) {
	x := []float64{1.165, 0.6268, 0.0751, 0.3516, -0.6965}
	near(t, "skewness", Skewness(x), -0.29322304336607, 1e-12)
	near(t, "adjusted skewness", AdjustedSkewness(x), -0.437111105023940, 1e-12)
	near(t, "kurtosis", Kurtosis(x), 2.1658856802973-3, 1e-12)
	near(t, "adjusted kurtosis", AdjustedKurtosis(x), 3.663542721189047-3, 1e-12)

	moved := mapped(x, func(v float64) float64 { return 1000 - 7*v })
	near(t, "skewness of the mirror image", Skewness(moved), -Skewness(x), 1e-10)
	near(t, "kurtosis of the mirror image", Kurtosis(moved), Kurtosis(x), 1e-10)
}

func TestTooFewValues(t *testing.T) {
	for what, v := range map[string]float64{
		"mean": Mean(nil), "median": Median(nil), "variance": Variance([]float64{1}), "population variance": PopulationVariance(nil),
		"min": Min(nil), "max": Max(nil), "quantile": Quantile(nil, 0.5), "quantile outside": Quantile([]float64{1}, 1.1), "MAD": MAD(nil), "IQR": IQR(nil),
		"adjusted skewness": AdjustedSkewness([]float64{1, 2}), "adjusted kurtosis": AdjustedKurtosis([]float64{1, 2, 3}),
		"skewness of a constant": Skewness([]float64{0.1, 0.1, 0.1}), "kurtosis of a constant": Kurtosis([]float64{1e9, 1e9, 1e9}),
		"geometric mean of a negative": GeometricMean([]float64{-1, 1}), "geometric mean": GeometricMean(nil), "standard error": StandardError([]float64{1}),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s = %v, want NaN", what, v)
		}
	}
	for what, v := range map[string]float64{
		"sum": Sum(nil), "adjusted skewness of a constant": AdjustedSkewness([]float64{3, 3, 3}),
		"adjusted kurtosis of a constant": AdjustedKurtosis([]float64{3, 3, 3, 3}), "geometric mean with 0": GeometricMean([]float64{0, 2}),
		"variance of a constant": Variance([]float64{0.1, 0.1, 0.1}),
	} {
		if v != 0 {
			t.Errorf("%s = %v, want 0", what, v)
		}
	}
}
