package opinion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/fault"
)

// fanOut are findings about figures that count rows more than once, because a
// join gives several rows for each.
func (s *Second) fanOut(seen *readback.Select) []fault.Diagnostic {
	if len(seen.Sources) < 2 || slices.ContainsFunc(seen.Sources, func(src readback.Source) bool { return src.Opaque }) {
		return nil
	}
	var list []fault.Diagnostic
	for _, a := range seen.Aggregates {
		of := sourcesOf(a.Columns)
		if a.Distinct || len(of) == 0 || slices.Contains(of, -1) {
			continue
		}
		by := s.multipliedSources(seen, of)
		if len(by) == 0 || !s.matters(seen, a, of, by) {
			continue
		}
		list = append(list, warning(CountedTwice,
			fmt.Sprintf("%s counts rows of %s more than once, as the join with %s repeats them", a.Name, s.tables(seen, of), s.tables(seen, by)),
			"compute the figure before the join, or count different keys"))
	}
	return list
}

func sourcesOf(refs []readback.Ref) []int {
	var list []int
	for _, r := range refs {
		if !slices.Contains(list, r.Source) {
			list = append(list, r.Source)
		}
	}
	return list
}

// multipliedSources lists the sources of which several rows may meet one row of the
// given ones. Where it is not known what tells rows apart, none are.
func (s *Second) multipliedSources(seen *readback.Select, of []int) []int {
	in := make([]bool, len(seen.Sources))
	for _, i := range of {
		in[i] = true
	}
	for i, src := range seen.Sources {
		in[i] = in[i] || src.Single || identifiesRow(src, fixedColumns(seen, i)) || s.current(seen, i)
	}
	for grown := true; grown; {
		grown = false
		for i, src := range seen.Sources {
			if in[i] {
				continue
			}
			columns := fixedColumns(seen, i)
			for _, e := range seen.Equal {
				for side := range 2 {
					if e[side].Source == i && e[1-side].Source >= 0 && in[e[1-side].Source] {
						columns = append(columns, e[side].Column)
					}
				}
			}
			if identifiesRow(src, columns) {
				in[i], grown = true, true
			}
		}
	}
	var list []int
	for i, src := range seen.Sources {
		if in[i] {
			continue
		}
		if len(src.Keys) == 0 || !s.joinedByKeys(seen, i) {
			return nil
		}
		list = append(list, i)
	}
	return list
}

// joinedByKeys says that every equality of a source with others follows a key.
func (s *Second) joinedByKeys(seen *readback.Select, source int) bool {
	return !slices.ContainsFunc(seen.Equal, func(e [2]readback.Ref) bool {
		return (e[0].Source == source || e[1].Source == source) && (e[0].Base == 0 || e[1].Base == 0 || !s.key.same(e[0].Base, e[1].Base))
	})
}

// current says that of a history only the rows that still hold are read: there
// is one for each of what the history is of.
func (s *Second) current(seen *readback.Select, source int) bool {
	return slices.ContainsFunc(seen.Missing, func(r readback.Ref) bool {
		return r.Source == source && r.Base > 0 && s.ix.Columns[r.Base].Kind == index.Time
	}) || s.history(seen.Sources[source].Table)
}

// history says that a table holds what was true from one day to another.
func (s *Second) history(table int) bool {
	if table < 0 {
		return false
	}
	var from, to bool
	for _, c := range s.ix.Tables[table].Columns {
		column := &s.ix.Columns[c]
		if column.Kind == index.Time {
			from = from || slices.Contains(column.Words, "from")
			to = to || slices.Contains(column.Words, "to") || slices.Contains(column.Words, "until")
		}
	}
	return from && to
}

// fixedColumns are the columns of a source that have one value within a group: they
// are grouped by, held against one literal, or equal to a row outside.
func fixedColumns(seen *readback.Select, source int) []int {
	var list []int
	for _, g := range seen.Group {
		if g.Source == source {
			list = append(list, g.Column)
		}
	}
	for _, t := range seen.Tests {
		if t.Source == source && !t.Like && !t.Not && len(t.Texts) == 1 {
			list = append(list, t.Column)
		}
	}
	for _, e := range seen.Equal {
		for side := range 2 {
			if e[side].Source == source && e[1-side].Source < 0 {
				list = append(list, e[side].Column)
			}
		}
	}
	return list
}

// identifiesRow says that columns tell a row of the source from all others.
func identifiesRow(src readback.Source, columns []int) bool {
	return slices.ContainsFunc(src.Keys, func(key []int) bool {
		return !slices.ContainsFunc(key, func(c int) bool { return !slices.Contains(columns, c) })
	})
}

// matters tells a mistake from what people do on purpose. A price that is
// averaged over its sales is meant as often as it is used; the total of an order
// is not, and a join of which nothing is used only repeats rows.
func (s *Second) matters(seen *readback.Select, a readback.Aggregate, of, by []int) bool {
	switch a.Name {
	case "sum", "total", "avg", "median":
	default:
		return false
	}
	if !slices.ContainsFunc(by, func(i int) bool { return isUsed(seen, i) }) {
		return true
	}
	return !a.Counts && !slices.ContainsFunc(of, func(i int) bool { return !s.happens(seen.Sources[i].Table) })
}

// isUsed says that a column of the source serves for more than joining.
func isUsed(seen *readback.Select, source int) bool {
	n := 0
	for _, c := range seen.Columns {
		if c.Source == source {
			n++
		}
	}
	for _, e := range seen.Equal {
		for side := range 2 {
			if e[side].Source == source {
				n--
			}
		}
	}
	return n > 0
}

// happens says that the rows of a table are events, each with its time and its
// place among others.
func (s *Second) happens(table int) bool {
	if table < 0 {
		return false
	}
	var time, foreign bool
	for _, c := range s.ix.Tables[table].Columns {
		time = time || s.ix.Columns[c].Kind == index.Time
		foreign = foreign || s.ix.Columns[c].Foreign
	}
	return time && foreign
}

func (s *Second) tables(seen *readback.Select, sources []int) string {
	var names []string
	for _, i := range sources {
		name := "a derived table"
		if t := seen.Sources[i].Table; t >= 0 {
			name = s.ix.Tables[t].Name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}
