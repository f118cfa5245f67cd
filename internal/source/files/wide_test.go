package files_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// columnsOf lists the columns of a table with their types.
func columnsOf(tb testing.TB, dir, table string) string {
	tb.Helper()
	got := mustQuery(tb, open(tb, dir), "SELECT * FROM "+table+" LIMIT 0")
	var list []string
	for _, c := range got.Columns {
		list = append(list, c.Name+" "+c.Native)
	}
	return strings.Join(list, ", ")
}

// TestWide reads tables whose columns are periods.
func TestWide(t *testing.T) {
	for _, c := range []struct{ name, file, content, columns, first string }{
		{"years", "population_by_country.csv", "Country,Code,2000,2001,2002,2003\nFrance,FR,60.9,61.3,,62.2\nPeru,PE,26.4,26.8,27.1,27.4\n",
			"Country VARCHAR, Code VARCHAR, year BIGINT, population DECIMAL(18,1)", "France|FR|2000|60.9"},
		{"years of the World Bank", "gdp.csv", "Country Name,1990 [YR1990],1991 [YR1991],1992 [YR1992],1993 [YR1993]\nFrance,1,2,..,4\n",
			"Country Name VARCHAR, year BIGINT, gdp BIGINT", "France|1990|1"},
		{"days", "data.csv", "place,1/22/20,1/23/20,1/24/20,1/25/20\nx,1,2,3,4\n", "place VARCHAR, date DATE, value BIGINT", "x|2020-01-22|1"},
		{"months", "sales_2019.csv", "shop,Jan,Feb,Mar,Apr,May\nx,1,2,3,4,5\n", "shop VARCHAR, month VARCHAR, sales BIGINT", "x|Jan|1"},
		{"months of years", "sales.csv", "shop,2019-01,2019-02,2019-03,2019-04\nx,1.5,2,3,4\n", "shop VARCHAR, month DATE, sales DECIMAL(18,1)", "x|2019-01-01|1.5"},
		{"quarters", "costs.csv", "shop,2019 Q1,2019 Q2,2019 Q3,2019 Q4\nx,$5,2,3,4\n", "shop VARCHAR, quarter DATE, costs BIGINT", "x|2019-01-01|5"},
		{"months with a unit", "rain_monthly.csv", "Station,Year,Jan (mm),Feb (mm),Mar (mm),Apr (mm),Apr-Sep mean (°C)\nA,2014,97.5,57.5,54.9,74.7,13.9\n",
			"Station VARCHAR, Year BIGINT, Apr-Sep mean (°C) DECIMAL(18,1), month VARCHAR, rain (mm) DECIMAL(18,1), date DATE", "A|2014|13.9|Jan|97.5|2014-01-01"},
		{"two figures", "t.csv", "shop,Sales 2018,Sales 2019,Sales 2020,Sales 2021,Cost 2018,Cost 2019,Cost 2020,Cost 2021\nx,1,2,3,4,5,6,7,8\n",
			"shop VARCHAR, year BIGINT, Sales BIGINT, Cost BIGINT", "x|2018|1|5"},
		{"figures of other periods", "t.csv", "shop,sales_2018,sales_2019,sales_2020,sales_2021,staff_2021\nx,1,2,3,4,5\n",
			"shop VARCHAR, year BIGINT, sales BIGINT, staff BIGINT", "x|2018|1|"},
		{"months of years with a figure", "t.csv", "shop,Jan 2019 Sales,Feb 2019 Sales,Mar 2019 Sales,Apr 2019 Sales\nx,1,2,3,4\n", "shop VARCHAR, month DATE, Sales BIGINT", "x|2019-01-01|1"},
		{"too few", "t.csv", "shop,2019,2020,2021\nx,1,2,3\n", "shop VARCHAR, 2019 BIGINT, 2020 BIGINT, 2021 BIGINT", "x|1|2|3"},
		{"a name that is taken", "t.csv", "year,2018,2019,2020,2021\nx,1,2,3,4\n", "year VARCHAR, year_2 BIGINT, value BIGINT", "x|2018|1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{c.file: c.content})
			table := strings.TrimSuffix(c.file, ".csv")
			if got := columnsOf(t, dir, table); got != c.columns {
				t.Errorf("the columns are %s, want %s", got, c.columns)
			}
			s := open(t, filepath.Join(dir, c.file))
			if got := rows(mustQuery(t, s, "SELECT * FROM "+table+" LIMIT 1")); got != c.first {
				t.Errorf("the first row is %s, want %s", got, c.first)
			}
		})
	}
	s := open(t, folder(t, map[string]string{"t.csv": "c,2018,2019,2020,2021\nx,1,2,3,4\n"}))
	if want := "info the 4 columns 2018 … 2021 of t.csv are read as rows, with the columns year and value"; said(s) != want {
		t.Errorf("said %s", said(s))
	}
	dir := folder(t, map[string]string{"t.csv": "c,2018,2019,2020,2021\nx,1,2,3,4\n", "plumb.files.yaml": "files:\n  t.csv:\n    wide: false\n"})
	if got := rows(mustQuery(t, open(t, dir), `SELECT "2021" FROM t`)); got != "4" {
		t.Errorf("the settings are ignored: %s", got)
	}
}
