package eval

import "slices"

// matching looks for the columns of one result in another whose rows come in
// any order. Rows are put into groups that are alike in the columns matched so
// far; a pair of columns fits if it divides both sides' groups alike. Columns
// whose values differ as a whole are never tried, and one of two identical
// columns is as good as the other, so that the search stays short; steps are
// bounded for cases that are made up against it.
type matching struct {
	gold, said *Result
	scales     []scale
	candidates [][]candidate // for each gold column
	order      []int         // gold columns, those with the least choice first
	twins      []int         // for each said column the first that is identical
	used       []bool
	steps      int
}

// candidate is a said column that has the values of a gold column.
type candidate struct {
	column int
	pair
}

// pair is two columns whose values are numbered alike.
type pair struct{ gold, said []int32 }

const maxSteps = 2000

func newMatching(gold, said *Result, scales []scale) *matching {
	return &matching{gold: gold, said: said, scales: scales, used: make([]bool, len(said.columns))}
}

func (m *matching) find() bool {
	return len(m.gold.columns) == len(m.said.columns) && m.inPlace() || m.choose() && m.place(0, m.together())
}

// groups number the rows of both sides.
type groups struct{ gold, said []int64 }

// together puts all rows into one group.
func (m *matching) together() groups {
	return groups{make([]int64, m.gold.rows), make([]int64, m.said.rows)}
}

func (m *matching) pair(i, j int) (p pair) {
	p.gold, p.said = classify(m.gold.columns[i], m.said.columns[j], m.scales[i])
	return p
}

// inPlace tries the columns as they stand, which is how most match.
func (m *matching) inPlace() bool {
	g, ok := m.together(), true
	for i := range m.gold.columns {
		if g, ok = g.refine(m.pair(i, i)); !ok {
			return false
		}
	}
	return true
}

// choose finds the candidates, and reports whether each column has one.
func (m *matching) choose() bool {
	m.candidates = make([][]candidate, len(m.gold.columns))
	all := m.together()
	for i := range m.gold.columns {
		m.order = append(m.order, i)
		for j := range m.said.columns {
			p := m.pair(i, j)
			if _, ok := all.refine(p); ok {
				m.candidates[i] = append(m.candidates[i], candidate{j, p})
			}
		}
		if len(m.candidates[i]) == 0 {
			return false
		}
	}
	slices.SortStableFunc(m.order, func(a, b int) int { return len(m.candidates[a]) - len(m.candidates[b]) })
	for j, c := range m.said.columns {
		m.twins = append(m.twins, slices.IndexFunc(m.said.columns[:j+1], func(d []cell) bool { return slices.Equal(c, d) }))
	}
	return true
}

// place finds a column for the gold column that is n-th in order, and for
// those after it.
func (m *matching) place(n int, g groups) bool {
	if n == len(m.order) {
		return true
	}
	tried := map[int]bool{}
	for _, c := range m.candidates[m.order[n]] {
		if m.used[c.column] || tried[m.twins[c.column]] {
			continue
		}
		tried[m.twins[c.column]] = true
		if m.steps++; m.steps > maxSteps {
			return false
		}
		finer, ok := g.refine(c.pair)
		if !ok {
			continue
		}
		m.used[c.column] = true
		if m.place(n+1, finer) {
			return true
		}
		m.used[c.column] = false
	}
	return false
}

// refine divides groups by one more column, and reports whether both sides
// divide alike.
func (g groups) refine(p pair) (groups, bool) {
	finer := groups{slices.Clone(g.gold), slices.Clone(g.said)}
	numbers := map[[2]int64]int64{}
	extend(finer.gold, p.gold, numbers)
	balance := make([]int, len(numbers))
	for _, id := range finer.gold {
		balance[id]++
	}
	extend(finer.said, p.said, numbers)
	if len(numbers) > len(balance) {
		return groups{}, false
	}
	for _, id := range finer.said {
		balance[id]--
	}
	return finer, !slices.ContainsFunc(balance, func(n int) bool { return n != 0 })
}
