package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// What words say for sure of amounts: two figures that are held against each
// other, the amounts of things in a state, and what was lost to, spent on or
// saved by something.

const (
	AVersus  Kind = "versus" // two figures side by side
	ACost    Kind = "cost"   // what was lost to, spent on or saved by something: one sum
	AnAmount Kind = "amount" // what things in a state amount to: a sum, and no count
)

// amounts lists these demands.
func (c *clues) amounts(add func(*Demand)) {
	if a, b, ok := c.versus(); ok {
		d := &Demand{Kind: AVersus, First: a.first, End: b.end, columns: []int{a.column, b.column}, tables: []int{c.ix.Columns[a.column].Table}}
		if other := c.ix.Columns[b.column].Table; other != d.tables[0] {
			d.tables = append(d.tables, other)
		}
		add(d)
		return
	}
	if first, end, t, of := c.spent(); end > 0 {
		add(&Demand{Kind: ACost, First: first, End: end, tables: []int{t}, columns: ifKnown(of)})
		return
	}
	if first, end, t, of := c.amountOfState(); end > 0 {
		add(&Demand{Kind: AnAmount, First: first, End: end, tables: []int{t}, columns: ifKnown(of)})
	}
}

func ifKnown(column int) []int {
	if column == 0 {
		return nil
	}
	return []int{column}
}

// amount is a number that words name.
type amount struct{ first, end, column int }

// amountAt is the number that the words from a place on name: the one that most
// words name, and that no other comes up to. Dates and keys are no amounts.
func (c *clues) amountAt(first int) (amount, bool) {
	var best, tied amount
	rank := func(a amount) int { return a.end - a.first }
	for _, n := range c.q.Names {
		if !n.Column || n.First != first || n.Kind > 2 || !c.ix.Columns[n.Number].Measure || c.ix.Columns[n.Number].Kind != index.Number {
			continue
		}
		a := amount{n.First, n.End, n.Number}
		if n.Kind == 1 {
			a.end += len(c.low) // a whole name before parts of longer ones
		}
		switch {
		case rank(a) > rank(best):
			best, tied = a, amount{}
		case rank(a) == rank(best) && a.column != best.column:
			tied = a
		}
	}
	if best.end > len(c.low) {
		best.end -= len(c.low)
	}
	return best, best.column > 0 && tied.column == 0
}

const (
	figureWords = "total sum overall amount amounts"
	againstThat = "vs versus against"
)

// versus finds two numbers that are held against each other: billed
// vs paid, claims compared to settlements; and two that are added up side by
// side: total billed and paid.
func (c *clues) versus() (a, b amount, ok bool) {
	for i := c.q.Context; i < len(c.low); i++ {
		end, strong := c.comparedAt(i)
		if end == 0 {
			continue
		}
		b, okB := c.amountAfter(end)
		a, okA := c.amountBefore(i)
		if !okA || !okB || a.column == b.column {
			continue
		}
		if strong || c.comparedBefore(a.first) || is(c.at(a.first-1), sumWords) {
			return a, b, true
		}
	}
	return amount{}, amount{}, false
}

// comparedAt is the end of words that hold two things against each other, 0 where
// there are none. "And" alone does it only where other words say so.
func (c *clues) comparedAt(i int) (end int, strong bool) {
	switch w := c.low[i]; {
	case is(w, againstThat):
		if c.at(i+1) == "." {
			i++
		}
		return i + 1, true
	case is(w, "compared") && is(c.at(i+1), "to with against"):
		return i + 2, true
	case is(w, "and with to"):
		return i + 1, false
	}
	return 0, false
}

func (c *clues) comparedBefore(i int) bool {
	return slices.ContainsFunc(c.low[c.q.Context:i], func(w string) bool { return is(w, "compare comparing comparison") })
}

// amountAfter is the number named right after a place, and amountBefore that right
// before it, but for words that only say that it is an amount.
func (c *clues) amountAfter(i int) (amount, bool) {
	for ; i < len(c.low); i++ {
		if a, ok := c.amountAt(i); ok {
			return a, true
		}
		if !is(c.low[i], articles) && !is(c.low[i], figureWords) && !is(c.low[i], "how much was were is did we of") {
			break
		}
	}
	return amount{}, false
}

func (c *clues) amountBefore(i int) (amount, bool) {
	for is(c.at(i-1), ",") || is(c.at(i-1), figureWords) && !c.named(i-1) {
		i--
	}
	const longest = 4 // words of a name
	var best amount
	for k := i - 1; k >= max(i-longest, c.q.Context); k-- {
		if a, ok := c.amountAt(k); ok && a.end == i {
			best = a
		}
	}
	return best, best.column > 0
}

// spent finds an amount that something was lost to, spent on or saved by, or that
// cost something: how much did we lose to discounts, what did returns cost us. of is
// the column, 0 where several of the table come into question.
func (c *clues) spent() (first, end, t, of int) {
	for i := c.q.Context; i < len(c.low); i++ {
		switch w, next := c.low[i], c.at(i+1); {
		case is(w, "lose lost losing loses") && is(next, "to on through by because"),
			is(w, "spend spent spending spends") && is(next, "on for"),
			is(w, "save saved saving saves") && is(next, "on by through with from"),
			is(w, "pay paid paying") && next == "for":
			k := i + 2
			if c.at(k) == "of" {
				k++
			}
			if a, ok := c.amountAfter(k); ok && c.ends(c.pastAmount(a.end)) {
				return i, a.end, c.ix.Columns[a.column].Table, a.column
			}
		case is(w, "cost costs costing") && is(next, "us me"):
			if a, ok := c.amountBefore(i); ok {
				return a.first, i + 2, c.ix.Columns[a.column].Table, a.column
			}
			for _, m := range c.mentions {
				if m.end == i && m.whole && len(m.tables) == 1 {
					return m.first, i + 2, m.tables[0], c.onlyAmount(m.tables[0])
				}
			}
		}
	}
	return 0, 0, 0, 0
}

// onlyAmount is the one column of a table that holds money, 0 where there are none
// or several.
func (c *clues) onlyAmount(t int) int {
	found := 0
	for _, n := range c.ix.Tables[t].Columns {
		if k := &c.ix.Columns[n]; k.Kind == index.Number && k.Measure && moneyNamed(k) {
			if found > 0 {
				return 0
			}
			found = n
		}
	}
	return found
}

func (c *clues) pastAmount(i int) int {
	for is(c.at(i), figureWords) {
		i++
	}
	return i
}

// amountOfState finds the total or the value of things in a state: unpaid invoices
// total, value of open claims. of is the column, 0 where several come into
// question.
func (c *clues) amountOfState() (first, end, t, of int) {
	for _, m := range c.mentions {
		if !m.whole || !m.isTable() || len(m.tables) != 1 {
			continue
		}
		state := c.stateBefore(m)
		if state == nil {
			continue
		}
		t = m.tables[0]
		switch a, named := c.amountAfter(m.end); {
		case named && c.ix.Columns[a.column].Table == t && is(c.at(m.end), figureWords) && c.ends(a.end):
			return state.first, a.end, t, a.column
		case is(c.at(m.end), "total value amount worth sum") && c.ends(m.end+1):
			first, end = state.first, m.end+1
		case c.at(state.first-1) == "of" && is(c.at(state.first-2), "total value amount worth sum"):
			first, end = state.first-2, m.end
			if c.named(first) {
				if a, ok := c.amountAt(first); ok && c.ix.Columns[a.column].Table == t {
					return 0, 0, 0, 0 // it is named, and so the parser's to find
				}
			}
		default:
			continue
		}
		return first, end, t, c.amountOf(t, c.low[state.first:state.end])
	}
	return 0, 0, 0, 0
}

// stateBefore is a value right before a mention of the table that it is of.
func (c *clues) stateBefore(m *mention) *said {
	for _, v := range c.values {
		if v.end == m.first && slices.ContainsFunc(v.items, func(i int) bool {
			return slices.Contains(m.tables, c.ix.Columns[c.q.Items[i].Column].Table)
		}) {
			return v
		}
	}
	return nil
}

// amountOf is the amount of money that the rows of a table stand for, 0 where there
// is none or several come into question. What a state denies is not meant: unpaid
// invoices have no paid amount.
func (c *clues) amountOf(t int, state []string) int {
	best, most, tied := 0, 0, false
	for _, n := range c.ix.Tables[t].Columns {
		k := &c.ix.Columns[n]
		if k.Kind != index.Number || !k.Measure || !moneyNamed(k) {
			continue
		}
		rank := 3
		for _, w := range k.Words {
			if slices.ContainsFunc(state, func(s string) bool {
				return len(s) > len(w) && strings.HasSuffix(s, w) && is(strings.TrimSuffix(s, w), "un non in not")
			}) {
				rank -= 2
			}
			if is(w, "discount discounts deposit tax vat tip refund refunded fee paid settled shipping unit rate cost") {
				rank--
			}
			if slices.ContainsFunc(c.ix.Tables[t].Words, func(o string) bool { return len(o) > 3 && strings.HasPrefix(w, strings.TrimSuffix(o, "s")) }) || w == "total" {
				rank++
			}
		}
		switch {
		case rank > most:
			best, most, tied = n, rank, false
		case rank == most:
			tied = true
		}
	}
	if tied {
		return 0
	}
	return best
}

func moneyNamed(c *index.Column) bool {
	return slices.ContainsFunc(c.Words, func(w string) bool {
		return is(w, "amount total value price cost charge charges fee sum billed paid revenue sales spend worth balance euros eur usd gbp")
	})
}

// Figures is the form with the amounts, or the ranking by how long something takes,
// which a question says for sure, with all else that it says; nil where it says
// none, or has words besides that nothing answers to.
func Figures(ix *index.Index, q *link.Question, demands []*Demand) *form.Query {
	at := slices.IndexFunc(demands, func(d *Demand) bool { return d.whole() })
	if at < 0 {
		return nil
	}
	d := demands[at]
	unlinked := q.Unlinked()
	for _, w := range q.Words[d.First:d.End] {
		if i := slices.Index(unlinked, lower(w.Text)); i >= 0 {
			unlinked = slices.Delete(unlinked, i, i+1)
		}
	}
	unlinked = slices.DeleteFunc(unlinked, func(w string) bool {
		return is(w, plainWords) || d.Kind == AnExtent && slices.ContainsFunc(ix.Columns[d.columns[1]].Words, func(o string) bool { return stemOf(o) == stemOf(w) })
	})
	if len(unlinked) > 0 {
		return nil
	}
	if len(d.tables) > 1 {
		return d.eachAlone(demands)
	}
	query := &form.Query{Keep: form.NoTable, Tables: slices.Clone(d.tables)}
	if d.Kind != AnExtent { // else it is made from nothing
		for _, of := range d.columns {
			query.Select = append(query.Select, call(form.Sum, column(of)))
		}
	}
	unmet := slices.DeleteFunc(slices.Clone(demands), func(d *Demand) bool { return d.Met(query) })
	if len(unmet) == 0 {
		return query
	}
	if mended := Mend(ix, q, query, unmet); len(mended) > 0 {
		return mended[0]
	}
	return nil
}

// Apart is true for figures of different rows: no join shows them, and no sequence
// of tokens says them.
func (d *Demand) Apart() bool { return d.Kind == AVersus && len(d.tables) > 1 }

// eachAlone asks for figures of different rows by themselves: a join would leave out
// rows of either. A period is laid on the date of each; it is nil where more is
// demanded.
func (d *Demand) eachAlone(demands []*Demand) *form.Query {
	query := &form.Query{Keep: form.NoTable}
	m := &mender{ix: d.ix}
	for _, of := range d.columns {
		t := d.ix.Columns[of].Table
		inner := &form.Query{Keep: form.NoTable, Tables: []int{t}, Select: []*form.Expr{call(form.Sum, column(of))}}
		for _, o := range demands {
			days := dates(d.ix, t)
			switch {
			case o == d:
			case o.Kind != APeriod || len(days) == 0:
				return nil
			default:
				m.test(inner, &form.Cond{Op: form.During, Left: column(days[0]), Values: []*form.Value{d.q.Items[o.items[0]].Value}})
			}
		}
		query.Select = append(query.Select, &form.Expr{Op: form.Scalar, Query: inner})
	}
	return query
}

// whole is true for a demand that a form can be made of.
func (d *Demand) whole() bool {
	switch d.Kind {
	case AVersus, ACost, AnAmount:
		return len(d.columns) > 0
	case AnExtent:
		return len(d.things) > 0
	}
	return false
}

// plainWords are words of such a question that say nothing else.
const plainWords = "how much money what did do does have has we us our i you they total overall so far in all altogether many customers clients people company"

// sideBySide reports whether a form shows each of the two amounts by itself, and
// nothing that is made of both but their difference.
func (d *Demand) sideBySide(query *form.Query) bool {
	if query.Other != nil {
		return true
	}
	if slices.ContainsFunc(query.Group, d.misread) {
		return false
	}
	var found [2]bool
	for _, e := range query.Select {
		if len(d.tables) > 1 && e.Op == form.Scalar && len(e.Query.Select) == 1 {
			e = e.Query.Select[0]
		} else if len(d.tables) > 1 {
			continue // a join leaves out rows of either
		}
		for i, column := range d.columns {
			found[i] = found[i] || figureOf(e) == column
		}
	}
	return found[0] && found[1]
}

// figureOf is the column that an expression is a figure of, 0 for others.
func figureOf(e *form.Expr) int {
	if !aggregate(e) || len(e.Args) != 1 {
		return 0
	}
	e = e.Args[0]
	if e.Op == form.If {
		e = e.Args[0]
	}
	if e.Op != form.Column {
		return 0
	}
	return e.Column
}

// addsAmounts reports whether a form adds up the amount that is meant; where that
// is not known, whether it adds up, or averages, any.
func (d *Demand) addsAmounts(query *form.Query) bool {
	found := false
	eachQuery(query, func(q *form.Query) {
		for _, e := range q.Select {
			of := figureOf(e)
			switch {
			case e.Op == form.Count || of == 0:
			case len(d.columns) > 0:
				found = found || of == d.columns[0]
			default:
				found = found || d.ix.Columns[of].Kind == index.Number
			}
		}
	})
	return found
}

// figures puts these figures in the place of those of a form: the amounts, added up
// or as the form had them. Conditions and groups that the same words were read as
// go.
func (m *mender) figures(query *form.Query, d *Demand) {
	if len(d.columns) == 0 || len(d.tables) > 1 || query.Other != nil {
		return
	}
	op := form.Sum
	for _, e := range query.Select {
		if of := figureOf(e); of > 0 && (e.Op == form.Avg || e.Op == form.Median) {
			op = e.Op
		}
	}
	var shown []*form.Expr
	for _, e := range query.Select {
		if slices.ContainsFunc(query.Group, func(g *form.Expr) bool { return sameExpr(g, e) }) && !d.misread(e) {
			shown = append(shown, e)
		}
	}
	for _, of := range d.columns {
		shown = append(shown, call(op, column(of)))
	}
	query.Select = shown
	query.Group = slices.DeleteFunc(query.Group, func(e *form.Expr) bool { return d.misread(e) })
	query.Order = slices.DeleteFunc(query.Order, func(o form.Order) bool { return aggregate(o.By) || d.misread(o.By) || len(query.Group) == 0 })
	if len(query.Order) == 0 {
		query.Limit, query.Place = nil, nil
	}
	query.Distinct, query.Having = false, nil
	if d.Kind != AnAmount {
		m.drop(query, func(c *form.Cond) bool { return d.testsWords(c) })
	}
}

// misread is true for a column that words of the demand are values of.
func (d *Demand) misread(e *form.Expr) bool {
	return d.Kind != AnAmount && e.Op == form.Column && slices.ContainsFunc(d.q.Items, func(i link.Item) bool {
		return i.Column == e.Column && i.Column > 0 && i.First >= d.First && i.End <= d.End
	})
}

// testsWords is true for a condition on such a column.
func (d *Demand) testsWords(c *form.Cond) bool {
	if len(c.Args) > 0 {
		return !slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return !d.testsWords(c) })
	}
	return c.Left != nil && d.misread(c.Left)
}
