package method

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// Shares of the rows by which findings are judged.
const (
	mostly       = 0.5
	nearlyNone   = 0.02 // of negative values, of placeholders
	nearlyUnique = 0.98
	fewOutliers  = 0.01
	fewAhead     = 0.05
	leastRows    = 10 // of which something can be said
)

// judgeColumn lists what is odd about a column.
func judgeColumn(c columnStats) []profileFinding {
	var list []profileFinding
	add := func(s severity, kind string, rows float64, detail string) {
		if rows > 0 {
			f := profileFinding{severity: s, kind: kind, rows: rows, share: 100 * rows / c.rows, detail: detail}
			if kind == FindingVariants {
				f.share = math.NaN() // values are no rows
			}
			list = append(list, f)
		}
	}
	if c.rows == 0 {
		return nil
	}
	missing := c.rows - c.filled
	switch {
	case c.filled == 0:
		add(medium, FindingEmpty, c.rows, "")
		return list
	default:
		add(low, FindingMissing, missing, "")
	}
	if c.distinct == 1 && c.rows >= leastRows && missing == 0 {
		add(low, FindingConstant, c.rows, c.text("least"))
	}
	switch c.Kind {
	case ProfileText:
		judgeText(c, add)
	case ProfileNumber:
		judgeNumber(c, add)
	case ProfileTime, ProfileYear:
		early := "dates such as 1900-01-01, 1970-01-01 or 9999-12-31 often stand for no date"
		if c.Kind == ProfileYear {
			early = "1900 often stands for no year"
		}
		if n := c.number("early"); c.Kind == ProfileTime || n > 1 && c.text("least") == "1900" {
			add(medium, FindingEarly, n, early)
		}
		if n := c.number("ahead"); !c.Ahead && n/c.filled <= fewAhead {
			add(high, FindingFuture, n, "the latest is "+c.text("greatest"))
		}
	}
	if repeated := c.filled - c.distinct; c.Names && !c.Key && c.filled >= leastRows && repeated > 0 && c.distinct/c.filled >= nearlyUnique {
		add(medium, FindingRepeated, repeated, "nearly every other value is there once")
	}
	return list
}

func judgeText(c columnStats, add func(severity, string, float64, string)) {
	add(medium, FindingBlank, c.number("blank"), "texts of no letters are not the same as missing ones")
	if n := c.number("placeholder"); n > 0 && n/c.filled < mostly {
		add(medium, FindingPlaceholder, n, "texts such as n/a, - or ? may stand for a missing value")
	}
	const kinds = 1000 // of more, the values are no kinds
	if folded := c.number("folded"); folded > 0 && folded < c.distinct && c.distinct <= kinds {
		add(medium, FindingVariants, c.distinct-folded, "values that differ only by case or by spaces around them; values are counted, not rows")
	}
}

func judgeNumber(c columnStats, add func(severity, string, float64, string)) {
	if c.Key {
		return
	}
	if n := c.number("negative"); c.Measure && !c.Level && n/c.filled <= nearlyNone && c.filled-n >= leastRows {
		add(medium, FindingNegative, n, "nearly all others are not; the least is "+c.text("least"))
	}
	if n := c.number("sentinel"); n > 1 && n/c.filled <= 10*nearlyNone && (isSentinel(c.text("least")) || isSentinel(c.text("greatest"))) {
		add(medium, FindingPlaceholder, n, "numbers such as 999 or -999 at the end of the range may stand for a missing value")
	}
	const different = 10 // values; fewer are codes or marks
	if n := c.number("below") + c.number("above"); c.distinct > different && n/c.filled <= fewOutliers {
		add(low, FindingOutliers, n, fmt.Sprintf("values go from %s to %s", c.text("least"), c.text("greatest")))
	}
}

// isSentinel is true for a number of nines only.
func isSentinel(text string) bool {
	digits := 0
	for i, r := range text {
		switch {
		case r == '-' && i == 0:
		case r == '.':
			return digits >= 3
		case r != '9':
			return false
		default:
			digits++
		}
	}
	return digits >= 3
}

// reader finds the cells of a table by the names of its columns.
type reader struct{ at map[string]int }

func newReader(t *table.Table) reader {
	r := reader{map[string]int{}}
	for i, c := range t.Columns {
		r.at[c.Name] = i
	}
	return r
}

func (r reader) text(row table.Row, name string) string {
	if i, ok := r.at[name]; ok && !row[i].IsNull() {
		return row[i].String()
	}
	return ""
}

func (r reader) number(row table.Row, name string) float64 {
	if i, ok := r.at[name]; ok {
		x, _ := row[i].Float64()
		return x
	}
	return 0
}

func judgeDuplicates(t *table.Table, sizes map[string]float64, keyed map[string]bool) []profileFinding {
	r := newReader(t)
	var list []profileFinding
	for _, row := range t.Rows {
		name, n := r.text(row, "table_name"), r.number(row, "again")
		if n <= 0 {
			continue
		}
		f := profileFinding{severity: high, table: name, kind: FindingDuplicates, rows: n, share: 100 * n / max(sizes[name], 1), detail: "the same in every column"}
		if keyed[name] {
			f.severity, f.detail = medium, "the same in every column but the key"
			if n/max(sizes[name], 1) > fewOutliers {
				f.severity = low // so many may well be different things
			}
		}
		list = append(list, f)
	}
	return list
}

func judgeOrphans(t *table.Table) []profileFinding {
	r := newReader(t)
	var list []profileFinding
	for _, row := range t.Rows {
		if n := r.number(row, "orphans"); n > 0 {
			list = append(list, profileFinding{severity: high, table: r.text(row, "table_name"), column: r.text(row, "column_name"), kind: FindingOrphans, rows: n, share: 100 * n / max(r.number(row, "filled"), 1),
				detail: "leads to no row of " + r.text(row, "target")})
		}
	}
	return list
}

// judgeDays finds days or months without rows in tables that have some nearly every
// time. The first and last hundredth of the rows do not count: a date that is a
// mistake would make a gap.
func judgeDays(t *table.Table) []profileFinding {
	r := newReader(t)
	type series struct {
		table, column string
		days          []time.Time
		rows          []float64
		months        bool
	}
	var all []*series
	byName := map[string]*series{}
	for _, row := range t.Rows {
		name, text := r.text(row, "table_name"), r.text(row, "period")
		at, ok := startOf(text)
		if !ok {
			continue
		}
		s := byName[name]
		if s == nil {
			s = &series{table: name, column: r.text(row, "column_name"), months: len(text) == len("2006-01")}
			byName[name], all = s, append(all, s)
		}
		s.days, s.rows = append(s.days, at), append(s.rows, r.number(row, "n"))
	}
	var list []profileFinding
	for _, s := range all {
		days := middle(s.days, s.rows)
		gaps, what := missingDays(days), "days"
		if s.months || gaps == nil {
			gaps, what = missingMonths(days), "months"
		}
		if len(gaps) > 0 {
			list = append(list, profileFinding{severity: medium, table: s.table, column: s.column, kind: FindingGap, rows: float64(len(gaps)), share: math.NaN(), detail: gapsInWords(gaps, what)})
		}
	}
	return list
}

// middle are the different days between the first and the last hundredth of the rows.
func middle(days []time.Time, rows []float64) []time.Time {
	order := make([]int, len(days))
	var total float64
	for i := range order {
		order[i], total = i, total+rows[i]
	}
	slices.SortFunc(order, func(a, b int) int { return days[a].Compare(days[b]) })
	var kept []time.Time
	var before float64
	for _, i := range order {
		if after := before + rows[i]; after > 0.01*total && before < 0.99*total {
			kept = append(kept, days[i])
		}
		before += rows[i]
	}
	return slices.Compact(kept)
}

// regular is the share of times that must have rows for one without to be a gap.
const regular = 0.9

// missingDays are days without rows, of the days of the week that nearly always have
// some; nil where rows do not come every day.
func missingDays(days []time.Time) []time.Time {
	const least = 60
	if len(days) < least {
		return nil
	}
	there := map[time.Time]bool{}
	for _, d := range days {
		there[d] = true
	}
	var all, has [7]float64
	for d := days[0]; !d.After(days[len(days)-1]); d = d.AddDate(0, 0, 1) {
		all[d.Weekday()]++
		if there[d] {
			has[d.Weekday()]++
		}
	}
	var missing []time.Time
	usual := 0
	for d := days[0]; !d.After(days[len(days)-1]); d = d.AddDate(0, 0, 1) {
		if has[d.Weekday()] < regular*all[d.Weekday()] {
			continue
		}
		usual++
		if !there[d] {
			missing = append(missing, d)
		}
	}
	if usual < least {
		return nil
	}
	if missing == nil {
		missing = []time.Time{}
	}
	return missing
}

// missingMonths are months without rows, where nearly all have some.
func missingMonths(days []time.Time) []time.Time {
	const least = 6
	there := map[time.Time]bool{}
	for _, d := range days {
		there[time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC)] = true
	}
	if len(there) < least {
		return nil
	}
	var missing []time.Time
	first := time.Date(days[0].Year(), days[0].Month(), 1, 0, 0, 0, 0, time.UTC)
	n := 0.0
	for d := first; !d.After(days[len(days)-1]); d = d.AddDate(0, 1, 0) {
		n++
		if !there[d] {
			missing = append(missing, d)
		}
	}
	if float64(len(there)) < regular*n {
		return nil
	}
	return missing
}

// gapsInWords names the first gaps.
func gapsInWords(gaps []time.Time, what string) string {
	layout, next := "2 January 2006", func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }
	if what == "months" {
		layout, next = "January 2006", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }
	}
	var list []string
	for i := 0; i < len(gaps); {
		end := i
		for end+1 < len(gaps) && gaps[end+1].Equal(next(gaps[end])) {
			end++
		}
		text := gaps[i].Format(layout)
		if end > i {
			text += " to " + gaps[end].Format(layout)
		}
		list, i = append(list, text), end+1
	}
	const most = 3
	return what + " from " + joinFirst(list, most)
}

func joinFirst(list []string, most int) string {
	text := ""
	for i, s := range firstOf(list, most+1) {
		if i > 0 {
			text += ", "
		}
		text += s
	}
	return text
}
