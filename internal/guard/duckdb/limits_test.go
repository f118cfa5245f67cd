package duckdb_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/guardtest"
)

func TestTheLongestStatementsAreSurvived(t *testing.T) {
	guardtest.Survives(t, open(t), map[string]string{
		"lambda":  guardtest.Chain("SELECT f(", "x -> ") + "1)",
		"collate": guardtest.Chain("SELECT 'a'", " COLLATE nocase"),
		"methods": guardtest.Chain("SELECT ('a')", ".upper()"),
		"lists":   guardtest.Nest("[", "1", "]"),
		"structs": guardtest.Nest("{a:", "1", "}"),
		"pivots":  strings.Repeat("SELECT * FROM (PIVOT ", 180) + "a" + strings.Repeat(" ON b)", 180),
		"pivot":   "PIVOT a ON " + strings.Repeat("b,", 45_000) + "b",
	})
}

func TestLongButOrdinaryStatementsPass(t *testing.T) {
	guardtest.LongButOrdinary(t, open(t), 3000)
}
