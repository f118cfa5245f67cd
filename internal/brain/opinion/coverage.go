package opinion

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/fault"
)

// mostWords of a question are looked at.
const mostWords = 60

// said is everything that a statement says, its inner selects included.
type said struct {
	texts   []string // letters and digits alone
	numbers []float64
	digits  string           // of all literals and names of columns, as they are written
	columns map[int]bool     // that are read
	tables  map[int]bool     // that are read
	tested  map[int][]string // columns that are held against texts, and these
	times   []int            // columns of times that are read
	dated   bool             // a time is held against a literal
}

func (s *Second) saidBy(seen *readback.Select) *said {
	out := &said{columns: map[int]bool{}, tables: map[int]bool{}, tested: map[int][]string{}}
	var digits []string
	each(seen, func(one *readback.Select) {
		for _, t := range one.Texts {
			out.texts = append(out.texts, letters(t))
			digits = append(digits, t)
		}
		for _, n := range append(slices.Clone(one.Numbers), one.Limit) {
			if v, err := strconv.ParseFloat(n, 64); err == nil {
				out.numbers = append(out.numbers, v)
				digits = append(digits, n)
			}
		}
		for _, c := range one.Columns {
			if c.Base > 0 && !out.columns[c.Base] {
				out.columns[c.Base] = true
				digits = append(digits, s.ix.Columns[c.Base].Name)
				if s.ix.Columns[c.Base].Kind == index.Time {
					out.times = append(out.times, c.Base)
				}
			}
		}
		for _, src := range one.Sources {
			out.tables[src.Table] = true
		}
		out.dated = out.dated || one.Dated
		for _, t := range one.Tests {
			out.tested[t.Base] = append(out.tested[t.Base], t.Texts...)
		}
	})
	out.digits = strings.Join(digits, " ")
	return out
}

// findUncovered are findings about what the question names and the statement does
// not speak of: a period, a number, something in quotes, a stored value. Other
// words may be covered in ways that nobody can list.
func (s *Second) findUncovered(q brain.Question, seen *readback.Select) []fault.Diagnostic {
	words := span.Words(q.Text)
	words = words[:min(len(words), mostWords)]
	u := &asked{s: s, text: q.Text, words: words, by: s.saidBy(seen), taken: make([]bool, len(words)),
		names: s.ix.Names(words), matches: s.ix.Values(words)}
	u.values()
	spans := span.Find(words, q.Now)
	for _, p := range spans {
		if p.Kind == span.Quoted && u.free(p.First, p.End) && !u.by.covers(words[p.First:p.End], p.Text) && !u.namesSchema(p.First, p.End) &&
			!u.elsewhere(p.First, p.End) {
			u.report(p.First, p.End, "look whether it should be filtered by")
		}
	}
	for _, p := range spans {
		if p.Kind == span.Temporal && u.free(p.First, p.End) {
			if isDated(p.Period) && !u.by.dated && !u.by.mentions(p) && !u.namesSchema(p.First, p.End) && !u.isIncidental(p, q.Now) && !u.always(p.Period) {
				u.report(p.First, p.End, "look whether a period should be filtered by")
			}
			u.take(p.First, p.End)
		}
	}
	for _, p := range spans {
		if p.Kind == span.Number && u.free(p.First, p.End) && isBound(p, words[p.First].Text) && !u.by.counts(p) {
			u.report(p.First, p.End, "look whether it should be a limit or a bound")
		}
	}
	return u.list
}

// asked is a question while it is held against a statement.
type asked struct {
	s       *Second
	text    string
	words   []span.Word
	by      *said
	taken   []bool // words that are dealt with
	names   []index.NameLink
	matches []index.Match
	list    []fault.Diagnostic
}

func (u *asked) take(first, end int) {
	for i := first; i < end; i++ {
		u.taken[i] = true
	}
}

func (u *asked) free(first, end int) bool { return !slices.Contains(u.taken[first:end], true) }

func (u *asked) report(first, end int, hint string) {
	u.take(first, end)
	u.list = append(u.list, warning(NotCovered,
		fmt.Sprintf("the question says %s, but nothing in the statement covers it", quote(span.Text(u.words[first:end]))), hint))
}

// ask reports what is rather a question than a warning.
func (u *asked) ask(first, end int, hint string) {
	u.report(first, end, hint)
	u.list[len(u.list)-1].Severity = fault.Info
}

// values reports stored values that the question certainly names and that the
// statement does not speak of.
func (u *asked) values() {
	for _, m := range u.matches {
		few := u.oneOfFew(m)
		if !u.free(m.First, m.End) || !few && !u.certain(m) {
			continue
		}
		if u.by.covers(u.words[m.First:m.End], m.Text) || u.elsewhere(m.First, m.End) || u.leads(m) || u.namesSchema(m.First, m.End) {
			u.take(m.First, m.End)
			continue
		}
		hint := "it is a value of " + u.s.name(m.Column)
		if few && !u.certain(m) {
			u.ask(m.First, m.End, hint)
		} else {
			u.report(m.First, m.End, hint)
		}
	}
}

// certain says that words of the question mean a value: they are that value
// exactly, and are written like a name or a code.
func (u *asked) certain(m index.Match) bool {
	if m.Kind != index.Exact {
		return false
	}
	named := false
	for i := m.First; i < m.End; i++ {
		text := u.words[i].Text
		first := []rune(text)[0]
		switch {
		case unicode.IsUpper(first) && (i > 0 && !u.begins(i) || strings.ContainsAny(text, "0123456789")):
			named = true
		case unicode.IsLower(first) && m.End-m.First == 1:
			return false
		}
	}
	return named
}

// oneOfFew says that a word is one of the few values of a column, in a table
// that the statement reads.
func (u *asked) oneOfFew(m index.Match) bool {
	const shortest = 5
	c := &u.s.ix.Columns[m.Column]
	return (m.Kind == index.Exact || m.Kind == index.Stemmed || m.Kind == index.Aliased) && len(c.Enum) > 1 && u.by.tables[c.Table] &&
		len(u.words[m.First].Text) >= shortest
}

// begins says that a word is the first of a sentence.
func (u *asked) begins(i int) bool {
	before := strings.TrimRight(u.text[:u.words[i].Start], " \n\t(\"'")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".?!:;-")
}

// elsewhere says that the words may be covered in a way that is not seen: a
// column that holds them is shown, or held against something else than what the
// rest of the question says.
func (u *asked) elsewhere(first, end int) bool {
	for _, o := range u.matches {
		if o.First >= end || first >= o.End || !u.by.columns[o.Column] {
			continue
		}
		texts, tested := u.by.tested[o.Column]
		if !tested {
			return true
		}
		for _, t := range texts {
			if !slices.ContainsFunc(u.matches, func(m index.Match) bool {
				return m.Column == o.Column && m.Text == t && (m.First >= end || first >= m.End)
			}) {
				return true
			}
		}
	}
	return false
}

// leads says that a code which leads to the value's table is tested.
func (u *asked) leads(m index.Match) bool {
	for _, pk := range u.s.ix.Tables[u.s.ix.Columns[m.Column].Table].PrimaryKey {
		for t := range u.by.tested {
			if u.s.key.same(t, pk) {
				return true
			}
		}
	}
	return false
}

// namesSchema says that the words name tables or columns as well.
func (u *asked) namesSchema(first, end int) bool {
	for i := first; i < end; i++ {
		if len(u.words[i].Text) > 2 && !slices.ContainsFunc(u.names, func(n index.NameLink) bool {
			return n.First <= i && i < n.End && n.Kind <= index.Rooted
		}) {
			return false
		}
	}
	return true
}

// isIncidental says that a period is rather spoken of than meant: the year before
// each year, today, the name of a weekday.
func (u *asked) isIncidental(p span.Span, now time.Time) bool {
	text := strings.ToLower(p.Text)
	for _, w := range []string{"before", "previous", "prior", "preceding"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	y, m, d := now.Date()
	if p.Period.Now && p.Period.Start.Equal(time.Date(y, m, d, 0, 0, 0, 0, time.UTC)) {
		return true
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.HasPrefix(text, strings.ToLower(d.String())) {
			return true
		}
	}
	return false
}

// always says that a period holds every time that the data have.
func (u *asked) always(p span.Period) bool {
	for _, c := range u.by.times {
		column := &u.s.ix.Columns[c]
		first, last := dayOf(column.Min), dayOf(column.Max)
		if !first.IsZero() && !last.IsZero() && !first.Before(p.Start) && (p.End.IsZero() || last.Before(p.End)) {
			return true
		}
	}
	return false
}

// dayOf reads the day or year that a stored time begins with.
func dayOf(text string) time.Time {
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if len(text) < len(layout) {
			continue
		}
		if t, err := time.Parse(layout, text[:len(layout)]); err == nil {
			return t
		}
	}
	return time.Time{}
}

// covers says that a literal speaks of the words or of the value they mean.
func (b *said) covers(words []span.Word, value string) bool {
	value, text := letters(value), letters(span.Text(words))
	if value != "" && strings.Contains(letters(b.digits), value) {
		return true
	}
	return slices.ContainsFunc(b.texts, func(t string) bool {
		return t != "" && (strings.Contains(t, value) || strings.Contains(value, t) || strings.Contains(t, text) || strings.Contains(text, t))
	})
}

// isDated says that a period is a certain time, not a rhythm.
func isDated(p span.Period) bool { return !p.Start.IsZero() || !p.End.IsZero() }

// mentions says that a literal holds a year of the period.
func (b *said) mentions(p span.Span) bool {
	for _, t := range []int{p.Period.Start.Year(), p.Period.End.Year()} {
		if t > 1 && strings.Contains(b.digits, strconv.Itoa(t)) {
			return true
		}
	}
	return false
}

// letters are those of a text and its digits, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// isBound says that a number bounds or limits something: it is written in
// digits, is no rank, and is more than people say in passing.
func isBound(p span.Span, first string) bool {
	n, err := strconv.ParseFloat(p.Number, 64)
	return err == nil && n >= 2 && p.Unit != span.Ordinal && first[0] >= '1' && first[0] <= '9'
}

// counts says that the statement has the number: as it is, one off (the rows
// before the current one of a moving average), in cents or as a share.
func (b *said) counts(p span.Span) bool {
	n, err := strconv.ParseFloat(p.Number, 64)
	if err != nil || strings.Contains(b.digits, p.Number) {
		return true
	}
	return slices.ContainsFunc(b.numbers, func(v float64) bool {
		for _, w := range []float64{n, n - 1, n + 1, n * 100, n / 100, n * 1000, n / 1000, n * 60, n * 12, n * 7, 1 - n/100} {
			if math.Abs(v-w) < 1e-9*math.Max(1, math.Abs(w)) {
				return true
			}
		}
		return false
	})
}
