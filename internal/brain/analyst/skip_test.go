package analyst

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/plan"
)

func TestSkipLeavesOutWhatNothingNeeds(t *testing.T) {
	for words, want := range map[string]string{
		"skip the pairs":       "segments totals drivers",
		"skip step 2":          "segments totals drivers",
		"leave out the totals": "Step 3 cannot be left out: step 4 (rank) needs its rows.",
		"skip step 1":          "Step 1 cannot be left out: step 4 (rank) needs its rows.",
		"skip step 4":          "Step 4 cannot be left out: it gives the answer.",
		"skip step 9":          "The plan has no step 9: it has 4 steps.",
		"skip the region":      "",
	} {
		p := &plan.Plan{Steps: numbered([]plan.Step{{Output: "segments"}, {Output: "pairs"}, {Output: "totals"}, {Output: "drivers", Goal: "rank", Inputs: []string{"segments", "pairs", "totals"}}})}
		got := ""
		if n, ok := stepNamed(p, words); ok {
			if got = skip(p, n); got == "" {
				var list []string
				for _, s := range p.Steps {
					list = append(list, s.Output)
				}
				got = strings.Join(list, " ")
				if slices.Contains(p.Steps[len(p.Steps)-1].Inputs, "pairs") {
					t.Errorf("%s: %v", words, p.Steps)
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}
