package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// leastPeriods is how many columns named by periods make a table wide.
const leastPeriods = 4

// mostLong bounds the cells of a wide table that become rows.
const mostLong = 200_000_000

// wideColumns are the columns of a table that periods name, if it is a wide
// one: the periods are of one kind and differ.
func wideColumns(columns []column) (wide []int, kind periodKind) {
	byKind := map[periodKind][]int{}
	seen := map[string]bool{}
	for i, c := range columns {
		if p, ok := parsePeriod(c.name); ok && c.native == "VARCHAR" && !seen[strings.ToLower(c.name)] {
			byKind[p.kind] = append(byKind[p.kind], i)
			seen[strings.ToLower(c.name)] = true
		}
	}
	for _, k := range []periodKind{periodDay, periodMonth, periodQuarter, periodYear} {
		if len(byKind[k]) > len(wide) {
			wide, kind = byKind[k], k
		}
	}
	if len(wide) < leastPeriods {
		return nil, 0
	}
	return wide, kind
}

// lengthen makes rows of the columns that are periods. Empty cells become none.
func (b *build) lengthen(ctx context.Context, f file, s staged) (staged, error) {
	wide, kind := wideColumns(s.columns)
	if len(wide) == 0 {
		return s, nil
	}
	first, last := s.columns[wide[0]].name, s.columns[wide[len(wide)-1]].name
	choice := choiceOfFile(f, asRows, asRows, asColumns)
	choice.Example = first + " … " + last
	if f.settings.Wide != nil && !*f.settings.Wide {
		choice.As = asColumns
		b.unit.Choices = append(b.unit.Choices, choice)
		return s, nil
	}
	found, err := b.Ask(ctx, "SELECT count(*) FROM "+s.table)
	if err != nil {
		return s, err
	}
	if rows, _ := found.Rows[0][0].Int64(); rows*int64(len(wide)) > mostLong {
		return s, nil
	}
	long := staged{table: "temp.main.long", usual: s.usual}
	var ids, periods, cells []string
	for i, c := range s.columns {
		if !slices.Contains(wide, i) {
			long.columns = append(long.columns, c)
			ids = append(ids, c.id)
			continue
		}
		periods = append(periods, duckdb.Literal(plainPeriod(c.name)))
		cells = append(cells, c.id)
	}
	period := map[periodKind]string{periodYear: "year", periodMonth: "month", periodQuarter: "quarter", periodDay: "date"}[kind]
	names := make([]string, 0, len(long.columns)+2)
	for _, c := range long.columns {
		names = append(names, c.name)
	}
	value := valueName(tableName(f))
	names = cleanNames(append(names, period, value))
	long.columns = append(long.columns, column{"period", names[len(names)-2], "VARCHAR"}, column{"cell", names[len(names)-1], "VARCHAR"})
	added, err := b.findAdded(ctx, f, s, kind, cells)
	if err != nil {
		return s, err
	}
	if added != nil {
		running := cleanNames(append(slices.Clone(names), "cumulative_"+value))
		long.columns = append(long.columns, column{"running", running[len(running)-1], "VARCHAR"})
		b.unit.Decisions = append(b.unit.Decisions, Decision{File: f.shown, Column: names[len(names)-1], As: AsAdded, Example: map[periodKind]string{periodMonth: "month", periodQuarter: "quarter", periodDay: "day"}[kind], Value: running[len(running)-1]})
		ids = append(ids, fmt.Sprintf("unnest([%s]) AS running", strings.Join(cells, ", ")))
		cells = added
	}
	sql := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE long AS SELECT * FROM (SELECT %s unnest([%s]) AS period, unnest([%s]) AS cell FROM %s) WHERE cell IS NOT NULL",
		strings.Join(append(ids, ""), ", "), strings.Join(periods, ", "), strings.Join(cells, ", "), s.table)
	for _, sql := range []string{sql, "DROP TABLE " + s.table} {
		if _, err := b.Ask(ctx, sql); err != nil {
			return s, err
		}
	}
	b.unit.Decisions = append(b.unit.Decisions, Decision{
		File: f.shown, Column: fmt.Sprintf("%s … %s", first, last), As: AsRows, Values: int64(len(wide)),
		Value: fmt.Sprintf("%s and %s", names[len(names)-2], names[len(names)-1]),
	})
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
