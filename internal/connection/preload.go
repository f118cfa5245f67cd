package connection

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
)

// maxPreloaded is how many tables are known in full.
const maxPreloaded = 50

// preload marks the tables that the patterns mean. A pattern is one of a filter,
// or a word that is in the name of a table, else of a column.
func preload(s *schema.Snapshot, patterns []string) []fault.Diagnostic {
	for i := range s.Tables {
		s.Tables[i].Preload = false
	}
	var list []fault.Diagnostic
	marked := 0
	for _, p := range patterns {
		found := preloaded(s, p)
		if len(found) == 0 {
			list = append(list, idleFault(p, "preload", s.TableNames()).Diagnostic(fault.Info))
		}
		for _, t := range found {
			if !t.Preload && marked < maxPreloaded {
				t.Preload = true
				marked++
			}
		}
	}
	return list
}

// preloaded lists the tables that one pattern means, those that it names first.
func preloaded(s *schema.Snapshot, pattern string) []*schema.Table {
	var named, inName, inColumn []*schema.Table
	word := english.Singular(strings.ToLower(pattern))
	has := func(name string) bool {
		return slices.ContainsFunc(english.Split(name), func(w string) bool { return english.Singular(w) == word })
	}
	plain := source.IsName(pattern)
	for i := range s.Tables {
		t := &s.Tables[i]
		switch {
		case source.Matches(pattern, t.Schema, t.Name):
			named = append(named, t)
		case !plain:
		case has(t.Name):
			inName = append(inName, t)
		case slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return has(c.Name) }):
			inColumn = append(inColumn, t)
		}
	}
	return slices.Concat(named, inName, inColumn)
}
