package files_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestUnion reads files of one shape as one table.
func TestUnion(t *testing.T) {
	const plain, wide = "region,amount\nnorth,1\n", "region,2018,2019,2020,2021\nnorth,1,2,3,4\n"
	for _, c := range []struct {
		name          string
		files         map[string]string
		tables, first string // of the table sales
	}{
		{"years", map[string]string{"Sales_2015.csv": plain, "Sales_2016.csv": "region,amount\nsouth,\"2,5\"\n"}, "Sales", "region, amount, year: north|1.0|2015"},
		{"months", map[string]string{"sales-2015-01.csv": plain, "sales-2015-02.csv": plain}, "sales", "region, amount, month: north|1|2015-01-01"},
		{"places", map[string]string{"sales_us.csv": plain, "sales_uk.csv": plain}, "sales", "region, amount, source: north|1|uk"},
		{"a column of that name", map[string]string{"sales_2015.csv": "year,amount\nx,1\n", "sales_2016.csv": "year,amount\nx,1\n"}, "sales", "year, amount, year_2: x|1|2015"},
		{"other columns", map[string]string{"sales_2015.csv": plain, "sales_2016.csv": "region,price\nnorth,1\n"}, "sales_2015 sales_2016", ""},
		{"nothing in common", map[string]string{"test.csv": plain, "train.csv": plain}, "test train", ""},
		{"one is part of the other", map[string]string{"sales.csv": plain, "sales_2016.csv": plain}, "sales sales_2016", ""},
		{"words that name figures", map[string]string{"deaths_all.csv": wide, "cases_all.csv": wide}, "cases_all deaths_all", ""},
		{"switched off", map[string]string{"sales_2015.csv": plain, "sales_2016.csv": plain, "plumb.files.yaml": "union: false\n"}, "sales_2015 sales_2016", ""},
		{"one is broken", map[string]string{"sales_2015.csv": "region,amount\nnorth,1,2\n", "sales_2016.csv": plain, "sales_2017.csv": plain}, "sales", "region, amount, year: north|1|2016"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, folder(t, c.files))
			var list []string
			for _, table := range introspect(t, s).Tables {
				list = append(list, table.Name)
			}
			if got := strings.Join(list, " "); got != c.tables {
				t.Errorf("the tables are %s, want %s", got, c.tables)
			}
			if c.first == "" {
				return
			}
			got := mustQuery(t, s, "SELECT * FROM sales LIMIT 1")
			var names []string
			for _, column := range got.Columns {
				names = append(names, column.Name)
			}
			if first := strings.Join(names, ", ") + ": " + rows(got); first != c.first {
				t.Errorf("the first row is %s, want %s", first, c.first)
			}
		})
	}
	s := open(t, filepath.Join(folder(t, map[string]string{"s_2015.csv": plain, "s_2016.csv": plain}), "*.csv"))
	if want := "info the 2 files s_2015.csv … s_2016.csv are read as one table, s; its column year says where a row comes from"; said(s) != want {
		t.Errorf("said %s", said(s))
	}
}
