package stats

import (
	"math"
	"testing"
)

// The values that scipy tests itself with, R's for mtcars, and the example of
// Royston's paper.
func TestShapiroWilk(t *testing.T) {
	for _, c := range []struct {
		x            []float64
		w, p         float64
		digitsOfW, r float64
	}{
		{numbers("0.11 7.87 4.61 10.14 7.95 3.14 0.46 4.43 0.21 4.75 0.71 1.52 3.24 0.93 0.42 4.97 9.53 4.55 0.47 6.66"), 0.90047299861907959, 0.042089745402336121, 1e-6, 1e-4},
		{numbers("1.36 1.14 2.92 2.55 1.46 1.06 5.27 -1.11 3.48 1.10 0.88 -0.51 1.46 0.52 6.20 1.69 0.08 3.67 2.81 3.49"), 0.9590270, 0.52460, 1e-6, 1e-4},
		{numbers("0.139 0.157 0.175 0.256 0.344 0.413 0.503 0.577 0.614 0.655 0.954 1.392 1.557 1.648 1.690 1.994 2.174 2.206 3.245 3.510 3.571 4.354 4.980 6.084 8.351"), 0.83467, 0.000914, 1e-5, 1e-3},
		{cars().mpg, 0.94756, 0.1229, 1e-5, 1e-3},
		{numbers("1 2 3"), 1, 1, 1e-12, 1e-6},
	} {
		got, err := ShapiroWilk(c.x)
		noError(t, err)
		near(t, "W", got.Statistic, c.w, c.digitsOfW)
		near(t, "p", got.P, c.p, c.r)
	}
	first, second := sleep() // R, for ten values each
	for i, p := range []float64{0.4079, 0.3511, 0.7475, 0.4519, 0.5643} {
		got, err := ShapiroWilk(append([][]float64{first, second}, plantGrowth()...)[i])
		noError(t, err)
		near(t, "p of ten values", got.P, p, 2e-4)
	}
	columns, _ := iris(t)
	got, err := ShapiroWilk(columns[0]) // R: W = 0.97609, p-value = 0.01018
	noError(t, err)
	near(t, "W of iris", got.Statistic, 0.97609, 1e-5)
	near(t, "p of iris", got.P, 0.01018, 1e-3)
}

func TestMomentTests(t *testing.T) {
	var x []float64
	for range 4 {
		x = append(x, 4, 1, 0, 1, 4, 9)
	}
	got, err := DAgostinoPearson(x)
	noError(t, err)
	near(t, "K2", got.Statistic, 3.92371918, 1e-8)
	near(t, "p", got.P, 0.14059673, 1e-7)
	g1, b2 := shape(x)
	near(t, "z of skewness", skewnessZ(g1, 24), 1.98078826, 1e-8)
	near(t, "z of kurtosis", kurtosisZ(b2, 24), -0.01403734, 1e-6)
	got, err = JarqueBera([]float64{1, 2, 3, 4}) // kurtosis 1.64, skewness 0
	noError(t, err)
	near(t, "JB", got.Statistic, 4./6*1.36*1.36/4, 1e-12)
	near(t, "p", got.P, math.Exp(-got.Statistic/2), 1e-12)
}

func TestKolmogorovSmirnov(t *testing.T) {
	for _, c := range []struct{ reach, d, p float64 }{ // scipy's own tests
		{1, 0.15865525393145705, 0.95164069201518386},
		{15, 0.44435602715924361, 0.038850140086788665},
	} {
		var x []float64
		for i := range 9 {
			x = append(x, c.reach*(float64(i)/4-1))
		}
		got, err := KolmogorovSmirnov(x, 0, 1)
		noError(t, err)
		near(t, "D", got.Statistic, c.d, 1e-12)
		near(t, "p", got.P, c.p, 1e-10)
		moved, err := KolmogorovSmirnov(mapped(x, func(v float64) float64 { return 3*v + 7 }), 7, 3)
		noError(t, err)
		near(t, "D after moving", moved.Statistic, got.Statistic, 1e-12)
	}
}

func TestAndersonDarling(t *testing.T) {
	got, critical, err := AndersonDarling(numbers("0 1 1 1 1 1 1 1 1 1")) // R's nortest
	noError(t, err)
	near(t, "A²", got.Statistic, 3.208057, 1e-6)
	if !(got.P < 1e-6) {
		t.Errorf("p = %g", got.P)
	}
	// 0.752 / (1 + 0.075 + 0.0225)
	if len(critical) != 5 || critical[2] != (CriticalValue{0.05, 0.685}) {
		t.Errorf("critical values: %v", critical)
	}
	// At its own critical values, the p-value is about the level.
	for i, a := range []float64{0.561, 0.631, 0.752, 0.873, 1.035} {
		near(t, "p at a critical value", stephensP(a), critical[i].Level, 0.05)
	}
	near(t, "p at the median", stephensP(0.3399), 0.5, 0.01) // D'Agostino and Stephens' table
	near(t, "p at the third quartile", stephensP(0.470), 0.25, 0.02)
	far, _, err := AndersonDarling(append(normals(random(), 4000), 1e6))
	if err != nil || math.IsInf(far.Statistic, 0) || far.Statistic < 100 {
		t.Errorf("with a far outlier: %+v, %v", far, err)
	}
}

// Normal values are refused at the level, and others nearly always.
func TestNormalityLevels(t *testing.T) {
	r := random()
	tests := map[string]func(x []float64) (Test, error){
		"Shapiro–Wilk": ShapiroWilk, "D'Agostino–Pearson": DAgostinoPearson,
		"Anderson–Darling": func(x []float64) (Test, error) { got, _, err := AndersonDarling(x); return got, err },
	}
	p, ks := map[string][]float64{}, []float64(nil)
	refused := map[string]int{}
	const rounds = 2000
	for range rounds {
		x := normals(r, 60)
		got, err := KolmogorovSmirnov(x, 0, 1)
		noError(t, err)
		ks = append(ks, got.P)
		for name, f := range tests {
			got, err := f(x)
			noError(t, err)
			p[name] = append(p[name], got.P)
			skewed, err := f(mapped(x, math.Exp))
			noError(t, err)
			if skewed.P < 0.05 {
				refused[name]++
			}
		}
	}
	checkUniform(t, "Kolmogorov–Smirnov", ks)
	checkUniform(t, "Shapiro–Wilk", p["Shapiro–Wilk"])
	for name := range tests {
		low := 0
		for _, v := range p[name] {
			if v < 0.05 {
				low++
			}
		}
		if share := float64(low) / rounds; share < 0.035 || share > 0.068 {
			t.Errorf("%s refuses %.3f of normal samples at 0.05", name, share)
		}
		if refused[name] < rounds*95/100 {
			t.Errorf("%s refuses only %d of %d log-normal samples", name, refused[name], rounds)
		}
	}
}

func TestNormalityFaults(t *testing.T) {
	same := make([]float64, 20)
	for name, f := range map[string]func(x []float64) (Test, error){
		"Shapiro–Wilk": ShapiroWilk, "D'Agostino–Pearson": DAgostinoPearson, "Jarque–Bera": JarqueBera, "Kolmogorov–Smirnov": KolmogorovSmirnovFitted,
		"Anderson–Darling": func(x []float64) (Test, error) { got, _, err := AndersonDarling(x); return got, err },
	} {
		_, err := f(same)
		wantFault(t, name+" of a constant", err)
		_, err = f([]float64{1})
		wantFault(t, name+" of one value", err)
	}
	_, err := DAgostinoPearson(numbers("1e16 1e16 1e16 1e16 1e16 1e16 1e16 1e16 10000000000000002"))
	wantFault(t, "values that differ by rounding", err)
	_, err = ShapiroWilk(normals(random(), 5001))
	wantFault(t, "too many values", err)
	_, err = KolmogorovSmirnov([]float64{1, 2}, 0, 0)
	wantFault(t, "no deviation", err)
}
