package whatif

import (
	"slices"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// outlook is a table of what was observed and what is expected.
type outlook struct {
	series *series
	digits precision
	extra  []string    // names of the columns after kind and figure
	ahead  []aheadRow  // forecast rows, at least one
	behind [][]float64 // values of the extra columns in observed rows; nil means none
}

// aheadRow is what is expected of a period.
type aheadRow struct {
	period int
	value  float64
	extra  []float64
}

// result lays the table out. The observed values are the result's own; what is
// computed is written in the figure's precision.
func (o outlook) result() *Result {
	s := o.series
	kind := fresh("kind", s.timeline.name, s.measure)
	columns := []table.Column{
		{Name: s.timeline.name, Kind: s.kind},
		{Name: kind, Kind: table.Text},
		{Name: s.measure, Kind: o.measureKind()},
	}
	for i, name := range o.extra {
		o.extra[i] = fresh(name, s.timeline.name, kind, s.measure)
		columns = append(columns, table.Column{Name: o.extra[i], Kind: o.digits.kind})
	}
	t := &table.Table{Columns: columns}
	for i, p := range s.at {
		row := table.Row{s.value(p), table.NewText(observed), s.values[i]}
		for k := range o.extra {
			v := table.Value{}
			if o.behind != nil && o.behind[k] != nil {
				v = o.digits.value(o.behind[k][i])
			}
			row = append(row, v)
		}
		t.Rows = append(t.Rows, row)
	}
	for _, a := range o.ahead {
		row := table.Row{s.value(a.period), table.NewText(forecast), o.digits.value(a.value)}
		for _, f := range a.extra {
			row = append(row, o.digits.value(f))
		}
		t.Rows = append(t.Rows, row)
	}
	r := &Result{Table: t, SampleSize: len(s.at), Assumptions: s.notes, StandIn: s.standIn}
	r.Roles = Roles{X: s.timeline.name, Y: s.measure, Kind: kind}
	return r
}

// measureKind is the widest kind of observed and computed values.
func (o outlook) measureKind() table.Kind {
	if k := o.series.table.Columns[o.series.column].Kind; k == table.Float || o.digits.kind == table.Int {
		return k
	}
	return o.digits.kind
}

// periods are those of all rows.
func (o outlook) periods() []int {
	all := slices.Clone(o.series.at)
	for _, a := range o.ahead {
		all = append(all, a.period)
	}
	return all
}

// last is the row of the last forecast, and for when it is.
func (o outlook) last(r *Result) (row int, when string) {
	return len(r.Table.Rows) - 1, o.series.when(o.ahead[len(o.ahead)-1].period)
}

// together are the forecast rows of what was asked for in a longer unit than
// the series has, such as the months of the next quarter. It is empty where
// they cannot be added up.
func (o outlook) together(h Horizon) []aheadRow {
	s := o.series
	if h.Year == 0 && (h.Unit == "" || h.Unit == s.unit || h.Unit.months() == 0 && h.Unit != Week) || s.additivity != meaning.Additive {
		return nil
	}
	rows := o.ahead
	// What is left of the current unit does not belong to the next.
	first, unit := 0, calendar{unit: Year}
	if h.Year == 0 {
		unit = h.calendar()
		if first = unit.index(s.start(s.base+1) - 1); h.Count > 0 {
			first++
		}
	} else {
		first = unit.index(firstOf(12 * h.Year))
	}
	for len(rows) > 0 && unit.index(s.start(rows[0].period)) < first {
		rows = rows[1:]
	}
	if len(rows) < 2 {
		return nil
	}
	return rows
}

// span names several periods.
func (s *series) span(rows []aheadRow) string {
	return s.periodName(rows[0].period) + " to " + s.periodName(rows[len(rows)-1].period)
}

// periodsAhead are the n periods after the last value.
func (s *series) periodsAhead(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = s.at[len(s.at)-1] + 1 + i
	}
	return out
}

// commonCaveats are those of every look ahead.
func (r *Result) commonCaveats(s *series, n int, lowest float64) {
	const few = 12
	if next := s.at[len(s.at)-1] + 1; s.over(next) {
		r.caveat("%s is over, as today is %s. Ask for %s up to today to forecast from there.", capital(s.periodName(next)), s.now.Format("2 January 2006"), plain(s.measure))
	}
	if len(s.at) < few {
		r.caveat("It is based on only %d points.", len(s.at))
	}
	if 2*n > len(s.at) {
		r.caveat("It looks %d %s ahead from %d with a value: the further ahead, the less reliable it is.", n, s.unit.plural(n), len(s.at))
	}
	negative := false
	for _, y := range s.y {
		negative = negative || y < 0
	}
	if !negative && lowest < 0 {
		r.caveat("The lower bound is below zero, where %s has never been.", plain(s.measure))
	}
	r.caveat("It can't foresee new prices, competitors or rules: they are not in the rows.")
}
