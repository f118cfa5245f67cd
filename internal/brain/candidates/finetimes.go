package candidates

import (
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// wholeYears are the columns of a form that hold no more than a year, where it needs
// a month or a day of them.
func wholeYears(ix *index.Index, q *form.Query) []*form.Expr {
	var list []*form.Expr
	add := func(e *form.Expr) {
		if e != nil && e.Op == form.Column && e.Column > 0 && ix.Columns[e.Column].Form == index.YearNumber {
			list = append(list, e)
		}
	}
	q.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			switch e.Op {
			case form.Day, form.Week, form.Month, form.Quarter, form.MonthNum, form.Weekday, form.Hour:
				add(e.Args[0])
			}
		}, func(c *form.Cond) {
			if c.Op != form.During && c.Op != form.NotDuring {
				return
			}
			for _, v := range c.Values {
				if v.Kind == form.Period && finerThanYears(v.Period) {
					add(c.Left)
				}
			}
		})
	})
	return list
}

// finerThanYears is true for a period that does not begin and end with a year.
func finerThanYears(p span.Period) bool {
	begins := func(t time.Time) bool { return t.IsZero() || t.YearDay() == 1 && t.Hour() == 0 }
	return p.Recurring() || !begins(p.Start) || !begins(p.End)
}

// useDates takes months and days from the date of the same table. A form is left as
// it is if there is none, or several.
func useDates(c *Case) {
	for _, e := range wholeYears(c.Index, c.Query) {
		found := 0
		for _, o := range c.Index.Tables[c.Index.Columns[e.Column].Table].Columns {
			if col := &c.Index.Columns[o]; col.Kind == index.Time && (holdsDays(col) || col.Form == index.StampText || col.Form == index.Native || col.Form == index.MonthText || col.Form == index.MonthNumber) {
				if found > 0 {
					return
				}
				found = o
			}
		}
		if found > 0 {
			e.Column = found
		}
	}
}
