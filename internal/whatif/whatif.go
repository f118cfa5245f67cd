// Package whatif computes what-ifs from a result: a linear trend, a seasonal
// forecast, a changed figure, a correlation, a simulation.
//
// Every result states its assumptions, its fit, its sample size and its
// limitations, in fixed words. The same rows, request and options give the same
// bytes.
package whatif

import (
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Technique is a way of looking ahead.
type Technique string

const (
	Forecast    Technique = "forecast"    // a season if the rows have one, else a straight line
	Trend       Technique = "trend"       // a straight line through the past
	Seasonal    Technique = "seasonal"    // a season and a trend that change slowly
	Scale       Technique = "scale"       // the same rows with one figure changed
	Correlation Technique = "correlation" // how two figures move together
	MonteCarlo  Technique = "montecarlo"  // many futures drawn from past changes
)

// Techniques lists them all.
func Techniques() []Technique {
	return []Technique{Forecast, Trend, Seasonal, Scale, Correlation, MonteCarlo}
}

// Request is what is asked. Columns may be named in the asker's words; empty
// ones are chosen from the result.
type Request struct {
	Technique Technique `json:"technique"`
	// Data is what must first be asked of the data. Empty means the result that
	// is already there.
	Data    string `json:"data,omitempty"`
	Measure string `json:"measure,omitempty"` // the figure
	Other   string `json:"other,omitempty"`   // correlation: the second figure
	// Coefficient says that the correlation was asked for by that name: one number.
	Coefficient bool    `json:"coefficient,omitempty"`
	Time        string  `json:"time,omitempty"` // the time column
	Horizon     Horizon `json:"horizon,omitzero"`
	Change      Change  `json:"change,omitzero"` // scale: how the figure changes
	Only        string  `json:"only,omitempty"`  // scale: the category that changes
	Runs        int     `json:"runs,omitempty"`  // montecarlo: how many futures
	Normal      bool    `json:"normal,omitempty"`
	// All is what the database says of all rows, where the result is the first of
	// them. It is recorded, so that the same comes out again.
	All *AllRows `json:"all,omitempty"`
}

// AllRows is a correlation that a database computed.
type AllRows struct {
	Pearson float64 `json:"pearson"`
	Rows    int     `json:"rows"`
}

// Horizon is how far to look. The zero value leaves it to the length of the
// series. Count 0 of a unit means to the end of the current one; Year means to
// the end of that year.
type Horizon struct {
	Count int  `json:"count,omitempty"`
	Unit  Unit `json:"unit,omitempty"`
	Year  int  `json:"year,omitempty"`
}

// Change is what happens to a figure: it is multiplied by Factor, or Amount is
// added. Both are plain decimals such as "1.1" or "-50"; one of them is empty.
type Change struct {
	Factor string `json:"factor,omitempty"`
	Amount string `json:"amount,omitempty"`
	// Every says that the change comes again in each such period, which is not
	// computed with.
	Every Unit `json:"every,omitempty"`
}

// Options are what comes from outside.
type Options struct {
	Now     time.Time        // to know a period that is not over; zero means none is
	Seed    uint64           // for montecarlo
	Meaning *meaning.Meaning // of the result; where it is nil, types and names of the columns tell
}

// additivity is across what the values of a figure may be added up.
func (o Options) additivity(name string) meaning.Additivity {
	if c := o.Meaning.Column(name); c != nil && c.Additivity != "" {
		return c.Additivity
	}
	if a := columns.Additivity(name); a != "" && a != meaning.Additive {
		return meaning.NonAdditive // not over time
	}
	return meaning.Additive
}

// Result is an answer with everything that is needed to judge it. Every number
// in Sentences stands in Table or in Fit.
type Result struct {
	Technique   Technique // the one that was used; never Forecast
	Table       *table.Table
	Roles       Roles
	Spec        json.RawMessage // layered Vega-Lite; its data is named "result"
	Assumptions []string
	Caveats     []string
	Fit         []Figure
	SampleSize  int
	Sentences   []string
	References  []story.Reference // of the figures of the sentences, to Table or to Fit
	StandIn     bool              // the rows do not have the figure that was named; another is looked at
}

// Roles says what the columns of a result's table are for. An empty name means
// that there is none.
type Roles struct {
	X     string `json:"x,omitempty"`
	Y     string `json:"y,omitempty"`
	Kind  string `json:"kind,omitempty"` // "observed" or "forecast"
	Lower string `json:"lower,omitempty"`
	Upper string `json:"upper,omitempty"`
	After string `json:"after,omitempty"` // scale: the changed figure
}

// Figure is a number that describes the fit. Text is how sentences write it.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Text  string  `json:"text"`
}

const (
	observed = "observed"
	forecast = "forecast"

	// level is the share of cases that bands and intervals are meant to hold.
	level = 0.95

	maxRows    = 100_000 // of a result that is looked at
	maxHorizon = 1_000   // periods
)

// Run answers the request from the rows.
func Run(t *table.Table, r Request, o Options) (*Result, error) {
	switch {
	case t == nil || len(t.Rows) == 0:
		return nil, fault.New(fault.EmptyResult, "there are no rows to forecast from").
			WithHint("ask for the figures first, such as revenue by month")
	case len(t.Rows) > maxRows:
		return nil, fault.New(fault.Usage, "the result has %d rows; a what-if takes at most %d", len(t.Rows), maxRows).
			WithHint("ask for sums by day, month or category instead of single rows")
	}
	var result *Result
	var err error
	switch r.Technique {
	case Forecast:
		result, err = runForecast(t, r, o)
	case Trend:
		result, err = runTrend(t, r, o)
	case Seasonal:
		result, err = runSeasonal(t, r, o)
	case Scale:
		result, err = runScale(t, r, o)
	case Correlation:
		result, err = runCorrelation(t, r, o)
	case MonteCarlo:
		result, err = runMonteCarlo(t, r, o)
	default:
		return nil, fault.New(fault.Usage, "there is no technique %q", r.Technique).
			WithHint("the techniques are forecast, trend, seasonal, scale, correlation and montecarlo")
	}
	if err != nil {
		return nil, err
	}
	if r.Technique != Forecast {
		result.Technique = r.Technique
	}
	r.Technique = result.Technique // groups are looked ahead for in the same way
	if run := alone(r, o); run != nil {
		result.tellGroups(t, o.Meaning, r, run)
	}
	if t.Truncated != table.Whole {
		said := "The result was cut at %s rows, so this uses only part of the data."
		if r.All != nil {
			said = "The chart shows the first %s rows."
		}
		result.caveat(said, groupDigits(float64(len(t.Rows)), 0))
		result.fit("rows", float64(len(t.Rows)), groupDigits(float64(len(t.Rows)), 0))
	}
	return result, nil
}

// alone is how a technique looks ahead along time, without parting the rows.
func alone(r Request, o Options) func(*table.Table) (*Result, error) {
	switch r.Technique {
	case Trend:
		return func(t *table.Table) (*Result, error) { return runTrend(t, r, o) }
	case Seasonal:
		return func(t *table.Table) (*Result, error) { return runSeasonal(t, r, o) }
	case MonteCarlo:
		return func(t *table.Table) (*Result, error) { return runMonteCarlo(t, r, o) }
	}
	return nil
}

func (r *Result) assume(format string, args ...any) {
	r.Assumptions = append(r.Assumptions, phrase(format, args...))
}

func (r *Result) caveat(format string, args ...any) {
	r.Caveats = append(r.Caveats, phrase(format, args...))
}
