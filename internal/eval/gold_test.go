package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAlternatives(t *testing.T) {
	for _, c := range []struct {
		gold string
		want []string
	}{
		{"SELECT 1", []string{"SELECT 1"}},
		{"SELECT 1;", []string{"SELECT 1"}},
		{"SELECT 1; SELECT 2;", []string{"SELECT 1", "SELECT 2"}},
		{"SELECT ';', '{a}'", []string{"SELECT ';', '{a}'"}},
		{"SELECT {a, b} FROM t", []string{"SELECT a, b FROM t", "SELECT b FROM t", "SELECT a FROM t"}},
		{"SELECT {a, b}, count(*) FROM t GROUP BY {}", []string{
			"SELECT a, b, count(*) FROM t GROUP BY a, b", "SELECT b, count(*) FROM t GROUP BY b", "SELECT a, count(*) FROM t GROUP BY a"}},
		{"SELECT {coalesce(a, 0), b}", []string{"SELECT coalesce(a, 0), b", "SELECT b", "SELECT coalesce(a, 0)"}},
		{";", nil},
	} {
		if d := cmp.Diff(c.want, alternatives(c.gold)); d != "" {
			t.Errorf("%s: %s", c.gold, d)
		}
	}
}

func TestOrdered(t *testing.T) {
	for sql, want := range map[string]bool{
		"SELECT a FROM t ORDER BY a":                                true,
		"SELECT a FROM t order  by a LIMIT 1":                       true,
		"SELECT a FROM t":                                           false,
		"SELECT a FROM (SELECT a FROM t ORDER BY a)":                false,
		"SELECT row_number() OVER (ORDER BY a) FROM t":              false,
		"SELECT 'order by' FROM t":                                  false,
		"SELECT a FROM t UNION SELECT b FROM t ORDER BY 1":          true,
		"WITH x AS (SELECT a FROM t ORDER BY a) SELECT a FROM x":    false,
		"SELECT a FROM t -- ORDER BY a":                             false,
		"SELECT a FROM t WHERE b = 'it''s' /* x */ ORDER BY a DESC": true,
	} {
		if got := ordered(sql); got != want {
			t.Errorf("ordered(%s) = %v", sql, got)
		}
	}
}

func TestRoundings(t *testing.T) {
	for sql, want := range map[string][]int{
		"SELECT a FROM t":                           nil,
		"SELECT round(a, 2) FROM t":                 {2},
		"SELECT ROUND(a) FROM t":                    {0},
		"SELECT ROUND(max(a, b), 1), round(c,3)":    {1, 3},
		"SELECT ROUND(100.0 * sum(a) / (b), 2) / 3": {2},
		"SELECT 'round(a, 2)', round FROM t":        nil,
	} {
		if d := cmp.Diff(want, roundings(sql)); d != "" {
			t.Errorf("%s: %s", sql, d)
		}
	}
}

func TestDifficulty(t *testing.T) {
	for sql, want := range map[string]Difficulty{
		"SELECT count(*) FROM t WHERE a > 5":                                       Easy,
		"SELECT a FROM t ORDER BY b":                                               Easy,
		"SELECT a, b FROM t":                                                       Medium,
		"SELECT a FROM t JOIN u ON t.x = u.x WHERE b = 1":                          Medium,
		"SELECT a FROM t WHERE b BETWEEN 1 AND 2":                                  Easy,
		"SELECT a FROM t WHERE b = 1 AND c = 2":                                    Medium,
		"SELECT a, count(*) FROM t GROUP BY a":                                     Medium,
		"SELECT a FROM t WHERE b NOT IN (SELECT b FROM u)":                         Hard,
		"SELECT a FROM t EXCEPT SELECT a FROM u":                                   Hard,
		"SELECT a FROM t JOIN u ON t.x = u.x GROUP BY a ORDER BY a":                Hard,
		"SELECT a FROM t JOIN u ON t.x = u.x GROUP BY a ORDER BY count(*) LIMIT 1": Extra,
		"SELECT a, b FROM t WHERE c = (SELECT max(c) FROM t)":                      Extra,
		"SELECT a FROM t JOIN u ON t.x = u.x WHERE b = 1 INTERSECT SELECT a FROM t JOIN u ON t.x = u.x WHERE b = 2":      Extra,
		"SELECT T1.a FROM t AS T1 JOIN u AS T2 ON T1.x = T2.x JOIN v AS T3 ON T2.y = T3.y WHERE T3.n = 'select, x'":      Hard,
		"SELECT avg(a), min(a), max(a) FROM t WHERE b LIKE '%x%'":                                                        Extra,
		"SELECT a FROM t, u WHERE t.x = u.x":                                                                             Medium,
		"SELECT (a + b) FROM t WHERE ((SELECT 1)) = 1":                                                                   Hard,
		"SELECT a FROM t WHERE b = 1 OR c = 2":                                                                           Medium,
		"SELECT a, b FROM t WHERE b = 1 AND c = 2 GROUP BY a, b ORDER BY count(*), sum(d)":                               Extra,
		"WITH x AS (SELECT a, count(*) AS n FROM t GROUP BY a) SELECT a, n FROM x WHERE n > (SELECT avg(n) FROM x) -- y": Extra,
	} {
		if got := DifficultyOf(sql); got != want {
			t.Errorf("%s is %s, want %s", sql, got, want)
		}
	}
}

// Nothing that reads gold queries may fall over what a file holds.
func FuzzGold(f *testing.F) {
	for _, s := range []string{"SELECT {a, b} FROM t GROUP BY {}", "'", "((", "))", "{", "{}{}{}", "/*", "ROUND(", "ROUND(,", "SELECT (SELECT"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		if n := len(alternatives(sql)); n > maxAlternatives {
			t.Errorf("%d alternatives", n)
		}
		ordered(sql)
		roundings(sql)
		DifficultyOf(sql)
	})
}

func TestSortedBy(t *testing.T) {
	for sql, want := range map[string][]int{
		"SELECT name, count(*) AS n FROM t GROUP BY name ORDER BY n DESC NULLS LAST":      {1},
		"SELECT name, count(*) FROM t GROUP BY name ORDER BY COUNT( * ) DESC, name":       {1, 0},
		"SELECT DISTINCT a, b FROM t ORDER BY 2":                                          {1},
		"SELECT a FROM t ORDER BY b":                                                      nil,
		"SELECT * FROM t ORDER BY b":                                                      nil,
		"SELECT a FROM t":                                                                 nil,
		"WITH x AS (SELECT a, b FROM t ORDER BY a) SELECT x.b, a FROM x ORDER BY x.b":     {0},
		"SELECT a, (SELECT max(b) FROM u ORDER BY 1) AS m FROM t ORDER BY m, a LIMIT 3":   {1, 0},
		"SELECT a, b FROM t UNION SELECT c AS a, d FROM t ORDER BY a":                     {0},
		"SELECT a, round(avg(b), 2) AS \"mean\" FROM t GROUP BY a ORDER BY \"mean\" DESC": {1},
	} {
		got, ok := sortedBy(sql)
		if d := cmp.Diff(want, got); d != "" || ok != (want != nil) {
			t.Errorf("%s: %s", sql, d)
		}
	}
}

func TestOrderAsked(t *testing.T) {
	for q, want := range map[string]bool{
		"List the boats in alphabetical order":   true,
		"What are the top five ports?":           true,
		"How many orders were placed by region?": false,
		"Total weight per port":                  false,
	} {
		if got := OrderAsked.counts(q, nil); got != want {
			t.Errorf("%s: %v", q, got)
		}
	}
}
