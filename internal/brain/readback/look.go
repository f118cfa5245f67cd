package readback

import (
	"slices"
	"strconv"
	"time"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/plumbdata/plumb/internal/brain/index"
)

// Select is what can be seen of a SELECT, whether or not it has a form: which
// tables it reads, what must be equal, what is held against literals, and what
// is computed.
type Select struct {
	Sources    []Source
	Equal      [][2]Ref // columns that must be equal, of two sources or of one and an outer select
	Linked     [][]int  // sources that some condition speaks of together
	Tests      []Test
	Aggregates []Aggregate
	Group      []Ref // what is grouped by, where it is plain columns
	Columns    []Ref // every column that is read
	Texts      []string
	Numbers    []string
	Limit      string    // a number, or ""
	Dated      bool      // some condition holds a time against a literal
	Missing    []Ref     // columns that must be null
	Inner      []*Select // derived tables, subqueries and operands of set operations
}

// Source is a table or a derived table that a select reads.
type Source struct {
	Table  int     // of the index, or -1 for a derived table
	Single bool    // it has one row at most
	Keys   [][]int // sets of columns in which no two rows agree; of a derived table the columns are its results
	Opaque bool    // nothing is known of it
}

// Ref is a column of a source.
type Ref struct {
	Source int // place in Sources, or -1 for one of an outer select
	Column int // of the index; of a derived table the number of its result
	Base   int // the stored column that it shows, or 0 for something computed
}

// Test says that a column is held against texts.
type Test struct {
	Ref
	Texts []string
	Like  bool // the texts are patterns
	Fold  bool // without difference of case
	Not   bool
}

// Aggregate is a figure over several rows.
type Aggregate struct {
	Name     string
	Distinct bool
	Columns  []Ref // that it is computed from; none for a count of rows
	Counts   bool  // it adds up whether something holds
}

// Look sees what there is to see in a statement. Its error is a Refusal.
func Look(ix *index.Index, sql string, now time.Time) (s *Select, err error) {
	defer func() {
		if r := refusalOf(recover()); r != nil {
			s, err = nil, r
		}
	}()
	tree, err := parse(sql)
	if err != nil {
		return nil, err
	}
	b := newBuilder(ix, now)
	b.loose = true
	return b.look(b.statement(tree, nil, nil)), nil
}

// fatal passes on what concerns the statement as a whole.
func (r *Refusal) fatal() {
	if r.Class == "too large" {
		panic(r)
	}
}

// opaque keeps the parts of something that a form cannot say.
func (e *expressions) opaque(n *pg.Node, why *Refusal) *node {
	why.fatal()
	if s := n.GetSelectStmt(); s != nil {
		return &node{kind: kScalar, sub: e.b.statement(s, e.ctes, e.in)}
	}
	out := &node{kind: kOpaque}
	if n == nil || n.Node == nil {
		return out
	}
	for _, c := range children(n.ProtoReflect(), nil) {
		out.args = append(out.args, e.node(c))
	}
	return out
}

// children are the nodes directly below one.
func children(m protoreflect.Message, list []*pg.Node) []*pg.Node {
	add := func(v protoreflect.Message) {
		if n, ok := v.Interface().(*pg.Node); ok {
			list = append(list, n)
		} else {
			list = children(v, list)
		}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Kind() != protoreflect.MessageKind:
		case f.IsList():
			for i := range v.List().Len() {
				add(v.List().Get(i).Message())
			}
		default:
			add(v.Message())
		}
		return true
	})
	return list
}

// look describes a relation.
func (b *builder) look(r *relation) *Select {
	s := &Select{}
	for _, p := range r.parts {
		s.Inner = append(s.Inner, b.look(p))
	}
	for _, f := range r.from {
		s.Sources = append(s.Sources, b.sourceOf(f))
		if f.sub != nil {
			s.Inner = append(s.Inner, b.look(f.sub))
		}
	}
	l := &looker{b: b, r: r, s: s}
	for _, e := range r.where {
		for _, c := range conjuncts(e) {
			l.equality(c)
			if c.kind == kIsNull && !c.not && c.args[0].kind == kColumn {
				s.Missing = append(s.Missing, l.ref(c.args[0]))
			}
			l.noteLink(c)
		}
	}
	for _, e := range r.expressions() {
		e.walk(l.visit)
	}
	for _, g := range r.group {
		if g.kind == kColumn {
			s.Group = append(s.Group, l.ref(g))
		}
	}
	if r.limit != nil && r.limit.kind == kNumber {
		s.Limit = r.limit.text
	}
	return s
}

func (b *builder) sourceOf(f *source) Source {
	if f.sub == nil && f.table < 0 {
		return Source{Table: -1, Opaque: true}
	}
	if f.sub == nil {
		out := Source{Table: f.table}
		if pk := b.ix.Tables[f.table].PrimaryKey; len(pk) > 0 {
			out.Keys = append(out.Keys, pk)
		}
		for _, c := range b.ix.Tables[f.table].Columns {
			if b.ix.Columns[c].Unique {
				out.Keys = append(out.Keys, []int{c})
			}
		}
		for _, k := range b.ix.Keys { // what others refer to is unique, declared or not
			if b.ix.Columns[k.To[0]].Table == f.table {
				out.Keys = append(out.Keys, k.To)
			}
		}
		return out
	}
	r := f.sub
	out := Source{Table: -1, Single: len(r.group) == 0 && r.isAggregated() || r.limit != nil && r.limit.text == "1"}
	if keys, ok := resultKeys(r); ok {
		out.Keys = [][]int{keys}
	}
	return out
}

// resultKeys are results in which no two rows of a relation agree.
func resultKeys(r *relation) ([]int, bool) {
	var keys []int
	switch {
	case len(r.group) > 0:
		for _, g := range r.group {
			at := slices.IndexFunc(r.items, func(it item) bool { return it.e == g || it.e.id() == g.id() })
			if at < 0 {
				return nil, false
			}
			keys = append(keys, at)
		}
		return keys, true
	case r.distinct:
		for i := range r.items {
			keys = append(keys, i)
		}
		return keys, true
	}
	return nil, false
}

// looker gathers what is in the expressions of a relation.
type looker struct {
	b *builder
	r *relation
	s *Select
}

func (l *looker) ref(n *node) Ref {
	return Ref{Source: slices.Index(l.r.from, n.source), Column: n.column, Base: base(n)}
}

// base is the stored column that a column shows.
func base(n *node) int {
	for range mostSources {
		switch {
		case n == nil || n.kind != kColumn || n.source == nil:
			return 0
		case n.source.sub == nil:
			return n.column
		case n.column >= len(n.source.sub.items):
			return 0
		}
		n = n.source.sub.items[n.column].e
	}
	return 0
}

func (l *looker) equality(e *node) {
	if k, ok := asLink(e); ok {
		l.s.Equal = append(l.s.Equal, [2]Ref{l.ref(k.left), l.ref(k.right)})
	}
}

func (l *looker) noteLink(e *node) {
	var list []int
	e.walk(func(n *node) bool {
		if at := slices.Index(l.r.from, n.source); n.kind == kColumn && at >= 0 && !slices.Contains(list, at) {
			list = append(list, at)
		}
		return true
	})
	if len(list) > 1 {
		l.s.Linked = append(l.s.Linked, list)
	}
}

func (l *looker) visit(e *node) bool {
	switch e.kind {
	case kColumn:
		l.s.Columns = append(l.s.Columns, l.ref(e))
	case kText:
		l.s.Texts = append(l.s.Texts, e.text)
	case kNumber:
		l.s.Numbers = append(l.s.Numbers, e.text)
	case kBinary:
		if e.text == "=" || e.text == "!=" {
			l.test(e.args[0], e.args[1:], Test{Not: e.text == "!="})
			l.test(e.args[1], e.args[:1], Test{Not: e.text == "!="})
		}
	case kIn:
		l.test(e.args[0], e.args[1:], Test{Not: e.not})
	case kLike:
		l.test(e.args[0], e.args[1:], Test{Not: e.not, Like: true, Fold: e.fold || l.b.ix.Dialect == "sqlite"})
	}
	if boolean(e) {
		l.s.Dated = l.s.Dated || l.isDateTest(e)
	}
	if e.over != nil && e.over.rows > 0 {
		l.s.Numbers = append(l.s.Numbers, strconv.Itoa(e.over.rows+1))
	}
	if e.aggregate() {
		a := Aggregate{Name: e.text, Distinct: e.distinct, Counts: len(e.args) == 1 && yesNo(e.args[0])}
		for _, arg := range e.args {
			arg.walk(func(n *node) bool {
				if n.kind == kColumn {
					a.Columns = append(a.Columns, l.ref(n))
				}
				return true
			})
		}
		l.s.Aggregates = append(l.s.Aggregates, a)
	}
	if e.sub != nil {
		l.s.Inner = append(l.s.Inner, l.b.look(e.sub))
	}
	return true
}

// isDateTest says that a comparison holds a time against something that no row has.
func (l *looker) isDateTest(e *node) bool {
	isColumn := func(n *node) bool { return n.kind == kColumn }
	isTime := func(n *node) bool {
		c := base(n)
		return c > 0 && l.b.ix.Columns[c].Kind == index.Time
	}
	return slices.ContainsFunc(e.args, func(a *node) bool { return a.has(isTime) }) &&
		slices.ContainsFunc(e.args, func(a *node) bool { return !a.has(isColumn) })
}

// yesNo says that an expression is a condition, or a number by conditions.
func yesNo(e *node) bool {
	if boolean(e) {
		return true
	}
	if e.kind != kCase {
		return false
	}
	for i := 1; i < len(e.args); i += 2 {
		if e.args[i].kind != kNumber {
			return false
		}
	}
	return true
}

// test notes that a column is held against literals.
func (l *looker) test(e *node, with []*node, t Test) {
	for e.kind == kCall && len(e.args) == 1 && (e.text == "lower" || e.text == "upper" || e.text == "trim" || e.text == "btrim") {
		t.Fold = t.Fold || e.text == "lower" || e.text == "upper"
		e = e.args[0]
	}
	if e.kind != kColumn {
		return
	}
	t.Ref = l.ref(e)
	for _, w := range with {
		for w.kind == kCall && len(w.args) == 1 && (w.text == "lower" || w.text == "upper") {
			w = w.args[0]
		}
		if w.kind == kText {
			t.Texts = append(t.Texts, w.text)
		}
	}
	if t.Base > 0 && len(t.Texts) > 0 {
		l.s.Tests = append(l.s.Tests, t)
	}
}
