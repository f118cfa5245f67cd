package candidates

import (
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// usesMoments is true for a form that PreferDays would change.
func usesMoments(ix *index.Index, q *form.Query, asked *link.Question) bool {
	return !reflect.DeepEqual(PreferDays(ix, q, asked), q)
}

// PreferDays is a form whose periods and buckets of days or longer use the column
// that holds the day of an event, where another one of the same table holds its
// moment: both give the same figures, and the reading names the same column each
// time. A column that the question names in full stays.
func PreferDays(ix *index.Index, q *form.Query, asked *link.Question) *form.Query {
	q = q.Clone()
	swap := func(e *form.Expr) {
		if e == nil || e.Op != form.Column || e.Column == 0 || slices.ContainsFunc(asked.Names, func(n link.Name) bool {
			return n.Column && n.Number == e.Column && n.Kind == 1 && n.First >= asked.Context
		}) {
			return
		}
		if day := dayOf(ix, e.Column); day > 0 {
			e.Column = day
		}
	}
	q.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			switch e.Op {
			case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.MonthNum, form.Weekday:
				swap(e.Args[0])
			}
		}, func(c *form.Cond) {
			if c.Op == form.During || c.Op == form.NotDuring {
				swap(c.Left)
			}
		})
	})
	if q.Plain != nil {
		q.Plain = &form.Plain{Query: PreferDays(ix, q.Plain.Query, asked), Terms: q.Plain.Terms}
	}
	return q
}

// dayOf is the column with the day of the event whose moment a column holds, 0
// where there is none.
func dayOf(ix *index.Index, column int) int {
	if holdsDays(&ix.Columns[column]) {
		return 0
	}
	for _, o := range ix.Tables[ix.Columns[column].Table].Columns {
		if holdsDays(&ix.Columns[o]) && sameEvent(ix, o, column) {
			return o
		}
	}
	return 0
}

func holdsDays(c *index.Column) bool {
	return c.Kind == index.Time && (c.Form == index.DateText || c.Form == index.DayNumber || c.Form == index.Native && c.Type == table.Date)
}

// sameEvent is true for two times of one table whose names say the same event, and
// that begin and end on the same days as far as that is known.
func sameEvent(ix *index.Index, one, other int) bool {
	a, b := &ix.Columns[one], &ix.Columns[other]
	if a.Table != b.Table || a.Kind != index.Time || b.Kind != index.Time || a.Nullable != b.Nullable {
		return false
	}
	return eventOf(ix, a) == eventOf(ix, b) && sameDay(a.Min, b.Min) && sameDay(a.Max, b.Max)
}

// sameDay compares the days of two moments; what is not known differs from nothing.
func sameDay(a, b string) bool {
	const day = len("2006-01-02")
	return len(a) < day || len(b) < day || a[:day] == b[:day]
}

// eventOf is what happens at a time by its name: order of "ordered at" and, in a
// table of orders, of "date".
func eventOf(ix *index.Index, c *index.Column) string {
	words := slices.DeleteFunc(slices.Clone(c.Words), func(w string) bool { return columns.Moments[w] })
	if len(words) == 0 {
		words = ix.Tables[c.Table].Words
	}
	var list []string
	for _, w := range words {
		list = append(list, english.VerbStem(w))
	}
	return strings.Join(list, " ")
}

// GuessesDate is true for a form with a period or a bucket of a date that the
// question does not name, where the table has dates of other events too and none is
// that of the table itself.
func GuessesDate(ix *index.Index, q *form.Query, asked *link.Question) bool {
	found := false
	eachUnnamedDate(ix, q, asked, func(column int) {
		c := &ix.Columns[column]
		if eventOf(ix, c) == eventOf(ix, &index.Column{Table: c.Table}) {
			return
		}
		found = found || slices.ContainsFunc(ix.Tables[c.Table].Columns, func(o int) bool { return isOtherDate(ix, o, column) })
	})
	return found
}

func isOtherDate(ix *index.Index, o, column int) bool {
	return o != column && ix.Columns[o].Kind == index.Time && eventOf(ix, &ix.Columns[o]) != eventOf(ix, &ix.Columns[column])
}

// eachUnnamedDate calls for each date of a period or a bucket that the question does not name.
func eachUnnamedDate(ix *index.Index, q *form.Query, asked *link.Question, visit func(column int)) {
	look := func(e *form.Expr) {
		if e == nil || e.Op != form.Column || e.Column == 0 || ix.Columns[e.Column].Kind != index.Time {
			return
		}
		if !slices.ContainsFunc(asked.Names, func(n link.Name) bool { return n.Column && n.Number == e.Column }) {
			visit(e.Column)
		}
	}
	q.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			switch e.Op {
			case form.Day, form.Week, form.Month, form.Quarter, form.Year:
				look(e.Args[0])
			}
		}, func(c *form.Cond) {
			if c.Op == form.During || c.Op == form.NotDuring {
				look(c.Left)
			}
		})
	})
}
