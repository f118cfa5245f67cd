package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// roles says what each mention does, from the words before it.
func (c *clues) roles() {
	c.readExtreme()
	c.dropExtreme()
	var last *mention
	for _, m := range c.mentions {
		m.role, m.op = c.roleOf(m, last)
		c.adjust(m)
		if m.role == counted && c.counts == nil {
			c.counts = m
		}
		if m.role == ordering {
			c.sorts = append(c.sorts, &sorted{at: m, desc: c.descending(m)})
		}
		last = m
	}
	c.countColumn()
	c.counting = c.counts != nil
	for i := c.q.Context; i < len(c.low); i++ {
		c.counting = c.counting || c.low[i] == "count" || c.low[i] == "many" && c.at(i-1) == "how"
	}
	for _, v := range c.values {
		c.beside(v)
	}
	for _, b := range c.bounds {
		switch {
		case b.at == nil:
		case b.at.isTable() && b.at.first > b.first && c.numeric(b.at) == 0:
			b.at.role = ranking // its rows are counted
		case !b.at.isTable() || b.at.first > b.first:
			b.at.role = narrowing
		}
	}
	c.besideNumbers()
}

// countColumn lets "the number of distinct company industries" count industries.
func (c *clues) countColumn() {
	if c.counts == nil || !c.counts.isTable() {
		return
	}
	for _, m := range c.mentions {
		if m.first == c.counts.end && m.role != counted && len(m.columns) > 0 && slices.Contains(c.counts.tables, c.ix.Columns[m.columns[0]].Table) {
			m.first, m.role = c.counts.first, counted
			c.counts.role = narrowing
			c.counts = m
			return
		}
	}
}

// dropExtreme takes back the most of something that is one aggregate in a list:
// the highest, lowest and average price.
func (c *clues) dropExtreme() {
	if c.extreme == nil {
		return
	}
	listed, others := false, 0
	for i := c.extreme.first + 1; i < len(c.low); i++ {
		switch w := c.low[i]; {
		case is(w, "and , &"):
			listed = true
		case is(w, "the of"):
		case aggregateIn(w) != "":
			others++
		default:
			if listed && others > 0 && aggregateIn(c.low[c.extreme.first]) != "" {
				c.extreme = nil
			}
			return
		}
	}
}

// adjust corrects a role by where the mention stands, and by how much of a name
// it says.
func (c *clues) adjust(m *mention) {
	vague := m.kind > 1 && len(m.columns) > 0 && !m.isTable() && c.ix.Columns[m.columns[0]].Kind == index.Time || m.kind == 3
	switch {
	case m.first >= c.tail && (m.role == narrowing || m.role == shown):
		m.role = shown
	case m.role == shown && c.tail < len(c.low) && !m.isTable(), m.role == shown && vague,
		m.role == shown && m.negated && !m.isTable() && c.ix.Columns[m.columns[0]].Nullable:
		m.role = narrowing
	case m.role == grouping && c.extreme != nil && m.first > c.extreme.first && c.numeric(m) != 0 && !m.isTable():
		m.role = ranking // the top five by amount
		c.extreme.at = m
	}
}

// roleOf reads backwards from the mention, over articles and other aggregates,
// to the word that gives it its role.
func (c *clues) roleOf(m, last *mention) (role, form.Op) {
	i := m.first - 1
	listed := false
	for ; i >= c.q.Context; i-- {
		w := c.at(i)
		if is(w, articles) || is(w, manyWords) {
			continue
		}
		if last != nil && i < last.end && i >= last.first {
			if listed && (last.role == grouping || last.role == ordering || last.role == measured) {
				return last.role, last.op
			}
			break
		}
		if is(w, "and , or") {
			listed = true
			continue
		}
		break
	}
	w, before := c.at(i), c.at(i-1)
	switch {
	case c.extreme != nil && c.extreme.at == m:
		return ranking, c.opBetween(c.extreme.first, m.first)
	case w == "many" && before == "how", w == "of" && before == "many":
		return counted, ""
	case w == "of" && is(before, "number count numbers") && !c.named(i-1), is(w, "count counting") && !listed:
		return counted, ""
	case w == "by" || w == "of" && is(before, "order"):
		for k := i - 1; k >= max(i-3, c.q.Context); k-- {
			if is(c.at(k), sortWords) || c.at(k) == "order" {
				return ordering, ""
			}
		}
		if !c.named(i-1) && (strings.HasSuffix(before, "ed") || is(before, "made taken given done written taught sold run built won held")) && !is(before, "grouped sliced") {
			return narrowing, "" // ordered by him
		}
		return grouping, ""
	case is(w, everyWords), is(w, "for of in") && is(c.at(i+1), "each every different"):
		return grouping, ""
	case w == "of" && aggregateOf(before) != "":
		return measured, form.Op(aggregateOf(before))
	case aggregateOf(w) != "":
		return measured, form.Op(aggregateOf(w))
	case aggregateIn(w) != "" && c.extreme == nil:
		return measured, form.Op(aggregateIn(w))
	case len(m.columns) > 0 && aggregateOf(before) != "" && !is(w, opening) && c.numeric(m) != 0 && i > 0 && !is(w, "of"):
		return measured, form.Op(aggregateOf(before))
	}
	if is(c.at(m.first-1), "their its") && is(c.at(m.first-2), "and with , plus") && !c.tested(m) {
		return shown, ""
	}
	for k := m.first - 1; k > c.q.Context; k-- {
		if c.at(k) == "with" && is(c.at(k+1), "their its the") && !c.tested(m) {
			return shown, ""
		}
		if is(c.at(k), opening) && !(k <= c.q.Context+1 && is(c.at(k), "for in which from at on")) {
			return narrowing, ""
		}
	}
	return shown, ""
}

// named reports whether the word is part of a name.
func (c *clues) named(i int) bool {
	return slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first <= i && i < m.end })
}

// opBetween is the aggregate that is said between two places.
func (c *clues) opBetween(from, to int) form.Op {
	for i := from + 1; i < to; i++ {
		if op := aggregateOf(c.low[i]); op != "" {
			return form.Op(op)
		}
	}
	return ""
}

// tested reports whether a value or a number follows the mention.
func (c *clues) tested(m *mention) bool {
	return slices.ContainsFunc(c.values, func(v *said) bool { return v.first >= m.end && v.first-m.end <= 3 }) ||
		slices.ContainsFunc(c.bounds, func(b *bound) bool { return b.at == m }) || c.extreme != nil && c.extreme.first < m.first
}

// descending reads which way an order goes.
func (c *clues) descending(m *mention) bool {
	rest := c.low[m.end:]
	for i := max(m.first-6, c.q.Context); i < m.first; i++ {
		if is(c.low[i], "descending decreasing desc reverse") {
			return true
		}
	}
	for i, w := range rest {
		if is(w, "descending decreasing desc reverse") {
			return true
		}
		if w == "first" && i > 0 && is(rest[i-1], "highest largest most biggest newest latest") {
			return true
		}
		if is(w, "ascending increasing asc") {
			return false
		}
	}
	return false
}

// readExtreme finds the first word for the most or the least of something, and
// how many are wanted.
func (c *clues) readExtreme() {
	for i := c.q.Context; i < len(c.low); i++ {
		e, ok := extremes[c.low[i]]
		if ok && c.at(i+1) == "first" && c.extreme == nil {
			c.sorts = append(c.sorts, &sorted{desc: e.desc, about: e.about})
			continue
		}
		if ok && c.extreme != nil && c.extreme.also == nil && e.desc != c.extreme.desc && i-c.extreme.first == 2 {
			c.extreme.also = &e
			continue
		}
		if c.extreme != nil {
			continue
		}
		if !ok || is(c.at(i-1), "at a an") || c.at(i+1) == "of" && is(c.low[i], "top most") || is(c.at(i-1), "by") {
			continue
		}
		s := &superlative{first: i, desc: e.desc, about: e.about, limit: number("1")}
		if w := c.low[i]; w == "most" || w == "least" {
			if next := c.at(i + 1); is(next, "expensive costly") {
				s.about = "price cost amount fee"
			} else if next == "recent" {
				s.about = "date"
			}
		}
		for _, n := range c.q.Spans {
			if n.Kind == span.Number && n.Unit == span.Plain && (n.First == i+1 && c.low[i] != "most" || n.End == i) {
				s.limit = number(n.Number)
			}
		}
		for _, m := range c.mentions {
			if n := c.numberBefore(m.first); n != nil && n.End == m.first && m.first < i && s.limit.Text == "1" && n.Unit == span.Plain {
				s.limit = number(n.Number)
			}
		}
		for _, m := range c.mentions {
			if m.first > i && m.first-i <= 5 && !slices.ContainsFunc(c.low[i:m.first], func(w string) bool { return is(w, "? . by who which") }) {
				if s.about == "" || c.numeric(m) != 0 {
					s.at = m
				}
				break
			}
		}
		c.extreme = s
	}
}

// beside marks a column that stands with a value of its own: the state of Ohio,
// in the Ohio state.
func (c *clues) beside(v *said) {
	for _, m := range c.mentions {
		if len(m.columns) == 0 || m.role == grouping || m.role == measured {
			continue
		}
		after := m.end <= v.first && v.first-m.end <= 3 && c.connects(m.end, v.first)
		before := m.first >= v.end && m.first-v.end <= 1 && c.connects(v.end, m.first)
		if !after && !before {
			continue
		}
		for k, i := range v.items {
			col := c.q.Items[i].Column
			if !slices.Contains(m.columns, col) {
				continue
			}
			v.items = append([]int{i}, slices.Delete(slices.Clone(v.items), k, k+1)...)
			v.strong = true
			if after || m.role == narrowing {
				m.role = narrowing
			}
			break
		}
	}
	slices.SortStableFunc(v.items, func(a, b int) int { return c.valueFit(b) - c.valueFit(a) })
}

// besideNumbers marks a number column that stands before its value.
func (c *clues) besideNumbers() {
	for _, m := range c.mentions {
		if m.role != shown || m.isTable() || c.numeric(m) == 0 {
			continue
		}
		if n := c.numberAt(m.end, m.end+3); n != nil && c.connects(m.end, n.First) {
			m.role = narrowing
		}
	}
}

// connects reports whether only linking words stand in between.
func (c *clues) connects(from, to int) bool {
	for i := from; i < to; i++ {
		if w := c.low[i]; !is(w, linkingVerbs) && !is(w, articles) && !strings.ContainsAny(w, "\"'“‘`") && !is(w, "in either not equal") {
			return false
		}
	}
	return true
}

// valueFit is higher for a value whose column or table the question names.
func (c *clues) valueFit(item int) int {
	i := c.q.Items[item]
	k := &c.ix.Columns[i.Column]
	n := 0
	for _, m := range c.mentions {
		if slices.Contains(m.columns, i.Column) {
			n = max(n, 4)
			if m.role == narrowing {
				n = 6
			}
		}
		if slices.Contains(m.tables, k.Table) {
			n = max(n, 3)
		}
	}
	if i.Kind == 0 {
		n += 2
	}
	return n
}
