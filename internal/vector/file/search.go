package file

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/vector"
)

const (
	block  = 1024 // rows that are scanned before their sums are looked at
	sparse = 4    // where fewer than one of so many rows is chosen, only those are scanned
)

// search finds the k rows nearest to a query. It scans codes, keeps the k greatest scores
// that rows have at least, and drops what cannot reach the least of those. What remains is
// compared by its vectors.
type search struct {
	level      kernel.Level
	listsFrom  int // rows that must be left for lists to be used
	target     *target
	k          int
	least      []float64 // the k greatest scores that rows have at least: a heap, the least first
	segments   []*segment
	candidates []candidate
}

func newSearch(level kernel.Level, listsFrom int, query []float32, k int) *search {
	return &search{level: level, listsFrom: listsFrom, target: newTarget(query), k: k, least: make([]float64, 0, k), candidates: make([]candidate, 0, block)}
}

// candidate is a row that may be among the nearest.
type candidate struct {
	segment, row int32
	score        float64 // the most that it can be, and once the vectors were compared, what it is
}

// floor is what a row's score must be able to reach.
func (s *search) floor() float64 {
	if len(s.least) < s.k {
		return -2
	}
	return s.least[0]
}

// scan looks at the chosen rows of a segment.
func (s *search) scan(ctx context.Context, from *segment, rows chosen) error {
	s.segments = append(s.segments, from)
	if from.Lists > 0 && rows.count >= s.listsFrom {
		return s.scanLists(ctx, from, rows)
	}
	if rows.bits != nil && rows.count < int(from.Rows)/sparse {
		index := rows.bits.rows(make([]int32, 0, rows.count))
		return s.scanRows(ctx, from, index)
	}
	return s.scanRange(ctx, from, 0, int(from.Rows), rows.bits)
}

// scanRange looks at the rows from first to before end that are in the set, or at all where
// it is nil.
func (s *search) scanRange(ctx context.Context, from *segment, first, end int, set bitset) error {
	var sums [block]int32
	width, sieve := kernel.RowBytes(int(from.Dimensions)), s.target.sieve()
	for ; first < end; first += block {
		if err := ctx.Err(); err != nil {
			return fault.Of(err)
		}
		n := min(block, end-first)
		s.level.Scan(sums[:n], s.target.codes, from.codes[first*width:], nil)
		floor := float32(s.floor())
		for i, r := range from.roundings[first : first+n] {
			if sieve.reaches(sums[i], r, floor) && (set == nil || set.has(first+i)) {
				s.consider(first+i, sums[i], r)
				floor = float32(s.floor())
			}
		}
	}
	return nil
}

// scanRows looks at the listed rows.
func (s *search) scanRows(ctx context.Context, from *segment, rows []int32) error {
	var sums [block]int32
	for some := range slices.Chunk(rows, block) {
		if err := ctx.Err(); err != nil {
			return fault.Of(err)
		}
		s.level.Scan(sums[:len(some)], s.target.codes, from.codes, some)
		for i, row := range some {
			s.consider(int(row), sums[i], from.roundings[row])
		}
	}
	return nil
}

// consider keeps a row of the latest segment as a candidate, if it can be one.
func (s *search) consider(row int, sum int32, r rounding) {
	score, margin := s.target.estimate(sum, r)
	if score+margin >= s.floor() {
		s.candidates = append(s.candidates, candidate{int32(len(s.segments) - 1), int32(row), score + margin})
		s.atLeast(score - margin)
	}
}

// atLeast notes what the score of a row is at least.
func (s *search) atLeast(score float64) {
	h := s.least
	switch {
	case len(h) < s.k:
		h = append(h, score)
		for i := len(h) - 1; i > 0 && h[i] < h[(i-1)/2]; i = (i - 1) / 2 {
			h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		}
		s.least = h
	case score > h[0]:
		h[0] = score
		for i := 0; ; {
			child := 2*i + 1
			if child+1 < len(h) && h[child+1] < h[child] {
				child++
			}
			if child >= len(h) || h[i] <= h[child] {
				break
			}
			h[i], h[child] = h[child], h[i]
			i = child
		}
	}
}

// hits compares the candidates by their vectors, those first that can be the nearest, until
// no other can be among the k nearest.
func (s *search) hits(ctx context.Context) ([]vector.Hit, error) {
	floor := s.floor()
	list := slices.DeleteFunc(s.candidates, func(c candidate) bool { return c.score < floor })
	slices.SortFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	s.least = s.least[:0]
	for i := range list {
		c := &list[i]
		if c.score < s.floor() {
			list = list[:i]
			break
		}
		if i%block == 0 && ctx.Err() != nil {
			return nil, fault.Of(ctx.Err())
		}
		c.score = s.target.exact(s.segments[c.segment].vector(int(c.row)))
		s.atLeast(c.score)
	}
	floor = s.floor()
	list = slices.DeleteFunc(list, func(c candidate) bool { return c.score < floor })
	hits := make([]vector.Hit, len(list))
	for i, c := range list {
		from := s.segments[c.segment]
		hits[i] = vector.Hit{ID: from.ids.at(int(c.row)), Owner: from.owner(int(c.row)), Score: c.score}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := hits[i], hits[j]
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID), strings.Compare(a.Owner, b.Owner))
	})
	nearest := make([]vector.Hit, 0, min(s.k, len(list)))
	for _, i := range order[:min(s.k, len(list))] {
		h := hits[i]
		h.ID, h.Owner = strings.Clone(h.ID), strings.Clone(h.Owner) // which end with the mapping
		h.Labels = s.segments[list[i].segment].labels(int(list[i].row))
		nearest = append(nearest, h)
	}
	return nearest, nil
}
