package main

import (
	"math"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/train/journal"
)

// aim is what is fitted: which samples count, and of which it is true.
type aim struct{ counts, holds func(sample) bool }

var (
	isRight   = aim{func(s sample) bool { return s.answered }, func(s sample) bool { return s.right }}
	isLacking = aim{func(s sample) bool { return len(s.evidence) > 0 }, func(s sample) bool { return !s.answerable }}
)

// fit finds the weights under which what is true, and what is not, is most probable,
// less what large weights cost. Features are brought to the same
// scale first, so that the cost is the same for all of them.
func (a aim) fit(all []sample, penalty float64) builtin.Regression {
	spread := a.moments(all)
	n := len(spread)
	beta := make([]float64, n+1) // the last is the bias
	row := make([]float64, n+1)
	const rounds = 50
	for range rounds {
		gradient, hessian := make([]float64, n+1), make([][]float64, n+1)
		for i := range hessian {
			hessian[i] = make([]float64, n+1)
		}
		for _, s := range all {
			if !a.counts(s) {
				continue
			}
			z := beta[n]
			for i, v := range s.evidence {
				row[i] = spread[i].Standard(v)
				z += beta[i] * row[i]
			}
			row[n] = 1
			p, y := sigmoid(z), 0.0
			if a.holds(s) {
				y = 1
			}
			for i, v := range row {
				gradient[i] += s.weight * (y - p) * v
				for j, w := range row {
					hessian[i][j] += s.weight * p * (1 - p) * v * w
				}
			}
		}
		for i := range n {
			gradient[i] -= penalty * beta[i]
			hessian[i][i] += penalty
		}
		hessian[n][n] += 1e-9
		step := solve(hessian, gradient)
		largest := 0.0
		for i, d := range step {
			beta[i] += d
			largest = math.Max(largest, math.Abs(d))
		}
		if largest < 1e-8 {
			break
		}
	}
	for i := range spread {
		spread[i].Weight = round(beta[i])
	}
	return builtin.Regression{Bias: round(beta[n]), Features: spread}
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// moments are the weighted mean and deviation of each feature.
func (a aim) moments(all []sample) []builtin.Weighed {
	var spread []builtin.Weighed
	for i, name := range builtin.Features() {
		total, sum, squares := 0.0, 0.0, 0.0
		for _, s := range all {
			if a.counts(s) {
				total += s.weight
				sum += s.weight * s.evidence[i]
				squares += s.weight * s.evidence[i] * s.evidence[i]
			}
		}
		mean := sum / total
		scale := math.Sqrt(max(0, squares/total-mean*mean))
		if scale < 1e-3 {
			scale = 1 // it never varies
		}
		spread = append(spread, builtin.Weighed{Name: name, Mean: round(mean), Scale: round(scale)})
	}
	return spread
}

// solve is a x = b, for a that is positive definite. Both are used up.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		best := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[best][i]) {
				best = r
			}
		}
		a[i], a[best], b[i], b[best] = a[best], a[i], b[best], b[i]
		for r := i + 1; r < n; r++ {
			f := a[r][i] / a[i][i]
			for k := i; k < n; k++ {
				a[r][k] -= f * a[i][k]
			}
			b[r] -= f * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}

// cross gives each sample that counts the probability of the fit to the other parts of
// the databases.
func (a aim) cross(all []sample, penalty float64, folds int) []float64 {
	list := make([]float64, len(all))
	for f := range folds {
		var others []sample
		for _, s := range all {
			if journal.Fold(s.database, folds) != f {
				others = append(others, s)
			}
		}
		r := a.fit(others, penalty)
		for i, s := range all {
			if a.counts(s) && journal.Fold(s.database, folds) == f {
				list[i] = r.Probability(s.evidence)
			}
		}
	}
	return list
}
