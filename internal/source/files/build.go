package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// build fills a copy with the tables of files, one after the other.
type build struct {
	*duckdb.Builder
	names names
	unit  *unitRecord // at hand
	old   *oldCopy    // to take unchanged tables from, or nil
}

// staged is a table of a file before its columns are studied: a temporary table of DuckDB.
type staged struct {
	table   string
	columns []column
	usual   hand      // of numbers, by what is known of the file
	known   []finding // of the first columns
	typed   bool      // the file says what its columns are: nothing is studied
	empty   bool      // nothing was staged yet
}

// maxText is the size of the largest text file that is converted.
const maxText = 4 << 30

// addUnit makes tables of a unit. The error is that of its first file that cannot be
// read.
func (b *build) addUnit(ctx context.Context, u unit, name string) (r unitRecord, first error) {
	r = unitRecord{Mark: u.mark(name)}
	b.unit = &r
	f := u.file()
	s := staged{table: stageName}
	for i, n := range u.names {
		s.columns = append(s.columns, column{fmt.Sprintf("c%d", i), n, "VARCHAR"})
	}
	s.empty = true
	for i, part := range u.files {
		r.Decisions = append(r.Decisions, part.decided...)
		r.Choices = append(r.Choices, part.choices...)
		more, err := b.stage(ctx, part, s, u.origin(i), name)
		if err == nil {
			s = more
			continue
		}
		if r.Problems = append(r.Problems, problemOf(part, err)); first == nil {
			first = err
		}
	}
	if len(s.columns) == 0 || s.empty && len(u.names) > 0 {
		return r, first
	}
	if err := b.addShape(ctx, u, s, name); err != nil {
		err = unreadable(f, err)
		for _, t := range r.Relations {
			// Where even this fails, the whole copy does.
			_, _ = b.Ask(ctx, "DROP TABLE IF EXISTS "+duckdb.Identifier(t.Name))
		}
		return unitRecord{Problems: append(r.Problems, problemOf(f, err))}, err
	}
	return r, first
}

// addShape makes tables of what was staged of a unit.
func (b *build) addShape(ctx context.Context, u unit, s staged, name string) error {
	if len(u.files) > 1 {
		s = b.addOrigin(u, s, name)
	}
	s, err := b.lengthen(ctx, u.file(), s, name)
	if err != nil {
		return err
	}
	if s, err = b.spread(ctx, u.file(), s, name); err != nil {
		return err
	}
	return b.addStaged(ctx, u.file(), s, name)
}

// stage loads a file into the staged table, behind what is there.
func (b *build) stage(ctx context.Context, f file, s staged, origin, name string) (staged, error) {
	switch {
	case f.problem != nil:
		return s, f.problem
	case f.size == 0:
		return s, emptyFile(f)
	case f.format.kind != formatParquet && f.size > maxText:
		return s, fault.New(fault.BadData, "%s has more than %d GB of text", f.shown, maxText>>30).
			WithHint("load it into a DuckDB database, and connect that: CREATE TABLE t AS FROM read_csv('%s')", f.shown)
	}
	switch f.format.kind {
	case formatCSV:
		return b.stageCSV(ctx, f, s, origin)
	case formatJSON, formatJSONLines:
		return b.stageJSON(ctx, f)
	}
	if nested, err := b.stageNested(ctx, f); err != nil || nested != nil {
		return *cmp.Or(nested, &s), err
	}
	return s, b.addParquet(ctx, f, name)
}

// stageName is the temporary table that holds the text of the file at hand.
const stageName = "temp.main.stage"

// stageCSV loads a CSV as text. Of files of one shape, the first makes the
// table, and each says where its rows come from.
func (b *build) stageCSV(ctx context.Context, f file, s staged, origin string) (staged, error) {
	opening, err := readOpening(f)
	if err != nil {
		return s, err
	}
	d := findDialect(opening, f.delimiter(), len(opening) < openingSize, f.settings)
	if d.delimiter == ';' {
		s.usual = commaDecimal // those who separate fields so need the comma for decimals
	}
	into := "INSERT INTO " + s.table
	if s.empty {
		into = "CREATE OR REPLACE TEMP TABLE stage AS"
	}
	if len(s.columns) == 0 {
		for i, n := range d.names {
			s.columns = append(s.columns, column{fmt.Sprintf("c%d", i), n, "VARCHAR"})
		}
	}
	values, trim := make([]string, len(s.columns), len(s.columns)+1), trimmed
	if len(s.columns) > manyColumns {
		trim = trimmedPlainly
	}
	ids := make([]string, len(s.columns))
	for i, c := range s.columns {
		ids[i] = c.id
		at := i
		if i >= len(d.names) || d.names[i] != c.name {
			at = slices.IndexFunc(d.names, func(n string) bool { return strings.EqualFold(n, c.name) })
		}
		if at < 0 {
			values[i] = "CAST(NULL AS VARCHAR) AS " + c.id // a column that only other files have
		} else {
			values[i] = of(trim, fmt.Sprintf("c%d", at)) + " AS " + c.id
		}
	}
	query := fmt.Sprintf("SELECT %s FROM %s", strings.Join(values, ", "), d.read(f))
	if origin != "" { // a line without any value is no row, though it says where it comes from
		query = fmt.Sprintf("SELECT *, %s AS origin FROM (%s) WHERE coalesce(%s) IS NOT NULL", duckdb.Literal(origin), query, strings.Join(ids, ", "))
	}
	if _, err := b.Ask(ctx, into+" "+query); err != nil {
		return s, brokenCSV(f, d, err)
	}
	s.empty = false
	return s, nil
}

// addOrigin adds the column that says where rows come from.
func (b *build) addOrigin(u unit, s staged, name string) staged {
	names := make([]string, len(s.columns)+1)
	for i, c := range s.columns {
		names[i] = c.name
	}
	names[len(s.columns)] = u.originName()
	names = cleanNames(names)
	origin := names[len(s.columns)]
	s.columns = append(s.columns, column{"origin", origin, "VARCHAR"})
	b.unit.Decisions = append(b.unit.Decisions, Decision{File: u.shown(), Column: fmt.Sprintf("%d files", len(u.files)), As: AsOneTable, Value: origin, Table: name})
	c := choiceOfFile(u.file(), asOne, asOne, asSeparate)
	c.Example, c.Value = u.shown(), name
	b.unit.Choices = append(b.unit.Choices, c)
	return s
}

// trimmed is a cell without white space at its ends, NULL where nothing is left.
// Looking at the ends first takes a quarter of the time.
var trimmed = `nullif(CASE WHEN ` + of(isBlank, "unicode({})") + ` OR ` + of(isBlank, "unicode(right({}, 1))") + `
THEN ` + trimCell + ` ELSE {} END, '')`

// trimmedPlainly is the same for a table of many columns, which DuckDB would plan
// for minutes otherwise.
const (
	trimmedPlainly = `nullif(` + trimCell + `, '')`
	trimCell       = "trim({}, ' \t\n\r\u00a0\u200b\ufeff')"
	manyColumns    = 200
)

// isBlank is true for the code of white space.
const isBlank = `({} <= 32 OR {} = 160 OR {} = 8203 OR {} = 65279)`

// addStaged studies a staged table, and makes a typed table of it and one of each
// column that holds lists.
func (b *build) addStaged(ctx context.Context, f file, s staged, name string) error {
	findings, err := b.findColumns(ctx, f, s)
	if err != nil {
		return err
	}
	if findings, err = b.addDate(ctx, f, s, findings); err != nil {
		return err
	}
	return b.addTables(ctx, f, s, name, findings)
}

// findColumns studies the columns of a staged table.
func (b *build) findColumns(ctx context.Context, f file, s staged) ([]finding, error) {
	if s.typed {
		findings := make([]finding, len(s.columns))
		for i, c := range s.columns {
			findings[i] = finding{column: c, native: c.native}
		}
		return findings, nil
	}
	findings, err := study(ctx, b.Builder, s.table, s.columns[len(s.known):], f.settings, s.usual)
	if err != nil {
		return nil, err
	}
	findings = append(slices.Clone(s.known), findings...)
	return findings, b.showExamples(ctx, findings)
}

func (b *build) addTables(ctx context.Context, f file, s staged, name string, findings []finding) error {
	r := duckdb.Relation{Name: name}
	decisions := decisionsOf(f, findings)
	var lists []list
	for i, c := range findings {
		switch {
		case isList(c.column):
			lists = append(lists, list{name: c.name, sql: c.id})
			decisions = append(decisions, Decision{File: f.shown, Column: c.name, As: AsList})
		case c.separator != "" && (f.settings.Lists == nil || *f.settings.Lists):
			lists = append(lists, textList(c, c.separator))
			decisions = append(decisions, Decision{File: f.shown, Column: c.name, As: AsList, Example: c.example})
		}
		if isList(c.column) && !isListOfObjects(c.column) { // for people to read
			findings[i].id, findings[i].native = fmt.Sprintf("nullif(array_to_string(%s::VARCHAR[], ', '), '')", c.id), "VARCHAR"
		}
	}
	lists = lists[:min(len(lists), mostChildren)]
	var k key
	var err error
	if len(lists) > 0 {
		if k, err = b.findKey(ctx, s, findings, name); err != nil {
			return err
		}
		if k.added {
			findings = append([]finding{k.finding}, findings...)
		}
		r.PrimaryKey = []string{k.name}
	}
	b.unit.Relations = append(b.unit.Relations, r)
	made := slices.DeleteFunc(slices.Clone(findings), func(c finding) bool { return isListOfObjects(c.column) })
	if len(made) == 0 {
		made = findings
	}
	if err := b.create(ctx, s, name, "file "+f.shown, made); err != nil {
		return err
	}
	for _, l := range lists {
		child, err := b.addChild(ctx, f, s, name, k, l)
		if err != nil {
			return err
		}
		for i := range decisions {
			if decisions[i].As == AsList && decisions[i].Column == l.name {
				decisions[i].Table = child
			}
		}
	}
	b.unit.Decisions = append(b.unit.Decisions, decisions...)
	if !s.typed {
		b.unit.Choices = append(b.unit.Choices, choicesOf(f, findings, decisions)...)
	}
	_, err = b.Ask(ctx, "DROP TABLE "+s.table)
	return err
}

// create makes a typed table of a staged one. Blank rows are left out.
func (b *build) create(ctx context.Context, s staged, name, comment string, findings []finding) error {
	var ids, parts []string
	statements := []string{"", fmt.Sprintf("COMMENT ON TABLE %s IS %s", duckdb.Identifier(name), duckdb.Literal(comment))}
	for _, c := range findings {
		ids = append(ids, c.id)
		parts = append(parts, c.sql()+" AS "+duckdb.Identifier(c.name))
		if text := c.comment(); text != "" {
			statements = append(statements, fmt.Sprintf("COMMENT ON COLUMN %s.%s IS %s", duckdb.Identifier(name), duckdb.Identifier(c.name), duckdb.Literal(text)))
		}
	}
	statements[0] = fmt.Sprintf("CREATE TABLE %s AS SELECT %s FROM %s WHERE NOT (%s IS NULL)",
		duckdb.Identifier(name), strings.Join(parts, ", "), s.table, strings.Join(ids, " IS NULL AND "))
	b.unit.Comments = append(b.unit.Comments, statements[1:]...)
	for _, sql := range statements {
		if _, err := b.Ask(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// showExamples lets DuckDB convert the examples, so that people see what it makes of them.
func (b *build) showExamples(ctx context.Context, findings []finding) error {
	var parts []string
	var places []int
	for i, f := range findings {
		if f.example != "" && f.reading.sql != "" {
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
