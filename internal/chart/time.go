package chart

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// Years outside of this range are more likely other numbers.
const (
	firstYear = 1000
	lastYear  = 2999
)

// dayLayouts and monthLayouts are dates as people write them. Forms in which
// the day and the month could be mixed up are left out.
var (
	dayLayouts   = []string{"2006/01/02", "2006/1/2", "2006-1-2", "January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", "02-Jan-2006"}
	monthLayouts = []string{"January 2006", "Jan 2006", "2006/01", "January, 2006"}
)

// longestTime bounds the texts that are tried as times.
const longestTime = 40

// TimeOf reads a value as a point in time, in UTC, and says how exact its form
// is: a date, a timestamp, a text such as 2025-03, 2025-Q1, 2025-W07 or March
// 2025, or a number that is a year.
func TimeOf(v table.Value) (time.Time, Period, bool) {
	switch v.Kind() {
	case table.Date:
		t, ok := v.Time()
		return t, Day, ok
	case table.Timestamp, table.TimestampTZ:
		t, ok := v.Time()
		return t, Second, ok
	case table.Int:
		n, ok := v.Int64()
		return startOf(int(n), 1), Year, ok && firstYear <= n && n <= lastYear
	case table.Decimal, table.Float: // so files write years that are missing in places
		f, ok := v.Float64()
		return startOf(int(f), 1), Year, ok && f == math.Trunc(f) && firstYear <= f && f <= lastYear
	case table.Text:
		return timeOfText(strings.TrimSpace(v.Raw()))
	}
	return time.Time{}, NoPeriod, false
}

func startOf(year, month int) time.Time {
	return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
}

func timeOfText(s string) (time.Time, Period, bool) {
	if len(s) < 4 || len(s) > longestTime || !strings.ContainsAny(s, "0123456789") {
		return time.Time{}, NoPeriod, false
	}
	if year, ok := yearOf(s); ok {
		return startOf(year, 1), Year, true
	}
	if t, p, ok := partOfYear(s); ok {
		return t, p, true
	}
	if v, ok := table.Parse(table.Date, s); ok {
		t, ok := v.Time()
		return t, Day, ok
	}
	for _, k := range []table.Kind{table.Timestamp, table.TimestampTZ} {
		if v, ok := table.Parse(k, s); ok {
			t, ok := v.Time()
			return t, Second, ok
		}
	}
	for _, layouts := range []struct {
		list   []string
		period Period
	}{{dayLayouts, Day}, {monthLayouts, Month}} {
		for _, l := range layouts.list {
			if t, err := time.Parse(l, s); err == nil {
				return t, layouts.period, true
			}
		}
	}
	return time.Time{}, NoPeriod, false
}

func yearOf(s string) (int, bool) {
	if len(s) != 4 {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && firstYear <= n && n <= lastYear
}

// partOfYear reads 2025-03, 2025-Q1, 2025Q1, 2025 Q1, Q1 2025 and 2025-W07.
func partOfYear(s string) (time.Time, Period, bool) {
	if quarter, year, ok := strings.Cut(s, " "); ok && len(quarter) == 2 && (quarter[0] == 'Q' || quarter[0] == 'q') {
		s = year + quarter
	}
	if len(s) < 6 || len(s) > 8 {
		return time.Time{}, NoPeriod, false
	}
	year, ok := yearOf(s[:4])
	if !ok {
		return time.Time{}, NoPeriod, false
	}
	rest := s[4:]
	divided := strings.ContainsRune("- ", rune(rest[0]))
	if divided {
		rest = rest[1:]
	}
	letter := rest[0] | 0x20
	if letter == 'q' || letter == 'w' {
		rest = rest[1:]
	}
	n, err := strconv.Atoi(rest)
	switch {
	case err != nil || rest[0] < '0' || rest[0] > '9':
	case letter == 'q' && len(rest) == 1 && n >= 1 && n <= 4:
		return startOf(year, 3*n-2), Quarter, true
	case letter == 'w' && len(rest) == 2 && n >= 1 && n <= 53:
		// The fourth of January is always in week 1, which begins on a Monday.
		fourth := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC)
		return fourth.AddDate(0, 0, 7*(n-1)-(int(fourth.Weekday())+6)%7), Week, true
	case divided && len(rest) == 2 && n >= 1 && n <= 12 && letter != 'q' && letter != 'w':
		return startOf(year, n), Month, true
	}
	return time.Time{}, NoPeriod, false
}

// periodOf is the step between times: what their forms say, or what all of
// them begin. The column's name decides where few values leave it open.
func periodOf(times []time.Time, form Period, name string) Period {
	if form != Day && form != Second {
		return form
	}
	all := alike(times)
	names := func(word string) bool { return strings.Contains(strings.ToLower(name), word) }
	many := all.distinct >= 3
	switch {
	case !all.midnights:
		return all.clockPeriod()
	case all.firsts && all.januaries && (many || names("year")):
		return Year
	case all.firsts && all.quarters && (names("quarter") || many && !names("month")):
		return Quarter
	case all.firsts && (many || names("month")):
		return Month
	case all.sameWeekday && (names("week") || many && (all.weekday == time.Monday || all.weekday == time.Sunday)):
		return Week
	}
	return Day
}

// traits is what is true of every one of some times.
type traits struct {
	januaries, quarters, firsts         bool // in January; in the first month of a quarter; on the first of a month
	midnights, wholeHours, wholeMinutes bool
	sameWeekday                         bool
	weekday                             time.Weekday // of the last
	distinct                            int
}

func alike(times []time.Time) traits {
	all := traits{true, true, true, true, true, true, true, -1, 0}
	distinct := map[time.Time]bool{}
	for _, t := range times {
		distinct[t] = true
		all.firsts = all.firsts && t.Day() == 1
		all.quarters = all.quarters && (t.Month()-1)%3 == 0
		all.januaries = all.januaries && t.Month() == time.January
		all.midnights = all.midnights && t.Equal(t.Truncate(24*time.Hour))
		all.wholeHours = all.wholeHours && t.Equal(t.Truncate(time.Hour))
		all.wholeMinutes = all.wholeMinutes && t.Equal(t.Truncate(time.Minute))
		all.sameWeekday = all.sameWeekday && (all.weekday < 0 || all.weekday == t.Weekday())
		all.weekday = t.Weekday()
	}
	all.distinct = len(distinct)
	return all
}

// clockPeriod is the step between times of day.
func (all traits) clockPeriod() Period {
	switch {
	case all.wholeHours:
		return Hour
	case all.wholeMinutes:
		return Minute
	}
	return Second
}
