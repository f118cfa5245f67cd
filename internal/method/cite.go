package method

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// cite is a figure of a table in a sentence.
func cite(t *table.Table, row int, column string, decimals int, unit string) story.Piece {
	return citeAs(t, row, column, func(x float64) string {
		text := number(x, decimals)
		if unit != "" {
			text = withUnit(text, unit)
		}
		return text
	})
}

// citeSize is a figure without its sign, where the words say which way it goes.
func citeSize(t *table.Table, row int, column string, decimals int, unit string) story.Piece {
	return citeAs(t, row, column, func(x float64) string {
		text := number(math.Abs(x), decimals)
		if unit != "" {
			text = withUnit(text, unit)
		}
		return text
	})
}

func citeAs(t *table.Table, row int, column string, write func(float64) string) story.Piece {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == column })
	x, _ := t.Rows[row][at].Float64()
	return story.Cite(write(x), story.Value, column, row)
}
