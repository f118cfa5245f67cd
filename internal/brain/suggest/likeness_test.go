package suggest

import "testing"

func TestLikeness(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		least, most float64
	}{
		{"Revenue by region", "revenue per regions", 1, 1},
		{"Revenue by region in 2024", "Revenue by region in 2025", 0.4, 0.6},
		{"Top customers by revenue", "How many orders are late?", 0, 0},
		{"", "", 0, 0},
	} {
		if got := Likeness(c.a, c.b); got < c.least || got > c.most {
			t.Errorf("%q and %q: %.2f, want %.2f to %.2f", c.a, c.b, got, c.least, c.most)
		}
	}
}
