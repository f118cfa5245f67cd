package files

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// leastPeriods is how many columns named by periods make a table wide.
const leastPeriods = 4

// mostLong bounds the cells of a wide table that become rows.
const mostLong = 200_000_000

// series is the columns of a wide table that hold one figure, a column for each period.
type series struct {
	figure  string         // what their headers say beside the period; "" where that is all
	columns map[string]int // by the period in lower case
}

// findSeries are the columns of a table that periods name, if it is a wide one: 2015,
// 2016, …, or Jan (mm), Feb (mm), …. The periods are of one kind and differ; they are
// listed as they are written. There are several series where headers say several figures:
// Sales 2015, Cost 2015, …; not all of them need have all periods.
func findSeries(columns []column) (list []series, periods []string, kind periodKind) {
	byKind := map[periodKind][]series{}
	written := map[periodKind][]string{}
	for i, c := range columns {
		text, figure, p, ok := splitPeriod(c.name)
		if !ok || c.native != "VARCHAR" {
			continue
		}
		if !slices.ContainsFunc(written[p.kind], func(o string) bool { return strings.EqualFold(o, text) }) {
			written[p.kind] = append(written[p.kind], text)
		}
		at := slices.IndexFunc(byKind[p.kind], func(s series) bool { return strings.EqualFold(s.figure, figure) })
		if at < 0 {
			at = len(byKind[p.kind])
			byKind[p.kind] = append(byKind[p.kind], series{figure, map[string]int{}})
		}
		if _, twice := byKind[p.kind][at].columns[strings.ToLower(text)]; !twice {
			byKind[p.kind][at].columns[strings.ToLower(text)] = i
		}
	}
	longest := 0
	for _, k := range []periodKind{periodDay, periodMonth, periodQuarter, periodYear} {
		for _, s := range byKind[k] {
			if len(s.columns) >= leastPeriods && len(s.columns) > longest {
				list, periods, kind, longest = byKind[k], written[k], k, len(s.columns)
			}
		}
	}
	return list, periods, kind
}

// splitPeriod parts a header into a period at its beginning or end and what is said
// beside it: Jan (mm), Sales 2015, 2015_sales.
func splitPeriod(header string) (text, figure string, p period, ok bool) {
	header = strings.TrimSpace(header)
	if p, ok = parsePeriod(header); ok {
		return header, "", p, true
	}
	parts := strings.FieldsFunc(header, func(r rune) bool { return r == ' ' || r == '_' })
	if len(parts) < 2 {
		return "", "", p, false
	}
	for _, n := range []int{2, 1} { // words of the period
		if n >= len(parts) {
			continue
		}
		if p, ok = parsePeriod(strings.Join(parts[:n], " ")); ok {
			return strings.Join(parts[:n], " "), strings.Join(parts[n:], " "), p, true
		}
		if p, ok = parsePeriod(strings.Join(parts[len(parts)-n:], " ")); ok {
			return strings.Join(parts[len(parts)-n:], " "), strings.Join(parts[:len(parts)-n], " "), p, true
		}
	}
	return "", "", p, false
}

// lengthen makes rows of the columns that are periods. Empty cells become none.
func (b *build) lengthen(ctx context.Context, f file, s staged, name string) (staged, error) {
	found, written, kind := findSeries(s.columns)
	if len(found) == 0 {
		return s, nil
	}
	var wide []int
	for _, one := range found {
		wide = slices.AppendSeq(wide, maps.Values(one.columns))
	}
	slices.Sort(wide)
	first, last := s.columns[wide[0]].name, s.columns[wide[len(wide)-1]].name
	choice := choiceOfFile(f, asRows, asRows, asColumns)
	choice.Example = first + " … " + last
	if f.settings.Wide != nil && !*f.settings.Wide {
		choice.As = asColumns
		b.unit.Choices = append(b.unit.Choices, choice)
		return s, nil
	}
	counted, err := b.Ask(ctx, "SELECT count(*) FROM "+s.table)
	if err != nil {
		return s, err
	}
	rows, _ := counted.Rows[0][0].Int64()
	if rows*int64(len(wide)) > mostLong {
		return s, nil
	}
	long := staged{table: "temp.main.long", usual: s.usual}
	var ids []string
	for i, c := range s.columns {
		if !slices.Contains(wide, i) {
			long.columns = append(long.columns, c)
			ids = append(ids, c.id)
		}
	}
	period := map[periodKind]string{periodYear: "year", periodMonth: "month", periodQuarter: "quarter", periodDay: "date"}[kind]
	names := make([]string, 0, len(long.columns)+1+len(found))
	for _, c := range long.columns {
		names = append(names, c.name)
	}
	names = append(names, period)
	for _, one := range found {
		names = append(names, figureName(one.figure, tableName(f)))
	}
	names = cleanNames(names)
	added := names[len(long.columns):]
	long.columns = append(long.columns, column{"period", added[0], "VARCHAR"})
	periods := make([]string, len(written))
	for i, text := range written {
		periods[i] = duckdb.Literal(plainPeriod(text))
	}
	ids = append(ids, fmt.Sprintf("unnest([%s]) AS period", strings.Join(periods, ", ")))
	var present []string
	for n, one := range found {
		cells := make([]string, len(written))
		for i, text := range written {
			cells[i] = "NULL"
			if c, ok := one.columns[strings.ToLower(text)]; ok {
				cells[i] = s.columns[c].id
			}
		}
		cell := fmt.Sprintf("cell%d", n)
		long.columns = append(long.columns, column{cell, added[n+1], "VARCHAR"})
		if len(found) == 1 {
			steps, err := b.findAdded(ctx, f, s, kind, cells)
			if err != nil {
				return s, err
			}
			if steps != nil {
				running := cleanNames(append(slices.Clone(names), "cumulative_"+added[1]))
				long.columns = append(long.columns, column{"running", running[len(running)-1], "VARCHAR"})
				b.unit.Decisions = append(b.unit.Decisions, Decision{File: f.shown, Column: added[1], As: AsAdded, Example: map[periodKind]string{periodMonth: "month", periodQuarter: "quarter", periodDay: "day"}[kind], Value: running[len(running)-1]})
				ids = append(ids, fmt.Sprintf("unnest([%s]) AS running", strings.Join(cells, ", ")))
				cells = steps
			}
		}
		ids = append(ids, fmt.Sprintf("unnest([%s]) AS %s", strings.Join(cells, ", "), cell))
		present = append(present, cell+" IS NOT NULL")
	}
	sql := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE long AS SELECT * FROM (SELECT %s FROM %s) WHERE %s", strings.Join(ids, ", "), s.table, strings.Join(present, " OR "))
	for _, sql := range []string{sql, "DROP TABLE " + s.table} {
		if _, err := b.Ask(ctx, sql); err != nil {
			return s, err
		}
	}
	d := Decision{File: f.shown, Column: fmt.Sprintf("%s … %s", first, last), As: AsRows, Values: int64(len(wide)), Value: english.JoinList(added, "and"), Table: name}
	if len(found) == 1 {
		if counted, err = b.Ask(ctx, "SELECT count(*) FROM "+long.table); err != nil {
			return s, err
		}
		filled, _ := counted.Rows[0][0].Int64()
		d.Missing = rows*int64(len(wide)) - filled
	}
	b.unit.Decisions = append(b.unit.Decisions, d)
	choice.Value = b.unit.Decisions[len(b.unit.Decisions)-1].Value
	b.unit.Choices = append(b.unit.Choices, choice)
	return long, nil
}

// plainPeriod is the header of a year without what some publishers write around
// it: FY2015, 2015 [YR2015].
func plainPeriod(header string) string {
	if m := yearPattern.FindStringSubmatch(strings.TrimSpace(header)); m != nil {
		return m[1]
	}
	return header
}

// fillers are words of file names that say nothing of the figures in it.
var fillers = []string{"data", "dataset", "table", "wide", "long", "final", "export", "report", "time", "series", "clean", "cleaned", "raw", "file", "historical",
	"history", "monthly", "annual", "yearly", "quarterly", "daily", "new", "latest", "all", "full", "api", "csv", "xls", "sheet", "global", "world", "v1", "v2", "copy"}

// figureName is what the figures of a series are called: what their headers say, else
// what the file's name says, with the unit that they have in brackets.
func figureName(figure, table string) string {
	switch {
	case figure == "":
		return valueName(table)
	case strings.HasPrefix(figure, "(") || strings.HasPrefix(figure, "["):
		return valueName(table) + " " + figure
	}
	return figure
}

// valueName is what the figures of a wide table are called: what the file's name
// says, else value.
func valueName(table string) string {
	const most = 3
	var words []string
	for _, w := range wordsOf(table) {
		if slices.Contains([]string{"by", "per", "in", "for", "of", "from", "since"}, w) {
			break
		}
		if !slices.Contains(fillers, w) && len(strings.Trim(w, "0123456789")) > 1 {
			words = append(words, w)
		}
	}
	if len(words) == 0 || len(words) > most {
		return "value"
	}
	return strings.Join(words, "_")
}
