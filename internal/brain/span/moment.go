package span

import (
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/english"
)

// hit is one reading of the words up to end. A hit without a year (loose)
// may get one from its surroundings.
type hit struct {
	Period
	end   int
	loose bool
}

// readCalendar reads a part of the calendar by its name or number, beginning at i:
// a date, a month, a quarter, a half, a year, a decade. The likelier reading
// comes first.
func (r *reader) readCalendar(i int) []hit {
	for _, read := range []func(int) []hit{r.isoDate, r.readSlashDate, r.dayMonth, r.monthDay, r.monthYear, r.weekOf, r.seasonAt, r.quarterOf, r.halfOf, r.yearAt, r.decadeAt, r.weekdayAt} {
		if h := read(i); len(h) > 0 {
			return h
		}
	}
	return nil
}

func (r *reader) isoDate(i int) []hit {
	w := r.at(i)
	if strings.Count(w, "-") == 2 {
		if t, err := time.Parse("2006-1-2", w); err == nil {
			return []hit{{Period: day(t), end: i + 1}}
		}
		return nil
	}
	// 2024-05 came as three words.
	if y, ok := r.yearNumber(i); ok && r.at(i+1) == "-" && r.isGlued(i+1) && r.isGlued(i+2) && len(r.at(i+2)) == 2 {
		if m, err := strconv.Atoi(r.at(i + 2)); err == nil && m >= 1 && m <= 12 && !(r.at(i+3) == "-" && r.isGlued(i+3)) {
			return []hit{{Period: month(y, m), end: i + 3}}
		}
	}
	return nil
}

// readSlashDate reads 01/05/2024: the day first, then the month first, unless only
// one can be.
func (r *reader) readSlashDate(i int) []hit {
	f := strings.FieldsFunc(r.at(i), func(c rune) bool { return c == '/' || c == '.' })
	if len(f) != 3 || !strings.ContainsAny(r.at(i), "/.") {
		return nil
	}
	var n [3]int
	for k, s := range f {
		v, err := strconv.Atoi(s)
		if err != nil {
			return nil
		}
		n[k] = v
	}
	if len(f[2]) == 2 {
		n[2] += 2000
	}
	orders := [][2]int{{n[1], n[0]}, {n[0], n[1]}}
	if strings.Contains(r.at(i), ".") || n[0] == n[1] {
		orders = orders[:1]
	}
	var list []hit
	for _, o := range orders {
		if t, ok := civil(n[2], o[0], o[1]); ok {
			list = append(list, hit{Period: day(t), end: i + 1})
		}
	}
	return list
}

// civil is a date, if there is such a day.
func civil(y, m, d int) (time.Time, bool) {
	t := date(y, m, d)
	return t, y >= 1 && y <= 9999 && m >= 1 && m <= 12 && d >= 1 && t.Day() == d && int(t.Month()) == m
}

// dayMonth reads 5 May 2024, 5th of May, Monday 3 November.
func (r *reader) dayMonth(i int) []hit {
	at := i
	if _, ok := english.Weekdays[r.at(at)]; ok && r.weekdayWord(at) {
		if at++; r.at(at) == "," {
			at++
		}
	}
	if r.at(at) == "the" {
		at++
	}
	d, ok := r.dayNumber(at)
	if !ok {
		return nil
	}
	at++
	if r.at(at) == "of" {
		at++
	}
	m, ok := english.Months[r.at(at)]
	if !ok {
		return nil
	}
	return r.readDate(int(m), d, at+1)
}

// monthDay reads May 5, 2024 and Oct 25.
func (r *reader) monthDay(i int) []hit {
	at := i
	if _, ok := english.Weekdays[r.at(at)]; ok && r.weekdayWord(at) {
		if at++; r.at(at) == "," {
			at++
		}
	}
	m, ok := r.monthWord(at)
	if !ok {
		return nil
	}
	at++
	if r.at(at) == "the" {
		at++
	}
	d, ok := r.dayNumber(at)
	if !ok || r.is(at+1, "% percent k million thousand") {
		return nil
	}
	return r.readDate(m, d, at+1)
}

// readDate finishes a day and month with the year that follows, if any.
func (r *reader) readDate(m, d, at int) []hit {
	if y, end, _, ok := r.yearAfter(at); ok {
		if t, ok := civil(y, m, d); ok {
			return []hit{{Period: day(t), end: end}}
		}
		return nil
	}
	if _, ok := civil(2024, m, d); !ok {
		return nil
	}
	return r.readLoosely(at, func(y int) (Period, bool) {
		t, ok := civil(y, m, d)
		return day(t), ok
	}, Every{})
}

// monthYear reads October 2025, Oct '24, October of last year, October.
func (r *reader) monthYear(i int) []hit {
	m, ok := r.monthWord(i)
	if !ok {
		return nil
	}
	if y, end, now, ok := r.yearAfter(i + 1); ok {
		p := month(y, m)
		p.Now = now
		return []hit{{Period: p, end: end}}
	}
	every := Every{Month, m, m}
	if r.is(i-1, "every each") {
		return []hit{{Period: Period{Every: every, Grain: Month}, end: i + 1}}
	}
	return r.readLoosely(i+1, func(y int) (Period, bool) { return month(y, m), true }, every)
}

// readLoosely gives what has no year of its own the years that the question
// mentions, else the latest that has begun; and the reading that means every
// year.
func (r *reader) readLoosely(end int, in func(year int) (Period, bool), every Every) []hit {
	var list []hit
	for _, y := range r.years {
		if p, ok := in(y); ok && len(list) < 3 {
			list = append(list, hit{Period: p, end: end, loose: true})
		}
	}
	for y := max(r.today.Year(), r.thisYear()); len(list) == 0 && y > r.today.Year()-9; y-- { // 29 February may be eight years away
		if p, ok := in(y); ok && !p.Start.After(r.latest(p)) {
			p.Now = true
			list = append(list, hit{Period: p, end: end, loose: true})
		}
	}
	if every != (Every{}) {
		list = append(list, hit{Period: Period{Every: every, Grain: every.Of}, end: end, loose: true})
	}
	return list
}

// latest is the day until which something without a year counts as this
// year's: a date may lie a month ahead, a month must have begun.
func (r *reader) latest(p Period) time.Time {
	if p.Grain == Day {
		return r.today.AddDate(0, 0, 31)
	}
	return r.today
}

// weekOf reads "first week of September 2025", "week 32 of 2025" and "last day
// of 2024".
func (r *reader) weekOf(i int) []hit {
	at := i
	if r.at(at) == "the" {
		at++
	}
	if r.at(at) == "week" {
		if n, ok := r.count(at + 1); ok && n.end == at+2 && n.n >= 1 && n.n <= 53 {
			y, end, _, given := r.yearAfter(n.end)
			if !given {
				y, end = r.today.Year(), n.end
			}
			first := floor(date(y, 1, 4), Week) // ISO: the week with 4 January
			return []hit{{Period: periodAt(first, Week, n.n-1), end: end}}
		}
		return nil
	}
	n, last := 0, r.is(at, "last final")
	if v, ok := ordinal(r.at(at)); ok {
		n = int(v)
	}
	g, ok := units[r.at(at+1)]
	if n == 0 && !last || !ok || !r.is(at+2, "of in") {
		return nil
	}
	var list []hit
	for _, h := range r.unitAt(at + 3) {
		if h.Recurring() || h.Grain <= g || h.Start.IsZero() || h.End.IsZero() {
			continue
		}
		var p Period
		switch {
		case g == Week && last:
			p = Period{Start: h.End.AddDate(0, 0, -7), End: h.End, Grain: Week}
		case g == Week:
			start := h.Start.AddDate(0, 0, 7*(n-1))
			p = Period{Start: start, End: start.AddDate(0, 0, 7), Grain: Week}
		case last:
			p = r.clock.periodAt(h.End.AddDate(0, 0, -1), g, 0)
		default:
			p = r.clock.periodAt(h.Start, g, n-1)
		}
		if p.Start.Before(h.End) {
			p.Now = h.Now
			list = append(list, hit{Period: p, end: h.end})
		}
	}
	return list
}

// quarterOf reads Q3 2025, 2025 Q3, third quarter, quarter 3 of last year.
func (r *reader) quarterOf(i int) []hit {
	return r.partOf(i, "q", "quarter", "qtr", Quarter, 4, r.clock.quarter)
}

// halfOf reads H1 2024, first half of 2024.
func (r *reader) halfOf(i int) []hit {
	return r.partOf(i, "h", "half", "semester", Half, 2, r.clock.half)
}

func (r *reader) partOf(i int, letter, name, other string, g Grain, most int, in func(y, n int) Period) []hit {
	at := i
	if y, ok := r.yearNumber(i); ok { // 2025 Q3, 2025-Q3
		at = i + 1
		if r.is(at, "- /") {
			at++
		}
		if n, end, ok := r.part(at, letter, name, other, most); ok {
			return []hit{{Period: in(y, n), end: end}}
		}
		return nil
	}
	if r.at(at) == "the" {
		at++
	}
	n, end, ok := r.part(at, letter, name, other, most)
	if !ok {
		return nil
	}
	if y, stop, now, ok := r.yearAfter(end); ok {
		if now { // it counts from this year
			y += r.thisYear() - r.today.Year()
		}
		p := in(y, n)
		p.Now = now
		return []hit{{Period: p, end: stop}}
	}
	return r.readLoosely(end, func(y int) (Period, bool) { return in(y, n), true }, r.clock.every(g, n))
}

// part reads q3, third quarter, quarter 3, last quarter of.
func (r *reader) part(at int, letter, name, other string, most int) (n, end int, ok bool) {
	w := r.at(at)
	if rest, found := strings.CutPrefix(w, letter); found && len(rest) == 1 && rest[0] >= '1' && int(rest[0]-'0') <= most {
		return int(rest[0] - '0'), at + 1, true
	}
	if len(w) == 2 && w[0] >= '1' && int(w[0]-'0') <= most && w[1:] == letter { // 3q
		return int(w[0] - '0'), at + 1, true
	}
	if w == name || w == other {
		if v, err := strconv.Atoi(r.at(at + 1)); err == nil && v >= 1 && v <= most {
			return v, at + 2, true
		}
		return 0, 0, false
	}
	if !r.is(at+1, name+" "+other) {
		return 0, 0, false
	}
	if v, found := ordinal(w); found && v >= 1 && int(v) <= most {
		return int(v), at + 2, true
	}
	if (w == "last" || w == "final") && r.at(at+2) == "of" {
		if _, _, _, ok := r.yearAfter(at + 2); ok {
			return most, at + 2, true
		}
	}
	return 0, 0, false
}

func (r *reader) yearAt(i int) []hit {
	at := i
	if r.is(at, "fy cy year") { // year 2024, the year of 2024
		if at++; r.at(at) == "of" {
			at++
		}
	}
	y, ok := r.yearNumber(at)
	if !ok || r.counts(at+1) || at == i && i > 0 && (english.IsCurrency(r.low[i-1]) || r.low[i-1] == "#") {
		return nil
	}
	return []hit{{Period: r.clock.year(y), end: at + 1}}
}

// counts reports whether the word names what a number before it counts.
func (r *reader) counts(i int) bool {
	return r.is(i, "% percent kg kilos km kilometers miles tonnes tons dollars euros pounds usd eur gbp units hours minutes days weeks months years people million thousand meters feet calories points") ||
		r.isGlued(i) && r.is(i, "%")
}

var decades = english.NewNumbers(`twenties 1920, thirties 1930, forties 1940, fifties 1950, sixties 1960, seventies 1970, eighties 1980, nineties 1990`)

// decadeAt reads 1990s, '90s and the nineties.
func (r *reader) decadeAt(i int) []hit {
	at := i
	for r.is(at, "the ' ’") {
		at++
	}
	w := r.at(at)
	if y, ok := decades[w]; ok {
		return []hit{{Period: periodAt(date(int(y), 1, 1), Decade, 0), end: at + 1}}
	}
	d, ok := strings.CutSuffix(w, "s")
	y, err := strconv.Atoi(d)
	switch {
	case !ok || err != nil || y%10 != 0:
		return nil
	case len(d) == 2 && r.is(at-1, "the ' ’"):
		if y += 1900; y < 1930 {
			y += 100
		}
	case len(d) != 4 || y < 1500 || y > 2100:
		return nil
	}
	return []hit{{Period: periodAt(date(y, 1, 1), Decade, 0), end: at + 1}}
}

// weekdayAt reads Monday (the latest, and every), Mondays, weekends.
func (r *reader) weekdayAt(i int) []hit {
	switch r.at(i) {
	case "weekend", "weekends":
		if !r.is(i-1, "by per last this next") {
			return []hit{{Period: Period{Every: Every{Day, 6, 7}, Grain: Day}, end: i + 1}}
		}
	case "weekdays", "workdays":
		return []hit{{Period: Period{Every: Every{Day, 1, 5}, Grain: Day}, end: i + 1}}
	}
	d, ok := english.Weekdays[r.at(i)]
	if !ok || !r.weekdayWord(i) {
		return nil
	}
	every := hit{Period: Period{Every: Every{Day, int(d), int(d)}, Grain: Day}, end: i + 1, loose: true}
	if len(r.at(i)) > 5 && strings.HasSuffix(r.at(i), "s") || r.is(i-1, "every each a its") {
		return []hit{every}
	}
	back := (int(r.today.Weekday())+6)%7 + 1 - int(d)
	if back < 0 {
		back += 7
	}
	p := day(r.today.AddDate(0, 0, -back))
	p.Now = true
	return []hit{{Period: p, end: i + 1, loose: true}, every}
}

// weekdayWord tells Sun and Sat from sun and sat.
func (r *reader) weekdayWord(i int) bool {
	return len(r.at(i)) > 5 || r.capital(i) || r.is(i-1, "on last next every")
}

// monthWord is the month of a word, unless the word is rather a verb: may,
// march, dec.
func (r *reader) monthWord(i int) (int, bool) {
	m, ok := english.Months[r.at(i)]
	if !ok {
		return 0, false
	}
	if w := r.at(i); len(w) > 5 || w == "april" || w == "june" || w == "july" {
		return int(m), true
	}
	_, before := r.dayNumber(i - 1)
	_, year := r.yearNumber(i + 1)
	_, after := r.dayNumber(i + 1)
	switch {
	case year, before, r.is(i-1, "in since until till by of from during before after through for last next this every between to mid early late"):
		return int(m), true
	case r.at(i) == "may": // May I, as a question begins
		return int(m), r.capital(i) && (i > 0 || after)
	case r.at(i) == "march":
		return int(m), r.capital(i)
	}
	return int(m), after || r.capital(i)
}

// yearNumber is a year in four digits.
func (r *reader) yearNumber(i int) (int, bool) {
	w := r.at(i)
	if len(w) == 6 && (strings.HasPrefix(w, "fy") || strings.HasPrefix(w, "cy")) {
		w = w[2:]
	}
	y, err := strconv.Atoi(w)
	return y, err == nil && len(w) == 4 && y >= 1800 && y <= 2099
}

// dayNumber is the day of a month: 5, 5th.
func (r *reader) dayNumber(i int) (int, bool) {
	w := r.at(i)
	if len(w) > 2 {
		if v, ok := ordinal(w); ok && v >= 1 && v <= 31 {
			return int(v), true
		}
		return 0, false
	}
	d, err := strconv.Atoi(w)
	return d, err == nil && d >= 1 && d <= 31
}

// yearAfter reads the year that follows a month or a quarter: 2025, '25, of
// 2025, last year, of this year, in the year before.
func (r *reader) yearAfter(i int) (y, end int, now, ok bool) {
	at := i
	for r.is(at, ", of in the -") && at < i+3 {
		at++
	}
	if y, ok := r.yearNumber(at); ok && !r.counts(at+1) {
		return y, at + 1, false, true
	}
	if r.is(i, "' ’") && r.isGlued(i+1) && len(r.at(i+1)) == 2 {
		if y, err := strconv.Atoi(r.at(i + 1)); err == nil {
			return 2000 + y, i + 2, false, true
		}
	}
	if r.at(at+1) == "year" && !r.is(at+2, "to over on") {
		switch r.at(at) {
		case "this", "current":
			return r.today.Year(), at + 2, true, true
		case "last", "previous", "prior":
			return r.today.Year() - 1, at + 2, true, true
		case "next":
			return r.today.Year() + 1, at + 2, true, true
		}
	}
	return 0, i, false, false
}

// mentionedYears are the years in the question, those said in words included.
func (r *reader) mentionedYears() []int {
	var list []int
	for i := range r.low {
		y, ok := r.yearNumber(i)
		if ok && r.counts(i+1) {
			continue
		}
		if !ok && r.at(i+1) == "year" {
			switch r.low[i] {
			case "this", "current":
				y, ok = r.thisYear(), true
			case "last":
				y, ok = r.thisYear()-1, true
			}
		}
		if ok && !contains(list, y) {
			list = append(list, y)
		}
	}
	return list
}

func contains(list []int, y int) bool {
	for _, x := range list {
		if x == y {
			return true
		}
	}
	return false
}
