package stats

import (
	"math"

	"github.com/plumbdata/plumb/internal/fault"
)

// TrainTestSplit gives the rows that scikit-learn's
// train_test_split(test_size=share, random_state=seed) gives, in its order. It
// is a fault if one of both parts would be empty.
func TrainTestSplit(n int, share float64, seed uint32) (train, test []int, err error) {
	if !(share > 0 && share < 1) || n < 2 || int(math.Ceil(float64(n)*share)) >= n {
		return nil, nil, fault.New(fault.Usage, "%d rows cannot be split with a share of %g for testing", n, share).
			WithHint("give a share between 0 and 1, such as 0.2, and more rows")
	}
	rows, k := Permutation(n, seed), int(math.Ceil(float64(n)*share))
	return rows[k:], rows[:k], nil
}

// Permutation is numpy's RandomState(seed).permutation(n).
func Permutation(n int, seed uint32) []int {
	rows, random := make([]int, n), newTwister(seed)
	for i := range rows {
		rows[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := random.upTo(uint32(i))
		rows[i], rows[j] = rows[j], rows[i]
	}
	return rows
}

// twister is the generator MT19937, on which numpy's RandomState is built.
type twister struct {
	state [624]uint32
	next  int
}

func newTwister(seed uint32) *twister {
	t := &twister{next: 624}
	t.state[0] = seed
	for i := 1; i < 624; i++ {
		before := t.state[i-1]
		t.state[i] = 1812433253*(before^before>>30) + uint32(i)
	}
	return t
}

func (t *twister) uint32() uint32 {
	if t.next == 624 {
		for i := range t.state {
			y := t.state[i]&0x80000000 | t.state[(i+1)%624]&0x7fffffff
			t.state[i] = t.state[(i+397)%624] ^ y>>1 ^ (y&1)*0x9908b0df
		}
		t.next = 0
	}
	y := t.state[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// upTo draws a number from 0 to most, both included: the bits that most needs,
// again and again until they are not above it.
func (t *twister) upTo(most uint32) uint32 {
	mask := most
	for shift := 1; shift < 32; shift *= 2 {
		mask |= mask >> shift
	}
	for {
		if v := t.uint32() & mask; v <= most {
			return v
		}
	}
}

// float64 draws from [0, 1) with 53 bits, as RandomState.random_sample does.
func (t *twister) float64() float64 {
	a, b := t.uint32()>>5, t.uint32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}
