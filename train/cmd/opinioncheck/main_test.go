package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOpinions holds how rarely right statements are doubted, and how often
// spoilt ones are.
func TestOpinions(t *testing.T) {
	eval := os.Getenv("PLUMB_EVAL")
	if eval == "" {
		t.Skip("PLUMB_EVAL names no folder")
	}
	for _, c := range []struct {
		name   string
		alarms float64            // of right statements, with the finding of one check, at most
		caught map[string]float64 // of spoilt statements, at least
	}{
		{"business", 0.02, map[string]float64{"wrong literal": 0.98, "wrong join": 0.95, "fan-out": 0.75, "dropped period": 0.8, "dropped value": 0.3, "dropped bound": 0.8}},
		{"spider", 0.03, map[string]float64{"wrong literal": 0.98, "wrong join": 0.95, "fan-out": 0.7, "dropped period": 0.7, "dropped value": 0.6, "dropped bound": 0.9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := measure(t.Context(), filepath.Join(eval, c.name), options{split: "train", limit: 1500})
			if err != nil {
				t.Fatal(err)
			}
			for code, n := range got.alarms {
				if share := float64(n) / float64(got.right); share > c.alarms {
					t.Errorf("%s doubts %.3f of the right statements", code, share)
				}
			}
			for kind, least := range c.caught {
				if share := float64(got.caught[kind]) / float64(max(got.spoilt[kind], 1)); share < least {
					t.Errorf("of %d with a %s, %.3f are caught", got.spoilt[kind], kind, share)
				}
			}
		})
	}
}
