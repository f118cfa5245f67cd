package story

import (
	"fmt"
	"github.com/plumbdata/plumb/internal/english"
	"strconv"
	"strings"
	"time"
)

// grain is how long a period is.
type grain uint8

const (
	noGrain grain = iota
	day
	month
	quarter
	half
	year
)

var grainNames = map[string]grain{"day": day, "month": month, "quarter": quarter, "half": half, "year": year}

// period is a part of the calendar. A period without a year (y is 0) is the
// part of any year.
type period struct {
	y, m, d int // m and d are of the first day
	grain   grain
}

func (p period) order() int { return p.y*10000 + p.m*100 + p.d }

// contains reports whether r lies in p. Where one of them has no year, the
// years are taken to be the same.
func (p period) contains(r period) bool {
	if p.y != 0 && r.y != 0 && p.y != r.y || r.grain > p.grain {
		return false
	}
	switch p.grain {
	case day:
		return r.m == p.m && r.d == p.d
	case month:
		return r.m == p.m
	case quarter:
		return (r.m-1)/3 == (p.m-1)/3
	case half:
		return (r.m-1)/6 == (p.m-1)/6
	}
	return true
}

// back is the period n units of the grain earlier.
func (p period) back(g grain, n int) period {
	if g == year {
		p.y -= n
		return p
	}
	months := map[grain]int{month: 1, quarter: 3, half: 6}[g]
	t := time.Date(p.y, time.Month(p.m-months*n), p.d, 0, 0, 0, 0, time.UTC)
	if g == day {
		t = time.Date(p.y, time.Month(p.m), p.d-n, 0, 0, 0, 0, time.UTC)
	}
	p.y, p.m, p.d = t.Year(), int(t.Month()), t.Day()
	return p
}

func (p period) String() string {
	y := ""
	if p.y != 0 {
		y = " " + strconv.Itoa(p.y)
	}
	switch p.grain {
	case day:
		return fmt.Sprintf("%d %s%s", p.d, time.Month(p.m), y)
	case month:
		return time.Month(p.m).String() + y
	case quarter:
		return fmt.Sprintf("Q%d%s", (p.m-1)/3+1, y)
	case half:
		return fmt.Sprintf("H%d%s", (p.m-1)/6+1, y)
	}
	return strings.TrimSpace(y)
}

// calendar reads parts of the calendar among words.
type calendar struct {
	ws   []word
	year func(int) bool // whether four digits at the place mean a year
}

func (c calendar) at(i int) word {
	if i < 0 || i >= len(c.ws) {
		return word{}
	}
	return c.ws[i]
}

// read is the period that begins at the i-th word, and where it ends.
func (c calendar) read(i int) (period, int) {
	w := c.at(i)
	if w.digits() {
		if p, ok := isoPeriod(w.text); ok {
			return p, i + 1
		}
		if p, end := c.dayMonth(i); end > i {
			return p, end
		}
		if y := yearNumber(w.text); y > 0 {
			if q, g := partCode(c.at(i + 1).low); g != noGrain { // 2025 Q3
				return period{y, q, 1, g}, i + 2
			}
			if p, ok := weekCode(y, c.at(i+1).low); ok {
				return p, i + 2
			}
			if c.year(i) {
				return period{y, 1, 1, year}, i + 1
			}
		}
		return period{}, i
	}
	if w.low == "week" && c.at(i+1).low == "of" {
		if p, end := c.read(i + 2); p.grain == day {
			return p, end
		}
	}
	if m := int(english.Months[w.low]); m > 0 && (w.capital() || len(w.low) > 3 && m != 5 && m != 3) {
		return c.monthDay(i, m)
	}
	if first, g := partCode(w.low); g != noGrain {
		return c.withYear(period{0, first, 1, g}, i+1)
	}
	if n := int(english.Ordinals[w.low]); n > 0 { // third quarter, first half
		switch next := c.at(i + 1).low; {
		case next == "quarter" && n <= 4:
			return c.withYear(period{0, 3*n - 2, 1, quarter}, i+2)
		case next == "half" && n <= 2 && (c.at(i+2).low == "of" || yearNumber(c.at(i+2).text) > 0 || !c.at(i+2).letters()):
			return c.withYear(period{0, 6*n - 5, 1, half}, i+2)
		}
	}
	return period{}, i
}

// withYear adds the year that may follow: "Q3 2025", "March of 2025".
func (c calendar) withYear(p period, end int) (period, int) {
	for _, skip := range []int{0, 1} {
		if skip == 1 && c.at(end).low != "of" && c.at(end).text != "," {
			break
		}
		if y := yearNumber(c.at(end + skip).text); y > 0 && !strings.HasPrefix(c.at(end+skip+1).text, "%") {
			p.y = y
			return p, end + skip + 1
		}
	}
	return p, end
}

// monthDay reads March, March 2025, March 3, March 3rd, 2025.
func (c calendar) monthDay(i, m int) (period, int) {
	end := i + 1
	if c.at(end).text == "." && c.at(i).end == c.at(end).start && c.at(end+1).digits() {
		end++
	}
	if d, err := strconv.Atoi(c.at(end).text); err == nil && d >= 1 && d <= 31 && c.at(end+1).text != "%" {
		end++
		if n := c.at(end).low; oneOf(n, "st", "nd", "rd", "th") {
			end++
		}
		return c.withYear(period{0, m, d, day}, end)
	}
	return c.withYear(period{0, m, 1, month}, end)
}

// dayMonth reads 3 March 2025 and 3rd of March.
func (c calendar) dayMonth(i int) (period, int) {
	d, err := strconv.Atoi(c.at(i).text)
	if err != nil || d < 1 || d > 31 {
		return period{}, i
	}
	end := i + 1
	if n := c.at(end).low; oneOf(n, "st", "nd", "rd", "th") {
		end++
	}
	if c.at(end).low == "of" {
		end++
	}
	m := int(english.Months[c.at(end).low])
	if m == 0 || !c.at(end).capital() {
		return period{}, i
	}
	return c.withYear(period{0, m, d, day}, end+1)
}

// isoPeriod reads 2025-03 and 2025-03-01.
func isoPeriod(s string) (period, bool) {
	if len(s) == 7 && s[4] == '-' {
		y, err := strconv.Atoi(s[:4])
		m, err2 := strconv.Atoi(s[5:])
		return period{y, m, 1, month}, err == nil && err2 == nil && m >= 1 && m <= 12
	}
	if t, err := time.Parse("2006-01-02", s); err == nil {
		return dayOf(t), true
	}
	return period{}, false
}

// partCode reads q3 and h1: the first month.
func partCode(s string) (first int, g grain) {
	if len(s) != 2 || s[1] < '1' || s[1] > '4' {
		return 0, noGrain
	}
	n := int(s[1] - '0')
	switch {
	case s[0] == 'q':
		return 3*n - 2, quarter
	case s[0] == 'h' && n <= 2:
		return 6*n - 5, half
	}
	return 0, noGrain
}

// weekCode reads the w02 of 2025-W02: the Monday, as a week is named by its first
// day.
func weekCode(year int, s string) (period, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "w"))
	if err != nil || len(s) < 2 || s[0] != 'w' || n < 1 || n > 53 {
		return period{}, false
	}
	return dayOf(FirstDayOfWeek(year, n)), true
}

func dayOf(t time.Time) period { return period{t.Year(), int(t.Month()), t.Day(), day} }

// FirstDayOfWeek is the Monday of an ISO week.
func FirstDayOfWeek(year, week int) time.Time {
	fourth := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC) // always in week 1
	return fourth.AddDate(0, 0, 7*(week-1)-(int(fourth.Weekday())+6)%7)
}

func yearNumber(s string) int {
	if len(s) != 4 {
		return 0
	}
	y, err := strconv.Atoi(s)
	if err != nil || y < 1900 || y > 2100 {
		return 0
	}
	return y
}

// wholePeriod reads a cell that is a period and nothing else.
func wholePeriod(s string) (period, bool) {
	if len(s) > 20 {
		return period{}, false
	}
	c := calendar{ws: words(s), year: func(int) bool { return true }}
	if len(c.ws) == 0 || len(c.ws) > 4 {
		return period{}, false
	}
	p, end := c.read(0)
	return p, p.grain != noGrain && end == len(c.ws)
}
