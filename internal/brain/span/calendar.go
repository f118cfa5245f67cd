package span

import "time"

func date(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

// floor is the beginning of the unit that a day lies in. Weeks begin on Monday.
func floor(t time.Time, g Grain) time.Time {
	y, m := t.Year(), int(t.Month())
	switch g {
	case Week:
		return date(y, m, t.Day()-(int(t.Weekday())+6)%7)
	case Month:
		return date(y, m, 1)
	case Quarter:
		return date(y, m-(m-1)%3, 1)
	case Half:
		return date(y, m-(m-1)%6, 1)
	case Year:
		return date(y, 1, 1)
	case Decade:
		return date(y-y%10, 1, 1)
	}
	return date(y, m, t.Day())
}

// move is n units later. The 31st moved to a shorter month is its last day.
func move(t time.Time, g Grain, n int) time.Time {
	switch g {
	case Hour:
		return t.Add(time.Duration(n) * time.Hour)
	case Day:
		return t.AddDate(0, 0, n)
	case Week:
		return t.AddDate(0, 0, 7*n)
	}
	months := map[Grain]int{Month: 1, Quarter: 3, Half: 6, Year: 12, Decade: 120}[g] * n
	first := floor(t, Month).AddDate(0, months, 0)
	last := first.AddDate(0, 1, -1).Day()
	clock := t.Sub(floor(t, Day))
	return date(first.Year(), int(first.Month()), min(t.Day(), last)).Add(clock)
}

// periodAt is the unit that a day lies in, n units later.
func periodAt(t time.Time, g Grain, n int) Period {
	start := move(floor(t, g), g, n)
	return Period{Start: start, End: move(start, g, 1), Grain: g}
}

func day(t time.Time) Period { return Period{Start: t, End: t.AddDate(0, 0, 1), Grain: Day} }

func month(y, m int) Period { return periodAt(date(y, m, 1), Month, 0) }

// shift moves a period by n units; ends of months stay ends of months.
func shift(p Period, g Grain, n int) Period {
	q := p
	if !p.Start.IsZero() {
		q.Start = move(p.Start, g, n)
	}
	if !p.End.IsZero() {
		if q.End = move(p.End, g, n); g > Week && p.Grain == Day { // the day before the end moves, so that 28 February stays in
			q.End = move(p.End.AddDate(0, 0, -1), g, n).AddDate(0, 0, 1)
		}
	}
	return q
}

// Shifted is the period n units later.
func (p Period) Shifted(g Grain, n int) Period { return shift(p, g, n) }

// Widen is the last n units up to a period that lies in one of them; false where
// it does not.
func (p Period) Widen(g Grain, n int) (Period, bool) {
	if p.Recurring() || p.Start.IsZero() || p.End.IsZero() {
		return Period{}, false
	}
	unit := floor(p.Start, g)
	if next := move(unit, g, 1); p.End.After(next) {
		return Period{}, false
	}
	return Period{Start: move(unit, g, 1-n), End: p.End, Grain: g, Now: p.Now}, true
}

var units = map[string]Grain{
	"hour": Hour, "hours": Hour, "day": Day, "days": Day, "week": Week, "weeks": Week, "month": Month, "months": Month,
	"quarter": Quarter, "quarters": Quarter, "year": Year, "years": Year, "decade": Decade, "decades": Decade,
	"hrs": Hour, "wk": Week, "wks": Week, "mth": Month, "mths": Month, "yr": Year, "yrs": Year, "qtr": Quarter, "qtrs": Quarter,
	"half-year": Half, "weekend": Week,
}
