package postgres_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/guardtest"
)

func TestTheLongestStatementsAreSurvived(t *testing.T) {
	guardtest.Survives(t, open(), map[string]string{
		"power":      guardtest.Chain("SELECT 1", "^1"),
		"collate":    guardtest.Chain("SELECT 'a'", ` COLLATE "C"`),
		"time zone":  guardtest.Chain("SELECT now()", " AT TIME ZONE 'a'"),
		"like":       guardtest.Chain("SELECT a", " LIKE b IS NULL"),
		"between":    guardtest.Chain("SELECT a", " BETWEEN b AND c IS NULL"),
		"union all":  guardtest.Chain("SELECT 1,2", " UNION ALL SELECT 1,2"),
		"join using": guardtest.Chain("SELECT 1 FROM a", " JOIN a USING (b,c)"),
		"tildes":     "SELECT " + strings.Repeat("~", 99_000) + "1",
		"explain":    strings.Repeat("EXPLAIN ", 12_000) + "SELECT 1",
		"arrays":     guardtest.Nest("ARRAY[", "1", "]"),
		"rows":       guardtest.Nest("ROW(", "1", ")"),
		"set":        guardtest.Nest("(SELECT 1 UNION ", "SELECT 1", ")"),
		"joins":      "SELECT 1 FROM " + strings.Repeat("a JOIN ", 6000) + "a" + strings.Repeat(" ON true", 6000),
		"recursive":  guardtest.Nest("(WITH RECURSIVE a AS (SELECT 1 UNION SELECT ", "1", ") SELECT 1)"),
	})
}

func TestLongButOrdinaryStatementsPass(t *testing.T) {
	guardtest.LongButOrdinary(t, open(), 5000)
}
