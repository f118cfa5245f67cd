package index

import "slices"

// Meaning is what a definition says: a figure, a kind of rows, or another name
// of a column. Numbers of tables and columns are those of the index.
type Meaning struct {
	Figure *Figure // nil where none is defined
	Table  int     // of a kind of rows: whose
	Where  *Test   // of a kind of rows: which; nil for all
	Column int     // of another name: of what; else 0
	Time   int     // the column that says when; 0 where the definition names none
}

// Figure is a number that is computed from rows: an aggregate over rows of a
// table, or arithmetic with such.
type Figure struct {
	Op       FigureOp
	Args     []*Figure // of arithmetic
	Of       *Amount   // of an aggregate: what is added up, averaged or told apart; nil counts rows
	Distinct bool      // of CountOf: every value of Of once
	Table    int       // of an aggregate: whose rows
	Where    *Test     // of an aggregate: which of them; nil for all
}

// FigureOp is what a figure does. The words are those of package form.
type FigureOp string

const (
	SumOf    FigureOp = "sum"
	MeanOf   FigureOp = "avg"
	MedianOf FigureOp = "median"
	MaxOf    FigureOp = "max"
	MinOf    FigureOp = "min"
	CountOf  FigureOp = "count"

	Plus     FigureOp = "add"
	Minus    FigureOp = "sub"
	Quotient FigureOp = "div"
	Percent  FigureOp = "pct"
)

// Amount is a number of one row: a column, or arithmetic with columns.
type Amount struct {
	Op     string // "" for a column; else add, sub, mul
	Column int
	Args   []*Amount
}

// Test says which rows count. Its words are those of package form, and Has and
// HasNot.
type Test struct {
	Op     string // and, or, =, !=, <, <=, >, >=, between, anyof, noneof, isnull, notnull, during, contains, startswith, endswith and their opposites
	Args   []*Test
	Column int
	Values []string // of during: when, as people say it, or so many days EndingToday
	Key    int      // of Has and HasNot: the key from the rows that there are, or are not; place in Index.Keys
	Where  *Test    // of Has and HasNot: which of these
	Least  int      // of Has: how many at least
}

// EndingToday follows a number of days, weeks, months or years of which the day
// of the question is the last day.
const EndingToday = " ending today"

const (
	Has    = "has"
	HasNot = "has not"
)

// maxParts is how many parts a meaning has, with those of the terms that it uses:
// where each uses the one before it twice, they double with every line.
const maxParts = 64

// fits is true for a meaning of not too many parts.
func (m *Meaning) fits() bool {
	left := maxParts
	m.Figure.spend(&left)
	m.Where.spend(&left)
	return left >= 0
}

// spend takes a figure's parts from those that are left, and stops where none
// are.
func (f *Figure) spend(left *int) {
	if f == nil || *left < 0 {
		return
	}
	*left--
	f.Of.spend(left)
	f.Where.spend(left)
	for _, a := range f.Args {
		a.spend(left)
	}
}

func (a *Amount) spend(left *int) {
	if a == nil || *left < 0 {
		return
	}
	*left--
	for _, o := range a.Args {
		o.spend(left)
	}
}

func (t *Test) spend(left *int) {
	if t == nil || *left < 0 {
		return
	}
	*left--
	t.Where.spend(left)
	for _, a := range t.Args {
		a.spend(left)
	}
}

// Leaves lists the aggregates of a figure, in order.
func (f *Figure) Leaves() []*Figure {
	if f == nil {
		return nil
	}
	if len(f.Args) == 0 {
		return []*Figure{f}
	}
	var list []*Figure
	for _, a := range f.Args {
		list = append(list, a.Leaves()...)
	}
	return list
}

// Columns lists the columns of an amount, in order.
func (a *Amount) Columns() []int {
	if a == nil {
		return nil
	}
	if a.Op == "" {
		return []int{a.Column}
	}
	var list []int
	for _, o := range a.Args {
		list = append(list, o.Columns()...)
	}
	return list
}

// Relative is true for a test that depends on the day of the question.
func (t *Test) Relative() bool {
	if t == nil {
		return false
	}
	relative := t.Op == "during" || t.Where.Relative()
	for _, a := range t.Args {
		relative = relative || a.Relative()
	}
	return relative
}

// also joins tests that must all hold; nil is one that always does.
func also(list ...*Test) *Test {
	var parts []*Test
	for _, t := range list {
		switch {
		case t == nil:
		case t.Op == "and":
			parts = append(parts, t.Args...)
		default:
			parts = append(parts, t)
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return &Test{Op: "and", Args: parts}
}

// opposite is the test that holds where t does not, nil where that is not
// simply said.
func (t *Test) opposite() *Test {
	turned := map[string]string{"=": "!=", "!=": "=", "anyof": "noneof", "noneof": "anyof", "isnull": "notnull", "notnull": "isnull", Has: HasNot, HasNot: Has,
		"contains": "notcontains", "startswith": "notstartswith", "endswith": "notendswith", "notcontains": "contains", "notstartswith": "startswith", "notendswith": "endswith"}
	op, ok := turned[t.Op]
	if !ok || t.Least > 1 {
		return nil
	}
	o := *t
	o.Op = op
	return &o
}

// StandIn is a column or a table that stands for a term while a question is
// read, and the words that say so: who knows what the number of visits by device
// is can read the conversion rate by device. The term takes its place
// afterwards. column is 0 where the rows of the table are meant.
func (x *Index) StandIn(t *Term) (column, table int, words []string) {
	m := t.Meaning
	if m.Figure == nil && m.Column == 0 {
		return 0, m.Table, x.Tables[m.Table].Words
	}
	if m.Figure == nil {
		return m.Column, x.Columns[m.Column].Table, x.wordsOf(m.Column)
	}
	leaves := m.Figure.Leaves()
	first := leaves[0]
	for _, l := range leaves {
		if l.Op == SumOf {
			first = l
			break
		}
	}
	if first.Op == CountOf {
		return 0, first.Table, append([]string{"number", "of"}, x.Tables[first.Table].Words...)
	}
	column = first.Of.Columns()[0]
	before := map[FigureOp][]string{MeanOf: {"average"}, MedianOf: {"median"}, MaxOf: {"highest"}, MinOf: {"lowest"}}[first.Op]
	return column, first.Table, append(before, x.wordsOf(column)...)
}

// wordsOf are the words of a column; with its table's where another is called
// the same.
func (x *Index) wordsOf(column int) []string {
	c := &x.Columns[column]
	for n := range x.Columns {
		if n != column && slices.Equal(x.Columns[n].Words, c.Words) {
			return slices.Concat(c.Words, []string{"of"}, x.Tables[c.Table].Words)
		}
	}
	return c.Words
}
