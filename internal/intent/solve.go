package intent

import "math"

// solve replaces b by the solution x of a·x = b, for a symmetric positive matrix
// of which the lower half is given, and which is used up (Cholesky).
func solve(a, b [][]float64) bool {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i > j {
				a[i][j] = sum / a[j][j]
			} else if a[i][i] = math.Sqrt(sum); !(a[i][i] > 0) {
				return false
			}
		}
	}
	reduce := func(i, k int, factor float64) {
		for c := range b[i] {
			b[i][c] -= factor * b[k][c]
		}
	}
	divide := func(i int) {
		for c := range b[i] {
			b[i][c] /= a[i][i]
		}
	}
	for i := range b {
		for k := range i {
			reduce(i, k, a[i][k])
		}
		divide(i)
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			reduce(i, k, a[k][i])
		}
		divide(i)
	}
	return true
}
