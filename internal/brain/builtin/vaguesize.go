package builtin

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/suggest"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/source"
)

// vagueSize is a word before a noun that says how large something is, but not when it counts as such: large orders, cheap products.
var vagueSize = lazyregexp.New(`(?i)\b(?:(large|big|huge|sizable|sizeable|expensive|costly|pricey|high[- ]value)|(small|tiny|cheap|inexpensive|low[- ]value)) (\pL+(?: \pL+)?)\b`)

// saysSize are words with which a question gives a limit, or compares.
var saysSize = lazyregexp.New(`(?i)\b(?:than|at least|at most|more|less|over|above|below|under|between|exceed(?:s|ing)?|most|least|top|best|worst|sort(?:ed)?|order(?:ed)? by|rank(?:ed)?|(?:from|to) (?:large|big|small|cheap|expensive)|how (?:large|big|small|expensive|cheap)|or (?:more|less)|too|as (?:large|big|small|expensive|cheap))\b`)

// size is what a question says of the size of a table's rows.
type size struct {
	word, rest   string // the word, and the question without it
	thing        string // what the rows are called
	table        int
	measure      int // the column that tells their size
	large        bool
	first, after int // the place of the word in the question, in bytes
}

// takeSize asks when something counts as large, where only the person can know, with
// choices from the data: the parser would pass over the word, or make up a limit.
func (t *turn) takeSize(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	if !t.people || saysSize.MatchString(t.question.Text) {
		return false, nil, nil
	}
	s, ok := t.findSize()
	if !ok {
		return false, nil, nil
	}
	plain, _, err := t.readOnce(ctx, brain.Question{Text: s.rest, Now: t.question.Now, Before: t.question.Before})
	if err != nil || plain.Outcome == brain.Declined || len(plain.Readings) == 0 {
		return false, nil, err
	}
	q, ok := plain.Readings[0].Form.(*form.Query)
	if !ok || q.Set != form.NoSet || !slices.Contains(q.Tables, s.table) {
		return false, nil, nil
	}
	bounds, err := t.sizeBounds(ctx, s)
	if err != nil || len(bounds) < 2 {
		return false, nil, err
	}
	said := s.ask(suggest.MeasureName(t.ix, s.measure), bounds)
	said.Take(t.question.Said)
	one, op := plainForm(q), form.GreaterEqual
	if !s.large {
		op = form.LessEqual
	}
	one.Where = form.AllOf(append(one.Where.Conjuncts(), edit.Compare(op, edit.Column(s.measure), edit.Number(said.Choices[said.Taken].Value))))
	r, err := t.amend(ctx, one, s.rest, plain.Readings[0])
	if err != nil || r == nil {
		return false, nil, err
	}
	t.state(said, fmt.Sprintf("%s is taken for %s, %s", strings.ToLower(s.word), said.Choices[said.Taken].Text, said.Why()))
	confidence := plain.Confidence
	if !said.Said {
		confidence *= tuning.FirstRanking
	}
	t.answer = unsaidAnswer(plain, r.Reading, confidence)
	return true, nil, nil
}

// ask is the question when something counts as large.
func (s size) ask(measure string, bounds []sizeBound) brain.Unsaid {
	side, part := "at least", "largest"
	if !s.large {
		side, part = "at most", "smallest"
	}
	u := brain.Unsaid{Key: "size/" + strings.ToLower(plural(s.thing)+"/"+s.word), Question: fmt.Sprintf("Which %s count as %s?", plural(s.thing), strings.ToLower(s.word))}
	for _, b := range bounds {
		u.Choices = append(u.Choices, brain.Saying{Text: fmt.Sprintf("%s %s %s (about the %s %d%%)", measure, side, b.value, part, b.share), Value: b.value})
	}
	return u
}

// findSize finds the word, where neither the database nor a document knows it and the
// rows have one amount to be measured by.
func (t *turn) findSize() (size, bool) {
	text := t.question.Text
	m := vagueSize.FindStringSubmatchIndex(text)
	if m == nil {
		return size{}, false
	}
	s := size{large: m[2] >= 0, first: m[0]}
	s.after = m[3]
	if !s.large {
		s.after = m[5]
	}
	s.word, s.rest = text[s.first:s.after], strings.TrimSpace(text[:s.first]+strings.TrimLeft(text[s.after:], " "))
	noun := text[m[6]:m[7]]
	one, _, _ := strings.Cut(noun, " ")
	found := false
	for _, s.thing = range []string{noun, one} {
		if s.table, found = t.findTable(s.thing, t.question.Now); found {
			break
		}
	}
	if !found || t.isKnown(s) {
		return s, false
	}
	s.measure, found = suggest.SizeOf(t.ix, s.table)
	return s, found
}

// isKnown is true where the word stands for a value of the rows, a name or a term.
func (t *turn) isKnown(s size) bool {
	asked := t.linker.Read(t.question.Text, t.question.Now, nil)
	within := func(first, end int) bool {
		return first >= 0 && end <= len(asked.Words) && slices.ContainsFunc(asked.Words[first:end], func(w span.Word) bool { return w.Start >= s.first && w.End <= s.after })
	}
	for _, i := range asked.Items {
		if i.Column > 0 && t.ix.Columns[i.Column].Table == s.table && within(i.First, i.End) && slices.Contains(strings.Fields(strings.ToLower(i.Text)), strings.ToLower(s.word)) {
			return true
		}
	}
	for _, n := range asked.Names {
		if n.OfName() && within(n.First, n.End) {
			return true
		}
	}
	for _, term := range asked.Terms {
		if strings.Contains(term.Called, strings.ToLower(s.word)) {
			return true
		}
	}
	return false
}

// sizeShares are the parts of the rows that may count as large, or as small: the first is
// the default.
var sizeShares = []int{10, 25, 1} // percent

// sizeBound is a limit, and which part of the rows lies beyond it.
type sizeBound struct {
	value string
	share int // percent
}

// sizeBounds reads the limits from the data, as round figures. There are none where that
// takes too long.
func (t *turn) sizeBounds(ctx context.Context, s size) ([]sizeBound, error) {
	c := &t.ix.Columns[s.measure]
	name, from := identifier(c.Name), identifier(t.ix.Tables[s.table].Name)
	if schema := t.ix.Tables[s.table].Schema; schema != "" {
		from = identifier(schema) + "." + from
	}
	number := func(sql string) (float64, bool) {
		r, _, err := t.run.Query(ctx, sql, source.Limits{Time: source.Patient(ctx, 10*tuning.LookupTime), Rows: 1, Bytes: 1 << 10})
		if err != nil {
			return 0, false
		}
		rows, err := r.ReadAll()
		if err != nil || len(rows.Rows) != 1 {
			return 0, false
		}
		return rows.Rows[0][0].Float64()
	}
	rows, ok := number(fmt.Sprintf("SELECT COUNT(%s) FROM %s", name, from))
	const least = 20 // rows of which parts can be told
	if !ok || rows < least {
		return nil, ctx.Err()
	}
	order := "DESC"
	if !s.large {
		order = "ASC"
	}
	var list []sizeBound
	for _, share := range sizeShares {
		v, ok := number(fmt.Sprintf("SELECT %s FROM %s WHERE %s IS NOT NULL ORDER BY %s %s LIMIT 1 OFFSET %d", name, from, name, name, order, int(rows)*share/100))
		if !ok || v <= 0 {
			continue
		}
		b := sizeBound{roundFigure(v), share}
		if !slices.ContainsFunc(list, func(o sizeBound) bool { return o.value == b.value }) {
			list = append(list, b)
		}
	}
	return list, ctx.Err()
}

// roundFigure is a number with two digits that count: 347.5 is 350.
func roundFigure(v float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	text := strconv.FormatFloat(math.Round(v/unit)*unit, 'f', max(0, int(-math.Floor(math.Log10(unit)))), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

func plural(noun string) string {
	if english.IsPlural(noun) {
		return noun
	}
	return english.Plural(noun)
}
