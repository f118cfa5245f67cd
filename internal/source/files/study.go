package files

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// column is a column of a staged table.
type column struct {
	id     string // in the staged table
	name   string // for people
	native string // its type in DuckDB; VARCHAR is studied
}

// Bounds of a study: rows and cells of the sample, and columns in one statement.
const (
	sampleRows    = 2000
	sampleLength  = 100 // characters of a value; no figure is longer
	sampleCells   = 2_000_000
	studiedAtOnce = 10
)

// finding is how a column is read, and what that is based on.
type finding struct {
	column
	reading   reading
	native    string // the type in DuckDB that it becomes
	markers   []string
	note      string      // for the comment of a column of text
	separator string      // of lists in a column of text
	spellings [][2]string // values of text, and how they are written mostly

	values  int64  // that are not empty
	missing int64  // of these: markers of missing values
	odd     int64  // of these: something else than the rest, left empty
	code    string // the number that stands for a missing value
	example string
	value   string // the example as it is read
	oddOne  string // an odd value
	nearly  kind   // what a column of text nearly is
	why     string // a column stays text that looks like numbers
	assumed bool   // the hand is the default, and another fits as well
	chosen  bool   // by the settings…
	asked   string // …which say this
	sampled string // a value of the sample
	hands   []hand // of the readings that the sample suggests
	splits  bool   // the cells look like lists
}

// study finds out how to read the columns of a staged table. A sample suggests
// readings; each is then tried on all values.
func study(ctx context.Context, b *duckdb.Builder, stage string, columns []column, s tableSettings, usual hand) ([]finding, error) {
	findings := make([]finding, len(columns))
	samples, err := readSample(ctx, b, stage, columns)
	if err != nil {
		return nil, err
	}
	var trials []*trial
	for i, c := range columns {
		findings[i] = finding{column: c, native: c.native}
		if c.native != "VARCHAR" {
			continue
		}
		setting := s.Columns.of(c.name)
		t := &trial{finding: &findings[i], sample: samples[i], setting: setting}
		t.readings, findings[i].why = suggestReadings(c.name, samples[i])
		findings[i].sampled, findings[i].splits = longest(samples[i]), len(t.readings) == 0 && listSeparator(samples[i]) != ""
		for _, r := range t.readings {
			if r.hand != noHand {
				findings[i].hands = append(findings[i].hands, r.hand)
			}
		}
		if setting.Type != "" {
			t.readings, findings[i].chosen, findings[i].why = setting.readings(c.name, samples[i]), true, ""
			findings[i].asked = strings.TrimSpace(setting.Type + " " + setting.Format)
		}
		if findings[i].markers = setting.Missing; setting.Type != asText { // which is as it is written
			findings[i].markers = append(markersOf(samples[i]), setting.Missing...)
		}
		findings[i].note = noteOf(samples[i])
		t.code = missingCode(samples[i])
		trials = append(trials, t)
	}
	shareCode(trials)
	for part := range slices.Chunk(trials, studiedAtOnce) {
		if err := measure(ctx, b, stage, part); err != nil {
			return nil, err
		}
	}
	choose(trials, usual)
	return findings, findSpellings(ctx, b, stage, trials)
}

// readSample reads the text columns of some rows, by column.
func readSample(ctx context.Context, b *duckdb.Builder, stage string, columns []column) ([][]string, error) {
	var list []string
	var places []int
	for i, c := range columns {
		if c.native == "VARCHAR" {
			list = append(list, fmt.Sprintf("left(%s, %d)", c.id, sampleLength))
			places = append(places, i)
		}
	}
	samples := make([][]string, len(columns))
	if len(list) == 0 {
		return samples, nil
	}
	rows := max(100, min(sampleRows, sampleCells/len(list)))
	// Rows at equal distances: the same in every run, and from all parts of the file.
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE rowid %% greatest(1, (SELECT count(*) FROM %s) // %d) = 0 ORDER BY rowid LIMIT %d",
		strings.Join(list, ", "), stage, stage, rows, 2*rows))
	if err != nil {
		return nil, err
	}
	for n, i := range places {
		samples[i] = make([]string, len(found.Rows))
		for k, row := range found.Rows {
			samples[i][k] = row[n].String()
		}
	}
	return samples, nil
}

// trial is the readings that are tried on a column.
type trial struct {
	finding  *finding
	sample   []string
	setting  columnSettings
	readings []reading
	outcomes []outcome // of each reading
	code     string    // a number of the sample that may stand for a missing value
	values   int64
	marked   int64 // values that are markers of text
	codes    int64 // values with a leading zero
}

// outcome is how a reading does on all values.
type outcome struct {
	fit        int64
	whole      int64 // digits before the point and a sign, at most
	scale      int64 // digits after it
	fractions  int64 // numbers with a point that do not end in .0
	scientific int64 // numbers with an exponent
	clocked    int64 // dates with a time of day
	missing    int64
	odd        int64
	oddDigits  int64 // odd values that have digits
	oddUnits   int64 // odd values that are numbers with a unit, which is another one
	oddWord    bool  // all odd values are one word
	oddOne     string
	coded      int64 // numbers that are the code of a missing value
	alone      bool  // all others are far from it
}

// measure fills in the outcomes of trials in one statement.
func measure(ctx context.Context, b *duckdb.Builder, stage string, trials []*trial) error {
	var inner, outer []string
	for i, t := range trials {
		v := fmt.Sprintf("v%d", i)
		inner = append(inner, t.finding.id+" AS "+v)
		marked := "0"
		if len(t.readings) == 0 && len(t.finding.markers) > 0 {
			marked = countWhere(isOneOf(v, t.finding.markers))
		}
		codes := "0"
		if slices.ContainsFunc(t.readings, func(r reading) bool { return r.kind == kindNumber }) && !hasWord(t.finding.name, clockWords) {
			codes = countWhere(of("starts_with({}, '0') AND substr({}, 2, 1) BETWEEN '0' AND '9' AND NOT contains({}, ':')", v))
		}
		outer = append(outer, "count("+v+")", marked, codes)
		for j, r := range t.readings {
			x := fmt.Sprintf("x%d_%d", i, j)
			inner = append(inner, of(r.sql, t.finding.id)+" AS "+x)
			outer = append(outer, outcomeSQL(r, v, x, append(slices.Clone(missingMarkers), t.setting.Missing...))...)
			outer = append(outer, codedSQL(r, x, t.code)...)
		}
	}
	if len(trials) == 0 {
		return nil
	}
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT %s FROM (SELECT %s FROM %s)", strings.Join(outer, ", "), strings.Join(inner, ", "), stage))
	if err != nil {
		return err
	}
	row := found.Rows[0]
	next := func() (v table.Value) { v, row = row[0], row[1:]; return v }
	number := func() int64 { n, _ := next().Int64(); return n }
	for _, t := range trials {
		t.values, t.marked, t.codes = number(), number(), number()
		for range t.readings {
			t.outcomes = append(t.outcomes, outcome{number(), number(), number(), number(), number(), number(), number(), number(), number(), number(), number() > 0, next().String(), number(), number() > 0})
		}
	}
	return nil
}

// outcomeSQL are the aggregates that fill an outcome, in its order.
func outcomeSQL(r reading, v, x string, markers []string) []string {
	zero := "0"
	list := []string{"count(" + x + ")", zero, zero, zero, zero, zero}
	switch r.kind {
	case kindNumber:
		list[1] = of("coalesce(max(CASE WHEN contains({}, '.') THEN instr({}, '.') - 1 ELSE length({}) END), 0)", x)
		list[2] = of("coalesce(max(CASE WHEN contains({}, '.') THEN length({}) - instr({}, '.') ELSE 0 END), 0)", x)
		list[3] = countWhere(of("contains({}, '.') AND NOT ends_with({}, '.0')", x))
		list[4] = countWhere(of("contains({}, 'e') OR contains({}, 'E')", x))
	case kindDate:
		list[5] = countWhere(of("{} <> date_trunc('day', {})", x))
	}
	other := fmt.Sprintf("%s IS NULL AND %s IS NOT NULL", x, v)
	marker := isOneOf(v, markers)
	odd := "CASE WHEN " + other + " AND NOT " + marker + " THEN " + v + " END"
	return append(list, countWhere(other+" AND "+marker), "count("+odd+")",
		countWhere(other+" AND NOT "+marker+" AND regexp_matches("+v+", '[0-9]')"),
		countWhere(other+" AND NOT "+marker+" AND regexp_full_match("+v+", "+duckdb.Literal(withUnit)+")"),
		"CASE WHEN min(lower("+odd+")) = max(lower("+odd+")) THEN 1 ELSE 0 END",
		"left(min("+odd+"), 40)")
}

// codedSQL are the last of these: how many numbers are the code, and whether no other is
// near it.
func codedSQL(r reading, x, code string) []string {
	if r.kind != kindNumber || code == "" {
		return []string{"0", "0"}
	}
	n := fmt.Sprintf("TRY_CAST(%s AS DOUBLE)", x)
	return []string{countWhere(n + " = " + code), fmt.Sprintf("CASE WHEN min(CASE WHEN %[1]s <> %[2]s THEN %[1]s END) > %[2]s / 2 THEN 1 ELSE 0 END", n, code)}
}

// missingCode is the number of a sample that may stand for a missing value, as -999 and
// -200 do where measurements are recorded: the least, which comes again and again, far
// below all others. It is "" where there is none.
func missingCode(sample []string) string {
	const most, times = -99, 3
	least, next, count := math.Inf(1), math.Inf(1), 0
	for _, v := range sample {
		n, err := strconv.ParseFloat(v, 64)
		switch {
		case err != nil:
		case n < least:
			least, next, count = n, least, 1
		case n == least:
			count++
		case n < next:
			next = n
		}
	}
	if least > most || least != math.Trunc(least) || count < times || next <= least/2 || math.IsInf(next, 1) {
		return ""
	}
	return strconv.FormatFloat(least, 'f', -1, 64)
}

// shareCode looks for the code of one column in the others, where it may be rare.
func shareCode(trials []*trial) {
	at := slices.IndexFunc(trials, func(t *trial) bool { return t.code != "" })
	if at < 0 {
		return
	}
	for _, t := range trials {
		t.code = cmp.Or(t.code, trials[at].code)
	}
}

// withUnit is a number with a unit before or behind it.
const withUnit = `\p{Sc} ?[0-9][0-9.,]*|[0-9][0-9.,]* ?(?:\p{Sc}|\p{L}{1,4}|%|°)`

// countWhere returns the number of rows for which a condition holds. DuckDB keeps a copy
// of all that is aggregated for each FILTER, which many columns make too much.
func countWhere(condition string) string { return "count(CASE WHEN " + condition + " THEN 1 END)" }

// isOneOf is true for a value of a list. DuckDB would make a join of IN, for all
// rows, whether or not the condition is needed.
func isOneOf(value string, list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = duckdb.Literal(s)
	}
	return "list_contains([" + strings.Join(quoted, ", ") + "], " + value + ")"
}

// choose decides how each column is read. A file is written by one hand: what
// one column shows holds for another that could be read in two ways.
func choose(trials []*trial, usual hand) {
	shown := map[bool]hand{false: usual} // numbers and dates
	for _, t := range trials {
		if best, sure := t.best(); best >= 0 && sure {
			if h := t.readings[best].hand; h != noHand {
				isDate := t.readings[best].kind == kindDate
				if shown[isDate] == noHand || shown[isDate] == usual {
					shown[isDate] = h
				}
			}
		}
	}
	for _, t := range trials {
		best, sure := t.best()
		if best < 0 {
			t.keepText()
			continue
		}
		if !sure {
			isDate := t.readings[best].kind == kindDate
			h := shown[isDate]
			if isDate && h == noHand && shown[false] == commaDecimal {
				h = dayFirst
			}
			if i := slices.IndexFunc(t.readings, func(r reading) bool { return r.hand == h }); i >= 0 && t.outcomes[i].fit == t.outcomes[best].fit {
				best = i
			} else {
				t.finding.assumed = true
			}
		}
		t.read(best)
	}
}

// best is the reading that most values fit, -1 where that is too few. sure says
// that no other does as well.
func (t *trial) best() (at int, sure bool) {
	at, sure = -1, true
	for i, o := range t.outcomes {
		if !t.accepts(i) {
			continue
		}
		switch {
		case at < 0 || o.fit > t.outcomes[at].fit:
			at, sure = i, true
		case o.fit == t.outcomes[at].fit:
			sure = false
		}
	}
	return at, sure
}

// accepts reports whether a column may be read so: nearly all values fit, and
// what is lost are words among figures, not codes.
func (t *trial) accepts(i int) bool {
	o := t.outcomes[i]
	switch {
	case o.fit == 0:
		return false
	case t.finding.chosen:
		return true
	case t.readings[i].unit != "" && t.readings[i].kind == kindNumber && o.oddUnits > 0: // 72kg among pounds
		t.finding.why = severalUnits
		return false
	case t.codes > 0:
		return false
	case t.readings[i].dressed && o.oddWord && o.oddDigits == 0 && o.odd*wordTolerance <= o.fit+o.odd: // tbc among prices
	case t.readings[i].kind == kindNumber && o.oddWord && o.oddDigits == 0 && o.odd*nearlyTolerance <= o.fit+o.odd && t.measures(): // AB, for absent, among marks
	case o.odd*tolerance > o.fit+o.odd:
		return false
	case t.readings[i].kind == kindNumber && !t.readings[i].dressed && o.scale == 0:
		return o.oddDigits == 0
	}
	return true
}

// measures is true for a column of many different numbers that are no codes.
func (t *trial) measures() bool {
	const many = 20
	different := map[string]bool{}
	for _, v := range t.sample {
		if _, ok := scanNumber(v); ok {
			different[v] = true
		}
	}
	return len(different) >= many && !hasWord(t.finding.name, []string{"id", "no", "nr", "number", "code", "key", "ref", "version", "size"})
}

func (t *trial) read(i int) {
	f, r, o := t.finding, t.readings[i], t.outcomes[i]
	f.why = ""
	f.reading, f.values, f.missing, f.odd, f.oddOne = r, t.values, o.missing, o.odd, o.oddOne
	if o.alone && o.coded > 0 && !f.chosen {
		f.code, f.missing = t.code, f.missing+o.coded
	}
	f.native = map[kind]string{kindDate: "DATE", kindTime: "TIME", kindBoolean: "BOOLEAN"}[r.kind]
	switch {
	case r.kind == kindDate && (o.clocked > 0 || r.clocked):
		f.native = "TIMESTAMP"
	case r.kind == kindNumber && o.scientific > 0:
		f.native = "DOUBLE"
	case r.kind == kindNumber && o.fractions == 0: // 12.0 is how some programs write 12
		f.native = exactType(o.whole, 0)
	case r.kind == kindNumber:
		f.native = exactType(o.whole, o.scale)
	}
	f.example = longest(slices.DeleteFunc(slices.Clone(t.sample), func(v string) bool { return v == o.oddOne || slices.Contains(missingMarkers, v) }))
}

// longest is the longest value that fits into a sentence.
func longest(sample []string) string {
	const most = 40
	found := ""
	for _, v := range sample {
		if len(v) > len(found) && len(v) < most {
			found = v
		}
	}
	return found
}

// keepText says what a column of text nearly is.
func (t *trial) keepText() {
	f := t.finding
	f.values, f.missing = t.values, t.marked
	for i, o := range t.outcomes {
		r := t.readings[i]
		if t.codes == 0 && o.fit > 0 && o.odd > 0 && o.odd*nearlyTolerance <= o.fit+o.odd && o.oddDigits == 0 {
			f.nearly, f.odd, f.oddOne = r.kind, o.odd, o.oddOne
		}
	}
	if f.chosen && len(t.readings) > 0 {
		f.why = "no value can be read as " + f.asked
	}
	if len(t.readings) == 0 && !f.chosen {
		if f.separator = listSeparator(t.sample); f.separator != "" {
			f.example = longest(t.sample)
		}
	}
	if f.missing == 0 && len(t.readings) == 0 {
		f.markers = nil
	}
}

// sql is the column as an expression over the staged table.
func (f finding) sql() string {
	if f.native == "VARCHAR" || f.reading.sql == "" {
		if f.column.native == "VARCHAR" && len(f.markers) > 0 {
			return fmt.Sprintf("CASE WHEN %s THEN NULL ELSE %s END", isOneOf(f.id, f.markers), f.spelled())
		}
		return f.spelled()
	}
	sql := fmt.Sprintf("TRY_CAST(%s AS %s)", of(f.reading.sql, f.id), f.native)
	if f.code != "" {
		return fmt.Sprintf("NULLIF(%s, %s)", sql, f.code)
	}
	return sql
}
