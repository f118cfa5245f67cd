package stats

import (
	"math"
	"testing"
)

func checkTest(t *testing.T, got Test, err error, statistic, df, df2, p, tolerance float64) {
	t.Helper()
	noError(t, err)
	near(t, got.Name+": statistic", got.Statistic, statistic, tolerance)
	near(t, got.Name+": p", got.P, p, tolerance)
	if math.Abs(got.DF-df) > 0.001 || math.Abs(got.DF2-df2) > 0.001 {
		t.Errorf("%s: degrees of freedom %g and %g, want %g and %g", got.Name, got.DF, got.DF2, df, df2)
	}
}

// R's results, as its manual and textbooks print them.
func TestStudent(t *testing.T) {
	a, b := sleep()
	got, err := WelchT(a, b)
	checkTest(t, got, err, -1.8608, 17.776, 0, 0.07939, 1e-4)
	got, err = PooledT(a, b)
	checkTest(t, got, err, -1.8608, 18, 0, 0.07919, 1e-4)
	near(t, "Cohen's d", got.Effect, -1.8608*math.Sqrt(0.2), 1e-4)
	got, err = PairedT(a, b)
	checkTest(t, got, err, -4.0621, 9, 0, 0.002833, 1e-4)
	near(t, "effect of the pairs", got.Effect, -4.0621/math.Sqrt(10), 1e-4)
	c := cars()
	automatic, manual := where(c.mpg, c.am, 0), where(c.mpg, c.am, 1)
	got, err = WelchT(automatic, manual)
	checkTest(t, got, err, -3.7671, 18.332, 0, 0.001374, 3e-4)
	got, err = PooledT(automatic, manual)
	checkTest(t, got, err, -4.1061, 30, 0, 0.000285, 2e-4)
	got, err = OneSampleT([]float64{1, 2, 3}, 0) // t = 2√3, with a closed form for 2 df
	checkTest(t, got, err, 2*math.Sqrt(3), 2, 0, 1-2*math.Sqrt(3)/math.Sqrt(14), 1e-12)
}

func TestGroups(t *testing.T) {
	plants := plantGrowth()
	got, err := ANOVA(plants...)
	checkTest(t, got, err, 4.846, 2, 27, 0.01591, 2e-4)
	near(t, "eta squared", got.Effect, 3.76634/(3.76634+10.49209), 1e-5)
	got, err = Levene(plants...)
	checkTest(t, got, err, 1.1192, 2, 27, 0.3412, 1e-4)
	got, err = KruskalWallis(plants...)
	checkTest(t, got, err, 7.9882, 2, 0, 0.01842, 3e-4)
	c := cars()
	got, err = KruskalWallis(where(c.mpg, c.cyl, 4), where(c.mpg, c.cyl, 6), where(c.mpg, c.cyl, 8))
	checkTest(t, got, err, 25.746, 2, 0, 2.566e-06, 3e-4)
	got, err = ANOVA(where(c.mpg, c.cyl, 4), where(c.mpg, c.cyl, 6), where(c.mpg, c.cyl, 8))
	checkTest(t, got, err, 39.70, 2, 29, 4.98e-09, 1e-3)
	got, err = KruskalWallis(numbers("1 3 5 7 9"), numbers("2 4 6 8 10")) // scipy's example
	checkTest(t, got, err, 0.2727272727272734, 1, 0, 0.6015081344405895, 1e-12)
	near(t, "eta squared by H", got.Effect, (3./11-1)/8, 1e-12)

	two, err := ANOVA(plants[0], plants[1])
	noError(t, err)
	pooled, err := PooledT(plants[0], plants[1])
	noError(t, err)
	near(t, "F of two groups", two.Statistic, pooled.Statistic*pooled.Statistic, 1e-12)
	near(t, "p of two groups", two.P, pooled.P, 1e-11)
}

func TestMannWhitney(t *testing.T) {
	got, err := MannWhitney(numbers("19 22 16 29 24"), numbers("20 11 17 12")) // scipy's example
	checkTest(t, got, err, 17, 0, 0, 0.1111111111111111, 1e-12)
	near(t, "rank-biserial", got.Effect, 0.7, 1e-14)
	got, err = MannWhitney(numbers("0.80 0.83 1.89 1.04 1.45 1.38 1.91 1.64 0.73 1.46"), numbers("1.15 0.88 0.90 0.74 1.21")) // R's example
	checkTest(t, got, err, 35, 0, 0, 0.2544, 1e-3)
	got, err = MannWhitney(numbers("1 2 3"), numbers("4 5 6"))
	checkTest(t, got, err, 0, 0, 0, 0.1, 1e-14)

	c := cars() // R, with ties
	got, err = MannWhitney(where(c.mpg, c.am, 0), where(c.mpg, c.am, 1))
	checkTest(t, got, err, 42, 0, 0, 0.001871, 3e-4)

	// With nine values each, exact and approximate p-values are near each other.
	x, y := numbers("1 2 4 7 8 11 13 14 18"), numbers("3 5 6 9 10 12 15 16 17")
	got, err = MannWhitney(x, y)
	noError(t, err)
	near(t, "approximation", got.P, mannWhitneyExact(9, 9, int(min(got.Statistic, 81-got.Statistic))), 0.02)
	back, err := MannWhitney(y, x)
	noError(t, err)
	if back.P != got.P || math.Abs(back.Effect+got.Effect) > 2e-15 || back.Statistic+got.Statistic != 81 {
		t.Errorf("not symmetric: %+v and %+v", got, back)
	}
	near(t, "ties", tieFactor(numbers("1 1 2 3")), 1-6./60, 1e-15)
}

// Counting all ways to choose the ranks of one group gives the same.
func TestMannWhitneyExact(t *testing.T) {
	for _, size := range [][2]int{{1, 4}, {3, 5}, {4, 4}} {
		m, n := size[0], size[1]
		count, all := map[int]int{}, 0
		for set := range 1 << (m + n) {
			u, members := 0, 0
			for i := range m + n {
				if set>>i&1 == 1 {
					u += i - members
					members++
				}
			}
			if members == m {
				count[u]++
				all++
			}
		}
		below := 0
		for u := 0; u <= m*n/2; u++ {
			below += count[u]
			near(t, "exact p", mannWhitneyExact(m, n, u), math.Min(1, 2*float64(below)/float64(all)), 1e-13)
		}
	}
	near(t, "one value of a million", mannWhitneyExact(1, 1e6, 0), 2/(1e6+1), 1e-12)
}

func TestChiSquare(t *testing.T) {
	c := cars()
	count := func(x, y []float64, rows, columns []float64) [][]float64 {
		table := make([][]float64, len(rows))
		for i, r := range rows {
			for _, k := range columns {
				column := where(x, y, k)
				table[i] = append(table[i], float64(len(where(column, column, r))))
			}
		}
		return table
	}
	got, err := ChiSquare(count(c.cyl, c.am, []float64{4, 6, 8}, []float64{0, 1}), true)
	checkTest(t, got, err, 8.7407, 2, 0, 0.01265, 3e-4)
	got, err = ChiSquare(count(c.am, c.vs, []float64{0, 1}, []float64{0, 1}), true)
	checkTest(t, got, err, 0.34754, 1, 0, 0.5555, 1e-4)
	plain, err := ChiSquare(count(c.am, c.vs, []float64{0, 1}, []float64{0, 1}), false)
	checkTest(t, plain, err, 0.90688, 1, 0, 0.3409, 2e-4)
	near(t, "V", got.Effect, math.Sqrt(plain.Statistic/32), 1e-12)
	near(t, "V of a perfect relation", must(ChiSquare([][]float64{{7, 0, 0}, {0, 9, 0}, {0, 0, 4}}, true)).Effect, 1, 1e-14)
	if got := ExpectedCounts([][]float64{{10, 10, 20}, {20, 20, 20}}); got[0][0] != 12 || math.Abs(got[1][2]-24) > 1e-12 {
		t.Errorf("expected counts: %v", got)
	}

	// The z-test of two shares, squared, is the chi-square test.
	z, err := TwoProportions(30, 100, 45, 110)
	noError(t, err)
	square, err := ChiSquare([][]float64{{30, 70}, {45, 65}}, false)
	noError(t, err)
	near(t, "z squared", z.Statistic*z.Statistic, square.Statistic, 1e-12)
	near(t, "its p", z.P, square.P, 1e-10)
	near(t, "Cohen's h", must(TwoProportions(1, 2, 1, 4)).Effect, math.Pi/2-math.Pi/3, 1e-14)
}

func must(t Test, err error) Test {
	if err != nil {
		panic(err)
	}
	return t
}

func TestComparisonPValuesAreUniform(t *testing.T) {
	r := random()
	tests := map[string]func(x, y []float64) (Test, error){
		"pooled": PooledT, "Welch": WelchT, "Mann–Whitney": MannWhitney,
		"paired":  func(x, y []float64) (Test, error) { return PairedT(x, y[:len(x)]) },
		"one":     func(x, _ []float64) (Test, error) { return OneSampleT(x, 0) },
		"ANOVA":   func(x, y []float64) (Test, error) { return ANOVA(x, y[:9], y[9:]) },
		"Kruskal": func(x, y []float64) (Test, error) { return KruskalWallis(x, y) },
	}
	p := map[string][]float64{}
	for range 2000 {
		x, y := normals(r, 25), normals(r, 40)
		for name, f := range tests {
			got, err := f(x, y)
			noError(t, err)
			p[name] = append(p[name], got.P)
		}
	}
	for name := range tests {
		checkUniform(t, name, p[name])
	}
}

func TestComparisonFaults(t *testing.T) {
	same, few := []float64{2, 2, 2}, []float64{1}
	for what, f := range map[string]func() (Test, error){
		"one value":          func() (Test, error) { return OneSampleT(few, 0) },
		"constant":           func() (Test, error) { return OneSampleT(same, 0) },
		"constant groups":    func() (Test, error) { return PooledT(same, []float64{3, 3}) },
		"a group of one":     func() (Test, error) { return WelchT(few, same) },
		"unpaired":           func() (Test, error) { return PairedT(same, few) },
		"one group":          func() (Test, error) { return ANOVA(same) },
		"constant in groups": func() (Test, error) { return ANOVA(same, []float64{5, 5}) },
		"an empty group":     func() (Test, error) { return KruskalWallis(same, nil) },
		"an empty sample":    func() (Test, error) { return MannWhitney(nil, same) },
		"all the same":       func() (Test, error) { return MannWhitney(same, same) },
		"an empty row":       func() (Test, error) { return ChiSquare([][]float64{{0, 1}, {0, 1}}, true) },
		"negative counts":    func() (Test, error) { return ChiSquare([][]float64{{-1, 10}, {1, 2}}, true) },
		"one row of counts":  func() (Test, error) { return ChiSquare([][]float64{{1, 2}}, true) },
		"ragged counts":      func() (Test, error) { return ChiSquare([][]float64{{1, 2}, {1}}, true) },
		"not a share":        func() (Test, error) { return TwoProportions(3, 2, 1, 2) },
		"shares of nothing":  func() (Test, error) { return TwoProportions(0, 2, 0, 2) },
	} {
		_, err := f()
		wantFault(t, what, err)
	}
}
