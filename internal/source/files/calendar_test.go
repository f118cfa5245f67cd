package files_test

import (
	"strings"
	"testing"
)

// TestDatesOfParts reads tables that have a year, a month and perhaps a day in columns
// of their own.
func TestDatesOfParts(t *testing.T) {
	for _, c := range []struct{ name, content, columns, first string }{
		{"names of months", "ANO,MÊS,VENDAS\n2020,FEV,1\n2020,MAR,2\n2021,DEZ,3\n", "ANO BIGINT, MÊS VARCHAR, VENDAS BIGINT, date DATE", "2020|FEV|1|2020-02-01"},
		{"with a day", "year,month,day,n\n2013,7,30,1\n2013,8,2,2\n", "year BIGINT, month BIGINT, day BIGINT, n BIGINT, date DATE", "2013|7|30|1|2013-07-30"},
		{"of something", "arrival_date_year,arrival_date_month,arrival_date_day_of_month,paid on\n2015,July,1,2015-01-02\n2015,August,9,2015-01-03\n",
			"arrival_date_year BIGINT, arrival_date_month VARCHAR, arrival_date_day_of_month BIGINT, paid on DATE, arrival_date DATE", "2015|July|1|2015-01-02|2015-07-01"},
		{"dated already", "year,month,sold\n2013,7,2013-07-01\n2013,8,2013-08-02\n", "year BIGINT, month BIGINT, sold DATE", "2013|7|2013-07-01"},
		{"no months", "year,month\n2013,70\n2013,80\n", "year BIGINT, month BIGINT", "2013|70"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"t.csv": c.content})
			if got := columnsOf(t, dir, "t"); got != c.columns {
				t.Errorf("the columns are %s, want %s", got, c.columns)
			}
			if got := rows(mustQuery(t, open(t, dir), "SELECT * FROM t LIMIT 1")); got != c.first {
				t.Errorf("the first row is %s, want %s", got, c.first)
			}
		})
	}
	files := map[string]string{"t.csv": "year,month\n2013,1\n2014,2\n"}
	if s := open(t, folder(t, files)); !strings.Contains(said(s), "year, month of t.csv are parts of a date, which the column date holds: 2013-01-01") {
		t.Errorf("said %s", said(s))
	}
	files["plumb.files.yaml"] = "files:\n  t.csv:\n    dates: false\n"
	if got := columnsOf(t, folder(t, files), "t"); got != "year BIGINT, month BIGINT" {
		t.Errorf("the settings are ignored: %s", got)
	}
}
