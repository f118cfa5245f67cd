package chart

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// role is what a column can be in a chart.
type role uint8

const (
	other    role = iota // lists, bytes, nothing but nulls: not drawn
	category             // names, codes, flags
	moment               // points in time
	measure              // numbers to compare
)

// profile is what the values of a column say about it.
type profile struct {
	name     string
	known    *meaning.Column // nil where only the values and the name tell
	role     role
	period   Period   // of moments
	ranks    []string // natural order of a category, such as the days of the week
	label    bool     // numbers that name things: identifiers, codes, months
	values   int      // not null
	distinct int
	longest  int // characters of a category's longest name
	integers bool
	min, max float64
	total    float64
	rising   bool // the values never fall from row to row
	falling  bool
}

func profiles(t *table.Table, m *meaning.Meaning) []profile {
	list := make([]profile, len(t.Columns))
	for i, c := range t.Columns {
		list[i] = profileOf(t, i, m.Column(c.Name))
		// A later column of the same name cannot be told from the first.
		if slices.ContainsFunc(t.Columns[:i], func(d table.Column) bool { return d.Name == c.Name }) {
			list[i].role = other
		}
	}
	return list
}

// profileOf goes by what is known of a column, which may be nil, then by its values
// and its name.
func profileOf(t *table.Table, column int, known *meaning.Column) profile {
	p := profile{name: t.Columns[column].Name, known: known, integers: true, min: math.Inf(1), max: math.Inf(-1), rising: true, falling: true}
	var (
		times                   []time.Time
		form                    Period
		numbers, texts, unknown int
		seen                    = map[string]bool{}
		before                  *table.Value
	)
	for _, row := range t.Rows {
		v := row[column]
		if v.IsNull() {
			continue
		}
		p.values++
		text := v.String()
		seen[text] = true
		p.longest = max(p.longest, utf8.RuneCountInString(text))
		if before != nil {
			d := compare(*before, v)
			p.rising, p.falling = p.rising && d <= 0, p.falling && d >= 0
		}
		before = &v
		if f, ok := numberOf(v); ok {
			numbers++
			p.integers = p.integers && f == math.Trunc(f)
			p.min, p.max, p.total = min(p.min, f), max(p.max, f), p.total+f
		}
		if when, f, ok := TimeOf(v); ok {
			times = append(times, when)
			form = finer(form, f)
		}
		switch v.Kind() {
		case table.JSON, table.Bytes, table.Interval:
			unknown++
		case table.Text, table.Bool, table.UUID, table.Time:
			texts++
		}
	}
	p.distinct = len(seen)
	words := nameWords(p.name)
	if known != nil && known.Grain != "" {
		words = strings.Fields(string(known.Grain))
	}
	for form, word := range dateParts {
		if strings.Contains(p.name, form) {
			words = append(words, word)
		}
	}
	switch {
	case p.values == 0 || unknown > 0:
		p.role = other
	case len(times) == p.values && (texts > 0 || numbers == 0 || slices.ContainsFunc(words, isYearWord)):
		p.role, p.period = moment, periodOf(times, form, p.name)
	case numbers == p.values:
		p.role = measure
		p.label = columns.NamesThings(p.name, known)
		if ranks := naturalOrder(seen, words); ranks != nil {
			p.role, p.ranks = category, ranks
		}
	case texts > 0:
		p.role = category
		p.ranks = naturalOrder(seen, words)
	}
	return p
}

// numberOf reads a finite number; engines with loose types keep some as text.
// Digits behind a zero are a code.
func numberOf(v table.Value) (float64, bool) {
	if v.Kind() == table.Text {
		s := strings.TrimSpace(v.Raw())
		if len(s) > 1 && s[0] == '0' && s[1] != '.' {
			return 0, false
		}
		parsed, ok := table.ParseDecimal(s)
		if !ok {
			return 0, false
		}
		v = parsed
	}
	f, ok := v.Float64()
	return f, ok && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// finer is the more exact of two periods.
func finer(a, b Period) Period {
	order := []Period{NoPeriod, Year, Quarter, Month, Week, Day, Hour, Minute, Second}
	if slices.Index(order, a) > slices.Index(order, b) {
		return a
	}
	return b
}

func isYearWord(w string) bool { return w == "year" || w == "years" || w == "yr" || w == "season" }

// dateParts are what SQLite calls a column that takes a part of a date and has
// no name of its own.
var dateParts = map[string]string{"strftime('%w'": "weekday", "strftime('%m'": "month"}

// compare orders two values of a column: numbers and times by size, the rest
// by text without case.
func compare(a, b table.Value) int {
	x, okX := numberOf(a)
	y, okY := numberOf(b)
	if okX && okY {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	s, okS := a.Time()
	t, okT := b.Time()
	if okS && okT {
		return s.Compare(t)
	}
	return strings.Compare(strings.ToLower(a.String()), strings.ToLower(b.String()))
}
