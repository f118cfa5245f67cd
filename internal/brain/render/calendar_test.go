package render

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// Months that are stored by name follow each other as they do in the year, except
// where their order only breaks the ties of another.
func TestMonthsByNameAreInTheirOrder(t *testing.T) {
	month := index.Column{Name: "month", Words: []string{"month"}, Kind: index.Text, Type: table.Text}
	for _, name := range []string{"Apr", "Jan", "Feb"} {
		month.Enum = append(month.Enum, index.Value{Text: name, Kind: table.Text})
	}
	ix := &index.Index{Columns: []index.Column{{Table: -1}, month, {Name: "sales", Words: []string{"sales"}, Kind: index.Number, Type: table.Int, Measure: true}},
		Tables: []index.Table{{Name: "sale", Words: []string{"sale"}, Columns: []int{1, 2}}}}
	by, sales := &form.Expr{Op: form.Column, Column: 1}, &form.Expr{Op: form.Sum, Args: []*form.Expr{{Op: form.Column, Column: 2}}}
	const places = "CASE month WHEN 'Jan' THEN 1 WHEN 'Feb' THEN 2 WHEN 'Apr' THEN 4 END"
	for name, c := range map[string]struct {
		q    *form.Query
		ends string
	}{
		"groups":           {&form.Query{Tables: []int{0}, Select: []*form.Expr{by, sales}, Group: []*form.Expr{by}, Order: []form.Order{{By: by}}}, "GROUP BY month\nORDER BY " + places},
		"different values": {&form.Query{Tables: []int{0}, Select: []*form.Expr{by}, Distinct: true, Order: []form.Order{{By: by}}}, "GROUP BY month\nORDER BY " + places},
		"a ranking":        {&form.Query{Tables: []int{0}, Select: []*form.Expr{by, sales}, Group: []*form.Expr{by}, Order: []form.Order{{By: sales, Desc: true}, {By: by}}}, "ORDER BY total_sales DESC, month"},
	} {
		sql, _, err := Render(ix, DuckDB, c.q, time.Now())
		if err != nil || !strings.HasSuffix(sql, c.ends) {
			t.Errorf("%s: %v\n%s", name, err, sql)
		}
	}
}
