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

// aheadAgain is what a kept what-if was made with. A cell that does not say is
// asked in words: what its question says is tried on its rows, and is right if
// the same comes of it.
func aheadAgain(c session.Cell) (answer.Reckoning, bool) {
	if r, ok := answer.ReckoningOf(c); ok {
		return r, true
	}
	rows, kept, err := c.Result.Table()
	if err != nil || !kept || c.WhatIf.Result == nil {
		return answer.Reckoning{}, false
	}
	technique := whatif.Technique(c.WhatIf.Technique)
	said := withWords(whatif.Request{Technique: technique}, strings.TrimPrefix(c.Question, string(technique)+": "))
	list := []whatif.Request{said}
	if made, kept, err := c.WhatIf.Result.Table(); err == nil && kept {
		asFar := said
		// A period that is not over is among what is expected, and not counted.
		for n := len(expected(made, rolesOf(technique, made).Kind).Rows); n > 0 && len(list) < 3; n-- {
			asFar.Horizon = whatif.Horizon{Count: n}
			list = append(list, asFar)
		}
	}
	day, _ := time.Parse(time.DateOnly, c.Metadata.Now) // none is fine: then nothing depended on it
	for _, r := range list {
		again, err := whatif.Run(rows, r, whatif.Options{Now: day, Seed: seed})
		if err == nil && again.Table.Hash() == c.WhatIf.Result.DataHash {
			return answer.Reckoning{Request: r, Seed: seed}, true
		}
	}
	return answer.Reckoning{}, false
}

// unreckoned says what a kept what-if has that does not come out of its rows
// when it is reckoned again. Known is false where that cannot be done.
func unreckoned(c session.Cell) (wrong []string, known bool) {
	rows, kept, err := c.Result.Table()
	with, ok := answer.ReckoningOf(c)
	if err != nil || !kept || !ok || c.WhatIf.Result == nil {
		return nil, false
	}
	day, _ := time.Parse(time.DateOnly, c.Metadata.Now)
	again, err := whatif.Run(rows, with.Request, whatif.Options{Now: day, Seed: with.Seed})
	if err != nil {
		return []string{"its rows do not allow what it reckons: " + fault.Of(err).Message}, true
	}
	if again.Table.Hash() != c.WhatIf.Result.DataHash {
		wrong = append(wrong, "reckoned again, its figures are others")
	}
	if c.Narrative != nil && c.Narrative.Text != strings.Join(again.Sentences, " ") {
		wrong = append(wrong, "reckoned again, its story is another: "+strings.Join(again.Sentences, " "))
	}
	if !slices.Equal(c.WhatIf.Assumptions, again.Assumptions) || !slices.Equal(c.WhatIf.Caveats, again.Caveats) {
		wrong = append(wrong, "reckoned again, its assumptions and caveats are others")
	}
	return wrong, true
}
