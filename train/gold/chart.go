package gold

import (
	"regexp"
	"strings"
)

var (
	chartHead = regexp.MustCompile(`(?i)^\s*visualize\s+.*?\bselect\b`)
	chartBin  = regexp.MustCompile(`(?i)\s+bin\s+(\S+)\s+by\s+(\w+)\s*$`)
)

var binFormats = map[string]string{"year": "%Y", "month": "%m", "weekday": "%w", "day": "%Y-%m-%d"}

// ChartSQL is the select of a query that says how a chart is made. What it bins
// becomes a part of the date, by which it groups.
func ChartSQL(visual string) string {
	sql := chartHead.ReplaceAllString(visual, "SELECT")
	m := chartBin.FindStringSubmatch(sql)
	if m == nil {
		return sql
	}
	sql = chartBin.ReplaceAllString(sql, "")
	format, ok := binFormats[strings.ToLower(m[2])]
	if !ok {
		return sql
	}
	bucket := "strftime('" + format + "', " + m[1] + ")"
	sql = strings.Replace(sql, m[1], bucket, 1)
	if i := strings.Index(strings.ToUpper(sql), " ORDER BY "); i >= 0 {
		return sql[:i] + " GROUP BY " + bucket + sql[i:]
	}
	return sql + " GROUP BY " + bucket
}

// Ordered says that a statement ends with an order of all its rows.
func Ordered(sql string) bool {
	depth, last := 0, false
	upper := strings.ToUpper(sql)
	for i := 0; i < len(upper); i++ {
		switch upper[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && strings.HasPrefix(upper[i:], "ORDER BY") {
			last = true
		}
	}
	return last
}
