// Package clue reads by rules what the words of a question say: which of them name
// tables, columns and values, and what each name does in the question. Forms are
// made and checked from that elsewhere.
package clue

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// Clues are what the words of a question say, before it is put together.
type Clues struct {
	Index     *index.Index
	Question  *link.Question
	Low       []string
	Mentions  []*Mention
	Values    []*Phrase
	Bounds    []*Bound
	Periods   []*Phrase
	Extreme   *Superlative
	Counted   *Mention // what is counted
	Counting  bool     // something is
	ShownFrom int      // from where on the question lists what to show
	Grain     form.Op  // of a time bucket
	Sorts     []*Sort  // that the question asks for
}

// Mention is words that name tables or columns.
type Mention struct {
	First, End int
	Tables     []int
	Columns    []int // the best first
	Whole      bool
	Kind       int // of the link: 3 is something said about the name
	Role       Role
	Op         form.Op // of measured, and of what is ranked or bounded
	Negated    bool
}

// Role is what a mention does in the question.
type Role uint8

const (
	Shown     Role = iota // it is asked for
	Grouping              // after by, per, each
	Measured              // after average, total, …
	Ranking               // after most, highest, …
	Ordering              // after sorted by
	Narrowing             // in a condition, or after the words that begin one
	Counting              // after how many
)

// Phrase is a value or a period that words say.
type Phrase struct {
	First, End int
	Items      []int // of the question; the best first
	Strong     bool  // surely meant
	Negated    bool
}

// Bound is a comparison with a number.
type Bound struct {
	First, End int
	Op         form.CondOp
	Number     *form.Value
	Upper      *form.Value // of between
	Average    bool        // compared with the average, not a number
	About      string      // words for the columns that it may be about
	Times      bool        // how often something happened
	Mention    *Mention
}

// Superlative is the most or the least of something.
type Superlative struct {
	First   int
	Desc    bool
	About   string
	Limit   *form.Value
	Mention *Mention
	Also    *extreme // the other end as well: earliest and latest
}

// Sort is an order that is asked for.
type Sort struct {
	Mention *Mention // nil where only the direction is said: highest first
	Desc    bool
	About   string
}

func Read(ix *index.Index, q *link.Question) *Clues {
	c := &Clues{Index: ix, Question: q}
	for _, w := range q.Words {
		c.Low = append(c.Low, strings.ToLower(w.Text))
	}
	c.readValues()
	c.readPeriods()
	c.readMentions()
	c.rankColumns()
	c.readBuckets()
	c.readBounds()
	c.readShownList()
	c.assignRoles()
	return c
}

func (c *Clues) At(i int) string {
	if i < c.Question.Context || i >= len(c.Low) {
		return ""
	}
	return c.Low[i]
}

// IsProper reports whether the words are written as a name, a code or a quote.
func (c *Clues) IsProper(first, end int) bool {
	if english.Among(c.At(first-1), "\" ' “ ‘ `") {
		return true
	}
	for i := first; i < end; i++ {
		t := c.Question.Words[i].Text
		if t != c.Low[i] && i > c.Question.Context || strings.ContainsAny(t, "0123456789") {
			return true
		}
	}
	return false
}

func (c *Clues) readValues() {
	for n, i := range c.Question.Items {
		if i.First < c.Question.Context || i.Kind != link.Exact && i.Kind != link.Fuzzy {
			continue
		}
		if k := slices.IndexFunc(c.Values, func(v *Phrase) bool { return v.First < i.End && i.First < v.End }); k >= 0 {
			if v := c.Values[k]; v.First == i.First && v.End == i.End {
				v.Items = append(v.Items, n)
				v.Strong = v.Strong || i.Kind == link.Exact && c.IsProper(i.First, i.End)
			}
			continue
		}
		c.Values = append(c.Values, &Phrase{First: i.First, End: i.End, Items: []int{n},
			Strong: i.Kind == link.Exact && c.IsProper(i.First, i.End), Negated: c.NegatedBefore(i.First) || c.excludedAfter(i.End)})
	}
	slices.SortFunc(c.Values, func(a, b *Phrase) int { return a.First - b.First })
}

func (c *Clues) readPeriods() {
	for n, i := range c.Question.Items {
		if i.Kind != link.Period || i.First < c.Question.Context {
			continue
		}
		p := &Phrase{First: i.First, End: i.End, Items: []int{n}, Strong: true, Negated: c.NegatedBefore(i.First)}
		k := slices.IndexFunc(c.Periods, func(o *Phrase) bool { return o.First < p.End && p.First < o.End })
		switch {
		case k < 0:
			c.Periods = append(c.Periods, p)
		case c.Periods[k].First == p.First && c.Periods[k].End == p.End:
			c.Periods[k].Items = append(c.Periods[k].Items, n)
		}
	}
}

// NegatedBefore reports whether a word just before says no.
func (c *Clues) NegatedBefore(i int) bool {
	for k := i - 1; k >= max(i-5, c.Question.Context); k-- {
		w := c.At(k)
		if english.Among(w, Denials) && !c.InComparison(k) {
			return true
		}
		if english.Among(w, "and or , but ? . who that whose which") {
			return false
		}
	}
	return false
}

// missingAfter reports whether the words after a name say that it is not there.
func (c *Clues) missingAfter(end int) bool {
	for i := end; i < min(end+3, len(c.Low)); i++ {
		if english.MissingWords[c.Low[i]] {
			return true
		}
		if !english.Among(c.Low[i], "is are was were still") {
			return false
		}
	}
	return false
}

// excludedAfter reports whether the words after say so: cancelled orders excluded.
func (c *Clues) excludedAfter(end int) bool {
	for i := end; i < min(end+4, len(c.Low)); i++ {
		switch w := c.Low[i]; {
		case english.Among(w, "excluded omitted ignored aside skipped"), w == "out" && english.Among(c.At(i-1), "left leave"), w == "count" && english.Among(c.At(i-1), "t not"):
			return true
		case english.Among(w, ", ; : . ?") && i > end:
			return false
		}
	}
	return false
}

// InComparison reports whether a word is part of a comparison: no more than.
func (c *Clues) InComparison(i int) bool {
	return slices.ContainsFunc(c.Question.Spans, func(s span.Span) bool {
		return s.Kind == span.Comparison && s.First <= i && i < s.End && s.Op != "!="
	})
}

// readMentions covers the words with names: whole ones first, longer ones
// first, and all of those that the same words say.
func (c *Clues) readMentions() {
	names := slices.Clone(c.Question.Names)
	rank := func(n link.Name) int { return n.Kind*10 - (n.End - n.First) }
	slices.SortStableFunc(names, func(a, b link.Name) int { return rank(a) - rank(b) })
	dropped := map[int]bool{}
	for _, d := range c.Question.Dropped {
		dropped[d] = true
	}
	for _, n := range names {
		if n.First < c.Question.Context || n.Column && dropped[n.Number] || c.isInValue(n) {
			continue
		}
		k := slices.IndexFunc(c.Mentions, func(m *Mention) bool { return m.First < n.End && n.First < m.End })
		if k < 0 {
			c.Mentions = append(c.Mentions, &Mention{First: n.First, End: n.End, Whole: n.Kind == 1, Kind: n.Kind})
			k = len(c.Mentions) - 1
		}
		m := c.Mentions[k]
		if m.First != n.First || m.End != n.End || m.Whole && n.Kind > 1 && (len(m.Tables) > 0 || !n.Column) {
			continue
		}
		if n.Column {
			m.Columns = append(m.Columns, n.Number)
		} else {
			m.Tables = append(m.Tables, n.Number)
		}
	}
	slices.SortFunc(c.Mentions, func(a, b *Mention) int { return a.First - b.First })
	c.mergeParts()
	for _, m := range c.Mentions {
		m.Negated = c.NegatedBefore(m.First) || c.missingAfter(m.End)
	}
}

// isInValue reports whether the name is inside words that are surely a value.
func (c *Clues) isInValue(n link.Name) bool {
	return slices.ContainsFunc(c.Values, func(v *Phrase) bool {
		return n.First >= v.First && n.End <= v.End && (v.Strong || n.Kind > 1 && n.End-n.First < v.End-v.First)
	})
}

// mergeParts joins neighbouring words that are parts of the same names: the
// more words of a name are said, the better.
func (c *Clues) mergeParts() {
	var out []*Mention
	for _, m := range c.Mentions {
		if len(out) > 0 {
			last := out[len(out)-1]
			if both := Common(last.Columns, m.Columns); len(both) > 0 && m.First-last.End <= 0 && !(last.Whole && m.Whole) {
				last.End, last.Columns = m.End, both
				continue
			}
		}
		out = append(out, m)
	}
	c.Mentions = out
}

func Common(a, b []int) []int {
	var out []int
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// rankColumns puts the columns of each mention in order: those of tables that the
// question names come first, the nearest of these before all.
func (c *Clues) rankColumns() {
	for _, m := range c.Mentions {
		if len(m.Columns) < 2 {
			continue
		}
		score := map[int]int{}
		for _, col := range m.Columns {
			score[col] = c.columnFit(m, col)
		}
		slices.SortStableFunc(m.Columns, func(a, b int) int { return score[b] - score[a] })
	}
}

func (c *Clues) columnFit(m *Mention, col int) int {
	k := &c.Index.Columns[col]
	n := 0
	for _, o := range c.Mentions {
		if o == m && len(o.Tables) == 0 || !slices.Contains(o.Tables, k.Table) {
			continue
		}
		near := 12
		switch {
		case o.First >= m.End && slices.Contains(c.Low[m.End:o.First], "of"):
			near += 6 - min(5, o.First-m.End)
		case o.End <= m.First && m.First-o.End <= 2:
			near += 6
		}
		if o.Whole {
			near += 3
		}
		n = max(n, near)
	}
	for _, v := range c.Values {
		for _, i := range v.Items {
			if v.Strong && c.Index.Columns[c.Question.Items[i].Column].Table == k.Table {
				n = max(n, 6)
			}
		}
	}
	for _, o := range c.Mentions { // a table that other names are of as well
		if o != m && o.Whole && len(o.Columns) == 1 && c.Index.Columns[o.Columns[0]].Table == k.Table {
			n += 2
		}
	}
	if k.Foreign && !k.Primary {
		n -= 2
	}
	if len(k.Words) > m.End-m.First {
		n -= min(2, len(k.Words)-(m.End-m.First))
	}
	return n
}

// readBuckets finds by month, monthly and the like.
func (c *Clues) readBuckets() {
	for i := c.Question.Context; i < len(c.Low); i++ {
		g, ok := Grains[c.Low[i]]
		if !ok || slices.ContainsFunc(c.Periods, func(p *Phrase) bool { return p.First <= i && i < p.End }) {
			continue
		}
		if strings.HasSuffix(c.Low[i], "ly") || c.Low[i] == "annual" || english.PerWords[c.At(i-1)] || english.Among(c.At(i-1), "the") && english.Among(c.At(i-2), "by") {
			c.Grain = form.Op(g)
			c.Mentions = slices.DeleteFunc(c.Mentions, func(m *Mention) bool { return m.First == i && m.End == i+1 && len(c.numberYears(m)) == 0 })
			return
		}
	}
}

// numberYears lists the columns of a mention that hold the bucket itself.
func (c *Clues) numberYears(m *Mention) []int {
	var out []int
	for _, col := range m.Columns {
		table := c.Index.Columns[col].Table
		named := slices.ContainsFunc(c.Mentions, func(o *Mention) bool { return o.Whole && slices.Contains(o.Tables, table) })
		if f := c.Index.Columns[col].Form; m.Whole && named && (f == index.YearNumber || f == index.MonthOfYear || f == index.QuarterOfYear || f == index.NoForm) {
			out = append(out, col)
		}
	}
	if len(out) > 0 {
		c.Grain = ""
	}
	return out
}

var comparisonOps = map[string]form.CondOp{">": form.Greater, ">=": form.GreaterEqual, "<": form.Less, "<=": form.LessEqual, "=": form.Equal, "between": form.Between}

// readBounds pairs comparisons with numbers.
func (c *Clues) readBounds() {
	for _, s := range c.Question.Spans {
		op, ok := comparisonOps[s.Op]
		if s.Kind != span.Comparison || !ok || slices.ContainsFunc(c.Periods, func(p *Phrase) bool { return p.First < s.End && s.First < p.End }) {
			continue
		}
		b := &Bound{First: s.First, End: s.End, Op: op}
		for i := s.First; i < s.End; i++ {
			if about, ok := Comparatives[c.Low[i]]; ok {
				b.About = about
				if strings.HasPrefix(c.Low[i], "younger") {
					b.Op = form.Less
				}
			}
		}
		n := c.numberAt(s.End, s.End+3)
		if n == nil && strings.HasPrefix(c.Low[s.First], "or") || n == nil && c.Low[s.First] == "and" {
			n = c.numberBefore(s.First)
		}
		switch {
		case n == nil && slices.ContainsFunc(c.Low[s.End:min(s.End+4, len(c.Low))], func(w string) bool { return english.Among(w, avgWords) }):
			b.Average = true
			b.End = min(s.End+4, len(c.Low))
		case n == nil:
			continue
		default:
			b.Number = edit.Number(n.Number)
			b.First, b.End = min(b.First, n.First), max(b.End, n.End)
			if op == form.Between {
				second := c.numberAt(n.End, n.End+4)
				if second == nil {
					continue
				}
				b.Upper, b.End = edit.Number(second.Number), second.End
			}
		}
		b.Mention = c.boundTo(b)
		b.Times = b.Mention == nil && (english.Among(c.At(b.End), "times time") || english.Among(c.At(b.End-1), "once twice"))
		c.Bounds = append(c.Bounds, b)
	}
}

func (c *Clues) numberAt(from, to int) *span.Span {
	for i := range c.Question.Spans {
		if s := &c.Question.Spans[i]; s.Kind == span.Number && s.First >= from && s.First < to && s.Unit != span.Ordinal {
			return s
		}
	}
	return nil
}

func (c *Clues) numberBefore(end int) *span.Span {
	for i := range c.Question.Spans {
		if s := &c.Question.Spans[i]; s.Kind == span.Number && s.End <= end && s.End >= end-2 {
			return s
		}
	}
	return nil
}

// boundTo finds what a comparison is about: the number column before it, or the
// name right after its number.
func (c *Clues) boundTo(b *Bound) *Mention {
	var before, after *Mention
	for _, m := range c.Mentions {
		switch {
		case m.End <= b.First && b.First-m.End <= 4 && c.mayBeNumber(m):
			before = m
		case m.First >= b.First && m.First-b.End <= 1 && after == nil && (c.NumberColumn(m) != 0 || len(m.Tables) > 0):
			after = m
		}
	}
	if before != nil && (after == nil || b.First-before.End <= 2) {
		return before
	}
	return after
}

// mayBeNumber reports whether a mention may be a number column, be it a key.
func (c *Clues) mayBeNumber(m *Mention) bool {
	return slices.ContainsFunc(m.Columns, func(col int) bool { return c.Index.Columns[col].Kind == index.Number })
}

// NumberColumn is the best number column of a mention, 0 for none.
func (c *Clues) NumberColumn(m *Mention) int {
	for _, col := range m.Columns {
		if k := &c.Index.Columns[col]; k.Kind == index.Number && !k.Foreign && !k.Primary {
			return col
		}
	}
	return 0
}

// IsTable reports whether a mention is rather the table than a column.
func (m *Mention) IsTable() bool { return len(m.Tables) > 0 }

// InNumberName reports whether a word is part of the name of a number.
func (c *Clues) InNumberName(i int) bool {
	return slices.ContainsFunc(c.Mentions, func(m *Mention) bool { return m.First <= i && i < m.End && c.mayBeNumber(m) })
}

// Overlaps reports whether a phrase shares a word with one of a list.
func Overlaps(v *Phrase, list []*Phrase) bool {
	return slices.ContainsFunc(list, func(p *Phrase) bool { return p.First < v.End && v.First < p.End })
}
