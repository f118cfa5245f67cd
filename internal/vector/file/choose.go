package file

import (
	"math/bits"

	"github.com/plumbdata/plumb/internal/vector"
)

// bitset is a set of rows.
type bitset []uint64

func newBitset(rows int) bitset { return make(bitset, (rows+63)/64) }

func (b bitset) has(row int) bool { return b[row/64]>>(row%64)&1 == 1 }
func (b bitset) add(row int)      { b[row/64] |= 1 << (row % 64) }

func (b bitset) count() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// rows lists the set in order.
func (b bitset) rows(buffer []int32) []int32 {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			buffer = append(buffer, int32(i*64+bits.TrailingZeros64(word)))
		}
	}
	return buffer
}

// condition holds for a row if the code of its value is marked.
type condition struct {
	codes  []uint32
	marked []bool // by code; that of rows without a value is 0
}

// chosen are the rows of a segment that a filter chooses: all where bits is nil.
type chosen struct {
	bits  bitset
	count int
}

// choose finds the rows that a filter chooses among those that are not removed.
func (s *segment) choose(f vector.Filter, removed bitset) chosen {
	conditions, some := s.conditions(f)
	if !some || f.None() || s.Rows == 0 {
		return chosen{bits: newBitset(int(s.Rows))}
	}
	if f.IDs == nil && len(conditions) == 0 && removed == nil {
		return chosen{count: int(s.Rows)}
	}
	set := newBitset(int(s.Rows))
	if f.IDs != nil {
		for _, id := range f.IDs {
			for _, owner := range f.Owners {
				if row := s.find(owner, id); row >= 0 && holds(conditions, row) {
					set.add(row)
				}
			}
		}
	} else {
		for i := range set {
			set[i] = ^uint64(0)
		}
		if rest := s.Rows % 64; rest > 0 {
			set[len(set)-1] = 1<<rest - 1
		}
		for _, c := range conditions {
			c.keep(set)
		}
	}
	for i, word := range removed {
		set[i] &^= word
	}
	return chosen{bits: set, count: set.count()}
}

// keep leaves the rows for which the condition holds.
func (c condition) keep(set bitset) {
	for i := range set {
		if set[i] == 0 {
			continue
		}
		word := uint64(0)
		for j, code := range c.codes[i*64 : min(i*64+64, len(c.codes))] {
			if c.marked[code] {
				word |= 1 << j
			}
		}
		set[i] &= word
	}
}

func holds(conditions []condition, row int) bool {
	for _, c := range conditions {
		if !c.marked[c.codes[row]] {
			return false
		}
	}
	return true
}

// conditions are those of a filter that not every row meets; some is false where no row
// meets one of them.
func (s *segment) conditions(f vector.Filter) (list []condition, some bool) {
	labels := map[string]bool{}
	for key := range f.Labels {
		labels[key] = true
	}
	for _, bounds := range []map[string]string{f.From, f.Until} {
		for key, bound := range bounds {
			if bound != "" {
				labels[key] = true
			}
		}
	}
	for i := range s.columns {
		c := &s.columns[i]
		if i > 0 && !labels[c.key] {
			continue
		}
		delete(labels, c.key)
		values, within := f.Labels[c.key]
		if i == 0 {
			values, within = f.Owners, true
		}
		marked, count := c.mark(values, within, f.From[c.key], f.Until[c.key])
		switch {
		case count == 0:
			return nil, false
		case count < c.values.len() || !c.complete:
			list = append(list, condition{c.codes, marked})
		}
	}
	return list, len(labels) == 0 // nobody has the others
}

// mark finds the values between bounds, and among those given where within is set.
func (c *column) mark(values []string, within bool, from, until string) (marked []bool, count int) {
	marked = make([]bool, c.values.len()+1)
	first, end := 0, c.values.len()
	if from != "" {
		first, _ = c.values.find(from)
	}
	if until != "" {
		i, is := c.values.find(until)
		if is {
			i++
		}
		end = min(end, i)
	}
	if !within {
		for i := first; i < end; i++ {
			marked[i+1] = true
		}
		return marked, max(0, end-first)
	}
	for _, value := range values {
		if i, is := c.values.find(value); is && i >= first && i < end && !marked[i+1] {
			marked[i+1] = true
			count++
		}
	}
	return marked, count
}
