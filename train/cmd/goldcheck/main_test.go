package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRoundTrip holds how many of the gold queries come back from their forms
// with the same rows.
func TestRoundTrip(t *testing.T) {
	eval := os.Getenv("PLUMB_EVAL")
	if eval == "" {
		t.Skip("PLUMB_EVAL names no folder")
	}
	for _, c := range []struct {
		name, dir string
		o         options
		least     float64
	}{
		{"business", "business", options{set: "questions"}, 0.93},
		{"dialogues", "business", options{set: "dialogues"}, 0.96},
		{"spider", "spider", options{set: "questions", ordered: true, limit: 1500}, 0.98},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.split, c.o.parallel = "train", 2
			all, err := checkAll(t.Context(), filepath.Join(eval, c.dir), c.o)
			if err != nil {
				t.Fatal(err)
			}
			right := 0
			for _, r := range all {
				if r.OK {
					right++
				}
			}
			if share := float64(right) / float64(len(all)); share < c.least {
				t.Errorf("%d of %d, %.3f", right, len(all), share)
			}
		})
	}
}
