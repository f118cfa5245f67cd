package span

import (
	"slices"
	"time"
)

// periods lists the periods of the question. Words that a longer period has
// used are not read again, except for the two ends of a range, which may be
// meant one by one: "from 2023 to 2024".
func (r *reader) periods() []Span {
	var list []Span
	var before *Period
	stop := -2 // where the period before ended
	for i := 0; i < len(r.words); {
		hits, parts := r.whenAt(i, before)
		if len(hits) == 0 {
			i++
			continue
		}
		if before != nil && i == stop+1 && r.is(i-1, "vs versus against and or /") {
			hits = append(hits, r.repeatKind(*before, hits[0])...)
		}
		end := i
		for _, h := range hits {
			list = r.add(list, i, h)
			end = max(end, h.end)
		}
		for _, p := range parts {
			list = r.add(list, p.first, p.hit)
		}
		if p := hits[0].Period; !p.Recurring() {
			before = &p
		}
		i = max(end, i+1)
		stop = i
	}
	return list
}

// repeatKind reads a year after a part of another as the same part: October 2024
// vs 2025.
func (r *reader) repeatKind(before Period, h hit) []hit {
	if h.Grain != Year || before.Grain >= Year || before.Recurring() || before.Start.IsZero() || before.End.IsZero() || h.Start.IsZero() || h.End.IsZero() {
		return nil
	}
	return []hit{{Period: shift(before, Year, r.yearOf(h.Period)-r.yearOf(before)), end: h.end}}
}

func (r *reader) add(list []Span, first int, h hit) []Span {
	s := r.span(Temporal, first, h.end)
	s.Period = h.Period
	if slices.ContainsFunc(list, func(o Span) bool { return o.First == s.First && o.End == s.End && o.Period == s.Period }) {
		return list
	}
	return append(list, s)
}

// piece is a hit with its own beginning.
type piece struct {
	hit
	first int
}

// whenAt reads the period that begins at i, with the words around it that
// change it.
func (r *reader) whenAt(i int, before *Period) (hits []hit, parts []piece) {
	if hits, parts = r.rangeAt(i); len(hits) > 0 {
		return hits, parts
	}
	for _, read := range []func(int) []hit{r.readBounds, r.distance, r.soFarIn} {
		if hits = read(i); len(hits) > 0 {
			return hits, nil
		}
	}
	if hits = r.readComparison(i, before); len(hits) > 0 {
		return hits, nil
	}
	if r.at(i) == "the" {
		return nil, nil // the period begins with the next word
	}
	return r.addFollowers(r.unitAt(i)), nil
}

// side is where a word puts a period: before it, after it, up to its end.
type side struct {
	words [][]string
	apply func(p Period) (Period, bool)
}

func from(t time.Time, p Period) (Period, bool) {
	return Period{Start: t, Grain: p.Grain, Now: p.Now}, !t.IsZero()
}

func upTo(t time.Time, p Period) (Period, bool) {
	return Period{End: t, Grain: p.Grain, Now: p.Now}, !t.IsZero()
}

var sides = []side{
	{split("since", "starting", "starting from", "starting in", "beginning", "from and after", "on or after", "in or after", "ever since", "no earlier than", "not before", "since the"),
		func(p Period) (Period, bool) { return from(p.Start, p) }},
	{split("after", "later than", "following", "past", "newer than"), func(p Period) (Period, bool) { return from(p.End, p) }},
	{split("before", "prior to", "earlier than", "ahead of", "preceding", "older than", "prior"), func(p Period) (Period, bool) { return upTo(p.Start, p) }},
	{split("until", "till", "til", "through", "thru", "up to", "up until", "no later than", "not later than", "not after", "on or before", "in or before",
		"up to and including", "as late as", "by"),
		func(p Period) (Period, bool) { return upTo(p.End, p) }},
}

func split(list ...string) [][]string {
	out := make([][]string, len(list))
	for i, s := range list {
		out[i] = fields(s)
	}
	return out
}

// readBounds reads since 2019, before March 2024, until yesterday.
func (r *reader) readBounds(i int) []hit {
	best, apply := 0, (func(Period) (Period, bool))(nil)
	for _, s := range sides {
		for _, w := range s.words {
			if n := r.phrase(i, w); n > best {
				best, apply = n, s.apply
			}
		}
	}
	if best == 0 {
		return nil
	}
	word := r.at(i)
	inner := r.unitAt(i + best)
	if word == "past" && len(inner) > 0 && inner[0].Grain < Day || word == "by" && !r.deadline(inner) {
		return nil
	}
	var list []hit
	for _, h := range inner {
		if h.Recurring() {
			continue
		}
		p, ok := apply(h.Period)
		if word == "before" && r.lastDay(i+best) { // before the end of June: June is still in
			p, ok = upTo(h.End, h.Period)
		}
		if !ok {
			continue
		}
		b := hit{Period: p, end: h.end}
		if (word == "through" || word == "thru") && h.Grain == Year { // all through 2024
			list = append(list, hit{Period: h.Period, end: h.end})
		}
		if word == "past" && r.at(i-1) == "the" {
			return nil
		}
		list = append(list, b)
	}
	return list
}

// lastDay reports whether the words speak of the end of something.
func (r *reader) lastDay(i int) bool {
	return r.at(i) == "end" || r.at(i) == "the" && r.at(i+1) == "end"
}

// deadline tells "by 5 May" and "by the end of June" from "by 2024 revenue".
func (r *reader) deadline(inner []hit) bool { return len(inner) > 0 && inner[0].Grain <= Month }

// soFarIn reads so far this year, so far in 2025.
func (r *reader) soFarIn(i int) []hit {
	if r.at(i) != "so" || r.at(i+1) != "far" {
		return nil
	}
	at := i + 2
	for r.is(at, "in for during") {
		at++
	}
	var list []hit
	for _, h := range r.unitAt(at) {
		if !h.Recurring() && !h.Start.IsZero() && h.within(r.today) {
			list = append(list, hit{Period: r.soFar(h.Period), end: h.end})
		}
	}
	return list
}

// addFollowers changes periods by the words after them: or later, so far, to date.
func (r *reader) addFollowers(list []hit) []hit {
	for k, h := range list {
		if h.Recurring() {
			continue
		}
		if p, end, ok := r.follower(h); ok {
			list[k] = hit{Period: p, end: end}
		}
	}
	// A follower belongs to the range, not to what recurs.
	longest := 0
	for _, h := range list {
		longest = max(longest, h.end)
	}
	return slices.DeleteFunc(list, func(h hit) bool { return h.end < longest })
}

// followers are words after a period that change it.
var followers = []struct {
	words [][]string
	apply func(r *reader, p Period) (Period, bool)
}{
	{split("or later", "or newer", "or after", "or younger", "onwards", "onward", "and later", "and after", "and onwards", "and beyond", "and newer", "on", "forward"),
		func(_ *reader, p Period) (Period, bool) { return from(p.Start, p) }},
	{split("or earlier", "or before", "or older", "and earlier", "and before", "and older"),
		func(_ *reader, p Period) (Period, bool) { return upTo(p.End, p) }},
	{split("to date", "so far", "to now", "to today", "up to today", "up to now", "until now", "until today", "till now", "till today", "through today",
		"to the present", "to present"),
		func(r *reader, p Period) (Period, bool) {
			return r.soFar(p), !p.Start.IsZero() && !p.Start.After(r.today)
		}},
}

func (r *reader) follower(h hit) (Period, int, bool) {
	i := h.end
	for _, f := range followers {
		for _, w := range f.words {
			n := r.phrase(i, w)
			if n == 0 || w[0] == "on" && (r.at(h.end+1) == "year" || len(r.at(h.end+1)) > 0 && !r.is(h.end+1, ", . ? ; : )")) {
				continue
			}
			if p, ok := f.apply(r, h.Period); ok {
				return p, i + n, true
			}
		}
	}
	if g, end, ok := r.toDateWords(i); ok && g == Year && h.Grain == Year && !h.Start.IsZero() { // 2024 YTD
		return shift(r.soFar(r.clock.year(r.thisYear())), Year, r.yearOf(h.Period)-r.thisYear()), end, true
	}
	return Period{}, 0, false
}
