package table

import (
	"math"
	"strconv"
	"strings"
)

// Fixed writes a number with so many decimals, as the page does: what lies just
// between two is rounded away from zero, not to the even one. Nothing is "-0".
func Fixed(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.HasSuffix(strconv.FormatFloat(x, 'f', decimals+1, 64), "5") && between(x, decimals) {
		if up := math.Nextafter(x, math.Copysign(math.Inf(1), x)); !math.IsInf(up, 0) {
			text = strconv.FormatFloat(up, 'f', decimals, 64)
		}
	}
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// between reports whether a number lies just between two with so many decimals:
// its exact digits end in a single 5 after them.
func between(x float64, decimals int) bool {
	const exact = 1100 // no float has more digits after the point
	digits := strings.TrimRight(strconv.FormatFloat(x, 'f', exact, 64), "0")
	_, fraction, _ := strings.Cut(digits, ".")
	return len(fraction) == decimals+1
}
