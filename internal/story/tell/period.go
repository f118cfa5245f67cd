package tell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// grain is how long the periods of a time line are.
type grain int

const (
	moment grain = iota
	day
	week
	month
	quarter
	year
)

// One and many of each grain, in words.
var grainWords = [...][2]string{{"point in time", "points in time"}, {"day", "days"}, {"week", "weeks"}, {"month", "months"}, {"quarter", "quarters"}, {"year", "years"}}

// timeline is when the rows are.
type timeline struct {
	columns []string
	grain   grain
	at      []time.Time // by row; zero where unknown
	keys    []string    // by row, equal for equal periods
	order   []int       // rows with a time, earliest first
	unique  bool        // each period has one row
	called  [2]string   // what one period is, and several
}

var (
	yearText    = lazyregexp.New(`^(\d{4})$`)
	monthText   = lazyregexp.New(`^(\d{4})[-/](\d{1,2})$`)
	quarterText = lazyregexp.New(`^(?i)(?:(\d{4})[- ]?Q([1-4])|Q([1-4])[- ](\d{4}))$`)
	weekText    = lazyregexp.New(`^(?i)(\d{4})-?W(\d{1,2})$`)
)

// readTime reads a value as a time, and the grain that its spelling shows.
func readTime(v table.Value, isYear bool) (time.Time, grain, bool) {
	if at, ok := v.Time(); ok {
		if at.Year() < 1 || at.Year() > 9999 {
			return time.Time{}, 0, false
		}
		return at, moment, true
	}
	if isYear && v.Kind().Numeric() {
		x, ok := v.Float64()
		if !ok || x != float64(int(x)) || x < 1000 || x > 2999 {
			return time.Time{}, 0, false
		}
		return date(int(x), 1, 1), year, true
	}
	if v.Kind() != table.Text || len(v.Raw()) > 40 {
		return time.Time{}, 0, false
	}
	s := strings.TrimSpace(v.Raw())
	number := func(s string) int { n, _ := strconv.Atoi(s); return n } // digits by the pattern
	if m := yearText.FindStringSubmatch(s); m != nil && isYear {
		return date(number(m[1]), 1, 1), year, number(m[1]) >= 1000
	}
	if m := monthText.FindStringSubmatch(s); m != nil {
		n := number(m[2])
		return date(number(m[1]), n, 1), month, n >= 1 && n <= 12 && number(m[1]) >= 1000
	}
	if m := quarterText.FindStringSubmatch(s); m != nil {
		y, q := number(m[1]+m[4]), number(m[2]+m[3])
		return date(y, 3*q-2, 1), quarter, y >= 1000
	}
	if m := weekText.FindStringSubmatch(s); m != nil {
		y, w := number(m[1]), number(m[2])
		return story.FirstDayOfWeek(y, w), week, w >= 1 && w <= 53 && y >= 1000
	}
	for _, k := range []table.Kind{table.Date, table.Timestamp} {
		if parsed, ok := table.Parse(k, s); ok {
			if at, ok := parsed.Time(); ok && at.Year() >= 1000 && at.Year() <= 9999 {
				return at, moment, true
			}
		}
	}
	return time.Time{}, 0, false
}

func date(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

// yearNames are words for a year in the names of columns.
var yearNames = []string{"year", "yr", "jahr", "ano", "anio", "año", "annee", "année", "anno", "jaar"}

// newTimeline reads a column as time; nil if it is not.
func (t *teller) newTimeline(column int) *timeline {
	c := t.table.Columns[column]
	list := nameWords(c.Name)
	isYear := containsAny(list, yearNames)
	if c.Kind.Numeric() && !isYear || !c.Kind.Temporal() && !c.Kind.Numeric() && c.Kind != table.Text && c.Kind != table.Null {
		return nil
	}
	line := &timeline{columns: []string{c.Name}, at: make([]time.Time, len(t.table.Rows))}
	spelt, read := moment, 0
	for i, row := range t.table.Rows {
		if column >= len(row) || row[column].IsNull() {
			continue
		}
		at, g, ok := readTime(row[column], isYear)
		if !ok {
			if c.Kind.Temporal() {
				continue // infinity, and years no calendar prints
			}
			return nil
		}
		if read > 0 && g != spelt {
			return nil
		}
		line.at[i], spelt, read = at, g, read+1
	}
	if read == 0 {
		return nil
	}
	line.finish(spelt, list)
	return line
}

// finish orders the time line and finds its grain.
func (l *timeline) finish(spelt grain, list []string) {
	for i, at := range l.at {
		if !at.IsZero() {
			l.order = append(l.order, i)
		}
	}
	slices.SortStableFunc(l.order, func(a, b int) int { return l.at[a].Compare(l.at[b]) })
	if l.grain = spelt; spelt == moment {
		l.grain = grainOf(l.at, l.order, list)
	}
	l.keys = make([]string, len(l.at))
	l.unique = len(l.order) > 1
	for n, row := range l.order {
		l.keys[row] = l.at[row].Format(time.RFC3339Nano)
		if n > 0 && l.at[row].Equal(l.at[l.order[n-1]]) {
			l.unique = false
		}
	}
}

// grainOf finds the longest period that all times begin. A name that says the
// period is believed where the times allow it.
func grainOf(at []time.Time, order []int, list []string) grain {
	order = slices.CompactFunc(slices.Clone(order), func(a, b int) bool { return at[a].Equal(at[b]) })
	allows := [...]bool{moment: true, day: true, week: true, month: true, quarter: true, year: true}
	for _, row := range order {
		d := at[row]
		allows[day] = allows[day] && d.Hour() == 0 && d.Minute() == 0 && d.Second() == 0 && d.Nanosecond() == 0
		allows[week] = allows[week] && allows[day] && d.Weekday() == at[order[0]].Weekday()
		allows[month] = allows[month] && allows[day] && d.Day() == 1
		allows[quarter] = allows[quarter] && allows[month] && (d.Month()-1)%3 == 0
		allows[year] = allows[year] && allows[quarter] && d.Month() == 1
	}
	for _, g := range []grain{day, week, month, quarter, year} {
		if allows[g] && slices.Contains(list, grainWords[g][0]) {
			return g
		}
	}
	if len(order) < 3 {
		// Two firsts of January are more often two days or months than two
		// years; only a name would tell.
		if allows[month] && len(order) == 2 && !allows[year] {
			return month
		}
		if allows[day] {
			return day
		}
		return momentOrDay(at, order)
	}
	for _, g := range []grain{year, quarter, month, week, day} {
		if allows[g] {
			return g
		}
	}
	return momentOrDay(at, order)
}

// momentOrDay tells moments of one day from moments that their days tell apart.
func momentOrDay(at []time.Time, order []int) grain {
	for n := 1; n < len(order); n++ {
		if periodName(at[order[n]], day) == periodName(at[order[n-1]], day) {
			return moment
		}
	}
	return day
}

// join makes one time line of a year and a month, quarter or week column.
func (l *timeline) join(t *teller, column int, g grain) *timeline {
	joined := &timeline{columns: append(slices.Clone(l.columns), t.table.Columns[column].Name), at: make([]time.Time, len(l.at))}
	most := map[grain]int{month: 12, quarter: 4, week: 53}[g]
	for i, row := range t.table.Rows {
		if l.at[i].IsZero() || column >= len(row) {
			continue
		}
		x, ok := row[column].Float64()
		n := int(x)
		if !ok || x != float64(n) || n < 1 || n > most {
			return nil
		}
		switch y := l.at[i].Year(); g {
		case month:
			joined.at[i] = date(y, n, 1)
		case quarter:
			joined.at[i] = date(y, 3*n-2, 1)
		default:
			joined.at[i] = story.FirstDayOfWeek(y, n)
		}
	}
	joined.finish(g, nil)
	return joined
}

// name is a period in words.
func (l *timeline) name(row int) string { return periodName(l.at[row], l.grain) }

func periodName(at time.Time, g grain) string {
	switch g {
	case year:
		return strconv.Itoa(at.Year())
	case quarter:
		return fmt.Sprintf("Q%d %d", (int(at.Month())+2)/3, at.Year())
	case month:
		return fmt.Sprintf("%s %d", at.Month(), at.Year())
	case week:
		return "the week of " + periodName(at, day)
	}
	return fmt.Sprintf("%d %s %d", at.Day(), at.Month(), at.Year())
}

// preposition is what stands before a period of this grain.
func (l *timeline) preposition() string {
	if l.grain <= day {
		return " on "
	}
	return " in "
}

// end is when the period of a row is over.
func (l *timeline) end(row int) time.Time {
	at := l.at[row]
	switch l.grain {
	case year:
		return at.AddDate(1, 0, 0)
	case quarter:
		return at.AddDate(0, 3, 0)
	case month:
		return at.AddDate(0, 1, 0)
	case week:
		return at.AddDate(0, 0, 7)
	case day:
		return at.Truncate(24*time.Hour).AddDate(0, 0, 1)
	}
	return at
}

// yearBefore finds the row one year before another, -1 if there is none.
func (l *timeline) yearBefore(row int) int {
	if l.grain != month && l.grain != quarter {
		return -1
	}
	want := l.at[row].AddDate(-1, 0, 0)
	i, found := slices.BinarySearchFunc(l.order, want, func(r int, at time.Time) int {
		return cmp.Compare(l.at[r].Unix(), at.Unix())
	})
	if !found {
		return -1
	}
	return l.order[i]
}
