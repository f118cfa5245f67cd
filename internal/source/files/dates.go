package files

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/gloss"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// date is how one date or moment is written, as formats of strptime.
type date struct {
	day   string // with {d} and {m} where day and month could be swapped; or one of the periods below
	clock string // behind the day: "", " %H:%M", …
}

// Periods that strptime alone does not read.
const (
	isoDay  = "iso" // 2024-01-31, which DuckDB casts fastest
	week    = "week"
	quarter = "quarter"
)

var (
	clockPattern = regexp.MustCompile(`^(.*?)([T ]| - |, )(\d{1,2}):(\d{2})(:\d{2})?([.,]\d{1,9})?( ?[AaPp]\.?[Mm]\.?)?( ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$`)
	isoPattern   = regexp.MustCompile(`^\d{4}([-/])\d{1,2}([-/])\d{1,2}$`)
	dotPattern   = regexp.MustCompile(`^\d{4}\.\d{1,2}\.\d{1,2}$`)
	dayPattern   = regexp.MustCompile(`^(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4}|\d{2})$`)
	namedDay     = regexp.MustCompile(`^(\d{1,2})([-/. ]|\. )([A-Za-z]{3,9})([-/. ]|\. |, )(\d{4}|\d{2})$`)
	namedMonth   = regexp.MustCompile(`^([A-Za-z]{3,9})(\.? )(\d{1,2})(, | )(\d{4})$`)
	monthOnly    = regexp.MustCompile(`^([A-Za-z]{3,9})([-/. ]|, )(\d{4}|\d{2})$`)
	compactDay   = regexp.MustCompile(`^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$`)
	monthNumber  = regexp.MustCompile(`^(?:19|20)\d{2}([-/]|M)(?:0[1-9]|1[0-2])$`)
	weekPattern  = regexp.MustCompile(`^(?:19|20)\d{2}-?W(?:0?[1-9]|[1-4]\d|5[0-3])$`)
	quarterFirst = regexp.MustCompile(`^Q[1-4][-/ ]?(?:19|20)\d{2}$`)
	quarterLast  = regexp.MustCompile(`^(?:19|20)\d{2}[-/ ]?Q[1-4]$`)
)

// monthFormat is the format of strptime for an English month.
func monthFormat(name string) string {
	name = strings.ToLower(name)
	switch {
	case slices.Contains(gloss.Months[1], name):
		return "%b"
	case slices.Contains(gloss.Months[0], name):
		return "%B"
	}
	return ""
}

func yearFormat(digits string) string {
	if len(digits) == 2 {
		return "%y"
	}
	return "%Y"
}

// scanDate reads how a date is written, or reports that it is none.
func scanDate(text string) (d date, ok bool) {
	const longest = 40
	if len(text) < len("1/1/03") || len(text) > longest {
		return d, false
	}
	day := text
	if m := clockPattern.FindStringSubmatch(text); m != nil {
		day = m[1]
		hour, seconds, fraction, half := "%H", "", "", ""
		if m[5] != "" {
			seconds = ":%S"
		}
		if m[6] != "" {
			fraction = m[6][:1] + "%f"
		}
		if m[7] != "" {
			hour, half = "%I", strings.Repeat(" ", strings.Count(m[7], " "))+"%p"
		}
		if d.clock = m[2] + hour + ":%M" + seconds + fraction + half; m[8] != "" {
			d.clock += "zone"
		}
	}
	for _, name := range gloss.Weekdays[1] { // Mon, 5 Jan 2021
		if rest, found := strings.CutPrefix(day, strings.ToUpper(name[:1])+name[1:]+", "); found {
			inner, ok := scanDate(rest)
			return date{"%a, " + inner.day, d.clock}, ok && inner.clock == "" && inner.day != isoDay
		}
	}
	switch {
	case isoPattern.MatchString(day):
		d.day = isoDay
	case dotPattern.MatchString(day):
		d.day = "%Y.%m.%d"
	case dayPattern.MatchString(day):
		m := dayPattern.FindStringSubmatch(day)
		if m[2] != m[4] {
			return d, false
		}
		d.day = "{d}" + m[2] + "{m}" + m[2] + yearFormat(m[5])
	case namedDay.MatchString(day):
		m := namedDay.FindStringSubmatch(day)
		if d.day = monthFormat(m[3]); d.day == "" {
			return d, false
		}
		d.day = "%d" + m[2] + d.day + m[4] + yearFormat(m[5])
	case namedMonth.MatchString(day):
		m := namedMonth.FindStringSubmatch(day)
		if d.day = monthFormat(m[1]); d.day == "" {
			return d, false
		}
		d.day += m[2] + "%d" + m[4] + "%Y"
	default:
		d.day, ok = scanPeriod(day)
		return d, ok && d.clock == ""
	}
	if strings.HasSuffix(d.clock, "zone") && d.day != isoDay {
		return d, false
	}
	return d, true
}

// scanPeriod is scanDate for what names a month, a quarter or a week, and for
// days without separators.
func scanPeriod(text string) (format string, ok bool) {
	switch {
	case compactDay.MatchString(text):
		return "%Y%m%d", true
	case monthNumber.MatchString(text):
		return "%Y" + text[4:5] + "%m", true
	case weekPattern.MatchString(text):
		return week, true
	case quarterFirst.MatchString(text), quarterLast.MatchString(text):
		return quarter, true
	}
	if m := monthOnly.FindStringSubmatch(text); m != nil {
		if f := monthFormat(m[1]); f != "" {
			return f + m[2] + yearFormat(m[3]), true
		}
	}
	return "", false
}

// dateReadings are the ways to read a column of dates.
func dateReadings(list []date) []reading {
	days, clocks := map[string]bool{}, map[string]bool{}
	for _, d := range list {
		days[d.day], clocks[d.clock] = true, true
	}
	const most = 6 // formats; beyond, the values are no dates of one column
	if len(days) > most || len(clocks) > most {
		return nil
	}
	swapped := false
	for d := range days {
		swapped = swapped || strings.Contains(d, "{d}")
	}
	if !swapped {
		return []reading{newDateReading(days, clocks, noHand)}
	}
	first := []reading{newDateReading(days, clocks, monthFirst), newDateReading(days, clocks, dayFirst)}
	for d := range days {
		if strings.Contains(d, "{d}.") || strings.Contains(d, "{d}-") { // so written where the day comes first
			slices.Reverse(first)
			break
		}
	}
	return first
}

func newDateReading(days, clocks map[string]bool, h hand) reading {
	r := reading{kind: kindDate, hand: h, dressed: true}
	var formats, parts []string
	for d := range days {
		switch d {
		case isoDay:
			value := "{}"
			if hasZone(clocks) { // the time on the clock of the place, as it is written
				value = `regexp_replace({}, ' ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$', '')`
			}
			parts = append(parts, "TRY_CAST("+value+" AS TIMESTAMP)")
			r.dressed = len(days) > 1
			continue
		case week:
			parts = append(parts, `try_strptime(regexp_replace({}, '-?W', '-W') || '-1', '%G-W%V-%u')`)
			r.unit = "the Monday of the week"
			continue
		case quarter:
			parts = append(parts, `TRY(make_timestamp(CAST(regexp_extract({}, '[0-9]{4}') AS BIGINT), 3 * CAST(regexp_extract({}, 'Q([1-4])', 1) AS BIGINT) - 2, 1, 0, 0, 0))`)
			r.unit = "the first day of the quarter"
			continue
		}
		if !strings.Contains(d, "d") {
			r.unit = "the first day of the month"
		}
		switch h {
		case dayFirst:
			d = strings.NewReplacer("{d}", "%d", "{m}", "%m").Replace(d)
		case monthFirst:
			d = strings.NewReplacer("{d}", "%m", "{m}", "%d").Replace(d)
		}
		for c := range clocks {
			formats = append(formats, duckdb.Literal(d+c))
		}
	}
	if len(formats) > 0 {
		slices.SortFunc(formats, func(a, b string) int { // years of two digits first, which %Y would take as well
			return cmp.Or(strings.Count(b, "%y")-strings.Count(a, "%y"), strings.Compare(a, b))
		})
		parts = append(parts, "try_strptime({}, ["+strings.Join(formats, ", ")+"])")
	}
	slices.Sort(parts)
	if r.sql = parts[0]; len(parts) > 1 {
		r.sql = "coalesce(" + strings.Join(parts, ", ") + ")"
	}
	return r
}

// hasZone reports whether times come with their distance from UTC.
func hasZone(clocks map[string]bool) bool {
	for c := range clocks {
		if strings.HasSuffix(c, "zone") {
			return true
		}
	}
	return false
}

// epochWords are words in the names of columns that hold moments.
var epochWords = []string{"time", "timestamp", "ts", "date", "datetime", "at", "epoch", "unix", "created", "updated", "modified"}

// Moments between 1990 and 2050, in seconds.
const firstEpoch, lastEpoch = 631_152_000, 2_524_608_000

// epochReading reads seconds or milliseconds since 1970, where the name of the
// column and its values both say so.
func epochReading(name string, values []string) (r reading, ok bool) {
	if !slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(epochWords, w) }) {
		return r, false
	}
	for _, scale := range []int64{1, 1000} {
		all := true
		for _, v := range values {
			var n int64
			if _, err := fmt.Sscanf(v, "%d", &n); err != nil || n < firstEpoch*scale || n > lastEpoch*scale || strings.ContainsAny(v, ".,eE ") {
				all = false
				break
			}
		}
		if all {
			sql := fmt.Sprintf("make_timestamp(TRY_CAST({} AS BIGINT) * %d)", 1_000_000/scale)
			return reading{kind: kindDate, sql: sql, dressed: true, clocked: true}, true
		}
	}
	return r, false
}

var timePattern = regexp.MustCompile(`^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?( ?[AaPp][Mm])?$`)

// timeReading reads times of day.
func timeReading(values []string) (r reading, ok bool) {
	half := false
	for _, v := range values {
		m := timePattern.FindStringSubmatch(v)
		if m == nil {
			return r, false
		}
		half = half || m[4] != ""
	}
	r = reading{kind: kindTime, sql: "TRY_CAST({} AS TIME)"}
	if half {
		r.dressed = true
		r.sql = `CAST(try_strptime({}, ['%I:%M %p', '%I:%M:%S %p', '%I:%M%p', '%I:%M:%S%p']) AS TIME)`
	}
	return r, true
}

// periodKind is what the header of a wide table names.
type periodKind int

const (
	periodYear periodKind = iota + 1
	periodMonth
	periodQuarter
	periodDay
)

type period struct{ kind periodKind }

var yearPattern = regexp.MustCompile(`^(?:FY|CY|YR|Y)? ?'?((?:1[89]|20)\d{2})(?: \[YR\d{4}\])?$`)

// parsePeriod reads a header that names a period: 2015, 2015-03, Mar 2015, Q1
// 2015, 1/22/20, March.
func parsePeriod(header string) (p period, ok bool) {
	header = strings.TrimSpace(header)
	if yearPattern.MatchString(header) {
		return period{periodYear}, true
	}
	if gloss.Month(header) > 0 {
		return period{periodMonth}, true
	}
	d, ok := scanDate(header)
	switch {
	case !ok:
		return p, false
	case d.day == quarter:
		return period{periodQuarter}, true
	case d.day != isoDay && d.day != week && !strings.Contains(d.day, "d"):
		return period{periodMonth}, true
	}
	return period{periodDay}, true
}
