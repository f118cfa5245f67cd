package stats

import (
	"math"
	"slices"
	"testing"
)

func TestOutliers(t *testing.T) {
	x := numbers("1 2 3 4 5 6 7 8 9 100")
	o, err := OutliersByQuartiles(x, DefaultFenceFactor)
	noError(t, err)
	if o.Low != -3.5 || o.High != 14.5 || o.Count != 1 || !o.Mask[9] || o.Mask[8] {
		t.Errorf("by quartiles: %+v", o)
	}
	// The largest score of ten values is 9/√10 = 2.85 by the sample deviation,
	// and 3 by the population's.
	o, err = OutliersByZ(numbers("0 0 0 0 0 0 0 0 0 1"), 2.9, SampleDeviation)
	noError(t, err)
	if o.Count != 0 {
		t.Errorf("by sample z: %+v", o)
	}
	o, err = OutliersByZ(numbers("0 0 0 0 0 0 0 0 0 1"), 2.9, PopulationDeviation)
	noError(t, err)
	if o.Count != 1 || !o.Mask[9] {
		t.Errorf("by population z: %+v", o)
	}
	o, err = OutliersByMAD(x, DefaultRobustZ)
	noError(t, err)
	near(t, "robust fence", o.High, 5.5+3.5*2.5*1.482602218505602, 1e-14)
	if o.Count != 1 || !o.Mask[9] {
		t.Errorf("by median deviation: %+v", o)
	}
	o, err = OutliersByZ([]float64{0.1, 0.1, 0.1}, DefaultZ, SampleDeviation)
	if err != nil || o.Count != 0 {
		t.Errorf("equal values: %+v, %v", o, err)
	}
	_, err = OutliersByMAD(numbers("1 1 1 5"), DefaultRobustZ)
	wantFault(t, "mostly equal", err)
	_, err = OutliersByQuartiles(numbers("1 2 3"), 1.5)
	wantFault(t, "three values", err)
	_, err = OutliersByZ(numbers("1 2"), 3, SampleDeviation)
	wantFault(t, "two values", err)
}

func TestWinsorize(t *testing.T) {
	x := numbers("77 87 88 114 151 210 219 246 253 262 296 299 306 376 428 515 666 1310 2611")
	got, err := Winsorize(x, 0.2, 0.2)
	noError(t, err)
	near(t, "variance, as in scipy's test", Variance(got), 21551.4, 1e-5)
	if got[0] != 114 || got[18] != 515 || x[0] != 77 {
		t.Errorf("got %v", got)
	}
	if got := Clip([]float64{-1, 0.5, 2}, 0, 1); !slices.Equal(got, []float64{0, 0.5, 1}) {
		t.Errorf("clipped: %v", got)
	}
	_, err = Winsorize(x, 0.6, 0.6)
	wantFault(t, "all replaced", err)
	_, err = Winsorize(x, math.NaN(), 0)
	wantFault(t, "no share", err)
}
