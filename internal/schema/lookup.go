package schema

import "strings"

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
