package render

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// Clause is one part of a reading in plain words.
type Clause struct{ Label, Text string }

// Words says part by part how a form was understood.
func Words(ix *index.Index, q *form.Query) []Clause {
	s := speaker{ix}
	var list []Clause
	add := func(label, text string) {
		if text != "" {
			list = append(list, Clause{label, text})
		}
	}
	add("show", s.selected(q))
	add("where", s.where(q.Where))
	add("for each", s.group(q))
	add("having", s.where(q.Having))
	add("order", s.order(q))
	add("limit", s.limit(q))
	if q.Other != nil {
		add(setWords[q.Set], s.sentence(q.Other))
	}
	return list
}

var setWords = map[form.SetOp]string{form.Union: "together with", form.Intersect: "that are also", form.Except: "but not"}

// Sentence says the whole reading in one line. It is also what a follow-up's
// model reads of the turn before, so it is short, and the same form always
// gives the same words.
func Sentence(ix *index.Index, q *form.Query) string { return speaker{ix}.sentence(q) }

// speaker puts forms into words.
type speaker struct{ ix *index.Index }

func (s speaker) sentence(q *form.Query) string {
	var parts []string
	add := func(before, text string) {
		if text != "" {
			parts = append(parts, before+text)
		}
	}
	add("", s.selected(q))
	add("where ", s.where(q.Where))
	add("for each ", s.group(q))
	add("having ", s.where(q.Having))
	add("by ", s.order(q))
	add("", s.limit(q))
	if q.Other != nil {
		add(setWords[q.Set]+" ", s.sentence(q.Other))
	}
	return strings.Join(parts, " ")
}

func (s speaker) selected(q *form.Query) string {
	text := s.list(q.Select, q)
	if q.Distinct {
		text = "different " + text
	}
	return text
}

// group names what the result is for each of, where the select list does not
// say it already.
func (s speaker) group(q *form.Query) string { return s.list(q.Group, q) }

func (s speaker) list(exprs []*form.Expr, q *form.Query) string {
	words := make([]string, len(exprs))
	for i, e := range exprs {
		words[i] = s.expr(e, q)
	}
	return strings.Join(words, ", ")
}

func (s speaker) order(q *form.Query) string {
	var words []string
	for _, o := range q.Order {
		way := " ascending"
		if o.Desc {
			way = " descending"
		}
		words = append(words, s.expr(o.By, q)+way)
	}
	return strings.Join(words, ", ")
}

func (s speaker) limit(q *form.Query) string {
	text := ""
	switch {
	case q.Place != nil:
		text = "only number " + q.Place.Text
	case q.Limit != nil:
		text = "only the first " + q.Limit.Text
	default:
		return ""
	}
	if len(q.Per) > 0 {
		text += " per " + s.list(q.Per, q)
	}
	return text
}

// thing is the plural of what the rows of a query are: the table that refers
// to the others.
func (s speaker) thing(q *form.Query) string {
	main := -1
	for _, t := range q.Tables {
		if main < 0 || s.refers(t, main) {
			main = t
		}
	}
	if main < 0 {
		return "rows"
	}
	return many(strings.Join(s.ix.Tables[main].Words, " "))
}

// refers says that rows of one table hold keys of the other.
func (s speaker) refers(from, to int) bool {
	for _, k := range s.ix.Keys {
		if s.ix.Columns[k.From[0]].Table == from && s.ix.Columns[k.To[0]].Table == to {
			return true
		}
	}
	return false
}

func many(noun string) string {
	switch {
	case noun == "", strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "data"), strings.HasSuffix(noun, "history"):
		return noun
	case strings.HasSuffix(noun, "y") && len(noun) > 1 && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// column names a column, with its table where its own name does not say it.
func (s speaker) column(n, via int) string {
	c := s.ix.Columns[n]
	words := c.Words
	owner := s.ix.Tables[c.Table].Words
	if via > 0 {
		owner = s.ix.Columns[via].Words
		if last := len(owner) - 1; last > 0 && (owner[last] == "id" || owner[last] == "number" || owner[last] == "code" || owner[last] == "key") {
			owner = owner[:last]
		}
	}
	have := map[string]bool{}
	for _, w := range words {
		have[w] = true
	}
	var before []string
	for _, w := range owner {
		if !have[w] {
			before = append(before, w)
		}
	}
	if len(before) < len(owner) && via == 0 {
		before = nil // customer name says whose name it is
	}
	return strings.Join(append(before, words...), " ")
}

var exprWords = map[form.Op]string{
	form.Max: "highest", form.Min: "lowest", form.Sum: "total", form.Avg: "average", form.Median: "median", form.Stdev: "standard deviation of",
	form.Day: "day of", form.Week: "week of", form.Month: "month of", form.Quarter: "quarter of", form.Year: "year of",
	form.MonthNum: "month of the year of", form.Weekday: "day of the week of", form.Hour: "hour of",
	form.Share: "share in percent of", form.Running: "running total of", form.Prev: "previous", form.Growth: "growth in percent of", form.Rank: "rank of", form.Lower: "",
}

var between = map[form.Op]string{form.Add: "plus", form.Sub: "minus", form.Mul: "times", form.Div: "divided by"}

func (s speaker) expr(e *form.Expr, q *form.Query) string {
	arg := func(i int) string { return s.expr(e.Args[i], q) }
	switch e.Op {
	case form.Column:
		if e.Column == 0 {
			return "all of " + s.thing(q)
		}
		return s.column(e.Column, e.Via)
	case form.Literal:
		return e.Value.Text
	case form.Today:
		return "today"
	case form.Groups:
		return "groups"
	case form.Scalar:
		return "the " + s.sentence(e.Query)
	case form.Count:
		return s.count(e, q)
	case form.If:
		return arg(0) + " with " + s.where(e.If)
	case form.Percentile:
		return e.Value.Text + "th percentile of " + arg(0)
	case form.Moving:
		return e.Value.Text + " period moving average of " + arg(0)
	case form.Pct:
		return arg(0) + " as percent of " + arg(1)
	case form.Change:
		return "change in percent to " + arg(0) + " from " + arg(1)
	case form.ShareIn:
		return "share in percent of " + arg(0) + " within " + arg(1)
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return string(e.Op) + " from " + arg(1) + " to " + arg(0)
	}
	if word, ok := between[e.Op]; ok {
		return arg(0) + " " + word + " " + arg(1)
	}
	word := exprWords[e.Op]
	if e.Distinct {
		word += " different"
	}
	return strings.TrimSpace(word + " " + arg(0))
}

func (s speaker) count(e *form.Expr, q *form.Query) string {
	a := e.Args[0]
	switch {
	case a.Op == form.Column && a.Column == 0:
		return "number of " + s.thing(q)
	case a.Op == form.If && a.Args[0].Op == form.Column && a.Args[0].Column == 0:
		return "number of " + s.thing(q) + " with " + s.where(a.If)
	case e.Distinct:
		return "number of different " + s.expr(a, q)
	}
	return "number of " + s.expr(a, q)
}

var testWords = map[form.CondOp]string{
	form.Equal: "is", form.NotEqual: "is not", form.Less: "is less than", form.Greater: "is more than", form.LessEqual: "is at most", form.GreaterEqual: "is at least",
	form.AnyOf: "is any of", form.NoneOf: "is none of", form.In: "is one of", form.NotIn: "is none of", form.IsNull: "is empty", form.NotNull: "is not empty",
	form.Contains: "contains", form.StartsWith: "starts with", form.EndsWith: "ends with", form.Matches: "is",
	form.NotContains: "does not contain", form.NotStartsWith: "does not start with", form.NotEndsWith: "does not end with", form.NotMatches: "is not",
	form.During: "in", form.NotDuring: "not in",
}

func (s speaker) where(c *form.Cond) string {
	if c == nil {
		return ""
	}
	switch c.Op {
	case form.And, form.Or:
		parts := make([]string, len(c.Args))
		for i, a := range c.Args {
			parts[i] = s.where(a)
			if a.Op == form.Or && c.Op == form.And {
				parts[i] = "(" + parts[i] + ")"
			}
		}
		return strings.Join(parts, " "+string(c.Op)+" ")
	case form.AsOf:
		day := "today"
		if len(c.Values) > 0 {
			day = PeriodWords(c.Values[0].Period)
		}
		return "valid on " + day + " by " + s.expr(c.Left, nil)
	}
	none := &form.Query{}
	text := s.expr(c.Left, none) + " " + testWords[c.Op]
	var values []string
	for _, v := range c.Values {
		if v.Kind == form.Period {
			values = append(values, PeriodWords(v.Period))
		} else {
			values = append(values, v.Text)
		}
	}
	switch {
	case c.Op == form.Between:
		return s.expr(c.Left, none) + " is between " + strings.Join(values, " and ")
	case c.Query != nil:
		return text + " " + s.sentence(c.Query)
	case c.Right != nil:
		return text + " " + s.expr(c.Right, none)
	case len(values) > 0:
		return text + " " + strings.Join(values, ", ")
	}
	return text
}

// PeriodWords says a period so that it can be read again: 2025, Q3 2025,
// October 2025, 5 May 2025, since …, before …, … to ….
func PeriodWords(p span.Period) string {
	if p.Recurring() {
		return everyWords(p.Every)
	}
	const day = "2 January 2006"
	switch {
	case p.Start.IsZero() && p.End.IsZero():
		return "any time"
	case p.Start.IsZero():
		return "the time before " + p.End.Format(day)
	case p.End.IsZero():
		return "the time since " + p.Start.Format(day)
	}
	m := p.Start.Month()
	first := p.Start.Day() == 1 && p.Start.Hour() == 0
	switch {
	case first && m == 1 && p.End.Equal(p.Start.AddDate(1, 0, 0)):
		return p.Start.Format("2006")
	case first && (m-1)%3 == 0 && p.End.Equal(p.Start.AddDate(0, 3, 0)):
		return "Q" + string(rune('1'+(int(m)-1)/3)) + " " + p.Start.Format("2006")
	case first && p.End.Equal(p.Start.AddDate(0, 1, 0)):
		return p.Start.Format("January 2006")
	case p.End.Equal(p.Start.AddDate(0, 0, 1)):
		return p.Start.Format(day)
	}
	return p.Start.Format(day) + " to " + p.End.AddDate(0, 0, -1).Format(day)
}

func everyWords(e span.Every) string {
	name := func(n int) string {
		switch e.Of {
		case span.Month:
			return [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}[(n-1)%12]
		case span.Day:
			return [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}[n%7]
		}
		return e.Of.String() + " " + string(rune('0'+n%10))
	}
	if e.First == e.Last {
		return "every " + name(e.First)
	}
	return "every " + name(e.First) + " to " + name(e.Last)
}
