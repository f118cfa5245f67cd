package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/span"
)

// Own is what those who ask say of words, beside the documents of the database. By is
// always the place, counted from 1, of what says so in their vocabulary.
type Own struct {
	Definitions []Definition
	Nouns       []Noun
	Rules       []Rule
	Swaps       []Swap
	Units       []Unit
	Currency    *Currency
	Years       span.Years // in which time is counted
	YearsBy     int
}

// Definition is what a term means to those who ask.
type Definition struct {
	Name, Text string
	Source     Source
	By         int
}

// Noun is what those who ask call the rows of a table.
type Noun struct {
	Table int
	One   string // in the singular
	Text  string // for people
	By    int
}

// Rule leaves out rows of a table wherever they would count, unless they are asked for.
type Rule struct {
	Table int
	Where *Test    // that the rows which stay meet
	Out   *Test    // that the others meet
	Name  []string // stems of what is left out: test customer; none where it has no name
	What  string   // for people: test customers
	Text  string   // the same, and how they are told
	By    int
	// Learned is true of a rule that says nothing of rows that belong to those of the table.
	Learned bool
	// Counted is true of a rule that holds where rows are counted or listed, and says nothing
	// of their figures.
	Counted bool
}

// Swap takes a column where another would be read.
type Swap struct {
	From, To int
	Name     []string // stems of the words that a question must say for it; none for any
	// Currency is true of two columns of the same amount: who names a currency means that.
	Currency bool
	// Join is true of two keys that lead to the same table: rows are joined by the other one.
	Join bool
	Text string // for people
	By   int
}

// Unit is what figures are shown in where the data allow it: hours, kilograms, millions.
type Unit struct {
	Word string
	Text string // for people
	By   int
}

// Currency is that in which amounts are shown where the data have them.
type Currency struct {
	Code string
	// Rows keep the rows of the currency, in each table that has rows of several.
	Rows []*Test
	Text string // for people
	By   int
	// Shown are columns of amounts without a currency of their own, which are shown in it.
	Shown     []int
	ShownText string // for people
}

// Years are those in which people who ask count time.
func (x *Index) Years() span.Years {
	if x.Own == nil {
		return span.Years{}
	}
	return x.Own.Years
}

// Database is the index without what those who ask say: with the words that the parser
// knows from the database.
func (x *Index) Database() *Index {
	if x.database != nil {
		return x.database
	}
	return x
}

// With is the index as those see it who say something of its words: with their definitions
// in the place of those of documents that have the same name. Definitions that are not
// understood are left out. Everything else is shared with x, which does not change.
func (x *Index) With(own *Own) *Index {
	y := &Index{Dialect: x.Dialect, Tables: x.Tables, Columns: x.Columns, Keys: x.Keys, Language: x.Language, Cut: x.Cut, Unread: x.Unread,
		Rounds: x.Rounds, Hurried: x.Hurried, Own: own, database: x.Database(), stored: x.stored, find: x.find, names: x.names}
	y.byTable.Store(x.byTable.Load())
	if len(own.Nouns) > 0 {
		y.Tables = slices.Clone(x.Tables)
		for _, n := range own.Nouns {
			y.Tables[n.Table].Noun = n.One
		}
	}
	if c := own.Currency; c != nil && len(c.Shown) > 0 {
		y.Columns = slices.Clone(x.Columns)
		for _, n := range c.Shown {
			y.Columns[n].Unit = c.Code
		}
	}
	y.Terms = nil
	for _, d := range own.Definitions {
		if t, ok := newTerm(d); ok && len(y.Terms) < maxTerms {
			t.Names, t.Narrows = x.isNamed(t.Name), true
			y.Terms = append(y.Terms, t)
		}
	}
	n := len(y.Terms)
	y.Terms = append(y.Terms, x.Terms...)
	d := definer{x: y, state: make([]progress, len(y.Terms))}
	for i := n; i < len(y.Terms); i++ {
		d.state[i] = read // as it was without these
	}
	for i := range n {
		d.meaning(i)
	}
	known := map[string]bool{}
	y.Terms = slices.DeleteFunc(y.Terms, func(t Term) bool {
		name := strings.Join(t.Name, " ")
		if t.By > 0 && (t.Meaning == nil || known[name]) || t.By == 0 && known[name] {
			return true
		}
		known[name] = known[name] || t.By > 0
		return false
	})
	return y
}

// newTerm is a definition as a term; false for one without a name of a few words or a text.
func newTerm(d Definition) (Term, bool) {
	text := plainSentence(d.Text)
	t := Term{Name: stems(tokens(d.Name)), Called: strings.ToLower(strings.TrimSpace(d.Name)), Text: text, Whole: text, Source: d.Source, By: d.By}
	return t, len(t.Name) > 0 && len(t.Name) <= longestTerm && text != ""
}

// plainSentence is what a person says, as definitions are written: without a full stop and
// what only stresses it.
func plainSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = notContracted.Replace(text)
	text = strings.TrimRight(text, ".! ")
	for _, end := range []string{" only", ", please", " please"} {
		text = strings.TrimSuffix(text, end)
	}
	return strings.TrimSpace(text)
}

var notContracted = strings.NewReplacer("n't ", " not ", "n’t ", " not ")

// Rows reads words for rows of a table: test customers, orders whose status is paid.
func (x *Index) Rows(text string) (table int, where *Test, ok bool) {
	r := x.sentence(text)
	rows := r.rows()
	if rows == nil || !r.atEnd() {
		return 0, nil, false
	}
	return rows.table, rows.where, true
}

// sentence is a reader of what a person says.
func (x *Index) sentence(text string) *reader {
	d := &definer{x: x, state: make([]progress, len(x.Terms))}
	for i := range d.state {
		d.state[i] = read
	}
	return &reader{d: d, x: x, tokens: lex(plainSentence(text))}
}

// Condition reads a condition on rows of a table; table is -1 where it is not known, and
// there must be one table then that the condition makes sense of.
func (x *Index) Condition(table int, text string) (of int, where *Test, ok bool) {
	one := func(table int) *Test {
		r := x.sentence(text)
		r.take("whose", "where", "with", "only", "that are", "who are", "that have")
		r.context = []int{table}
		t := r.conditions(table)
		if t == nil || !r.atEnd() {
			return nil
		}
		return t
	}
	if table >= 0 {
		where = one(table)
		return table, where, where != nil
	}
	for t := range x.Tables {
		if x.Tables[t].View {
			continue
		}
		found := one(t)
		if found == nil || slices.ContainsFunc(found.columns(), func(c int) bool { return x.Columns[c].Table != t }) {
			continue
		}
		if ok {
			return 0, nil, false // of which table, nothing says
		}
		of, where, ok = t, found, true
	}
	return of, where, ok
}

// columns are those that a test reads, without those of inner rows.
func (t *Test) columns() []int {
	var list []int
	if t.Column > 0 {
		list = append(list, t.Column)
	}
	for _, a := range t.Args {
		list = append(list, a.columns()...)
	}
	return list
}

// Columns are those that a test reads, each once.
func (t *Test) Columns() []int {
	list := t.columns()
	slices.Sort(list)
	return slices.Compact(list)
}

// KeyTarget is the table that a column leads to by itself, -1 where it is no such key.
func (x *Index) KeyTarget(column int) (table, key int) {
	for _, k := range x.KeysFrom(x.Columns[column].Table) {
		if len(k.From) == 1 && k.From[0] == column {
			return x.Columns[k.To[0]].Table, k.To[0]
		}
	}
	return -1, 0
}

// Holds is true for a test that names a value.
func (t *Test) Holds(value string) bool {
	return slices.Contains(t.Values, value) || slices.ContainsFunc(t.Args, func(a *Test) bool { return a.Holds(value) })
}

// Without is the test that leaves out the rows that meet this one, and keeps those of which
// it is not known; nil where that is not simply said.
func (x *Index) Without(t *Test) *Test {
	switch {
	case t == nil:
		return nil
	case t.Op == "and" || t.Op == "or":
		o := &Test{Op: map[string]string{"and": "or", "or": "and"}[t.Op]}
		for _, a := range t.Args {
			b := x.Without(a)
			if b == nil {
				return nil
			}
			o.Args = append(o.Args, b)
		}
		return o
	case t.Op == "=" && x.Columns[t.Column].Kind == Boolean && (t.Values[0] == "true" || t.Values[0] == "false"):
		return x.orUnknown(&Test{Op: "=", Column: t.Column, Values: []string{map[string]string{"true": "false", "false": "true"}[t.Values[0]]}})
	}
	turned := map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
	if op, ok := turned[t.Op]; ok {
		return x.orUnknown(&Test{Op: op, Column: t.Column, Values: t.Values})
	}
	o := t.opposite()
	if o == nil || o.Op == Has || o.Op == HasNot || o.Op == "isnull" || o.Op == "notnull" {
		return o
	}
	return x.orUnknown(o)
}

// orUnknown is a test that rows meet, too, of which the column says nothing.
func (x *Index) orUnknown(t *Test) *Test {
	if !x.Columns[t.Column].Nullable {
		return t
	}
	return &Test{Op: "or", Args: []*Test{t, {Op: "isnull", Column: t.Column}}}
}

// Named finds the one column, number above 0, that a name means: in full, or in words.
func (x *Index) Named(name string) (column int, ok bool) {
	r := x.sentence(name)
	r.articles()
	c := r.column(anyColumn)
	return c, c > 0 && r.atEnd()
}

// TableNamed finds the table that words name.
func (x *Index) TableNamed(name string) (table int, ok bool) {
	table, where, ok := x.Rows(name)
	return table, ok && where == nil
}
