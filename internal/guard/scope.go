package guard

import (
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
)

// Relation is something that a FROM clause names: a table, a subquery, a WITH
// query or a function. It is open when its columns are not known.
type Relation struct {
	Name    string        // alias or name: what qualifies its columns
	Table   *schema.Table // nil unless it is a table
	Columns []string
	Sources []string // of renamed columns of a table: their own names
	Open    bool
	Plain   bool // its values are no rows, so that it has no fields of theirs

	whole bool // all its columns are noted as used
}

// NewRelation is a table under its alias, or under its own name.
func NewRelation(t *schema.Table, alias string) *Relation {
	r := &Relation{Name: alias, Table: t, Columns: t.ColumnNames(), Open: len(t.Columns) == 0}
	if alias == "" {
		r.Name = t.Name
	}
	return r
}

// Rename is the relation under another name, its first columns renamed. It is
// a derived relation unless it is a table.
func (r *Relation) Rename(name string, columns []string) *Relation {
	out := &Relation{Name: name, Table: r.Table, Columns: slices.Clone(r.Columns), Sources: r.Sources, Open: r.Open}
	if r.Table != nil && len(columns) > 0 && r.Sources == nil {
		out.Sources = r.Columns
	}
	n := copy(out.Columns, columns)
	out.Columns = append(out.Columns, columns[n:]...)
	return out
}

// What a query may have at most; more would only serve to keep the guard busy.
const (
	MaxRelations = 1000 // in one FROM clause
	MaxColumns   = 1664 // PostgreSQL's own limit
)

// Scope is what names mean at one place of a statement. Grammars build it
// while they walk the tree; inner queries see outer scopes.
type Scope struct {
	outer     *Scope
	part      bool // of the outer scope's query
	fold      bool // identifiers compare without regard to case
	with      []*Relation
	relations []*Relation
	used      *usage
}

type usage struct {
	tables     map[string]bool
	columns    map[string]bool
	extensions map[string]bool
	unsafe     error // the first use of a column that must not be used
}

// NewScope starts a statement.
func NewScope(fold bool) *Scope {
	return &Scope{fold: fold, used: &usage{tables: map[string]bool{}, columns: map[string]bool{}, extensions: map[string]bool{}}}
}

// Inner is the scope of a query inside this one.
func (s *Scope) Inner() *Scope { return &Scope{outer: s, fold: s.fold, used: s.used} }

// Part is a scope for some of the relations of this scope's query, such as
// those behind the alias of a join.
func (s *Scope) Part() *Scope {
	inner := s.Inner()
	inner.part = true
	return inner
}

// WithoutSiblings is the scope of a query in this one's FROM clause that cannot see
// the relations there, only the WITH queries and what lies further out.
func (s *Scope) WithoutSiblings() *Scope {
	for s.part {
		s = s.outer
	}
	blind := *s
	blind.relations = nil
	return blind.Inner()
}

// Define adds a WITH query, which hides tables of its name.
func (s *Scope) Define(r *Relation) { s.with = append(s.with, r) }

// Defined finds a WITH query by name.
func (s *Scope) Defined(name string) *Relation {
	for ; s != nil; s = s.outer {
		for i := len(s.with) - 1; i >= 0; i-- {
			if s.same(s.with[i].Name, name) {
				return s.with[i]
			}
		}
	}
	return nil
}

// Add makes a relation of the FROM clause visible, and notes its table.
func (s *Scope) Add(r *Relation) {
	s.relations = append(s.relations, r)
	if r.Table != nil {
		s.used.tables[r.Table.QualifiedName()] = true
	}
}

// Full says that a FROM clause or a select list has become too long, or nil.
func (s *Scope) Full(columns int) error {
	switch {
	case len(s.relations) > MaxRelations:
		return Reject("a query reads more than %d tables at once", MaxRelations).WithHint("join fewer tables")
	case columns > MaxColumns:
		return Reject("a query has more than %d columns", MaxColumns).WithHint("select the columns that are needed")
	}
	return nil
}

// Relations are those of this scope itself, in order.
func (s *Scope) Relations() []*Relation { return s.relations }

// Relation finds the innermost relation of that name.
func (s *Scope) Relation(name string) *Relation {
	for ; s != nil; s = s.outer {
		for _, r := range s.relations {
			if s.same(r.Name, name) {
				return r
			}
		}
	}
	return nil
}

// QualifiedRelation finds the innermost table of that schema and name that
// has no alias.
func (s *Scope) QualifiedRelation(schemaName, name string) *Relation {
	for ; s != nil; s = s.outer {
		for _, r := range s.relations {
			if r.Table == nil || !s.same(r.Name, name) || !s.same(r.Table.Name, name) {
				continue
			}
			if r.Table.Schema == "" || s.same(r.Table.Schema, schemaName) {
				return r
			}
		}
	}
	return nil
}

// ColumnNames are the columns of the relations of this scope itself.
func (s *Scope) ColumnNames() []string {
	var names []string
	for _, r := range s.relations {
		names = append(names, r.Columns...)
	}
	return names
}

// Own notes the use of a column of this scope's own relations, and reports
// whether one is known to have it.
func (s *Scope) Own(name string) bool {
	for _, r := range s.relations {
		if i := s.column(r, name); i >= 0 {
			s.note(r, i)
			return true
		}
	}
	return false
}

// Using notes the use of the columns that a join matches, in each of the
// relations from the given one on.
func (s *Scope) Using(first int, columns []string) {
	for _, r := range s.relations[first:] {
		for _, name := range columns {
			if i := s.column(r, name); i >= 0 {
				s.note(r, i)
			}
		}
	}
}

// Column notes the use of an unqualified name: a column of the innermost
// relation that has it, the whole row of a relation of that name, or else a
// column of the relation whose columns are not known. It reports whether the
// name can mean anything.
func (s *Scope) Column(name string) bool {
	for ; s != nil; s = s.outer {
		if s.Own(name) {
			return true
		}
		var open []*Relation
		for _, r := range s.relations {
			if r.Open {
				open = append(open, r)
			}
		}
		for _, r := range s.relations {
			if s.same(r.Name, name) {
				s.Star(r)
				return true
			}
		}
		if len(open) > 0 {
			if len(s.relations) == 1 {
				s.noteName(open[0], name)
			}
			return true
		}
	}
	return false
}

// Qualified notes the use of relation.column. It refuses a column that the
// relation does not have: in PostgreSQL such a name calls a function.
func (s *Scope) Qualified(r *Relation, name string) error {
	if i := s.column(r, name); i >= 0 {
		s.note(r, i)
		return nil
	}
	if r.Open {
		s.noteName(r, name)
		return nil
	}
	what := r.Name
	if r.Table != nil {
		what = r.Table.Name
	}
	return Reject("column %s not found in %s", name, what).
		WithHint("%s", fault.DidYouMean(name, "columns of "+what, r.Columns))
}

// Star notes the use of every column of a relation.
func (s *Scope) Star(r *Relation) {
	if r.whole {
		return
	}
	r.whole = true
	for i := range r.Columns {
		s.note(r, i)
	}
}

func (s *Scope) column(r *Relation, name string) int {
	return slices.IndexFunc(r.Columns, func(c string) bool { return s.same(c, name) })
}

func (s *Scope) note(r *Relation, column int) {
	name := r.Columns[column]
	if column < len(r.Sources) {
		name = r.Sources[column]
	}
	s.noteName(r, name)
	if r.Table != nil && column < len(r.Table.Columns) {
		s.UseType(r.Table, &r.Table.Columns[column])
	}
}

// UseType notes what using the column's type takes.
func (s *Scope) UseType(t *schema.Table, c *schema.Column) {
	if c.Unsafe != "" && s.used.unsafe == nil {
		s.used.unsafe = Reject("column %s of %s may not be used: of its type, %s, %s", c.Name, t.Name, c.Type, c.Unsafe).
			WithHint("name the other columns, or ask for a view that casts this one to a built-in type")
	}
	for _, e := range c.Extensions {
		s.used.extensions[e] = true
	}
}

// Unsafe is why a column that was used must not be, or nil.
func (s *Scope) Unsafe() error { return s.used.unsafe }

func (s *Scope) noteName(r *Relation, column string) {
	if r.Table != nil {
		s.used.columns[r.Table.QualifiedName()+"."+column] = true
	}
}

func (s *Scope) same(a, b string) bool { return SameName(a, b, s.fold) }

// SameName reports whether two identifiers are one. Engines that do not regard
// case do so for ASCII letters only: for others, ſ and s would be two names to
// them and one to us.
func SameName(a, b string, fold bool) bool {
	if !fold || len(a) != len(b) {
		return a == b
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// Tables are the tables read so far, sorted.
func (s *Scope) Tables() []string { return sorted(s.used.tables) }

// Columns are the columns read so far as table.column, sorted.
func (s *Scope) Columns() []string { return sorted(s.used.columns) }

// Extensions are the schemas with the operators of the types used so far,
// sorted.
func (s *Scope) Extensions() []string { return sorted(s.used.extensions) }

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
