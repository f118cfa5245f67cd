package whatif

import (
	"math/big"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// series is one figure over time: a value for each period that has one, in
// order.
type series struct {
	timeline
	table      *table.Table
	column     int
	measure    string
	additivity meaning.Additivity // of the measure
	at         []int              // periods
	y          []float64
	values     []table.Value // y as the table shows it
	base       int           // the period that a horizon counts from
	of         string        // what is added up: regions; empty where nothing is
	notes      []string      // assumptions made on the way
	standIn    bool          // for a figure that the result does not have
	now        time.Time     // zero if unknown
}

// largest is the size up to which squares and their sums are still numbers.
const largest = 1e140

// readSeries makes a series of a result, and says what it left out.
func readSeries(t *table.Table, r Request, o Options) (*series, error) {
	line, err := findTimeline(t, o.Meaning, r.Time)
	if err != nil {
		return nil, err
	}
	column, note, err := measureColumn(t, o.Meaning, r.Measure, line.columns...)
	if err != nil {
		return nil, err
	}
	s := &series{timeline: line, table: t, column: column, measure: t.Columns[column].Name, now: o.Now}
	s.additivity = o.additivity(s.measure)
	if note != "" {
		s.notes = append(s.notes, note)
		s.standIn = r.Measure != ""
	}
	if err := s.collect(); err != nil {
		return nil, err
	}
	s.dropUnfinished(o.Now)
	if gaps := s.gaps(); gaps > 0 {
		s.notes = append(s.notes, phrase("%d %s between the first and the last have no value; they are not taken for zero.", gaps, s.unit.plural(gaps)))
	}
	return s, nil
}

// collect sorts the values by period, and adds up those that share one.
func (s *series) collect() error {
	sums := map[int]*big.Rat{} // of the periods with several rows
	first := map[int]table.Value{}
	without := 0
	for i, row := range s.table.Rows {
		v, p := row[s.column], s.periods[i]
		r, ok := exact(v)
		if !ok || p == missing {
			without++
			continue
		}
		before, again := first[p]
		switch {
		case !again:
			first[p] = v
			s.at = append(s.at, p)
			continue
		case sums[p] == nil:
			sums[p], _ = exact(before)
		}
		sums[p].Add(sums[p], r)
	}
	shared := len(sums)
	if shared > 0 && s.additivity == meaning.NonAdditive {
		return fault.New(fault.Usage, "several rows have the same %s, and %s cannot be added up", s.unit, s.measure).
			WithHint("ask for one row for each %s", s.unit)
	}
	slices.Sort(s.at)
	if len(s.at) > 0 {
		s.base = s.at[len(s.at)-1]
	}
	own := precisionOf(s.table, s.column, 0)
	for _, p := range s.at {
		v := first[p]
		if sums[p] != nil {
			v = own.exactly(sums[p])
		}
		f, _ := v.Float64()
		if abs(f) > largest {
			return fault.New(fault.Usage, "%s holds numbers too large to compute with", s.measure).WithHint("ask for it in larger units")
		}
		s.y, s.values = append(s.y, f), append(s.values, v)
	}
	if by := groupColumn(s.table, s.columns); shared > 0 && by >= 0 {
		s.of = kindOf(s.table.Columns[by].Name)
	}
	if shared > 0 {
		s.notes = append(s.notes, phrase("Rows of the same %s are added up.", s.unit))
	}
	if without > 0 {
		s.notes = append(s.notes, phrase("Rows without a %s or a number are left out: %d.", s.unit, without))
	}
	return nil
}

// dropUnfinished leaves out a last period that is still running: it would look
// like a fall. On its last day a longer one counts as whole. A horizon still counts from it, because "next month" is the one
// after the one that is running.
func (s *series) dropUnfinished(now time.Time) {
	if now.IsZero() || len(s.at) == 0 || s.unit == Step {
		return
	}
	last := len(s.at) - 1
	today := dayOf(now.UTC())
	if s.at[last] != s.index(today) || s.unit != Day && s.at[last] != s.index(today+1) {
		return
	}
	s.notes = append(s.notes, phrase("The last %s, %s, is not over and is left out.", s.unit, s.periodName(s.at[last])))
	s.at, s.y, s.values = s.at[:last], s.y[:last], s.values[:last]
}

// over reports whether a period has passed, so that what is expected of it has
// happened.
func (s *series) over(period int) bool {
	return !s.now.IsZero() && s.unit != Step && s.start(period+1) <= dayOf(s.now.UTC())
}

// gaps is how many periods between the first and the last have no value.
func (s *series) gaps() int {
	if len(s.at) == 0 {
		return 0
	}
	return s.at[len(s.at)-1] - s.at[0] + 1 - len(s.at)
}

// need refuses a series that is too short, and says how many points it takes.
func (s *series) need(n int, what string) error {
	if len(s.at) >= n {
		return nil
	}
	return fault.New(fault.Usage, "%s needs at least %d %s with a value; there are %d", what, n, s.unit.plural(n), len(s.at)).
		WithHint("ask for a longer time, or for shorter periods")
}

// ahead is how many periods after the last value the horizon reaches.
func (s *series) ahead(h Horizon) (int, error) {
	last := s.at[len(s.at)-1]
	n := 0
	switch {
	case h.Year != 0:
		if s.unit == Step {
			return 0, noCalendar(s)
		}
		n = s.index(firstOf((h.Year+1)*12)-1) - last
		if n < 1 {
			return 0, fault.New(fault.Usage, "%d is not after the last %s with a value, %s", h.Year, s.unit, s.periodName(last)).
				WithHint("ask for a later year")
		}
	case h.Unit == "" || h.Unit == Step || h.Unit == s.unit:
		n = h.Count + s.base - last
		if h.Count == 0 {
			n = min(usual(s.unit), max(1, len(s.at)/2))
		}
	case s.unit == Step:
		return 0, noCalendar(s)
	default:
		// To the end of the wanted unit, as the calendar has it.
		wanted := h.calendar()
		end := wanted.start(wanted.index(s.start(s.base+1)-1) + h.Count + 1)
		n = max(1, s.index(end-1)-last)
		if h.days() < (Horizon{Unit: s.unit}).days() {
			s.notes = append(s.notes, phrase("The series is by %s, so the forecast is for a whole %s.", s.unit, s.unit))
		}
	}
	if n < 1 {
		return 0, fault.New(fault.Usage, "the horizon is not in the future").WithHint("ask for one %s or more", s.unit)
	}
	if n > maxHorizon {
		return 0, fault.New(fault.Usage, "%d %s ahead is too far to forecast; the limit is %d", n, s.unit.plural(n), maxHorizon).
			WithHint("ask for a nearer time, or for longer periods")
	}
	return n, nil
}

// calendar numbers the periods that a horizon counts in.
func (h Horizon) calendar() calendar {
	if h.Unit == Week {
		return calendar{unit: Week, offset: 4} // 1970-01-05 was a Monday
	}
	return calendar{unit: h.Unit}
}

// days is about how long the unit of a horizon is.
func (h Horizon) days() int {
	switch h.Unit {
	case Day:
		return 1
	case Week:
		return 7
	}
	return 30 * h.Unit.months()
}

func noCalendar(s *series) error {
	return fault.New(fault.Usage, "%s numbers the rows without dates, so months or years cannot be counted", s.timeline.name).
		WithHint("say how many rows to look ahead, or ask for the figure by month")
}

// usual is the default horizon.
func usual(u Unit) int {
	switch u {
	case Day:
		return 30
	case Week:
		return 13
	case Month:
		return 6
	case Quarter:
		return 4
	}
	return 3
}

// fillGaps is the series without gaps: a missing value lies on the line between
// its neighbours. It refuses when too much would be invented.
func (s *series) fillGaps() ([]float64, error) {
	gaps := s.gaps()
	if gaps*10 > len(s.at) {
		return nil, fault.New(fault.Usage, "%d of %d %s have no value, which is too many for a seasonal forecast or a simulation", gaps, gaps+len(s.at), s.unit.plural(2)).
			WithHint("ask for a trend, which allows gaps, or for longer periods")
	}
	out := make([]float64, 0, len(s.at)+gaps)
	for i, p := range s.at {
		if i > 0 {
			before := s.at[i-1]
			for q := before + 1; q < p; q++ {
				share := float64(q-before) / float64(p-before)
				out = append(out, s.y[i-1]+share*(s.y[i]-s.y[i-1]))
			}
		}
		out = append(out, s.y[i])
	}
	return out, nil
}

// figure is what the series is of, in words.
func (s *series) figure() string {
	if s.of == "" {
		return plain(s.measure)
	}
	return plain(s.measure) + " of all " + s.of + " together"
}

func (s *series) first() string { return s.periodName(s.at[0]) }
func (s *series) final() string { return s.periodName(s.at[len(s.at)-1]) }
