package search

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// Kind is what a demand is about.
type Kind string

const (
	AValue   Kind = "value"   // rows with a stored value
	NoValue  Kind = "not"     // rows without it
	APeriod  Kind = "period"  // rows of a time
	ANumber  Kind = "number"  // a bound or a limit
	AGroup   Kind = "group"   // a figure for each of something
	ABucket  Kind = "bucket"  // a figure for each month, day, …
	AThing   Kind = "thing"   // what is asked for: its table is read
	AGrowth  Kind = "growth"  // a change from one time to another
	Opposite Kind = "against" // two values or periods that are held against each other, and so must stay apart
)

// Demand is something that a question says for sure, so that a form which does
// not heed it answers another question.
type Demand struct {
	Kind       Kind
	First, End int // the words that say it
	items      []int
	columns    []int
	tables     []int
	bucket     form.Op
	number     float64
	pair       []*Demand // of Opposite
	things     []int     // of AnExtent: the columns that name what takes so long
	total      bool      // of AnExtent: all times together
	desc       bool      // of AnEnd: the newest; of ADirection: the highest
	ix         *index.Index
	q          *link.Question
}

// Demands lists what a question says for sure.
func Demands(ix *index.Index, q *link.Question) []*Demand {
	c := read(ix, q)
	var list []*Demand
	add := func(d *Demand) {
		d.ix, d.q = ix, q
		list = append(list, d)
	}
	for _, v := range c.values {
		if !c.certain(v) {
			continue
		}
		d := &Demand{Kind: AValue, First: v.first, End: v.end, items: v.items}
		if c.deniedHere(v, list) {
			d.Kind = NoValue
		}
		add(d)
	}
	for _, p := range c.periods {
		if c.certainly(p) {
			add(&Demand{Kind: APeriod, First: p.first, End: p.end, items: p.items})
		}
	}
	for _, s := range q.Spans {
		if n, ok := c.bounding(s); ok {
			add(&Demand{Kind: ANumber, First: s.First, End: s.End, number: n})
		}
	}
	for _, m := range c.mentions {
		if c.asksFor(m) {
			add(&Demand{Kind: AThing, First: m.first, End: m.end, tables: m.tables, columns: m.columns})
		}
		if c.groupedBy(m) && !c.tallied(m) {
			add(&Demand{Kind: AGroup, First: m.first, End: m.end, columns: m.columns, tables: m.tables})
		}
	}
	for i := c.q.Context; i < len(c.low); i++ {
		switch {
		case is(c.low[i], "grew grow grows grown growing growth") && !c.named(i):
			add(&Demand{Kind: AGrowth, First: i, End: i + 1})
		case c.strangeName(i):
			if n := len(list); n > 0 && list[n-1].Kind == AValue && len(list[n-1].items) == 0 && list[n-1].End == i {
				list[n-1].End++ // first and last name
				continue
			}
			add(&Demand{Kind: AValue, First: i, End: i + 1})
		case c.strange(i) && c.excluded(i):
			add(&Demand{Kind: NoValue, First: i, End: i + 1})
		case c.strange(i) && c.strangeGroup(i):
			add(&Demand{Kind: AGroup, First: i, End: i + 1})
		}
	}
	if i := c.bucketAt(); i >= 0 {
		add(&Demand{Kind: ABucket, First: i, End: i + 1, bucket: c.grain})
	} else if first, end := c.overTime(); end > 0 {
		add(&Demand{Kind: ABucket, First: first, End: end, bucket: form.Month})
	}
	c.identifiers(add)
	c.figures(add)
	c.rankings(add)
	c.onceEach(add)
	c.states(add)
	c.repeats(add)
	c.amounts(add)
	c.extents(add)
	if pair := c.against(list); pair != nil {
		add(&Demand{Kind: Opposite, First: pair[0].First, End: pair[1].End, pair: pair})
	}
	return list
}

// Unnamed is true for what figures are wanted for by a word that nothing in the
// database answers to, and for a cost that may be one of several amounts: a form
// that takes it into account guesses what it means.
func (d *Demand) Unnamed() bool {
	return d.Kind == AGroup && len(d.columns)+len(d.tables) == 0 || d.Kind == ACost && len(d.columns) == 0
}

// Said are the words of a demand as they were written.
func (d *Demand) Said() string {
	var words []string
	for _, w := range d.q.Words[d.First:d.End] {
		words = append(words, w.Text)
	}
	text := strings.Join(words, " ")
	if d.Kind == NoValue {
		return "not " + text
	}
	return text
}

// certain is true for a value that is surely meant: written as a name or in
// quotes, or denied; and not the name of a table or column as well.
func (c *clues) certain(v *said) bool {
	here := c.deniedHere(v, nil)
	if c.q.Items[v.items[0]].Kind != link.Exact && !c.excluded(v.first) || c.inside(v, c.periods) || !strings.ContainsFunc(c.low[v.first], letter) {
		return false
	}
	if slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first < v.end && v.first < m.end }) {
		return false
	}
	if here {
		return true
	}
	alone := v.end-v.first == 1 && c.begins(v.first) // a capital that every sentence has
	return c.proper(v.first, v.end) && !alone
}

// begins reports whether a word is the first of a sentence.
func (c *clues) begins(i int) bool { return i == c.q.Context || is(c.at(i-1), ". ? ! : ;") }

// deniedHere reports whether a word that denies stands right before a value,
// with nothing between them but articles, prepositions, the name of what the
// value is of, and values that are denied themselves.
func (c *clues) deniedHere(v *said, before []*Demand) bool {
	for i := v.first - 1; i >= c.q.Context; i-- {
		if slices.ContainsFunc(c.q.Spans, func(s span.Span) bool {
			return s.End == i+1 && (s.Kind == span.Negation || s.Kind == span.Comparison && s.Op == "!=") && !c.comparing(i)
		}) {
			return true
		}
		if slices.ContainsFunc(before, func(d *Demand) bool { return d.Kind == NoValue && d.End == i+1 }) && is(c.at(i+1), "and or , nor") {
			return true
		}
		if w := c.at(i); !is(w, articles) && !is(w, "in from for of at on with by and or nor , those ones") && !c.ofValue(v, i) {
			return false
		}
	}
	return false
}

// ofValue reports whether a word names the column or the table of a value.
func (c *clues) ofValue(v *said, i int) bool {
	return slices.ContainsFunc(c.mentions, func(m *mention) bool {
		return m.first <= i && i < m.end && slices.ContainsFunc(v.items, func(n int) bool {
			col := c.q.Items[n].Column
			return slices.Contains(m.columns, col) || slices.Contains(m.tables, c.ix.Columns[col].Table)
		})
	})
}

var weekdays = map[string]bool{"monday": true, "tuesday": true, "wednesday": true, "thursday": true, "friday": true, "saturday": true, "sunday": true}

func letter(r rune) bool { return 'a' <= r && r <= 'z' || r > 127 }

func (c *clues) inside(v *said, list []*said) bool {
	return slices.ContainsFunc(list, func(p *said) bool { return p.first < v.end && v.first < p.end })
}

// certainly is true for a period that rows lie in: one with dates, or one that
// comes again and is said so. Of today and now it is not known.
func (c *clues) certainly(p *said) bool {
	if slices.ContainsFunc(c.values, func(v *said) bool { return v.first < p.end && p.first < v.end && v.strong }) {
		return false
	}
	if slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first < p.end && p.first < m.end && m.whole }) {
		return false
	}
	for i := p.first; i < p.end; i++ {
		if is(c.low[i], "now today currently current previous prior before preceding old trailing") {
			return false
		}
	}
	if c.q.Context > 0 && c.q.Items[p.items[0]].Value.Period.Now {
		return false // the same month last year is that of the turn before
	}
	if period := c.q.Items[p.items[0]].Value.Period; period.Recurring() || period.Grain == span.Day {
		if weekdays[c.low[p.end-1]] && c.at(p.first-1) != "on" {
			return false // weeks are named by their Mondays
		}
	}
	return !slices.ContainsFunc(c.ix.Columns, func(k index.Column) bool { // a column for each month
		return slices.ContainsFunc(k.Words, func(w string) bool {
			return len(w) > 2 && strings.HasPrefix(c.low[p.first], w) && !is(w, "the last this past year month week day")
		})
	})
}

// bounding reads a number that bounds or limits something: written in digits,
// not a rank, not part of a time or a value.
func (c *clues) bounding(s span.Span) (float64, bool) {
	if s.Kind != span.Number || s.Unit == span.Ordinal || s.First < c.q.Context || c.low[s.First] == "" {
		return 0, false
	}
	if first := c.low[s.First][0]; first < '1' || first > '9' {
		return 0, false
	}
	n, err := strconv.ParseFloat(s.Number, 64)
	at := &said{first: s.First, end: s.End}
	if year := n >= 1900 && n < 2100 && n == math.Trunc(n); year || s.Unit == span.Percent || is(c.at(s.End), "day days week weeks month months quarter quarters year years hour hours percent % -") {
		return 0, false
	}
	return n, err == nil && n >= 2 && !c.inside(at, c.periods) && !c.inside(at, c.values) &&
		!slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first < s.End && s.First < m.end })
}

// groupedBy is true for a name after by, per or each that the question wants a
// figure for each of. By the artist X means something else, and so does a name
// that goes on in words which are not understood.
func (c *clues) groupedBy(m *mention) bool {
	if m.role != grouping || !m.whole || len(m.tables) == 0 && c.ix.Columns[m.columns[0]].Kind == index.Time {
		return false // by order date says which date counts
	}
	at := c.wordBefore(m)
	if each := is(c.at(at), "each every"); !is(c.at(at), "by per") && !(each && is(c.at(at-1), "for in per from")) {
		return false
	}
	return c.ends(m.end) && !c.inside(&said{first: m.first, end: m.end + 1}, c.values)
}

// ends reports whether a name ends before a place: what follows is no word of
// it.
func (c *clues) ends(i int) bool {
	w := c.at(i)
	return w == "" || is(w, ", . ? ! ; : ) and in for over where last this from since during of between as who which that sorted ordered (")
}

// strange is true for a word that nothing in the database answers to.
func (c *clues) strange(i int) bool {
	at := &said{first: i, end: i + 1}
	if c.named(i) || c.inside(at, c.values) || c.inside(at, c.periods) || grains[c.low[i]] != "" || len(c.low[i]) < 3 || !strings.ContainsFunc(c.low[i], letter) {
		return false
	}
	return slices.Contains(c.q.Unlinked(), c.low[i])
}

// strangeGroup is true for a word after by or per that names what figures are
// wanted for, and not who did something, nor in which order.
func (c *clues) strangeGroup(i int) bool {
	second := c.at(i-1) == "and" && is(c.at(i-3), "by per") // by weekday and channel
	if second {
		return c.ends(i + 1)
	}
	if !is(c.at(i-1), "by per") || !c.ends(i+1) || is(c.low[i], "side frequency popularity size alphabet default far then hand mistake law definition") {
		return false
	}
	before := c.at(i - 2)
	return c.named(i-2) || !strings.HasSuffix(before, "ed") && !is(before, sortWords) && !is(before, "ascending descending made taken given done written taught sold run built won held")
}

// strangeName is true for a word that is written as a name, among others that are
// not, and that nothing in the database answers to: the question is about it all
// the same. Units are no names.
func (c *clues) strangeName(i int) bool {
	name := func(i int) bool { return c.strange(i) && capital(c.q.Words[i].Text) }
	if !name(i) || c.begins(i) || c.excluded(i) {
		return false
	}
	capitals := 0
	for k := c.q.Context; k < len(c.low); k++ {
		if c.q.Words[k].Text != c.low[k] && !c.begins(k) {
			capitals++
		}
	}
	before := i - 1
	for before > c.q.Context && name(before) {
		before--
	}
	return 2*capitals < len(c.low)-c.q.Context && (is(c.at(before), "for of in from by at with named called") || c.named(before))
}

// capital is true for a word with a capital letter at its beginning alone.
func capital(word string) bool {
	first, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && word[n:] != "" && word[n:] == strings.ToLower(word[n:])
}

// excluded is true for the word after other than, except, excluding.
func (c *clues) excluded(i int) bool {
	k := i - 1
	for is(c.at(k), articles) || is(c.at(k), "in from for of") {
		k--
	}
	return slices.ContainsFunc(c.q.Spans, func(s span.Span) bool { return s.Kind == span.Comparison && s.Op == "!=" && s.End == k+1 })
}

// asksFor is true for a question that begins with the name of a table, and of
// nothing else but columns that count its rows.
func (c *clues) asksFor(m *mention) bool {
	next := c.at(m.end)
	many := m.role == counted && c.at(m.first-1) == "many" && c.at(m.first-2) == "how" // how many staff work there
	if first := c.mentions[0] == m; !first || !(next == "" || many || is(next, "by per in for where with ? . , that who which did do does were was are have has")) {
		return false
	}
	return m.whole && len(m.tables) > 0 && !slices.ContainsFunc(m.columns, func(n int) bool { return c.ix.Columns[n].Kind != index.Number }) && (m.role == shown || m.role == counted) && !c.inside(&said{first: m.first, end: m.end}, c.values)
}

// wordBefore is the place of the word before a mention, articles left out.
func (c *clues) wordBefore(m *mention) int {
	i := m.first - 1
	for is(c.at(i), articles) {
		i--
	}
	return i
}

// bucketAt is the place of the word that asks for a figure for each month, or
// -1.
func (c *clues) bucketAt() int {
	if c.grain == "" {
		return -1
	}
	for i := c.q.Context; i < len(c.low); i++ {
		if grains[c.low[i]] == string(c.grain) && is(c.at(i-1), "by per each every") && !is(c.at(i+1), "start end begin") {
			return i
		}
	}
	return -1
}

// overTime finds words that ask how something went on; end is 0 where none do.
func (c *clues) overTime() (first, end int) {
	for i := c.q.Context; i < len(c.low); i++ {
		switch {
		case c.named(i):
		case c.low[i] == "over" && c.at(i+1) == "time":
			return i, i + 2
		case is(c.low[i], "develop developed evolve evolved trend trends") && c.grain == "":
			return i, i + 1
		}
	}
	return 0, 0
}

// against finds two values of one column, or two periods, that are compared:
// with the words for it before, between or after them. Who says "compare that
// with the South" holds it against the value of the turn before.
func (c *clues) against(list []*Demand) []*Demand {
	said := false
	for i := c.q.Context; i < len(c.low); i++ {
		said = said || is(c.low[i], "compare compared comparing comparison vs versus against") || c.low[i] == "than" && is(c.at(i+1), "on in at the from")
	}
	if !said {
		return nil
	}
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a.Kind == AValue && b.Kind == AValue && a.sharesColumn(b) || a.Kind == APeriod && b.Kind == APeriod {
				return []*Demand{a, b}
			}
		}
	}
	for _, a := range list {
		if a.Kind != AValue {
			continue
		}
		for n, i := range c.q.Items {
			if i.Kind != link.Earlier {
				continue
			}
			if b := (&Demand{Kind: AValue, First: a.First, End: a.End, items: []int{n}, ix: a.ix, q: a.q}); a.sharesColumn(b) {
				return []*Demand{b, a}
			}
		}
	}
	return nil
}

func (d *Demand) sharesColumn(o *Demand) bool {
	return slices.ContainsFunc(d.items, func(i int) bool {
		return slices.ContainsFunc(o.items, func(j int) bool { return d.q.Items[i].Column == d.q.Items[j].Column })
	})
}
