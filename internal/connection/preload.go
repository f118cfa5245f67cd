package connection

import (
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
	var named []*schema.Table
	for i := range s.Tables {
		if t := &s.Tables[i]; source.Matches(pattern, t.Schema, t.Name) {
			named = append(named, t)
		}
	}
	if !source.IsName(pattern) {
		return named
	}
	return append(named, s.TablesWithWord(pattern)...)
}
