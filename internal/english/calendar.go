package english

var (
	// Months are the months by their names, from 1.
	Months = NewNumbers(`january 1, february 2, march 3, april 4, may 5, june 6, july 7, august 8, september 9, october 10, november 11,
		december 12, jan 1, feb 2, mar 3, apr 4, jun 6, jul 7, aug 8, sep 9, sept 9, oct 10, nov 11, dec 12`)

	// Weekdays are the days of the week by their names, from Monday, 1.
	Weekdays = NewNumbers(`monday 1, tuesday 2, wednesday 3, thursday 4, friday 5, saturday 6, sunday 7, mondays 1, tuesdays 2, wednesdays 3,
		thursdays 4, fridays 5, saturdays 6, sundays 7, mon 1, tue 2, tues 2, wed 3, thu 4, thurs 4, fri 5, sat 6, sun 7`)

	// Periods are the units of the calendar and the clock, in the singular.
	Periods = NewSet("minute hour day week month quarter season year decade")

	// Seasons are the seasons of the year, as months from 1 in which they begin.
	Seasons = NewNumbers("spring 3, summer 6, autumn 9, fall 9, winter 12")
)
