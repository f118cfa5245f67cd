package clue

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// assignRoles says what each mention does, from the words before it.
func (c *Clues) assignRoles() {
	c.readExtreme()
	c.dropExtreme()
	var last *Mention
	for _, m := range c.Mentions {
		m.Role, m.Op = c.roleOf(m, last)
		c.adjustRole(m)
		if m.Role == Counting && c.Counted == nil {
			c.Counted = m
		}
		if m.Role == Ordering {
			c.Sorts = append(c.Sorts, &Sort{Mention: m, Desc: c.isDescending(m)})
		}
		last = m
	}
	c.preferCountedColumn()
	c.Counting = c.Counted != nil
	for i := c.Question.Context; i < len(c.Low); i++ {
		c.Counting = c.Counting || c.Low[i] == "count" || c.Low[i] == "many" && c.At(i-1) == "how"
	}
	for _, v := range c.Values {
		c.matchColumn(v)
	}
	for _, b := range c.Bounds {
		switch {
		case b.Mention == nil:
		case b.Mention.IsTable() && b.Mention.First > b.First && c.NumberColumn(b.Mention) == 0:
			b.Mention.Role = Ranking // its rows are counted
		case !b.Mention.IsTable() || b.Mention.First > b.First:
			b.Mention.Role = Narrowing
		}
	}
	c.matchNumbers()
}

// preferCountedColumn lets "the number of distinct company industries" count industries.
func (c *Clues) preferCountedColumn() {
	if c.Counted == nil || !c.Counted.IsTable() {
		return
	}
	for _, m := range c.Mentions {
		if m.First == c.Counted.End && m.Role != Counting && len(m.Columns) > 0 && slices.Contains(c.Counted.Tables, c.Index.Columns[m.Columns[0]].Table) {
			m.First, m.Role = c.Counted.First, Counting
			c.Counted.Role = Narrowing
			c.Counted = m
			return
		}
	}
}

// dropExtreme takes back the most of something that is one aggregate in a list:
// the highest, lowest and average price.
func (c *Clues) dropExtreme() {
	if c.Extreme == nil {
		return
	}
	listed, others := false, 0
	for i := c.Extreme.First + 1; i < len(c.Low); i++ {
		switch w := c.Low[i]; {
		case english.Among(w, "and , &"):
			listed = true
		case english.Among(w, "the of"):
		case AggregateInList(w) != "":
			others++
		default:
			if listed && others > 0 && AggregateInList(c.Low[c.Extreme.First]) != "" {
				c.Extreme = nil
			}
			return
		}
	}
}

// adjustRole corrects a role by where the mention stands, and by how much of a name
// it says.
func (c *Clues) adjustRole(m *Mention) {
	vague := m.Kind > 1 && len(m.Columns) > 0 && !m.IsTable() && c.Index.Columns[m.Columns[0]].Kind == index.Time || m.Kind == 3
	switch {
	case m.First >= c.ShownFrom && (m.Role == Narrowing || m.Role == Shown):
		m.Role = Shown
	case m.Role == Shown && c.ShownFrom < len(c.Low) && !m.IsTable(), m.Role == Shown && vague,
		m.Role == Shown && m.Negated && !m.IsTable() && c.Index.Columns[m.Columns[0]].Nullable:
		m.Role = Narrowing
	case m.Role == Grouping && c.Extreme != nil && m.First > c.Extreme.First && c.NumberColumn(m) != 0 && !m.IsTable():
		m.Role = Ranking // the top five by amount
		c.Extreme.Mention = m
	}
}

// roleOf reads backwards from the mention, over articles and other aggregates,
// to the word that gives it its role.
func (c *Clues) roleOf(m, last *Mention) (Role, form.Op) {
	i, listed := c.roleWord(m, last)
	if listed && c.isPartOf(last, i) {
		if last.Role == Grouping || last.Role == Ordering || last.Role == Measured {
			return last.Role, last.Op
		}
	}
	w, before := c.At(i), c.At(i-1)
	switch {
	case c.Extreme != nil && c.Extreme.Mention == m:
		return Ranking, c.opBetween(c.Extreme.First, m.First)
	case w == "many" && before == "how", w == "of" && before == "many",
		w == "of" && english.Among(before, "number count numbers") && !c.InName(i-1), english.Among(w, "count counting") && !listed:
		return Counting, ""
	case w == "by" || w == "of" && english.Among(before, "order"):
		return c.roleAfterBy(i), ""
	case english.Among(w, everyWords), english.Among(w, "for of in") && english.Among(c.At(i+1), "each every different"):
		return Grouping, ""
	}
	if op := c.measureBefore(m, i); op != "" {
		return Measured, op
	}
	return c.roleInSentence(m), ""
}

// roleWord is the place of the word before a mention that gives it its role, over
// articles and what a list is joined by; listed says that it is part of a list.
func (c *Clues) roleWord(m, last *Mention) (at int, listed bool) {
	i := m.First - 1
	for ; i >= c.Question.Context; i-- {
		switch w := c.At(i); {
		case english.Among(w, Articles) || english.Among(w, ManyWords):
		case c.isPartOf(last, i):
			return i, listed
		case english.Among(w, "and , or"):
			listed = true
		default:
			return i, listed
		}
	}
	return i, listed
}

func (c *Clues) isPartOf(m *Mention, i int) bool { return m != nil && m.First <= i && i < m.End }

// roleAfterBy is the role of a mention after by: sorted by it, made by it, for each
// of it.
func (c *Clues) roleAfterBy(i int) Role {
	for k := i - 1; k >= max(i-3, c.Question.Context); k-- {
		if english.Among(c.At(k), SortWords) || c.At(k) == "order" {
			return Ordering
		}
	}
	before := c.At(i - 1)
	if !c.InName(i-1) && english.IsParticiple(before) && !english.Among(before, "grouped sliced") {
		return Narrowing // ordered by him
	}
	return Grouping
}

// measureBefore is the aggregate that the words at a place say of a mention.
func (c *Clues) measureBefore(m *Mention, i int) form.Op {
	w, before := c.At(i), c.At(i-1)
	switch {
	case w == "of" && AggregateOf(before) != "":
		return form.Op(AggregateOf(before))
	case AggregateOf(w) != "":
		return form.Op(AggregateOf(w))
	case AggregateInList(w) != "" && c.Extreme == nil:
		return form.Op(AggregateInList(w))
	case len(m.Columns) > 0 && AggregateOf(before) != "" && !english.Among(w, opening) && c.NumberColumn(m) != 0 && i > 0 && !english.Among(w, "of"):
		return form.Op(AggregateOf(before))
	}
	return ""
}

// roleInSentence is the role of a mention that no word before it decides: it is
// shown, unless a condition has begun.
func (c *Clues) roleInSentence(m *Mention) Role {
	if english.Among(c.At(m.First-1), "their its") && english.Among(c.At(m.First-2), "and with , plus") && !c.isTested(m) {
		return Shown
	}
	for k := m.First - 1; k > c.Question.Context; k-- {
		if c.At(k) == "with" && english.Among(c.At(k+1), "their its the") && !c.isTested(m) {
			return Shown
		}
		if english.Among(c.At(k), opening) && !(k <= c.Question.Context+1 && english.Among(c.At(k), "for in which from at on")) {
			return Narrowing
		}
	}
	return Shown
}

// InName reports whether the word is part of a name.
func (c *Clues) InName(i int) bool {
	return slices.ContainsFunc(c.Mentions, func(m *Mention) bool { return m.First <= i && i < m.End })
}

// opBetween is the aggregate that is said between two places.
func (c *Clues) opBetween(from, to int) form.Op {
	for i := from + 1; i < to; i++ {
		if op := AggregateOf(c.Low[i]); op != "" {
			return form.Op(op)
		}
	}
	return ""
}

// isTested reports whether a value or a number follows the mention.
func (c *Clues) isTested(m *Mention) bool {
	return slices.ContainsFunc(c.Values, func(v *Phrase) bool { return v.First >= m.End && v.First-m.End <= 3 }) ||
		slices.ContainsFunc(c.Bounds, func(b *Bound) bool { return b.Mention == m }) || c.Extreme != nil && c.Extreme.First < m.First
}

// isDescending reads which way an order goes.
func (c *Clues) isDescending(m *Mention) bool {
	rest := c.Low[m.End:]
	for i := max(m.First-6, c.Question.Context); i < m.First; i++ {
		if english.Among(c.Low[i], "descending decreasing desc reverse") {
			return true
		}
	}
	for i, w := range rest {
		if english.Among(w, "descending decreasing desc reverse") {
			return true
		}
		if w == "first" && i > 0 && english.Among(rest[i-1], "highest largest most biggest newest latest") {
			return true
		}
		if english.Among(w, "ascending increasing asc") {
			return false
		}
	}
	return false
}

// readExtreme finds the first word for the most or the least of something, and
// how many are wanted.
func (c *Clues) readExtreme() {
	for i := c.Question.Context; i < len(c.Low); i++ {
		e, ok := extremes[c.Low[i]]
		if ok && c.At(i+1) == "first" && c.Extreme == nil {
			c.Sorts = append(c.Sorts, &Sort{Desc: e.desc, About: e.about})
			continue
		}
		if ok && c.Extreme != nil && c.Extreme.Also == nil && e.desc != c.Extreme.Desc && i-c.Extreme.First == 2 {
			c.Extreme.Also = &e
			continue
		}
		if c.Extreme != nil || !ok || english.Among(c.At(i-1), "at a an") || c.At(i+1) == "of" && english.Among(c.Low[i], "top most") || english.Among(c.At(i-1), "by") {
			continue
		}
		s := &Superlative{First: i, Desc: e.desc, About: e.about, Limit: c.limitNear(i)}
		if w := c.Low[i]; w == "most" || w == "least" {
			if next := c.At(i + 1); english.Among(next, "expensive costly") {
				s.About = costColumns
			} else if next == "recent" {
				s.About = "date"
			}
		}
		s.Mention = c.rankedAfter(s)
		c.Extreme = s
	}
}

// limitNear is how many of the most or least are wanted: the number beside the
// word, else one before what is asked for, else 1.
func (c *Clues) limitNear(i int) *form.Value {
	limit := edit.Number("1")
	for _, n := range c.Question.Spans {
		if n.Kind == span.Number && n.Unit == span.Plain && (n.First == i+1 && c.Low[i] != "most" || n.End == i) {
			limit = edit.Number(n.Number)
		}
	}
	for _, m := range c.Mentions {
		if n := c.numberBefore(m.First); n != nil && n.End == m.First && m.First < i && limit.Text == "1" && n.Unit == span.Plain {
			limit = edit.Number(n.Number)
		}
	}
	return limit
}

// rankedAfter is what the most or least is of, nil where the word itself says it.
func (c *Clues) rankedAfter(s *Superlative) *Mention {
	for _, m := range c.Mentions {
		if m.First > s.First && m.First-s.First <= 5 && !slices.ContainsFunc(c.Low[s.First:m.First], func(w string) bool { return english.Among(w, "? . by who which") }) {
			if s.About == "" || c.NumberColumn(m) != 0 {
				return m
			}
			return nil
		}
	}
	return nil
}

// matchColumn marks a column that stands with a value of its own: the state of Ohio,
// in the Ohio state.
func (c *Clues) matchColumn(v *Phrase) {
	for _, m := range c.Mentions {
		if len(m.Columns) == 0 || m.Role == Grouping || m.Role == Measured {
			continue
		}
		after := m.End <= v.First && v.First-m.End <= 3 && c.Connected(m.End, v.First)
		before := m.First >= v.End && m.First-v.End <= 1 && c.Connected(v.End, m.First)
		if !after && !before {
			continue
		}
		for k, i := range v.Items {
			col := c.Question.Items[i].Column
			if !slices.Contains(m.Columns, col) {
				continue
			}
			v.Items = append([]int{i}, slices.Delete(slices.Clone(v.Items), k, k+1)...)
			v.Strong = true
			if after || m.Role == Narrowing {
				m.Role = Narrowing
			}
			break
		}
	}
	slices.SortStableFunc(v.Items, func(a, b int) int { return c.valueFit(b) - c.valueFit(a) })
}

// matchNumbers marks a number column that stands before its value.
func (c *Clues) matchNumbers() {
	for _, m := range c.Mentions {
		if m.Role != Shown || m.IsTable() || c.NumberColumn(m) == 0 {
			continue
		}
		if n := c.numberAt(m.End, m.End+3); n != nil && c.Connected(m.End, n.First) {
			m.Role = Narrowing
		}
	}
}

// Connected reports whether only linking words stand in between.
func (c *Clues) Connected(from, to int) bool {
	for i := from; i < to; i++ {
		if w := c.Low[i]; !english.Among(w, linkingVerbs) && !english.Among(w, Articles) && !strings.ContainsAny(w, "\"'“‘`") && !english.Among(w, "in either not equal") {
			return false
		}
	}
	return true
}

// valueFit is higher for a value whose column or table the question names.
func (c *Clues) valueFit(item int) int {
	i := c.Question.Items[item]
	k := &c.Index.Columns[i.Column]
	n := 0
	for _, m := range c.Mentions {
		if slices.Contains(m.Columns, i.Column) {
			n = max(n, 4)
			if m.Role == Narrowing {
				n = 6
			}
		}
		if slices.Contains(m.Tables, k.Table) {
			n = max(n, 3)
		}
	}
	if i.Kind == 0 {
		n += 2
	}
	return n
}
