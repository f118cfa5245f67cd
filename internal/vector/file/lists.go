package file

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// From listsFrom rows on, those of a file that is written anew lie in lists: each holds the
// rows whose vectors are nearest to its centre, and a search scans those lists whose centres
// are nearest to the query. How many are needed to miss fewer than one in a hundred of the
// nearest depends on the vectors, and is found out when the lists are made.
//
// Below, a search compares with all rows: for 250,000 rows of 384 numbers that takes 10 ms on
// one core, and always finds the nearest. What a filter leaves is searched by lists only
// if it is as much: behind it the nearest may lie anywhere.
const (
	listsFrom   = 250_000
	rowsInList  = 256 // on average
	sampleOf    = 64  // rows for each list, of which the centres are made
	rounds      = 6   // of finding centres
	nearGroups  = 3   // groups of centres among which that of a row is looked for
	trials      = 256 // rows that are looked for to find out how many lists are needed
	wantedOf    = 10  // for each of them
	mayMiss     = 0.002
	moreProbes  = 2 // questions are less like rows than rows are
	leastProbes = 8
)

// lists are groups of rows whose vectors are near each other, one after the other in their
// segment.
type lists struct {
	ends    []uint32   // the row after the last of each
	centres []rounding // of the mean direction of each
	codes   []byte
	probes  int // how many a search looks into
}

// scanLists looks at the rows of the lists nearest to the query, of which a filter chooses
// so many.
func (s *search) scanLists(ctx context.Context, from *segment, rows chosen) error {
	sums, count := make([]int32, from.Lists), int(from.Lists)
	s.level.Scan(sums, s.target.codes, from.listCodes, nil)
	scores, order := make([]float64, count), make([]int, count)
	for i := range order {
		scores[i], _ = s.target.estimate(sums[i], from.centres[i])
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	probes := int(math.Ceil(float64(from.Probes) * float64(from.Rows) / float64(rows.count)))
	for _, list := range order[:min(probes, count)] {
		first := 0
		if list > 0 {
			first = int(from.listEnds[list-1])
		}
		if err := s.scanRange(ctx, from, first, int(from.listEnds[list]), rows.bits); err != nil {
			return err
		}
	}
	return nil
}

// grouping finds lists for the vectors of a content.
type grouping struct {
	ctx        context.Context
	level      kernel.Level
	dimensions int
	vectors    [][]float32
}

// group brings the rows of a content into lists.
func (c *content) group(ctx context.Context, level kernel.Level) error {
	g := &grouping{ctx, level, c.dimensions, c.vectors}
	sample := every(len(c.vectors), len(c.vectors)/rowsInList*sampleOf)
	groups, centres := g.findCentres(sample, len(c.vectors)/rowsInList)
	list := g.assign(groups, centres)
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a], list[b]) })
	flat := slices.Concat(centres...)
	l := lists{ends: make([]uint32, len(flat)), centres: make([]rounding, len(flat)), codes: make([]byte, len(flat)*kernel.RowBytes(c.dimensions))}
	e, width := newEncoder(c.dimensions), kernel.RowBytes(c.dimensions)
	for i, centre := range flat {
		l.centres[i] = e.encode(l.codes[i*width:(i+1)*width], centre)
	}
	for _, i := range list {
		l.ends[i]++
	}
	for i := range l.ends[1:] {
		l.ends[i+1] += l.ends[i]
	}
	l.probes = g.tryOut(sample, list, flat)
	if err := ctx.Err(); err != nil {
		return fault.Of(err)
	}
	c.lists = l
	c.arrange(order)
	return nil
}

// arrange brings the rows into another order.
func (c *content) arrange(order []int) {
	old := *c
	c.ids, c.roundings, c.codes, c.vectors = nil, nil, nil, nil
	for _, i := range order {
		c.ids = append(c.ids, old.ids[i])
		c.roundings = append(c.roundings, old.roundings[i])
		c.codes = append(c.codes, old.codes[i])
		c.vectors = append(c.vectors, old.vectors[i])
	}
	for i := range c.columns {
		codes := make([]uint32, len(order))
		for j, row := range order {
			codes[j] = c.columns[i].codes[row]
		}
		c.columns[i].codes = codes
	}
}

// every is about so many of n rows, evenly spread.
func every(n, count int) []int {
	count = min(max(count, 1), n)
	rows := make([]int, count)
	for i := range rows {
		rows[i] = i * n / count
	}
	return rows
}

// findCentres makes about so many centres of rows, in groups of such that are near each
// other, and the centres of the groups. It stops early when its context ends.
func (g *grouping) findCentres(rows []int, count int) (groups [][]float32, centres [][][]float32) {
	groups = g.means(rows, int(math.Sqrt(float64(count))))
	members := make([][]int, len(groups))
	for i, group := range g.nearest(rows, groups) {
		members[group] = append(members[group], rows[i])
	}
	for _, list := range members {
		share := (count*len(list) + len(rows)/2) / len(rows)
		centres = append(centres, g.means(list, max(1, share)))
	}
	return groups, centres
}

// means moves centres, at first some of the rows, to the mean direction of the rows that are
// nearest to them, again and again.
func (g *grouping) means(rows []int, count int) [][]float32 {
	var centres [][]float32
	for _, i := range every(len(rows), count) {
		if len(rows) > 0 {
			centres = append(centres, g.vectors[rows[i]])
		}
	}
	if len(centres) == 0 { // no row is near
		centre := make([]float32, g.dimensions)
		centre[0] = 1
		return [][]float32{centre}
	}
	for range rounds {
		if g.ctx.Err() != nil {
			return centres
		}
		sums := make([][]float64, len(centres))
		for i, centre := range g.nearest(rows, centres) {
			if sums[centre] == nil {
				sums[centre] = make([]float64, g.dimensions)
			}
			for j, x := range g.vectors[rows[i]] {
				sums[centre][j] += float64(x)
			}
		}
		for i, sum := range sums {
			square := 0.0
			for _, x := range sum {
				square += x * x
			}
			if square == 0 {
				continue // nobody's nearest stays where it is
			}
			moved := make([]float32, g.dimensions)
			for j, x := range sum {
				moved[j] = float32(x / math.Sqrt(square))
			}
			centres[i] = moved
		}
	}
	return centres
}

// multiply gives the products of rows with vectors, some rows at a time: to use, the first
// row that they are for, and the products, row by row.
func (g *grouping) multiply(rows []int, with [][]float32, use func(first int, products []float32)) {
	const together = 256
	var matrix kernel.Matrix
	matrix.SetRows(slices.Concat(with...), g.dimensions, len(with), g.dimensions)
	left, products := make([]float32, 0, together*g.dimensions), make([]float32, together*len(with))
	for first := 0; first < len(rows) && g.ctx.Err() == nil; first += together {
		some := rows[first:min(first+together, len(rows))]
		left = left[:0]
		for _, row := range some {
			left = append(left, g.vectors[row]...)
		}
		g.level.Multiply(products, len(with), left, g.dimensions, len(some), &matrix, nil, false)
		use(first, products[:len(some)*len(with)])
	}
}

// nearest is the nearest centre of each row.
func (g *grouping) nearest(rows []int, centres [][]float32) []int32 {
	list := make([]int32, len(rows))
	g.multiply(rows, centres, func(first int, products []float32) {
		for i := range len(products) / len(centres) {
			list[first+i] = int32(greatestOf(products[i*len(centres) : (i+1)*len(centres)]))
		}
	})
	return list
}

func greatestOf(list []float32) int {
	best := 0
	for i, x := range list {
		if x > list[best] {
			best = i
		}
	}
	return best
}

// assign finds the list of each row: the nearest centre in the groups that are nearest.
func (g *grouping) assign(groups [][]float32, centres [][][]float32) []int32 {
	all, near := every(len(g.vectors), len(g.vectors)), make([][]int, len(groups))
	g.multiply(all, groups, func(first int, products []float32) {
		for i := range len(products) / len(groups) {
			row := products[i*len(groups) : (i+1)*len(groups)]
			for range min(nearGroups, len(groups)) {
				group := greatestOf(row)
				row[group] = -2
				near[group] = append(near[group], first+i)
			}
		}
	})
	list, scores := make([]int32, len(all)), slices.Repeat([]float32{-2}, len(all))
	before := 0
	for group, rows := range near {
		count := len(centres[group])
		g.multiply(rows, centres[group], func(first int, products []float32) {
			for i := range len(products) / count {
				best := greatestOf(products[i*count : (i+1)*count])
				if row := rows[first+i]; products[i*count+best] > scores[row] {
					list[row], scores[row] = int32(before+best), products[i*count+best]
				}
			}
		})
		before += count
	}
	return list
}

// tryOut looks for the rows nearest to some rows, and says how many lists must be looked
// into to find nearly all of them.
func (g *grouping) tryOut(sample []int, list []int32, centres [][]float32) int {
	tried := make([][]float32, 0, trials)
	for _, i := range every(len(sample), trials) {
		tried = append(tried, g.vectors[sample[i]])
	}
	type found struct {
		score float32
		list  int32
	}
	nearest := make([][]found, len(tried))
	g.multiply(sample, tried, func(first int, products []float32) {
		for i := range len(products) / len(tried) {
			for j, score := range products[i*len(tried) : (i+1)*len(tried)] {
				// One more than is wanted: a row is nearest to itself.
				if n := nearest[j]; len(n) <= wantedOf || score > n[len(n)-1].score {
					at, _ := slices.BinarySearchFunc(n, score, func(f found, score float32) int { return cmp.Compare(score, f.score) })
					n = slices.Insert(n, at, found{score, list[sample[first+i]]})
					nearest[j] = n[:min(len(n), wantedOf+1)]
				}
			}
		}
	})
	var ranks []int
	for i, v := range tried {
		t := &target{vector: v}
		scores := make([]float64, len(centres))
		for j, centre := range centres {
			scores[j] = t.exact(centre)
		}
		for _, f := range nearest[i][min(1, len(nearest[i])):] {
			rank := 1
			for _, score := range scores {
				if score > scores[f.list] {
					rank++
				}
			}
			ranks = append(ranks, rank)
		}
	}
	slices.Sort(ranks)
	if len(ranks) == 0 {
		return len(centres)
	}
	needed := ranks[min(len(ranks)-1, int(float64(len(ranks))*(1-mayMiss)))]
	return min(max(leastProbes, moreProbes*needed), len(centres))
}
