package whatif

import "time"

// Unit is how long the steps of a series are.
type Unit string

const (
	Day     Unit = "day"
	Week    Unit = "week"
	Month   Unit = "month"
	Quarter Unit = "quarter"
	Year    Unit = "year"
	Step    Unit = "step" // numbered, without a calendar
)

// months is how many calendar months a unit lasts, or 0.
func (u Unit) months() int {
	switch u {
	case Month:
		return 1
	case Quarter:
		return 3
	case Year:
		return 12
	}
	return 0
}

// season is how many steps make the season that the calendar suggests, or 0.
func (u Unit) season() int {
	switch u {
	case Day:
		return 7
	case Week:
		return 52
	case Month:
		return 12
	case Quarter:
		return 4
	}
	return 0
}

// plural is the unit for so many.
func (u Unit) plural(n int) string {
	if n == 1 {
		return string(u)
	}
	return string(u) + "s"
}

// calendar numbers the periods of a unit. Weeks may begin on any weekday and
// quarters and years in any month: offset is in days or months.
type calendar struct {
	unit   Unit
	offset int
	last   bool // dates stand for the period that they end
}

// index is the number of the period that the day lies in. Days count from
// 1970-01-01.
func (c calendar) index(day int) int {
	if m := c.unit.months(); m > 0 {
		return floorDiv(monthOf(day)-c.offset, m)
	}
	if c.unit == Week {
		return floorDiv(day-c.offset, 7)
	}
	return day
}

// start is the first day of a period.
func (c calendar) start(index int) int {
	if m := c.unit.months(); m > 0 {
		return firstOf(index*m + c.offset)
	}
	if c.unit == Week {
		return index*7 + c.offset
	}
	return index
}

// stamp is the day that stands for a period.
func (c calendar) stamp(index int) int {
	if c.last {
		return c.start(index+1) - 1
	}
	return c.start(index)
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// monthOf counts months from the year 0.
func monthOf(day int) int {
	t := dayTime(day)
	return t.Year()*12 + int(t.Month()) - 1
}

func firstOf(month int) int {
	return dayOf(time.Date(floorDiv(month, 12), time.Month(month-12*floorDiv(month, 12)+1), 1, 0, 0, 0, 0, time.UTC))
}

func dayTime(day int) time.Time { return time.Unix(int64(day)*86400, 0).UTC() }

func dayOf(t time.Time) int { return floorDiv(int(t.Unix()), 86400) }

// calendarOf finds the unit of dates, which are different and ascending.
func calendarOf(days []int) calendar {
	first, last, weekday, apart := true, true, true, 0
	for i, d := range days {
		first = first && dayTime(d).Day() == 1
		last = last && dayTime(d+1).Day() == 1
		weekday = weekday && (d-days[0])%7 == 0
		if i > 0 {
			apart = divisor(apart, monthOf(d)-monthOf(days[i-1]))
		}
	}
	switch {
	case len(days) < 2:
		return calendar{unit: Day}
	case first || last:
		c := calendar{unit: Month, last: last}
		switch {
		case apart%12 == 0:
			c.unit = Year
		case apart%3 == 0:
			c.unit = Quarter
		}
		if m := c.unit.months(); m > 1 {
			// The month of the date begins the period, or ends it.
			c.offset = (monthOf(days[0]) + m) % m
			if last {
				c.offset = (c.offset + 1) % m
			}
		}
		return c
	case weekday && len(days) > 2:
		return calendar{unit: Week, offset: ((days[0] % 7) + 7) % 7}
	}
	return calendar{unit: Day}
}

func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
