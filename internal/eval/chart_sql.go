package eval

import (
	"regexp"
	"strings"
)

var (
	chartHead = regexp.MustCompile(`(?i)^\s*visualize\s+.*?\bselect\b`)
	chartYear = regexp.MustCompile(`(?i)year$`)
	chartBin  = regexp.MustCompile(`(?i)\s+bin\s+(\S+)\s+by\s+(\w+)\s*$`)
)

var binFormats = map[string]string{"year": "%Y", "month": "%m", "weekday": "%w", "day": "%Y-%m-%d"}

// ChartSQL is the select of a query that says how a chart is made. What it bins
// becomes a part of the date, by which it groups and orders.
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
	if format == "%Y" && chartYear.MatchString(m[1]) {
		bucket = m[1] // a year already, which SQLite would take for a count of days
	}
	sql = strings.Replace(sql, m[1], bucket, 1)
	body, order := sql, ""
	if i := strings.Index(strings.ToUpper(sql), " ORDER BY "); i >= 0 {
		body, order = sql[:i], sql[i:]
	}
	if by := " ORDER BY " + m[1]; len(order) >= len(by) && strings.EqualFold(order[:len(by)], by) {
		order = " ORDER BY " + bucket + order[len(by):]
	}
	if i := strings.Index(strings.ToUpper(body), " GROUP BY "); i >= 0 {
		i += len(" GROUP BY ")
		return body[:i] + bucket + " , " + body[i:] + order
	}
	return body + " GROUP BY " + bucket + order
}

// SelectSeries adds what a chart's series are to what its query selects: the
// column that it groups by and does not show.
func SelectSeries(sql string) (string, bool) {
	upper := strings.ToUpper(sql)
	from, group := strings.Index(upper, " FROM "), strings.LastIndex(upper, " GROUP BY ")
	if from < 0 || group < from {
		return "", false
	}
	selected := sql[:from]
	end := strings.Index(upper[group:], " ORDER BY ")
	if end < 0 {
		end = len(sql) - group
	}
	for _, c := range split(sql[group+len(" GROUP BY "):group+end], ',') {
		if c = strings.TrimSpace(c); c != "" && !strings.Contains(strings.ToUpper(selected), strings.ToUpper(c)) {
			return selected + " , " + c + sql[from:], true
		}
	}
	return "", false
}
