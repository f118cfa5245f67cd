package stats

import (
	"math"
	"slices"
	"testing"
)

func TestAnscombe(t *testing.T) {
	x := numbers("10 8 13 9 11 14 6 4 12 7 5")
	for i, c := range []struct {
		x, y []float64
		r    float64
	}{
		{x, numbers("8.04 6.95 7.58 8.81 8.33 9.96 7.24 4.26 10.84 4.82 5.68"), 0.816420516344843},
		{x, numbers("9.14 8.14 8.74 8.77 9.26 8.10 6.13 3.10 9.13 7.26 4.74"), 0.816236506},
		{x, numbers("7.46 6.77 12.74 7.11 7.81 8.84 6.08 5.39 8.15 6.42 5.73"), 0.816286739},
		{numbers("8 8 8 8 8 8 8 19 8 8 8"), numbers("6.58 5.76 7.71 8.84 8.47 7.04 5.25 12.50 5.56 7.91 6.89"), 0.816521437},
	} {
		got, err := Pearson(c.x, c.y)
		noError(t, err)
		near(t, "r", got.R, c.r, 1e-8)
		near(t, "p", got.P, 0.00217, 0.01)
		l, err := FitLinear([][]float64{c.x}, c.y)
		noError(t, err)
		if math.Abs(l.Coefficients[0].Value-0.5) > 0.001 || math.Abs(l.Intercept.Value-3) > 0.003 || math.Abs(l.Fit.R2-c.r*c.r) > 1e-8 || math.Abs(l.P-got.P) > 1e-12 {
			t.Errorf("set %d: %+v", i+1, l)
		}
	}
}

// R's results for mtcars.
func TestCorrelationsOfCars(t *testing.T) {
	c := cars()
	r, err := Pearson(c.mpg, c.wt)
	noError(t, err)
	near(t, "Pearson", r.R, -0.8676594, 1e-7)
	near(t, "its p", r.P, 1.294e-10, 1e-3)
	r, err = Spearman(c.mpg, c.wt)
	noError(t, err)
	near(t, "Spearman", r.R, -0.886422, 1e-6)
	near(t, "its p", r.P, 1.488e-11, 1e-3)
	r, err = KendallTauB(c.mpg, c.wt)
	noError(t, err)
	near(t, "Kendall", r.R, -0.7278321, 1e-6)
	near(t, "its p", r.P, 6.706e-09, 1e-3)
	near(t, "covariance", Covariance(c.mpg, c.wt), -5.116685, 1e-6)
	near(t, "population covariance", PopulationCovariance(c.mpg, c.wt), -5.116685*31/32, 1e-6)
}

// The values that scipy tests itself with.
func TestRankCorrelations(t *testing.T) {
	up := numbers("0 1 2 3 4 5 6 7 8 9")
	for _, c := range []struct {
		x, y   []float64
		tau, p float64
	}{
		{numbers("12 2 1 12 2"), numbers("1 4 7 1 0"), -0.47140452079103173, 0.2827454599327748},
		{numbers("0 0 0 0 20 20 0 60 0 20 10 10 0 40 0 20 0 0 0 0"), numbers("0 80 80 80 10 33 60 0 67 27 25 80 80 80 80 80 80 0 10 45"), -0.1585188, 0.4128009},
		{up, up, 1, 5.511463844797e-07},
		{up, numbers("0 2 1 3 4 5 6 7 8 9"), 0.9555555555555556, 5.511463844797e-06},
		{up, numbers("0 2 1 3 4 6 5 7 8 9"), 0.9111111111111111, 2.976190476190e-05},
		{up, numbers("9 8 7 6 5 4 3 2 1 0"), -1, 5.511463844797e-07},
	} {
		got, err := KendallTauB(c.x, c.y)
		noError(t, err)
		near(t, "tau", got.R, c.tau, 3e-7)
		near(t, "p", got.P, c.p, 3e-7)
	}
	x := numbers("2.0 47.4 42.0 10.8 60.1 1.7 64.0 63.1 1.0 1.4 7.9 0.3 3.9 0.3 6.7")
	y := numbers("22.6 8.3 44.4 11.9 24.6 0.6 5.7 41.6 0.0 0.6 6.7 3.8 1.0 1.2 1.4")
	got, err := Spearman(x, y)
	noError(t, err)
	near(t, "rho", got.R, 0.6887299, 1e-7)
	got, err = Pearson(numbers("-1 0 1"), numbers("0 0 3"))
	noError(t, err)
	near(t, "r", got.R, math.Sqrt(3)/2, 1e-14)
	near(t, "p", got.P, 1./3, 1e-13)
}

// A quadratic count of pairs gives the same as the fast one.
func TestKendallCounts(t *testing.T) {
	r := random()
	for range 200 {
		x, y := make([]float64, 3+r.IntN(40)), []float64(nil)
		for i := range x {
			x[i] = float64(r.IntN(8))
			y = append(y, float64(r.IntN(8)))
		}
		var s, tx, ty float64
		for i := range x {
			for j := range i {
				dx, dy := sign(x[i]-x[j]), sign(y[i]-y[j])
				s, tx, ty = s+dx*dy, tx+dx*dx, ty+dy*dy
			}
		}
		if got, err := KendallTauB(x, y); err == nil {
			near(t, "tau", got.R+10, s/math.Sqrt(tx*ty)+10, 1e-13)
		}
	}
}

func sign(v float64) float64 {
	if v == 0 {
		return 0
	}
	return math.Copysign(1, v)
}

func TestRanks(t *testing.T) {
	if got := Ranks(numbers("10 20 10 5 20 20")); !slices.Equal(got, numbers("2.5 5 2.5 1 5 5")) {
		t.Errorf("ranks: %v", got)
	}
}

// R's p.adjust(c(0.01, 0.04, 0.03, 0.5), "BH"), which is also done by hand.
func TestAdjustBH(t *testing.T) {
	got, want := AdjustBH([]float64{0.01, 0.04, 0.03, 0.5}), []float64{0.04, 0.16 / 3, 0.16 / 3, 0.5}
	for i := range want {
		near(t, "p", got[i], want[i], 1e-14)
	}
	if got := AdjustBH([]float64{0.9, 0.95}); got[0] != 0.95 || got[1] != 0.95 {
		t.Errorf("got %v", got)
	}
}

func TestCorrelationPValuesAreUniform(t *testing.T) {
	r := random()
	p := map[string][]float64{}
	for range 2000 {
		x, y := normals(r, 40), normals(r, 40)
		for name, f := range map[string]func(x, y []float64) (Correlation, error){"Pearson": Pearson, "Spearman": Spearman, "Kendall": KendallTauB} {
			c, err := f(x, y)
			noError(t, err)
			p[name] = append(p[name], c.P)
		}
	}
	checkUniform(t, "Pearson", p["Pearson"])
	checkUniform(t, "Spearman", p["Spearman"])
	checkUniform(t, "Kendall", p["Kendall"])
}

func TestCorrelationFaults(t *testing.T) {
	for name, f := range map[string]func(x, y []float64) (Correlation, error){"Pearson": Pearson, "Spearman": Spearman, "Kendall": KendallTauB} {
		_, err := f([]float64{1, 2}, []float64{1, 2})
		wantFault(t, name+" of two pairs", err)
		_, err = f([]float64{1, 2, 3}, []float64{1, 2})
		wantFault(t, name+" of different lengths", err)
		_, err = f([]float64{1, 2, 3}, []float64{5, 5, 5})
		wantFault(t, name+" of a constant", err)
	}
}
