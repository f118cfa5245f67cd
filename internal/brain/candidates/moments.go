package candidates

import (
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// momentsAgainstDays are comparisons of a moment with a day: what arrives in the afternoon
// of the day that was promised is not late.
func momentsAgainstDays(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			switch k.Op {
			case form.Less, form.Greater, form.LessEqual, form.GreaterEqual, form.Equal, form.NotEqual:
				left, right := fineness(c.Index, k.Left), fineness(c.Index, k.Right)
				if left != 0 && right != 0 && left != right {
					list = append(list, k)
				}
			}
		})
	})
	return list
}

const (
	days = iota + 1
	moments
)

// fineness is what a column of times holds; 0 for others.
func fineness(ix *index.Index, e *form.Expr) int {
	if e == nil || e.Op != form.Column || e.Column == 0 || ix.Columns[e.Column].Kind != index.Time {
		return 0
	}
	switch c := &ix.Columns[e.Column]; {
	case c.Form == index.DateText, c.Form == index.Native && c.Type == table.Date:
		return days
	case c.Form == index.StampText, c.Form == index.Native && (c.Type == table.Timestamp || c.Type == table.TimestampTZ):
		return moments
	}
	return 0
}

func compareDays(c *Case) {
	for _, k := range momentsAgainstDays(c) {
		k.Left = &form.Expr{Op: form.Day, Args: []*form.Expr{k.Left}}
		k.Right = &form.Expr{Op: form.Day, Args: []*form.Expr{k.Right}}
	}
}
