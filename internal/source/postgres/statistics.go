package postgres

import (
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	maxValues    = 50  // distinct values that a column may have to be listed
	maxCodes     = 20  // the same for integers, of which many are keys
	maxValueSize = 100 // bytes of a value that is listed
)

// statistics is what ANALYZE has found out about a column, or a sample.
type statistics struct {
	distinct float64
	common   []string // most common first
	bounds   []string // of the histogram: its ends, or all for few values
}

// statisticsSQL reads what the planner knows. Only columns that can have a
// range or few values matter, and of those only what is needed: the ends of the
// histogram are cut from its text, whose numbers and times hold no commas. The
// names are for pg_stats, which checks rights on every column that it looks at.
const statisticsSQL = `SELECT r.oid, a.attnum, e.distinct,
	CASE WHEN t.typcategory IN ('N', 'D') OR e.distinct <= 50 THEN s.most_common_vals::text::text[] END,
	CASE WHEN t.typcategory IN ('N', 'D') THEN ARRAY[substring(h.bounds FROM '^{"?([^,"}]*)'), substring(h.bounds FROM '([^,"{]*)"?}$')]
		WHEN e.distinct <= 50 THEN h.bounds::text[] END
FROM unnest($1::oid[]) r (oid)
JOIN pg_catalog.pg_class c ON c.oid = r.oid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.inherited = (c.relkind = 'p')
JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attname = s.attname
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid,
LATERAL (SELECT s.histogram_bounds::text AS bounds OFFSET 0) h,
LATERAL (SELECT CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * greatest(c.reltuples, 0) ELSE s.n_distinct END::float8 AS distinct) e
WHERE s.tablename = ANY ($2::name[]) AND t.typcategory IN ('N', 'D', 'S', 'B', 'E')`

// hashJoins keeps the planner, which expects one row of pg_stats, from comparing
// every column with every table.
const hashJoins = `SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`

func (l *look) readStatistics(rows pgx.Rows) error {
	var relation uint32
	var number int16
	var distinct float64
	var common, bounds []*string
	_, err := pgx.ForEachRow(rows, []any{&relation, &number, &distinct, &common, &bounds}, func() error {
		d := &l.details[l.byOID[relation]]
		d.analysed = true
		if at, ok := slices.BinarySearch(d.numbers, number); ok {
			d.stats[at] = statistics{distinct: distinct, common: present(common), bounds: present(bounds)}
		}
		return nil
	})
	return err
}

func present(values []*string) []string {
	var texts []string
	for _, v := range values {
		if v != nil {
			texts = append(texts, *v)
		}
	}
	return texts
}

// describe writes the statistics into the column.
func (s statistics) describe(c *schema.Column, rows int64) {
	c.Distinct = int64(math.Round(s.distinct))
	if c.Kind.Numeric() || c.Kind.Temporal() {
		var r span
		for _, text := range slices.Concat(s.common, s.bounds) {
			if v, ok := table.Parse(c.Kind, text); ok {
				r.add(v)
			}
		}
		c.Min, c.Max = r.low.String(), r.high.String()
	}
	if len(s.common) > 0 && listable(c.Kind, c.Distinct, rows) {
		c.Values = values(c.Kind, slices.Concat(s.common, s.bounds))
	}
}

// listable reports whether a column has so few values, each so often, that
// they are worth naming.
func listable(k table.Kind, distinct, rows int64) bool {
	most := int64(maxValues)
	switch k {
	case table.Text, table.Bool:
	case table.Int:
		most = maxCodes
	default:
		return false
	}
	return distinct > 0 && distinct <= most && 2*distinct <= rows
}

// values cleans a list of values: short ones, each once, in Plumb's own form.
func values(k table.Kind, texts []string) []string {
	var list []string
	for _, text := range texts {
		if k == table.Bool {
			text = table.NewBool(text == "t" || text == "true").String()
		}
		if len(text) <= maxValueSize && len(list) < maxValues && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// span is the range of the values added to it. NaN and the infinities, which
// say nothing about where values lie, do not count.
type span struct{ low, high table.Value }

func (s *span) add(v table.Value) {
	place, ok := placeOf(v)
	if !ok {
		return
	}
	if low, ok := placeOf(s.low); !ok || place < low {
		s.low = v
	}
	if high, ok := placeOf(s.high); !ok || place > high {
		s.high = v
	}
}

// placeOf is where a number or a time lies on its line, about.
func placeOf(v table.Value) (float64, bool) {
	if f, ok := v.Float64(); ok {
		return f, !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	t, ok := v.Time()
	return float64(t.UnixMicro()), ok
}
