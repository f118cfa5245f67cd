package tell

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// What stands beside a percentage is none: only the column that was multiplied
// by 100 has the sign.
func TestOnlyWhatWasReckonedInPercentHasItsSign(t *testing.T) {
	rows := []table.Row{{table.NewText("North"), table.NewInt(34)}, {table.NewText("South"), table.NewInt(12)}}
	columns := []table.Column{{Name: "region", Kind: table.Text}, {Name: "margin", Kind: table.Int}}
	for sql, sign := range map[string]bool{
		"SELECT region, sum(margin) AS margin, 100.0 * sum(margin) / sum(sales) AS part FROM t GROUP BY region": false,
		"SELECT region, 100.0 * sum(margin) / sum(sales) AS part, sum(margin) AS margin FROM t GROUP BY region": false,
		"SELECT region, 100.0 * sum(margin) / sum(sales) AS margin FROM t GROUP BY region":                      true,
		"SELECT r.name AS region, 100.0 * sum(x) / NULLIF(count(*), 0) AS \"margin\" FROM t GROUP BY 1":         true,
	} {
		s := Tell(Finding{Question: "margin by region", Table: &table.Table{Columns: columns, Rows: rows}, SQL: sql})
		if strings.Contains(s.Text, "34.0%") != sign {
			t.Errorf("%s\n%s", sql, s.Text)
		}
	}
}
