package whatif

import (
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// timeline is where the rows of a result lie in time.
type timeline struct {
	clock
	name    string
	columns []int // that it was read from
	periods []int // of each row; missing where the row has none
}

const missing = int(^uint(0)>>1) * -1

// findTimeline looks for a time column: the one that is meant, dates, texts
// that name periods, years, a year beside a month or quarter, and last a
// column of consecutive numbers.
func findTimeline(t *table.Table, m *meaning.Meaning, meant string) (timeline, error) {
	if meant != "" {
		all := make([]int, len(t.Columns))
		for i := range all {
			all[i] = i
		}
		i := find(t, m, all, meant)
		if i < 0 {
			return timeline{}, fault.New(fault.NotFound, "the result has no column %q", meant).
				WithHint("name one of its columns: %s", names(t, all))
		}
		if line, ok := readTimeline(t, m, i); ok {
			return line, nil
		}
		return timeline{}, noTime(phrase("column %s holds no dates or periods", t.Columns[i].Name))
	}
	if line, ok := yearBesidePart(t, m); ok {
		return line, nil
	}
	for i := range t.Columns {
		if line, ok := readTimeline(t, m, i); ok {
			return line, nil
		}
	}
	for i := range t.Columns {
		if line, ok := steps(t, m, i); ok {
			return line, nil
		}
	}
	return timeline{}, noTime("the result has no time column")
}

// Lacks reports whether a technique looks along time, and the result has none.
func Lacks(t *table.Table, m *meaning.Meaning, technique Technique) bool {
	if technique == Scale || technique == Correlation || t == nil || len(t.Rows) == 0 {
		return false
	}
	_, err := findTimeline(t, m, "")
	return err != nil
}

func noTime(what string) error {
	return fault.New(fault.Usage, "%s, so there is no time axis to forecast along", what).
		WithHint("ask for the figure by day, week, month, quarter or year")
}

func readTimeline(t *table.Table, m *meaning.Meaning, column int) (timeline, bool) {
	line := timeline{name: t.Columns[column].Name, columns: []int{column}}
	switch kind := t.Columns[column].Kind; {
	case kind.Temporal():
		return line, line.readDates(t, column)
	case kind == table.Text:
		return line, line.readTexts(t, column)
	case kind == table.Int && isPart(m, line.name, Year):
		return line, line.readYears(t, column)
	}
	return line, false
}

// settle finds the unit of the days and turns them into periods.
func (l *timeline) settle(days []int, unit Unit) bool {
	known := slices.DeleteFunc(slices.Clone(days), func(d int) bool { return d == missing })
	slices.Sort(known)
	known = slices.Compact(known)
	if len(known) == 0 {
		return false
	}
	if l.calendar = calendarOf(known); unit != "" {
		l.calendar = calendar{unit: unit}
		if unit == Week {
			l.offset = floorMod(known[0], 7)
		}
	}
	l.periods = days
	for i, d := range days {
		if d != missing {
			l.periods[i] = l.index(d)
		}
	}
	return true
}

func (l *timeline) readDates(t *table.Table, column int) bool {
	days := make([]int, len(t.Rows))
	l.kind, l.sortable = t.Columns[column].Kind, true
	for i, row := range t.Rows {
		days[i] = missing
		if at, ok := row[column].Time(); ok {
			days[i] = dayOf(at)
		}
	}
	return l.settle(days, "")
}

func (l *timeline) readTexts(t *table.Table, column int) bool {
	for k := range labels {
		days, ok := make([]int, len(t.Rows)), true
		for i := 0; i < len(t.Rows) && ok; i++ {
			days[i] = missing
			if v := t.Rows[i][column]; !v.IsNull() {
				days[i], ok = labels[k].read(v.Raw())
			}
		}
		if ok {
			l.kind, l.label, l.ordinal, l.sortable = table.Text, &labels[k], true, labels[k].sortable
			return l.settle(days, labels[k].unit)
		}
	}
	return false
}

func (l *timeline) readYears(t *table.Table, column int) bool {
	days := make([]int, len(t.Rows))
	l.kind, l.ordinal, l.sortable = table.Int, true, true
	for i, row := range t.Rows {
		days[i] = missing
		if row[column].IsNull() {
			continue
		}
		year, ok := row[column].Int64()
		if !ok || year < 1000 || year > 9999 {
			return false
		}
		days[i] = firstOf(int(year) * 12)
	}
	return l.settle(days, Year)
}

// yearBesidePart joins a column of years and one of months or quarters.
func yearBesidePart(t *table.Table, m *meaning.Meaning) (timeline, bool) {
	year, part, unit, limit := -1, -1, Month, int64(12)
	for i, c := range t.Columns {
		if c.Kind != table.Int {
			continue
		}
		switch {
		case isPart(m, c.Name, Year):
			year = i
		case isPart(m, c.Name, Quarter):
			part, unit, limit = i, Quarter, 4
		case isPart(m, c.Name, Month):
			part = i
		}
	}
	if year < 0 || part < 0 {
		return timeline{}, false
	}
	l := timeline{name: t.Columns[part].Name, columns: []int{year, part}}
	l.kind, l.ordinal, l.sortable = table.Text, true, true
	for k := range labels {
		if labels[k].unit == unit {
			l.label = &labels[k]
			break
		}
	}
	days := make([]int, len(t.Rows))
	for i, row := range t.Rows {
		days[i] = missing
		if row[year].IsNull() || row[part].IsNull() {
			continue
		}
		y, ok1 := row[year].Int64()
		p, ok2 := row[part].Int64()
		if !ok1 || !ok2 || y < 1000 || y > 9999 || p < 1 || p > limit {
			return timeline{}, false
		}
		days[i] = firstOf(int(y)*12 + int(p-1)*unit.months())
	}
	return l, l.settle(days, unit)
}

// isPart reports whether the whole numbers of a column are a part of a date: the
// year, the month.
func isPart(m *meaning.Meaning, column string, unit Unit) bool {
	if c := m.Column(column); c != nil && c.Grain != "" {
		return string(c.Grain) == string(unit) || unit == Month && c.Grain == meaning.MonthNum
	}
	return overlap(words(column), string(unit))
}

// steps takes consecutive whole numbers for an order. Months or weekdays
// without a year are not one: after month 12 comes no month 13.
func steps(t *table.Table, m *meaning.Meaning, column int) (timeline, bool) {
	c := t.Columns[column]
	if known := m.Column(c.Name); known != nil && (known.Role == meaning.RoleKey || known.Grain != "") {
		return timeline{}, false
	}
	if c.Kind != table.Int || len(t.Rows) < 3 || overlap(words(c.Name), "month", "quarter", "weekday", "hour", "day", "id") {
		return timeline{}, false
	}
	l := timeline{name: c.Name, columns: []int{column}, periods: make([]int, len(t.Rows))}
	l.unit, l.kind, l.ordinal, l.sortable = Step, table.Int, true, true
	for i, row := range t.Rows {
		n, ok := row[column].Int64()
		if !ok || n < -1e9 || n > 1e9 || (i > 0 && int(n) != l.periods[i-1]+1) {
			return timeline{}, false
		}
		l.periods[i] = int(n)
	}
	return l, true
}
