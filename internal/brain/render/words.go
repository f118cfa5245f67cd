package render

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// Clause is one part of how a question was read. Text alone reads as a part of
// a sentence; Detail says it more exactly, and may be empty.
type Clause struct {
	Label  string // show, where, when, by, only, order, limit, keep, with, and
	Text   string
	Detail string
}

func (c Clause) String() string {
	if c.Detail == "" {
		return c.Text
	}
	return c.Text + " (" + c.Detail + ")"
}

// Words says what the query asks, clause by clause. The same query gives the
// same words; values stand in them as they are. A query that cannot be
// rendered may have none.
//
// The parser reads these words when a question follows another, so that it must
// have learnt them; Plainly says it in better ones.
func Words(ix *index.Index, q *form.Query) []Clause { return words(ix, q, false) }

// Plainly says for people what the query asks, clause by clause and in one line.
func Plainly(ix *index.Index, q *form.Query) ([]Clause, string) {
	list := words(ix, q, true)
	return list, line(list)
}

func words(ix *index.Index, q *form.Query, plain bool) []Clause {
	if check(ix, q) != nil || len(q.Select) == 0 {
		return nil
	}
	s := &speaker{ix: ix, q: q, mentioned: map[int]bool{}, plain: plain}
	if tree, err := Plan(ix, q); err == nil {
		s.tree = tree
	}
	return s.query()
}

// Sentence says what the query asks in one line, without details.
func Sentence(ix *index.Index, q *form.Query) string { return line(Words(ix, q)) }

func line(clauses []Clause) string {
	var b strings.Builder
	for i, c := range clauses {
		switch {
		case i == 0:
		case c.Label == "order" || c.Label == "limit" || c.Label == "keep" || c.Label == "and":
			b.WriteString(", ")
		case i > 0 && clauses[i-1].Label == c.Label:
			b.WriteString(" and ")
			c.Text = strings.TrimPrefix(c.Text, c.Label+" ")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(c.Text)
	}
	return b.String()
}

// speaker says one query.
type speaker struct {
	ix        *index.Index
	q         *form.Query
	tree      Tree
	mentioned map[int]bool // tables that some word stands for
	partners  string       // what the rows have others of, where nothing but the join says so: "with orders"
	plain     bool         // it speaks to people alone
}

func (s *speaker) query() []Clause {
	q := s.q
	show := s.list(s.shownFigures())
	if q.Distinct {
		show = "different " + show
	}
	list := []Clause{{Label: "show", Text: s.ofTables(show)}}
	for _, c := range q.Where.Conjuncts() {
		if c.Op == form.During || c.Op == form.NotDuring {
			list = append(list, s.when(c))
			continue
		}
		if text := s.having(c); text != "" {
			list = append(list, Clause{Label: "with", Text: text})
			continue
		}
		list = append(list, Clause{Label: "where", Text: "where " + s.part(c, q.Where)})
	}
	if s.plain {
		timesFirst(list[1:])
	}
	if len(q.Group) > 0 && !s.plainGroups() && !s.countsGroups() {
		word := "for each "
		if slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return has(e, isNested) }) {
			word = "over each "
		}
		list = append(list, Clause{Label: "by", Text: word + s.eachOf(s.groups())})
	}
	for _, c := range q.Having.Conjuncts() {
		list = append(list, Clause{Label: "only", Text: "only where " + s.part(c, q.Having)})
	}
	if q.Keep != form.NoTable && q.Keep < len(s.ix.Tables) {
		list = append(list, Clause{Label: "keep", Text: "also " + s.manyRows(q.Keep) + " without any"})
	}
	order := s.order // what the order speaks of is named, too
	if s.plain {
		said := s.order()
		order = func() []Clause { return said }
	}
	list = append(list, s.rest()...)
	list = append(list, order()...)
	if q.Set != form.NoSet && q.Other != nil {
		word := map[form.SetOp]string{form.Union: "together with ", form.Intersect: "that are also among ", form.Except: "but not "}[q.Set]
		list = append(list, Clause{Label: "and", Text: word + Sentence(s.ix, q.Other)})
	}
	return list
}

// countsGroups is true where nothing is asked but how many there are of what the
// groups are of, which says already what is grouped by.
func (s *speaker) countsGroups() bool {
	e := s.q.Select[0]
	return s.plain && len(s.q.Select) == 1 && e.Op == form.Count && len(e.Args) == 1 && e.Args[0].Op == form.Groups && (groupedTable(s.ix, s.q) >= 0 || groupedEntity(s.ix, s.q) != "")
}

// shownFigures lists what is asked for beside the groups, which are said elsewhere.
func (s *speaker) shownFigures() []*form.Expr {
	list := slices.DeleteFunc(slices.Clone(s.q.Select), func(e *form.Expr) bool { return position(s.q.Group, e) > 0 })
	if len(list) == 0 {
		return s.q.Select
	}
	return list
}

// groups lists what is grouped by, without keys that stand beside the name of
// what they are the key of.
func (s *speaker) groups() []*form.Expr {
	list := slices.DeleteFunc(slices.Clone(s.q.Group), func(e *form.Expr) bool {
		if e.Op != form.Column || e.Column == 0 || !s.ix.Columns[e.Column].Unique || position(s.q.Select, e) > 0 {
			return false
		}
		return slices.ContainsFunc(s.q.Group, func(o *form.Expr) bool {
			return o.Op == form.Column && o.Column != e.Column && o.Via == e.Via && s.ix.Columns[o.Column].Table == s.ix.Columns[e.Column].Table && position(s.q.Select, o) > 0
		})
	})
	return list
}

// part says one of several conditions that all hold.
func (s *speaker) part(c, whole *form.Cond) string {
	if c.Op == form.Or && whole.Op == form.And {
		return "(" + s.cond(c) + ")"
	}
	return s.cond(c)
}

// ofTables names the table of plain columns, which do not say it themselves.
func (s *speaker) ofTables(show string) string {
	of := s.shownOf()
	if of < 0 {
		return show
	}
	if noun := s.oneRow(of); noun == index.PlainRow || s.plain && strings.HasPrefix(show, noun+" ") {
		return show // the product name is one of products
	}
	return show + " of " + s.manyRows(of)
}

// shownOf is the table that plain columns are of, or -1.
func (s *speaker) shownOf() int {
	var tables []int
	for _, e := range s.q.Select {
		if e.Op == form.Column && e.Column != 0 && !slices.Contains(tables, s.ix.Columns[e.Column].Table) {
			tables = append(tables, s.ix.Columns[e.Column].Table)
		}
	}
	if len(s.tree.Nodes) == 0 {
		return -1
	}
	if len(tables) == 0 {
		if slices.ContainsFunc(s.q.Select, func(e *form.Expr) bool { return e.Op == form.Column }) { // every column
			return s.tree.Nodes[0].Table
		}
		return -1
	}
	if len(tables) > 1 || slices.ContainsFunc(s.q.Select, func(e *form.Expr) bool { return e.Op != form.Column }) {
		return -1
	}
	return tables[0]
}

// rest names the tables that matter and that nothing else has named.
func (s *speaker) rest() []Clause {
	var names []string
	for _, t := range s.neededTables() {
		if t >= 0 && t < len(s.ix.Tables) && !s.mentioned[t] && !(len(s.tree.Nodes) == 1 && s.ix.Tables[t].Noun == index.PlainRow) {
			names = append(names, s.many(t))
		}
	}
	if len(names) == 0 {
		return nil
	}
	s.partners = "with " + joinWords(names, "and")
	return []Clause{{Label: "with", Text: s.partners}}
}

func (s *speaker) when(c *form.Cond) Clause {
	if len(c.Values) == 0 {
		return Clause{Label: "when"}
	}
	p := c.Values[0].Period
	text := s.period(p)
	if c.Op == form.NotDuring {
		text = "not " + text
	}
	if s.plain {
		return s.plainWhen(c.Left, text, days(p))
	}
	return Clause{Label: "when", Text: "with " + s.expr(c.Left) + " " + text, Detail: days(p)}
}

// order says the order, the limit and what they hold within.
func (s *speaker) order() []Clause {
	q := s.q
	var list []Clause
	for _, o := range q.Order {
		list = append(list, Clause{Label: "order", Text: s.direction(o)})
	}
	within := ""
	if len(q.Per) > 0 {
		within = " of each " + s.list(q.Per)
	}
	switch {
	case q.Place != nil:
		list = append(list, Clause{Label: "limit", Text: "only number " + q.Place.Text + within})
	case q.Limit != nil && q.Limit.Text == "1":
		list = append(list, Clause{Label: "limit", Text: "only the first" + within})
	case q.Limit != nil:
		list = append(list, Clause{Label: "limit", Text: "the first " + q.Limit.Text + within})
	}
	return list
}

func (s *speaker) direction(o form.Order) string {
	low, high := "lowest", "highest"
	e := o.By
	if e.Op == form.Max || e.Op == form.Min {
		e = e.Args[0]
	}
	switch {
	case grain(e.Op) > 0 || e.Op == form.Column && (s.ix.Columns[e.Column].Kind == index.Time || s.ix.Columns[e.Column].Calendar() != nil):
		low, high = "earliest", "latest"
	case e.Op == form.Lower || e.Op == form.Column && s.ix.Columns[e.Column].Kind == index.Text:
		low, high = "A to Z", "Z to A"
	}
	word := low
	if o.Desc {
		word = high
	}
	if text := s.plainOrder(o.By, word); text != "" {
		return text
	}
	if word == low && low == "A to Z" || word == "Z to A" {
		return s.expr(o.By) + " from " + word
	}
	if by := o.By; by.Op == form.Band {
		return word + " " + s.expr(by.Args[0]) + " first"
	}
	return word + " " + s.expr(o.By) + " first"
}

// countedTable is the table whose rows are counted: the one that others are joined
// to, or the partners of rows that are kept. It is -1 where that cannot be told.
func (s *speaker) countedTable() int {
	if s.q.Keep != form.NoTable {
		for _, n := range s.tree.Nodes {
			if n.Many {
				return n.Table
			}
		}
	}
	if of := s.tree.finest(); of >= 0 || s.plain || len(s.tree.Nodes) == 0 {
		return of
	}
	return s.tree.Nodes[0].Table // as the parser has learnt it
}

// column says a column; with its table where others have one of that name.
func (s *speaker) column(e *form.Expr) string {
	if e.Column == 0 {
		return "every column"
	}
	c := &s.ix.Columns[e.Column]
	if e.Via != 0 {
		return strings.Join(roleWords(s.ix, e.Via), " ") + "'s " + strings.Join(c.Words, " ")
	}
	if text := s.plainColumn(e.Column); text != "" {
		s.mentioned[c.Table] = true
		return text
	}
	if len(s.tree.Nodes) > 1 && s.ambiguous(e.Column) {
		table := s.ix.Tables[c.Table].Words
		if len(c.Words) > 0 && len(table) > 0 && c.Words[0] != table[len(table)-1] {
			s.mentioned[c.Table] = true
			return s.one(c.Table) + " " + strings.Join(c.Words, " ")
		}
	}
	s.mentioned[c.Table] = true
	return strings.Join(c.Words, " ")
}

func (s *speaker) ambiguous(column int) bool {
	c := &s.ix.Columns[column]
	for _, n := range s.tree.Nodes {
		for _, other := range s.ix.Tables[n.Table].Columns {
			if other != column && slices.Equal(s.ix.Columns[other].Words, c.Words) {
				return true
			}
		}
	}
	return len(c.Words) == 1
}

// oneRow and manyRows say what rows of a table are, one and many the table itself.
func (s *speaker) oneRow(table int) string {
	s.mentioned[table] = true
	return s.ix.Tables[table].RowNoun()
}

func (s *speaker) manyRows(table int) string { return english.Plural(s.oneRow(table)) }

func (s *speaker) one(table int) string {
	s.mentioned[table] = true
	return english.Singular(strings.Join(s.ix.Tables[table].Words, " "))
}

func (s *speaker) many(table int) string {
	s.mentioned[table] = true
	return english.Plural(strings.Join(s.ix.Tables[table].Words, " "))
}

func (s *speaker) list(exprs []*form.Expr) string {
	var list []string
	for _, e := range exprs {
		list = append(list, s.expr(e))
	}
	return joinWords(list, "and")
}

func joinWords(list []string, word string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + word + " " + list[len(list)-1]
}
