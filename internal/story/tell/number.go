package tell

import (
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
	"math"
)

// formatFixed writes a number with so many decimals.
func formatFixed(x float64, decimals int) string { return story.GroupDigits(table.Fixed(x, decimals)) }

var magnitudes = []struct {
	size float64
	name string
}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}}

// formatReadable writes a number as a reader takes it in: three digits of millions
// and more, no decimals of thousands, and few below.
func formatReadable(x float64, decimals int) string {
	size := math.Abs(x)
	for _, m := range magnitudes {
		// What would round up to the next magnitude is written in it.
		if size >= m.size*0.9995 && size >= 999_950 {
			return formatSignificant(x/m.size) + m.name
		}
	}
	switch {
	case size >= 1000:
		return formatFixed(x, 0)
	case size >= 1 || decimals == 0:
		return formatFixed(x, min(decimals, 2))
	}
	return formatFixed(x, min(decimals, decimalsBelowOne(size)))
}

// formatSignificant writes three digits that count.
func formatSignificant(x float64) string {
	switch size := math.Abs(x); {
	case size >= 99.95:
		return formatFixed(x, 0)
	case size >= 9.995:
		return formatFixed(x, 1)
	}
	return formatFixed(x, 2)
}

// decimalsBelowOne is how many decimals show two digits of a number below one.
func decimalsBelowOne(size float64) int {
	if size == 0 {
		return 2
	}
	return min(max(2, 1-int(math.Floor(math.Log10(size)))), 8)
}

// formatPercent writes a percentage; one decimal where it tells something.
func formatPercent(x float64) string {
	size := math.Abs(x)
	if size >= 99.95 {
		return formatFixed(x, 0) + "%"
	}
	return formatFixed(x, 1) + "%"
}

// formatPortion writes a share of a whole.
func formatPortion(x float64) string {
	switch {
	case x >= 9.95 && x <= 90.05 || x == 100:
		return formatFixed(x, 0) + "%"
	}
	return formatFixed(x, 1) + "%"
}

// formatMultiple writes how many times as large something is.
func formatMultiple(x float64) string {
	switch {
	case x >= 9.95:
		return formatFixed(x, 0) + " times"
	case math.Abs(x-2) < 0.05:
		return "about twice"
	}
	return formatFixed(x, 1) + " times"
}
