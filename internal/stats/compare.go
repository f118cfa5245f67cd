package stats

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Test is the result of a test of a hypothesis. P is two-sided where the
// statistic has two sides. DF and DF2 are 0 where the distribution has none. A
// test without a common effect size has no EffectName.
type Test struct {
	Name       string
	Statistic  float64
	DF, DF2    float64
	P          float64
	Effect     float64
	EffectName string
	N          int
}

const (
	effectD   = "Cohen's d"
	effectEta = "eta squared"
)

// studentTest is a t-test of a difference with its standard error; deviation is
// the unit of the effect size.
func studentTest(name string, difference, standardError, df, deviation float64, n int) (Test, error) {
	if !(standardError > 0) {
		return Test{}, constant("a t-test")
	}
	t := difference / standardError
	return Test{Name: name, Statistic: t, DF: df, P: StudentTwoSided(t, df),
		Effect: difference / deviation, EffectName: effectD, N: n}, nil
}

// OneSampleT tests whether the mean is the given one. It needs two values that
// differ.
func OneSampleT(x []float64, mean float64) (Test, error) {
	if err := need("a t-test", 2, len(x)); err != nil {
		return Test{}, err
	}
	if Range(x) == 0 {
		return Test{}, constant("a t-test")
	}
	return studentTest("one-sample t-test", Mean(x)-mean, StandardError(x), float64(len(x)-1), StdDev(x), len(x))
}

// PairedT tests whether the mean of the differences x - y is 0. Its effect size
// is in deviations of the differences.
func PairedT(x, y []float64) (Test, error) {
	if err := pairs("a paired t-test", 2, x, y); err != nil {
		return Test{}, err
	}
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	t, err := OneSampleT(d, 0)
	t.Name = "paired t-test"
	return t, err
}

// PooledT tests whether two groups have the same mean, if their variances are
// equal (scipy's default). Each needs two values.
func PooledT(x, y []float64) (Test, error) { return twoSampleT(x, y, true) }

// WelchT tests whether two groups have the same mean; their variances may
// differ. Each needs two values.
func WelchT(x, y []float64) (Test, error) { return twoSampleT(x, y, false) }

func twoSampleT(x, y []float64, equalVariances bool) (Test, error) {
	if err := need("each group of a t-test", 2, min(len(x), len(y))); err != nil {
		return Test{}, err
	}
	if Range(x) == 0 && Range(y) == 0 {
		return Test{}, constantGroups("a t-test")
	}
	nx, ny, vx, vy := float64(len(x)), float64(len(y)), Variance(x), Variance(y)
	difference, df := Mean(x)-Mean(y), nx+ny-2
	pooled := math.Sqrt(((nx-1)*vx + (ny-1)*vy) / df)
	if equalVariances {
		return studentTest("two-sample t-test", difference, pooled*math.Sqrt(1/nx+1/ny), df, pooled, len(x)+len(y))
	}
	a, b := vx/nx, vy/ny
	df = (a + b) * (a + b) / (a*a/(nx-1) + b*b/(ny-1))
	return studentTest("Welch's t-test", difference, math.Sqrt(a+b), df, pooled, len(x)+len(y))
}

// groupsOf checks the groups of a test and returns how many values they hold.
func groupsOf(what string, groups [][]float64) (int, error) {
	if len(groups) < 2 {
		return 0, fault.New(fault.Usage, "%s compares groups, and there are fewer than two", what).
			WithHint("group by a column that has at least two values")
	}
	n := 0
	for _, g := range groups {
		if err := need("each group of "+what, 1, len(g)); err != nil {
			return 0, err
		}
		n += len(g)
	}
	return n, need(what+" of so many groups", len(groups)+1, n)
}

// ANOVA tests whether all groups have the same mean (one-way). Each needs one
// value, one of them two, and values must differ within a group.
func ANOVA(groups ...[]float64) (Test, error) {
	n, err := groupsOf("an analysis of variance", groups)
	if err != nil {
		return Test{}, err
	}
	grand := Mean(slices.Concat(groups...))
	between := sum(len(groups), func(i int) float64 {
		d := Mean(groups[i]) - grand
		return float64(len(groups[i])) * d * d
	})
	within := sum(len(groups), func(i int) float64 { return squares(groups[i]) })
	if !slices.ContainsFunc(groups, func(g []float64) bool { return Range(g) > 0 }) {
		return Test{}, constantGroups("an analysis of variance")
	}
	d1, d2 := float64(len(groups)-1), float64(n-len(groups))
	f := between / d1 / (within / d2)
	return Test{Name: "one-way ANOVA", Statistic: f, DF: d1, DF2: d2, P: FSurvival(f, d1, d2),
		Effect: between / (between + within), EffectName: effectEta, N: n}, nil
}

// Levene tests whether all groups have the same variance, by the distances from
// the median (scipy's default; also called Brown–Forsythe).
func Levene(groups ...[]float64) (Test, error) {
	d := make([][]float64, len(groups))
	for i, g := range groups {
		d[i] = distances(g, Median(g))
	}
	t, err := ANOVA(d...)
	t.Name, t.Effect, t.EffectName = "Levene's test", 0, ""
	return t, err
}

// KruskalWallis tests whether all groups have the same distribution, by ranks.
func KruskalWallis(groups ...[]float64) (Test, error) {
	count, err := groupsOf("a Kruskal–Wallis test", groups)
	if err != nil {
		return Test{}, err
	}
	all := slices.Concat(groups...)
	if Range(all) == 0 {
		return Test{}, constant("a Kruskal–Wallis test")
	}
	n, ranks, h := float64(count), Ranks(all), 0.0
	for _, g := range groups {
		r := Sum(ranks[:len(g)])
		ranks = ranks[len(g):]
		h += r * r / float64(len(g))
	}
	h = (12/(n*(n+1))*h - 3*(n+1)) / tieFactor(all)
	df := float64(len(groups) - 1)
	return Test{Name: "Kruskal–Wallis test", Statistic: h, DF: df, P: ChiSquareSurvival(h, df),
		Effect: (h - df) / (n - df - 1), EffectName: effectEta, N: count}, nil
}

// tieFactor is by how much ties reduce the variance of ranks.
func tieFactor(x []float64) float64 {
	n := float64(len(x))
	return 1 - tieSum(x, func(t float64) float64 { return t*t*t - t })/(n*n*n-n)
}

// MannWhitney tests whether two groups have the same distribution, by ranks.
// Its statistic is U of x. The p-value is exact without ties if a group has at
// most eight values, and otherwise a normal approximation with corrections for
// ties and continuity, as in scipy. A positive effect means that x is larger.
func MannWhitney(x, y []float64) (Test, error) {
	if err := need("each group of a Mann–Whitney test", 1, min(len(x), len(y))); err != nil {
		return Test{}, err
	}
	all := slices.Concat(x, y)
	if Range(all) == 0 {
		return Test{}, constant("a Mann–Whitney test")
	}
	nx, ny := float64(len(x)), float64(len(y))
	u := Sum(Ranks(all)[:len(x)]) - nx*(nx+1)/2
	t := Test{Name: "Mann–Whitney U test", Statistic: u, Effect: 2*u/(nx*ny) - 1, EffectName: "rank-biserial correlation", N: len(all)}
	low, ties := min(u, nx*ny-u), tieFactor(all)
	if ties == 1 && min(nx, ny) <= 8 {
		t.P = mannWhitneyExact(min(len(x), len(y)), max(len(x), len(y)), int(low))
		return t, nil
	}
	deviation := math.Sqrt(nx * ny * (nx + ny + 1) / 12 * ties)
	t.P = min(1, normalTwoSided(max(0, nx*ny/2-low-0.5)/deviation))
	return t, nil
}

// mannWhitneyExact is twice the probability that U of groups of m and n values
// is at most u, from the coefficients of a Gaussian binomial, with m the less.
func mannWhitneyExact(m, n, u int) float64 {
	count := make([]float64, u+1)
	count[0] = 1
	choose := 1.0
	for i := 1; i <= m; i++ {
		for k := u; k >= n+i; k-- {
			count[k] -= count[k-n-i]
		}
		for k := i; k <= u; k++ {
			count[k] += count[k-i]
		}
		choose *= float64(n+i) / float64(i)
	}
	return min(1, 2*Sum(count)/choose)
}

// ExpectedCounts is what a full table of counts would hold if rows and columns
// were independent.
func ExpectedCounts(table [][]float64) [][]float64 {
	if len(table) == 0 {
		return nil
	}
	columns, total := make([]float64, len(table[0])), 0.0
	for _, row := range table {
		addScaled(columns, 1, row)
		total += Sum(row)
	}
	expected := make([][]float64, len(table))
	for i, row := range table {
		expected[i] = make([]float64, len(columns))
		addScaled(expected[i], Sum(row)/total, columns)
	}
	return expected
}

// ChiSquare tests whether rows and columns of a table of counts are
// independent. Yates' correction, if asked for, applies to 2x2 tables (scipy's
// default). The effect size is computed without it.
func ChiSquare(table [][]float64, yates bool) (Test, error) {
	if err := checkCounts(table); err != nil {
		return Test{}, err
	}
	df := float64((len(table) - 1) * (len(table[0]) - 1))
	expected := ExpectedCounts(table)
	var plain, corrected, n float64
	for i, row := range table {
		for j, observed := range row {
			e := expected[i][j]
			if e == 0 {
				return Test{}, fault.New(fault.Usage, "a chi-square test needs a count in every row and column, and one is empty").
					WithHint("leave out categories without rows")
			}
			d := math.Abs(observed - e)
			n += observed
			plain += d * d / e
			d -= min(0.5, d)
			corrected += d * d / e
		}
	}
	t := Test{Name: "chi-square test", Statistic: plain, DF: df, N: int(n), EffectName: "Cramér's V"}
	t.Effect = math.Sqrt(plain / n / float64(min(len(table), len(table[0]))-1))
	if yates && df == 1 {
		t.Name, t.Statistic = "chi-square test with Yates' correction", corrected
	}
	t.P = ChiSquareSurvival(t.Statistic, df)
	return t, nil
}

func checkCounts(table [][]float64) error {
	if len(table) < 2 || len(table[0]) < 2 {
		return fault.New(fault.Usage, "a chi-square test needs a table of at least two rows and two columns").
			WithHint("choose two columns that each have at least two values")
	}
	for _, row := range table {
		if len(row) != len(table[0]) || slices.ContainsFunc(row, func(v float64) bool { return v < 0 }) {
			return fault.New(fault.Usage, "a chi-square test needs a full table of counts, none of them negative").
				WithHint("count rows instead of adding up values")
		}
	}
	return nil
}

// TwoProportions tests whether two shares, of k1 in n1 and of k2 in n2, are the
// same, with the pooled standard error. The effect size is Cohen's h.
func TwoProportions(k1, n1, k2, n2 int) (Test, error) {
	if n1 < 1 || n2 < 1 || k1 < 0 || k2 < 0 || k1 > n1 || k2 > n2 {
		return Test{}, fault.New(fault.Usage, "%d of %d and %d of %d are not two shares", k1, n1, k2, n2).
			WithHint("give for each group how many rows it has, and how many of them count")
	}
	if k1+k2 == 0 || k1+k2 == n1+n2 {
		return Test{}, constant("a test of two shares")
	}
	a, b := float64(n1), float64(n2)
	p1, p2, pooled := float64(k1)/a, float64(k2)/b, float64(k1+k2)/(a+b)
	z := (p1 - p2) / math.Sqrt(pooled*(1-pooled)*(1/a+1/b))
	return Test{Name: "two-proportion z-test", Statistic: z, P: normalTwoSided(z), N: n1 + n2,
		Effect: 2*math.Asin(math.Sqrt(p1)) - 2*math.Asin(math.Sqrt(p2)), EffectName: "Cohen's h"}, nil
}
