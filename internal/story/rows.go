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
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a)*16 < len(b) { // a few of many
		for _, r := range a {
			if _, found := slices.BinarySearch(b, r); found {
				out = append(out, r)
			}
		}
		return out
	}
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

// valuesOf are the numbers of the rows that have one.
func (c *checker) valuesOf(rows []int, col int) []float64 {
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
	if op == Median {
		list := c.valuesOf(rows, col)
		return centre(list, Median)
	}
	sum, lowest, highest, n := 0.0, math.Inf(1), math.Inf(-1), 0
	for _, r := range rows {
		if v := c.cols[col].nums[r]; !math.IsNaN(v) {
			sum += v
			lowest, highest = math.Min(lowest, v), math.Max(highest, v)
			n++
		}
	}
	switch {
	case n == 0:
		return math.NaN()
	case op == Minimum:
		return lowest
	case op == Maximum:
		return highest
	case op == Mean:
		return sum / float64(n)
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
	return c.cols[dim].part(rows)
}

// line is the rows in the order of time, parted by period.
func (c *checker) line(rows []int) (out []group) {
	if len(c.whens) == 0 {
		return nil
	}
	col := &c.cols[c.whens[0]]
	if len(rows) == len(c.all) {
		if c.wholeLine != nil {
			return c.wholeLine
		}
		defer func() { c.wholeLine = out }()
		out = col.groups
	} else {
		out = col.part(rows)
	}
	earlier := func(a, b group) int {
		return cmp.Compare(col.times[a.rows[0]].order(), col.times[b.rows[0]].order())
	}
	if !slices.IsSortedFunc(out, earlier) { // mostly the statement has put them in order
		out = slices.SortedStableFunc(slices.Values(out), earlier)
	}
	return out
}

// rankGroups are the groups of a dimension by what they are worth, the most first
// if side is 1.
func (c *checker) rankGroups(dim int, rows []int, col, side int) (out []group) {
	key := [3]int{dim, col, side}
	if all := len(rows) == len(c.all); all && c.order[key] != nil {
		return c.order[key]
	} else if all {
		defer func() { c.order[key] = out }()
	}
	groups := c.groupsOf(dim, rows)
	type place struct {
		worth float64
		group int
	}
	places := make([]place, 0, len(groups))
	for i, g := range groups {
		if v := c.worth(g.rows, col); !math.IsNaN(v) {
			places = append(places, place{float64(side) * v, i})
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.group, b.group))
	})
	out = make([]group, len(places))
	for i, p := range places {
		out[i] = groups[p.group]
	}
	return out
}
