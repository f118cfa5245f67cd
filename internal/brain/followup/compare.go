package followup

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// besides are messages that want another time beside that of the turn before:
// compare that with last year, vs 2024, year over year.
var besides = lazyregexp.New(`^(?:(?:and|now|ok|okay|so|please|then|but|also|can you|could you|show|me) )*` +
	`(?:(?:(?:how (?:does|do|did) (?:it|that|this|they|those|these) (?:compare|look)|compare[ds]?(?: (?:it|that|this|them|those|these))?|comparison) )?(?:to|with|against|vs|versus|beside)|(?:year|month|quarter|week) (?:over|on)|yoy)(?: |$)`)

// besideWhat is the time in such a message.
var besideWhat = lazyregexp.New(`(?:^| )(?:to|with|against|vs|versus|beside)(?: (?:the|that|those|of|in|for|a|same))*(?: (?:period|month|quarter|week|time|days))?(?: (?:of|in|the))* ` +
	`(?:(?:last|previous|prior|preceding) (year|quarter|month|week|period)|(year|quarter|month|week|period) (?:before|earlier|ago|prior)(?: (?:that|it))?|((?:19|20)\d\d))(?:'s)?(?: (?:figures?|numbers?|values?|results?|please))?(?: (?:in (?:a|the) (?:second|next|separate|new) column|side by side))?$`)

// overUnit is the same said shortly.
var overUnit = lazyregexp.New(`^(?:.* )?(year|month|quarter|week) (?:over|on) (year|month|quarter|week)$`)

var grainsOfTime = map[string]span.Grain{"week": span.Week, "month": span.Month, "quarter": span.Quarter, "year": span.Year}

// Compare is the form of the turn before with the figures of another time beside
// its own, for a message (in lower case, words alone) that asks for that. wanted
// is true where it does, and the form nil where that cannot be had.
func Compare(before *form.Query, message string) (query *form.Query, wanted bool) {
	compared := besides.MatchString(message) && (strings.Contains(message, "compar") || strings.Contains(message, "vs ") || strings.Contains(message, "versus ") ||
		strings.Contains(message, "against ") || strings.Contains(message, "yoy") || overUnit.MatchString(message) || strings.Contains(message, "how d"))
	other, ok := otherTime(message)
	if !compared || !ok {
		return nil, false
	}
	when, at := onlyPeriod(before)
	if when == nil {
		return nil, true
	}
	p, ok := other(when.Values[0].Period)
	if !ok || before.Other != nil || before.Having != nil || len(before.Per) > 0 || before.Place != nil {
		return nil, true
	}
	own, theirs := when.Values[0], periodValue(p)
	query = before.Clone()
	if len(query.Group) > 0 && len(query.Order) > 0 && query.Order[0].By.Aggregates() && !slices.ContainsFunc(query.Select, (*form.Expr).Aggregates) {
		query.Select = append(query.Select, query.Order[0].By.Clone()) // what it is ranked by
	}
	rest := slices.Delete(query.Where.Conjuncts(), at, at+1)
	earlier, later := own, theirs
	if p.Start.Before(own.Period.Start) {
		earlier, later = theirs, own
	}
	either := &form.Cond{Op: form.Or, Args: []*form.Cond{duringValue(when, earlier), duringValue(when, later)}}
	if earlier.Period.End.Equal(later.Period.Start) {
		either = duringValue(when, periodValue(span.Period{Start: earlier.Period.Start, End: later.Period.End, Grain: span.Day}))
	}
	if k := slices.IndexFunc(query.Group, isBucket); k >= 0 {
		if query.Group[k].Op != form.Month { // a number of the month is all that years have in common
			query.Where = form.AllOf(append([]*form.Cond{either}, rest...))
			return query, true
		}
		numberMonths(query)
	}
	if len(query.Group) > 0 {
		rest = append([]*form.Cond{either}, rest...)
	}
	query.Where = form.AllOf(rest)
	if !splitFigures(query, when, earlier, later, own) {
		return nil, true
	}
	return query, true
}

// otherTime reads which time a message wants beside that of the turn before.
func otherTime(message string) (func(span.Period) (span.Period, bool), bool) {
	unit := ""
	if m := besideWhat.FindStringSubmatch(message); m != nil {
		if year, err := strconv.Atoi(m[3]); err == nil {
			return func(p span.Period) (span.Period, bool) {
				within := !p.End.After(p.Start.AddDate(1, 0, 0)) && p.Start.Year() != year
				return p.Shifted(span.Year, year-p.Start.Year()), within
			}, true
		}
		unit = m[1] + m[2]
	} else if m := overUnit.FindStringSubmatch(message); m != nil && m[1] == m[2] {
		unit = m[1]
	} else if strings.HasSuffix(message, "yoy") {
		unit = "year"
	}
	g, ok := grainsOfTime[unit]
	if !ok && unit != "period" {
		return nil, false
	}
	return func(p span.Period) (span.Period, bool) {
		grain := g
		if unit == "period" {
			grain = p.Grain
		}
		q := p.Shifted(grain, -1)
		return q, !q.End.After(p.Start) && !q.Start.IsZero() // a month is not set beside its year
	}, true
}

// onlyPeriod is the only period that a form is limited to, with its place among the
// conditions; nil where there is none, or where it has no two ends.
func onlyPeriod(q *form.Query) (when *form.Cond, at int) {
	for i, c := range q.Where.Conjuncts() {
		if c.Op != form.During {
			continue
		}
		p := c.Values[0].Period
		if when != nil || c.Left.Op != form.Column || p.Recurring() || p.Start.IsZero() || p.End.IsZero() {
			return nil, 0
		}
		when, at = c, i
	}
	return when, at
}

// periodValue is a period as a value, in the words that a reading has for it.
func periodValue(p span.Period) *form.Value {
	const day = "2 Jan 2006"
	text := "from " + p.Start.Format(day) + " to " + p.End.AddDate(0, 0, -1).Format(day)
	switch {
	case p.Start.YearDay() == 1 && p.End.Equal(p.Start.AddDate(1, 0, 0)):
		text = p.Start.Format("2006")
	case p.Start.Day() == 1 && p.End.Equal(p.Start.AddDate(0, 1, 0)):
		text = p.Start.Format("January 2006")
	}
	return &form.Value{Kind: form.Period, Text: text, Period: p}
}

// duringValue is a condition with another period.
func duringValue(c *form.Cond, v *form.Value) *form.Cond {
	return &form.Cond{Op: form.During, Left: c.Left.Clone(), Values: []*form.Value{v}}
}

// isBucket is true for a group by a part of time that comes once.
func isBucket(e *form.Expr) bool {
	switch e.Op {
	case form.Day, form.Week, form.Month, form.Quarter, form.Year:
		return true
	}
	return false
}

// numberMonths puts the number of the month in the place of the month, everywhere:
// March of one year stands beside March of the other, in the order of the year.
func numberMonths(q *form.Query) {
	for _, list := range [][]*form.Expr{q.Group, q.Select} {
		for _, e := range list {
			if e.Op == form.Month {
				e.Op = form.MonthNum
			}
		}
	}
	by := q.Group[slices.IndexFunc(q.Group, func(e *form.Expr) bool { return e.Op == form.MonthNum })]
	q.Order, q.Limit = []form.Order{{By: by.Clone()}}, nil
}

// splitFigures gives a form each figure twice, of the earlier time and the later; its
// rows stay in the order of the figure of their own time. It is false for figures
// that cannot be taken apart.
func splitFigures(q *form.Query, when *form.Cond, earlier, later, own *form.Value) bool {
	part := func(e *form.Expr, v *form.Value) (*form.Expr, bool) {
		e = e.Clone()
		return e, limitTo(e, duringValue(when, v))
	}
	var list []*form.Expr
	figures := 0
	for _, e := range q.Select {
		if !e.Aggregates() {
			list = append(list, e)
			continue
		}
		a, ok := part(e, earlier)
		b, also := part(e, later)
		if !ok || !also {
			return false
		}
		list = append(list, a, b)
		figures++
	}
	for i, o := range q.Order {
		if !o.By.Aggregates() {
			continue
		}
		by, ok := part(o.By, own)
		if !ok {
			return false
		}
		q.Order[i].By = by
	}
	q.Select = list
	return figures > 0
}

// limitTo lets every aggregate of an expression count only where a condition
// holds. It is false for expressions over the rows of the result.
func limitTo(e *form.Expr, where *form.Cond) bool {
	switch e.Op {
	case form.Count, form.Max, form.Min, form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev:
		if len(e.Args) != 1 || e.Args[0].Aggregates() || e.Args[0].Op == form.Groups || e.Args[0].Op == form.If {
			return false
		}
		e.Args = []*form.Expr{{Op: form.If, Args: e.Args, If: where.Clone()}}
		return true
	case form.Share, form.ShareIn, form.Running, form.Moving, form.Prev, form.Growth, form.Rank, form.Scalar:
		return false
	}
	return !slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return !limitTo(a, where) })
}
