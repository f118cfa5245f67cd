package explore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// results are many, as after a long exploration.
func results(n, rows int) []evidence {
	var list []evidence
	for i := range n {
		t := &table.Table{Columns: []table.Column{{Name: "city", Kind: table.Text}, {Name: fmt.Sprintf("measure_%d", i), Kind: table.Int}}}
		for r := range rows {
			t.Rows = append(t.Rows, table.Row{table.NewText(fmt.Sprintf("City %d", r)), table.NewInt(int64(r * (i + 1)))})
		}
		sql := fmt.Sprintf("SELECT city, measure_%d FROM cities WHERE day >= '2024-01-01' LIMIT %d", i, rows)
		list = append(list, evidence{tool: "execute_query", number: i + 1, table: t, sql: sql, ran: sql, names: namesOf(t)})
	}
	return list
}

func BenchmarkHold(b *testing.B) {
	t := &Turn{found: results(24, 1000)}
	for name, text := range map[string]string{
		"answer": "City 999 leads with 999, ahead of City 998 at 998. In 2024, City 7 had a measure 3 of 28. The top 5 made up most of it.",
		"worst":  strings.Repeat("City 7 has 7, ", longestAnswer/14),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := t.hold(b.Context(), text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzHold holds whatever a model says against rows: claims stay in order, in
// the text, and apart, and what is taken out never comes back.
func FuzzHold(f *testing.F) {
	for _, text := range []string{"", "City 3 leads with 3, and City 2 has 2.", "In 2024, all cities made 3 — or 6; see 'measure_1'.", "\xff 3\x00, and 4.", strings.Repeat("City 1 has 1, ", 50)} {
		f.Add(text, "SELECT 1 FROM x WHERE a = 'City 3' AND b <> '2024' LIMIT 3")
	}
	f.Fuzz(func(t *testing.T, text, sql string) {
		if len(text) > 5000 || len(sql) > 5000 {
			return
		}
		turn := &Turn{found: results(3, 5)}
		turn.found[1].ran = sql
		r, err := turn.hold(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for _, c := range r.Claims {
			if c.Start < last || c.End > len(text) || c.Start > c.End {
				t.Fatalf("%q: %+v", text, r.Claims)
			}
			last = c.End
		}
		if len(r.by) != len(r.References) {
			t.Fatalf("%d references by %d", len(r.References), len(r.by))
		}
		turn.text, turn.report = text, r
		left, after, err := turn.narrative(t.Context())
		if err != nil || len(after.Unsupported()) > 0 || len(left) > len(text)+1 || len(story.Strip(left, after.Report)) > len(left) {
			t.Fatalf("%q: %q is left", text, left)
		}
	})
}

func TestFilters(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1": "",
		"SELECT a FROM t WHERE region = 'North' AND status <> 'open' LIMIT 5":                                          "North|top 5",
		"SELECT a FROM t WHERE day >= DATE '2024-03-01' AND day < '2025-01-01'":                                        "in 2024",
		"SELECT a FROM t WHERE (day >= CAST('2024-03-01' AS DATE)) AND (day < CAST('2025' AS DATE))":                   "in 2024",
		"SELECT a FROM t WHERE strftime('%Y', day) = '2024' AND name LIKE '%O''Brien%'":                                "in 2024|O'Brien",
		"SELECT a FROM t WHERE EXTRACT(year FROM day) = 2024 AND n = 7 AND name NOT LIKE 'x'":                          "in 2024",
		"SELECT a FROM t WHERE day BETWEEN '2023-01-01' AND '2024-12-31' AND x != 'no'":                                "in 2023|in 2024",
		"SELECT a FROM t WHERE day >= '2024-01-01 00:00:00' AND b IN ('x', 'y') AND c NOT IN ('z')":                    "in 2024|x|y",
		"SELECT date_trunc('month', day) FROM t WHERE b = '" + strings.Repeat("long ", 50) + "' AND c = 'unterminated": "",
	} {
		e := evidence{ran: sql}
		if got := strings.Join(e.filters(), "|"); got != want {
			t.Errorf("%s: %q", sql, got)
		}
	}
}
