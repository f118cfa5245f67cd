package opinion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/fault"
)

// keys is which columns hold the same keys: classes of columns that declared
// and inferred keys connect.
type keys struct {
	class   []int
	between map[[2]int][]index.Key // by the tables, the lower first
}

func keysOf(ix *index.Index) *keys {
	k := &keys{class: make([]int, len(ix.Columns)), between: map[[2]int][]index.Key{}}
	for i := range k.class {
		k.class[i] = i
	}
	for _, key := range ix.Keys {
		for i := range key.From {
			k.join(key.From[i], key.To[i])
		}
		a, b := ix.Columns[key.From[0]].Table, ix.Columns[key.To[0]].Table
		at := [2]int{min(a, b), max(a, b)}
		k.between[at] = append(k.between[at], key)
	}
	return k
}

func (k *keys) find(c int) int {
	for k.class[c] != c {
		c = k.class[c]
	}
	return c
}

func (k *keys) join(a, b int) { k.class[k.find(a)] = k.find(b) }

func (k *keys) same(a, b int) bool { return a == b || k.find(a) == k.find(b) }

// joins are findings about tables that are joined by something that is no key
// although there is one, or by nothing at all.
func (s *Second) joins(seen *readback.Select) []fault.Diagnostic {
	var list []fault.Diagnostic
	pairs := map[[2]int][][2]readback.Ref{}
	var order [][2]int
	for _, e := range seen.Equal {
		if e[0].Source < 0 || e[1].Source < 0 || e[0].Base == 0 || e[1].Base == 0 {
			continue
		}
		if e[0].Source > e[1].Source {
			e[0], e[1] = e[1], e[0]
		}
		at := [2]int{e[0].Source, e[1].Source}
		if pairs[at] == nil {
			order = append(order, at)
		}
		pairs[at] = append(pairs[at], e)
	}
	for _, at := range order {
		known := slices.ContainsFunc(pairs[at], func(e [2]readback.Ref) bool {
			return s.key.same(e[0].Base, e[1].Base) || s.namesake(e[0].Base, e[1].Base)
		})
		if !known {
			list = append(list, s.unknownJoin(pairs[at])...)
		}
	}
	return append(list, s.apart(seen)...)
}

// namesake says that a column has the name of another table's key, as one has
// that refers to it: keys are declared wrongly more often than named so.
func (s *Second) namesake(a, b int) bool {
	x, y := &s.ix.Columns[a], &s.ix.Columns[b]
	return strings.EqualFold(x.Name, y.Name) && x.Unique != y.Unique
}

// unknownJoin is the finding that equalities between two sources follow no key.
// Where no key is known between their tables, nothing is said: a join on a
// common name is the best that anybody can do.
func (s *Second) unknownJoin(pair [][2]readback.Ref) []fault.Diagnostic {
	a, b := s.ix.Columns[pair[0][0].Base].Table, s.ix.Columns[pair[0][1].Base].Table
	known := s.key.between[[2]int{min(a, b), max(a, b)}]
	if a == b || len(known) == 0 {
		return nil
	}
	var said []string
	for _, e := range pair {
		said = append(said, s.name(e[0].Base)+" = "+s.name(e[1].Base))
	}
	var key []string
	for i := range known[0].From {
		key = append(key, s.name(known[0].From[i])+" = "+s.name(known[0].To[i]))
	}
	return []fault.Diagnostic{warning(UnknownJoin,
		fmt.Sprintf("%s and %s are joined by %s, which is not a known key", s.ix.Tables[a].Name, s.ix.Tables[b].Name, strings.Join(said, " and ")),
		"the key between them is "+strings.Join(key, " and "))}
}

// apart is the finding that nothing joins two sources: every row of the one
// meets every row of the other.
func (s *Second) apart(seen *readback.Select) []fault.Diagnostic {
	group := make([]int, len(seen.Sources))
	for i := range group {
		group[i] = i
	}
	for _, linked := range seen.Linked {
		for _, at := range linked[1:] {
			from, to := group[at], group[linked[0]]
			for i := range group {
				if group[i] == from {
					group[i] = to
				}
			}
		}
	}
	first := -1
	for i, src := range seen.Sources {
		switch {
		case src.Opaque: // it may be joined in ways that are not seen
			return nil
		case src.Single || src.Table < 0:
		case first < 0:
			first = i
		case group[i] != group[first]:
			return []fault.Diagnostic{warning(UnknownJoin,
				fmt.Sprintf("nothing joins %s and %s: every row is combined with every other", s.ix.Tables[seen.Sources[first].Table].Name, s.ix.Tables[src.Table].Name),
				"join them on a key, or query them separately")}
		}
	}
	return nil
}
