package render

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// expr says an expression.
func (s *speaker) expr(e *form.Expr) string {
	arg := func(i int) string {
		if i < len(e.Args) {
			return s.expr(e.Args[i])
		}
		return "nothing"
	}
	if text := s.plainExpr(e); text != "" {
		return text
	}
	switch e.Op {
	case form.Column:
		return s.column(e)
	case form.Literal:
		return value(e.Value)
	case form.Today:
		return "today"
	case form.Groups:
		return "groups"
	case form.Scalar:
		return "the " + Sentence(s.ix, e.Query)
	case form.Row:
		return s.list(e.Args)
	case form.Count:
		return s.count(e)
	case form.Div:
		if at := quarterNumber(e); at != nil {
			return "quarter number of " + s.expr(at)
		}
	case form.Percentile:
		return amount(e) + "th percentile of " + arg(0)
	case form.Band:
		return arg(0) + bands(e)
	case form.Corr:
		return "correlation of " + arg(0) + " and " + arg(1)
	case form.Max, form.Min:
		return s.extreme(e) + " " + arg(0)
	case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.Weekday, form.Hour:
		if e.Years.Fiscal() {
			return "fiscal " + string(e.Op) + " of " + arg(0)
		}
		return string(e.Op) + " of " + arg(0)
	case form.MonthNum:
		return "month number of " + arg(0)
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return string(e.Op) + " from " + arg(1) + " to " + arg(0)
	case form.Moving:
		return "moving average over " + amount(e) + " of " + arg(0)
	case form.If:
		return arg(0) + s.onlyFor(e.If)
	}
	if w, ok := prefixes[e.Op]; ok {
		switch {
		case e.Op == form.Sum && isNested(e):
			w = "sum of "
		case e.Op == form.Sum && strings.HasPrefix(arg(0), "total"):
			w = "" // the column says it already
		}
		if e.Distinct {
			w += "different "
		}
		return w + arg(0) + suffixes[e.Op]
	}
	if w, ok := infixes[e.Op]; ok {
		return s.operand(e, 0) + w + s.operand(e, 1)
	}
	return string(e.Op)
}

// bands says what the values of an expression are grouped by: the names of its bands, or
// their width.
func bands(e *form.Expr) string {
	if len(e.Cuts) == 0 {
		return " in bands of " + amount(e)
	}
	labels := make([]string, len(e.Cuts))
	for i, c := range e.Cuts {
		labels[i] = c.Label
	}
	return " (" + strings.Join(labels, ", ") + ")"
}

var (
	prefixes = map[form.Op]string{form.Sum: "total ", form.Avg: "average ", form.Median: "median ", form.Stdev: "standard deviation of ",
		form.Share: "share of ", form.Running: "running total of ", form.Prev: "previous ", form.Growth: "growth of ", form.Rank: "rank by ", form.Lower: ""}
	suffixes = map[form.Op]string{form.Share: " in percent", form.Growth: " in percent", form.Lower: " in any case"}
	infixes  = map[form.Op]string{form.Add: " plus ", form.Sub: " minus ", form.Mul: " times ", form.Div: " divided by ",
		form.Pct: " as a percentage of ", form.Change: " in percent change from ", form.ShareIn: " as a share in "}
)

// operand says a part of arithmetic, in brackets where it is one itself.
func (s *speaker) operand(e *form.Expr, i int) string {
	if i >= len(e.Args) {
		return "nothing"
	}
	text := s.expr(e.Args[i])
	if _, ok := infixes[e.Args[i].Op]; ok {
		return "(" + text + ")"
	}
	return text
}

func amount(e *form.Expr) string {
	if e.Value == nil {
		return "?"
	}
	return e.Value.Text
}

func (s *speaker) extreme(e *form.Expr) string {
	low, high := "lowest", "highest"
	if c := e.Args[0]; grain(c.Op) > 0 || c.Op == form.Column && s.ix.Columns[c.Column].Kind == index.Time {
		low, high = "earliest", "latest"
	}
	if e.Op == form.Min {
		return low
	}
	return high
}

func (s *speaker) count(e *form.Expr) string {
	if things := s.things(e); things != "" {
		return "number of " + things
	}
	return "number"
}

// things are what is counted, with their condition: "orders where status is
// 'open'".
func (s *speaker) things(e *form.Expr) string {
	if len(e.Args) == 0 {
		return ""
	}
	arg, condition := e.Args[0], ""
	if arg.Op == form.If {
		condition, arg = s.onlyFor(arg.If), arg.Args[0]
	}
	switch {
	case arg.Op == form.Column && arg.Column == 0:
		of := s.countedTable()
		if of < 0 {
			return "rows" + condition
		}
		return s.manyRows(of) + condition
	case arg.Op == form.Groups:
		if t := groupedTable(s.ix, s.q); s.plain && t >= 0 {
			return s.many(t) + condition
		}
		if noun := groupedEntity(s.ix, s.q); s.plain && noun != "" {
			return english.Plural(noun) + condition
		}
		return "groups" + condition
	case arg.Op == form.Column && arg.Via == 0 && s.ix.Columns[arg.Column].Unique:
		return different(e) + s.manyRows(s.ix.Columns[arg.Column].Table) + condition
	case arg.Op == form.Column && arg.Via == 0 && e.Distinct && s.ix.Columns[arg.Column].Foreign:
		if k := keyOf(s.ix, arg.Column, -1); k != nil && len(k.From) == 1 {
			return "different " + s.many(s.ix.Columns[k.To[0]].Table) + condition
		}
	case arg.Op == form.Column && arg.Via == 0 && e.Distinct:
		if noun := countedEntity(s.ix, arg.Column); noun != "" {
			return "different " + english.Plural(noun) + condition
		}
	}
	return different(e) + s.expr(arg) + condition
}

// countedEntity is what the different values of a column tell apart, in the
// singular; "" where they are only values.
func countedEntity(ix *index.Index, column int) string {
	if e := ix.EntityOf(column); e != nil {
		return e.Noun
	}
	return ""
}

// groupedEntity is what a query has one group for each of, where it groups by the
// key of an entity alone; "" where it does not.
func groupedEntity(ix *index.Index, q *form.Query) string {
	if len(q.Group) != 1 || q.Group[0].Op != form.Column || q.Group[0].Via != 0 {
		return ""
	}
	return countedEntity(ix, q.Group[0].Column)
}

func different(e *form.Expr) string {
	if e.Distinct {
		return "different "
	}
	return ""
}
