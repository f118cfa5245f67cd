package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// NormalCDF is the standard normal distribution function.
func NormalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// logNormalCDF is the logarithm of NormalCDF, also where that underflows.
func logNormalCDF(z float64) float64 {
	if z > -37 {
		return math.Log(NormalCDF(z))
	}
	return -z*z/2 - math.Log(-z) - math.Log(2*math.Pi)/2 + math.Log1p(-1/(z*z))
}

// normalTwoSided is the probability of a standard normal value at least as far
// from 0 as z.
func normalTwoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// NormalQuantile is the inverse of NormalCDF, for p in (0, 1).
func NormalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

// StudentTwoSided is the probability that Student's t with df degrees of
// freedom is at least as far from 0 as t.
func StudentTwoSided(t, df float64) float64 {
	if math.IsInf(t, 0) {
		return 0
	}
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// StudentWithin is the t within which a share of cases lies, on both sides: the
// factor of a confidence interval.
func StudentWithin(share, df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 1-share)
	return math.Sqrt(df * (1 - x) / x)
}

// FSurvival is the probability that F with d1 and d2 degrees of freedom is at
// least f.
func FSurvival(f, d1, d2 float64) float64 {
	switch {
	case f <= 0:
		return 1
	case math.IsInf(f, 1):
		return 0
	}
	return mathext.RegIncBeta(d2/2, d1/2, d2/(d2+d1*f))
}

// ChiSquareSurvival is the probability that chi-square with df degrees of
// freedom is at least x.
func ChiSquareSurvival(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	return mathext.GammaIncRegComp(df/2, x/2)
}

// KolmogorovSurvival is the probability that the two-sided Kolmogorov–Smirnov
// distance of n values from their true distribution is at least d. It is exact
// for n up to 1000 and for small probabilities. Elsewhere it is Pelz and
// Good's expansion, which is right to about seven digits there.
func KolmogorovSurvival(d float64, n int) float64 {
	m := float64(n)
	switch {
	case d <= 0.5/m:
		return 1
	case d >= 1:
		return 0
	case d >= 0.5 || m*d*d >= 4: // both sides cannot, or hardly ever, be exceeded at once
		return min(1, 2*smirnov(d, n))
	case n <= 1000:
		return clamp(1-durbin(d, n), 0, 1)
	}
	return clamp(1-pelzGood(math.Sqrt(m)*d, m), 0, 1)
}

func clamp(v, low, high float64) float64 { return math.Max(low, math.Min(high, v)) }

// KolmogorovLimit is the limit of KolmogorovSurvival for large n, at z = √n·d.
func KolmogorovLimit(z float64) float64 {
	if z <= 0 {
		return 1
	}
	if z < 1.18 {
		return 1 - pelzGood(z, math.Inf(1))
	}
	p := 0.0
	for k := 1.0; k < 20; k++ {
		p -= math.Pow(-1, k) * 2 * math.Exp(-2*k*k*z*z)
	}
	return p
}

// smirnov is the probability that the one-sided distance is at least d, by the
// sum of Birnbaum and Tingey.
func smirnov(d float64, n int) float64 {
	m := float64(n)
	choose, _ := math.Lgamma(m + 1)
	p := 0.0
	for j := 0; j <= int(m*(1-d)); j++ {
		k := float64(j)
		a, _ := math.Lgamma(k + 1)
		b, _ := math.Lgamma(m - k + 1)
		share := d + k/m
		if share >= 1 {
			continue
		}
		p += math.Exp(choose - a - b + (m-k)*math.Log1p(-share) + (k-1)*math.Log(share))
	}
	return d * p
}

// durbin is the probability that the two-sided distance is less than d, by a
// power of Durbin's matrix, as Marsaglia, Tsang and Wang compute it.
func durbin(d float64, n int) float64 {
	k := int(float64(n)*d) + 1
	m, h := 2*k-1, float64(k)-float64(n)*d
	a := make([]float64, m*m)
	for i := range m {
		for j := range min(i+2, m) {
			a[i*m+j] = 1
		}
	}
	for i := range m {
		a[i*m] -= math.Pow(h, float64(i+1))
		a[(m-1)*m+i] -= math.Pow(h, float64(m-i))
	}
	if h > 0.5 {
		a[(m-1)*m] += math.Pow(2*h-1, float64(m))
	}
	for i := range m {
		for j := range min(i+2, m) {
			for g := 2; g <= i-j+1; g++ {
				a[i*m+j] /= float64(g)
			}
		}
	}
	power, exponent := matrixPower(a, m, n)
	p := power[(k-1)*m+k-1]
	for i := 1; i <= n; i++ { // times n!/nⁿ, without leaving the range of floats
		p *= float64(i) / float64(n)
		if p < 1e-140 {
			p, exponent = p*1e140, exponent-140
		}
	}
	return p * math.Pow(10, float64(exponent))
}

// matrixPower is the n-th power of an m×m matrix, divided by a power of ten
// whose exponent it returns.
func matrixPower(a []float64, m, n int) ([]float64, int) {
	if n == 1 {
		return a, 0
	}
	half, exponent := matrixPower(a, m, n/2)
	out, exponent := matrixProduct(half, half, m), 2*exponent
	if n%2 == 1 {
		out = matrixProduct(out, a, m)
	}
	if out[(m/2)*m+m/2] > 1e140 {
		for i := range out {
			out[i] *= 1e-140
		}
		exponent += 140
	}
	return out, exponent
}

func matrixProduct(a, b []float64, m int) []float64 {
	out := make([]float64, m*m)
	for i := range m {
		row := out[i*m : (i+1)*m]
		for k := range m {
			if v := a[i*m+k]; v != 0 {
				addScaled(row, v, b[k*m:(k+1)*m])
			}
		}
	}
	return out
}

// addScaled adds f times x to y.
func addScaled(y []float64, f float64, x []float64) {
	for i, v := range x {
		y[i] += f * v
	}
}

// pelzGood is the probability that √n times the two-sided distance is less
// than z, by Pelz and Good's expansion in 1/√n.
func pelzGood(z, n float64) float64 {
	z2 := z * z
	z4, z6 := z2*z2, z2*z2*z2
	var k0, k1, k2, k2whole, k3, k3whole float64
	for k := 0.0; k < 20; k++ {
		u := math.Pi * math.Pi * (k + 0.5) * (k + 0.5)
		e := 2 * math.Exp(-u/(2*z2)) // k and -k-1 give the same
		k0 += e
		k1 += e * (u - z2)
		k2 += e * (6*z6 + 2*z4 + (2*z4-5*z2)*u + (1-2*z2)*u*u)
		k3 += e * ((5-30*z2)*u*u*u + (-60*z2+212*z4)*u*u + (135*z4-96*z6)*u - 30*z6 - 90*z4*z4)
		w := math.Pi * math.Pi * k * k
		e = 2 * math.Exp(-w/(2*z2))
		k2whole += e * w
		k3whole += e * (3*w*z2 - w*w)
	}
	root, half := math.Sqrt(n), math.Sqrt(math.Pi/2)
	return half * (k0/z + k1/(6*z4*root) + (k2/(72*z6*z)-k2whole/(36*z2*z))/n + (k3/(6480*z6*z4)+k3whole/(216*z6))/(n*root))
}
