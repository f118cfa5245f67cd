package chart

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/columns"
)

// formatOf is how the numbers of a column are written, by what its name says
// and how large they are.
func formatOf(p profile) Format {
	words := columns.Words(p.name)
	largest := math.Max(math.Abs(p.min), math.Abs(p.max))
	if p.values == 0 || math.IsInf(largest, 0) {
		return Format{}
	}
	decimals := 0
	if !p.integers {
		decimals = decimalsFor(largest)
	}
	switch {
	case p.known != nil && p.known.Unit == "%" || slices.Contains(words, "percent") || slices.Contains(words, "percentage"):
		return Format{Style: Percent, Decimals: min(decimals, 1)}
	case p.known != nil && p.known.Unit == "fraction" && largest <= 1 && columns.IsPortion(words):
		return Format{Style: Fraction, Decimals: 1}
	case columns.Percentages.HasAny(words) && !p.integers && largest <= 1:
		return Format{Style: Fraction, Decimals: 1}
	case largest >= 100_000:
		return Format{Style: Short, Decimals: 1}
	}
	return Format{Decimals: decimals}
}

// decimalsFor keeps about three digits that say something.
func decimalsFor(largest float64) int {
	switch {
	case largest >= 1000:
		return 0
	case largest >= 100:
		return 1
	case largest >= 1 || largest == 0:
		return 2
	}
	return min(6, 2-int(math.Floor(math.Log10(largest))))
}

// binsFor divides a range into about as many intervals as Sturges' rule says,
// at round numbers.
func binsFor(p profile) *Bins {
	span := p.max - p.min
	if span <= 0 || math.IsInf(span, 0) {
		return &Bins{Start: p.min - 0.5, Step: 1, Count: 1}
	}
	step := roundStep(span / math.Min(30, math.Max(5, math.Ceil(math.Log2(float64(p.values))+1))))
	if p.integers {
		step = math.Max(1, step)
	}
	start := math.Floor(p.min/step) * step
	return &Bins{Start: tidy(start), Step: step, Count: max(1, int(math.Ceil((p.max-start)/step)))}
}

// roundStep is the next of 1, 2, 2.5, 5 or 10 times a power of ten.
func roundStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if step <= m*power*(1+1e-9) {
			return tidy(m * power)
		}
	}
	return tidy(10 * power)
}

// tidy takes the dust of arithmetic off a round number.
func tidy(f float64) float64 {
	if f == 0 || math.IsInf(f, 0) || math.IsNaN(f) {
		return f
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(f)))-12)
	if unit == 0 || math.IsInf(unit, 0) {
		return f
	}
	return math.Round(f/unit) * unit
}
