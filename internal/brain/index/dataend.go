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
	_, last, ok := daysOf(c, c.Max, at)
	return last, ok
}

// Days are the first and the last day that a column of times tells of; false where that
// is not known.
func (ix *Index) Days(column int, at *time.Location) (first, last time.Time, ok bool) {
	c := &ix.Columns[column]
	if c.Kind != Time {
		return first, last, false
	}
	first, _, begins := daysOf(c, c.Min, at)
	last, ends := lastDay(c, at)
	return first, last, begins && ends && !last.Before(first)
}

// daysOf are the first and the last day of what a column holds.
func daysOf(c *Column, text string, at *time.Location) (first, last time.Time, ok bool) {
	layout, months, years := "", 0, 0
	switch c.Form {
	case Native, DateText, StampText:
		layout = time.DateOnly
	case DayNumber:
		layout = "20060102"
	case MonthText:
		layout, months = "2006-01", 1
	case MonthNumber:
		layout, months = "200601", 1
	case YearNumber:
		layout, years = "2006", 1
	}
	if layout == "" || len(text) < len(layout) {
		return first, last, false
	}
	first, err := time.ParseInLocation(layout, text[:len(layout)], at)
	if last = first; months+years > 0 {
		last = first.AddDate(years, months, -1)
	}
	return first, last, err == nil
}
