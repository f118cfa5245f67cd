package schema

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// finder is Snapshot.Table for many names: it finds tables as people write
// them, in any case, with or without their schema.
type finder struct {
	s      *Snapshot
	full   map[string]*Table
	byName map[string]*Table // the first on the search path
}

func newFinder(s *Snapshot) *finder {
	f := &finder{s: s, full: make(map[string]*Table, len(s.Tables)), byName: make(map[string]*Table, len(s.Tables))}
	for i := range s.Tables {
		t := &s.Tables[i]
		f.full[strings.ToLower(t.QualifiedName())] = t
		name := strings.ToLower(t.Name)
		if had := f.byName[name]; had == nil || s.pathRank(t.Schema) < s.pathRank(had.Schema) {
			f.byName[name] = t
		}
	}
	return f
}

// table finds a table; schemaName may be empty, and a schema that does not
// exist counts as not given.
func (f *finder) table(schemaName, name string) *Table {
	name = strings.ToLower(name)
	if schemaName != "" {
		if t := f.full[strings.ToLower(schemaName)+"."+name]; t != nil {
			return t
		}
	}
	if t := f.full[name]; t != nil && strings.Contains(name, ".") {
		return t
	}
	return f.byName[name]
}

// TablesWithWord lists the tables with a word in their name, in the singular or
// plural, then those with a column so named.
func (s *Snapshot) TablesWithWord(word string) []*Table {
	word = english.Singular(strings.ToLower(word))
	has := func(name string) bool {
		return slices.ContainsFunc(words(name), func(w string) bool { return english.Singular(w) == word })
	}
	var named, other []*Table
	for i := range s.Tables {
		switch t := &s.Tables[i]; {
		case has(t.Name):
			named = append(named, t)
		case slices.ContainsFunc(t.Columns, func(c Column) bool { return has(c.Name) }):
			other = append(other, t)
		}
	}
	return append(named, other...)
}
