package index

import (
	"math"
	"time"
)

// Coverage is from which day to which a time column tells of something. So many
// days of Slack without a row say nothing.
type Coverage struct {
	First, Last time.Time
	Slack       int
}

// Coverage is from which day to which the values of a time column tell of
// something; nil where not all rows were read to find out.
func (ix *Index) Coverage(column int) *Coverage {
	c := &ix.Columns[column]
	if c.Kind != Time || c.Table < 0 || !ix.Tables[c.Table].Counted || c.Distinct < 2 {
		return nil
	}
	last, ok := lastDay(c, time.UTC)
	smallest := *c
	smallest.Max = c.Min
	first, known := lastDay(&smallest, time.UTC)
	if !ok || !known || !first.Before(last) {
		return nil
	}
	switch c.Form {
	case MonthText, MonthNumber:
		return &Coverage{First: first.AddDate(0, -1, 1), Last: last}
	case YearNumber:
		if finer := ix.finerCoverage(c, first.Year(), last.Year()); finer != nil {
			return finer
		}
		return &Coverage{First: first.AddDate(-1, 0, 1), Last: last}
	}
	if end, whole := lastOfGrid(first, last, c.Distinct); whole {
		return &Coverage{First: first, Last: end}
	}
	return &Coverage{First: first, Last: last, Slack: slack(first, last, c.Distinct)}
}

// finerCoverage is that of another time of the same rows which begins and ends in the
// same years as a column of years; nil where there is none.
func (ix *Index) finerCoverage(c *Column, from, to int) *Coverage {
	for _, n := range ix.Tables[c.Table].Columns {
		if o := &ix.Columns[n]; o.Kind != Time || o.Form == YearNumber {
			continue
		}
		if finer := ix.Coverage(n); finer != nil && finer.First.Year() == from && finer.Last.Year() == to {
			return finer
		}
	}
	return nil
}

// lastOfGrid is the last day of the period that the last value stands for, where
// the values are the first days of years, quarters, months or weeks.
func lastOfGrid(first, last time.Time, distinct int) (end time.Time, whole bool) {
	months := 12*(last.Year()-first.Year()) + int(last.Month()-first.Month())
	days := int(last.Sub(first).Hours() / 24)
	for _, g := range []struct {
		fits  bool
		steps int
		end   time.Time
	}{
		{first.YearDay() == 1 && last.YearDay() == 1, months / 12, last.AddDate(1, 0, -1)},
		{first.Day() == 1 && last.Day() == 1 && months%3 == 0, months / 3, last.AddDate(0, 3, -1)},
		{first.Day() == 1 && last.Day() == 1, months, last.AddDate(0, 1, -1)},
		{days%7 == 0, days / 7, last.AddDate(0, 0, 6)},
	} {
		if g.fits && distinct <= g.steps+1 && 10*distinct >= 9*(g.steps+1) {
			return g.end, true
		}
	}
	return time.Time{}, false
}

// slack is how many days without a row say nothing: rows that come now and then
// leave gaps. One of five times the usual length comes once in 150.
func slack(first, last time.Time, distinct int) int {
	days := last.Sub(first).Hours() / 24
	if float64(distinct) >= 0.9*(days+1) {
		return 0
	}
	return int(math.Ceil(5*days/float64(distinct-1))) - 1
}
