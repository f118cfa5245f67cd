package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	dayLayout   = "2006-01-02"
	clockLayout = "2006-01-02 15:04:05"
)

// stored says how the times of an expression are written.
type stored struct {
	form index.Form
	kind table.Kind
}

// quarterText is '2025-Q3': no column holds it, but a result may.
const quarterText index.Form = 255

// clock reports whether there is a time of day beside the date.
func (s stored) clock() bool {
	switch s.form {
	case index.StampText, index.EpochSecond, index.EpochMilli:
		return true
	case index.Native:
		return s.kind != table.Date
	}
	return false
}

// storedAs finds how the times of an expression are written: as those of the
// column that they come from.
func (r *renderer) storedAs(e *form.Expr) stored {
	switch e.Op {
	case form.Column:
		c := &r.ix.Columns[e.Column]
		s := stored{c.Form, c.Type}
		if s.form == index.NoForm {
			if c.Type.Temporal() {
				s.form = index.Native
			} else {
				s.form = index.StampText
			}
		}
		return s
	case form.Max, form.Min, form.If, form.Prev, form.Median, form.Percentile:
		return r.storedAs(e.Args[0])
	case form.Day, form.Week, form.Today:
		if r.d != SQLite {
			return stored{index.Native, table.Date}
		}
		return stored{index.DateText, table.Text}
	case form.Month:
		return stored{index.MonthText, table.Text}
	case form.Quarter:
		return stored{quarterText, table.Text}
	case form.Year:
		return stored{index.YearNumber, table.Text}
	case form.Scalar:
		if len(e.Query.Select) > 0 {
			return r.storedAs(e.Query.Select[0])
		}
	}
	return stored{index.DateText, table.Text}
}

// instant writes a date or timestamp of the engine (for SQLite, a text that
// its functions take for one) from a value that is stored in its own way.
func (r *renderer) instant(sql string, s stored) string {
	switch r.d {
	case SQLite:
		return sqliteInstant(sql, s)
	case DuckDB:
		return duckdbInstant(sql, s)
	}
	return postgresInstant(sql, s)
}

func sqliteInstant(sql string, s stored) string {
	switch s.form {
	case index.MonthText:
		return sql + " || '-01'"
	case index.DayNumber:
		return fmt.Sprintf("substr(%s, 1, 4) || '-' || substr(%s, 5, 2) || '-' || substr(%s, 7, 2)", sql, sql, sql)
	case index.MonthNumber:
		return fmt.Sprintf("substr(%s, 1, 4) || '-' || substr(%s, 5, 2) || '-01'", sql, sql)
	case index.YearNumber:
		return sql + " || '-01-01'"
	case index.EpochSecond:
		return fmt.Sprintf("datetime(%s, 'unixepoch')", sql)
	case index.EpochMilli:
		return fmt.Sprintf("datetime(%s / 1000, 'unixepoch')", sql)
	}
	return sql
}

func duckdbInstant(sql string, s stored) string {
	switch s.form {
	case index.Native:
		if s.kind == table.TimestampTZ {
			return fmt.Sprintf("CAST(%s AS TIMESTAMP)", sql)
		}
	case index.DateText:
		return fmt.Sprintf("CAST(%s AS DATE)", sql)
	case index.StampText:
		return fmt.Sprintf("CAST(%s AS TIMESTAMP)", sql)
	case index.MonthText:
		return fmt.Sprintf("CAST(%s || '-01' AS DATE)", sql)
	case index.DayNumber:
		return fmt.Sprintf("strptime(CAST(%s AS VARCHAR), '%%Y%%m%%d')", sql)
	case index.MonthNumber:
		return fmt.Sprintf("strptime(CAST(%s AS VARCHAR), '%%Y%%m')", sql)
	case index.YearNumber:
		return fmt.Sprintf("make_date(CAST(%s AS BIGINT), 1, 1)", sql)
	case index.EpochSecond:
		return fmt.Sprintf("make_timestamp(CAST(%s AS BIGINT) * 1000000)", sql)
	case index.EpochMilli:
		return fmt.Sprintf("make_timestamp(CAST(%s AS BIGINT) * 1000)", sql)
	}
	return sql
}

func postgresInstant(sql string, s stored) string {
	switch s.form {
	case index.DateText:
		return fmt.Sprintf("CAST(%s AS date)", sql)
	case index.StampText:
		return fmt.Sprintf("CAST(%s AS timestamp)", sql)
	case index.MonthText:
		return fmt.Sprintf("CAST(%s || '-01' AS date)", sql)
	case index.DayNumber:
		return fmt.Sprintf("to_date(CAST(%s AS text), 'YYYYMMDD')", sql)
	case index.MonthNumber:
		return fmt.Sprintf("to_date(CAST(%s AS text), 'YYYYMM')", sql)
	case index.YearNumber:
		return fmt.Sprintf("make_date(CAST(%s AS integer), 1, 1)", sql)
	case index.EpochSecond:
		return fmt.Sprintf("(to_timestamp(%s) AT TIME ZONE 'UTC')", sql)
	case index.EpochMilli:
		return fmt.Sprintf("(to_timestamp(%s / 1000.0) AT TIME ZONE 'UTC')", sql)
	}
	return sql
}

// datePart writes a part of a date. Months, quarters and years are text, the
// same on every engine.
func (r *renderer) datePart(e *form.Expr, sql string, s stored) string {
	if e.Years.Fiscal() {
		return r.fiscalPart(e, sql, s)
	}
	return r.partOf(e.Op, sql, s)
}

// fiscalPart writes the quarter or year of a time in years that begin in another month than
// January: those of a day that lies as many months away.
func (r *renderer) fiscalPart(e *form.Expr, sql string, s stored) string {
	at, on := r.instant(sql, s), e.Years.MonthsOn()
	switch r.d {
	case SQLite:
		at = fmt.Sprintf("date(%s, 'start of month', '%+d months')", at, on)
		s = stored{index.DateText, table.Text}
	default:
		sign := "+"
		if on < 0 {
			sign, on = "-", -on
		}
		at = fmt.Sprintf("(%s %s INTERVAL '%d months')", at, sign, on)
		s = stored{index.Native, table.Timestamp}
	}
	return "'FY' || " + r.partOf(e.Op, at, s)
}

func (r *renderer) partOf(op form.Op, sql string, s stored) string {
	switch {
	case op == form.Year && s.form == index.YearNumber:
		return r.asText(sql)
	case op == form.Month && s.form == index.MonthText:
		return sql
	case op == form.MonthNum && s.form == index.MonthOfYear:
		return sql
	case op == form.Year && s.form == index.MonthText:
		return fmt.Sprintf("substr(%s, 1, 4)", sql)
	}
	return strings.ReplaceAll(dateParts[r.d][op], "@", r.instant(sql, s))
}

// weekdayName writes the name of a time's day of the week, in English.
func (r *renderer) weekdayName(sql string, s stored) string {
	at := r.instant(sql, s)
	switch r.d {
	case DuckDB:
		return fmt.Sprintf("dayname(%s)", at)
	case Postgres:
		return fmt.Sprintf("to_char(%s, 'FMDay')", at)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "CASE strftime('%%w', %s)", at)
	for d := time.Sunday; d <= time.Saturday; d++ {
		fmt.Fprintf(&b, " WHEN '%d' THEN '%s'", d, d)
	}
	return b.String() + " END"
}

// isTextPart reports whether a part of a date is digits in a text: it must
// become a number before it is computed with.
func isTextPart(op form.Op) bool {
	return op == form.Year || op == form.MonthNum || op == form.Weekday || op == form.Hour
}

// dateParts are the parts of a date in the words of each engine; @ is the date.
var dateParts = map[Dialect]map[form.Op]string{
	SQLite: {
		form.Day:      "date(@)",
		form.Week:     "date(@, 'weekday 0', '-6 days')",
		form.Month:    "strftime('%Y-%m', @)",
		form.Quarter:  "strftime('%Y', @) || '-Q' || ((CAST(strftime('%m', @) AS INTEGER) + 2) / 3)",
		form.Year:     "strftime('%Y', @)",
		form.MonthNum: "strftime('%m', @)",
		form.Weekday:  "strftime('%w', @)",
		form.Hour:     "strftime('%H', @)",
	},
	DuckDB: {
		form.Day:      "CAST(@ AS DATE)",
		form.Week:     "CAST(date_trunc('week', @) AS DATE)",
		form.Month:    "strftime(@, '%Y-%m')",
		form.Quarter:  "strftime(@, '%Y') || '-Q' || quarter(@)",
		form.Year:     "strftime(@, '%Y')",
		form.MonthNum: "strftime(@, '%m')",
		form.Weekday:  "strftime(@, '%w')",
		form.Hour:     "strftime(@, '%H')",
	},
	Postgres: {
		form.Day:      "CAST(@ AS date)",
		form.Week:     "CAST(date_trunc('week', @) AS date)",
		form.Month:    "to_char(@, 'YYYY-MM')",
		form.Quarter:  `to_char(@, 'YYYY-"Q"Q')`,
		form.Year:     "to_char(@, 'YYYY')",
		form.MonthNum: "to_char(@, 'MM')",
		form.Weekday:  "CAST(extract(dow FROM @) AS text)",
		form.Hour:     "to_char(@, 'HH24')",
	},
}

// quarterOf writes the number of a time's quarter.
func (r *renderer) quarterOf(sql string, s stored) string {
	at := r.instant(sql, s)
	switch r.d {
	case SQLite:
		return fmt.Sprintf("(CAST(strftime('%%m', %s) AS INTEGER) + 2) / 3", at)
	case DuckDB:
		return fmt.Sprintf("quarter(%s)", at)
	}
	return fmt.Sprintf("CAST(extract(quarter FROM %s) AS integer)", at)
}

// asText writes a number or other value as text.
func (r *renderer) asText(sql string) string {
	if r.d == DuckDB {
		return fmt.Sprintf("CAST(%s AS VARCHAR)", sql)
	}
	return fmt.Sprintf("CAST(%s AS TEXT)", sql)
}

// asWhole writes a text of digits as a number.
func (r *renderer) asWhole(sql string) string { return fmt.Sprintf("CAST(%s AS INTEGER)", sql) }

// Days in a year and in a month, on average.
const (
	daysInYear  = "365.25"
	daysInMonth = "30.4375"
)

// difference writes the time from b to a. Days, hours and minutes are exact to
// the second; months and years are days over their average length. Of what has no
// more than a year, years are counted: who was born in 1990 is 35 in 2025.
func (r *renderer) difference(op form.Op, a, b string, sa, sb stored) string {
	if op == form.Years && (sa.form == index.YearNumber || sb.form == index.YearNumber) {
		return fmt.Sprintf("%s - %s", r.yearNumber(a, sa), r.yearNumber(b, sb))
	}
	a, b = r.instant(a, sa), r.instant(b, sb)
	if op == form.Days && sa.clock() != sb.clock() { // from a moment to a day people count days
		if sa.clock() {
			a, sa = r.dayOf(a), stored{index.DateText, table.Text}
		} else {
			b, sb = r.dayOf(b), stored{index.DateText, table.Text}
		}
	}
	var days, seconds string
	switch {
	case r.d == SQLite && !sa.clock() && !sb.clock():
		if op == form.Days {
			return fmt.Sprintf("julianday(%s) - julianday(%s)", a, b)
		}
		days = fmt.Sprintf("(julianday(%s) - julianday(%s))", a, b)
		seconds = days + " * 86400.0"
	case r.d == SQLite:
		seconds = fmt.Sprintf("(unixepoch(%s) - unixepoch(%s))", a, b)
	case r.d == DuckDB:
		seconds = fmt.Sprintf("(epoch(%s) - epoch(%s))", a, b)
	default:
		seconds = fmt.Sprintf("extract(epoch FROM CAST(%s AS timestamp) - CAST(%s AS timestamp))", a, b)
	}
	if days == "" {
		days = seconds + " / 86400.0"
	}
	switch op {
	case form.Days:
		return days
	case form.Hours:
		return seconds + " / 3600.0"
	case form.Minutes:
		return seconds + " / 60.0"
	case form.Months:
		return days + " / " + daysInMonth
	}
	return days + " / " + daysInYear
}

// dayOf writes the day of a moment.
func (r *renderer) dayOf(sql string) string {
	if r.d == SQLite {
		return "date(" + sql + ")"
	}
	return "CAST(" + sql + " AS date)"
}

// yearNumber writes the year of a time as a number.
func (r *renderer) yearNumber(sql string, s stored) string {
	if s.form == index.YearNumber && s.kind.Numeric() {
		return sql
	}
	return r.asWhole(r.partOf(form.Year, sql, s))
}

// bound writes an end of a period as the column writes its times. up says that
// a bound inside a unit of the column is moved to the next one.
func (r *renderer) bound(t time.Time, s stored, up bool) string {
	quote := func(v string) string {
		if s.kind.Numeric() {
			return v
		}
		return text(v)
	}
	first := func(t, unit time.Time, next time.Time) time.Time {
		if up && t.After(unit) {
			return next
		}
		return unit
	}
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	month := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
	year := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	switch s.form {
	case index.MonthText:
		return text(first(t, month, month.AddDate(0, 1, 0)).Format("2006-01"))
	case quarterText:
		start := month.AddDate(0, -(int(t.Month())-1)%3, 0)
		q := first(t, start, start.AddDate(0, 3, 0))
		return text(fmt.Sprintf("%d-Q%d", q.Year(), (q.Month()+2)/3))
	case index.MonthNumber:
		return quote(first(t, month, month.AddDate(0, 1, 0)).Format("200601"))
	case index.DayNumber:
		return quote(first(t, day, day.AddDate(0, 0, 1)).Format("20060102"))
	case index.YearNumber:
		return quote(first(t, year, year.AddDate(1, 0, 0)).Format("2006"))
	case index.EpochSecond:
		return quote(fmt.Sprint(t.Unix()))
	case index.EpochMilli:
		return quote(fmt.Sprint(t.UnixMilli()))
	}
	if s.clock() && !t.Equal(day) {
		return text(t.Format(clockLayout))
	}
	return text(first(t, day, day.AddDate(0, 0, 1)).Format(dayLayout))
}
