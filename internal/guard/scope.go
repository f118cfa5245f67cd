package guard

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
)

// Relation is something that a FROM clause names: a table, a subquery, a WITH
// query or a function. It is open when its columns are not known.
type Relation struct {
	Name    string        // alias or name: what qualifies its columns
	Table   *schema.Table // nil unless it is a table
	Columns []string
	Open    bool
}

// NewRelation is a table under its alias, or under its own name.
func NewRelation(t *schema.Table, alias string) *Relation {
	r := &Relation{Name: alias, Table: t, Columns: t.ColumnNames(), Open: len(t.Columns) == 0}
	if alias == "" {
		r.Name = t.Name
	}
	return r
}

// Scope is what names mean at one place of a statement. Grammars build it
// while they walk the tree; inner queries see outer scopes.
type Scope struct {
	outer     *Scope
	fold      bool // identifiers compare without regard to case
	with      []*Relation
	relations []*Relation
	used      *usage
}

type usage struct {
	tables  map[string]bool
	columns map[string]bool
}

// NewScope starts a statement.
func NewScope(fold bool) *Scope {
	return &Scope{fold: fold, used: &usage{map[string]bool{}, map[string]bool{}}}
}

// Inner is the scope of a query inside this one.
func (s *Scope) Inner() *Scope { return &Scope{outer: s, fold: s.fold, used: s.used} }

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

// Column notes the use of an unqualified name: a column of the innermost
// relation that has it, the whole row of a relation of that name, or else a
// column of the relation whose columns are not known. It reports whether the
// name can mean anything.
func (s *Scope) Column(name string) bool {
	for ; s != nil; s = s.outer {
		var open []*Relation
		for _, r := range s.relations {
			if c, ok := s.column(r, name); ok {
				s.note(r, c)
				return true
			}
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
				s.note(open[0], name)
			}
			return true
		}
	}
	return false
}

// Qualified notes the use of relation.column. It refuses a column that the
// relation does not have: in PostgreSQL such a name calls a function.
func (s *Scope) Qualified(r *Relation, name string) error {
	if c, ok := s.column(r, name); ok {
		s.note(r, c)
		return nil
	}
	if r.Open {
		s.note(r, name)
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
	for _, c := range r.Columns {
		s.note(r, c)
	}
}

func (s *Scope) column(r *Relation, name string) (string, bool) {
	i := slices.IndexFunc(r.Columns, func(c string) bool { return s.same(c, name) })
	if i < 0 {
		return "", false
	}
	return r.Columns[i], true
}

func (s *Scope) note(r *Relation, column string) {
	if r.Table != nil {
		s.used.columns[r.Table.QualifiedName()+"."+column] = true
	}
}

func (s *Scope) same(a, b string) bool { return a == b || s.fold && strings.EqualFold(a, b) }

// Tables are the tables read so far, sorted.
func (s *Scope) Tables() []string { return sorted(s.used.tables) }

// Columns are the columns read so far as table.column, sorted.
func (s *Scope) Columns() []string { return sorted(s.used.columns) }

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
