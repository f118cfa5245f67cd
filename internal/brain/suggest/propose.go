package suggest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// proposal is a question, with what a right reading of it speaks of.
type proposal struct {
	text            string
	tables, columns []int
	term            string // that documents define; "" for none
}

// proposals are questions about the database: of every kind in turn, and each
// time about a table that little was said of yet.
func proposals(ix *index.Index) []proposal {
	p := proposer{ix}
	tables := p.byWeight()
	each := func(propose func(int) []proposal) []proposal {
		var kind []proposal
		for _, t := range tables {
			kind = append(kind, propose(t)...)
		}
		return kind
	}
	kinds := [][]proposal{p.definedOverTime(), each(p.best), p.definedByGroup(), each(p.overTime), each(p.top), each(p.totals), each(p.groups), each(p.extreme), each(p.proposeWithValue)}
	return spread(kinds)
}

// counts are what can be asked of every table, whatever its columns.
func counts(ix *index.Index) []string {
	p := proposer{ix}
	var list []string
	for _, t := range p.byWeight() {
		list = append(list, "How many "+p.many(t)+" are there?")
	}
	return list
}

func spread(kinds [][]proposal) []proposal {
	var out []proposal
	said := map[int]int{} // of each table, how often
	for more := true; more; {
		more = false
		for i, kind := range kinds {
			if len(kind) == 0 {
				continue
			}
			best := 0
			for j, q := range kind {
				if said[q.tables[0]] < said[kind[best].tables[0]] {
					best = j
				}
			}
			said[kind[best].tables[0]]++
			out = append(out, kind[best])
			kinds[i] = slices.Delete(kind, best, best+1)
			more = true
		}
	}
	return out
}

type proposer struct{ ix *index.Index }

// byWeight orders tables by how much there is to ask of them: many rows, keys
// to and from others, money. Views repeat what the tables say.
func (p proposer) byWeight() []int {
	links := map[int]int{}
	for _, k := range p.ix.Keys {
		links[p.ix.Columns[k.From[0]].Table]++
		links[p.ix.Columns[k.To[0]].Table]++
	}
	var list []int
	for t := range p.ix.Tables {
		if e := &p.ix.Tables[t]; e.Rows != 0 && !e.View && (countable(e.Words) || p.hasNoun(t)) {
			list = append(list, t)
		}
	}
	weight := func(t int) int {
		w := 4*min(links[t], 3) + len(strconv.FormatInt(max(0, p.ix.Tables[t].Rows), 10))
		if m := p.measures(t); len(m) > 0 {
			w += 3 * p.worth(m[0])
		}
		return w
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	return list
}

// overTime is a measure, or the rows, month by month.
func (p proposer) overTime(t int) []proposal {
	var out []proposal
	if len(p.parents(t)) == 0 && len(p.ix.Tables) > 1 {
		return nil // things are there, and events happen; events belong to things
	}
	c, year, ok := p.dateColumn(t)
	if !ok {
		return nil
	}
	if m := p.measures(t); len(m) > 0 {
		out = append(out, proposal{text: fmt.Sprintf("What %s per month in %d?", p.asked(m[0], t, "was", "were"), year), tables: []int{t}, columns: []int{m[0], c}})
	}
	return append(out, proposal{text: fmt.Sprintf("How many %s were there per month in %d?", p.many(t), year), tables: []int{t}, columns: []int{c}})
}

// dateColumn is the column that says when something happened, the first of a table
// with dates, and a year that it covers.
func (p proposer) dateColumn(t int) (column, year int, ok bool) {
	for _, c := range p.ix.Tables[t].Columns {
		if p.ix.Columns[c].Kind == index.Time {
			if year, ok := lastYear(&p.ix.Columns[c]); ok {
				return c, year, true
			}
		}
	}
	return 0, 0, false
}

// lastYear is the last year that a column of dates covers to its end, else its
// last.
func lastYear(c *index.Column) (int, bool) {
	switch c.Form {
	case index.Native, index.DateText, index.StampText, index.MonthText:
	default:
		return 0, false
	}
	if len(c.Min) < 7 || len(c.Max) < 7 {
		return 0, false
	}
	first, err1 := strconv.Atoi(c.Min[:4])
	last, err2 := strconv.Atoi(c.Max[:4])
	if err1 != nil || err2 != nil {
		return 0, false
	}
	if c.Max[5:7] != "12" && last > first {
		last--
	}
	return last, true
}

// groups counts rows by a category of their own, or by what they belong to.
func (p proposer) groups(t int) []proposal {
	var out []proposal
	for _, c := range p.categories(t) {
		out = append(out, proposal{text: fmt.Sprintf("How many %s are there per %s?", p.many(t), say(p.ix.Columns[c].Words)), tables: []int{t}, columns: []int{c}})
	}
	for _, parent := range p.parents(t) {
		if !p.hasNames(parent) {
			continue
		}
		out = append(out, proposal{text: fmt.Sprintf("How many %s does each %s have?", p.many(t), p.one(parent)), tables: []int{t, parent}})
	}
	return out
}

// top ranks what rows belong to by how many there are.
func (p proposer) top(t int) []proposal {
	var out []proposal
	for _, child := range p.children(t) {
		if p.ix.Tables[t].Rows > 5 && p.hasNames(t) {
			out = append(out, proposal{text: fmt.Sprintf("Which five %s have the most %s?", p.many(t), p.many(child)), tables: []int{t, child}})
		}
	}
	return out
}

// best ranks what rows belong to by what they add up to.
func (p proposer) best(t int) []proposal {
	var out []proposal
	m := p.measures(t)
	if len(m) == 0 || p.worth(m[0]) == 0 {
		return nil
	}
	for _, parent := range p.parents(t) {
		if p.ix.Tables[parent].Rows > 5 && p.hasNames(parent) {
			out = append(out, proposal{text: fmt.Sprintf("Which five %s have the highest %s of %s?", p.many(parent), p.aggregate(m[0]), p.many(t)), tables: []int{t, parent}, columns: m[:1]})
		}
	}
	return out
}

// totals is a measure by category.
func (p proposer) totals(t int) []proposal {
	var out []proposal
	for _, m := range p.measures(t) {
		for _, c := range p.categories(t) {
			out = append(out, proposal{text: fmt.Sprintf("What %s by %s?", p.asked(m, t, "is", "are"), say(p.ix.Columns[c].Words)), tables: []int{t}, columns: []int{m, c}})
		}
		for _, parent := range p.parents(t) {
			if p.hasNames(parent) {
				out = append(out, proposal{text: fmt.Sprintf("What %s for each %s?", p.asked(m, t, "is", "are"), p.one(parent)), tables: []int{t, parent}, columns: []int{m}})
			}
		}
	}
	return out
}

// extreme is the row with the highest measure.
func (p proposer) extreme(t int) []proposal {
	var out []proposal
	if p.hasNames(t) && p.ix.Tables[t].Rows != 1 && p.one(t) != index.PlainRow {
		for _, m := range p.measures(t) {
			out = append(out, proposal{text: fmt.Sprintf("Which %s has the highest %s?", p.one(t), p.measure(m)), tables: []int{t}, columns: []int{m}})
		}
	}
	return out
}

// proposeWithValue counts the rows with one value.
func (p proposer) proposeWithValue(t int) []proposal {
	var out []proposal
	for _, c := range p.categories(t) {
		column := &p.ix.Columns[c]
		for _, v := range column.Enum {
			if word(v.Text) && v.Text != strings.ToUpper(v.Text) { // capitals are codes
				out = append(out, proposal{text: fmt.Sprintf("How many %s have the %s %s?", p.many(t), say(column.Words), v.Text), tables: []int{t}, columns: []int{c}})
				break
			}
		}
	}
	return out
}

// hasNames is true for a table whose rows have names that people know.
func (p proposer) hasNames(t int) bool {
	return slices.ContainsFunc(p.ix.Tables[t].Display, func(c int) bool {
		column := &p.ix.Columns[c]
		return column.Kind == index.Text && !column.Primary
	})
}

// measures are the numbers of a table that are worth adding up, money first.
func (p proposer) measures(t int) []int {
	list := p.columns(t, func(c *index.Column) bool { return c.Kind == index.Number && c.Measure })
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(p.worth(b), p.worth(a)) })
	return list
}

func (p proposer) worth(c int) int {
	switch words := p.ix.Columns[c].Words; {
	case columns.IsAmount(words):
		return 2
	case columns.Money.HasAny(words):
		return 1
	}
	return 0
}

// maxGroups is how many groups a chart still shows.
const maxGroups = 50

// categories are the columns with a few values that come again and again.
func (p proposer) categories(t int) []int {
	e := &p.ix.Tables[t]
	return p.columns(t, func(c *index.Column) bool {
		return c.Kind == index.Text && !c.Unique && !c.Primary && !c.Foreign &&
			(len(c.Enum) > 1 && (e.Rows < 0 || e.Rows >= 2*int64(len(c.Enum))) || c.Distinct > 1 && c.Distinct <= maxGroups && e.Rows >= 20*int64(c.Distinct)) && !slices.Contains(c.Words, "name")
	})
}

func (p proposer) columns(t int, fits func(*index.Column) bool) []int {
	var out []int
	for _, c := range p.ix.Tables[t].Columns {
		if column := &p.ix.Columns[c]; fits(column) && sayable(column.Words) {
			out = append(out, c)
		}
	}
	return out
}

// parents are the tables whose keys a table holds.
func (p proposer) parents(t int) []int { return p.across(t, true) }

// children are the tables that hold keys of a table.
func (p proposer) children(t int) []int { return p.across(t, false) }

func (p proposer) across(t int, up bool) []int {
	var out []int
	for _, k := range p.ix.Keys {
		from, to := p.ix.Columns[k.From[0]].Table, p.ix.Columns[k.To[0]].Table
		if !up {
			from, to = to, from
		}
		e := &p.ix.Tables[to]
		if from == t && to != t && !slices.Contains(out, to) && e.Rows != 0 && !e.View && countable(e.Words) {
			out = append(out, to)
		}
	}
	return out
}

// measure is the name of a measure. Nobody asks for the unit that it ends with.
func (p proposer) measure(c int) string {
	words := p.ix.Columns[c].Words
	last := len(words) - 1
	if _, unit := columns.UnitAtEnd(words); last > 0 && (unit || words[last] == "cents") {
		words = words[:last]
	}
	return say(words)
}

// asked is a measure of a table's rows with its verb: are the total sales of
// orders. Where there is one table, they are of no other.
func (p proposer) asked(c, t int, one, many string) string {
	name := p.aggregate(c)
	verb := one
	if last := name[strings.LastIndexByte(name, ' ')+1:]; english.IsPlural(last) {
		verb = many
	}
	if p.isMain(t) {
		return verb + " the " + name
	}
	return verb + " the " + name + " of " + p.many(t)
}

// isMain is true for a table that stands alone: the others hold parts of its rows.
func (p proposer) isMain(t int) bool {
	for o := range p.ix.Tables {
		if o != t && !p.refers(o, t) {
			return false
		}
	}
	return true
}

// isLargest is true for the table with the most rows.
func (p proposer) isLargest(t int) bool {
	return !slices.ContainsFunc(p.ix.Tables, func(o index.Table) bool { return o.Rows > p.ix.Tables[t].Rows })
}

// refers reports whether a table holds keys of another.
func (p proposer) refers(from, to int) bool {
	return slices.ContainsFunc(p.ix.Keys, func(k index.Key) bool {
		return p.ix.Columns[k.From[0]].Table == from && p.ix.Columns[k.To[0]].Table == to
	})
}

// hasNoun is true for a table whose rows have a name that people say, although the
// table has none. The rows of the largest table are rows.
func (p proposer) hasNoun(t int) bool {
	e := &p.ix.Tables[t]
	return p.isMain(t) || p.isLargest(t) || e.Noun != "" && e.Noun != index.PlainRow && countable(strings.Fields(e.Noun))
}

// aggregate is a measure as it is asked for: amounts are added up, prices and
// rates averaged.
func (p proposer) aggregate(c int) string {
	if p.averages(c) {
		return "average " + strings.TrimPrefix(p.measure(c), "average ")
	}
	name := p.measure(c)
	if name == "total" {
		return p.one(p.ix.Columns[c].Table) + " total"
	}
	if strings.HasSuffix(name, " total") {
		return name
	}
	return "total " + strings.TrimPrefix(name, "total ")
}

// averages is true for a measure that nobody adds up.
func (p proposer) averages(c int) bool {
	column := &p.ix.Columns[c]
	s, _ := columns.Summarize(column.Words)
	return column.Averages || s.Aggregate == "avg" || column.Unit == "%" || column.Unit == "fraction"
}

func (p proposer) many(t int) string { return english.Plural(p.one(t)) }

// one is what a row of a table is. Where there are several tables, plain rows
// are told apart by the name of the table.
func (p proposer) one(t int) string {
	if e := &p.ix.Tables[t]; e.Noun != index.PlainRow || p.isMain(t) || p.isLargest(t) && !countable(e.Words) {
		return e.RowNoun()
	}
	return english.Singular(say(p.ix.Tables[t].Words))
}
