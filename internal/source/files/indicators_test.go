package files_test

import (
	"strings"
	"testing"
)

// TestIndicators reads figures that rows name as columns, unless there are doubles or the
// settings say otherwise.
func TestIndicators(t *testing.T) {
	const (
		wide = "Country,Indicator Name,Indicator Code,2019,2020,2021,2022\nKenya,Population,POP,50,51,,53\nKenya,GDP,GDP,95.5,99,101,110\nPeru,Population,POP,32,33,34,34\n"
		long = "country,year,variable,value\nKenya,2020,births,7\nKenya,2020,deaths,3\nPeru,2020,births,5\n"
		odd  = "#,%,variable,value\n1,2,births,7\n1,2,deaths,3\n"
	)
	for _, c := range []struct{ name, content, sql, want, said string }{
		{"over years", wide, `SELECT Country, "year", Population, GDP FROM t WHERE "year" >= 2021 ORDER BY 1, 2`, "Kenya|2021||101.0\nKenya|2022|53|110.0\nPeru|2021|34|\nPeru|2022|34|",
			"info the 2 figures that Indicator Name of t.csv names are read as columns, such as Population"},
		{"by rows", long, "SELECT * FROM t ORDER BY country", "Kenya|2020|7|3\nPeru|2020|5|", "info the 2 figures that variable of t.csv names are read as columns, such as births"},
		{"one figure", "Country,Indicator Name,Indicator Code,2019,2020,2021,2022\nKenya,Population,POP,50,51,52,53\n", `SELECT max(Population) FROM t`, "53", "info Indicator Name of t.csv names one figure, which is the column Population"},
		{"names without letters", odd, "SELECT births, deaths FROM t", "7|3", ""},
		{"doubles", long + "Peru,2020,births,6\n", "SELECT count(*) FROM t", "4", ""},
	} {
		s := open(t, folder(t, map[string]string{"t.csv": c.content}))
		if got := rows(mustQuery(t, s, c.sql)); got != c.want {
			t.Errorf("%s: got\n%s", c.name, got)
		}
		if !strings.Contains(said(s), c.said) {
			t.Errorf("%s: said %s", c.name, said(s))
		}
	}
	s := open(t, folder(t, map[string]string{"t.csv": long, "plumb.files.yaml": "files:\n  t.csv:\n    indicators: false\n"}))
	if got := rows(mustQuery(t, s, "SELECT count(*) FROM t")); got != "3" {
		t.Errorf("kept: %s", got)
	}
}
