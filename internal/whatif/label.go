package whatif

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// label is a way of writing a period: read gives the first day of the period,
// write the text of a day.
type label struct {
	unit     Unit // "" when the days themselves tell
	sortable bool // the order of the texts is the order of the periods
	read     func(string) (int, bool)
	write    func(int) string
}

// labels are the texts that are understood. A column is one of them when all
// its values are.
var labels = []label{
	layout("", true, "2006-01-02"),
	layout("", true, "2006/01/02"),
	layout("", true, "2006-01-02T15:04:05"),
	layout("", true, "2006-01-02 15:04:05"),
	layout(Month, true, "2006-01"),
	layout(Month, true, "2006/01"),
	layout(Month, false, "Jan 2006"),
	layout(Month, false, "January 2006"),
	layout(Month, false, "Jan-2006"),
	layout(Month, false, "01/2006"),
	layout(Year, true, "2006"),
	quarterLabel(true, "%[1]d-Q%[2]d"),
	quarterLabel(true, "%[1]d Q%[2]d"),
	quarterLabel(true, "%[1]dQ%[2]d"),
	quarterLabel(false, "Q%[2]d %[1]d"),
	quarterLabel(false, "Q%[2]d-%[1]d"),
	{Week, true, readWeek, writeWeek},
}

func layout(u Unit, sortable bool, form string) label {
	return label{u, sortable,
		func(s string) (int, bool) {
			t, err := time.Parse(form, s)
			return dayOf(t), err == nil
		},
		func(day int) string { return dayTime(day).Format(form) },
	}
}

// quarterLabel writes year and quarter in the given places.
func quarterLabel(sortable bool, form string) label {
	write := func(year, quarter int) string { return fmt.Sprintf(form, year, quarter) }
	return label{Quarter, sortable,
		func(s string) (int, bool) {
			year, quarter, ok := yearAndQuarter(s)
			if !ok || write(year, quarter) != s {
				return 0, false
			}
			return firstOf(year*12 + (quarter-1)*3), true
		},
		func(day int) string {
			m := monthOf(day)
			return write(m/12, m%12/3+1)
		},
	}
}

// yearAndQuarter finds Qn and the four digits of a year, wherever they stand.
func yearAndQuarter(s string) (year, quarter int, ok bool) {
	at := strings.IndexByte(s, 'Q')
	if at < 0 || at+1 >= len(s) || s[at+1] < '1' || s[at+1] > '4' {
		return 0, 0, false
	}
	year, err := strconv.Atoi(strings.Trim(s[:at]+s[at+2:], " -"))
	return year, int(s[at+1] - '0'), err == nil && year >= 1000 && year <= 9999
}

// readWeek reads an ISO week such as 2025-W07.
func readWeek(s string) (int, bool) {
	if len(s) != 8 || s[4:6] != "-W" {
		return 0, false
	}
	year, err1 := strconv.Atoi(s[:4])
	week, err2 := strconv.Atoi(s[6:])
	if err1 != nil || err2 != nil || week < 1 || week > 53 {
		return 0, false
	}
	// 4 January always lies in the first week.
	january := dayOf(time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC))
	monday := january - floorMod(january+3, 7)
	day := monday + 7*(week-1)
	return day, writeWeek(day) == s
}

func writeWeek(day int) string {
	year, week := dayTime(day).ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, week)
}

func floorMod(a, b int) int { return a - b*floorDiv(a, b) }

// clock is how a time column is read and written.
type clock struct {
	calendar
	kind     table.Kind
	label    *label // of texts
	ordinal  bool   // a chart must take the values as they stand
	sortable bool
}

// value is the period as the column writes it.
func (c clock) value(index int) table.Value {
	day := c.stamp(index)
	switch {
	case c.unit == Step:
		return table.NewInt(int64(index))
	case c.label != nil:
		return table.NewText(c.label.write(day))
	case c.kind == table.Int:
		return table.NewInt(int64(dayTime(day).Year()))
	case c.kind == table.Date:
		return table.NewDate(int64(day))
	case c.kind == table.TimestampTZ:
		return table.NewInstant(int64(day) * 86400e6)
	}
	return table.NewTimestamp(int64(day)*86400e6, 0)
}

// periodName is a period as a sentence names it: a month is that month, however the
// column writes it.
func (c clock) periodName(index int) string {
	from := dayTime(c.start(index))
	if c.label == nil || c.label.unit != Week {
		switch {
		case c.unit == Month:
			return from.Format("January 2006")
		case c.unit == Quarter && c.offset%3 == 0:
			return phrase("Q%d %d", (int(from.Month())-1)/3+1, from.Year())
		case c.unit == Year && c.offset == 0:
			return from.Format("2006")
		case c.unit == Quarter || c.unit == Year:
			return phrase("the %s from %s", c.unit, from.Format("January 2006"))
		case c.unit == Week:
			return "the week of " + from.Format("2006-01-02")
		case c.unit == Day:
			return from.Format("2006-01-02")
		case c.unit == Step:
			return phrase("step %d", index)
		}
	}
	return c.value(index).String()
}

// when is a period with its preposition.
func (c clock) when(index int) string {
	switch c.unit {
	case Day:
		return "on " + c.periodName(index)
	case Step:
		return "at " + c.periodName(index)
	}
	return "in " + c.periodName(index)
}
