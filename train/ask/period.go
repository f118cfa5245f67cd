package ask

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// period is a period with the words for it.
type period struct {
	value *form.Value
	said  string // after a verb or noun: in 2024, last month, since May
	bare  string // as a name: 2024, last month; empty where there is none
	year  int    // of a whole year, else 0
}

// spanWay is a way to say a period. In it %Y is a year and %Z a later one, %M a
// month, %N a later one, %S a short one, %q a number of a quarter, %o its
// ordinal, %n a number, %D a day. bare says that the words after the bar name
// the period.
type spanWay struct {
	weight     int
	said, bare string
}

var pastWays = []spanWay{
	{14, "in %Y", "%Y"}, {4, "during %Y", "%Y"}, {4, "for %Y", "%Y"}, {2, "throughout %Y", "%Y"}, {2, "over %Y", ""},
	{8, "in %M %Y", "%M %Y"}, {2, "in %S %Y", "%S %Y"}, {2, "for %M %Y", "%M %Y"}, {3, "in Q%q %Y", "Q%q %Y"}, {2, "in the %o quarter of %Y", ""},
	{2, "in the first half of %Y", "H1 %Y"}, {2, "in the second half of %Y", "H2 %Y"}, {1, "in H1 %Y", "H1 %Y"}, {1, "in H2 %Y", "H2 %Y"},
	{4, "since %Y", ""}, {3, "since %M %Y", ""}, {2, "since the start of %Y", ""}, {2, "since the beginning of %Y", ""}, {2, "from %Y on", ""}, {1, "since 1 %M %Y", ""},
	{3, "before %Y", ""}, {2, "before %M %Y", ""}, {2, "after %Y", ""}, {2, "after %M %Y", ""}, {1, "after %D", ""}, {1, "before %D", ""}, {1, "until the end of %Y", ""},
	{3, "from %Y to %Z", "%Y-%Z"}, {2, "between %Y and %Z", "%Y to %Z"}, {2, "from %M to %N %Z", "%M to %N %Z"}, {3, "between %M and %N %Z", "%M-%N %Z"},
	{1, "from %M %Y to %N %Z", ""}, {2, "between %D and %E", ""}, {1, "from %D to %E", ""}, {2, "on %D", ""}, {1, "on %I", ""}, {1, "between %I and %J", ""},
	{9, "last month", "last month"}, {7, "last quarter", "last quarter"}, {7, "last year", "last year"}, {3, "last week", "last week"},
	{9, "this year", "this year"}, {4, "this month", "this month"}, {3, "this quarter", "this quarter"}, {2, "this week", "this week"},
	{2, "in the previous month", ""}, {2, "in the previous quarter", ""}, {2, "in the previous year", ""}, {2, "past %n days", "past %n days"}, {2, "last %n days", "last %n days"}, {2, "last %u months", "last %u months"}, {1, "past %u weeks", "past %u weeks"},
	{3, "in the past %n days", ""}, {6, "in the last %n days", ""}, {2, "over the past %n days", ""}, {2, "within the last %n days", ""}, {1, "during the last %n days", ""},
	{4, "in the last %u months", ""}, {3, "in the past %u months", ""}, {2, "over the last %u months", ""}, {2, "in the last %u weeks", ""}, {1, "over the past %u weeks", ""},
	{2, "in the past year", ""}, {2, "in the last %v years", ""}, {1, "over the past %v years", ""},
	{4, "year to date", "year to date"}, {3, "YTD", "YTD"}, {4, "so far this year", ""}, {3, "this year so far", ""}, {1, "month to date", "MTD"}, {1, "so far this month", ""}, {1, "since the start of the year", ""},
	{1, "yesterday", "yesterday"}, {1, "today", "today"}, {1, "since Monday", ""}, {3, "in %M", ""}, {1, "in Q%q", ""}, {1, "in the %o quarter", ""},
}

var futureWays = []spanWay{
	{3, "next month", ""}, {2, "next week", ""}, {2, "next quarter", ""}, {3, "in the next %n days", ""}, {2, "within the next %n days", ""}, {1, "in the coming %n days", ""},
	{1, "over the next %u weeks", ""}, {1, "this month", ""}, {1, "by the end of the year", ""}, {1, "before the end of this year", ""}, {1, "next year", ""},
}

// agoWays are for the last time that something happened.
var agoWays = []spanWay{
	{3, "more than %n days ago", ""}, {2, "over %n days ago", ""}, {1, "more than %u months ago", ""}, {2, "before %Y", ""}, {1, "more than a year ago", ""}, {1, "before %M %Y", ""},
}

// silentWays are for how long something has not happened.
var silentWays = []spanWay{
	{4, "for %n days or more", ""}, {3, "for more than %n days", ""}, {2, "for over %n days", ""}, {2, "for more than %u months", ""}, {2, "for more than %v years", ""}, {1, "for over a year", ""},
}

// stayWays are for how long somebody has been there.
var stayWays = []spanWay{
	{4, "for over %v years", ""}, {3, "for more than %v years", ""}, {3, "for %v years or longer", ""}, {2, "for %v years or more", ""}, {2, "for at least %v years", ""}, {1, "for over %w years", ""}, {2, "for %w years or longer", ""},
}

// staleWays are for what happened long ago.
var staleWays = []spanWay{{4, "older than %n days", ""}, {2, "more than %n days old", ""}, {1, "older than %u months", ""}}

// wholeYears are for comparisons and buckets.
var yearWays = []spanWay{
	{10, "in %Y", "%Y"}, {3, "for %Y", "%Y"}, {2, "during %Y", "%Y"}, {1, "throughout %Y", "%Y"}, {6, "this year", "this year"}, {5, "last year", "last year"},
	{2, "year to date", "year to date"}, {2, "so far this year", ""}, {4, "since %Y", ""}, {3, "from %Y to %Z", "%Y to %Z"}, {2, "between %Y and %Z", "%Y-%Z"}, {1, "since %M %Y", ""}, {2, "in the last %u months", ""},
	{2, "from %M to %N %Z", "%M to %N %Z"}, {1, "in the first half of %Y", "H1 %Y"},
}

var monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// period makes up a period that the column's data may lie in.
func (a *asker) period(ways []spanWay, from, to time.Time) (period, bool) {
	if from.IsZero() || to.IsZero() || !from.Before(to) {
		from, to = a.w.First, a.w.Last
	}
	if from.IsZero() || to.IsZero() {
		to = a.now
		from = to.AddDate(-4, 0, 0)
	}
	if to.After(a.now) {
		to = a.now
	}
	total := 0
	for _, w := range ways {
		total += w.weight
	}
	n := a.IntN(total)
	var way spanWay
	for _, w := range ways {
		if n -= w.weight; n < 0 {
			way = w
			break
		}
	}
	days := max(1, int(to.Sub(from).Hours()/24))
	d := from.AddDate(0, 0, a.IntN(days))
	if chance(a.Rand, 50) { // people ask about what is recent
		d = to.AddDate(0, 0, -a.IntN(min(days, 500)))
	}
	e := d.AddDate(0, 0, 20+a.IntN(200))
	year, later := d.Year(), d.Year()+1+a.IntN(2)
	month, next := int(d.Month()), 0
	if strings.Contains(way.said, "%Z") && !strings.Contains(way.said, "%Y") {
		month = 1 + a.IntN(10)
		later = year
	}
	next = min(12, month+1+a.IntN(3))
	small := 2 + a.IntN(11)
	replace := strings.NewReplacer(
		"%Y", strconv.Itoa(year), "%Z", strconv.Itoa(later),
		"%M", monthNames[month-1], "%N", monthNames[next-1], "%S", monthNames[month-1][:3],
		"%q", strconv.Itoa((month+2)/3), "%o", ordinalWords[(month+2)/3],
		"%n", strconv.Itoa(pick(a.Rand, []int{7, 10, 14, 30, 30, 30, 45, 60, 60, 90, 90, 90, 100, 120, 180, 365})),
		"%u", pick(a.Rand, []string{strconv.Itoa(small), numberWords[small], "6", "six", "12", "3", "three"}),
		"%w", pick(a.Rand, []string{"10", "ten", "7", "seven", "15", "four", "8"}),
		"%v", pick(a.Rand, []string{"2", "two", "3", "three", "5", "five"}),
		"%D", a.day(d), "%E", a.day(e), "%I", d.Format(time.DateOnly), "%J", e.Format(time.DateOnly))
	p := period{said: replace.Replace(way.said), bare: replace.Replace(way.bare)}
	if way.said == "in %Y" || way.said == "for %Y" {
		p.year = year
	}
	return p, a.resolve(&p)
}

func (a *asker) day(t time.Time) string {
	switch a.IntN(4) {
	case 0:
		return t.Format("2 Jan 2006")
	case 1:
		return t.Format("January 2, 2006")
	}
	return t.Format("2 January 2006")
}

// resolve asks the reader of spans what the words mean.
func (a *asker) resolve(p *period) bool {
	words := span.Words(p.said)
	best := span.Span{}
	for _, s := range span.Find(words, a.now) {
		if s.Kind == span.Temporal && s.End-s.First > best.End-best.First {
			best = s
		}
	}
	if best.Kind != span.Temporal || best.First > 2 || best.End != len(words) {
		return false
	}
	p.value = &form.Value{Kind: form.Period, Text: p.said, Period: best.Period}
	if p.bare != "" && !a.means(p.bare, best.Period) {
		p.bare = ""
	}
	return true
}

// means says whether the first reading of the words is the period.
func (a *asker) means(text string, want span.Period) bool {
	for _, s := range span.Find(span.Words(text), a.now) {
		if s.Kind == span.Temporal && s.Period == want {
			return true
		}
	}
	return false
}

// yearPeriod is a whole year, said plainly.
func (a *asker) yearPeriod(y int) (period, bool) {
	p := period{said: fmt.Sprintf("in %d", y), bare: strconv.Itoa(y), year: y}
	return p, a.resolve(&p)
}
