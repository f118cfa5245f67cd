package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
)

// choice is one way to decide what the words leave open. The zero choice is
// the likeliest.
type choice struct {
	mention, column int // the mention that takes its column of this place instead of the first
	value, item     int // the same for a value
	distinct        bool
	naming          naming
	weak            int // 1 takes values that may be meant, -1 not even sure ones of one word
	date            int // which date of the table a period is about
	order           int // 1 by what comes first, 2 by the measure downwards
	all             bool
	keys            int  // 1 groups are by the key that leads to them, 2 by what is shown alone
	swapped         bool // measures stand on the other side of their groups
	either          bool // values are joined by or
	frame           int  // 1 the second way to put it
}

// naming is how rows are named when the question does not say.
type naming uint8

const (
	byName naming = iota
	byKey
	byBoth
)

// choices lists the decisions, each alone first, then in pairs.
func choices(c *clue.Clues) []choice {
	singles := []func(*choice){
		func(o *choice) { o.frame = 1 },
		func(o *choice) { o.weak = 1 },
	}
	for i, m := range c.Mentions {
		if len(m.Columns) > 1 {
			singles = append(singles, func(o *choice) { o.mention, o.column = i, 1 })
		}
	}
	for i, v := range c.Values {
		if len(v.Items) > 1 {
			singles = append(singles, func(o *choice) { o.value, o.item = i, 1 })
		}
	}
	singles = append(singles,
		func(o *choice) { o.all = true },
		func(o *choice) { o.keys = 1 },
		func(o *choice) { o.swapped = true },
		func(o *choice) { o.order = 2 },
		func(o *choice) { o.order = 1 },
		func(o *choice) { o.keys = 2 },
		func(o *choice) { o.distinct = true },
		func(o *choice) { o.naming = byKey },
		func(o *choice) { o.date = 1 },
		func(o *choice) { o.either = true },
		func(o *choice) { o.weak = -1 },
		func(o *choice) { o.naming = byBoth },
	)
	list := []choice{{}}
	for _, f := range singles {
		var o choice
		f(&o)
		list = append(list, o)
	}
	for i, f := range singles {
		for _, g := range singles[i+1:] {
			var o choice
			f(&o)
			g(&o)
			if !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}
