package guard

import (
	"strconv"
	"strings"
)

// What one call may produce from constants alone: items, or bytes of text.
// Sizes that only show when the statement runs are bounded by the session.
const (
	maxItems = 1_000_000
	maxBytes = 10_000_000
)

// Bounded refuses a call that would make more items or bytes of text than one
// call may.
func Bounded(call string, items, bytes float64) error {
	switch {
	case items > maxItems:
		return Reject("%s would produce more than %d items", call, maxItems).WithHint("ask for less at once")
	case bytes > maxBytes:
		return Reject("%s would produce more than %d bytes", call, maxBytes).WithHint("ask for less at once")
	}
	return nil
}

// Widths adds up the numbers in a format string: %1000s and {:1000} pad to
// 1000.
func Widths(format string) float64 {
	total := 0.0
	for _, digits := range strings.FieldsFunc(format, func(r rune) bool { return r < '0' || r > '9' }) {
		if v, err := strconv.ParseFloat(digits, 64); err == nil {
			total += v
		}
	}
	return total
}
