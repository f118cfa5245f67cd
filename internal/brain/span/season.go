package span

// seasons by the month that each begins with; they last three months.
var seasons = map[string]int{"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

// seasonAt reads last summer, this winter, summer 2024 and winter of 2024, as
// the north has them. A season alone is no time: there are summer shoes.
func (r *reader) seasonAt(i int) []hit {
	at := i
	if r.is(at, "last previous past this next") {
		at++
	}
	first, ok := seasons[r.at(at)]
	if !ok {
		return nil
	}
	in := func(y int) Period {
		start := date(y, first, 1)
		return Period{Start: start, End: start.AddDate(0, 3, 0), Grain: Quarter}
	}
	if at == i {
		y, end, now, ok := r.yearAfter(at + 1)
		if !ok {
			return nil
		}
		p := in(y)
		p.Now = now
		return []hit{{Period: p, end: end}}
	}
	y := r.today.Year() + 1
	switch r.at(i) {
	case "next":
		for y = r.today.Year() - 1; !in(y).Start.After(r.today); {
			y++
		}
	case "this": // the one that it is, else that of this year
		y = r.today.Year()
		if last := in(y - 1); r.today.Before(last.End) {
			y--
		}
	default: // the latest that is over
		for in(y).End.After(r.today) {
			y--
		}
	}
	p := in(y)
	p.Now = true
	return []hit{{Period: p, end: at + 1}}
}
