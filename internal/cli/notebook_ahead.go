package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/whatif"
)

// recomputeWhatIf says what a kept what-if has that does not come out of its rows
// when it is computed again. Known is false where that cannot be done.
func recomputeWhatIf(c session.Cell) (wrong []string, known bool) {
	rows, kept, err := c.Result.Table()
	with, ok := answer.ComputationOf(c)
	if err != nil || !kept || !ok || c.WhatIf.Result == nil {
		return nil, false
	}
	day, _ := time.Parse(time.DateOnly, c.Metadata.Now)
	again, err := whatif.Run(rows, with.Request, whatif.Options{Now: day, Seed: with.Seed, Meaning: c.Meaning})
	if err != nil {
		return []string{"it cannot be recomputed from its rows: " + fault.Of(err).Message}, true
	}
	if again.Table.Hash() != c.WhatIf.Result.DataHash {
		wrong = append(wrong, "recomputing gives different figures")
	}
	if c.Narrative != nil && c.Narrative.Text != strings.Join(again.Sentences, " ") {
		wrong = append(wrong, "recomputing gives a different story: "+strings.Join(again.Sentences, " "))
	}
	if !slices.Equal(c.WhatIf.Assumptions, again.Assumptions) || !slices.Equal(c.WhatIf.Caveats, again.Caveats) {
		wrong = append(wrong, "recomputing gives different assumptions and caveats")
	}
	return wrong, true
}
