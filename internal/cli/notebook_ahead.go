package cli

import (
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/whatif"
)

// aheadAgain is the request that a kept what-if was made with. A cell keeps
// its question and its rows, not the request; so what the question says is
// tried on those rows, and is right if the same comes of it.
func aheadAgain(c session.Cell) (whatif.Request, bool) {
	rows, kept, err := c.Result.Table()
	if err != nil || !kept || c.WhatIf.Result == nil {
		return whatif.Request{}, false
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
			return r, true
		}
	}
	return whatif.Request{}, false
}
