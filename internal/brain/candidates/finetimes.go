package candidates

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
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

// hoursOfDays are hours of a day without a time of day, with the column of that: the
// only time of day of the table, or the only one with a word of the day's name.
func hoursOfDays(ix *index.Index, q *form.Query) map[*form.Expr]int {
	found := map[*form.Expr]int{}
	q.EachExpr(func(e *form.Expr) {
		if e.Op != form.Hour || e.Args[0].Op != form.Column || e.Args[0].Column <= 0 || ix.Columns[e.Args[0].Column].Type != table.Date {
			return
		}
		day := &ix.Columns[e.Args[0].Column]
		var times, like []int
		for _, n := range ix.Tables[day.Table].Columns {
			if c := &ix.Columns[n]; c.Type == table.Time {
				times = append(times, n)
				if slices.ContainsFunc(c.Words, func(w string) bool { return w != "date" && w != "time" && slices.Contains(day.Words, w) }) {
					like = append(like, n)
				}
			}
		}
		for _, list := range [][]int{times, like} {
			if len(list) == 1 {
				found[e] = list[0]
			}
		}
	})
	return found
}

func useTimes(c *Case) {
	for e, at := range hoursOfDays(c.Index, c.Query) {
		e.Args[0] = &form.Expr{Op: form.Column, Column: at, Via: e.Args[0].Via}
	}
}

// yearsOfOther are groups by a year that says something else about the rows, such as
// the year a building was built, where the question just says per year and the rows have
// a date.
func yearsOfOther(c *Case) map[*form.Expr]int {
	found := map[*form.Expr]int{}
	low := c.Asked.Words[c.Asked.Context:]
	plain := false
	for i, w := range low {
		text := strings.ToLower(w.Text)
		plain = plain || english.Among(text, "yearly annual annually") || english.Among(text, "year years") && i > 0 && english.Among(strings.ToLower(low[i-1].Text), "per by each every over")
	}
	if !plain {
		return found
	}
	c.Query.Visit(func(e *form.Expr) {
		if e.Op != form.Column || e.Column <= 0 || c.Index.Columns[e.Column].Form != index.YearNumber {
			return
		}
		year := &c.Index.Columns[e.Column]
		own := slices.DeleteFunc(slices.Clone(year.Words), func(w string) bool { return english.Among(w, "year yr years date") })
		said := slices.ContainsFunc(low, func(w span.Word) bool {
			return slices.ContainsFunc(own, func(o string) bool { return english.Stem(o) == english.Stem(strings.ToLower(w.Text)) })
		})
		if len(own) == 0 || said || !slices.ContainsFunc(c.Query.Group, func(g *form.Expr) bool { return form.SameFigure(g, e) }) {
			return
		}
		var dates []int
		for _, n := range c.Index.Tables[year.Table].Columns {
			k := &c.Index.Columns[n]
			kept := slices.ContainsFunc(k.Words, func(w string) bool {
				return english.Among(w, "update updated modified changed created inserted loaded last")
			})
			if k.Kind == index.Time && k.Form != index.YearNumber && !kept { // when the row was written says nothing about it
				dates = append(dates, n)
			}
		}
		if len(dates) == 1 {
			found[e] = dates[0]
		}
	}, nil)
	return found
}

func useYearsOfRows(c *Case) {
	for e, at := range yearsOfOther(c) {
		*e = form.Expr{Op: form.Year, Args: []*form.Expr{{Op: form.Column, Column: at, Via: e.Via}}}
	}
}
