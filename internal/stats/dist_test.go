package stats

import (
	"math"
	"testing"
)

// Values of published tables, and closed forms.
func TestDistributions(t *testing.T) {
	for _, c := range []struct {
		what      string
		got, want float64
		relative  float64
	}{
		{"normal", NormalCDF(1.959963984540054), 0.975, 1e-14},
		{"normal tail", NormalCDF(-10), 7.61985302416052e-24, 1e-12},
		{"normal quantile", NormalQuantile(0.975), 1.959963984540054, 1e-14},
		{"logarithm of the tail", logNormalCDF(-36.999), logNormalCDF(-37.001) + 0.002*37.027, 1e-6},
		{"t, 1 df", StudentTwoSided(1, 1), 0.5, 1e-14},
		{"t, 2 df", StudentTwoSided(-math.Sqrt(2), 2), 1 - math.Sqrt2/2, 1e-14},
		{"t, 10 df", StudentTwoSided(2.228138851964939, 10), 0.05, 1e-10},
		{"t within", StudentWithin(0.95, 10), 2.228138851964939, 1e-9},
		{"F of 2 and 2", FSurvival(3, 2, 2), 0.25, 1e-14},
		{"F is t squared", FSurvival(5, 1, 7), StudentTwoSided(math.Sqrt(5), 7), 1e-13},
		{"chi-square, 2 df", ChiSquareSurvival(3, 2), math.Exp(-1.5), 1e-14},
		{"chi-square, 1 df", ChiSquareSurvival(3.841458820694124, 1), 0.05, 1e-12},
		{"far chi-square", ChiSquareSurvival(200, 2), math.Exp(-100), 1e-12},
		{"Kolmogorov's limit", KolmogorovLimit(1.3580986393225505), 0.05, 1e-10},
		{"Kolmogorov's limit, left", 1 - KolmogorovLimit(0.5), 0.036054756, 1e-7},
		{"Kolmogorov, n = 1", KolmogorovSurvival(0.7, 1), 0.6, 1e-14},
		{"Marsaglia, Tsang and Wang's example", 1 - KolmogorovSurvival(0.274, 10), 0.6284796154565, 1e-12},
	} {
		near(t, c.what, c.got, c.want, c.relative)
	}
	if StudentTwoSided(math.Inf(1), 3) != 0 || FSurvival(math.Inf(1), 1, 2) != 0 || FSurvival(0, 1, 2) != 1 || ChiSquareSurvival(0, 1) != 1 {
		t.Error("limits")
	}
}

// The parts of KolmogorovSurvival agree where they overlap, and the probability
// falls with the distance.
func TestKolmogorovParts(t *testing.T) {
	near(t, "limit, on both sides", KolmogorovLimit(1.1799999), KolmogorovLimit(1.1800001), 2e-6)
	for _, n := range []int{800, 1000} {
		for _, z := range []float64{0.4, 0.6, 1, 1.5, 1.9} {
			exact := 1 - durbin(z/math.Sqrt(float64(n)), n)
			if got := 1 - pelzGood(z, float64(n)); math.Abs(got-exact) > 1e-7 {
				t.Errorf("n = %d, z = %g: the expansion gives %.10f, exactly %.10f", n, z, got, exact)
			}
		}
	}
	for _, n := range []int{5, 30, 200} {
		for _, d := range []float64{0.6, 1.99 / math.Sqrt(float64(n)), 2.2 / math.Sqrt(float64(n))} {
			if d < 1 {
				if exact, got := 1-durbin(d, n), 2*smirnov(d, n); math.Abs(got-exact) > 1e-10 {
					t.Errorf("n = %d, d = %g: one side twice gives %g, exactly %g", n, d, got, exact)
				}
			}
		}
		last := 1.0
		for d := 0.001; d < 1; d += 0.001 {
			p := KolmogorovSurvival(d, n)
			if !(p <= last+1e-12) {
				t.Fatalf("n = %d: the probability rises at %g from %g to %g", n, d, last, p)
			}
			last = p
		}
	}
}
