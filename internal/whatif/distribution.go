package whatif

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// twoSided is the probability that Student's t with df degrees of freedom is
// at least as far from zero as t.
func twoSided(t, df float64) float64 {
	if math.IsInf(t, 0) {
		return 0
	}
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// studentQuantile is the t that a share of cases lies within, on both sides.
func studentQuantile(share, df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 1-share)
	return math.Sqrt(df * (1 - x) / x)
}

// normalQuantile is the inverse of the normal distribution function.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// normalWithin is how many standard deviations a share of cases lies within.
func normalWithin(share float64) float64 { return normalQuantile((1 + share) / 2) }
