// Package span finds, in the words of a question, what does not depend on any
// database: numbers, periods of time, quoted text, comparisons and negations.
//
// Periods are resolved against a clock that comes in from outside, so the same
// words and the same day always give the same dates. Where words honestly have
// two readings (2025 as a number and as a year, 01/05 as January or May), both
// are returned, the likelier first.
package span

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/english"
)

// Kind is what a span of words is.
type Kind uint8

const (
	Number     Kind = iota + 1 // 1,000, ten, 2.5 million, third, 40%
	Temporal                   // last quarter, since 2019, on Mondays
	Quoted                     // "Halvors", without the quotes
	Comparison                 // more than, at least, or later
	Negation                   // not, without, never
)

func (k Kind) String() string {
	return [...]string{"", "number", "period", "quoted", "comparison", "negation"}[k]
}

// Span is words[First:End] with what they mean.
type Span struct {
	Kind       Kind
	First, End int
	Text       string // as written; of quoted text what is inside
	Number     string // plain decimal: 2500000, -3.5
	Unit       Unit   // of a number
	Op         string // of a comparison: > >= < <= = != between
	Period     Period
}

// Unit is what stands with a number.
type Unit uint8

const (
	Plain Unit = iota
	Percent
	Ordinal // third, 21st
	Money
)

// Grain is the unit in which a period was said.
type Grain uint8

const (
	Hour Grain = iota + 1
	Day
	Week
	Month
	Quarter
	Half
	Year
	Decade
)

func (g Grain) String() string {
	return [...]string{"", "hour", "day", "week", "month", "quarter", "half", "year", "decade"}[g]
}

// Period is [Start, End). A zero Start or End is open. Dates and times are
// those of the person's calendar, carried in UTC. A recurring period has
// Every, and Start and End only where it is bounded as well.
type Period struct {
	Start, End time.Time
	Grain      Grain
	Every      Every
	// Now says that the period depends on the clock: last month, not May 2024.
	Now bool
	// Years are the years that it is one of, or a part of one, where they are not the
	// calendar's.
	Years Years `json:",omitzero"`
}

// Every is a part of the calendar that comes again: the months, quarters or
// weekdays (Day; Monday is 1) from First to Last. The zero Every is none.
type Every struct {
	Of          Grain // Month, Quarter, Half or Day
	First, Last int
}

// Recurring reports whether the period comes again.
func (p Period) Recurring() bool { return p.Every != Every{} }

// Find lists the spans of the words, in order of where they begin; longer
// ones first, and likelier readings of the same words first. now is the
// person's clock; periods are computed in its location.
func Find(words []Word, now time.Time) []Span { return FindIn(words, now, 0) }

// FindIn is Find where a year is spoken of already, unless it is 0: what has no
// year of its own is of that one.
func FindIn(words []Word, now time.Time, year int) []Span {
	return findWith(words, now, year, Years{})
}

func findWith(words []Word, now time.Time, year int, years Years) []Span {
	r := newReader(words, now, years)
	if year != 0 && len(r.years) == 0 {
		r.years = []int{year}
	}
	var list []Span
	list = append(list, r.findQuotes()...)
	list = append(list, r.periods()...)
	list = append(list, r.numbers()...)
	list = append(list, r.comparisons()...)
	list = append(list, r.negations()...)
	sortSpans(list)
	return list
}

func sortSpans(list []Span) {
	slices.SortStableFunc(list, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(b.End, a.End))
	})
}

// reader is a question being read. Every part of the package looks at the
// words through it.
type reader struct {
	words []Word
	low   []string // in lower case
	now   time.Time
	today time.Time
	clock Years         // when years begin
	years []int         // that the question mentions, in order
	read  map[int][]hit // by unitAt
}

func newReader(words []Word, now time.Time, years Years) *reader {
	r := &reader{clock: years, words: words, low: make([]string, len(words)), read: map[int][]hit{}}
	for i, w := range words {
		r.low[i] = strings.ToLower(w.Text)
	}
	y, m, d := now.Date()
	r.today = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	r.now = r.today.Add(time.Duration(now.Hour())*time.Hour + time.Duration(now.Minute())*time.Minute + time.Duration(now.Second())*time.Second)
	r.years = r.mentionedYears()
	return r
}

// thisYear is the number of the year that today lies in.
func (r *reader) thisYear() int { return r.clock.Of(r.today) }

// yearOf is the number of the year of a period: a quarter belongs to one of the years of
// those who ask, a month or a day to one of the calendar.
func (r *reader) yearOf(p Period) int {
	if p.Grain >= Quarter && p.Grain <= Year {
		return r.clock.Of(p.Start)
	}
	return p.Start.Year()
}

// at is the word in lower case, or "" outside the question.
func (r *reader) at(i int) string {
	if i < 0 || i >= len(r.low) {
		return ""
	}
	return r.low[i]
}

// is reports whether the word is one of a list separated by spaces.
func (r *reader) is(i int, list string) bool {
	w := r.at(i)
	return w != "" && english.Among(w, list)
}

// isGlued reports whether nothing stands between the word and the one before.
func (r *reader) isGlued(i int) bool {
	return i > 0 && i < len(r.words) && r.words[i].Start == r.words[i-1].End
}

// capital reports whether the word begins with a capital.
func (r *reader) capital(i int) bool {
	return i >= 0 && i < len(r.words) && r.low[i] != r.words[i].Text
}

func (r *reader) span(k Kind, first, end int) Span {
	return Span{Kind: k, First: first, End: end, Text: Text(r.words[first:end])}
}

// phrase is the number of words from i on that spell the phrase, or 0.
func (r *reader) phrase(i int, words []string) int {
	for k, w := range words {
		if r.at(i+k) != w {
			return 0
		}
	}
	return len(words)
}
