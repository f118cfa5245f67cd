package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// DuckDB takes 1.200,50 and 5 % for text, and 03/04/2025 for whichever date it
// tries first. Here the columns of a CSV are looked at once more, value by
// value, by the manners in which people write figures and dates. A column
// becomes what all of its values are in one manner and no other; else it stays
// text, with a note.

// looked is what was found out about one column.
type looked struct {
	at     int // in the dialect's columns
	values int64
	fit    [mannerCount]int64   // values that are written in each manner
	whole  [numberManners]int64 // digits before the point, at most
	scale  [numberManners]int64 // digits after it, at most

	numbers, dates int64 // values that are one in some manner
	percent        int64 // values in percent
	currencies     int64 // 1 if all signs of currencies are the same, more if not
	dressed        int64 // numbers that are more than digits
	parted         int64 // numbers with a point or a comma
	timed          int64 // dates with a time of day

	example string // a value that is a number or a date
	odd     string // one that is neither
}

// mostStudied is how many columns are looked at, studiedAtOnce how many in one
// statement, and sampled how many rows to begin with.
const (
	mostStudied   = 400
	studiedAtOnce = 40
	sampled       = 2000
)

// understand finds the columns that are written in another manner than DuckDB
// reads, and says what was made of them. The first rows show what a column may
// be; then all rows are looked at, but of a large file, where nothing is changed.
func (d *dialect) understand(ctx context.Context, ask asker, f file) ([]fault.Diagnostic, error) {
	sample := fmt.Sprintf(" LIMIT %d", sampled)
	places, all, err := d.figures(ctx, ask, f, sample)
	if err != nil {
		return nil, err
	}
	list := make([]*looked, len(places))
	for n, i := range places {
		list[n] = &looked{at: i}
		for m := range manners {
			list[n].fit[m] = 1
		}
	}
	if list, err = d.look(ctx, ask, f, sample, list); err != nil {
		return nil, err
	}
	if !all && small(f) {
		if list, err = d.look(ctx, ask, f, "", list); err != nil {
			return nil, err
		}
	}
	return d.convertColumns(f, list), nil
}

// figures are the columns most of whose values have the outline of a figure or
// a date: digits, and little around them. all says that the sample is the file.
func (d *dialect) figures(ctx context.Context, ask asker, f file, sample string) (kept []int, all bool, err error) {
	var places []int
	var parts []string
	for i, c := range d.columns {
		if d.mayBeOther(c.Type) && len(places) < mostStudied {
			places = append(places, i)
			parts = append(parts, of(countWhere(`regexp_full_match({}, '[^0-9]{0,6}[0-9][0-9.,’'' /:-]*[^0-9]{0,5}')`)+
				fmt.Sprintf(` * %d >= count({}) * %d AND count({}) > 0`, mostOdd, mostOdd-1), trimExpr(c.Name)))
		}
	}
	if len(places) == 0 {
		return nil, true, nil
	}
	found, err := ask.Ask(ctx, "SELECT "+strings.Join(parts, ", ")+", count(*) FROM "+d.asText(f, places, sample), source.Limits{}.OrDefault())
	if err != nil {
		return nil, false, err
	}
	for n, i := range places {
		if found.Rows[0][n].Bool() {
			kept = append(kept, i)
		}
	}
	count, _ := found.Rows[0][len(places)].Int64()
	return kept, count < sampled, nil
}

// asText is the file, or a sample of it, with some columns as they are written.
func (d *dialect) asText(f file, places []int, sample string) string {
	asText := *d
	asText.columns = append([]column(nil), d.columns...)
	for _, i := range places {
		asText.columns[i].Type = "VARCHAR"
	}
	return "(SELECT * FROM " + asText.read(f) + sample + ")"
}

// mayBeOther reports whether DuckDB's type of a column may not be what people
// meant: text, a date in an order that was guessed, and a fraction where points
// may part thousands.
func (d *dialect) mayBeOther(kind string) bool {
	switch kind {
	case "VARCHAR", "DOUBLE":
		return true
	case "DATE":
		return d.date != "" && !strings.HasPrefix(d.date, "%Y")
	case "TIMESTAMP":
		return d.timestamp != "" && !strings.HasPrefix(d.timestamp, "%Y")
	}
	return false
}

// look counts for each column how its values are written, in the manners that
// were found before.
func (d *dialect) look(ctx context.Context, ask asker, f file, sample string, before []*looked) ([]*looked, error) {
	list := make([]*looked, 0, len(before))
	for part := range slices.Chunk(before, studiedAtOnce) {
		var places []int
		var values, outlines, fits, parts []string
		for n, c := range part {
			v := fmt.Sprintf("v%d", n)
			places = append(places, c.at)
			values = append(values, trimExpr(d.columns[c.at].Name)+" AS "+v)
			more, conditions := c.patterns(v)
			outlines, fits = append(outlines, more...), append(fits, conditions...)
			parts = append(parts, aspects(v)...)
		}
		joined := func(parts []string) string { return strings.Join(parts, ", ") }
		found, err := ask.Ask(ctx, fmt.Sprintf("SELECT %s FROM (SELECT *, %s FROM (SELECT *, %s FROM (SELECT %s FROM %s)))",
			joined(parts), joined(fits), joined(outlines), joined(values), d.asText(f, places, sample)), source.Limits{}.OrDefault())
		if err != nil {
			return nil, err
		}
		list = append(list, lookedAt(places, found.Rows[0])...)
	}
	return list, nil
}

// patterns are what takes long: computed once for each value, and only in the
// manners that were found before.
func (c *looked) patterns(v string) (outlines, fits []string) {
	number, date := false, false
	for m, manner := range manners {
		found := c.fit[m] > 0
		number, date = number || found && m < numberManners, date || found && m >= numberManners
		condition := "false"
		if found {
			condition = of(manner.fits, v)
		}
		fits = append(fits, condition+" AS "+fit(v, m))
		if m < numberManners {
			text := "''"
			if found {
				text = of(manner.read, v)
			}
			outlines = append(outlines, text+" AS "+plain(v, m))
		}
	}
	outline, sign := "false", "NULL::VARCHAR"
	if date {
		outline = of(dated, v)
	}
	if number {
		sign = of("nullif(regexp_extract({}, "+duckdb.Literal(currency)+"), '')", v)
	}
	return append(outlines, outline+" AS "+v+"_dated", sign+" AS "+v+"_sign"), fits
}

// lookedAt takes the aspects of columns apart.
func lookedAt(places []int, aspects table.Row) []*looked {
	width := len(aspects) / len(places)
	list := make([]*looked, len(places))
	for n, i := range places {
		row := aspects[n*width : (n+1)*width]
		c := &looked{at: i, example: row[width-2].String(), odd: row[width-1].String()}
		counts := []*int64{&c.values, &c.numbers, &c.dates, &c.percent, &c.currencies, &c.dressed, &c.parted, &c.timed}
		for m := range manners {
			counts = append(counts, &c.fit[m])
		}
		for m := range numberManners {
			counts = append(counts, &c.whole[m], &c.scale[m])
		}
		for k, to := range counts {
			*to, _ = row[k].Int64()
		}
		list[n] = c
	}
	return list
}

// trimExpr returns a column's value with plain spaces and minus signs, none around
// it, and NULL where nothing is left.
func trimExpr(name string) string {
	return fmt.Sprintf(`nullif(trim(translate(%s, chr(160) || chr(8239) || '−', '  -')), '')`, duckdb.Identifier(name))
}

// fit is the name of the condition that a value is written in a manner, and
// plain that of the value as DuckDB would write the number.
func fit(v string, m int) string   { return fmt.Sprintf("%s_fit%d", v, m) }
func plain(v string, m int) string { return fmt.Sprintf("%s_plain%d", v, m) }

// aspects are the aggregates that look reads, in its order.
func aspects(v string) []string {
	number, date := anyFit(v, 0, numberManners), anyFit(v, numberManners, mannerCount)
	count := func(condition string) string { return countWhere(of(condition, v)) }
	list := []string{
		"count(" + v + ")", count(number), count(date),
		count("right({}, 1) = '%'"),
		of("CASE WHEN min({}_sign) = max({}_sign) THEN 1 ELSE 2 * count({}_sign) END", v),
		count(number + " AND translate({}, '+-0123456789', '') <> ''"),
		count(number + " AND (contains({}, '.') OR contains({}, ','))"),
		count(date + " AND contains({}, ':')"),
	}
	for m := range manners {
		list = append(list, count(fit(v, m)))
	}
	for m := range numberManners {
		digits := func(part int) string {
			return fmt.Sprintf("coalesce(max(CASE WHEN %s THEN length(ltrim(split_part(%s, '.', %d), '+-')) END), 0)", fit(v, m), plain(v, m), part)
		}
		list = append(list, digits(1), digits(2))
	}
	known := number + " OR " + date
	return append(list,
		of("left(coalesce(arg_max(CASE WHEN "+known+" THEN {} END, length({})), ''), 40)", v),
		of("left(coalesce(min(CASE WHEN NOT ("+known+") AND translate({}, '0123456789', '') <> '' THEN {} END), ''), 40)", v))
}

// countWhere returns the number of rows for which a condition holds. DuckDB keeps a copy
// of all that is aggregated for each FILTER, which many columns make too much.
func countWhere(condition string) string { return "count(CASE WHEN " + condition + " THEN 1 END)" }

func anyFit(v string, from, to int) string {
	var parts []string
	for m := from; m < to; m++ {
		parts = append(parts, fit(v, m))
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}
