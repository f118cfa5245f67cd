package chart

import (
	"fmt"
	"strings"
)

// Times are drawn in UTC: rows hold what the database said, and a reader's
// time zone must not move a month's first day into the month before. Weeks
// are drawn by day, because Vega's weeks begin on Sundays.
var (
	timeUnits = map[Period]string{
		Year: "utcyear", Quarter: "utcyearquarter", Month: "utcyearmonth", Week: "utcyearmonthdate", Day: "utcyearmonthdate",
		Hour: "utcyearmonthdatehours", Minute: "utcyearmonthdatehoursminutes", Second: "utcyearmonthdatehoursminutesseconds",
	}
	timeFormats = map[Period]string{
		Year: "%Y", Quarter: "Q%q %Y", Month: "%b %Y", Week: "%-d %b %Y", Day: "%-d %b %Y",
		Hour: "%-d %b %H:%M", Minute: "%-d %b %H:%M", Second: "%-d %b %H:%M:%S",
	}
)

// interval is the step of ticks that stand on whole periods.
func interval(p Period) (name string, step int) {
	switch p {
	case Year, Month:
		return string(p), 1
	case Quarter:
		return "month", 3
	}
	return "", 0
}

// numberAxis writes numbers as a format says.
func numberAxis(f Format) object {
	switch f.Style {
	case Short:
		// Vega calls a billion G.
		return object{"labelExpr": fmt.Sprintf("replace(format(datum.value, '.%d~s'), 'G', 'B')", f.Decimals+2)}
	case Fraction:
		return object{"format": fmt.Sprintf(".%d~%%", f.Decimals)}
	case Percent:
		return object{"labelExpr": fmt.Sprintf("format(datum.value, ',.%d~f') + '%%'", f.Decimals)}
	}
	axis := object{"format": fmt.Sprintf(",.%d~f", f.Decimals)}
	if f.Decimals == 0 {
		axis["tickMinStep"] = 1 // else halves come out as the same whole number twice
	}
	return axis
}

// field writes a column's name as Vega-Lite's path to it: dots and brackets
// would else mean something inside the value.
func field(column string) string {
	return pathEscapes.Replace(column)
}

var (
	pathEscapes = strings.NewReplacer(`\`, `\\`, `.`, `\.`, `[`, `\[`, `]`, `\]`, `'`, `\'`, `"`, `\"`)
	textEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`)
)

// datum is a column in an expression.
func datum(column string) string { return "datum[" + quote(column) + "]" }

// quote writes a text in an expression.
func quote(s string) string { return "'" + textEscapes.Replace(s) + "'" }
