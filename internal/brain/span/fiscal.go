package span

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/english"
)

// Years says when years begin for those who ask. The zero value is the calendar.
type Years struct {
	Starts time.Month `json:",omitempty"` // of the first month; 0 and January are the calendar
	// ByStart is true where 2025 is the year that starts in 2025, and not the one that
	// ends in it.
	ByStart bool `json:",omitempty"`
}

// FiscalYears are years that start in a month. Each has the number of the calendar year
// that most of its months lie in; where both have six, of the one that it ends in.
func FiscalYears(starts time.Month) Years {
	return Years{Starts: starts, ByStart: starts <= time.June}
}

// Describe says which months a year has.
func Describe(y Years) string {
	const month = "January 2006"
	const example = 2025
	p := y.year(example)
	if !y.Fiscal() {
		return "years and quarters are those of the calendar"
	}
	return fmt.Sprintf("years and quarters are fiscal: %d is %s to %s, unless you say calendar year", example, p.Start.Format(month), p.End.AddDate(0, -1, 0).Format(month))
}

// Fiscal is true for years that are not those of the calendar.
func (y Years) Fiscal() bool { return y.Starts > time.January }

// Of is the number of the year that a day lies in.
func (y Years) Of(t time.Time) int {
	n := t.Year()
	if y.Fiscal() && t.Month() < y.Starts {
		n--
	}
	if y.Fiscal() && !y.ByStart {
		n++
	}
	return n
}

// first is the first day of a year.
func (y Years) first(n int) time.Time {
	if !y.Fiscal() {
		return date(n, 1, 1)
	}
	if !y.ByStart {
		n--
	}
	return date(n, int(y.Starts), 1)
}

// MonthsOn is by how many months a day must be moved so that the calendar's year and
// quarter of it are those of these years.
func (y Years) MonthsOn() int {
	switch {
	case !y.Fiscal():
		return 0
	case y.ByStart:
		return 1 - int(y.Starts)
	}
	return 13 - int(y.Starts)
}

// name is what a period is called that is one of these years, or a half or a quarter of
// one; "" for another.
func (y Years) name(p Period) string {
	if !y.Fiscal() || p.Start.IsZero() || p.Start.Day() != 1 || !p.Start.Equal(floor(p.Start, Day)) {
		return ""
	}
	months := (int(p.Start.Month()) - int(y.Starts) + 12) % 12 // since the year began
	year := fmt.Sprintf("fiscal %d", y.Of(p.Start))
	switch {
	case months == 0 && p.End.Equal(move(p.Start, Year, 1)):
		return year
	case months%6 == 0 && p.End.Equal(move(p.Start, Half, 1)):
		return fmt.Sprintf("H%d of %s", months/6+1, year)
	case months%3 == 0 && p.End.Equal(move(p.Start, Quarter, 1)):
		return fmt.Sprintf("Q%d of %s", months/3+1, year)
	}
	return ""
}

// FiscalName is what a fiscal year, half or quarter is called; "" for another period.
func (p Period) FiscalName() string { return p.Years.name(p) }

// floor is the beginning of the unit that a day lies in, with these years.
func (y Years) floor(t time.Time, g Grain) time.Time {
	if on := y.MonthsOn(); on != 0 && (g == Quarter || g == Half || g == Year) {
		return floor(floor(t, Month).AddDate(0, on, 0), g).AddDate(0, -on, 0)
	}
	return floor(t, g)
}

// periodAt is the unit that a day lies in, n units later, with these years.
func (y Years) periodAt(t time.Time, g Grain, n int) Period {
	start := move(y.floor(t, g), g, n)
	p := Period{Start: start, End: move(start, g, 1), Grain: g}
	if y.Fiscal() && (g == Quarter || g == Half || g == Year) {
		p.Years = y
	}
	return p
}

// Year is the year of a number.
func (y Years) Year(n int) Period { return y.year(n) }

// At is the year, half or quarter that a day lies in.
func (y Years) At(t time.Time, g Grain) Period { return y.periodAt(t, g, 0) }

func (y Years) year(n int) Period       { return y.periodAt(y.first(n), Year, 0) }
func (y Years) half(n, h int) Period    { return y.periodAt(y.first(n), Half, h-1) }
func (y Years) quarter(n, q int) Period { return y.periodAt(y.first(n), Quarter, q-1) }

// every is a quarter or a half of every year; of fiscal years, as its months.
func (y Years) every(g Grain, n int) Every {
	if !y.Fiscal() {
		return Every{g, n, n}
	}
	p := y.periodAt(y.first(2000), g, n-1)
	return Every{Month, int(p.Start.Month()), int(p.End.AddDate(0, -1, 0).Month())}
}

// fiscalWords say that a year is a fiscal one, calendarWords that it is not.
var (
	fiscalWords   = english.NewSet("fiscal financial")
	calendarWords = english.NewSet("calendar cy")
	yearWords     = english.NewSet("year years quarter quarters qtr half halves ytd qtd q1 q2 q3 q4 h1 h2 first second third fourth last previous next this")
)

// FindOf is FindIn with years that begin when those who ask say. Every year, half and
// quarter is then one of theirs, but for those that are called calendar years.
func FindOf(words []Word, now time.Time, year int, years Years) []Span {
	if !years.Fiscal() {
		return FindIn(words, now, year)
	}
	// Words that say which kind of year is meant stand in the way of those that say which
	// year: they are left out, and added to the period that they belong to afterwards.
	var plain []Word
	var places []int // of the plain words
	calendar := make([]bool, len(words))
	for i, w := range words {
		low := strings.ToLower(w.Text)
		follows := i+1 < len(words) && saysYear(strings.ToLower(words[i+1].Text))
		calendar[i] = calendarWords[low] && follows || i > 0 && calendar[i-1] && calendarWords[strings.ToLower(words[i-1].Text)] ||
			len(low) == 6 && low[:2] == "cy" && isDigits(low[2:])
		if follows && (fiscalWords[low] || calendarWords[low]) {
			continue
		}
		plain, places = append(plain, w), append(places, i)
	}
	list := findWith(plain, now, year, years)
	for i := range list {
		s := &list[i]
		first, last := places[s.First], places[s.End-1]
		for s.Kind == Temporal && first > 0 && !slices.Contains(places, first-1) {
			first--
		}
		s.First, s.End = first, last+1
		if s.Kind == Temporal {
			s.Text = Text(words[first : last+1])
		}
	}
	if slices.Contains(calendar, true) {
		of := func(s Span) bool { return s.Kind == Temporal && slices.Contains(calendar[s.First:s.End], true) }
		list = slices.DeleteFunc(list, of)
		list = append(list, slices.DeleteFunc(FindIn(words, now, year), func(s Span) bool { return !of(s) })...)
		sortSpans(list)
	}
	return list
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// saysYear is true for a word that a kind of year stands before: fiscal 2025, calendar Q1.
func saysYear(word string) bool {
	return yearWords[word] || len(word) == 4 && isDigits(word)
}
