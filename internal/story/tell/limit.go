package tell

import (
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// end is which end of all rows a result is known to hold.
type end int

const (
	bothEnds end = iota // all rows are there
	upperEnd            // those with the highest figures
	lowerEnd            // those with the lowest
	someRows            // some, chosen by something else
)

// ends says which end of a measure the rows hold. The order and the limit of
// the statement decide, not the words of the question.
func (t *teller) ends(m *measure) end {
	switch {
	case !t.partial:
		return bothEnds
	case t.Meaning == nil || t.table.Truncated != table.Whole || len(t.Meaning.Limit.Per) > 0, t.Meaning.Limit.Rows == 0:
		return t.askedEnd(m)
	case len(t.Meaning.Order) == 0 || t.Meaning.Order[0].Column != t.columnNamed(m.column):
		return someRows
	case t.Meaning.Order[0].Desc:
		return upperEnd
	}
	return lowerEnd
}

// askedEnd is the end that the question is about, where no order shows it.
func (t *teller) askedEnd(m *measure) end {
	if t.asksLowest(m) {
		return lowerEnd
	}
	return upperEnd
}

// amongHowMany says of how many a figure is the highest or the lowest, where there are
// others that may lie further out.
func (t *teller) amongHowMany(m *measure, d *dimension, of end, parts map[string]phrase) string {
	if e := t.ends(m); e == bothEnds || e == of {
		return ""
	}
	one, many := d.one, d.many
	if one == "entry" || len(d.missing) > 0 {
		one, many = "row", "rows"
	}
	parts["among"] = claim(countOf(len(t.table.Rows), one, many), story.Count, nil)
	return " of the {among}"
}
