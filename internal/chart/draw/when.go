package draw

import (
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/terminal"
)

// moment is a period of time in words.
func moment(t time.Time, p chart.Period) string {
	switch p {
	case chart.Year:
		return t.Format("2006")
	case chart.Quarter:
		return fmt.Sprintf("%d Q%d", t.Year(), (int(t.Month())+2)/3)
	case chart.Month:
		return t.Format("Jan 2006")
	case chart.Week, chart.Day:
		return t.Format("2006-01-02")
	case chart.Second:
		return t.Format("2006-01-02 15:04:05")
	}
	return t.Format("2006-01-02 15:04")
}

// stride is a distance between the ticks of a time axis.
type stride struct {
	n      int
	period chart.Period
}

// strides are the distances that people count in, from short to long.
var strides = []stride{
	{1, chart.Second}, {5, chart.Second}, {15, chart.Second}, {30, chart.Second},
	{1, chart.Minute}, {5, chart.Minute}, {15, chart.Minute}, {30, chart.Minute},
	{1, chart.Hour}, {3, chart.Hour}, {6, chart.Hour}, {12, chart.Hour},
	{1, chart.Day}, {2, chart.Day}, {1, chart.Week}, {2, chart.Week},
	{1, chart.Month}, {3, chart.Month}, {6, chart.Month},
	{1, chart.Year}, {2, chart.Year}, {5, chart.Year}, {10, chart.Year}, {20, chart.Year},
	{50, chart.Year}, {100, chart.Year}, {200, chart.Year}, {500, chart.Year}, {1000, chart.Year},
}

// seconds is about how long a stride is.
func (s stride) seconds() float64 {
	const day = 86400
	length := map[chart.Period]float64{chart.Second: 1, chart.Minute: 60, chart.Hour: 3600, chart.Day: day,
		chart.Week: 7 * day, chart.Month: 30.4 * day, chart.Quarter: 91.3 * day, chart.Year: 365.25 * day}
	return length[s.period] * float64(s.n)
}

// floor is the last tick at or before a time.
func (s stride) floor(t time.Time) time.Time {
	y, m, d := t.Date()
	switch s.period {
	case chart.Year:
		return time.Date(y-((y%s.n)+s.n)%s.n, 1, 1, 0, 0, 0, 0, time.UTC)
	case chart.Month:
		return time.Date(y, m-(m-1)%time.Month(s.n), 1, 0, 0, 0, 0, time.UTC)
	case chart.Week: // weeks begin on Monday
		monday := time.Date(y, m, d-(int(t.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
		if s.n == 2 && monday.Unix()/(7*86400)%2 != 0 {
			return monday.AddDate(0, 0, -7)
		}
		return monday
	case chart.Day:
		return time.Date(y, m, d-(d-1)%s.n, 0, 0, 0, 0, time.UTC)
	}
	return t.Truncate(time.Duration(s.seconds()) * time.Second)
}

// next is the tick after a tick.
func (s stride) next(t time.Time) time.Time {
	switch s.period {
	case chart.Year:
		return t.AddDate(s.n, 0, 0)
	case chart.Month:
		return t.AddDate(0, s.n, 0)
	case chart.Week:
		return t.AddDate(0, 0, 7*s.n)
	case chart.Day:
		if n := t.AddDate(0, 0, s.n); n.Month() == t.Month() {
			return n
		}
		return time.Date(t.Year(), t.Month()+1, 1, 0, 0, 0, 0, time.UTC) // the first day of the next month
	}
	return t.Add(time.Duration(s.seconds()) * time.Second)
}

// label names a tick of data with a period: what is particular to it, and
// below that what holds for the ticks after it too, where it changes.
func (s stride) label(t, before time.Time, first bool, period chart.Period) (label, under string) {
	newYear := first || t.Year() != before.Year()
	newMonth := newYear || t.Month() != before.Month()
	newDay := newMonth || t.Day() != before.Day()
	when := func(changed bool, layout string) string {
		if changed {
			return t.Format(layout)
		}
		return ""
	}
	switch s.period {
	case chart.Year:
		return t.Format("2006"), ""
	case chart.Month:
		if period == chart.Quarter {
			return fmt.Sprintf("Q%d", (int(t.Month())+2)/3), when(newYear, "2006")
		}
		return t.Format("Jan"), when(newYear, "2006")
	case chart.Week, chart.Day:
		if newYear {
			return t.Format("2"), t.Format("Jan 2006")
		}
		return t.Format("2"), when(newMonth, "Jan")
	case chart.Second:
		return t.Format("15:04:05"), when(newDay, "2006-01-02")
	}
	return t.Format("15:04"), when(newDay, "2006-01-02")
}

// timeTicks are ticks between two times, in seconds, on an axis of so many
// columns: as close as their labels allow, but no closer than the data.
func timeTicks(lo, hi float64, period chart.Period, columns int) []tick {
	ends := []tick{{at: 0, label: moment(at(lo), period)}, {at: columns - 1, label: moment(at(hi), period)}}
	if hi <= lo {
		return []tick{{at: columns / 2, label: ends[0].label}}
	}
	finest := stride{1, period}
	if period == chart.Quarter {
		finest = stride{3, chart.Month}
	}
	const roomy = 4 // columns that a stride has at least
	for _, s := range strides {
		if s.seconds() < finest.seconds() || s.seconds()/(hi-lo)*float64(columns) < roomy {
			continue
		}
		if ticks := s.ticks(lo, hi, period, columns); len(ticks) > 1 {
			return ticks
		}
	}
	return ends
}

func at(seconds float64) time.Time { return time.Unix(int64(seconds), 0).UTC() }

// ticks are the ticks of a stride, if all their labels fit.
func (s stride) ticks(lo, hi float64, period chart.Period, columns int) []tick {
	const most = 200
	var ticks []tick
	t := s.floor(at(lo))
	before, end := t, -2
	for len(ticks) < most && seconds(t) <= hi {
		if seconds(t) >= lo {
			place := int((seconds(t)-lo)/(hi-lo)*float64(columns-1) + 0.5)
			label, under := s.label(t, before, len(ticks) == 0, period)
			w := terminal.Width(label)
			start := min(max(place-w/2, 0), columns-w)
			if start < end+2 {
				return nil
			}
			end = start + w
			ticks = append(ticks, tick{at: place, label: label, under: under})
			before = t
		}
		t = s.next(t)
	}
	return ticks
}
