package render

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/table"
)

// compose writes an operation whose operands part writes.
func (b *block) compose(e *form.Expr, part func(*form.Expr) string) string {
	switch e.Op {
	case form.Literal:
		return b.literal(e.Value)
	case form.Today:
		if b.d == SQLite {
			return text(b.now.Format(dayLayout))
		}
		return "DATE " + text(b.now.Format(dayLayout))
	case form.Scalar:
		return "(" + indentQuery(b.query(e.Query)) + ")"
	case form.Add, form.Sub:
		sign := map[form.Op]string{form.Add: " + ", form.Sub: " - "}[e.Op]
		return b.summand(e.Args[0], part) + sign + b.summand(e.Args[1], part)
	case form.Mul:
		return b.operand(e.Args[0], part) + " * " + b.operand(e.Args[1], part)
	case form.Div:
		if at := quarterNumber(e); at != nil {
			return b.quarterOf(part(at), b.storedAs(at))
		}
		return b.quotient(e.Args[0], e.Args[1], part)
	case form.Pct:
		return "100.0 * " + b.operand(e.Args[0], part) + " / " + b.divisor(e.Args[1], part)
	case form.Change:
		to, from := b.operand(e.Args[0], part), b.operand(e.Args[1], part)
		return fmt.Sprintf("100.0 * (%s - %s) / %s", to, from, b.divisor(e.Args[1], part))
	case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.MonthNum, form.Weekday, form.Hour:
		if e.Named {
			return b.weekdayName(part(e.Args[0]), b.storedAs(e.Args[0]))
		}
		at := part(e.Args[0])
		if c := e.Args[0]; c.Op == form.Column && c.Column > 0 && b.ix.Columns[c.Column].Type == table.Time && b.d == DuckDB {
			at = "DATE '2000-01-01' + " + at // strftime wants a day
		}
		return b.datePart(e, at, b.storedAs(e.Args[0]))
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return b.difference(e.Op, part(e.Args[0]), part(e.Args[1]), b.storedAs(e.Args[0]), b.storedAs(e.Args[1]))
	case form.Band:
		return b.band(e, part)
	case form.If:
		return b.choice(e, part, part, "")
	case form.Lower:
		return "LOWER(" + part(e.Args[0]) + ")"
	case form.Row:
		var list []string
		for _, a := range e.Args {
			list = append(list, part(a))
		}
		return "(" + strings.Join(list, ", ") + ")"
	}
	return b.fail("%s cannot be written here", e.Op)
}

// band writes the lower end of the band that a number lies in, as a whole number
// where the width is one.
func (b *block) band(e *form.Expr, part func(*form.Expr) string) string {
	if len(e.Cuts) > 0 {
		var s strings.Builder
		for _, c := range e.Cuts {
			if c.Below == "" {
				s.WriteString(" ELSE " + text(c.Label))
				continue
			}
			below, ok := number(c.Below)
			if !ok {
				return b.fail("%q is no end of a band", c.Below)
			}
			than := " < "
			if c.Through {
				than = " <= "
			}
			s.WriteString(" WHEN " + b.operand(e.Args[0], part) + than + below + " THEN " + text(c.Label))
		}
		return "CASE" + s.String() + " END"
	}
	if e.Value == nil {
		return b.fail("a band needs its width")
	}
	width, ok := number(e.Value.Text)
	if !ok || strings.Trim(width, "-0.") == "" {
		return b.fail("%q is no width of a band", e.Value.Text)
	}
	sql := fmt.Sprintf("FLOOR(%s / %s) * %s", b.operand(e.Args[0], part), real(width), width)
	if strings.Contains(width, ".") {
		return sql
	}
	return b.asWhole(sql)
}

// quarterNumber finds the time of which an expression computes the quarter, as
// people who write SQL do: (month + 2) / 3. There, no fraction is meant.
func quarterNumber(e *form.Expr) *form.Expr {
	isNumber := func(x *form.Expr, n string) bool { return x.Op == form.Literal && x.Value.Text == n }
	if e.Op != form.Div || !isNumber(e.Args[1], "3") {
		return nil
	}
	if sum := e.Args[0]; sum.Op == form.Add && sum.Args[0].Op == form.MonthNum && isNumber(sum.Args[1], "2") {
		return sum.Args[0].Args[0]
	}
	return nil
}

// choice writes the operand, as value does, where the condition holds, else
// what otherwise says.
func (b *block) choice(e *form.Expr, part, value func(*form.Expr) string, otherwise string) string {
	then := "1"
	if a := e.Args[0]; a.Op != form.Groups && (a.Op != form.Column || a.Column != 0) {
		then = value(a)
	}
	if otherwise != "" {
		otherwise = " ELSE " + otherwise
	}
	return fmt.Sprintf("CASE WHEN %s THEN %s%s END", b.cond(e.If, part), then, otherwise)
}

// quotient writes a division that is never one of whole numbers.
func (b *block) quotient(over, under *form.Expr, part func(*form.Expr) string) string {
	top := b.operand(over, part)
	switch {
	case b.d == DuckDB || b.isReal(over) || b.isReal(under) || under.Op == form.Literal:
	case over.Op == form.Literal:
		top = real(top)
	default:
		top = "1.0 * " + top
	}
	return top + " / " + b.divisor(under, part)
}

// divisor writes what is divided by: null rather than zero. SQLite does so by
// itself.
func (b *block) divisor(e *form.Expr, part func(*form.Expr) string) string {
	if e.Op == form.Literal {
		if n, ok := number(e.Value.Text); ok && strings.Trim(n, "-0.") != "" {
			return real(n)
		}
	}
	if b.d == SQLite {
		return b.operand(e, part)
	}
	return "NULLIF(" + b.numeral(e, part) + ", 0)"
}

var simple = regexp.MustCompile(`^[\w."]+$`)

// operand writes a part of arithmetic, in brackets where it needs them.
func (b *block) operand(e *form.Expr, part func(*form.Expr) string) string {
	sql := b.numeral(e, part)
	switch e.Op {
	case form.Add, form.Sub, form.Mul, form.Div, form.Pct, form.Change, form.Days, form.Hours, form.Minutes, form.Months, form.Years,
		form.Share, form.ShareIn, form.Growth, form.Quarter, form.Band:
		if !simple.MatchString(sql) {
			return "(" + sql + ")"
		}
	}
	return sql
}

// summand writes a part of a sum. A sum over rows that do not exist adds
// nothing.
func (b *block) summand(e *form.Expr, part func(*form.Expr) string) string {
	sql := b.operand(e, part)
	if e.Op == form.Scalar && e.Query.Select[0].Op == form.Sum && len(e.Query.Group) == 0 {
		return "COALESCE(" + sql + ", 0)"
	}
	return sql
}

// numeral writes an operand as a number: flags count 0 and 1, and years are no
// texts here.
func (b *block) numeral(e *form.Expr, part func(*form.Expr) string) string {
	return b.asNumber(e, part(e))
}

func (b *block) asNumber(e *form.Expr, sql string) string {
	switch {
	case isTextPart(e.Op):
		return b.asWhole(sql)
	case e.Op == form.If && (e.Args[0].Op != form.Column || e.Args[0].Column != 0):
		return b.asNumber(e.Args[0], sql)
	case e.Op != form.Column || e.Column == 0 || b.d == SQLite:
		return sql
	}
	switch b.ix.Columns[e.Column].Type {
	case table.Bool:
		return "CAST(" + sql + " AS INTEGER)"
	case table.Text:
		return "CAST(" + sql + " AS " + b.d.double() + ")"
	}
	return sql
}

// isReal reports whether the value certainly has a fraction's type, so that
// dividing it is no division of whole numbers.
func (b *block) isReal(e *form.Expr) bool {
	switch e.Op {
	case form.Avg, form.Div, form.Pct, form.Change, form.Share, form.ShareIn, form.Growth, form.Moving, form.Median, form.Stdev, form.Corr,
		form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return true
	case form.Literal:
		return strings.Contains(e.Value.Text, ".")
	case form.Column:
		t := b.ix.Columns[e.Column].Type
		return t == table.Float || t == table.Decimal && b.d != SQLite
	case form.Sum, form.Max, form.Min, form.Running, form.Prev, form.If:
		return b.isReal(e.Args[0])
	case form.Add, form.Sub, form.Mul:
		return b.isReal(e.Args[0]) || b.isReal(e.Args[1])
	}
	return false
}
