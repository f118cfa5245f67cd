package files

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// studyCSV fixes the dialect, and lets DuckDB find the header and the types.
// Left alone, DuckDB would rather invent a strange dialect than say that a
// file is broken.
func studyCSV(ctx context.Context, ask asker, f file) (view duckdb.View, notes []fault.Diagnostic, err error) {
	opening, err := readOpening(f)
	if err != nil {
		return view, nil, err
	}
	d := dialect{delimiter: '\t'}
	if f.format.suffix(f.shown)[:4] == ".csv" {
		d.delimiter = delimiterOf(opening)
	}
	sample := ""
	if small(f) {
		sample = ", sample_size = -1"
	}
	found, err := ask.Ask(ctx, fmt.Sprintf(`SELECT SkipRows, HasHeader, NewLineDelimiter, to_json(Columns), coalesce(DateFormat, ''), coalesce(TimestampFormat, '')
FROM sniff_csv(%s, %s%s)`, duckdb.Literal(f.path), d.options(f), sample), source.Limits{}.OrDefault())
	if err != nil || len(found.Rows) != 1 {
		return view, nil, brokenCSV(f, d, err)
	}
	row := found.Rows[0]
	d.skip, _ = row[0].Int64()
	if d.skip > 0 && !isPreamble(opening, d.skip, d.delimiter) {
		return view, nil, brokenCSV(f, d, nil) // DuckDB would pass over lines of data
	}
	d.header = row[1].Bool()
	d.newLine, d.date, d.timestamp = row[2].String(), row[4].String(), row[5].String()
	if err := json.Unmarshal([]byte(row[3].Raw()), &d.columns); err != nil {
		return view, nil, brokenCSV(f, d, err)
	}
	if notes, err = d.understand(ctx, ask, f); err != nil {
		return view, nil, brokenCSV(f, d, err)
	}
	if small(f) {
		if err := d.refine(ctx, ask, f); err != nil {
			return view, nil, brokenCSV(f, d, err)
		}
	}
	return duckdb.View{SQL: d.query(f), Rows: rowsOf(f, opening), Small: small(f)}, notes, nil
}

// dialect is how a CSV is written.
type dialect struct {
	delimiter       rune
	newLine         string
	skip            int64
	header          bool
	date, timestamp string
	columns         []column
	made            map[int]string // columns that an expression makes of their text
}

// options are the parts of the dialect that are not left to DuckDB. Quotes
// are as in RFC 4180, though the beginning of the file may have none.
func (d dialect) options(f file) string {
	return "delim = " + duckdb.Literal(string(d.delimiter)) + `, quote = '"', escape = '"', comment = '', ` + compression(f)
}

// query is the file as a table.
func (d dialect) query(f file) string {
	var made []string
	for i, c := range d.columns {
		if expression, ok := d.made[i]; ok {
			made = append(made, expression+" AS "+duckdb.Identifier(c.Name))
		}
	}
	if len(made) == 0 {
		return "SELECT * FROM " + d.read(f)
	}
	return "SELECT * REPLACE (" + strings.Join(made, ", ") + ") FROM " + d.read(f)
}

// read is the whole dialect as a table function, which sniffs no more.
func (d dialect) read(f file) string {
	var b strings.Builder
	fmt.Fprintf(&b, "read_csv(%s, auto_detect = false, %s, skip = %d, header = %t, columns = %s",
		duckdb.Literal(f.path), d.options(f), d.skip, d.header, columns(d.columns))
	for _, option := range [][2]string{{"new_line", d.newLine}, {"dateformat", d.date}, {"timestampformat", d.timestamp}} {
		if option[1] != "" {
			fmt.Fprintf(&b, ", %s = %s", option[0], duckdb.Literal(option[1]))
		}
	}
	b.WriteString(")")
	return b.String()
}

// maxScale is how many digits after the point still look like an amount and
// not like a measurement.
const maxScale = 8

// refine makes columns exact that DuckDB takes for binary fractions: amounts,
// and integers beyond 64 bits. It looks at every value, so nothing is rounded
// later.
func (d *dialect) refine(ctx context.Context, ask asker, f file) error {
	asText := *d
	asText.columns = append([]column(nil), d.columns...)
	var parts []string
	var places []int
	for i, c := range d.columns {
		if c.Type != "DOUBLE" {
			continue
		}
		asText.columns[i].Type = "VARCHAR"
		places = append(places, i)
		name := duckdb.Identifier(c.Name)
		parts = append(parts,
			countWhere(fmt.Sprintf(`NOT regexp_full_match(%s, '[+-]?[0-9]*\.?[0-9]*')`, name)),
			fmt.Sprintf(`coalesce(max(length(regexp_extract(%s, '^[+-]?([0-9]*)', 1))), 0)`, name),
			fmt.Sprintf(`coalesce(max(length(regexp_extract(%s, '\.([0-9]*)$', 1))), 0)`, name))
	}
	if len(parts) == 0 {
		return nil
	}
	found, err := ask.Ask(ctx, "SELECT "+strings.Join(parts, ", ")+" FROM "+asText.read(f), source.Limits{}.OrDefault())
	if err != nil {
		return err
	}
	for n, i := range places {
		odd, _ := found.Rows[0][3*n].Int64()
		whole, _ := found.Rows[0][3*n+1].Int64()
		scale, _ := found.Rows[0][3*n+2].Int64()
		if odd == 0 {
			d.columns[i].Type = exactType(whole, scale)
		}
	}
	return nil
}

// exactType holds numbers with so many digits before and after the point.
func exactType(whole, scale int64) string {
	switch {
	case scale == 0 && whole <= 38:
		return "HUGEINT"
	case scale <= maxScale && whole+scale <= 18:
		return fmt.Sprintf("DECIMAL(18,%d)", scale)
	case scale <= maxScale && whole+scale <= 38:
		return fmt.Sprintf("DECIMAL(38,%d)", scale)
	}
	return "DOUBLE"
}
