package notebook

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestFiguresThatStandAlone(t *testing.T) {
	for column, want := range map[string]Figure{
		"avg_total":           {Label: "average total", Text: "7.5"},
		"conversion_rate_pct": {Label: "conversion rate", Text: "7.5%"},
		"late_orders_pct":     {Label: "late orders in percent", Text: "7.5"},
		"revenue":             {Label: "revenue", Text: "7.5"},
	} {
		v, _ := table.ParseDecimal("7.5")
		got := view{Rows: &table.Table{Columns: []table.Column{{Name: column, Kind: table.Decimal}}, Rows: []table.Row{{v}}}}.Figures()
		if len(got) != 1 || got[0].Label != want.Label || got[0].Text != want.Text {
			t.Errorf("%s: %+v", column, got)
		}
	}
}
