package clue

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// Dates lists the columns of a table that hold days, the main one first: what
// happened, not when the row was changed or somebody was born.
func Dates(ix *index.Index, t int) []int {
	var list []int
	for _, c := range ix.Tables[t].Columns {
		if ix.Columns[c].Kind == index.Time && ix.Columns[c].Form != index.ClockText {
			list = append(list, c)
		}
	}
	rank := func(c int) int {
		n := 0
		if ix.Columns[c].Nullable {
			n++
		}
		for _, w := range ix.Columns[c].Words {
			switch {
			case english.Among(w, "updated modified changed birth born end ended ending to until expires expiry deleted closed due finish finished left termination valid dob"):
				n += 2
			case slices.Contains(ix.Tables[t].Words, w), english.Among(w, "date created start started from placed opened booked"):
				n--
			}
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b int) int { return rank(a) - rank(b) })
	return list
}
