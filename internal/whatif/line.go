package whatif

import (
	"math"

	"github.com/plumbdata/plumb/internal/stats"
)

// line is an ordinary least-squares fit of y on x.
type line struct {
	n             int
	meanX, meanY  float64
	sxx, syy, sse float64
	slope         float64
	intercept     float64
}

// fitLine needs at least two different x. Sums are taken of differences from
// the means, because sums of squares lose the digits that matter.
func fitLine(x, y []float64) line {
	l := line{n: len(x), meanX: mean(x), meanY: mean(y)}
	var sxy float64
	for i := range x {
		dx, dy := x[i]-l.meanX, y[i]-l.meanY
		l.sxx += dx * dx
		l.syy += dy * dy
		sxy += dx * dy
	}
	l.slope = sxy / l.sxx
	l.intercept = l.meanY - l.slope*l.meanX
	for i := range x {
		e := y[i] - l.at(x[i])
		l.sse += e * e
	}
	return l
}

// at goes through the means, where the rounding is smallest.
func (l line) at(x float64) float64 { return l.meanY + l.slope*(x-l.meanX) }

func (l line) df() float64 { return float64(l.n - 2) }

// standardError is the standard deviation of the points around the line.
func (l line) standardError() float64 {
	if l.n < 3 {
		return 0
	}
	return math.Sqrt(l.sse / l.df())
}

func (l line) slopeError() float64 { return l.standardError() / math.Sqrt(l.sxx) }

func (l line) interceptError() float64 {
	return l.standardError() * math.Sqrt(1/float64(l.n)+l.meanX*l.meanX/l.sxx)
}

// rSquared is 1 for a flat line that meets every point: nothing is left
// unexplained.
func (l line) rSquared() float64 {
	if l.syy == 0 {
		return 1
	}
	return max(0, 1-l.sse/l.syy)
}

// exact reports whether every point lies on the line, but for rounding.
func (l line) exact() bool {
	return l.standardError() <= 1e-9*max(abs(l.meanY), math.Sqrt(l.syy))
}

// slopeP is the probability of a slope at least this steep if there were none.
func (l line) slopeP() float64 {
	switch {
	case l.slope == 0:
		return 1
	case l.slopeError() == 0:
		return 0
	}
	return stats.StudentTwoSided(l.slope/l.slopeError(), l.df())
}

// margin is half the width of the band for new points at x. The quantile is
// Student's for the share that the band is to hold.
func (l line) margin(x, quantile float64) float64 {
	d := x - l.meanX
	return quantile * l.standardError() * math.Sqrt(1+1/float64(l.n)+d*d/l.sxx)
}

func (l line) quantile(share float64) float64 { return stats.StudentWithin(share, l.df()) }

// durbinWatson is near 2 when neighbouring points err independently, and near
// 0 when they err the same way.
func (l line) durbinWatson(x, y []float64) float64 {
	if l.sse == 0 {
		return 2
	}
	var sum, last float64
	for i := range x {
		e := y[i] - l.at(x[i])
		if i > 0 {
			sum += (e - last) * (e - last)
		}
		last = e
	}
	return sum / l.sse
}

// mean is corrected once by the mean of the differences from it.
func mean(v []float64) float64 {
	var sum float64
	for _, f := range v {
		sum += f
	}
	m := sum / float64(len(v))
	sum = 0
	for _, f := range v {
		sum += f - m
	}
	return m + sum/float64(len(v))
}

// deviation is the sample standard deviation.
func deviation(v []float64) float64 {
	if len(v) < 2 {
		return 0
	}
	m := mean(v)
	var sum float64
	for _, f := range v {
		sum += (f - m) * (f - m)
	}
	return math.Sqrt(sum / float64(len(v)-1))
}
