package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"github.com/plumbdata/plumb/internal/fault"
)

// Correlation is a coefficient between -1 and 1 with the two-sided p-value of
// the hypothesis that the columns are unrelated.
type Correlation struct {
	R, P float64
	N    int
}

// pairs returns a fault unless x and y are columns of the same at least n rows.
func pairs(what string, n int, x, y []float64) error {
	if len(x) != len(y) {
		return fault.New(fault.Usage, "%s needs pairs of values; one column has %d and the other %d", what, len(x), len(y)).
			WithHint("use rows in which both columns have a value")
	}
	return need(what, n, len(x))
}

// Covariance is the sample covariance, with n-1 in the denominator. It is NaN
// of fewer than two pairs and if the lengths differ.
func Covariance(x, y []float64) float64 {
	if len(x) != len(y) || len(x) < 2 {
		return math.NaN()
	}
	return products(x, y) / float64(len(x)-1)
}

// PopulationCovariance has n in the denominator. It is NaN of no pairs and if
// the lengths differ.
func PopulationCovariance(x, y []float64) float64 {
	if len(x) != len(y) {
		return math.NaN()
	}
	return products(x, y) / float64(len(x))
}

func products(x, y []float64) float64 {
	mx, my := Mean(x), Mean(y)
	return sum(len(x), func(i int) float64 { return (x[i] - mx) * (y[i] - my) })
}

// Pearson is the product-moment correlation. It needs three pairs, and values
// that differ in both columns.
func Pearson(x, y []float64) (Correlation, error) {
	if err := pairs("a correlation", 3, x, y); err != nil {
		return Correlation{}, err
	}
	if Range(x) == 0 || Range(y) == 0 {
		return Correlation{}, constant("a correlation")
	}
	r := clamp(products(x, y)/math.Sqrt(squares(x))/math.Sqrt(squares(y)), -1, 1)
	return Correlation{R: r, P: correlationP(r, len(x)), N: len(x)}, nil
}

// correlationP is the p-value of r by Student's t with n-2 degrees of freedom.
func correlationP(r float64, n int) float64 {
	return mathext.RegIncBeta(float64(n-2)/2, 0.5, (1-r)*(1+r))
}

// Spearman is the correlation of the ranks, ties having average ranks.
func Spearman(x, y []float64) (Correlation, error) { return Pearson(Ranks(x), Ranks(y)) }

// Ranks are the positions of values in ascending order, from 1; equal values
// share the average of theirs.
func Ranks(x []float64) []float64 {
	ranks := make([]float64, len(x))
	eachTie(x, func(rows []int, before int) {
		for _, i := range rows {
			ranks[i] = float64(before) + float64(len(rows)+1)/2
		}
	})
	return ranks
}

// orderBy is the order of the first n whole numbers by compare.
func orderBy(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, compare)
	return order
}

// eachTie calls f with the rows of each distinct value, in ascending order of
// values, and with how many rows have smaller values.
func eachTie(x []float64, f func(rows []int, before int)) {
	order := orderBy(len(x), func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	for from, to := 0, 0; from < len(order); from = to {
		for to = from; to < len(order) && x[order[to]] == x[order[from]]; to++ {
		}
		f(order[from:to], from)
	}
}

// tieSum adds f of the size of each group of equal values.
func tieSum(x []float64, f func(t float64) float64) float64 {
	total := 0.0
	eachTie(x, func(rows []int, _ int) { total += f(float64(len(rows))) })
	return total
}

// KendallTauB is Kendall's rank correlation, corrected for ties. Its p-value is
// exact for at most 33 pairs without ties, and by a normal approximation
// otherwise, as in scipy.
func KendallTauB(x, y []float64) (Correlation, error) {
	if err := pairs("a correlation", 3, x, y); err != nil {
		return Correlation{}, err
	}
	if Range(x) == 0 || Range(y) == 0 {
		return Correlation{}, constant("a correlation")
	}
	n := float64(len(x))
	tied := func(t float64) float64 { return t * (t - 1) / 2 }
	all, tx, ty := tied(n), tieSum(x, tied), tieSum(y, tied)
	order := orderBy(len(x), func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b])) })
	sorted, both, run := make([]float64, len(x)), 0.0, 0.0
	for i, row := range order {
		sorted[i] = y[row]
		run++
		if i == 0 || x[row] != x[order[i-1]] || y[row] != y[order[i-1]] {
			run = 1
		}
		both += run - 1
	}
	discordant := inversions(sorted, make([]float64, len(sorted)))
	concordant := all - tx - ty + both - discordant
	tau := clamp((concordant-discordant)/math.Sqrt(all-tx)/math.Sqrt(all-ty), -1, 1)
	c := Correlation{R: tau, N: len(x)}
	if least := min(concordant, discordant); tx == 0 && ty == 0 && (n <= 33 || least <= 1) {
		c.P = kendallExact(len(x), int(least))
		return c, nil
	}
	m := n * (n - 1)
	v0 := func(t float64) float64 { return t * (t - 1) * (t - 2) }
	v1 := func(t float64) float64 { return t * (t - 1) * (2*t + 5) }
	variance := (m*(2*n+5)-tieSum(x, v1)-tieSum(y, v1))/18 + 2*tx*ty/m + tieSum(x, v0)*tieSum(y, v0)/(9*m*(n-2))
	c.P = normalTwoSided((concordant - discordant) / math.Sqrt(variance))
	return c, nil
}

// inversions sorts x by merging and counts the pairs that were out of order.
func inversions(x, buffer []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	half := len(x) / 2
	count := inversions(x[:half], buffer) + inversions(x[half:], buffer)
	left := append(buffer[:0], x[:half]...)
	right := x[half:]
	for k := range x {
		switch {
		case len(left) == 0:
			return count
		case len(right) > 0 && right[0] < left[0]:
			count += float64(len(left))
			x[k], right = right[0], right[1:]
		default:
			x[k], left = left[0], left[1:]
		}
	}
	return count
}

// kendallExact is the two-sided probability that a random order of n values has
// at most c inversions, or at most c pairs in order.
func kendallExact(n, c int) float64 {
	if 2*c == n*(n-1)/2 {
		return 1
	}
	share := make([]float64, c+1) // of the orders of j values that have k inversions
	share[0] = 1
	for j := 2; j <= n; j++ {
		for k := c; k >= 0; k-- {
			s := 0.0
			for i := max(0, k-j+1); i <= k; i++ {
				s += share[i]
			}
			share[k] = s / float64(j)
		}
	}
	return min(1, 2*Sum(share))
}

// AdjustBH adjusts p-values for their number by Benjamini and Hochberg's
// method, which bounds the share of false discoveries. Their order is kept.
func AdjustBH(p []float64) []float64 {
	order := orderBy(len(p), func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	adjusted, least := make([]float64, len(p)), 1.0
	for k, i := range order {
		least = min(least, p[i]*float64(len(p))/float64(len(p)-k))
		adjusted[i] = least
	}
	return adjusted
}
