package postgres_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
)

// A statement must not be able to end the process: the parser is C code, and
// recursion that is deep enough would overflow its stack. Each of these is as
// long as a statement may be; what counts is that an answer comes back.
func TestTheLongestStatementsAreSurvived(t *testing.T) {
	g := open()
	chain := func(head, link string) string {
		return head + strings.Repeat(link, (guard.MaxSQL-len(head))/len(link))
	}
	nest := func(open, middle, end string) string {
		// Closing brackets in a string first, so that counting says nothing.
		brackets := strings.Count(open, "(") + strings.Count(open, "[") + strings.Count(open, "{")
		n := (guard.MaxSQL - len(middle) - 30) / (len(open) + len(end) + brackets)
		return "SELECT '" + strings.Repeat(")", n*brackets) + "', " + strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	for name, sql := range map[string]string{
		"plus":       chain("SELECT 1", "+1"),
		"concat":     chain("SELECT ''", "||''"),
		"power":      chain("SELECT 1", "^1"),
		"arrow":      chain("SELECT a", "->'a'"),
		"cast":       chain("SELECT 1", "::int"),
		"is null":    chain("SELECT 1", " IS NULL"),
		"collate":    chain("SELECT 'a'", ` COLLATE "C"`),
		"time zone":  chain("SELECT now()", " AT TIME ZONE 'a'"),
		"and":        chain("SELECT true", " AND a"),
		"or":         chain("SELECT true", " OR a=b"),
		"like":       chain("SELECT a", " LIKE b IS NULL"),
		"between":    chain("SELECT a", " BETWEEN b AND c IS NULL"),
		"union":      chain("SELECT 1,2", " UNION SELECT 1,2"),
		"union all":  chain("SELECT 1,2", " UNION ALL SELECT 1,2"),
		"join":       chain("SELECT 1 FROM a", " CROSS JOIN a"),
		"join using": chain("SELECT 1 FROM a", " JOIN a USING (b,c)"),
		"commas":     chain("SELECT 1 FROM a", ",a"),
		"columns":    chain("SELECT 1", ",1"),
		"in list":    chain("SELECT 1 IN (1", ",1")[:guard.MaxSQL-1] + ")",
		"values":     chain("VALUES (1)", ",(1)"),
		"subscript":  chain("SELECT a", "[1]"),
		"dots":       chain("SELECT a", ".b"),
		"fields":     chain("SELECT (a)", ".b"),
		"type":       chain("SELECT 1::int", "[]"),
		"minus":      "SELECT " + strings.Repeat("- ", 49_000) + "1",
		"not":        "SELECT " + strings.Repeat("NOT ", 24_000) + "true",
		"tildes":     "SELECT " + strings.Repeat("~", 99_000) + "1",
		"explain":    strings.Repeat("EXPLAIN ", 12_000) + "SELECT 1",
		"comments":   strings.Repeat("/*", 24_000) + strings.Repeat("*/", 24_000) + "SELECT 1",
		"spaced":     strings.Repeat("/* ", 19_000) + strings.Repeat("*/", 19_000) + "SELECT 1",
		"parens":     nest("(", "1", ")"),
		"queries":    nest("(SELECT ", "1", ")"),
		"from":       nest("(SELECT * FROM ", "a", ") x"),
		"case":       nest("CASE WHEN a THEN b ELSE ", "1", " END"),
		"arrays":     nest("ARRAY[", "1", "]"),
		"calls":      nest("abs(", "1", ")"),
		"rows":       nest("ROW(", "1", ")"),
		"exists":     nest("EXISTS(SELECT ", "1", ")"),
		"with":       nest("(WITH a AS (SELECT 1) SELECT ", "1", ")"),
		"set":        nest("(SELECT 1 UNION ", "SELECT 1", ")"),
		"joins":      "SELECT 1 FROM " + strings.Repeat("a JOIN ", 6000) + "a" + strings.Repeat(" ON true", 6000),
		"recursive":  nest("(WITH RECURSIVE a AS (SELECT 1 UNION SELECT ", "1", ") SELECT 1)"),
	} {
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

func TestLongButOrdinaryStatementsPass(t *testing.T) {
	g := open()
	terms := func(term, glue string, n int) string {
		return strings.TrimSuffix(strings.Repeat(term+glue, n), glue)
	}
	for name, sql := range map[string]string{
		"dates":  "SELECT * FROM t WHERE d IN (" + terms("'2024-01-01'", ",", 7000) + ")",
		"or":     "SELECT * FROM t WHERE " + terms("(a = 1 AND b = 'x')", " OR ", 900),
		"case":   "SELECT CASE " + strings.Repeat("WHEN a = 1 THEN 'x' ", 500) + "END FROM t",
		"union":  terms("SELECT a, b FROM t", " UNION ALL ", 1000),
		"values": "SELECT * FROM (VALUES " + terms("(1, 'a', -2)", ", ", 5000) + ") AS v(a, b, c)",
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
