package index

import (
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// ListTable is the child table that holds the values of a column of lists, one a row,
// and the column in which: tickets_tags of the column tags of tickets. ok is false for a
// column without one.
func (x *Index) ListTable(column int) (table, value int, ok bool) {
	c := &x.Columns[column]
	if c.Table < 0 || c.Kind != Text {
		return 0, 0, false
	}
	parent := &x.Tables[c.Table]
	name := english.Split(parent.Name + "_" + c.Name)
	for _, key := range x.KeysAt(c.Table) {
		t := x.Columns[key.From[0]].Table
		child := &x.Tables[t]
		if t == c.Table || child.Schema != parent.Schema || !slices.Equal(english.Split(child.Name), name) {
			continue
		}
		for _, k := range child.Columns {
			if x.Columns[k].Kind == Text && !x.Columns[k].Foreign {
				return t, k, true
			}
		}
	}
	return 0, 0, false
}
