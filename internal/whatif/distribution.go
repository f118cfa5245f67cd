package whatif

import "math"

// incompleteBeta is the regularised incomplete beta function I_x(a, b), by its
// continued fraction on the side where that converges fast.
func incompleteBeta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab - la - lb + a*math.Log(x) + b*math.Log1p(-x))
	if x < (a+1)/(a+b+2) {
		return front * betaFraction(x, a, b) / a
	}
	return 1 - front*betaFraction(1-x, b, a)/b
}

// betaFraction evaluates the continued fraction by Lentz's method.
func betaFraction(x, a, b float64) float64 {
	const tiny, steps = 1e-300, 10_000
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/away(1-(a+b)*x/(a+1))
	f := d
	for m := 1.0; m <= steps; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / away(1+even*d)
		c = away(1 + even/c)
		f *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / away(1+odd*d)
		c = away(1 + odd/c)
		step := d * c
		f *= step
		if math.Abs(step-1) < 1e-16 {
			break
		}
	}
	return f
}

// twoSided is the probability that Student's t with df degrees of freedom is
// at least as far from zero as t.
func twoSided(t, df float64) float64 {
	if math.IsInf(t, 0) {
		return 0
	}
	return incompleteBeta(df/(df+t*t), df/2, 0.5)
}

// studentQuantile is the t that a share of cases lies within, on both sides.
func studentQuantile(share, df float64) float64 {
	low, high := 0.0, 1.0
	for twoSided(high, df) > 1-share && high < 1e12 {
		high *= 2
	}
	for range 200 {
		middle := (low + high) / 2
		if middle == low || middle == high {
			break
		}
		if twoSided(middle, df) > 1-share {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// normalQuantile is the inverse of the normal distribution function.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// normalWithin is how many standard deviations a share of cases lies within.
func normalWithin(share float64) float64 { return normalQuantile((1 + share) / 2) }
