package connection

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Bounds of one statement about the rows of a table.
const (
	lookedAtRows  = 200_000
	sampledCombos = 1000
	rowsTime      = 2 * time.Second
)

// rows implements schema.Rows by statements that pass the guard, in SQL that all
// engines share.
type rows struct {
	guard  *guard.Guard
	source source.Source
}

func (r rows) Combinations(ctx context.Context, t *schema.Table, columns []string) (all, different int64, err error) {
	part := first(t, columns)
	got, err := r.ask(ctx, fmt.Sprintf("SELECT (SELECT count(*) FROM %[1]s), (SELECT count(*) FROM (SELECT DISTINCT %[2]s FROM %[1]s) AS d)", part, names(columns)))
	if err != nil {
		return 0, 0, err
	}
	return got[0], got[1], nil
}

func (r rows) Matched(ctx context.Context, from *schema.Table, columns []string, to *schema.Table, refs []string) (sampled, found int64, err error) {
	on, filled := make([]string, len(columns)), make([]string, len(columns))
	for i := range columns {
		on[i] = fmt.Sprintf("s.%s = t.%s", quote(columns[i]), quote(refs[i]))
		filled[i] = quote(columns[i]) + " IS NOT NULL"
	}
	got, err := r.ask(ctx, fmt.Sprintf("SELECT count(*), count(t.%s) FROM (SELECT DISTINCT %s FROM %s WHERE %s LIMIT %d) AS s LEFT JOIN %s AS t ON %s",
		quote(refs[0]), names(columns), first(from, columns), strings.Join(filled, " AND "), sampledCombos, relation(to), strings.Join(on, " AND ")))
	if err != nil {
		return 0, 0, err
	}
	return got[0], got[1], nil
}

func (r rows) Dependence(ctx context.Context, t *schema.Table, key string, columns []string) (schema.Dependence, error) {
	all := append([]string{key}, columns...)
	got, err := r.ask(ctx, splits(t, quote(key), first(t, all), columns))
	if err != nil {
		return schema.Dependence{}, err
	}
	d := schema.Dependence{Keys: got[0], Repeated: got[1], Split: got[2:]}
	if d.Keys == 0 {
		return d, nil
	}
	numbered := fmt.Sprintf("(SELECT %s, row_number() OVER () AS plumb_row FROM %s) AS numbered", names(all), first(t, all))
	// Rows often come in the order of their keys, over and over again.
	scattered := fmt.Sprintf("plumb_row * 2654435761 %% 1000003 %% %d", d.Keys)
	got, err = r.ask(ctx, splits(t, scattered, numbered, columns))
	if err != nil {
		return schema.Dependence{}, err
	}
	d.Groups, d.Chance = got[1], got[2:]
	return d, nil
}

// splits counts groups of rows, those with several rows, and for each column
// those whose rows differ in it.
func splits(t *schema.Table, key, from string, columns []string) string {
	inner, outer := []string{key + " AS k", "count(*) AS n"}, []string{"count(*)", "sum(CASE WHEN n > 1 THEN 1 ELSE 0 END)"}
	for i, c := range columns {
		value := quote(c)
		if column := t.Column(c); column != nil && column.Kind == table.Bool { // has no smallest in PostgreSQL
			value = "CASE WHEN " + value + " THEN 1 WHEN NOT " + value + " THEN 0 END"
		}
		inner = append(inner, fmt.Sprintf("min(%s) AS lo%d, max(%s) AS hi%d", value, i, value, i))
		outer = append(outer, fmt.Sprintf("sum(CASE WHEN lo%d <> hi%d THEN 1 ELSE 0 END)", i, i))
	}
	return fmt.Sprintf("SELECT %s FROM (SELECT %s FROM %s WHERE %s IS NOT NULL GROUP BY 1) AS g", strings.Join(outer, ", "), strings.Join(inner, ", "), from, key)
}

// first is the rows of a table that are looked at.
func first(t *schema.Table, columns []string) string {
	return fmt.Sprintf("(SELECT %s FROM %s LIMIT %d) AS part", names(columns), relation(t), lookedAtRows)
}

// ask runs a statement that gives one row of whole numbers.
func (r rows) ask(ctx context.Context, sql string) ([]int64, error) {
	s, err := r.guard.Check(ctx, sql)
	if err != nil {
		return nil, err
	}
	reader, err := r.source.Query(ctx, s, source.Limits{Time: source.Patient(ctx, rowsTime), Rows: 1, Bytes: 1 << 16})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	all, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	numbers := make([]int64, len(all.Columns))
	for i := range numbers {
		if len(all.Rows) == 1 && !all.Rows[0][i].IsNull() {
			if f, ok := all.Rows[0][i].Float64(); ok {
				numbers[i] = int64(f)
			}
		}
	}
	return numbers, nil
}

func names(columns []string) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = quote(c)
	}
	return strings.Join(list, ", ")
}

func relation(t *schema.Table) string {
	if t.Schema == "" {
		return quote(t.Name)
	}
	return quote(t.Schema) + "." + quote(t.Name)
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
