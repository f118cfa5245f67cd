package schema

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

func temporalByKind(c *subject) (verdict, bool) {
	if !c.Kind.Temporal() {
		return verdict{}, false
	}
	why := "a " + c.Kind.String() + c.span()
	if c.solePrimary() {
		why += ", and the primary key"
	}
	return verdict{role: TimeDimension, why: why}, true
}

// span words the range of the values.
func (c *subject) span() string {
	if c.Min == "" || c.Max == "" {
		return ""
	}
	return ", from " + c.Min + " to " + c.Max
}

// textTime finds dates in text, as SQLite and CSV files hold them. What the
// values look like decides; the name only when no value is known.
func textTime(c *subject) (verdict, bool) {
	if c.Kind != table.Text {
		return verdict{}, false
	}
	seen, dates, form := 0, 0, ""
	look := func(v string) {
		if v == "" {
			return
		}
		seen++
		if f := dateForm(v); f != "" && (f != "YYYYMMDD" && f != "YYYY" || c.saysTime() || c.saysYear()) {
			dates++
			form = f
		}
	}
	look(c.Min)
	look(c.Max)
	for _, v := range c.Values {
		look(v)
	}
	switch {
	case seen == 0 && c.Distinct == 0 && c.saysTime():
		return verdict{role: TimeDimension, why: "text, named like a date; no values were seen"}, true
	case dates == 0 || dates < seen && !(c.saysTime() && dates*5 >= seen*4):
		return verdict{}, false
	case form == "D/M/Y":
		return verdict{role: TimeDimension, why: "text that holds dates, written so that they do not sort"}, true
	}
	return verdict{role: TimeDimension, why: "text that holds dates as " + form + c.span()}, true
}

// forms of dates in text, by how people call them.
var forms = []struct{ layout, name string }{
	{time.DateOnly, "YYYY-MM-DD"},
	{time.DateTime, "YYYY-MM-DD hh:mm:ss"},
	{"2006-01-02T15:04:05", "YYYY-MM-DDThh:mm:ss"},
	{time.RFC3339, "YYYY-MM-DDThh:mm:ssZ"},
	{"2006-01-02 15:04:05Z07:00", "YYYY-MM-DD hh:mm:ssZ"},
	{"2006-01-02 15:04:05Z07", "YYYY-MM-DD hh:mm:ssZ"},
	{"2006-01-02 15:04", "YYYY-MM-DD hh:mm"},
	{"2006-01-02T15:04", "YYYY-MM-DDThh:mm"},
	{"2006/01/02", "YYYY/MM/DD"},
	{"2006/01/02 15:04:05", "YYYY/MM/DD hh:mm:ss"},
	{"2006-01", "YYYY-MM"},
	{"2006", "YYYY"},
	{"20060102", "YYYYMMDD"},
	{"02/01/2006", "D/M/Y"},
	{"2/1/2006", "D/M/Y"},
	{"1/2/2006", "D/M/Y"},
	{"1/2/2006 15:04", "D/M/Y"},
	{"02.01.2006", "D/M/Y"},
	{"2-Jan-2006", "D/M/Y"},
	{"Jan 2, 2006", "D/M/Y"},
	{"2 Jan 2006", "D/M/Y"},
}

// dateForm is how a date is written, or "".
func dateForm(v string) string {
	if len(v) < 4 || len(v) > 40 || !strings.ContainsAny(v[len(v)-1:], "0123456789Z") || strings.Count(v, " ") > 2 {
		return ""
	}
	for _, f := range forms {
		if t, err := time.Parse(f.layout, v); err == nil && plausibleYear(t.Year()) {
			return f.name
		}
	}
	return ""
}

func plausibleYear(y int) bool { return 1000 <= y && y <= 9999 }

// saysTime reports whether the name suggests a time: order_date, dt_ord,
// created_at, paid_on.
func (c *subject) saysTime() bool {
	last := c.raw[len(c.raw)-1]
	return c.mentions(moments) || len(c.raw) > 1 && (last == "at" || last == "on")
}

func (c *subject) saysYear() bool { return c.mentions(years) }

var (
	moments = english.NewSet("date datetime timestamp birthdate birthday day ymd epoch unixtime")
	years   = english.NewSet("year season vintage cohort fy founded established built opened launched released born since")
)

// numericTime finds years, dates written as numbers, and seconds since 1970.
func numericTime(c *subject) (verdict, bool) {
	if !c.Kind.Numeric() {
		return verdict{}, false
	}
	low, okLow := whole64(c.Min)
	high, okHigh := whole64(c.Max)
	known := okLow && okHigh
	if !known && (c.Min != "" || c.Max != "") {
		return verdict{}, false
	}
	_, counted := columns.Summarize(c.words)
	switch {
	case c.saysYear() && !counted && !known && c.mentions(setYear):
		return verdict{role: TimeDimension, why: "named like a year; no values were seen"}, true
	case c.saysYear() && !counted && known && low >= 1000 && high <= 2200:
		return verdict{role: TimeDimension, why: fmt.Sprintf("years, from %d to %d", low, high)}, true
	case !known:
		return verdict{}, false
	case !counted && c.Kind == table.Int && c.lookLikeYears(low, high):
		return verdict{role: TimeDimension, why: fmt.Sprintf("whole numbers that repeat, from %d to %d, like years", low, high)}, true
	case c.saysTime() && isYMD(low) && isYMD(high):
		return verdict{role: TimeDimension, why: fmt.Sprintf("dates written as numbers (YYYYMMDD), from %d to %d", low, high)}, true
	case c.mentions(months) && isYMD(low*100+1) && isYMD(high*100+1):
		return verdict{role: TimeDimension, why: fmt.Sprintf("months written as numbers (YYYYMM), from %d to %d", low, high)}, true
	case c.saysTime() || c.mentions(clock):
		return epoch(low, high)
	}
	return verdict{}, false
}

// lookLikeYears is for names in any language: recent years, most of those
// between the first and the last, each in many rows.
func (c *subject) lookLikeYears(low, high int64) bool {
	const least = 4
	return low >= 1900 && high <= 2100 && c.Distinct >= least && c.Distinct*10 >= (high-low+1)*8 && c.rows >= 10*c.Distinct
}

var (
	setYear = english.NewSet("year")
	months  = english.NewSet("month period date")
	clock   = english.NewSet("time created updated modified")
)

func whole64(v string) (int64, bool) {
	if n, err := strconv.ParseInt(v, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(v, 64)
	if err != nil || f != float64(int64(f)) {
		return 0, false
	}
	return int64(f), true
}

func isYMD(n int64) bool {
	if n < 1900_01_01 || n > 2200_12_31 {
		return false
	}
	_, err := time.Parse("20060102", strconv.FormatInt(n, 10))
	return err == nil
}

// epoch takes numbers between 1980 and 2100 for moments, at the precision that
// puts them there.
func epoch(low, high int64) (verdict, bool) {
	const from, to = 315_532_800, 4_102_444_800
	for _, p := range []struct {
		per  int64
		name string
	}{{1, "seconds"}, {1e3, "milliseconds"}, {1e6, "microseconds"}, {1e9, "nanoseconds"}} {
		if low/p.per >= from && high/p.per <= to {
			day := func(n int64) string { return time.Unix(n/p.per, 0).UTC().Format(time.DateOnly) }
			return verdict{role: TimeDimension, why: fmt.Sprintf("%s since 1970, from %s to %s", p.name, day(low), day(high))}, true
		}
	}
	return verdict{}, false
}

// partOfDate is for months, quarters and weekdays as small numbers: they group
// rows, and adding them up means nothing.
func partOfDate(c *subject) (verdict, bool) {
	if !c.Kind.Numeric() || len(c.words) > 3 {
		return verdict{}, false
	}
	limit, ok := calendar[c.last()]
	if !ok {
		return verdict{}, false
	}
	if _, counted := columns.Summarize(c.words[:len(c.words)-1]); counted {
		return verdict{}, false
	}
	if high, known := whole64(c.Max); known && high > limit || !known && c.Max != "" {
		return verdict{}, false
	}
	return verdict{role: Categorical, why: article(c.last()) + ", as a number"}, true
}

const yearLimit = 2200

var calendar = map[string]int64{
	"month": 12, "quarter": 4, "weekday": 7, "dow": 7, "doy": 366, "week": 53, "day": 366, "hour": 24, "minute": 59, "period": 53,
	"year": yearLimit, "dayofweek": 7, "semester": 4, "term": 4,
}
