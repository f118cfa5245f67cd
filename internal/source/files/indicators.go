package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// mostIndicators bounds the columns that are made of indicators.
const mostIndicators = 40

// spread makes columns of a table whose rows say which figure they hold: one of Indicator
// Name and one of values, as statistics offices publish them. Figures in one column
// would be added up whatever they are.
func (b *build) spread(ctx context.Context, f file, s staged, name string) (staged, error) {
	indicator, value := indicatorOf(s.columns), valueOf(s.columns)
	if indicator < 0 || value < 0 || s.typed {
		return s, nil
	}
	choice := choiceOfFile(f, asIndicatorColumns, asIndicatorColumns, asIndicatorRows)
	choice.Example = s.columns[indicator].name
	if f.settings.Indicators != nil && !*f.settings.Indicators {
		choice.As = asIndicatorRows
		b.unit.Choices = append(b.unit.Choices, choice)
		return s, nil
	}
	of, cell := s.columns[indicator].id, s.columns[value].id
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT %[1]s, count(*) FROM %[2]s WHERE %[1]s IS NOT NULL GROUP BY 1 ORDER BY min(rowid) LIMIT %[3]d", of, s.table, mostIndicators+1))
	if err != nil || len(found.Rows) == 0 || len(found.Rows) > mostIndicators {
		return s, err
	}
	keys, err := b.apartFrom(ctx, s, indicator, value)
	if err != nil || keys == nil {
		return s, err
	}
	wide := staged{table: "temp.main.spread", usual: s.usual}
	var list, names []string
	for _, k := range keys {
		wide.columns = append(wide.columns, s.columns[k])
		list, names = append(list, s.columns[k].id), append(names, s.columns[k].name)
	}
	for i, row := range found.Rows {
		id := fmt.Sprintf("figure%d", i)
		wide.columns = append(wide.columns, column{id, row[0].String(), "VARCHAR"})
		names = append(names, row[0].String())
		list = append(list, fmt.Sprintf("max(CASE WHEN %s = %s THEN %s END) AS %s", of, duckdb.Literal(row[0].String()), cell, id))
	}
	for i, n := range cleanNames(names) {
		wide.columns[i].name = n
	}
	sql := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE spread AS SELECT %s FROM %s WHERE %s IS NOT NULL GROUP BY ALL ORDER BY min(rowid)", strings.Join(list, ", "), s.table, of)
	for _, sql := range []string{sql, "DROP TABLE " + s.table} {
		if _, err := b.Ask(ctx, sql); err != nil {
			return s, err
		}
	}
	b.unit.Decisions = append(b.unit.Decisions, Decision{File: f.shown, Column: s.columns[indicator].name, As: AsIndicators, Values: int64(len(found.Rows)), Example: found.Rows[0][0].String(), Table: name})
	choice.Value = found.Rows[0][0].String()
	b.unit.Choices = append(b.unit.Choices, choice)
	return wide, nil
}

// indicatorOf is the column that says which figure a row holds, -1 where there is none.
func indicatorOf(columns []column) int {
	for _, n := range []string{"indicator name", "series name", "indicator", "variable name", "variable", "metric", "metric name", "statistic", "measure name"} {
		if at := slices.IndexFunc(columns, func(c column) bool { return strings.Join(wordsOf(c.name), " ") == n && c.native == "VARCHAR" }); at >= 0 {
			return at
		}
	}
	return -1
}

// valueOf is the column of the figures: what columns of periods became, or one that is
// called so; -1 where there is none.
func valueOf(columns []column) int {
	if at := slices.IndexFunc(columns, func(c column) bool { return c.id == "cell0" }); at >= 0 {
		if slices.ContainsFunc(columns, func(c column) bool { return c.id == "cell1" || c.id == "running" }) {
			return -1
		}
		return at
	}
	return slices.IndexFunc(columns, func(c column) bool {
		return slices.Contains([]string{"value", "obs value", "observation value", "observation", "data value"}, strings.Join(wordsOf(c.name), " ")) && c.native == "VARCHAR"
	})
}

// apartFrom are the columns that tell rows apart beside the indicator, without those that
// it determines, such as its code; nil where they do not.
func (b *build) apartFrom(ctx context.Context, s staged, indicator, value int) ([]int, error) {
	of := s.columns[indicator].id
	var others []int
	counts := []string{"count(DISTINCT " + of + ")"}
	for i, c := range s.columns {
		if i != indicator && i != value {
			others = append(others, i)
			counts = append(counts, fmt.Sprintf("count(DISTINCT (%s, %s)) - count(DISTINCT %[1]s)", of, c.id), "count(DISTINCT "+c.id+")")
		}
	}
	if len(others) == 0 {
		return nil, nil
	}
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT %s FROM %s", strings.Join(counts, ", "), s.table))
	if err != nil {
		return nil, err
	}
	indicators, _ := found.Rows[0][0].Int64()
	var keys []int
	ids := []string{of}
	for k, i := range others {
		more, _ := found.Rows[0][2*k+1].Int64()
		different, _ := found.Rows[0][2*k+2].Int64()
		if more == 0 && (isOfIndicator(s.columns[i].name) || different == indicators && different > 1) {
			continue
		}
		keys, ids = append(keys, i), append(ids, s.columns[i].id)
	}
	found, err = b.Ask(ctx, fmt.Sprintf("SELECT count(*) - count(DISTINCT (%s)) FROM %s WHERE %s IS NOT NULL", strings.Join(ids, ", "), s.table, of))
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	if doubles, _ := found.Rows[0][0].Int64(); doubles > 0 {
		return nil, nil
	}
	return keys, nil
}

// isOfIndicator is true for the code or the unit of an indicator.
func isOfIndicator(name string) bool {
	w := wordsOf(name)
	return len(w) > 0 && slices.Contains([]string{"indicator", "series", "variable", "unit"}, w[0])
}
