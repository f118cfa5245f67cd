package whatif

import (
	"math"

	"github.com/plumbdata/plumb/internal/stats"
)

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
	trend := centredAverage(head, m)
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

// centredAverage is the moving average over one season; the first is at y[m/2].
func centredAverage(y []float64, m int) []float64 {
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
func smooth(y []float64, m int, multiplicative bool, from start, weights [3]float64) smoother {
	h := smoother{m: m, multiplicative: multiplicative, alpha: weights[0], beta: weights[1], gamma: weights[2]}
	h.season, h.residuals = make([]float64, m), make([]float64, 0, len(y)-m)
	h.run(y, from, math.Inf(1))
	turn := (len(y) - m) % m
	h.season = append(append(make([]float64, 0, m), h.season[turn:]...), h.season[:turn]...)
	return h
}

// run smooths and sums the squared errors. It gives up, with an infinite sum,
// when the sum passes the limit or is no number, or when factors make no sense
// of a value.
// Residuals are kept only where there is room for them.
func (h *smoother) run(y []float64, from start, limit float64) {
	h.level, h.slope, h.sse = from.level, from.slope, 0
	copy(h.season, from.season)
	at := 0
	for _, v := range y[h.m:] {
		s := h.season[at]
		before, base := h.level, h.level+h.slope
		expected, seasonless := base+s, v-s
		if h.multiplicative {
			expected, seasonless = base*s, v/s
		}
		e := v - expected
		h.sse += e * e
		if !(h.sse <= limit) || h.multiplicative && expected <= 0 {
			h.sse = math.Inf(1)
			return
		}
		if cap(h.residuals) > 0 {
			if h.multiplicative {
				e /= expected
			}
			h.residuals = append(h.residuals, e)
		}
		h.level = h.alpha*seasonless + (1-h.alpha)*base
		h.slope = h.beta*(h.level-before) + (1-h.beta)*h.slope
		if h.multiplicative {
			h.season[at] = h.gamma*v/h.level + (1-h.gamma)*s
		} else {
			h.season[at] = h.gamma*(v-h.level) + (1-h.gamma)*s
		}
		if at++; at == h.m {
			at = 0
		}
	}
}

// fitSmoother finds the weights with the least squared one-step errors: a grid
// first, then ever smaller steps from its best point. It draws no chance. It is
// false where no weights give finite values.
func fitSmoother(y []float64, m int, multiplicative bool) (smoother, bool) {
	from := startOf(y, m, multiplicative)
	trial := smoother{m: m, multiplicative: multiplicative, season: make([]float64, m)}
	best, weights := math.MaxFloat64, [3]float64{}
	better := func(w [3]float64) bool {
		trial.alpha, trial.beta, trial.gamma = w[0], w[1], w[2]
		trial.run(y, from, best)
		if trial.sse < best {
			best, weights = trial.sse, w
			return true
		}
		return false
	}
	grid := [...]float64{0.05, 0.3, 0.6, 0.9}
	found := false
	for _, a := range grid {
		for _, b := range [...]float64{0, 0.05, 0.3} {
			for _, g := range grid {
				found = better([3]float64{a, b, g}) || found
			}
		}
	}
	const moves = 120
	step := 0.15
	for move := 0; found && step > 1e-5 && move < moves; move++ {
		moved := false
		for k := range weights {
			for _, d := range [...]float64{step, -step} {
				w := weights
				w[k] = min(1, max(0, w[k]+d))
				moved = better(w) || moved
			}
		}
		if !moved {
			step /= 2
		}
	}
	return smooth(y, m, multiplicative, from, weights), found
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
	m := stats.NormalQuantile((1+share)/2) * rootMeanSquare(h.residuals) * math.Sqrt(variance)
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
