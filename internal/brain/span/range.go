package span

import "strings"

func fields(s string) []string { return strings.Fields(s) }

// rangeAt reads between A and B, from A to B, A to B, 2022-2024. The ends come
// as parts as well.
func (r *reader) rangeAt(i int) ([]hit, []piece) {
	at, joint := i, "to until till through thru - – — up"
	switch r.at(i) {
	case "between":
		at, joint = i+1, "and to - –"
	case "from":
		at = i + 1
	}
	for _, a := range r.firstEnd(at) {
		next := a.end
		if !r.is(next, joint) {
			continue
		}
		if sign := r.at(next); sign == "-" && (!r.isGlued(next) && !r.isGlued(next+1)) && at == i { // "2024 - title, year"
			continue
		}
		if next++; r.at(next-1) == "up" {
			if r.at(next) != "to" {
				continue
			}
			next++
		}
		if r.at(next) == "and" && r.at(next+1) == "including" {
			next += 2
		}
		if p, end, ok := r.toNow(a, next); ok {
			return []hit{{Period: p, end: end}}, nil
		}
		if hits, parts := r.joinRange(at, a, next); len(hits) > 0 {
			return hits, parts
		}
	}
	return nil, nil
}

// toNow is a range whose second end is the present.
func (r *reader) toNow(a hit, next int) (Period, int, bool) {
	at := next
	if r.at(at) == "the" {
		at++
	}
	if !r.is(at, "date now present today") || a.Recurring() || a.Start.IsZero() {
		return Period{}, 0, false
	}
	return r.soFar(a.Period), at + 1, true
}

// firstEnd reads the first end of a range, which may be a day alone: 1 to 31
// August.
func (r *reader) firstEnd(at int) []hit {
	list := r.unitAt(at)
	if at > 0 && r.at(at) == "the" && len(list) == 0 {
		at++
	}
	if d, ok := r.dayNumber(at); ok && len(list) == 0 {
		list = append(list, hit{Period: Period{Grain: Day, Every: Every{Day, -d, -d}}, end: at + 1, loose: true})
	}
	return list
}

// joinRange puts the two ends together.
func (r *reader) joinRange(at int, first hit, next int) (list []hit, parts []piece) {
	seconds := r.unitAt(next)
	if d, ok := r.dayNumber(next); ok && len(seconds) == 0 && first.Grain == Day && !first.Recurring() {
		// October 3 to 9: the month was said before.
		s := first.Start
		if t, ok := civil(s.Year(), int(s.Month()), d); ok {
			seconds = []hit{{Period: day(t), end: next + 1}}
		}
	}
	for _, b := range seconds {
		if first.Recurring() && b.Recurring() {
			if first.Every.First > 0 {
				list = append(list, recurringRange(first, b)...)
			}
			continue
		}
		a, ok := startOfRange(first, b)
		if !ok {
			continue
		}
		p := Period{Start: a.Start, End: b.End, Grain: min(a.Grain, b.Grain), Now: a.Now || b.Now}
		list = append(list, hit{Period: p, end: b.end})
		if first.Grain > Day { // days are ends of a range and nothing else
			parts = append(parts, piece{hit{Period: a.Period, end: first.end}, at}, piece{b, next})
		}
	}
	// January to March without a year: every year's, too.
	if first.loose && !first.Recurring() && len(seconds) > 0 && seconds[0].loose {
		for _, a := range r.unitAt(at) {
			for _, b := range seconds {
				if a.Recurring() && b.Recurring() {
					list = append(list, recurringRange(a, b)...)
				}
			}
		}
	}
	return list, parts
}

// recurringRange is a range that comes again, such as January to March of every
// year; none where its ends do not fit.
func recurringRange(a, b hit) []hit {
	if a.Every.Of != b.Every.Of || a.Every.First > b.Every.Last {
		return nil
	}
	e := Every{a.Every.Of, a.Every.First, b.Every.Last}
	return []hit{{Period: Period{Every: e, Grain: e.Of}, end: b.end}}
}

// startOfRange is the first end of a range that the second completes: with its
// month, or in the year before.
func startOfRange(a, b hit) (hit, bool) {
	if b.Recurring() || b.Start.IsZero() || b.End.IsZero() {
		return hit{}, false
	}
	switch {
	case a.Recurring() && a.Every.First < 0: // a day alone takes the month of the second end
		t, ok := civil(b.Start.Year(), int(b.Start.Month()), -a.Every.First)
		if !ok || b.Grain != Day {
			return hit{}, false
		}
		a.Period = day(t)
	case a.Recurring() || a.Start.IsZero():
		return hit{}, false
	case a.loose:
		a.Period = shift(a.Period, Year, b.Start.Year()-a.Start.Year())
		if a.Start.After(b.Start) {
			a.Period = shift(a.Period, Year, -1)
		}
	}
	return a, a.Start.Before(b.End)
}
