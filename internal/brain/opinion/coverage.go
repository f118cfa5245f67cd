package opinion

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
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
	texts   []string // in lower case
	numbers []float64
	digits  string // of all literals, as they are written
	columns map[int]bool
	tested  map[int]bool // columns that are held against texts
	time    bool         // it reads a column of times
}

func (s *Second) saidBy(seen *readback.Select) *said {
	out := &said{columns: map[int]bool{}, tested: map[int]bool{}}
	var digits []string
	each(seen, func(one *readback.Select) {
		for _, t := range one.Texts {
			out.texts = append(out.texts, strings.ToLower(strings.Trim(t, "%")))
			digits = append(digits, t)
		}
		for _, n := range append(slices.Clone(one.Numbers), one.Limit) {
			if v, err := strconv.ParseFloat(n, 64); err == nil {
				out.numbers = append(out.numbers, v)
				digits = append(digits, n)
			}
		}
		for _, c := range one.Columns {
			out.columns[c.Base] = true
			out.time = out.time || c.Base > 0 && s.ix.Columns[c.Base].Kind == index.Time
		}
		for _, t := range one.Tests {
			out.tested[t.Base] = true
		}
	})
	out.digits = strings.Join(digits, " ")
	return out
}

// uncovered are findings about what the question names and the statement does
// not speak of: a period, a number, something in quotes, a stored value. Other
// words may be covered in ways that nobody can list.
func (s *Second) uncovered(q brain.Question, seen *readback.Select) []fault.Diagnostic {
	words := span.Words(q.Text)
	words = words[:min(len(words), mostWords)]
	by := s.saidBy(seen)
	taken := make([]bool, len(words))
	take := func(first, end int) {
		for i := first; i < end; i++ {
			taken[i] = true
		}
	}
	free := func(first, end int) bool { return !slices.Contains(taken[first:end], true) }
	var list []fault.Diagnostic
	report := func(first, end int, what, hint string) {
		take(first, end)
		list = append(list, warning(NotCovered, fmt.Sprintf("the question says %s, and nothing in the statement does", quoted(span.Text(words[first:end]))), hint+what))
	}
	spans := span.Find(words, q.Now)
	for _, m := range s.ix.Values(words) {
		if !free(m.First, m.End) || !sure(words, m) {
			continue
		}
		if by.covers(words[m.First:m.End], m.Text) || by.tested[m.Column] || s.named(words, m) {
			take(m.First, m.End)
			continue
		}
		report(m.First, m.End, s.name(m.Column), "it is a value of ")
	}
	for _, p := range spans {
		if p.Kind == span.Quoted && free(p.First, p.End) && !by.covers(words[p.First:p.End], p.Text) {
			report(p.First, p.End, "", "look whether it should be filtered by")
		}
	}
	for _, p := range spans {
		if p.Kind == span.Temporal && free(p.First, p.End) && dated(p.Period) {
			if !by.time && !by.mentions(p) {
				report(p.First, p.End, "", "look whether a period should be filtered by")
			}
			take(p.First, p.End)
		}
	}
	for _, p := range spans {
		if p.Kind == span.Number && free(p.First, p.End) && written(words[p.First:p.End]) && !by.counts(p) {
			report(p.First, p.End, "", "look whether it should be a limit or a bound")
		}
	}
	return list
}

// sure says that words of the question certainly mean a value: it is written
// like a name, in capitals or with digits, and is that value exactly.
func sure(words []span.Word, m index.Match) bool {
	if m.Kind != index.Exact {
		return false
	}
	for i := m.First; i < m.End; i++ {
		text := words[i].Text
		first := []rune(text)[0]
		if unicode.IsUpper(first) && i > 0 || strings.ContainsAny(text, "0123456789") && len(text) > 4 && m.End-m.First == 1 && unicode.IsUpper(first) {
			continue
		}
		return false
	}
	return true
}

// named says that the words name a table or a column as well.
func (s *Second) named(words []span.Word, m index.Match) bool {
	return slices.ContainsFunc(s.ix.Names(words), func(n index.NameLink) bool {
		return n.First < m.End && m.First < n.End && n.Kind <= index.Rooted
	})
}

// covers says that a literal speaks of the words or of the value they mean.
func (b *said) covers(words []span.Word, value string) bool {
	value = strings.ToLower(value)
	text := strings.ToLower(span.Text(words))
	return slices.ContainsFunc(b.texts, func(t string) bool {
		return t != "" && (strings.Contains(t, value) || strings.Contains(value, t) || strings.Contains(t, text) || strings.Contains(text, t))
	})
}

// dated says that a period is a certain time, not a rhythm.
func dated(p span.Period) bool { return !p.Start.IsZero() || !p.End.IsZero() }

// mentions says that a literal holds a year of the period.
func (b *said) mentions(p span.Span) bool {
	for _, t := range []int{p.Period.Start.Year(), p.Period.End.Year()} {
		if t > 1 && strings.Contains(b.digits, strconv.Itoa(t)) {
			return true
		}
	}
	return false
}

// written says that a number is written in digits.
func written(words []span.Word) bool {
	return len(words) > 0 && words[0].Text[0] >= '0' && words[0].Text[0] <= '9'
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
