package story

import (
	"cmp"
	"math"
	"slices"
)

// Sets of rows are sorted lists.

func union(a, b []int) []int {
	if len(a) == 0 {
		return slices.Clone(b)
	}
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

func intersect(a, b []int) []int {
	var out []int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, a[i])
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return out
}

func minus(a, b []int) []int {
	var out []int
	j := 0
	for _, r := range a {
		for j < len(b) && b[j] < r {
			j++
		}
		if j == len(b) || b[j] != r {
			out = append(out, r)
		}
	}
	return out
}

// present are the numbers of the rows that have one.
func (c *checker) present(rows []int, col int) []float64 {
	out := make([]float64, 0, len(rows))
	for _, r := range rows {
		if v := c.cols[col].nums[r]; !math.IsNaN(v) {
			out = append(out, v)
		}
	}
	return out
}

// fold is one number for many rows; NaN if there is none.
func (c *checker) fold(op Operation, rows []int, col int) float64 {
	list := c.present(rows, col)
	if len(list) == 0 {
		return math.NaN()
	}
	switch op {
	case Minimum:
		return slices.Min(list)
	case Maximum:
		return slices.Max(list)
	case Median:
		slices.Sort(list)
		n := len(list)
		return (list[(n-1)/2] + list[n/2]) / 2
	}
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	if op == Mean {
		return sum / float64(len(list))
	}
	return sum
}

// worth is what rows together stand for when they are compared: their sum
// where adding up makes sense, their mean otherwise.
func (c *checker) worth(rows []int, col int) float64 {
	if c.cols[col].additive || len(rows) == 1 {
		return c.fold(Sum, rows, col)
	}
	return c.fold(Mean, rows, col)
}

// groupsOf parts rows by a dimension.
func (c *checker) groupsOf(dim int, rows []int) []group {
	if dim == timeDim {
		return c.line(rows)
	}
	if len(rows) == len(c.all) {
		return c.cols[dim].groups
	}
	var out []group
	for _, g := range c.cols[dim].groups {
		if in := intersect(g.rows, rows); len(in) > 0 {
			out = append(out, group{g.name, in})
		}
	}
	return out
}

// line is the rows in the order of time, parted by period.
func (c *checker) line(rows []int) []group {
	if len(c.whens) == 0 {
		return nil
	}
	col := &c.cols[c.whens[0]]
	var out []group
	if len(rows) == len(c.all) {
		out = slices.Clone(col.groups)
	} else {
		for _, g := range col.groups {
			if in := intersect(g.rows, rows); len(in) > 0 {
				out = append(out, group{g.name, in})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b group) int {
		return cmp.Compare(col.times[a.rows[0]].order(), col.times[b.rows[0]].order())
	})
	return out
}

// ranked are the groups of a dimension by what they are worth, the most first
// if side is 1.
func (c *checker) ranked(dim int, rows []int, col, side int) []group {
	groups := slices.Clone(c.groupsOf(dim, rows))
	worth := map[int]float64{}
	for _, g := range groups {
		worth[g.rows[0]] = c.worth(g.rows, col)
	}
	groups = slices.DeleteFunc(groups, func(g group) bool { return math.IsNaN(worth[g.rows[0]]) })
	slices.SortStableFunc(groups, func(a, b group) int {
		return side * cmp.Compare(worth[b.rows[0]], worth[a.rows[0]])
	})
	return groups
}
