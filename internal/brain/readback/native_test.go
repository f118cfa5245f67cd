package readback

import (
	"fmt"
	"strings"
	"testing"
)

func TestOtherDialects(t *testing.T) {
	october := "from rental select count(*) where rental.day during 2025-10-01..2025-11-01"
	for _, c := range []struct{ dialect, name, sql, want string }{
		{"postgres", "month", "SELECT date_trunc('month', day) AS m, count(*) FROM rental GROUP BY 1",
			"from rental select month(rental.day), count(*) group month(rental.day)"},
		{"postgres", "month in a text", "SELECT to_char(day, 'YYYY-MM') AS m, count(*) FROM rental GROUP BY m",
			"from rental select month(rental.day), count(*) group month(rental.day)"},
		{"postgres", "quarter in a text", `SELECT to_char(day, 'YYYY-"Q"Q') AS q, count(*) FROM rental GROUP BY q`,
			"from rental select quarter(rental.day), count(*) group quarter(rental.day)"},
		{"postgres", "a schema before the table", "SELECT count(*) FROM public.rental r", "from rental select count(*)"},
		{"postgres", "year of a time", "SELECT count(*) FROM rental WHERE EXTRACT(YEAR FROM day) = 2025",
			"from rental select count(*) where rental.day during 2025-01-01..2026-01-01"},
		{"postgres", "last month", "SELECT count(*) FROM rental WHERE day >= date_trunc('month', CURRENT_DATE) - INTERVAL '1 month' AND day < date_trunc('month', CURRENT_DATE)", october},
		{"postgres", "a month cut off", "SELECT count(*) FROM rental WHERE date_trunc('month', day) = DATE '2025-10-01'", october},
		{"postgres", "days back", "SELECT count(*) FROM rental WHERE day >= CURRENT_DATE - 30", "from rental select count(*) where rental.day during 2025-10-16.."},
		{"postgres", "days before a literal", "SELECT count(*) FROM rental WHERE day >= DATE '2025-11-15' - 30 AND day <= '2025-10-31'",
			"from rental select count(*) where rental.day during 2025-10-16..2025-11-01"},
		{"postgres", "a unit after the amount", "SELECT count(*) FROM rental WHERE day >= CURRENT_DATE - INTERVAL '30' DAY",
			"from rental select count(*) where rental.day during 2025-10-16.."},
		{"postgres", "real division", "SELECT id::float / 7 FROM rental", "from rental select div(rental.id, 7)"},
		{"postgres", "the middle", "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY fee) FROM rental", "from rental select median(rental.fee)"},
		{"postgres", "days between", "SELECT avg(back::date - day) FROM rental", "from rental select avg(days(day(rental.back), rental.day))"},
		{"postgres", "hours between", "SELECT avg(EXTRACT(EPOCH FROM (back - day))) / 3600 FROM rental", "from rental select avg(hours(rental.back, rental.day))"},
		{"postgres", "any of an array", "SELECT id FROM rental WHERE kind = ANY(ARRAY['day', 'week'])",
			"from rental select rental.id where rental.kind anyof day week"},
		{"postgres", "conditional figure", "SELECT sum(fee) FILTER (WHERE kind = 'day') FROM rental", "from rental select sum(rental.fee if rental.kind = day)"},
		{"duckdb", "month in a text", "SELECT strftime(day, '%Y-%m') AS m, count(*) FROM rental GROUP BY m",
			"from rental select month(rental.day), count(*) group month(rental.day)"},
		{"duckdb", "week", "SELECT date_trunc('week', day) AS w, count(*) FROM rental GROUP BY w", "from rental select week(rental.day), count(*) group week(rental.day)"},
		{"duckdb", "bare interval", "SELECT count(*) FROM rental WHERE day >= DATE '2025-11-15' - INTERVAL 30 DAY",
			"from rental select count(*) where rental.day during 2025-10-16.."},
		{"duckdb", "days between", "SELECT avg(date_diff('day', day, back)) FROM rental", "from rental select avg(days(rental.back, rental.day))"},
		{"duckdb", "the middle", "SELECT quantile_cont(fee, 0.5) FROM rental", "from rental select median(rental.fee)"},
		{"duckdb", "year", "SELECT year(day), count(*) FROM rental GROUP BY ALL", ""},
		{"postgres", "one row of each", "SELECT DISTINCT ON (kind) kind, fee FROM rental ORDER BY kind, fee DESC", ""},
		{"postgres", "unknown name", "SELECT count(*) FROM rental WHERE colour = 'red'", ""},
		{"postgres", "lateral", "SELECT p.name, x.fee FROM person p, LATERAL (SELECT fee FROM rental r WHERE r.person = p.id LIMIT 1) x", ""},
	} {
		t.Run(c.dialect+" "+c.name, func(t *testing.T) {
			ix := boats(t)
			ix.Dialect = c.dialect
			q, err := Convert(ix, c.sql, now)
			if err != nil {
				if c.want != "" {
					t.Fatal(err)
				}
				return
			}
			if got := (speller{ix}).query(q); got != c.want {
				t.Errorf("%s\n%s", got, c.want)
			}
		})
	}
}

// A statement that means an immense one is refused before it becomes that.
func TestLargeStatements(t *testing.T) {
	var doubled, nested strings.Builder
	doubled.WriteString("WITH a0 AS (SELECT id FROM rental)")
	nested.WriteString("SELECT fee AS f0 FROM rental")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&doubled, ", a%d AS (SELECT x.id AS id FROM a%d x JOIN a%d y ON x.id = y.id)", i, i-1, i-1)
		inner := nested.String()
		nested.Reset()
		fmt.Fprintf(&nested, "SELECT f%d + f%d AS f%d FROM (%s) AS s%d", i-1, i-1, i, inner, i)
	}
	for name, sql := range map[string]string{
		"references": doubled.String() + " SELECT count(*) FROM a59",
		"sums":       nested.String(),
		"text":       "SELECT '" + strings.Repeat("x", 40_000) + "'",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Convert(boats(t), sql, now); Class(err) != "too large" {
				t.Error(err)
			}
			_, _ = Look(boats(t), sql, now)
		})
	}
}
