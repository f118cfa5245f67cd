package whatif

import "math"

// smoother is Holt–Winters' exponential smoothing with a season: a level, a
// slope and a factor or addend for each step of the season, each of which
// gives way to the newest value by its own weight.
type smoother struct {
	m                  int
	multiplicative     bool
	alpha, beta, gamma float64

	level, slope float64
	season       []float64 // the last m, oldest first
	sse          float64
	residuals    []float64 // one step ahead; relative when multiplicative
}

// start is where smoothing begins: a classical decomposition of the first two
// seasons, as in Holt's and Winters' papers and in R.
type start struct {
	level, slope float64
	season       []float64
}

// startOf needs two full seasons.
func startOf(y []float64, m int, multiplicative bool) start {
	head := y[:2*m]
	trend := centred(head, m)
	x := make([]float64, len(trend))
	for i := range x {
		x[i] = float64(i + 1)
	}
	s := start{season: seasonOf(head, trend, m, multiplicative)}
	if len(trend) < 2 {
		s.level = trend[0]
		return s
	}
	l := fitLine(x, trend)
	s.level, s.slope = l.intercept, l.slope
	return s
}

// centred is the moving average over one season; the first is at y[m/2].
func centred(y []float64, m int) []float64 {
	half := m / 2
	out := make([]float64, 0, len(y))
	for i := half; i+half < len(y); i++ {
		var sum float64
		if m%2 == 1 {
			for _, v := range y[i-half : i+half+1] {
				sum += v
			}
		} else {
			sum = (y[i-half] + y[i+half]) / 2
			for _, v := range y[i-half+1 : i+half] {
				sum += v
			}
		}
		out = append(out, sum/float64(m))
	}
	return out
}

// seasonOf is the mean difference from the trend, or ratio to it, of each step
// of the season, set off so that they cancel out.
func seasonOf(y, trend []float64, m int, multiplicative bool) []float64 {
	sums, counts := make([]float64, m), make([]float64, m)
	for i, t := range trend {
		at := i + m/2
		if multiplicative {
			sums[at%m] += y[at] / t
		} else {
			sums[at%m] += y[at] - t
		}
		counts[at%m]++
	}
	for i := range sums {
		sums[i] /= counts[i]
	}
	middle := mean(sums)
	for i := range sums {
		if multiplicative {
			sums[i] /= middle
		} else {
			sums[i] -= middle
		}
	}
	return sums
}

// smooth runs over the values after the first season.
func smooth(y []float64, m int, multiplicative bool, from start, alpha, beta, gamma float64) smoother {
	h := smoother{m: m, multiplicative: multiplicative, alpha: alpha, beta: beta, gamma: gamma, level: from.level, slope: from.slope}
	ring := append([]float64(nil), from.season...)
	h.residuals = make([]float64, 0, len(y)-m)
	for i, v := range y[m:] {
		s := ring[i%m]
		expected, seasonless := h.level+h.slope+s, v-s
		if multiplicative {
			expected, seasonless = (h.level+h.slope)*s, v/s
		}
		if multiplicative && expected <= 0 {
			h.sse = math.Inf(1) // factors make no sense of it
			return h
		}
		e := v - expected
		h.sse += e * e
		if multiplicative {
			e /= expected
		}
		h.residuals = append(h.residuals, e)
		before := h.level
		h.level = alpha*seasonless + (1-alpha)*(h.level+h.slope)
		h.slope = beta*(h.level-before) + (1-beta)*h.slope
		if multiplicative {
			ring[i%m] = gamma*v/h.level + (1-gamma)*s
		} else {
			ring[i%m] = gamma*(v-h.level) + (1-gamma)*s
		}
	}
	turn := (len(y) - m) % m
	h.season = append(append(h.season, ring[turn:]...), ring[:turn]...)
	if math.IsNaN(h.sse) {
		h.sse = math.Inf(1)
	}
	return h
}

// fitSmoother finds the weights with the least squared one-step errors: a grid
// first, then ever smaller steps from its best point. It draws no chance. It is
// false where no weights give finite values.
func fitSmoother(y []float64, m int, multiplicative bool) (smoother, bool) {
	from := startOf(y, m, multiplicative)
	try := func(w [3]float64) smoother { return smooth(y, m, multiplicative, from, w[0], w[1], w[2]) }
	best, weights := smoother{sse: math.Inf(1)}, [3]float64{0.3, 0.1, 0.1}
	grid := [...]float64{0.05, 0.3, 0.6, 0.9}
	for _, a := range grid {
		for _, b := range [...]float64{0, 0.05, 0.3} {
			for _, g := range grid {
				if h := try([3]float64{a, b, g}); h.sse < best.sse {
					best, weights = h, [3]float64{a, b, g}
				}
			}
		}
	}
	if math.IsInf(best.sse, 1) {
		return best, false
	}
	const moves = 300
	step := 0.15
	for move := 0; step > 1e-5 && move < moves; move++ {
		better := false
		for k := range weights {
			for _, d := range [...]float64{step, -step} {
				w := weights
				w[k] = min(1, max(0, w[k]+d))
				if h := try(w); h.sse < best.sse {
					best, weights, better = h, w, true
				}
			}
		}
		if !better {
			step /= 2
		}
	}
	return best, true
}

// forecast is the value k steps after the last, from 1.
func (h smoother) forecast(k int) float64 {
	base, s := h.level+float64(k)*h.slope, h.season[(k-1)%h.m]
	if h.multiplicative {
		return base * s
	}
	return base + s
}

// margin is half the band at k steps: the errors of each step add up by the
// weight that later values give them.
func (h smoother) margin(k int, share float64) float64 {
	variance := 1.0
	for j := 1; j < k; j++ {
		w := h.alpha * (1 + float64(j)*h.beta)
		if j%h.m == 0 {
			w += h.gamma * (1 - h.alpha)
		}
		variance += w * w
	}
	m := normalWithin(share) * rootMeanSquare(h.residuals) * math.Sqrt(variance)
	if h.multiplicative {
		return m * abs(h.forecast(k))
	}
	return m
}

func rootMeanSquare(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	var sum float64
	for _, f := range v {
		sum += f * f
	}
	return math.Sqrt(sum / float64(len(v)))
}
