package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// clues are what the words of a question say, before it is put together.
type clues struct {
	ix       *index.Index
	q        *link.Question
	low      []string
	mentions []*mention
	values   []*said
	bounds   []*bound
	periods  []*said
	extreme  *superlative
	counts   *mention  // what is counted
	counting bool      // something is
	tail     int       // from where on the question lists what to show
	grain    form.Op   // of a time bucket
	sorts    []*sorted // that the question asks for
}

// mention is words that name tables or columns.
type mention struct {
	first, end int
	tables     []int
	columns    []int // the best first
	whole      bool
	kind       int // of the link: 3 is something said about the name
	role       role
	op         form.Op // of measured, and of what is ranked or bounded
	negated    bool
}

// role is what a mention does in the question.
type role uint8

const (
	shown     role = iota // it is asked for
	grouping              // after by, per, each
	measured              // after average, total, …
	ranking               // after most, highest, …
	ordering              // after sorted by
	narrowing             // in a condition, or after the words that begin one
	counted               // after how many
)

// said is a value or a period that words say.
type said struct {
	first, end int
	items      []int // of the question; the best first
	strong     bool  // surely meant
	negated    bool
}

// bound is a comparison with a number.
type bound struct {
	first, end int
	op         form.CondOp
	number     *form.Value
	upper      *form.Value // of between
	average    bool        // compared with the average, not a number
	about      string      // words for the columns that it may be about
	times      bool        // how often something happened
	at         *mention
}

// superlative is the most or the least of something.
type superlative struct {
	first int
	desc  bool
	about string
	limit *form.Value
	at    *mention
	also  *extreme // the other end as well: earliest and latest
}

// sorted is an order that is asked for.
type sorted struct {
	at    *mention // nil where only the direction is said: highest first
	desc  bool
	about string
}

func read(ix *index.Index, q *link.Question) *clues {
	c := &clues{ix: ix, q: q}
	for _, w := range q.Words {
		c.low = append(c.low, strings.ToLower(w.Text))
	}
	c.readValues()
	c.readPeriods()
	c.readMentions()
	c.rank()
	c.readBuckets()
	c.readBounds()
	c.readTail()
	c.roles()
	return c
}

func (c *clues) at(i int) string {
	if i < c.q.Context || i >= len(c.low) {
		return ""
	}
	return c.low[i]
}

// proper reports whether the words are written as a name, a code or a quote.
func (c *clues) proper(first, end int) bool {
	if is(c.at(first-1), "\" ' “ ‘ `") {
		return true
	}
	for i := first; i < end; i++ {
		t := c.q.Words[i].Text
		if t != c.low[i] && i > c.q.Context || strings.ContainsAny(t, "0123456789") {
			return true
		}
	}
	return false
}

func (c *clues) readValues() {
	for n, i := range c.q.Items {
		if i.First < c.q.Context || i.Kind != link.Exact && i.Kind != link.Fuzzy {
			continue
		}
		if k := slices.IndexFunc(c.values, func(v *said) bool { return v.first < i.End && i.First < v.end }); k >= 0 {
			if v := c.values[k]; v.first == i.First && v.end == i.End {
				v.items = append(v.items, n)
				v.strong = v.strong || i.Kind == link.Exact && c.proper(i.First, i.End)
			}
			continue
		}
		c.values = append(c.values, &said{first: i.First, end: i.End, items: []int{n},
			strong: i.Kind == link.Exact && c.proper(i.First, i.End), negated: c.denied(i.First) || c.leftOut(i.End)})
	}
	slices.SortFunc(c.values, func(a, b *said) int { return a.first - b.first })
}

func (c *clues) readPeriods() {
	for n, i := range c.q.Items {
		if i.Kind != link.Period || i.First < c.q.Context {
			continue
		}
		p := &said{first: i.First, end: i.End, items: []int{n}, strong: true, negated: c.denied(i.First)}
		k := slices.IndexFunc(c.periods, func(o *said) bool { return o.first < p.end && p.first < o.end })
		switch {
		case k < 0:
			c.periods = append(c.periods, p)
		case c.periods[k].first == p.first && c.periods[k].end == p.end:
			c.periods[k].items = append(c.periods[k].items, n)
		}
	}
}

// denied reports whether a word just before says no.
func (c *clues) denied(i int) bool {
	for k := i - 1; k >= max(i-5, c.q.Context); k-- {
		w := c.at(k)
		if is(w, denials) && !c.comparing(k) {
			return true
		}
		if is(w, "and or , but ? . who that whose which") {
			return false
		}
	}
	return false
}

// unknown reports whether the words after a name say that it is not there.
func (c *clues) unknown(end int) bool {
	for i := end; i < min(end+3, len(c.low)); i++ {
		if is(c.low[i], "unknown missing blank empty null unassigned") {
			return true
		}
		if !is(c.low[i], "is are was were still") {
			return false
		}
	}
	return false
}

// leftOut reports whether the words after say so: cancelled orders excluded.
func (c *clues) leftOut(end int) bool {
	for i := end; i < min(end+4, len(c.low)); i++ {
		switch w := c.low[i]; {
		case is(w, "excluded omitted ignored aside skipped"), w == "out" && is(c.at(i-1), "left leave"), w == "count" && is(c.at(i-1), "t not"):
			return true
		case is(w, ", ; : . ?") && i > end:
			return false
		}
	}
	return false
}

// comparing reports whether a word is part of a comparison: no more than.
func (c *clues) comparing(i int) bool {
	return slices.ContainsFunc(c.q.Spans, func(s span.Span) bool {
		return s.Kind == span.Comparison && s.First <= i && i < s.End && s.Op != "!="
	})
}

// readMentions covers the words with names: whole ones first, longer ones
// first, and all of those that the same words say.
func (c *clues) readMentions() {
	names := slices.Clone(c.q.Names)
	rank := func(n link.Name) int { return n.Kind*10 - (n.End - n.First) }
	slices.SortStableFunc(names, func(a, b link.Name) int { return rank(a) - rank(b) })
	dropped := map[int]bool{}
	for _, d := range c.q.Dropped {
		dropped[d] = true
	}
	for _, n := range names {
		if n.First < c.q.Context || n.Column && dropped[n.Number] || c.inValue(n) {
			continue
		}
		k := slices.IndexFunc(c.mentions, func(m *mention) bool { return m.first < n.End && n.First < m.end })
		if k < 0 {
			c.mentions = append(c.mentions, &mention{first: n.First, end: n.End, whole: n.Kind == 1, kind: n.Kind})
			k = len(c.mentions) - 1
		}
		m := c.mentions[k]
		if m.first != n.First || m.end != n.End || m.whole && n.Kind > 1 && (len(m.tables) > 0 || !n.Column) {
			continue
		}
		if n.Column {
			m.columns = append(m.columns, n.Number)
		} else {
			m.tables = append(m.tables, n.Number)
		}
	}
	slices.SortFunc(c.mentions, func(a, b *mention) int { return a.first - b.first })
	c.mergeParts()
	for _, m := range c.mentions {
		m.negated = c.denied(m.first) || c.unknown(m.end)
	}
}

// inValue reports whether the name is inside words that are surely a value.
func (c *clues) inValue(n link.Name) bool {
	return slices.ContainsFunc(c.values, func(v *said) bool {
		return n.First >= v.first && n.End <= v.end && (v.strong || n.Kind > 1 && n.End-n.First < v.end-v.first)
	})
}

// mergeParts joins neighbouring words that are parts of the same names: the
// more words of a name are said, the better.
func (c *clues) mergeParts() {
	var out []*mention
	for _, m := range c.mentions {
		if len(out) > 0 {
			last := out[len(out)-1]
			if both := common(last.columns, m.columns); len(both) > 0 && m.first-last.end <= 0 && !(last.whole && m.whole) {
				last.end, last.columns = m.end, both
				continue
			}
		}
		out = append(out, m)
	}
	c.mentions = out
}

func common(a, b []int) []int {
	var out []int
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// rank puts the columns of each mention in order: those of tables that the
// question names come first, the nearest of these before all.
func (c *clues) rank() {
	for _, m := range c.mentions {
		if len(m.columns) < 2 {
			continue
		}
		score := map[int]int{}
		for _, col := range m.columns {
			score[col] = c.fit(m, col)
		}
		slices.SortStableFunc(m.columns, func(a, b int) int { return score[b] - score[a] })
	}
}

func (c *clues) fit(m *mention, col int) int {
	k := &c.ix.Columns[col]
	n := 0
	for _, o := range c.mentions {
		if o == m && len(o.tables) == 0 || !slices.Contains(o.tables, k.Table) {
			continue
		}
		near := 12
		switch {
		case o.first >= m.end && slices.Contains(c.low[m.end:o.first], "of"):
			near += 6 - min(5, o.first-m.end)
		case o.end <= m.first && m.first-o.end <= 2:
			near += 6
		}
		if o.whole {
			near += 3
		}
		n = max(n, near)
	}
	for _, v := range c.values {
		for _, i := range v.items {
			if v.strong && c.ix.Columns[c.q.Items[i].Column].Table == k.Table {
				n = max(n, 6)
			}
		}
	}
	for _, o := range c.mentions { // a table that other names are of as well
		if o != m && o.whole && len(o.columns) == 1 && c.ix.Columns[o.columns[0]].Table == k.Table {
			n += 2
		}
	}
	if k.Foreign && !k.Primary {
		n -= 2
	}
	if len(k.Words) > m.end-m.first {
		n -= min(2, len(k.Words)-(m.end-m.first))
	}
	return n
}

// readBuckets finds by month, monthly and the like.
func (c *clues) readBuckets() {
	for i := c.q.Context; i < len(c.low); i++ {
		g, ok := grains[c.low[i]]
		if !ok || slices.ContainsFunc(c.periods, func(p *said) bool { return p.first <= i && i < p.end }) {
			continue
		}
		if strings.HasSuffix(c.low[i], "ly") || c.low[i] == "annual" || is(c.at(i-1), "by per each every") || is(c.at(i-1), "the") && is(c.at(i-2), "by") {
			c.grain = form.Op(g)
			c.mentions = slices.DeleteFunc(c.mentions, func(m *mention) bool { return m.first == i && m.end == i+1 && len(c.numberYears(m)) == 0 })
			return
		}
	}
}

// numberYears lists the columns of a mention that hold the bucket itself.
func (c *clues) numberYears(m *mention) []int {
	var out []int
	for _, col := range m.columns {
		table := c.ix.Columns[col].Table
		named := slices.ContainsFunc(c.mentions, func(o *mention) bool { return o.whole && slices.Contains(o.tables, table) })
		if f := c.ix.Columns[col].Form; m.whole && named && (f == index.YearNumber || f == index.MonthOfYear || f == index.QuarterOfYear || f == index.NoForm) {
			out = append(out, col)
		}
	}
	if len(out) > 0 {
		c.grain = ""
	}
	return out
}

var comparisonOps = map[string]form.CondOp{">": form.Greater, ">=": form.GreaterEqual, "<": form.Less, "<=": form.LessEqual, "=": form.Equal, "between": form.Between}

// readBounds pairs comparisons with numbers.
func (c *clues) readBounds() {
	for _, s := range c.q.Spans {
		op, ok := comparisonOps[s.Op]
		if s.Kind != span.Comparison || !ok || slices.ContainsFunc(c.periods, func(p *said) bool { return p.first < s.End && s.First < p.end }) {
			continue
		}
		b := &bound{first: s.First, end: s.End, op: op}
		for i := s.First; i < s.End; i++ {
			if about, ok := comparatives[c.low[i]]; ok {
				b.about = about
				if strings.HasPrefix(c.low[i], "younger") {
					b.op = form.Less
				}
			}
		}
		n := c.numberAt(s.End, s.End+3)
		if n == nil && strings.HasPrefix(c.low[s.First], "or") || n == nil && c.low[s.First] == "and" {
			n = c.numberBefore(s.First)
		}
		switch {
		case n == nil && slices.ContainsFunc(c.low[s.End:min(s.End+4, len(c.low))], func(w string) bool { return is(w, "average mean avg") }):
			b.average = true
			b.end = min(s.End+4, len(c.low))
		case n == nil:
			continue
		default:
			b.number = number(n.Number)
			b.first, b.end = min(b.first, n.First), max(b.end, n.End)
			if op == form.Between {
				second := c.numberAt(n.End, n.End+4)
				if second == nil {
					continue
				}
				b.upper, b.end = number(second.Number), second.End
			}
		}
		b.at = c.boundTo(b)
		b.times = b.at == nil && (is(c.at(b.end), "times time") || is(c.at(b.end-1), "once twice"))
		c.bounds = append(c.bounds, b)
	}
}

func (c *clues) numberAt(from, to int) *span.Span {
	for i := range c.q.Spans {
		if s := &c.q.Spans[i]; s.Kind == span.Number && s.First >= from && s.First < to && s.Unit != span.Ordinal {
			return s
		}
	}
	return nil
}

func (c *clues) numberBefore(end int) *span.Span {
	for i := range c.q.Spans {
		if s := &c.q.Spans[i]; s.Kind == span.Number && s.End <= end && s.End >= end-2 {
			return s
		}
	}
	return nil
}

// boundTo finds what a comparison is about: the number column before it, or the
// name right after its number.
func (c *clues) boundTo(b *bound) *mention {
	var before, after *mention
	for _, m := range c.mentions {
		switch {
		case m.end <= b.first && b.first-m.end <= 4 && c.holdsNumber(m):
			before = m
		case m.first >= b.first && m.first-b.end <= 1 && after == nil && (c.numeric(m) != 0 || len(m.tables) > 0):
			after = m
		}
	}
	if before != nil && (after == nil || b.first-before.end <= 2) {
		return before
	}
	return after
}

// holdsNumber reports whether a mention may be a number column, be it a key.
func (c *clues) holdsNumber(m *mention) bool {
	return slices.ContainsFunc(m.columns, func(col int) bool { return c.ix.Columns[col].Kind == index.Number })
}

// numeric is the best number column of a mention, 0 for none.
func (c *clues) numeric(m *mention) int {
	for _, col := range m.columns {
		if k := &c.ix.Columns[col]; k.Kind == index.Number && !k.Foreign && !k.Primary {
			return col
		}
	}
	return 0
}
