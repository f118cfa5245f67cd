package render

import (
	"fmt"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/table"
)

// isStatistic reports whether SQLite has no such aggregate, so that rows must be
// numbered first.
func isStatistic(e *form.Expr) bool {
	return e.Op == form.Median || e.Op == form.Percentile || e.Op == form.Stdev
}

// aggregate writes one value for all rows of a group.
func (s *sel) aggregate(e *form.Expr) string {
	if e.Op == form.Corr && len(e.Args) == 2 {
		return s.correlation(e.Args[0], e.Args[1])
	}
	if len(e.Args) != 1 {
		return s.b.fail("%s needs one operand", e.Op)
	}
	arg := e.Args[0]
	if s.nested && !isNested(e) && position(s.b.q.Group, arg) == 0 {
		return s.rollUp(e)
	}
	distinct := ""
	if e.Distinct {
		distinct = "DISTINCT "
	}
	switch e.Op {
	case form.Count:
		if arg.Op == form.Groups {
			return "COUNT(*)"
		}
		if arg.Op == form.Column && arg.Column == 0 {
			if s.b.star != nil && !s.nested {
				return "COUNT(" + s.read(s.b.star) + ")"
			}
			return "COUNT(*)"
		}
		return "COUNT(" + distinct + s.read(arg) + ")"
	case form.Sum:
		return s.sum(arg, distinct)
	case form.Avg:
		return "AVG(" + distinct + s.b.asNumber(arg, s.read(arg)) + ")"
	case form.Max:
		return "MAX(" + s.b.orderable(arg, s.read(arg)) + ")"
	case form.Min:
		return "MIN(" + s.b.orderable(arg, s.read(arg)) + ")"
	}
	return s.statistic(e, arg)
}

// orderable writes a value that has a least and a greatest one: flags have none
// on PostgreSQL.
func (b *block) orderable(e *form.Expr, sql string) string {
	if e.Op == form.Column && b.ix.Columns[e.Column].Type == table.Bool {
		return b.asNumber(e, sql)
	}
	return sql
}

// sum writes a sum. What does not fulfil a condition adds nothing, and rows
// that are kept without a partner have a sum of nothing: zero. Where no row means
// that a value is not known, the sum of none is null.
func (s *sel) sum(arg *form.Expr, distinct string) string {
	var inner string
	switch {
	case arg.Op == form.If && s.from == nil:
		otherwise := "0"
		if of := arg.Args[0]; of.Op == form.Column && of.Column > 0 && s.b.ix.Tables[s.b.ix.Columns[of.Column].Table].Cells {
			otherwise = ""
		}
		inner = s.b.choice(arg, s.b.row, func(e *form.Expr) string { return s.b.asNumber(e, s.b.row(e)) }, otherwise)
	case arg.Op == form.If:
		inner = "COALESCE(" + s.b.asNumber(arg, s.read(arg)) + ", 0)"
	default:
		inner = s.b.asNumber(arg, s.read(arg))
	}
	sql := "SUM(" + distinct + inner + ")"
	if len(s.b.branches(func(visit func(*form.Expr)) { walkExpr(arg, visit) })) > 0 {
		return "COALESCE(" + sql + ", 0)"
	}
	return sql
}

// rollUp writes an aggregate of rows from the same aggregate of groups.
func (s *sel) rollUp(e *form.Expr) string {
	switch e.Op {
	case form.Count, form.Sum:
		return "SUM(" + s.read(e) + ")"
	case form.Max, form.Min:
		return map[form.Op]string{form.Max: "MAX(", form.Min: "MIN("}[e.Op] + s.read(e) + ")"
	}
	return s.b.fail("%s of rows cannot stand beside a figure of groups", e.Op)
}

// statistic writes the median, a percentile by nearest rank, or the standard
// deviation of a sample.
func (s *sel) statistic(e, arg *form.Expr) string {
	x := s.b.asNumber(arg, s.read(arg))
	rank := ""
	if e.Op == form.Percentile {
		if e.Value == nil {
			return s.b.fail("a percentile needs its number")
		}
		n, ok := number(e.Value.Text)
		if !ok {
			return s.b.fail("%q is no percentile", e.Value.Text)
		}
		rank = n
	}
	switch s.b.d {
	case DuckDB:
		switch e.Op {
		case form.Median:
			return fmt.Sprintf("median(CAST(%s AS DOUBLE))", x)
		case form.Percentile:
			return fmt.Sprintf("quantile_disc(%s, %s / 100.0)", x, rank)
		}
		return fmt.Sprintf("stddev_samp(%s)", x)
	case Postgres:
		switch e.Op {
		case form.Median:
			return fmt.Sprintf("percentile_cont(0.5) WITHIN GROUP (ORDER BY %s)", x)
		case form.Percentile:
			return fmt.Sprintf("percentile_disc(%s / 100.0) WITHIN GROUP (ORDER BY %s)", rank, x)
		}
		return fmt.Sprintf("stddev_samp(%s)", x)
	}
	if s.from == nil || s.from.label != ranked {
		return s.b.fail("%s cannot stand here", e.Op)
	}
	if e.Op == form.Stdev {
		mean := s.from.over("mean", "AVG("+s.from.read(arg)+")", "")
		return fmt.Sprintf("SQRT(SUM((%s - %s) * (%s - %s)) / NULLIF(COUNT(%s) - 1, 0))", x, mean, x, mean, x)
	}
	value := s.from.read(arg)
	place := s.from.over("place", "ROW_NUMBER()", value+" IS NULL, "+value)
	count := s.from.over("values_in_all", "COUNT("+value+")", "")
	if e.Op == form.Median {
		return fmt.Sprintf("AVG(CASE WHEN %s IN ((%s + 1) / 2, (%s + 2) / 2) THEN %s END)", place, count, count, x)
	}
	return fmt.Sprintf("MIN(CASE WHEN %s * 100 >= %s * %s THEN %s END)", place, count, rank, x)
}

// correlation writes Pearson's coefficient, over the rows where both values are
// known. SQLite has only sums for it.
func (s *sel) correlation(a, b *form.Expr) string {
	x, y := s.b.asNumber(a, s.read(a)), s.b.asNumber(b, s.read(b))
	switch s.b.d {
	case DuckDB:
		return fmt.Sprintf("corr(%s, %s)", y, x)
	case Postgres:
		return fmt.Sprintf("corr(CAST(%s AS DOUBLE PRECISION), CAST(%s AS DOUBLE PRECISION))", y, x)
	}
	x, y = bracket(x), bracket(y)
	both := func(value, other string) string {
		return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN %s END", other, value)
	}
	n, sx, sy := fmt.Sprintf("COUNT(%s + %s)", x, y), "SUM("+both(x, y)+")", "SUM("+both(y, x)+")"
	spread := func(value, other, sum string) string {
		return fmt.Sprintf("(%s * SUM(%s) - %s * %s)", n, both(fmt.Sprintf("1.0 * %s * %s", value, value), other), sum, sum)
	}
	return fmt.Sprintf("(%s * SUM(1.0 * %s * %s) - %s * %s) / NULLIF(SQRT(%s * %s), 0)", n, x, y, sx, sy, spread(x, y, sx), spread(y, x, sy))
}

// bracket puts what is more than a name into brackets.
func bracket(sql string) string {
	if simple.MatchString(sql) {
		return sql
	}
	return "(" + sql + ")"
}

// ranked is the name of rows that were numbered for a statistic.
const ranked = "ranked"

// over adds a column that looks at all rows of the same group.
func (s *sel) over(name, function, order string) string {
	window := ""
	for i, g := range s.group {
		if i == 0 {
			window = "PARTITION BY "
		} else {
			window += ", "
		}
		window += s.read(g)
	}
	if order != "" {
		if window != "" {
			window += " "
		}
		window += "ORDER BY " + order
	}
	return s.extra(name, function+" OVER ("+window+")")
}
