package span

import "github.com/plumbdata/plumb/internal/english"

// seasonAt reads last summer, this winter, summer 2024, winter of 2024 and in summer,
// as the north has them. A season alone is no time: there are summer shoes.
func (r *reader) seasonAt(i int) []hit {
	at := i
	if r.is(at, "last previous past this next") {
		at++
	}
	first, ok := english.Seasons[r.at(at)]
	if !ok {
		return nil
	}
	in := func(y int) Period {
		start := date(y, int(first), 1)
		return Period{Start: start, End: start.AddDate(0, 3, 0), Grain: Quarter}
	}
	if at == i {
		y, end, now, ok := r.yearAfter(at + 1)
		if r.falls(i) {
			return nil
		}
		if end, comes := r.everySeason(i); !ok && comes {
			last := (int(first)+1)%12 + 1
			return []hit{{Period: Period{Every: Every{Month, int(first), last}, Grain: Month}, end: end}}
		}
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

// everySeason reports whether a season without a year is that of every year: in summer,
// during the winter months.
func (r *reader) everySeason(i int) (end int, ok bool) {
	if r.is(i+1, "month months season seasons") {
		return i + 2, true
	}
	before := i - 1
	if r.is(before, "the") {
		before--
	}
	follows := i+1 == len(r.low) || r.is(i+1, "and or vs versus compared than by per for from is are was were only , ? . ! ;")
	return i + 1, follows && r.is(before, "in during over")
}

// falls is true where fall or spring is what something does: did revenue fall in
// 2024, and not the fall of 2024.
func (r *reader) falls(i int) bool {
	if !r.is(i, "fall spring") || i == 0 || r.is(i-1, "in during of for since from until till before after the over through between early late") {
		return false
	}
	if _, year := r.yearNumber(i + 1); !year {
		return true
	}
	for k := range i {
		if r.is(k, "did do does didn't don't doesn't will would can could may might should to") {
			return true
		}
	}
	return false
}
