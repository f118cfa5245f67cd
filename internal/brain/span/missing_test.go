package span

import "testing"

func TestNoSuchDay(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{"orders on the 31st of February 2025", "31 February 2025"},
		{"orders on 29 February 2025", "29 February 2025"},
		{"orders on 29 February 2024", ""},
		{"orders on 29 February", ""},
		{"orders on February 30", "30 February"},
		{"revenue since April 31, 2025", "31 April 2025"},
		{"revenue between June 1 and June 31", "31 June"},
		{"orders on 2025-02-31", "31 February 2025"},
		{"orders on 31.02.2025", "31 February 2025"},
		{"orders on 31/02/2025", "31 February 2025"},
		{"orders on 02/31/2025", "31 February 2025"},
		{"orders on 12/31/2025", ""},
		{"orders on 31/12/2025", ""},
		{"version 45.13.2025", ""},
		{"the top 31 April products", ""},
		{"the 31 June orders that were late", "31 June"},
		{"orders in May 2025", ""},
		{"orders on 31 May 2025", ""},
		{"last 30 days", ""},
		{"", ""},
	} {
		if got := NoSuchDay(Words(c.question)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.question, got, c.want)
		}
	}
}
