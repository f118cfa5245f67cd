package stats

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// MaxShapiroWilk is up to how many values Royston fitted the p-value.
const MaxShapiroWilk = 5000

// normality checks the input of a normality test.
func normality(what string, least int, x []float64) error {
	if err := need(what, least, len(x)); err != nil {
		return err
	}
	if math.IsNaN(Skewness(x)) { // they differ by rounding at most
		return constant(what)
	}
	return nil
}

// poly is the polynomial in x with the given coefficients, the constant first.
func poly(x float64, coefficients ...float64) float64 {
	v := 0.0
	for _, c := range slices.Backward(coefficients) {
		v = v*x + c
	}
	return v
}

// ShapiroWilk tests normality by Royston's algorithm AS R94, as scipy and R do.
// It takes 3 to 5000 values.
func ShapiroWilk(x []float64) (Test, error) {
	if err := normality("a Shapiro–Wilk test", 3, x); err != nil {
		return Test{}, err
	}
	if len(x) > MaxShapiroWilk {
		return Test{}, fault.New(fault.Usage, "a Shapiro–Wilk test takes at most %d values, because its p-value is not known for more; there are %d", MaxShapiroWilk, len(x)).
			WithHint("use the D'Agostino–Pearson test, or a sample of the rows")
	}
	s := slices.Sorted(slices.Values(x))
	a, m, scale := shapiroWeights(len(s)), Mean(s), Range(s)
	var ssa, ssx, sax float64
	for i := range s {
		d := (s[i] - m) / scale
		ssa, ssx, sax = ssa+a[i]*a[i], ssx+d*d, sax+a[i]*d
	}
	root := math.Sqrt(ssa * ssx)
	rest := math.Max(0, (root-sax)*(root+sax)/(ssa*ssx)) // 1 - W, without cancellation
	return Test{Name: "Shapiro–Wilk test", Statistic: 1 - rest, P: shapiroP(rest, len(s)), N: len(s)}, nil
}

// shapiroWeights approximates the weights of the order statistics.
func shapiroWeights(n int) []float64 {
	a := make([]float64, n)
	if n == 3 {
		a[0], a[2] = -math.Sqrt(0.5), math.Sqrt(0.5)
		return a
	}
	m, squared := make([]float64, n), 0.0
	for i := range n {
		m[i] = NormalQuantile((float64(i) + 0.625) / (float64(n) + 0.25))
		squared += m[i] * m[i]
	}
	u, last := 1/math.Sqrt(float64(n)), n-1
	a[last] = m[last]/math.Sqrt(squared) + poly(u, 0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056)
	rest, weight, ends := squared-2*m[last]*m[last], 1-2*a[last]*a[last], 1
	if n > 5 {
		a[last-1] = m[last-1]/math.Sqrt(squared) + poly(u, 0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
		rest, weight, ends = rest-2*m[last-1]*m[last-1], weight-2*a[last-1]*a[last-1], 2
	}
	for i := ends; i < n-ends; i++ {
		a[i] = m[i] / math.Sqrt(rest/weight)
	}
	for i := range ends {
		a[i] = -a[last-i]
	}
	return a
}

// shapiroP is the p-value, where rest is 1 - W.
func shapiroP(rest float64, count int) float64 {
	n := float64(count)
	if count == 3 {
		return math.Max(0, 6/math.Pi*(math.Asin(math.Sqrt(1-rest))-math.Asin(math.Sqrt(0.75))))
	}
	y, l := math.Log(rest), math.Log(n)
	if count > 11 {
		m := poly(l, -1.5861, -0.31082, -0.083751, 0.0038915)
		return NormalCDF((m - y) / math.Exp(poly(l, -0.4803, -0.082676, 0.0030302)))
	}
	gamma := poly(n, -2.273, 0.459)
	if y >= gamma {
		return 0
	}
	m := poly(n, 0.544, -0.39978, 0.025054, -0.0006714)
	return NormalCDF((m + math.Log(gamma-y)) / math.Exp(poly(n, 1.3822, -0.77857, 0.062767, -0.0020322)))
}

// DAgostinoPearson tests normality by skewness and kurtosis together (scipy's
// normaltest). It needs eight values; from 20 on its p-value is good.
func DAgostinoPearson(x []float64) (Test, error) {
	if err := normality("a D'Agostino–Pearson test", 8, x); err != nil {
		return Test{}, err
	}
	n := float64(len(x))
	g1, b2 := shape(x)
	zs, zk := skewnessZ(g1, n), kurtosisZ(b2, n)
	k2 := zs*zs + zk*zk
	return Test{Name: "D'Agostino–Pearson test", Statistic: k2, DF: 2, P: ChiSquareSurvival(k2, 2), N: len(x)}, nil
}

// skewnessZ transforms the skewness of n normal values to a normal score.
func skewnessZ(g1, n float64) float64 {
	y := g1 * math.Sqrt((n+1)*(n+3)/(6*(n-2)))
	beta := 3 * (n*n + 27*n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
	w2 := math.Sqrt(2*(beta-1)) - 1
	return math.Asinh(y*math.Sqrt((w2-1)/2)) / math.Sqrt(math.Log(w2)/2)
}

// kurtosisZ transforms the kurtosis of n normal values to a normal score, as
// Anscombe and Glynn do.
func kurtosisZ(b2, n float64) float64 {
	expected := 3 * (n - 1) / (n + 1)
	variance := 24 * n * (n - 2) * (n - 3) / ((n + 1) * (n + 1) * (n + 3) * (n + 5))
	x := (b2 - expected) / math.Sqrt(variance)
	beta := 6 * (n*n - 5*n + 2) / ((n + 7) * (n + 9)) * math.Sqrt(6*(n+3)*(n+5)/(n*(n-2)*(n-3)))
	a := 6 + 8/beta*(2/beta+math.Sqrt(1+4/(beta*beta)))
	return (1 - 2/(9*a) - math.Cbrt((1-2/a)/(1+x*math.Sqrt(2/(a-4))))) / math.Sqrt(2/(9*a))
}

// JarqueBera tests normality by skewness and kurtosis. Its p-value is good for
// large samples only (scipy warns below 2000). It needs two values.
func JarqueBera(x []float64) (Test, error) {
	if err := normality("a Jarque–Bera test", 2, x); err != nil {
		return Test{}, err
	}
	s, k := Skewness(x), Kurtosis(x)
	jb := float64(len(x)) / 6 * (s*s + k*k/4)
	return Test{Name: "Jarque–Bera test", Statistic: jb, DF: 2, P: ChiSquareSurvival(jb, 2), N: len(x)}, nil
}

// KolmogorovSmirnov tests whether values come from the normal distribution with
// the given mean and deviation (scipy's kstest, two-sided and exact).
func KolmogorovSmirnov(x []float64, mean, deviation float64) (Test, error) {
	if err := need("a Kolmogorov–Smirnov test", 1, len(x)); err != nil {
		return Test{}, err
	}
	if !(deviation > 0) {
		return Test{}, constant("a Kolmogorov–Smirnov test")
	}
	n, d := float64(len(x)), 0.0
	for i, v := range slices.Sorted(slices.Values(x)) {
		p := NormalCDF((v - mean) / deviation)
		d = max(d, p-float64(i)/n, float64(i+1)/n-p)
	}
	return Test{Name: "Kolmogorov–Smirnov test", Statistic: d, P: KolmogorovSurvival(d, len(x)), N: len(x)}, nil
}

// KolmogorovSmirnovFitted is KolmogorovSmirnov with the mean and the sample
// deviation of the values themselves. Its p-value is too large, because it
// does not account for the fit: it is what people get who pass both to kstest.
func KolmogorovSmirnovFitted(x []float64) (Test, error) {
	if err := normality("a Kolmogorov–Smirnov test", 2, x); err != nil {
		return Test{}, err
	}
	return KolmogorovSmirnov(x, Mean(x), StdDev(x))
}

// CriticalValue is the statistic above which a test is significant at a level.
type CriticalValue struct{ Level, Value float64 }

// AndersonDarling tests normality, with mean and deviation fitted. The critical
// values are scipy's, for levels from 15% to 1%. The p-value is by Stephens'
// formula. It needs eight values, which that formula is made for.
func AndersonDarling(x []float64) (Test, []CriticalValue, error) {
	if err := normality("an Anderson–Darling test", 8, x); err != nil {
		return Test{}, nil, err
	}
	s, m, deviation, n := slices.Sorted(slices.Values(x)), Mean(x), StdDev(x), float64(len(x))
	a2 := -n - sum(len(s), func(i int) float64 {
		z, opposite := (s[i]-m)/deviation, (s[len(s)-1-i]-m)/deviation
		return float64(2*i+1) / n * (logNormalCDF(z) + logNormalCDF(-opposite))
	})
	factor := 1 + 0.75/n + 2.25/n/n
	var critical []CriticalValue
	for i, v := range []float64{0.561, 0.631, 0.752, 0.873, 1.035} {
		level := []float64{0.15, 0.10, 0.05, 0.025, 0.01}[i]
		critical = append(critical, CriticalValue{level, math.Round(v/factor*1000) / 1000})
	}
	return Test{Name: "Anderson–Darling test", Statistic: a2, P: stephensP(a2 * factor), N: len(x)}, critical, nil
}

func stephensP(a float64) float64 {
	switch {
	case a < 0.2:
		return 1 - math.Exp(poly(a, -13.436, 101.14, -223.73))
	case a < 0.34:
		return 1 - math.Exp(poly(a, -8.318, 42.796, -59.938))
	case a < 0.6:
		return math.Exp(poly(a, 0.9177, -4.279, -1.38))
	}
	return math.Exp(poly(math.Min(a, 10), 1.2937, -5.709, 0.0186))
}
