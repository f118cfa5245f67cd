package guardtest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// Citation is a statement that passes, with what it reads, each list in one
// text.
type Citation = struct{ SQL, Tables, Columns string }

// Cites checks that the guard names the tables and columns that statements read.
func Cites(t *testing.T, g *guard.Guard, cases []Citation) {
	t.Helper()
	for _, c := range cases {
		v := g.Judge(t.Context(), c.SQL)
		if !v.Allow {
			t.Errorf("%s: %s", c.SQL, v.Reason)
			continue
		}
		if d := cmp.Diff(c.Tables, strings.Join(v.Tables, " ")) + cmp.Diff(c.Columns, strings.Join(v.Columns, " ")); d != "" {
			t.Errorf("%s: -want +got\n%s", c.SQL, d)
		}
	}
}

// Refusal is a statement that does not pass, with the fault's code and a part
// of its hint.
type Refusal = struct {
	SQL  string
	Code fault.Code
	Hint string
}

// Hints checks that refusals say what to do next.
func Hints(t *testing.T, g *guard.Guard, cases []Refusal) {
	t.Helper()
	for _, c := range cases {
		v := g.Judge(t.Context(), c.SQL)
		if v.Allow || v.Code != c.Code || !strings.Contains(v.Hint, c.Hint) {
			t.Errorf("%s: %v %s %q\nwant %s …%s…", c.SQL, v.Allow, v.Code, v.Hint, c.Code, c.Hint)
		}
	}
}

// Allows checks which statements pass, and which do not.
func Allows(t *testing.T, g *guard.Guard, cases map[string]bool) {
	t.Helper()
	for sql, allow := range cases {
		if v := g.Judge(t.Context(), sql); v.Allow != allow {
			t.Errorf("%s: allow %v: %s", sql, v.Allow, v.Reason)
		}
	}
}

// ChangesNothing runs what passes of the statements against a database that
// could be written, and looks now and then whether it is as it was. try runs
// one and reports the statement as it ran (empty where it did not pass), and
// whether there was an answer.
func ChangesNothing(t *testing.T, statements []string, look func() []string, try func(sql string) (ran string, answered bool)) {
	t.Helper()
	before := look()
	passed, answered := 0, 0
	var batch []string
	for i, sql := range statements {
		if ran, ok := try(sql); ran != "" {
			passed++
			batch = append(batch, ran)
			if ok {
				answered++
			}
		}
		if (i+1)%500 == 0 || i+1 == len(statements) {
			if d := cmp.Diff(before, look()); d != "" {
				t.Fatalf("one of these changed something:\n%s\n%s", d, strings.Join(batch, "\n"))
			}
			batch = nil
		}
	}
	t.Logf("%d of %d statements passed, %d gave an answer", passed, len(statements), answered)
	if answered < len(statements)/10 {
		t.Errorf("only %d of %d statements passed and gave an answer: the test shows little", answered, len(statements))
	}
}

// Orders checks that the guard knows which statements give their rows an order.
func Orders(t *testing.T, g *guard.Guard, table, column string) {
	t.Helper()
	for sql, want := range map[string]bool{
		"SELECT {c} FROM {t}":              false,
		"SELECT {c} FROM {t} ORDER BY {c}": true,
		"SELECT {c}, count(*) FROM {t} GROUP BY {c} ORDER BY 2 DESC LIMIT 3":        true,
		"SELECT {c} FROM {t} UNION SELECT {c} FROM {t} ORDER BY 1":                  true,
		"WITH w AS (SELECT {c} FROM {t}) SELECT {c} FROM w ORDER BY {c}":            true,
		"WITH w AS (SELECT {c} FROM {t} ORDER BY {c} LIMIT 3) SELECT {c} FROM w":    false,
		"SELECT {c} FROM (SELECT {c} FROM {t} ORDER BY {c} LIMIT 3) AS q":           false,
		"SELECT {c}, row_number() OVER (ORDER BY {c}) FROM {t}":                     false,
		"SELECT {c} FROM {t} WHERE {c} IN (SELECT {c} FROM {t} ORDER BY 1 LIMIT 3)": false,
	} {
		sql = strings.NewReplacer("{t}", table, "{c}", column).Replace(sql)
		if s, err := g.Check(t.Context(), sql); err != nil || s.Ordered() != want {
			t.Errorf("%s: ordered %v, %v; want %v", sql, s.Ordered(), err, want)
		}
	}
}
