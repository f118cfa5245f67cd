package whatif

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// points are n pairs with a slope and noise, from a seed.
func points(seed uint64, n int) (x, y []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	slope, noise := r.NormFloat64()*3, math.Exp(r.NormFloat64())
	for i := range n {
		x = append(x, float64(i)+r.Float64()/2)
		y = append(y, 50+slope*x[i]+noise*r.NormFloat64())
	}
	return x, y
}

func mapped(v []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = f(v[i])
	}
	return out
}

// Moving or stretching the figures moves or stretches the line with them.
func TestLineFollowsShiftAndScale(t *testing.T) {
	for seed := range uint64(200) {
		x, y := points(seed, 5+int(seed%40))
		l := fitLine(x, y)
		k, by := 7.5, 1e4
		m := fitLine(mapped(x, func(v float64) float64 { return v - 300 }), mapped(y, func(v float64) float64 { return k*v + by }))
		near(t, "slope", m.slope, k*l.slope, 1e-8)
		near(t, "R²", m.rSquared(), l.rSquared(), 1e-8)
		near(t, "p", m.slopeP(), l.slopeP(), 1e-6)
		near(t, "standard error", m.standardError(), k*l.standardError(), 1e-8)
		at := x[len(x)-1] + 4
		near(t, "forecast", m.at(at-300), k*l.at(at)+by, 1e-9)
		q := l.quantile(level)
		near(t, "margin", m.margin(at-300, m.quantile(level)), k*l.margin(at, q), 1e-8)
		if l.margin(at, q) <= l.margin(l.meanX, q) || l.quantile(0.99) <= q {
			t.Errorf("seed %d: a band must widen with distance and with its share", seed)
		}
	}
}

// The normal equations, solved with numbers of 300 bits, are a second way to
// the same line.
func TestLineAgainstNormalEquations(t *testing.T) {
	number := func(f float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(f) }
	times := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Mul(a, b) }
	minus := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Sub(a, b) }
	over := func(a, b *big.Float) float64 {
		f, _ := new(big.Float).SetPrec(300).Quo(a, b).Float64()
		return f
	}
	for seed := range uint64(100) {
		x, y := points(seed, 4+int(seed))
		x = mapped(x, func(v float64) float64 { return v + 20_000 }) // as days since 1970 are
		n, sx, sy, sxx, sxy, syy := number(float64(len(x))), number(0), number(0), number(0), number(0), number(0)
		for i := range x {
			a, b := number(x[i]), number(y[i])
			sx.Add(sx, a)
			sy.Add(sy, b)
			sxx.Add(sxx, times(a, a))
			sxy.Add(sxy, times(a, b))
			syy.Add(syy, times(b, b))
		}
		cross, along, up := minus(times(n, sxy), times(sx, sy)), minus(times(n, sxx), times(sx, sx)), minus(times(n, syy), times(sy, sy))
		l := fitLine(x, y)
		near(t, "slope", l.slope, over(cross, along), 1e-10)
		near(t, "intercept", l.intercept, over(minus(times(sy, sxx), times(sx, sxy)), along), 1e-9)
		near(t, "R²", l.rSquared(), over(times(cross, cross), times(along, up)), 1e-9)
		near(t, "r", pearson(x, y, false).r, over(cross, new(big.Float).Sqrt(times(along, up))), 1e-10)
	}
}

// A correlation does not depend on order, units or which figure comes first;
// ranks do not even depend on the shape of a rising curve.
func TestCorrelationInvariance(t *testing.T) {
	for seed := range uint64(100) {
		x, y := points(seed, 6+int(seed%30))
		y = mapped(y, func(v float64) float64 { return math.Round(v / 5) }) // with ties
		if slices.Min(y) == slices.Max(y) {
			continue
		}
		c := pearson(x, y, false)
		for name, d := range map[string]coefficient{
			"swapped":   pearson(y, x, false),
			"stretched": pearson(mapped(x, func(v float64) float64 { return 1e3*v - 7 }), y, false),
		} {
			near(t, name, d.r, c.r, 1e-9)
			near(t, name+" lower", d.lower, c.lower, 1e-7)
		}
		near(t, "mirrored", pearson(x, mapped(y, func(v float64) float64 { return -v }), false).r, -c.r, 1e-9)
		if c.lower > c.r || c.upper < c.r || c.lower < -1 || c.upper > 1 || c.p < 0 || c.p > 1 {
			t.Errorf("seed %d: %+v", seed, c)
		}
		ranked := pearson(ranks(x), ranks(y), true).r
		curved := mapped(y, func(v float64) float64 { return math.Exp(v / 100) })
		near(t, "ranks of a curve", pearson(ranks(x), ranks(curved), true).r, ranked, 1e-12)
	}
}

// Scaling a series scales its seasonal forecast; shifting it shifts an
// additive one.
func TestSmoothingFollowsShiftAndScale(t *testing.T) {
	same := func(what string, a, b smoother, f func(float64) float64) {
		t.Helper()
		for k := 1; k <= 24; k++ {
			near(t, what, b.forecast(k), f(a.forecast(k)), 1e-6)
		}
	}
	for _, multiplicative := range []bool{false, true} {
		a, _ := fitSmoother(passengers, 12, multiplicative)
		b, _ := fitSmoother(mapped(passengers, func(v float64) float64 { return 8 * v }), 12, multiplicative)
		same("scaled", a, b, func(v float64) float64 { return 8 * v })
	}
	a := smooth(passengers, 12, false, startOf(passengers, 12, false), [3]float64{0.3, 0.1, 0.5})
	moved := mapped(passengers, func(v float64) float64 { return v - 1000 })
	b := smooth(moved, 12, false, startOf(moved, 12, false), [3]float64{0.3, 0.1, 0.5})
	same("shifted", a, b, func(v float64) float64 { return v - 1000 })
}

// What repeats exactly is forecast exactly, and a trend on top is kept.
func TestSmoothingOfAPureSeason(t *testing.T) {
	var y []float64
	season := []float64{5, -3, 2, -4}
	for i := range 24 {
		y = append(y, 100+2*float64(i)+season[i%4])
	}
	h, ok := fitSmoother(y, 4, false)
	if !ok {
		t.Fatal("no fit")
	}
	for k := 1; k <= 8; k++ {
		near(t, "forecast", h.forecast(k), 100+2*float64(23+k)+season[(23+k)%4], 1e-9)
	}
	if s := seasonStrength(y, 4); s < 0.999 {
		t.Errorf("the strength of a pure season is %v", s)
	}
}

// The bootstrap of a walk has the mean and spread that theory gives it.
func TestSimulationAgainstTheory(t *testing.T) {
	w := walk{last: 100, changes: []float64{-2, -1, 0, 1, 4, 4}}
	for _, normal := range []bool{false, true} {
		const runs, n = 40_000, 9
		futures := w.simulate(dice{rand.NewPCG(3, stream)}, runs, n, normal)
		centre, spread := mean(w.changes), deviation(w.changes)
		if !normal {
			spread *= math.Sqrt(5.0 / 6) // draws know no sample
		}
		for k := range n {
			steps := float64(k + 1)
			off := 4 * spread * math.Sqrt(steps/runs)
			if m := mean(futures[k]); math.Abs(m-100-steps*centre) > off {
				t.Errorf("mean after %v steps is %v", steps, m)
			}
			near(t, "spread", deviation(futures[k]), spread*math.Sqrt(steps), 0.03)
			if !slices.IsSorted(futures[k]) {
				t.Error("futures must be sorted")
			}
		}
	}
}

// A seed's first numbers, so that a change of the generator does not go
// unseen.
func TestSeedGivesTheSameDraws(t *testing.T) {
	d := dice{rand.NewPCG(42, stream)}
	var got []int
	for range 8 {
		got = append(got, d.below(100))
	}
	if want := []int{33, 87, 8, 7, 70, 97, 16, 88}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	near(t, "normal", d.normal(), -0.2601503721292904, 1e-12)
}

func TestPercentile(t *testing.T) {
	v := []float64{1, 2, 3, 4, 5}
	for p, want := range map[float64]float64{0: 1, 0.25: 2, 0.5: 3, 0.95: 4.8, 1: 5} {
		near(t, "percentile", percentile(v, p), want, 1e-12)
	}
}
