package stats

import (
	"slices"
	"testing"
)

// Known values of numpy's RandomState and of scikit-learn's documentation.
func TestPermutation(t *testing.T) {
	if got := Permutation(10, 42); !slices.Equal(got, []int{8, 1, 5, 0, 7, 2, 9, 4, 3, 6}) {
		t.Errorf("RandomState(42).permutation(10) = %v", got)
	}
	random := newTwister(42)
	for _, want := range []float64{0.3745401188473625, 0.9507143064099162, 0.7319939418114051} {
		near(t, "RandomState(42).random_sample()", random.float64(), want, 1e-15)
	}
	if got := newTwister(5489).uint32(); got != 3499211612 {
		t.Errorf("the first number of MT19937's default seed is %d", got)
	}
	r := newTwister(5489)
	for range 9999 {
		r.uint32()
	}
	if got := r.uint32(); got != 4123659995 { // required of C++'s mt19937
		t.Errorf("the 10000th number is %d", got)
	}
}

func TestTrainTestSplit(t *testing.T) {
	train, test, err := TrainTestSplit(5, 0.33, 42)
	noError(t, err)
	if !slices.Equal(train, []int{2, 0, 3}) || !slices.Equal(test, []int{1, 4}) {
		t.Errorf("train %v, test %v", train, test)
	}
	train, test, err = TrainTestSplit(150, 0.2, 42)
	noError(t, err)
	var species []int
	for _, i := range test {
		species = append(species, i/50)
	}
	want := []int{1, 0, 2, 1, 1, 0, 1, 2, 1, 1, 2, 0, 0, 0, 0, 1, 2, 1, 1, 2, 0, 2, 0, 2, 2, 2, 2, 2, 0, 0}
	if !slices.Equal(species, want) || len(train) != 120 {
		t.Errorf("the species of iris' test rows are %v", species)
	}
	all := slices.Sorted(slices.Values(slices.Concat(train, test)))
	for i, row := range all {
		if i != row {
			t.Fatalf("row %d is missing", i)
		}
	}
	for _, share := range []float64{0, 1, -1, 0.9999} {
		_, _, err := TrainTestSplit(10, share, 0)
		wantFault(t, "share", err)
	}
	_, _, err = TrainTestSplit(1, 0.5, 0)
	wantFault(t, "one row", err)
}
