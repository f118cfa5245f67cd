package render

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/table"
)

// bracketCond writes a condition so that AND may stand beside it.
func (b *block) bracketCond(c *form.Cond, part func(*form.Expr) string) string {
	s := b.cond(c, part)
	if c.Op == form.Or && len(c.Args) > 1 {
		return "(" + s + ")"
	}
	return s
}

// cond writes a condition over what part writes.
func (b *block) cond(c *form.Cond, part func(*form.Expr) string) string {
	switch c.Op {
	case form.And, form.Or:
		word := " AND "
		if c.Op == form.Or {
			word = " OR "
		}
		var list []string
		for _, a := range c.Args {
			if c.Op == form.And {
				list = append(list, b.bracketCond(a, part))
			} else {
				list = append(list, b.cond(a, part))
			}
		}
		return strings.Join(list, word)
	case form.Equal, form.NotEqual, form.Less, form.Greater, form.LessEqual, form.GreaterEqual:
		return b.comparison(c, part)
	case form.IsNull:
		return part(c.Left) + " IS NULL"
	case form.NotNull:
		return part(c.Left) + " IS NOT NULL"
	case form.In, form.NotIn:
		return b.membership(c, part)
	case form.AsOf:
		return b.asOf(c, part)
	}
	if len(c.Values) == 0 {
		return b.fail("a condition has nothing to compare with")
	}
	switch c.Op {
	case form.Between:
		if len(c.Values) != 2 {
			return b.fail("a range needs two ends")
		}
		return fmt.Sprintf("%s BETWEEN %s AND %s", part(c.Left), b.valueFor(c.Left, c.Values[0]), b.valueFor(c.Left, c.Values[1]))
	case form.AnyOf, form.NoneOf:
		return b.list(c, part)
	case form.During:
		return b.during(part(c.Left), c.Left, c.Values[0].Period)
	case form.NotDuring:
		return b.notDuring(part(c.Left), c.Left, c.Values[0].Period)
	}
	return b.like(c, part)
}

func (b *block) comparison(c *form.Cond, part func(*form.Expr) string) string {
	if c.Right == nil {
		return b.fail("a condition has nothing to compare with")
	}
	sign := string(c.Op)
	if c.Op == form.NotEqual {
		sign = "<>"
	}
	if c.Right.Op == form.Literal {
		if c.Right.Value.Kind == form.Period {
			return b.againstPeriod(c, part(c.Left))
		}
		if list := b.valuesFor(c.Left, c.Right.Value); len(list) > 1 && (c.Op == form.Equal || c.Op == form.NotEqual) {
			return part(c.Left) + map[form.CondOp]string{form.Equal: " IN (", form.NotEqual: " NOT IN ("}[c.Op] + strings.Join(list, ", ") + ")"
		}
		return part(c.Left) + " " + sign + " " + b.valueFor(c.Left, c.Right.Value)
	}
	if c.Left.Op == form.Literal {
		return b.valueFor(c.Right, c.Left.Value) + " " + sign + " " + b.operand(c.Right, part)
	}
	left, right := part(c.Left), part(c.Right)
	if b.d != SQLite && b.isTime(c.Left) && b.isTime(c.Right) {
		l, r := b.storedAs(c.Left), b.storedAs(c.Right)
		if l != r {
			left, right = b.instant(left, l), b.instant(right, r)
		}
	}
	return left + " " + sign + " " + right
}

// isTime reports whether the expression is a date or time.
func (b *block) isTime(e *form.Expr) bool {
	switch e.Op {
	case form.Column:
		return b.ix.Columns[e.Column].Kind == index.Time || b.ix.Columns[e.Column].Type.Temporal()
	case form.Day, form.Week, form.Today:
		return true
	case form.Max, form.Min, form.If, form.Prev:
		return b.isTime(e.Args[0])
	}
	return false
}

// againstPeriod compares with a period: before it, after it, or in it.
func (b *block) againstPeriod(c *form.Cond, left string) string {
	p := c.Right.Value.Period
	s := b.storedAs(c.Left)
	switch {
	case c.Op == form.Equal || p.Recurring():
		return b.during(left, c.Left, p)
	case c.Op == form.NotEqual:
		return b.notDuring(left, c.Left, p)
	}
	start, end := p.Start, p.End
	if start.IsZero() {
		start = end
	}
	if end.IsZero() {
		end = start
	}
	switch c.Op {
	case form.Less:
		return left + " < " + b.bound(start, s, false)
	case form.LessEqual:
		return left + " < " + b.bound(end, s, true)
	case form.Greater:
		return left + " >= " + b.bound(end, s, true)
	}
	return left + " >= " + b.bound(start, s, false)
}

func (b *block) list(c *form.Cond, part func(*form.Expr) string) string {
	var list []string
	for _, v := range c.Values {
		for _, s := range b.valuesFor(c.Left, v) {
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	word := " IN ("
	if c.Op == form.NoneOf {
		word = " NOT IN ("
	}
	return part(c.Left) + word + strings.Join(list, ", ") + ")"
}

// membership writes In and NotIn. Null in the inner query would make every
// NOT IN unknown.
func (b *block) membership(c *form.Cond, part func(*form.Expr) string) string {
	width := 1
	if c.Left.Op == form.Row {
		width = len(c.Left.Args)
	}
	if c.Query == nil || len(c.Query.Select) != width {
		return b.fail("the inner question must ask for as much as it is compared with")
	}
	if c.Op == form.In {
		return part(c.Left) + " IN (" + indentQuery(b.query(c.Query)) + ")"
	}
	inner := *c.Query
	if width > 1 {
		for _, value := range inner.Select {
			if value.Op != form.Column || b.ix.Columns[value.Column].Nullable {
				inner.Where = and(inner.Where, &form.Cond{Op: form.NotNull, Left: value})
			}
		}
		return part(c.Left) + " NOT IN (" + indentQuery(b.query(&inner)) + ")"
	}
	value := inner.Select[0]
	if inner.Set == form.NoSet && !isLimited(&inner) && !has(value, isWindow) && !has(value, isNested) {
		known := &form.Cond{Op: form.NotNull, Left: value}
		switch {
		case value.Op == form.Column && !b.ix.Columns[value.Column].Nullable && inner.Keep == form.NoTable:
		case has(value, isAggregate):
			inner.Having = and(inner.Having, known)
		default:
			inner.Where = and(inner.Where, known)
		}
		return part(c.Left) + " NOT IN (" + indentQuery(b.query(&inner)) + ")"
	}
	name := "v"
	sql := fmt.Sprintf("SELECT %s FROM (%s) AS part(%s) WHERE %s IS NOT NULL", name, indentQuery(b.query(&inner)), name, name)
	if b.d == SQLite {
		sql = fmt.Sprintf("SELECT * FROM (%s) AS part EXCEPT SELECT NULL", indentQuery(b.query(&inner)))
	}
	return part(c.Left) + " NOT IN (" + sql + ")"
}

func and(list ...*form.Cond) *form.Cond {
	var parts []*form.Cond
	for _, c := range list {
		parts = append(parts, c.Conjuncts()...)
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return &form.Cond{Op: form.And, Args: parts}
}

func (b *block) like(c *form.Cond, part func(*form.Expr) string) string {
	v := c.Values[0].Text
	left := part(c.Left)
	if b.d != SQLite && !b.isText(c.Left) {
		left = b.asText(left)
	}
	if c.Op == form.Matches || c.Op == form.NotMatches {
		sign := " = "
		if c.Op == form.NotMatches {
			sign = " <> "
		}
		return "LOWER(" + left + ")" + sign + foldCase(v)
	}
	pattern := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(v)
	escaped := pattern != v
	switch c.Op {
	case form.Contains, form.NotContains:
		pattern = "%" + pattern + "%"
	case form.StartsWith, form.NotStartsWith:
		pattern += "%"
	case form.EndsWith, form.NotEndsWith:
		pattern = "%" + pattern
	default:
		return b.fail("%s is no condition", c.Op)
	}
	word := " LIKE "
	if b.d != SQLite {
		word = " ILIKE "
	}
	if strings.HasPrefix(string(c.Op), "not") {
		word = " NOT" + word
	}
	s := left + word + text(pattern)
	if escaped {
		s += ` ESCAPE '\'`
	}
	return s
}

// foldCase writes a text without difference of case. The engine folds what is
// not ASCII, so that both sides are folded alike.
func foldCase(s string) string {
	for _, r := range s {
		if r > 127 {
			return "LOWER(" + text(s) + ")"
		}
	}
	return text(strings.ToLower(s))
}

func (b *block) isText(e *form.Expr) bool {
	switch e.Op {
	case form.Column:
		return b.ix.Columns[e.Column].Type == table.Text
	case form.Max, form.Min, form.If, form.Lower:
		return b.isText(e.Args[0]) || e.Op == form.Lower
	case form.Month, form.Quarter:
		return true
	}
	return isTextPart(e.Op)
}

// during writes that a time lies in a period.
func (b *block) during(left string, e *form.Expr, p span.Period) string {
	s := b.storedAs(e)
	var parts []string
	if !p.Start.IsZero() {
		parts = append(parts, left+" >= "+b.bound(p.Start, s, false))
	}
	if !p.End.IsZero() {
		parts = append(parts, left+" < "+b.bound(p.End, s, true))
	}
	if p.Recurring() {
		parts = append(parts, b.recurring(left, s, p.Every))
	}
	if len(parts) == 0 {
		return b.fail("a period has no bounds")
	}
	if s.form == index.MonthOfYear || s.form == index.QuarterOfYear {
		return b.partOfYear(left, s, p)
	}
	return strings.Join(parts, " AND ")
}

func (b *block) notDuring(left string, e *form.Expr, p span.Period) string {
	s := b.storedAs(e)
	if p.Recurring() || s.form == index.MonthOfYear || s.form == index.QuarterOfYear {
		return "NOT (" + b.during(left, e, p) + ")"
	}
	var parts []string
	if !p.Start.IsZero() {
		parts = append(parts, left+" < "+b.bound(p.Start, s, false))
	}
	if !p.End.IsZero() {
		parts = append(parts, left+" >= "+b.bound(p.End, s, true))
	}
	switch len(parts) {
	case 0:
		return b.fail("a period has no bounds")
	case 1:
		return parts[0]
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}

// recurring writes that a time lies in a part of the calendar that comes again.
func (b *block) recurring(left string, s stored, e span.Every) string {
	switch e.Of {
	case span.Month:
		return within(b.asWhole(b.partOf(form.MonthNum, left, s)), e.First, e.Last, 12)
	case span.Quarter:
		return monthsWithin(b.asWhole(b.partOf(form.MonthNum, left, s)), 3*e.First-2, 3*e.Last)
	case span.Half:
		return monthsWithin(b.asWhole(b.partOf(form.MonthNum, left, s)), 6*e.First-5, 6*e.Last)
	case span.Day:
		return within(b.asWhole(b.partOf(form.Weekday, left, s)), e.First, e.Last, 7)
	}
	return b.fail("every %s is not understood", e.Of)
}

// within writes that a number of a cycle lies from first to last. Weekday 7 is
// weekday 0.
func within(sql string, first, last, cycle int) string {
	wrap := func(n int) int {
		if cycle == 7 {
			return n % 7
		}
		return n
	}
	if first == last {
		return fmt.Sprintf("%s = %d", sql, wrap(first))
	}
	if cycle == 12 && first < last {
		return monthsWithin(sql, first, last)
	}
	var list []string
	for n := first; ; n++ {
		if n > cycle {
			n = 1
		}
		list = append(list, itoa(wrap(n)))
		if n == last || len(list) > cycle {
			break
		}
	}
	return sql + " IN (" + strings.Join(list, ", ") + ")"
}

func monthsWithin(sql string, first, last int) string {
	return fmt.Sprintf("%s BETWEEN %d AND %d", sql, first, last)
}

// partOfYear compares a column that holds only the month or quarter.
func (b *block) partOfYear(left string, s stored, p span.Period) string {
	first, last := p.Every.First, p.Every.Last
	if !p.Recurring() {
		if p.Start.IsZero() || p.End.IsZero() {
			return b.fail("a month without a year cannot be before or after a day")
		}
		end := p.End.Add(-time.Second)
		first, last = int(p.Start.Month()), int(end.Month())
		if s.form == index.QuarterOfYear {
			first, last = (first+2)/3, (last+2)/3
		}
	}
	if first == last {
		return left + " = " + itoa(first)
	}
	return monthsWithin(left, first, last)
}

// asOf writes that something is valid on a day.
func (b *block) asOf(c *form.Cond, part func(*form.Expr) string) string {
	if c.Right == nil {
		return b.fail("a validity needs its end")
	}
	day := b.now
	if len(c.Values) > 0 {
		switch v := c.Values[0]; {
		case v.Kind == form.Period && !v.Period.Start.IsZero():
			day = v.Period.Start
		case v.Kind == form.Period && !v.Period.End.IsZero():
			day = v.Period.End.AddDate(0, 0, -1)
		default:
			t, err := time.Parse(dayLayout, v.Text)
			if err != nil {
				return b.fail("%q is no day", v.Text)
			}
			day = t
		}
	}
	day = time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	left, right := part(c.Left), part(c.Right)
	ls, rs := b.storedAs(c.Left), b.storedAs(c.Right)
	begun := left + " <= " + b.bound(day, ls, false)
	if ls.clock() {
		begun = left + " < " + b.bound(day.AddDate(0, 0, 1), ls, false)
	}
	return fmt.Sprintf("%s AND (%s IS NULL OR %s >= %s)", begun, right, right, b.bound(day, rs, false))
}
