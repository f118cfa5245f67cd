package files

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// build fills a copy with the tables of files, one after the other.
type build struct {
	*duckdb.Builder
	record *copyRecord
}

// staged is a table of a file before its columns are studied: a temporary table of DuckDB.
type staged struct {
	table   string
	columns []column
	usual   hand // of numbers, by what is known of the file
}

// maxText is the size of the largest text file that is converted.
const maxText = 4 << 30

// addFile makes tables of a file.
func (b *build) addFile(ctx context.Context, f file, name string) (err error) {
	switch {
	case f.problem != nil:
		return f.problem
	case f.size == 0:
		return emptyFile(f)
	case f.format.kind != formatParquet && f.size > maxText:
		return fault.New(fault.BadData, "%s has more than %d GB of text", f.shown, maxText>>30).
			WithHint("load it into a DuckDB database, and connect that: CREATE TABLE t AS FROM read_csv('%s')", f.shown)
	}
	switch f.format.kind {
	case formatCSV:
		err = b.addCSV(ctx, f, name)
	case formatJSON:
		err = b.addJSON(ctx, f, name)
	case formatParquet:
		err = b.addParquet(ctx, f, name)
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// stageName is the temporary table that holds the text of the file at hand.
const stageName = "temp.main.stage"

func (b *build) addCSV(ctx context.Context, f file, name string) error {
	opening, err := readOpening(f)
	if err != nil {
		return err
	}
	d := findDialect(opening, f.format.delimiter(f.shown), len(opening) < openingSize, f.settings)
	s := staged{table: stageName}
	if d.delimiter == ';' {
		s.usual = commaDecimal // those who separate fields so need the comma for decimals
	}
	var values []string
	for i, n := range d.names {
		id := fmt.Sprintf("c%d", i)
		values = append(values, of(trimmed, id)+" AS "+id)
		s.columns = append(s.columns, column{id, n, "VARCHAR"})
	}
	if _, err := b.Ask(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE stage AS SELECT %s FROM %s", strings.Join(values, ", "), d.read(f))); err != nil {
		return brokenCSV(f, d, err)
	}
	if s, err = b.lengthen(ctx, f, s); err != nil {
		return unreadable(f, err)
	}
	return b.addStaged(ctx, f, s, name)
}

// trimmed is a cell without white space at its ends, NULL where nothing is left.
// Looking at the ends first takes a quarter of the time.
var trimmed = `nullif(CASE WHEN ` + of(isBlank, "unicode({})") + ` OR ` + of(isBlank, "unicode(right({}, 1))") + `
THEN trim({}, ' ' || chr(9) || chr(10) || chr(13) || chr(160) || chr(8203) || chr(65279)) ELSE {} END, '')`

// isBlank is true for the code of white space.
const isBlank = `({} <= 32 OR {} = 160 OR {} = 8203 OR {} = 65279)`

// addStaged studies a staged table and makes a typed one of it.
func (b *build) addStaged(ctx context.Context, f file, s staged, name string) error {
	findings, err := study(ctx, b.Builder, s.table, s.columns, f.settings, s.usual)
	if err != nil {
		return unreadable(f, err)
	}
	if err := b.showExamples(ctx, findings); err != nil {
		return unreadable(f, err)
	}
	var ids, parts, comments []string
	for _, c := range findings {
		ids = append(ids, c.id)
		parts = append(parts, c.sql()+" AS "+duckdb.Identifier(c.name))
		if text := c.comment(); text != "" {
			comments = append(comments, fmt.Sprintf("COMMENT ON COLUMN %s.%s IS %s", duckdb.Identifier(name), duckdb.Identifier(c.name), duckdb.Literal(text)))
		}
	}
	statements := append([]string{
		// Blank rows are left out.
		fmt.Sprintf("CREATE TABLE %s AS SELECT %s FROM %s WHERE NOT (%s IS NULL)", duckdb.Identifier(name), strings.Join(parts, ", "), s.table, strings.Join(ids, " IS NULL AND ")),
		fmt.Sprintf("COMMENT ON TABLE %s IS %s", duckdb.Identifier(name), duckdb.Literal("file "+f.shown)),
	}, comments...)
	for _, sql := range append(statements, "DROP TABLE "+s.table) {
		if _, err := b.Ask(ctx, sql); err != nil {
			return unreadable(f, err)
		}
	}
	b.record.Relations = append(b.record.Relations, duckdb.Relation{Name: name})
	b.record.Decisions = append(b.record.Decisions, decisionsOf(f, findings)...)
	return nil
}

// showExamples lets DuckDB convert the examples, so that people see what it makes of them.
func (b *build) showExamples(ctx context.Context, findings []finding) error {
	var parts []string
	var places []int
	for i, f := range findings {
		if f.example != "" {
			parts = append(parts, fmt.Sprintf("CAST(TRY_CAST(%s AS %s) AS VARCHAR)", of(f.reading.sql, duckdb.Literal(f.example)), f.native))
			places = append(places, i)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	found, err := b.Ask(ctx, "SELECT "+strings.Join(parts, ", "))
	if err != nil {
		return err
	}
	for n, i := range places {
		findings[i].value = found.Rows[0][n].String()
	}
	return nil
}

// comment is what a column's type does not say.
func (f finding) comment() string {
	switch {
	case f.reading.kind == kindNumber && f.reading.unit == "percent":
		return "in percent: 95 is 95%"
	case f.reading.kind == kindNumber && f.reading.unit != "":
		return "in " + f.reading.unit
	case f.reading.kind == kindDate:
		return f.reading.unit
	}
	return f.note
}

// problemOf is what people read of a file that is left out.
func problemOf(f file, err error) fault.Diagnostic {
	problem := fault.Of(err).Diagnostic(fault.Warning)
	problem.File = f.path
	if m := (*mistake)(nil); errors.As(err, &m) {
		problem.Line = m.line
	}
	return problem
}
