package notebook

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// A table reads as on the page: no digits that nobody reads, separators of
// thousands, and none in what only names a row.
func TestTablesAreWrittenForPeople(t *testing.T) {
	money, _ := table.ParseDecimal("12345.5")
	rows := &table.Table{Columns: []table.Column{{Name: "customer_id", Kind: table.Int}, {Name: "average", Kind: table.Float}, {Name: "paid", Kind: table.Decimal}, {Name: "who", Kind: table.Text}},
		Rows: []table.Row{{table.NewInt(10482), table.NewFloat(354.7653972338373), money, table.NewText("Ann")}, {table.NewInt(2), table.NewFloat(-1234567), table.Value{}, table.NewText("12345")}}}
	var b strings.Builder
	markdownTable(&b, rows, nil)
	for _, want := range []string{"| 10482 | 354.7654 | 12,345.50 | Ann |", "| 2 | −1,234,567 | – | 12345 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("without %q:\n%s", want, b.String())
		}
	}
}

// What is known of a column goes before its name.
func TestTablesAreWrittenByTheirMeaning(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "founded", Kind: table.Int}, {Name: "id", Kind: table.Int}}, Rows: []table.Row{{table.NewInt(1987), table.NewInt(1234)}}}
	var b strings.Builder
	markdownTable(&b, rows, &meaning.Meaning{Columns: []meaning.Column{{Name: "founded", Role: meaning.RoleTime, Grain: meaning.Year}, {Name: "id", Role: meaning.RoleMeasure, Aggregate: meaning.Count}}})
	if want := "| 1987 | 1,234 |"; !strings.Contains(b.String(), want) {
		t.Errorf("without %q:\n%s", want, b.String())
	}
}
