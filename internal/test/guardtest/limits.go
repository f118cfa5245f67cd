package guardtest

import (
	"maps"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
)

// Chain is the head with so many links that the statement is as long as one
// may be.
func Chain(head, link string) string {
	return head + strings.Repeat(link, (guard.MaxSQL-len(head))/len(link))
}

// Nest is a statement as long as one may be, with the middle inside as many
// levels as there is room for.
func Nest(open, middle, end string) string {
	// Closing brackets in a string first, so that counting says nothing.
	brackets := strings.Count(open, "(") + strings.Count(open, "[") + strings.Count(open, "{")
	n := (guard.MaxSQL - len(middle) - 30) / (len(open) + len(end) + brackets)
	return "SELECT '" + strings.Repeat(")", n*brackets) + "', " + strings.Repeat(open, n) + middle + strings.Repeat(end, n)
}

// Survives checks that the longest statements, and those that the dialect has
// more, cannot end the process: a parser is C or C++ code, and recursion that
// is deep enough would overflow its stack. What counts is that an answer comes
// back.
func Survives(t *testing.T, g *guard.Guard, more map[string]string) {
	t.Helper()
	statements := map[string]string{
		"plus":      Chain("SELECT 1", "+1"),
		"concat":    Chain("SELECT ''", "||''"),
		"arrow":     Chain("SELECT a", "->'a'"),
		"cast":      Chain("SELECT 1", "::int"),
		"is null":   Chain("SELECT 1", " IS NULL"),
		"and":       Chain("SELECT true", " AND a"),
		"or":        Chain("SELECT true", " OR a=b"),
		"union":     Chain("SELECT 1,2", " UNION SELECT 1,2"),
		"join":      Chain("SELECT 1 FROM a", " CROSS JOIN a"),
		"commas":    Chain("SELECT 1 FROM a", ",a"),
		"columns":   Chain("SELECT 1", ",1"),
		"in list":   Chain("SELECT 1 IN (1", ",1")[:guard.MaxSQL-1] + ")",
		"values":    Chain("VALUES (1)", ",(1)"),
		"subscript": Chain("SELECT a", "[1]"),
		"dots":      Chain("SELECT a", ".b"),
		"fields":    Chain("SELECT (a)", ".b"),
		"type":      Chain("SELECT 1::int", "[]"),
		"minus":     "SELECT " + strings.Repeat("- ", 49_000) + "1",
		"not":       "SELECT " + strings.Repeat("NOT ", 24_000) + "true",
		"comments":  strings.Repeat("/*", 24_000) + strings.Repeat("*/", 24_000) + "SELECT 1",
		"spaced":    strings.Repeat("/* ", 19_000) + strings.Repeat("*/", 19_000) + "SELECT 1",
		"parens":    Nest("(", "1", ")"),
		"queries":   Nest("(SELECT ", "1", ")"),
		"from":      Nest("(SELECT * FROM ", "a", ") x"),
		"case":      Nest("CASE WHEN a THEN b ELSE ", "1", " END"),
		"calls":     Nest("abs(", "1", ")"),
		"exists":    Nest("EXISTS(SELECT ", "1", ")"),
		"with":      Nest("(WITH a AS (SELECT 1) SELECT ", "1", ")"),
	}
	maps.Copy(statements, more)
	for name, sql := range statements {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := g.Judge(t.Context(), sql)
			if !v.Allow && v.Reason == "" {
				t.Error("neither passed nor refused")
			}
			if len(v.Reason) > 2000 || len(v.Hint) > 2000 {
				t.Errorf("an answer of %d bytes", len(v.Reason)+len(v.Hint))
			}
		})
	}
}

// LongButOrdinary checks that long statements of the kind that programs write
// pass, with as many rows of values as the dialect has room for, and that what
// grows without an end or is over the limit does not.
func LongButOrdinary(t *testing.T, g *guard.Guard, rows int) {
	t.Helper()
	terms := func(term, glue string, n int) string {
		return strings.TrimSuffix(strings.Repeat(term+glue, n), glue)
	}
	for name, sql := range map[string]string{
		"dates":  "SELECT * FROM t WHERE d IN (" + terms("'2024-01-01'", ",", 7000) + ")",
		"or":     "SELECT * FROM t WHERE " + terms("(a = 1 AND b = 'x')", " OR ", 900),
		"case":   "SELECT CASE " + strings.Repeat("WHEN a = 1 THEN 'x' ", 500) + "END FROM t",
		"union":  terms("SELECT a, b FROM t", " UNION ALL ", 1000),
		"values": "SELECT * FROM (VALUES " + terms("(1, 'a', -2)", ", ", rows) + ") AS v(a, b, c)",
		"sums":   "SELECT " + terms("sum(a) + sum(b) - sum(c) / 2", ", ", 1600) + " FROM t",
	} {
		if v := g.Judge(t.Context(), sql); !v.Allow {
			t.Errorf("%s (%d bytes): %s", name, len(sql), v.Reason)
		}
	}
	doubled := "SELECT 1 AS a"
	for range 40 {
		doubled = "SELECT x.*, x.* FROM (" + doubled + ") x"
	}
	if v := g.Judge(t.Context(), doubled); v.Allow || !strings.Contains(v.Reason, "columns") {
		t.Errorf("2⁴⁰ columns: %v %s", v.Allow, v.Reason)
	}
	if v := g.Judge(t.Context(), "SELECT '"+strings.Repeat("x", guard.MaxSQL)+"'"); v.Allow || !strings.Contains(v.Reason, "longer than") {
		t.Errorf("a statement over the limit: %v %s", v.Allow, v.Reason)
	}
}
