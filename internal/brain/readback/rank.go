package readback

import (
	"math"
	"slices"
	"strconv"
)

var ranking = map[string]bool{"row_number": true, "rank": true, "dense_rank": true}

// topOfEach reads "where the row number is at most n" as a limit, within each
// partition of the numbering.
func (b *builder) topOfEach(r *relation, d *source) {
	s := d.sub
	for i, e := range r.where {
		c, n, ok := atMost(e)
		if !ok || c.source != d {
			continue
		}
		rank := s.items[c.column].e
		if rank.kind != kCall || !ranking[rank.text] || rank.over == nil || s.limit != nil {
			continue
		}
		r.where = slices.Delete(slices.Clone(r.where), i, i+1)
		s.limit, s.per, s.order = number(strconv.Itoa(n)), rank.over.partition, rank.over.order
		return
	}
}

// atMost reads column = 1, column <= n, column < n.
func atMost(e *node) (*node, int, bool) {
	if e.kind != kBinary || len(e.args) != 2 || e.args[0].kind != kColumn || e.args[1].kind != kNumber {
		return nil, 0, false
	}
	n, err := strconv.Atoi(e.args[1].text)
	switch {
	case err != nil:
		return nil, 0, false
	case e.text == "<=", e.text == "=" && n == 1:
	case e.text == "<":
		n--
	default:
		return nil, 0, false
	}
	return e.args[0], n, true
}

// quantile reads the idiom that numbers rows and takes those in the middle, or
// the one at nine tenths, as a median or percentile.
func (b *builder) quantile(r *relation, d *source) bool {
	s := d.sub
	row, count, ok := numberedRows(s)
	if !ok || len(r.where) != 1 {
		return false
	}
	over := s.items[row].e.over
	measure := over.order[0]
	if measure.desc {
		return false
	}
	value := quantileValue(r, d, row, count, measure.e)
	if value == nil {
		return false
	}
	want := measure.e.id()
	found := false
	measured := func(e *node) *node { // what is ordered by may be shown in another unit
		return e.rewrite(func(n *node) *node {
			if n.id() == want {
				found = true
				return value
			}
			return n
		})
	}
	holds := func(e *node) bool {
		return e.has(func(n *node) bool { return n.kind == kCall && n.text == value.text })
	}
	f := func(e *node) *node {
		if e.kind == kColumn && e.source == d {
			return measured(s.items[e.column].e)
		}
		if e.aggregate() && len(e.args) == 1 && e.text != value.text && holds(e.args[0]) {
			return e.args[0]
		}
		return e
	}
	results := *r
	results.items = slices.Clone(r.items)
	results.rewriteResults(f)
	if !found {
		return false
	}
	r.items, r.order = results.items, results.order
	r.from, r.where, r.having = s.from, s.where, s.having
	group := over.partition
	switch {
	case len(s.group) > 0 && len(group) > 0:
		refuse("groups of groups", "a median in each")
	case len(s.group) > 0:
		group = s.group
	}
	r.group = nil
	r.substitute(d, s.items)
	r.group = group
	return true
}

func (r *relation) has(f func(*node) bool) bool {
	for _, it := range r.items {
		if it.e.has(f) {
			return true
		}
	}
	return false
}

// numberedRows finds the items of a relation that number its rows and count them.
func numberedRows(s *relation) (row, count int, ok bool) {
	row, count = -1, -1
	for i, it := range s.items {
		switch e := it.e; {
		case e.kind != kCall || e.over == nil:
		case e.text == "row_number" && len(e.over.order) > 0:
			row = i
		case e.text == "count" && len(e.over.order) == 0:
			count = i
		}
	}
	return row, count, row >= 0 && count >= 0
}

// quantileValue is the median or percentile that the condition on the numbers of
// rows takes, nil for other conditions.
func quantileValue(r *relation, d *source, row, count int, measure *node) *node {
	taken := func(n int) (ranks []int, ok bool) {
		for k := 1; k <= n; k++ {
			v, ok := evaluate(r.where[0], func(c *node) (float64, bool) {
				switch {
				case c.source != d:
				case c.column == row:
					return float64(k), true
				case c.column == count:
					return float64(n), true
				}
				return 0, false
			})
			if !ok {
				return nil, false
			}
			if v != 0 {
				ranks = append(ranks, k)
			}
		}
		return ranks, true
	}
	lowest := r.has(func(e *node) bool { return e.kind == kCall && e.text == "min" })
	switch p, median := quantileOf(taken, lowest); {
	case median:
		return call("median", measure)
	case p > 0:
		return call("percentile", measure, number(strconv.Itoa(p)))
	}
	return nil
}

// quantileOf finds which rank of n is taken, for every n. Where the lowest of
// several is asked for, the first counts.
func quantileOf(taken func(n int) ([]int, bool), lowest bool) (percent int, median bool) {
	const most = 60
	ranks := make([][]int, most+1)
	median = true
	for n := 1; n <= most; n++ {
		list, ok := taken(n)
		if !ok || len(list) == 0 {
			return 0, false
		}
		if lowest {
			list = list[:1]
		}
		ranks[n] = list
		middle := []int{(n + 1) / 2, (n + 2) / 2}
		median = median && slices.Equal(list, slices.Compact(middle))
	}
	if median {
		return 0, true
	}
	for p := 1; p < 100; p++ {
		all := true
		for n := 1; n <= most && all; n++ {
			all = len(ranks[n]) == 1 && ranks[n][0] == int(math.Ceil(float64(p*n)/100-1e-9))
		}
		if all {
			return p, false
		}
	}
	return 0, false
}

// evaluate computes an expression of numbers as SQLite does: whole numbers
// divide to whole numbers.
func evaluate(e *node, column func(*node) (float64, bool)) (float64, bool) {
	v, _, ok := compute(e, column)
	return v, ok
}

func compute(e *node, column func(*node) (float64, bool)) (v float64, whole, ok bool) {
	switch e.kind {
	case kColumn:
		v, ok = column(e)
		return v, true, ok
	case kNumber:
		v, err := strconv.ParseFloat(e.text, 64)
		_, frac := strconv.Atoi(e.text)
		return v, frac == nil, err == nil
	case kIn, kBetween, kAnd, kOr, kBinary, kCall:
	default:
		return 0, false, false
	}
	args := make([]float64, len(e.args))
	whole = true
	for i, a := range e.args {
		x, w, ok := compute(a, column)
		if !ok {
			return 0, false, false
		}
		args[i], whole = x, whole && w
	}
	switch e.kind {
	case kIn:
		return truth(slices.Contains(args[1:], args[0]) != e.not), true, true
	case kBetween:
		return truth((args[0] >= args[1] && args[0] <= args[2]) != e.not), true, true
	case kAnd:
		return truth(!slices.Contains(args, 0)), true, true
	case kOr:
		return truth(slices.ContainsFunc(args, func(x float64) bool { return x != 0 })), true, true
	case kCall:
		switch {
		case len(args) == 1 && (e.text == "ceil" || e.text == "ceiling"):
			return math.Ceil(args[0] - 1e-9), true, true
		case len(args) == 1 && e.text == "floor":
			return math.Floor(args[0]), true, true
		}
		return 0, false, false
	}
	return operate(e.text, args[0], args[1], whole)
}

func operate(op string, x, y float64, whole bool) (float64, bool, bool) {
	switch op {
	case "+":
		return x + y, whole, true
	case "-":
		return x - y, whole, true
	case "*":
		return x * y, whole, true
	case "/":
		if y == 0 {
			return 0, false, false
		}
		if whole {
			return math.Trunc(x / y), true, true
		}
		return x / y, false, true
	case "%":
		return math.Mod(x, y), whole, y != 0
	case "=":
		return truth(x == y), true, true
	case "!=":
		return truth(x != y), true, true
	case "<":
		return truth(x < y), true, true
	case "<=":
		return truth(x <= y), true, true
	case ">":
		return truth(x > y), true, true
	case ">=":
		return truth(x >= y), true, true
	}
	return 0, false, false
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
