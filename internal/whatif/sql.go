package whatif

import (
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// Dialect is an engine that can compute a line by itself.
type Dialect string

const (
	DuckDB     Dialect = "duckdb"
	PostgreSQL Dialect = "postgres"
	SQLite     Dialect = "sqlite" // a correlation, by its sums
)

// SQL is a statement that computes the same fit in the engine, over a query as
// a subselect: slope, intercept, R² and count of a trend; correlation, R² and
// count of a correlation. It is text; the guard decides whether it may run.
//
// The x of a trend is in days for dates, the number itself for numbers, and
// the place in the order for texts, so its slope is by day, by one or by row.
func SQL(r Request, query string, of []table.Column, m *meaning.Meaning, d Dialect) (string, error) {
	if d != DuckDB && d != PostgreSQL && (d != SQLite || r.Technique != Correlation) {
		return "", fault.New(fault.Usage, "%q cannot fit a line by itself", d).WithHint("Plumb computes it from the rows instead")
	}
	query = strings.TrimRight(strings.TrimSpace(query), "; \n\t")
	if query == "" {
		return "", fault.New(fault.Usage, "there is no query to compute over").WithHint("ask for the figures first")
	}
	t := &table.Table{Columns: of}
	x, y, err := sqlColumns(t, m, r)
	if err != nil {
		return "", err
	}
	var heads, along string
	switch r.Technique {
	case Trend:
		along = alongTime(of[x], d)
		heads = "regr_slope(y, x) AS slope, regr_intercept(y, x) AS intercept, regr_r2(y, x) AS r_squared, regr_count(y, x) AS n"
	default:
		along = number(of[x].Name)
		heads = "corr(y, x) AS pearson, regr_r2(y, x) AS r_squared, regr_count(y, x) AS n"
	}
	if d == SQLite {
		return bySums(along, number(of[y].Name), query), nil
	}
	return "SELECT " + heads + "\nFROM (SELECT " + along + " AS x, " + number(of[y].Name) + " AS y\n  FROM (" + query + "\n  ) AS result) AS points", nil
}

// bySums computes a correlation for an engine that has no function for it, from
// the distances to the means, which keeps its digits.
func bySums(x, y, query string) string {
	const pearson = "SUM((x - mx) * (y - my)) / SQRT(SUM((x - mx) * (x - mx)) * SUM((y - my) * (y - my)))"
	return "SELECT " + pearson + " AS pearson, (" + pearson + ") * (" + pearson + ") AS r_squared, COUNT(*) AS n" +
		"\nFROM (SELECT x, y, AVG(x) OVER () AS mx, AVG(y) OVER () AS my\n  FROM (SELECT " + x + " AS x, " + y + " AS y\n    FROM (" + query +
		"\n    ) AS result) AS points\n  WHERE x IS NOT NULL AND y IS NOT NULL) AS centred"
}

// sqlColumns chooses the columns without their rows.
func sqlColumns(t *table.Table, m *meaning.Meaning, r Request) (x, y int, err error) {
	var figures, times []int
	for i, c := range t.Columns {
		switch {
		case c.Kind.Temporal() || c.Kind == table.Text || isPart(m, c.Name, Year):
			times = append(times, i)
		case c.Kind.Numeric() && !columns.NamesThings(c.Name, m.Column(c.Name)):
			figures = append(figures, i)
		}
	}
	choose := func(from []int, meant string) (int, error) {
		if len(from) == 0 {
			return 0, fault.New(fault.Usage, "the query has no column that fits").WithHint("ask for a figure by month, or for two figures")
		}
		if meant == "" {
			return from[0], nil
		}
		if i := find(t, m, from, meant); i >= 0 {
			return i, nil
		}
		return 0, fault.New(fault.NotFound, "the query has no column %q", meant).WithHint("its columns: %s", names(t, from))
	}
	switch r.Technique {
	case Trend:
		if x, err = choose(times, r.Time); err == nil {
			y, err = choose(figures, r.Measure)
		}
		return x, y, err
	case Correlation:
		if x, err = choose(figures, r.Measure); err != nil {
			return 0, 0, err
		}
		var others []int
		for _, i := range figures {
			if i != x {
				others = append(others, i)
			}
		}
		y, err = choose(others, r.Other)
		return x, y, err
	}
	return 0, 0, fault.New(fault.Usage, "%s is not computed by the database", r.Technique).WithHint("Plumb computes it from the rows instead")
}

func alongTime(c table.Column, d Dialect) string {
	switch {
	case c.Kind.Temporal() && d == DuckDB:
		return "epoch(CAST(" + quoteName(c.Name) + " AS TIMESTAMP)) / 86400.0"
	case c.Kind.Temporal():
		return "CAST(EXTRACT(epoch FROM CAST(" + quoteName(c.Name) + " AS timestamp)) / 86400.0 AS double precision)"
	case c.Kind.Numeric():
		return number(c.Name)
	}
	return "CAST(row_number() OVER (ORDER BY " + quoteName(c.Name) + ") AS double precision)"
}

func number(column string) string { return "CAST(" + quoteName(column) + " AS double precision)" }

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
