package terms

import (
	"testing"
	"time"
)

// A month that has no such day ends at its last one, and does not run over into
// the next.
func TestBackFromTheEndOfAMonth(t *testing.T) {
	for _, c := range []struct {
		from string
		n    int
		unit string
		want string
	}{
		{"2025-05-31", 3, "months", "2025-02-28"},
		{"2025-05-15", 3, "months", "2025-02-15"},
		{"2025-12-31", 1, "quarters", "2025-09-30"},
		{"2024-02-29", 1, "years", "2023-02-28"},
		{"2025-03-01", 12, "months", "2024-03-01"},
		{"2025-03-31", 2, "weeks", "2025-03-17"},
		{"2025-03-31", 90, "days", "2024-12-31"},
	} {
		from, err := time.Parse(time.DateOnly, c.from)
		if err != nil {
			t.Fatal(err)
		}
		if got := goBack(from, c.n, c.unit).Format(time.DateOnly); got != c.want {
			t.Errorf("%d %s before %s is %s, want %s", c.n, c.unit, c.from, got, c.want)
		}
	}
}
