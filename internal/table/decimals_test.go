package table

import "testing"

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{6860.5, 0, "6861"}, {6861.5, 0, "6862"}, {-6860.5, 0, "-6861"}, {0.125, 2, "0.13"}, {0.375, 2, "0.38"}, {2.5, 0, "3"}, {-0.5, 0, "-1"},
		{1.005, 2, "1.00"}, // which lies a little below
		{0.4, 0, "0"}, {-0.4, 0, "0"}, {-0.004, 2, "0.00"}, {1e15 + 0.5, 0, "1000000000000001"}, {0, 2, "0.00"}, {12, 0, "12"}, {15, 0, "15"}, {5e-324, 3, "0.000"}, {35.5, 1, "35.5"},
	} {
		if got := Fixed(c.x, c.decimals); got != c.want {
			t.Errorf("%v with %d decimals is %s, want %s", c.x, c.decimals, got, c.want)
		}
	}
}
