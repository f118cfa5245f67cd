package builtin

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/table"
)

// A share of more than all, or of all in every group, is asked about.
func TestSharesThatCannotBeMeant(t *testing.T) {
	const share = "100.0 * SUM(CASE WHEN ship_date IS NOT NULL THEN net_sales END) / SUM(net_sales)"
	for _, c := range []struct {
		name, sql string
		figures   []float64
		odd       bool
	}{
		{"more than all", share, []float64{107.7}, true},
		{"more than all of one group", share, []float64{40, 120}, true},
		{"all of every group", share, []float64{100, 100, 100}, true},
		{"all of one group", share, []float64{100, 98}, false},
		{"all there is", share, []float64{100}, false},
		{"one amount held against another", "100.0 * SUM(gross_sales) / SUM(net_sales)", []float64{120}, false},
	} {
		s := script(t, "x")
		q, err := readback.Convert(s.ix, "SELECT "+c.sql+" FROM orders", today)
		if err != nil {
			t.Fatal(err)
		}
		result := &table.Table{Columns: []table.Column{{Name: "pct", Kind: table.Float}}}
		for _, f := range c.figures {
			result.Rows = append(result.Rows, table.Row{table.NewFloat(f)})
		}
		_, question := findImpossibleShares(&judgement{Brain: s.Brain, first: &candidates.Candidate{Query: q, Result: result}})
		if odd := question != ""; odd != c.odd {
			t.Errorf("%s: asked about: %t", c.name, odd)
		}
	}
}
