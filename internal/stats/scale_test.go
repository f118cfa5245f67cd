package stats

import (
	"math"
	"slices"
	"testing"
)

func TestScaling(t *testing.T) {
	x := numbers("1 3 5")
	if got := MinMax(x); !slices.Equal(got, []float64{0, 0.5, 1}) {
		t.Errorf("min-max: %v", got)
	}
	if got := Standardize(x, SampleDeviation); !slices.Equal(got, []float64{-1, 0, 1}) {
		t.Errorf("by the sample deviation: %v", got)
	}
	near(t, "by the population deviation", Standardize(x, PopulationDeviation)[2], math.Sqrt(1.5), 1e-14)
	same := []float64{4, 4}
	if got := slices.Concat(MinMax(same), Standardize(same, PopulationDeviation)); !slices.Equal(got, make([]float64, 4)) {
		t.Errorf("equal values: %v", got)
	}
	logs, err := Log([]float64{1, math.E})
	noError(t, err)
	near(t, "log", logs[1], 1, 1e-15)
	plus, err := Log1p([]float64{0, math.E - 1})
	noError(t, err)
	near(t, "log1p", plus[1], 1, 1e-15)
	_, err = Log([]float64{0, 1})
	wantFault(t, "log of 0", err)
	_, err = Log1p([]float64{-1})
	wantFault(t, "log of 1 - 1", err)
}

// The examples of pandas' documentation: cut([1, 7, 5, 4, 6, 3], 3) and
// qcut(range(5), 4).
func TestBins(t *testing.T) {
	x := numbers("1 7 5 4 6 3")
	edges, err := WidthEdges(x, 3)
	noError(t, err)
	for i, want := range []float64{0.994, 3, 5, 7} {
		near(t, "border", edges[i], want, 1e-15)
	}
	if got := AssignBins(x, edges, false); !slices.Equal(got, []int{0, 2, 1, 1, 2, 0}) {
		t.Errorf("bins: %v", got)
	}
	five := numbers("0 1 2 3 4")
	edges, err = QuantileEdges(five, 4, false)
	noError(t, err)
	if !slices.Equal(edges, five) {
		t.Errorf("borders: %v", edges)
	}
	if got := AssignBins(five, edges, true); !slices.Equal(got, []int{0, 0, 1, 2, 3}) {
		t.Errorf("bins: %v", got)
	}
	if got := AssignBins([]float64{0, -1, 5}, edges, false); !slices.Equal(got, []int{-1, -1, -1}) {
		t.Errorf("outside: %v", got)
	}
	edges, err = WidthEdges([]float64{5, 5}, 2)
	noError(t, err)
	for i, want := range []float64{4.995, 5, 5.005} {
		near(t, "border around a constant", edges[i], want, 1e-15)
	}
	edges, err = QuantileEdges(numbers("1 1 1 1 2 3"), 3, true)
	noError(t, err)
	if len(edges) != 3 || edges[0] != 1 {
		t.Errorf("merged: %v", edges)
	}
	_, err = QuantileEdges(numbers("1 1 1 1 2 3"), 3, false)
	wantFault(t, "equal borders", err)
	_, err = QuantileEdges(numbers("1 1"), 2, true)
	wantFault(t, "one border", err)
	_, err = WidthEdges(nil, 3)
	wantFault(t, "no values", err)
	_, err = WidthEdges(x, 0)
	wantFault(t, "no bins", err)
}

func TestCodes(t *testing.T) {
	codes, classes := LabelCodes([]string{"b", "a", "c", "a"})
	if !slices.Equal(codes, []int{1, 0, 2, 0}) || !slices.Equal(classes, []string{"a", "b", "c"}) {
		t.Errorf("codes %v of %v", codes, classes)
	}
	if got := OneHot(codes, 3); !slices.Equal(got[0], []float64{0, 1, 0, 1}) || !slices.Equal(got[2], []float64{0, 0, 1, 0}) {
		t.Errorf("columns %v", got)
	}
}
