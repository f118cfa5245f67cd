package whatif

import (
	"math"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// strongSeason is from where a season is worth speaking of.
const strongSeason = 0.6

// testsNeeded is how many values must be left, after two seasons, to see
// whether smoothing beats repeating the last season.
const testsNeeded = 3

// longest is how much of the past smoothing looks at: older values no longer
// weigh.
const longest = 400

func runSeasonal(t *table.Table, req Request, o Options) (*Result, error) {
	s, err := readSeries(t, req, o)
	if err != nil {
		return nil, err
	}
	m := s.unit.season()
	if m == 0 {
		return nil, fault.New(fault.Usage, "a %s has no season within it", s.unit).
			WithHint("ask for the figure by day, week, month or quarter, or for a trend")
	}
	if err := s.need(2*m, phrase("a seasonal forecast by %s, with two full seasons of %d,", s.unit, m)); err != nil {
		return nil, err
	}
	n, err := s.ahead(req.Horizon)
	if err != nil {
		return nil, err
	}
	y, err := s.fillGaps()
	if err != nil {
		return nil, err
	}
	if len(y) > longest {
		y = y[len(y)-longest:]
		s.notes = append(s.notes, phrase("Only the last %d %s are looked at.", longest, s.unit.plural(longest)))
	}
	best, repeated := chooseMethod(y, m, min(n, m))
	f := best.method.fit(y)

	out := outlook{series: s, digits: precisionOf(t, s.column, best.widen*f.margin(1, level)/2), extra: []string{"lower", "upper"}}
	lowest := 0.0
	for k, p := range s.periodsAhead(n) {
		v, margin := f.forecast(k+1), best.widen*f.margin(k+1, level)
		out.ahead = append(out.ahead, aheadRow{p, v, []float64{v - margin, v + margin}})
		lowest = min(lowest, v-margin)
	}
	r := out.result()
	r.Roles.Lower, r.Roles.Upper = out.extra[0], out.extra[1]
	r.Spec = forecastSpec(out, r.Roles, "seasonal forecast", "forecast. Band: likely range ("+percent(level)+").", out.band(r.Roles, r.Roles.Lower, r.Roles.Upper, 0.2))
	r.tellSeason(out, req.Horizon, y, m, best, repeated, f)
	r.commonCaveats(s, n, lowest)
	return r, nil
}

const (
	repeating      = "repeating the last season"
	additiveSeason = "Holt–Winters smoothing with an additive season"
	multiSeason    = "Holt–Winters smoothing with a multiplicative season"
)

// chooseMethod takes what did best on the past. Smoothing must beat repeating
// the last season; where nothing can be tested, repeating is the honest one.
func chooseMethod(y []float64, m, h int) (best, repeated score) {
	repeat := method{repeating, func(y []float64) forecaster { return fitNaive(y, m) }}
	if len(y)-2*m < testsNeeded {
		return score{method: repeat, widen: 1}, score{method: repeat, widen: 1}
	}
	repeated = backtest(repeat, y, m, h)
	best = repeated
	methods := []method{{additiveSeason, smoothing(m, false)}}
	if positive(y) {
		methods = append(methods, method{multiSeason, smoothing(m, true)})
	}
	for _, candidate := range methods {
		if _, broken := candidate.fit(y).(naive); broken {
			continue
		}
		if s := backtest(candidate, y, m, h); s.mae < best.mae {
			best = s
		}
	}
	return best, repeated
}

// smoothing falls back on repeating where no weights give finite values.
func smoothing(m int, multiplicative bool) func([]float64) forecaster {
	return func(y []float64) forecaster {
		if h, ok := fitSmoother(y, m, multiplicative); ok {
			return h
		}
		return fitNaive(y, m)
	}
}

func positive(y []float64) bool {
	for _, v := range y {
		if v <= 0 {
			return false
		}
	}
	return true
}

// seasonStrength is between 0, no season, and 1, nothing but a season: how
// much of what is left beside the trend the season explains.
func seasonStrength(y []float64, m int) float64 {
	trend := centredAverage(y, m)
	season := seasonOf(y, trend, m, false)
	var around, left []float64
	for i, t := range trend {
		at := i + m/2
		around = append(around, y[at]-t)
		left = append(left, y[at]-t-season[at%m])
	}
	total := deviation(around)
	if total == 0 {
		return 0
	}
	rest := deviation(left) / total
	return max(0, 1-rest*rest)
}

func (r *Result) tellSeason(out outlook, h Horizon, y []float64, m int, best, repeated score, f forecaster) {
	s := out.series
	n := r.fit("n", float64(len(s.at)), groupDigits(float64(len(s.at)), 0))
	season := r.fit("season", float64(m), groupDigits(float64(m), 0))
	strength := seasonStrength(y, m)
	strengthText := r.fit("season_strength", strength, ratio(strength))
	share := r.fit("level", level, percent(level))
	if w, ok := f.(smoother); ok {
		r.fit("alpha", w.alpha, ratio(w.alpha))
		r.fit("beta", w.beta, ratio(w.beta))
		r.fit("gamma", w.gamma, ratio(w.gamma))
	}

	last, end := out.last(r)
	r.say("The forecast of %s %s is %s, with a likely range of %s to %s (%s).",
		s.figure(), end, r.value(last, 2), r.value(last, 3), r.value(last, 4), share)
	r.say("It comes from %s, over %s %s, %s to %s, with a season of %s.", best.method.name, n, s.unit.plural(len(s.at)), s.first(), s.final(), season)
	if rows := out.together(h); rows != nil {
		sum := 0.0
		for _, a := range rows {
			sum += a.value
		}
		r.say("The total over %s is %s.", s.span(rows), r.fit("together", sum, out.digits.text(sum)))
	}
	r.tellBacktest(out.digits, best, repeated)

	r.assume("The season of %s %s continues unchanged.", season, s.unit.plural(m))
	if best.method.name == repeating {
		r.assume("Each %s repeats the value of one season before.", s.unit)
	} else {
		r.assume("Level, slope and season change slowly, and newer values have more weight.")
	}
	r.assume("Future errors are like past ones; the band is a %s prediction band.", share)
	if best.widen > 1 {
		wider := r.fit("band_widening", best.widen, ratio(best.widen))
		r.assume("The band is %s times as wide as the fitted errors suggest, to match the errors on held-out values.", wider)
	}
	if s.gaps() > 0 {
		r.assume("Missing %s are interpolated from their neighbours.", s.unit.plural(2))
	}
	if strength < 0.3 {
		r.caveat("The season is weak: its strength is %s on a scale from 0 to 1.", strengthText)
	}
	if len(y) < 3*m {
		r.caveat("Fewer than three full seasons are known, so the season itself is uncertain.")
	}
}

func (r *Result) tellBacktest(d precision, best, repeated score) {
	if best.tests == 0 {
		r.caveat("Two seasons leave nothing to test a forecast on, so the last season is repeated.")
		return
	}
	tests := r.fit("backtest_forecasts", float64(best.tests), groupDigits(float64(best.tests), 0))
	off := r.fit("backtest_error", best.mae, d.text(best.mae))
	naiveOff := r.fit("naive_error", repeated.mae, d.text(repeated.mae))
	by := func(s score, name string, off piece) prose {
		if math.IsNaN(s.mape) {
			return prose{off}
		}
		return compose("%s (%s)", off, r.fit(name, s.mape, percent(s.mape)))
	}
	offBy, naiveOffBy := by(best, "backtest_mape", off), by(repeated, "naive_mape", naiveOff)
	r.fit("backtest_mase", best.mase, ratio(best.mase))
	r.fit("naive_mase", repeated.mase, ratio(repeated.mase))
	r.fit("backtest_coverage", best.coverage, percent(best.coverage))
	if best.method.name == repeating {
		r.say("Smoothing did no better on past data, so the last season is repeated: over %s forecasts of held-out values, it was off by %s.", tests, offBy)
	} else {
		r.say("Over %s forecasts of held-out values, it was off by %s; %s was off by %s.", tests, offBy, repeating, naiveOffBy)
	}
	if best.tests < 12 {
		r.caveat("Only %s forecasts could be tested on past data.", tests)
	}
	if best.coverage < 0.85 {
		r.caveat("In that test only %s of the values lay inside the band.", percent(best.coverage))
	}
}
