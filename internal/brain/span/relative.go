package span

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/english"
)

// unitAt reads a bounded piece of time that begins at i. What was read is
// kept: "the end of the last week of the first …" would be read over and over.
func (r *reader) unitAt(i int) []hit {
	if i >= len(r.low) {
		return nil
	}
	list, ok := r.read[i]
	if !ok {
		list = r.unit(i)
		r.read[i] = list
	}
	return slices.Clone(list)
}

// unit reads a piece of time that depends on the clock, an edge of another, or
// one with a name.
func (r *reader) unit(i int) []hit {
	named := r.readCalendar(i)
	if len(named) > 0 && !r.is(i, "the") {
		return named
	}
	for _, read := range []func(int) []hit{r.edge, r.toDate, r.dayWord, r.readCount, r.relative} {
		if h := read(i); len(h) > 0 {
			return h
		}
	}
	if len(named) > 0 {
		return named
	}
	if r.at(i) == "the" && i+1 < len(r.low) {
		return r.unitAt(i + 1)
	}
	return nil
}

// edge reads "start of 2024" and "end of last month": the first or last day.
func (r *reader) edge(i int) []hit {
	end := r.is(i, "end close")
	if !end && !r.is(i, "start beginning") || r.at(i+1) != "of" {
		return nil
	}
	list := r.unitAt(i + 2)
	if at := i + 2; len(list) == 0 { // end of the year
		if r.at(at) == "the" {
			at++
		}
		if g, ok := units[r.at(at)]; ok && g > Day && !strings.HasSuffix(r.at(at), "s") {
			p := r.clock.periodAt(r.today, g, 0)
			p.Now = true
			list = []hit{{Period: p, end: at + 1}}
		}
	}
	var days []hit
	for _, h := range list {
		if h.Recurring() || h.Start.IsZero() || h.End.IsZero() {
			continue
		}
		p := day(h.Start)
		if end {
			p = day(h.End.AddDate(0, 0, -1))
		}
		p.Now = h.Now
		days = append(days, hit{Period: p, end: h.end, loose: h.loose})
	}
	return days
}

var upToDate = map[string]Grain{"ytd": Year, "qtd": Quarter, "mtd": Month, "wtd": Week}

// toDate reads YTD, year to date, and YTD 2024: the part of that year up to
// the day that today is.
func (r *reader) toDate(i int) []hit {
	g, end, ok := r.toDateWords(i)
	if !ok {
		return nil
	}
	p := r.soFar(r.clock.periodAt(r.today, g, 0))
	if y, stop, now, ok := r.yearAfter(end); ok && g == Year {
		if now { // it counts from this year
			y += r.thisYear() - r.today.Year()
		}
		p, end = shift(p, Year, y-r.thisYear()), stop
		p.Now = now || y == r.thisYear()
	}
	return []hit{{Period: p, end: end}}
}

func (r *reader) toDateWords(i int) (Grain, int, bool) {
	if g, ok := upToDate[r.at(i)]; ok {
		return g, i + 1, true
	}
	at := i
	if r.is(at, "this current") {
		at++
	}
	g, ok := units[r.at(at)]
	if !ok || g < Week || strings.HasSuffix(r.at(at), "s") {
		return 0, 0, false
	}
	at++
	for _, w := range []string{"to", "date"} {
		if r.at(at) == "-" {
			at++
		}
		if r.at(at) != w {
			return 0, 0, false
		}
		at++
	}
	return g, at, true
}

// soFar ends a period with today.
func (r *reader) soFar(p Period) Period {
	p.End, p.Now = r.today.AddDate(0, 0, 1), true
	return p
}

func (r *reader) dayWord(i int) []hit {
	offset, end := 0, i+1
	switch r.at(i) {
	case "today":
	case "yesterday":
		offset = -1
	case "tomorrow":
		offset = 1
	case "day":
		switch {
		case r.at(i+1) == "before" && r.at(i+2) == "yesterday":
			offset, end = -2, i+3
		case r.at(i+1) == "after" && r.at(i+2) == "tomorrow":
			offset, end = 2, i+3
		default:
			return nil
		}
	default:
		return nil
	}
	p := day(r.today.AddDate(0, 0, offset))
	p.Now = true
	return []hit{{Period: p, end: end}}
}

// amount is a count of units.
type amount struct{ n, end int }

// count reads a whole number, in digits or words: 90, three, a, couple of.
func (r *reader) count(i int) (amount, bool) {
	switch {
	case r.is(i, "a an") && units[r.at(i+1)] != 0:
		return amount{1, i + 1}, true
	case r.at(i) == "couple" && r.at(i+1) == "of":
		return amount{2, i + 2}, true
	case r.at(i) == "a" && r.at(i+1) == "couple" && r.at(i+2) == "of":
		return amount{2, i + 3}, true
	}
	n, unit, end := r.number(i)
	const most = 10000
	if end == i || unit == Ordinal || n != float64(int(n)) || n < 1 || n > most {
		return amount{}, false
	}
	return amount{int(n), end}, true
}

// readCount reads a number of units back or ahead: last 90 days, past three
// years, next two weeks, last six full weeks.
//
// The windows include today and the day so many units away, as people's own
// SQL for such questions does: the last 30 days are the dates from today - 30 to
// today.
func (r *reader) readCount(i int) []hit {
	back := r.is(i, "last past previous preceding latest recent trailing prior")
	if !back && !r.is(i, "next coming following upcoming") {
		return nil
	}
	at := i + 1
	full := r.fullWord(&at)
	n, ok := r.count(at)
	if !ok || r.is(at, "a an") {
		return nil
	}
	at = n.end
	if r.at(at) == "-" {
		at++
	}
	full = r.fullWord(&at) || full
	g, ok := units[r.at(at)]
	if !ok {
		return nil
	}
	if w := r.at(at); n.n > 1 && !strings.HasSuffix(w, "s") && !r.isGlued(at) { // 3 month average is no window
		return nil
	}
	return []hit{{Period: r.window(g, n.n, back, full || g == Quarter || g >= Week && r.leavesOutCurrent(at+1)), end: at + 1}}
}

// leavesOutCurrent finds "excluding the current month" and "leave the current one
// out" after a window, which is of whole units then.
func (r *reader) leavesOutCurrent(at int) bool {
	for i := at; i < len(r.words); i++ {
		_, unit := units[r.at(i+1)]
		if !(r.is(i, "current ongoing running") || r.at(i) == "this") || !unit && r.at(i+1) != "one" {
			continue
		}
		for back := 1; back <= 3 && i-back >= at; back++ {
			if r.is(i-back, "excluding exclude excludes without except leave leaving skip skipping ignore ignoring omit omitting not") {
				return true
			}
		}
	}
	return false
}

func (r *reader) fullWord(at *int) bool {
	if r.is(*at, "full complete completed whole calendar entire") {
		*at++
		return true
	}
	return false
}

// window is n units up to today, or from today on; full ones leave out the
// unit that today lies in.
func (r *reader) window(g Grain, n int, back, full bool) Period {
	p := Period{Grain: g, Now: true}
	tomorrow := r.today.AddDate(0, 0, 1)
	switch here := r.clock.floor(r.today, g); {
	case g == Hour && back:
		p.Start, p.End = move(r.now, Hour, -n), r.now
	case g == Hour:
		p.Start, p.End = r.now, move(r.now, Hour, n)
	case full && back:
		p.Start, p.End = move(here, g, -n), here
	case full:
		p.Start, p.End = move(here, g, 1), move(here, g, n+1)
	case back:
		p.Start, p.End = move(r.today, g, -n), tomorrow
	default:
		p.Start, p.End = r.today, move(r.today, g, n).AddDate(0, 0, 1)
	}
	return p
}

// relative reads one unit by where it lies: last month, this year, past
// year, next week, last October, last Friday.
func (r *reader) relative(i int) []hit {
	offset := 0
	switch r.at(i) {
	case "last", "previous", "prior", "preceding", "past":
		offset = -1
	case "this", "current":
	case "next", "coming", "upcoming":
		offset = 1
	default:
		return nil
	}
	at := i + 1
	full := r.fullWord(&at) || r.at(at-1) == "previous"
	if m, ok := r.monthWord(at); ok {
		return []hit{{Period: r.monthNear(m, offset), end: at + 1}}
	}
	if d, ok := english.Weekdays[r.at(at)]; ok && r.weekdayWord(at) {
		p := day(floor(r.today, Week).AddDate(0, 0, int(d)-1))
		if offset < 0 && !p.Start.Before(r.today) || offset > 0 && !p.Start.After(r.today) {
			p = shift(p, Week, offset)
		}
		p.Now = true
		return []hit{{Period: p, end: at + 1}}
	}
	if q, end, ok := r.part(at, "q", "", "", 4); ok { // last Q3
		p := r.clock.quarter(r.thisYear(), q)
		if offset < 0 && !p.End.Before(r.today) {
			p = r.clock.quarter(r.thisYear()-1, q)
		}
		p.Now = true
		return []hit{{Period: p, end: end}}
	}
	g, ok := units[r.at(at)]
	if !ok || g == Hour || strings.HasSuffix(r.at(at), "s") {
		return nil
	}
	var p Period
	switch {
	case r.at(at) == "weekend":
		monday := move(floor(r.today, Week), Week, offset)
		p = Period{Start: monday.AddDate(0, 0, 5), End: monday.AddDate(0, 0, 7), Grain: Day}
	case r.at(i) == "past" && !full, r.at(i) == "last" && g == Decade:
		p = r.window(g, 1, true, false)
	case g == Day && r.at(i) != "next" && r.at(i) != "previous":
		return nil // the last day of something
	default:
		p = r.clock.periodAt(r.today, g, offset)
	}
	p.Now = true
	list := []hit{{Period: p, end: at + 1}}
	if r.rolling(i) && (g == Week || g == Month || g == Year) {
		list = append(list, hit{Period: r.window(g, 1, true, false), end: at + 1})
	}
	return list
}

// rolling finds "in the last year", which may mean twelve months.
func (r *reader) rolling(i int) bool {
	return r.at(i) == "last" && r.at(i-1) == "the" && r.is(i-2, "in over during within for")
}

// monthNear is the month before, in or after the current stretch: last
// October is the latest that is over.
func (r *reader) monthNear(m, offset int) Period {
	p := month(r.today.Year(), m)
	switch {
	case offset < 0 && p.End.After(r.today):
		p = month(r.today.Year()-1, m)
	case offset > 0 && !p.Start.After(r.today):
		p = month(r.today.Year()+1, m)
	}
	p.Now = true
	return p
}

// distance reads an amount of time from today: 3 months ago, more than 180
// days ago, older than a year, within 60 days.
func (r *reader) distance(i int) []hit {
	lasting := r.at(i) == "for" // for more than two years: it began before then
	at := i
	if lasting {
		at++
	}
	op, at := r.distanceOp(at)
	n, ok := r.count(at)
	if !ok {
		return nil
	}
	g, ok := units[r.at(n.end)]
	if !ok {
		return nil
	}
	if lasting && g == Hour { // that is how long it took
		return nil
	}
	end := n.end + 1
	ago := r.at(end) == "ago" || r.at(end) == "old" && op != ""
	if ago {
		end++
	}
	if op == "" && r.at(end) == "or" && r.is(end+1, "more longer") && (lasting || r.at(end+1) == "longer") {
		op, lasting, end = ">=", true, end+2
	}
	if op == "in" && !ago {
		if r.is(end, "of after before from") && !r.is(end+1, "now today") {
			return nil // within 7 days of launch
		}
		return []hit{{Period: r.window(g, n.n, false, false), end: end}}
	}
	p, ok := r.moveAway(i, g, n.n, op, ago, lasting)
	if !ok {
		return nil
	}
	return []hit{{Period: p, end: end}}
}

// distanceOp reads how an amount of time is compared, with the place after it.
func (r *reader) distanceOp(at int) (op string, end int) {
	switch {
	case r.is(at, "more longer greater older earlier") && r.at(at+1) == "than":
		return ">", at + 2
	case r.is(at, "less fewer newer younger later") && r.at(at+1) == "than":
		return "<", at + 2
	case r.at(at) == "over":
		return ">", at + 1
	case r.at(at) == "at" && r.at(at+1) == "least":
		return ">=", at + 2
	case r.at(at) == "under":
		return "<", at + 1
	case r.at(at) == "within":
		return "in", at + 1
	}
	return "", at
}

// moveAway is the period that lies so far from today; ago says that the words do,
// lasting that something lasts since then.
func (r *reader) moveAway(i int, g Grain, n int, op string, ago, lasting bool) (Period, bool) {
	away := r.today
	if g == Hour {
		away = r.now
	}
	away = move(away, g, -n)
	p := Period{Grain: g, Now: true}
	switch {
	case r.at(i) == "older" && op == ">", r.at(i) == "earlier" && ago, op == ">" && (ago || lasting):
		p.End = away
	case op == ">=" && (ago || lasting):
		p.End = away.AddDate(0, 0, 1)
	case ago && (op == "<" || op == "in"), r.at(i) == "newer":
		p.Start, p.End = away, r.today.AddDate(0, 0, 1)
	case ago && op == "":
		p = r.clock.periodAt(away, g, 0)
		if g == Day || g == Week {
			p = day(away)
		}
		p.Now = true
	default:
		return Period{}, false
	}
	return p, true
}

// readComparison reads a period that is told by one that came before: the same
// period last year, the quarter before, a year earlier.
func (r *reader) readComparison(i int, before *Period) []hit {
	at := i
	if r.at(at) == "the" {
		at++
	}
	if r.at(at) == "same" {
		return r.same(at+1, before)
	}
	if r.is(at, "a one") && units[r.at(at+1)] >= Week && r.is(at+2, "earlier before prior") {
		return r.stepBack(units[r.at(at+1)], at+3, before)
	}
	if g := units[r.at(at)]; g >= Week && !strings.HasSuffix(r.at(at), "s") && r.is(at+1, "before earlier prior") {
		if _, ok := r.unitStart(at + 2); !ok {
			return r.stepBack(g, at+2, before)
		}
	}
	if r.is(at, "previous prior preceding") {
		if g := units[r.at(at+1)]; g >= Week && !strings.HasSuffix(r.at(at+1), "s") {
			return r.stepBack(g, at+2, before)
		}
	}
	return nil
}

// unitStart reports whether a period begins at i, so that "before" belongs to
// it.
func (r *reader) unitStart(i int) (hit, bool) {
	if h := r.unitAt(i); len(h) > 0 {
		return h[0], true
	}
	return hit{}, false
}

// stepBack is the period one unit before the one that came before in the
// question; without one, before now.
func (r *reader) stepBack(g Grain, end int, before *Period) []hit {
	if before == nil || before.Start.IsZero() || before.Grain > g {
		p := r.clock.periodAt(r.today, g, -1)
		p.Now = true
		return []hit{{Period: p, end: end}}
	}
	p := shift(*before, g, -1)
	return []hit{{Period: p, end: end}}
}

// same reads what follows "same": period last year, quarter a year earlier,
// stretch of 2024.
func (r *reader) same(at int, before *Period) []hit {
	if !r.is(at, "period stretch time span timeframe window days months weeks quarter month week day dates date season point half") {
		return nil
	}
	kind := r.at(at)
	at++
	for r.is(at, "of in from the for during a one , span period") {
		at++
	}
	base := before
	if base == nil || base.Start.IsZero() || base.End.IsZero() {
		p := r.soFar(r.clock.year(r.thisYear()))
		if g := units[kind]; g >= Day && g < Year {
			p = r.clock.periodAt(r.today, g, 0)
		}
		p.Now = true
		base = &p
	}
	if y, ok := r.yearNumber(at); ok {
		return []hit{{Period: shift(*base, Year, y-r.yearOf(*base)), end: at + 1}}
	}
	g := units[r.at(at)] // a year earlier, the year before
	if g >= Day && r.is(at+1, "earlier before ago prior") {
		return []hit{{Period: shift(*base, g, -1), end: at + 2}}
	}
	if g = units[r.at(at+1)]; g >= Day && r.is(at, "last previous prior preceding") {
		return []hit{{Period: shift(*base, g, -1), end: at + 2}}
	}
	return nil
}

// within reports whether a moment lies in the period.
func (p Period) within(t time.Time) bool {
	return (p.Start.IsZero() || !t.Before(p.Start)) && (p.End.IsZero() || t.Before(p.End))
}
