package span

import (
	"fmt"
	"testing"
	"time"
)

func TestSeasons(t *testing.T) {
	for _, c := range []struct{ text, today, want string }{
		{"revenue last summer", "2025-12-31", "2025-06-01..2025-09-01"},
		{"revenue last summer", "2025-07-10", "2024-06-01..2024-09-01"},
		{"revenue this summer", "2025-07-10", "2025-06-01..2025-09-01"},
		{"revenue in summer 2023", "2025-12-31", "2023-06-01..2023-09-01"},
		{"revenue in the autumn of 2023", "2025-12-31", "2023-09-01..2023-12-01"},
		{"revenue this winter", "2025-01-10", "2024-12-01..2025-03-01"},
		{"revenue last winter", "2025-07-10", "2024-12-01..2025-03-01"},
		{"bookings next spring", "2025-12-31", "2026-03-01..2026-06-01"},
		{"revenue in fall 2023", "2025-12-31", "2023-09-01..2023-12-01"},
		{"Fall 2023 revenue", "2025-12-31", "2023-09-01..2023-12-01"},
		{"revenue summer and fall 2023", "2025-12-31", "2023-09-01..2023-12-01"},
		{"how much did we sell in the fall of last year?", "2025-12-31", "2024-09-01..2024-12-01"},
		{"Did revenue fall in 2024?", "2025-12-31", "2024-01-01..2025-01-01"},
		{"in which months did prices fall last year?", "2025-12-31", "2024-01-01..2025-01-01"},
		{"did sales fall this year", "2025-12-31", "2025-01-01..2026-01-01"},
		{"did sales fall 2024", "2025-12-31", "2024-01-01..2025-01-01"},
		{"summer shoes", "2025-12-31", ""},
		{"shoes for winter", "2025-12-31", ""},
		{"revenue in summer", "2025-12-31", "months 6-8"},
		{"delays in the winter compared with the rest", "2025-12-31", "months 12-2"},
		{"bookings in winter months", "2025-12-31", "months 12-2"},
		{"revenue in summer shoes", "2025-12-31", ""},
	} {
		now, err := time.Parse(time.DateOnly, c.today)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range Find(Words(c.text), now) {
			if s.Kind == Temporal && got == "" {
				if got = fmt.Sprintf("months %d-%d", s.Period.Every.First, s.Period.Every.Last); s.Period.Recurring() {
					continue
				}
				got = s.Period.Start.Format(time.DateOnly) + ".." + s.Period.End.Format(time.DateOnly)
			}
		}
		if got != c.want {
			t.Errorf("%s, on %s: %q, want %q", c.text, c.today, got, c.want)
		}
	}
}
