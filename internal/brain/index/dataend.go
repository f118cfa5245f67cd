package index

import "time"

// longAgo is how far before today data must end to count as old.
const longAgo = 92 * 24 * time.Hour

// DataEnd is the last day that the data tell of, where that is long before now:
// the quarter before it is what people mean by the last quarter. It is false for
// data that go up to now, and where no column says.
func (ix *Index) DataEnd(now time.Time) (time.Time, bool) {
	var end time.Time
	for i := range ix.Columns {
		c := &ix.Columns[i]
		if c.Kind != Time || c.Form == YearNumber && ix.hasDays(c.Table) {
			continue
		}
		last, ok := lastDay(c, now.Location())
		switch {
		case !ok:
		case last.After(now):
			return time.Time{}, false // plans, or terms that run on
		case last.After(end):
			end = last
		}
	}
	if end.IsZero() || now.Sub(end) < longAgo {
		return time.Time{}, false
	}
	return end, true
}

// hasDays is true for a table with a date that says more than a year.
func (ix *Index) hasDays(table int) bool {
	for _, n := range ix.Tables[table].Columns {
		if c := &ix.Columns[n]; c.Kind == Time && c.Form != YearNumber && c.Max != "" {
			if _, ok := lastDay(c, time.UTC); ok {
				return true
			}
		}
	}
	return false
}

// lastDay is the last day of a column's largest value.
func lastDay(c *Column, at *time.Location) (time.Time, bool) {
	parse := func(layout string) (time.Time, bool) {
		if len(c.Max) < len(layout) {
			return time.Time{}, false
		}
		t, err := time.ParseInLocation(layout, c.Max[:len(layout)], at)
		return t, err == nil
	}
	switch c.Form {
	case Native, DateText, StampText:
		return parse(time.DateOnly)
	case DayNumber:
		return parse("20060102")
	case MonthText:
		t, ok := parse("2006-01")
		return t.AddDate(0, 1, -1), ok
	case MonthNumber:
		t, ok := parse("200601")
		return t.AddDate(0, 1, -1), ok
	case YearNumber:
		t, ok := parse("2006")
		return t.AddDate(1, 0, -1), ok
	}
	return time.Time{}, false
}
