package whatif

import (
	"github.com/plumbdata/plumb/internal/table"
)

// clearly is how much less than a straight line a season must be off on the
// past to be followed unasked.
const clearly = 0.9

// lineAhead extends a straight line, to be tested on the past as the
// other methods are.
type lineAhead struct{ line }

func fitAhead(y []float64) forecaster {
	x := make([]float64, len(y))
	for i := range x {
		x[i] = float64(i)
	}
	return lineAhead{fitLine(x, y)}
}

func (l lineAhead) forecast(k int) float64 { return l.at(float64(l.n - 1 + k)) }

func (l lineAhead) margin(k int, share float64) float64 {
	return l.line.margin(float64(l.n-1+k), l.quantile(share))
}

// runForecast follows a season that the rows themselves have, and else a
// straight line.
func runForecast(t *table.Table, req Request, o Options) (*Result, error) {
	off, tested, seasonal := followsSeason(t, req, o)
	if !seasonal {
		r, err := runTrend(t, req, o)
		if err == nil {
			r.Technique = Trend
		}
		return r, err
	}
	r, err := runSeasonal(t, req, o)
	if err != nil {
		return nil, err
	}
	r.Technique = Seasonal
	if tested {
		column, _, _ := measureColumn(r.Table, nil, r.Roles.Y)
		digits := precisionOf(r.Table, column, off/2)
		r.say("A straight line, which ignores the season, was off by %s.", r.fit("line_error", off, digits.text(off)))
	}
	r.assume("A season was found in the rows, so the forecast is seasonal; ask for a trend to get a straight line.")
	return r, nil
}

// followsSeason reports whether a series has at least two whole cycles of a
// strong season, and is forecast clearly better with it: by values that were
// not seen, or, where too few are left for that, by those that were. It gives by
// how much a straight line was off in such a test, too.
func followsSeason(t *table.Table, req Request, o Options) (off float64, tested, follows bool) {
	s, err := readSeries(t, req, o)
	if err != nil {
		return 0, false, false
	}
	m := s.unit.season()
	if m == 0 || len(s.at) < 2*m || s.gaps() > 0 {
		return 0, false, false
	}
	n, err := s.ahead(req.Horizon)
	if err != nil {
		return 0, false, false
	}
	y := s.y[max(0, len(s.y)-longest):]
	if seasonStrength(y, m) <= strongSeason {
		return 0, false, false
	}
	best, _ := chooseMethod(y, m, min(n, m))
	if best.tests == 0 {
		return 0, false, fitNaive(y, m).error < clearly*fitAhead(y).(lineAhead).standardError()
	}
	line := backtest(method{"a straight line", fitAhead}, y, m, min(n, m))
	return line.mae, true, best.mae < clearly*line.mae
}
