package whatif

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	monteCarloNeeds = 8 // values, so that there are a few changes to draw from
	usualRuns       = 1_000
	maxRuns         = 100_000
	maxDraws        = 4_000_000 // runs times periods
)

var percentiles = [...]float64{0.05, 0.25, 0.50, 0.75, 0.95}

// stream is the second half of the generator's seed. The first comes from
// outside.
const stream = 0x9e3779b97f4a7c15

// dice draws numbers in a way that is written down here, so that a seed gives
// the same futures on every machine and with every version of Go.
type dice struct{ source *rand.PCG }

// below is a whole number from 0 to n-1.
func (d dice) below(n int) int {
	high, _ := bits.Mul64(d.source.Uint64(), uint64(n))
	return int(high)
}

// normal draws from the standard normal distribution by its inverse.
func (d dice) normal() float64 {
	return stats.NormalQuantile((float64(d.source.Uint64()>>11) + 0.5) / (1 << 53))
}

func runMonteCarlo(t *table.Table, req Request, o Options) (*Result, error) {
	s, err := readSeries(t, req, o)
	if err != nil {
		return nil, err
	}
	if err := s.need(monteCarloNeeds, "a simulation"); err != nil {
		return nil, err
	}
	n, err := s.ahead(req.Horizon)
	if err != nil {
		return nil, err
	}
	runs := req.Runs
	if runs == 0 {
		runs = usualRuns
	}
	if runs < 100 || runs > maxRuns || runs*n > maxDraws {
		return nil, fault.New(fault.Usage, "%d runs of %d %s are outside the limits", runs, n, s.unit.plural(n)).
			WithHint("take between 100 and %d runs, and at most %d runs times periods", maxRuns, maxDraws)
	}
	y, err := s.fillGaps()
	if err != nil {
		return nil, err
	}
	w := newWalk(y)
	futures := w.simulate(dice{rand.NewPCG(o.Seed, stream)}, runs, n, req.Normal)
	out := percentilesAhead(t, s, futures)
	r := out.result()
	r.Roles.Lower, r.Roles.Upper = out.extra[0], out.extra[4]
	r.Spec = forecastSpec(out, r.Roles, "simulation", "middle of the futures. Bands: half of them, and "+percent(0.9)+".",
		out.band(r.Roles, out.extra[0], out.extra[4], 0.15),
		out.band(r.Roles, out.extra[1], out.extra[3], 0.25))
	r.tellSimulation(out, w, futures, runs, o.Seed, req.Normal)
	r.commonCaveats(s, n, futures[n-1][0])
	return r, nil
}

// walk is how a series changed from one period to the next: by factors where
// all values are above zero, else by amounts.
type walk struct {
	relative bool
	last     float64
	changes  []float64 // logarithms of factors when relative
}

func newWalk(y []float64) walk {
	w := walk{relative: positive(y), last: y[len(y)-1]}
	for i := 1; i < len(y); i++ {
		if w.relative {
			w.changes = append(w.changes, math.Log(y[i]/y[i-1]))
		} else {
			w.changes = append(w.changes, y[i]-y[i-1])
		}
	}
	return w
}

// simulate gives the values of all runs for each period ahead, sorted.
func (w walk) simulate(d dice, runs, n int, normal bool) [][]float64 {
	centre, spread := mean(w.changes), deviation(w.changes)
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, runs)
	}
	for run := range runs {
		sum := 0.0
		for i := range n {
			if normal {
				sum += centre + spread*d.normal()
			} else {
				sum += w.changes[d.below(len(w.changes))]
			}
			if w.relative {
				out[i][run] = w.last * math.Exp(sum)
			} else {
				out[i][run] = w.last + sum
			}
		}
	}
	for i := range out {
		slices.Sort(out[i])
	}
	return out
}

// percentile interpolates between the neighbours in sorted values.
func percentile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

func percentilesAhead(t *table.Table, s *series, futures [][]float64) outlook {
	out := outlook{series: s, digits: precisionOf(t, s.column, deviation(futures[0])), extra: []string{"p5", "p25", "p50", "p75", "p95"}}
	for k, p := range s.periodsAhead(len(futures)) {
		row := aheadRow{period: p}
		for _, q := range percentiles {
			row.extra = append(row.extra, percentile(futures[k], q))
		}
		row.value = row.extra[2]
		out.ahead = append(out.ahead, row)
	}
	return out
}

func (r *Result) tellSimulation(out outlook, w walk, futures [][]float64, runs int, seed uint64, normal bool) {
	s := out.series
	n := r.fit("n", float64(len(s.at)), groupDigits(float64(len(s.at)), 0))
	times := r.fit("runs", float64(runs), groupDigits(float64(runs), 0))
	inner, outer := r.fit("inner", 0.5, "half"), r.fit("level", 0.9, percent(0.9))
	ends := futures[len(futures)-1]
	above := 0
	for _, v := range ends {
		if v > w.last {
			above++
		}
	}
	share := float64(above) / float64(runs)
	aboveText := r.fit("share_above_last", share, percent(share))
	centre := mean(w.changes)
	if w.relative {
		r.fit("mean_change", math.Expm1(centre), percent(math.Expm1(centre)))
	} else {
		r.fit("mean_change", centre, ratio(centre))
	}

	last, end := out.last(r)
	r.say("Of %s simulated futures, %s put %s %s between %s and %s; the median is %s, and %s of them lie between %s and %s.",
		times, inner, s.figure(), end, r.value(last, 4), r.value(last, 6), r.value(last, 5), outer, r.value(last, 3), r.value(last, 7))
	r.say("In %s of them it ends above the last value, %s %s.", aboveText, r.value(len(s.values)-1, 2), s.when(s.at[len(s.at)-1]))
	r.say("The changes come from %s %s, %s to %s.", n, s.unit.plural(len(s.at)), s.first(), s.final())

	size := "amounts"
	if w.relative {
		size = "percentages"
	}
	if normal {
		r.assume("Changes from one %s to the next are normally distributed, with the mean and spread of the past, as %s.", s.unit, size)
	} else {
		r.assume("Each %s changes like a randomly drawn past one, as %s.", s.unit, size)
	}
	r.assume("Changes are independent of each other and of the time of year.")
	r.assume("The seed is %d; the same seed gives the same futures.", seed)
	if s.gaps() > 0 {
		r.assume("Missing %s are interpolated from their neighbours.", s.unit.plural(2))
	}
	if len(w.changes) < 24 {
		r.caveat("Only %d past changes are available, so rare ones are missing.", len(w.changes))
	}
	if m := s.unit.season(); m > 0 && len(s.y) >= 2*m && s.gaps() == 0 && seasonStrength(s.y, m) > strongSeason {
		r.caveat("There is a season of %d %s, which a simulation of changes ignores; a seasonal forecast follows it.", m, s.unit.plural(m))
	}
}
