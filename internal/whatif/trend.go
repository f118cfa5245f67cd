package whatif

import (
	"math"

	"github.com/plumbdata/plumb/internal/table"
)

// trendNeeds is how many points a straight line with an honest band takes.
const trendNeeds = 4

func runTrend(t *table.Table, req Request, o Options) (*Result, error) {
	s, err := readSeries(t, req, o)
	if err != nil {
		return nil, err
	}
	if err := s.need(trendNeeds, "a trend"); err != nil {
		return nil, err
	}
	n, err := s.ahead(req.Horizon)
	if err != nil {
		return nil, err
	}
	x := make([]float64, len(s.at))
	for i, p := range s.at {
		x[i] = float64(p - s.at[0])
	}
	l := fitLine(x, s.y)

	out := outlook{series: s, digits: precisionOf(t, s.column, l.standardError()), extra: []string{"fitted", "lower", "upper"}}
	if l.exact() {
		out.digits = out.digits.holding(l.slope, l.at(0))
	}
	fitted := make([]float64, len(x))
	for i := range x {
		fitted[i] = l.at(x[i])
	}
	out.behind = [][]float64{fitted, nil, nil}
	lowest, quantile := 0.0, l.quantile(level)
	for _, p := range s.periodsAhead(n) {
		at := float64(p - s.at[0])
		y, m := l.at(at), l.margin(at, quantile)
		out.ahead = append(out.ahead, aheadRow{p, y, []float64{y, y - m, y + m}})
		lowest = min(lowest, y-m)
	}
	r := out.result()
	r.Roles.Lower, r.Roles.Upper = out.extra[1], out.extra[2]
	r.Spec = trendSpec(out, r.Roles, out.extra[0])
	r.tellTrend(out, l, x)
	r.tellTrendTogether(out, l, req.Horizon)
	r.commonCaveats(s, n, lowest)
	return r, nil
}

func (r *Result) tellTrend(out outlook, l line, x []float64) {
	s, d := out.series, out.digits
	// A slope is smaller than the values; it shows two digits of its own error.
	steep := precision{decimals: d.decimals, kind: table.Float}
	if !l.exact() {
		steep.decimals = precisionOf(s.table, s.column, l.slopeError()).decimals
	}
	n := r.fit("n", float64(l.n), groupDigits(float64(l.n), 0))
	slope := r.fit("slope", l.slope, steep.text(abs(l.slope)))
	r.fit("intercept", l.intercept, d.text(l.intercept))
	r2 := r.fit("r_squared", l.rSquared(), ratio(l.rSquared()))
	p := r.fit("p_value", l.slopeP(), probability(l.slopeP()))
	se := r.fit("standard_error", l.standardError(), d.text(l.standardError()))
	r.fit("slope_error", l.slopeError(), steep.text(l.slopeError()))
	r.fit("intercept_error", l.interceptError(), d.text(l.interceptError()))
	share := r.fit("level", level, percent(level))
	dw := l.durbinWatson(x, s.y)
	r.fit("durbin_watson", dw, ratio(dw))

	way := compose("is flat")
	switch {
	case l.slope > 0:
		way = compose("rises by %s a %s", slope, s.unit)
	case l.slope < 0:
		way = compose("falls by %s a %s", slope, s.unit)
	}
	chance := l.slope != 0 && l.slopeP() >= 0.05
	line := compose("the straight line through %s %s of %s, %s to %s, %s", n, s.unit.plural(l.n), s.figure(), s.first(), s.final(), way)
	if chance {
		r.say("There is no clear trend: %s, which may be chance (p %s).", line, p)
	} else {
		r.say("%s.", begin(line))
	}
	last, end := out.last(r)
	r.say("It points to %s %s, with a likely range of %s to %s (%s).", r.value(last, 2), end, r.value(last, 4), r.value(last, 5), share)
	switch {
	case chance:
		r.say("R² is %s and the standard error %s.", r2, se)
	case l.slope != 0:
		r.say("The slope is unlikely to be chance (p %s); R² is %s and the standard error %s.", p, r2, se)
	}
	r.assume("The figure continues in a straight line, fitted by ordinary least squares.")
	r.assume("Points scatter around the line independently, equally and normally; the band is a %s prediction band.", share)
	if l.exact() {
		r.caveat("Every point lies exactly on the line, which measured figures rarely do: check their origin.")
	}
	if dw < 1.2 {
		r.caveat("Neighbouring points miss the line on the same side, which suggests a season or a curve: the band is too narrow.")
	}
	if l.rSquared() < 0.3 {
		r.caveat("The line explains little of the variation.")
	}
	if m := s.unit.season(); m > 0 && s.gaps() == 0 && len(s.y) >= 2*m && seasonStrength(s.y, m) > strongSeason {
		r.caveat("There is a season of %d %s, which a straight line ignores; a seasonal forecast follows it.", m, s.unit.plural(m))
		r.fit("season", float64(m), groupDigits(float64(m), 0))
	}
}

// tellTrendTogether adds up what was asked for as a whole.
func (r *Result) tellTrendTogether(out outlook, l line, h Horizon) {
	rows := out.together(h)
	if rows == nil {
		return
	}
	sum, away := 0.0, 0.0
	for _, a := range rows {
		sum += a.value
		away += float64(a.period-out.series.at[0]) - l.meanX
	}
	k := float64(len(rows))
	// The errors of the line itself do not cancel out between the rows.
	margin := l.quantile(level) * l.standardError() * math.Sqrt(k+k*k/float64(l.n)+away*away/l.sxx)
	d := out.digits
	total := r.fit("together", sum, d.text(sum))
	lower, upper := r.fit("together_lower", sum-margin, d.text(sum-margin)), r.fit("together_upper", sum+margin, d.text(sum+margin))
	r.say("The total over %s is %s, between %s and %s.", out.series.span(rows), total, lower, upper)
}

func abs(f float64) float64 { return max(f, -f) }
