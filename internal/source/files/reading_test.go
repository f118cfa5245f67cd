package files_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/source/files"
)

// said are the notes about a source's files, a line each.
func said(s *files.Source) string {
	var lines []string
	for _, d := range s.Problems() {
		lines = append(lines, string(d.Severity)+" "+d.Message)
	}
	return strings.Join(lines, "\n")
}

// TestWritten reads figures and dates as people write them, and says what was
// made of them.
func TestWritten(t *testing.T) {
	for _, c := range []struct{ name, content, types, want, said string }{
		{"decimal comma with points", "m;Cost €\na;1.200,50\nb;950,00\nc;\n", "VARCHAR DECIMAL(18,2)", "a|1200.50\nb|950.00\nc|",
			"info Cost € of t.csv is read as numbers: 1.200,50 → 1200.50"},
		{"decimal comma in quotes", "m,v\na,\"2,5\"\nb,\"-0,75\"\n", "VARCHAR DECIMAL(18,2)", "a|2.50\nb|-0.75", "info v of t.csv is read as numbers: -0,75 → -0.75"},
		{"thousands with commas", "v\n\"1,200.5\"\n\"12,345,678\"\n7\n", "DECIMAL(18,1)", "1200.5\n12345678.0\n7.0", "info v of t.csv is read as numbers: 12,345,678 → 12345678.0"},
		{"Swiss and French thousands", "a;b\n1'200,5;1 200 000\n3;4 000\n", "DECIMAL(18,1) BIGINT", "1200.5|1200000\n3.0|4000",
			"info a, b of t.csv are read as numbers: 1'200,5 → 1200.5"},
		{"currencies", "a,b,c\n$5,1.50 EUR,-€3\n$12.25,2 EUR,€4\n", "DECIMAL(18,2) DECIMAL(18,2) BIGINT", "5.00|1.50|-3\n12.25|2.00|4",
			"info a of t.csv is read as numbers ($): $12.25 → 12.25\ninfo b of t.csv is read as numbers (EUR): 1.50 EUR → 1.50\ninfo c of t.csv is read as numbers (€): -€3 → -3"},
		{"percent", "p\n12.5 %\n3%\n", "DECIMAL(18,1)", "12.5\n3.0", "info p of t.csv is read as numbers (percent): 12.5 % → 12.5"},
		{"hard spaces and a long minus", "v;w\n1 200,5;−3,5\n2 000,0;1,0\n", "DECIMAL(18,1) DECIMAL(18,1)", "1200.5|-3.5\n2000.0|1.0",
			"info v, w of t.csv are read as numbers: 1 200,5 → 1200.5"},
		{"beyond 18 digits", "v\n\"123.456.789.012.345.678,90\"\n\"1,5\"\n", "DECIMAL(38,2)", "123456789012345678.90\n1.50",
			"info v of t.csv is read as numbers: 123.456.789.012.345.678,90 → 123456789012345678.90"},
		{"one hand", "a;b\n1.200;1.200,50\n12.500;3,10\n", "BIGINT DECIMAL(18,2)", "1200|1200.50\n12500|3.10",
			"info a, b of t.csv are read as numbers: 12.500 → 12500"},
		{"points that part nothing", "a;b\n1.5;1.200,50\n12.500;3,10\n", "DECIMAL(18,3) DECIMAL(18,2)", "1.500|1200.50\n12.500|3.10",
			"info b of t.csv is read as numbers: 1.200,50 → 1200.50"},
		{"a comma that may be either", "v\n\"1,200\"\n\"3,400\"\n", "BIGINT", "1200\n3400", "warning v of t.csv could be read in two ways: 1,200 is read as 1200, since commas separate thousands by default"},
		{"two hands", "v\n\"1.200,5\"\n\"1,200.5\"\n", "VARCHAR", "1.200,5\n1,200.5", "warning v of t.csv stays text: some numbers have a decimal comma and some a decimal point"},
		{"two currencies", "v\n$5\n€5\n", "VARCHAR", "$5\n€5", "warning v of t.csv stays text: the amounts are in several currencies"},
		{"some in percent", "v\n5%\n0.3\n", "VARCHAR", "5%\n0.3", "warning v of t.csv stays text: some values are in percent and some are not"},
		{"a word among numbers", "v\n5\n6\n7\n8\nn/a\n", "BIGINT", "5\n6\n7\n8\n", "info NA and the like are read as missing in v of t.csv"},
		{"codes are no numbers", "zip,ip,v\n01234,10.0.0.1,1.2.3\n80331,10.0.0.2,1.2.4\n80333,10.0.0.3,2.0.0\n80335,10.0.0.4,2.0.1\n80337,10.0.0.5,2.1.0\n", "VARCHAR VARCHAR VARCHAR",
			"01234|10.0.0.1|1.2.3\n80331|10.0.0.2|1.2.4\n80333|10.0.0.3|2.0.0\n80335|10.0.0.4|2.0.1\n80337|10.0.0.5|2.1.0", ""},
		{"dotted dates", "d\n31.12.2025\n01.02.2025\n", "DATE", "2025-12-31\n2025-02-01", "info d of t.csv is read as dates: 31.12.2025 → 2025-12-31"},
		{"dotted dates with a time", "d\n31.12.2025 10:15\n1.2.2025 11:00\n", "TIMESTAMP", "2025-12-31T10:15:00\n2025-02-01T11:00:00",
			"info d of t.csv is read as dates: 31.12.2025 10:15 → 2025-12-31 10:15:00"},
		{"month first", "d\n12/31/2025\n01/02/2025\n", "DATE", "2025-12-31\n2025-01-02", "info d of t.csv is read as dates: 12/31/2025 → 2025-12-31"},
		{"day first", "d\n31/12/2025\n01/02/2025\n", "DATE", "2025-12-31\n2025-02-01", "info d of t.csv is read as dates: 31/12/2025 → 2025-12-31"},
		{"dates that may be either", "d\n03/04/2025\n01/02/2025\n", "DATE", "2025-03-04\n2025-01-02", "warning d of t.csv could be read in two ways: 03/04/2025 is read as 2025-03-04, since the month comes first by default"},
		{"dates by one hand", "d,e\n03/04/2025,12/31/2025\n01/02/2025,06/30/2025\n", "DATE DATE", "2025-03-04|2025-12-31\n2025-01-02|2025-06-30",
			"info d, e of t.csv are read as dates: 03/04/2025 → 2025-03-04"},
		{"years of two and four digits", "d\n16/08/16\n13/08/2017\n24/12/17\n", "DATE", "2016-08-16\n2017-08-13\n2017-12-24", "info d of t.csv is read as dates: 13/08/2017 → 2017-08-13"},
		{"a code for what is missing", "no2,o3\n" + strings.Repeat("41.5,-999\n-999,12\n", 3) + "38,-3\n", "DECIMAL(18,1) BIGINT", strings.Repeat("41.5|\n|12\n", 3) + "38.0|-3",
			"info -999 is read as missing in no2, o3 of t.csv; to keep it: plumb connect … --read 'no2: number'"},
		{"a sum that comes again", "v\n-500\n-500\n-500\n-480\n20\n", "BIGINT", "-500\n-500\n-500\n-480\n20", ""},
		{"no unit", "licence\n112547/AL\n98123/AL\n77411/AL\n", "VARCHAR", "112547/AL\n98123/AL\n77411/AL", ""},
		{"lines that end in two ways", "# report\n\nd,v\n1,2\r\n3,4\r\n", "BIGINT BIGINT", "1|2\n3|4", ""},
		{"no dates", "d\n31.02.2025\n32.01.2025\n", "VARCHAR", "31.02.2025\n32.01.2025", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, filepath.Join(folder(t, map[string]string{"t.csv": c.content}), "t.csv"))
			got := mustQuery(t, s, "SELECT * FROM t")
			var types []string
			for _, column := range got.Columns {
				types = append(types, column.Native)
			}
			if list := strings.Join(types, " "); list != c.types || rows(got) != c.want {
				t.Errorf("got %s\n%s\nwant %s\n%s", list, rows(got), c.types, c.want)
			}
			if said(s) != c.said {
				t.Errorf("said %s\nwant %s", said(s), c.said)
			}
		})
	}
}

// What is said of a file is bounded, however many columns it has.
func TestNotesAreFew(t *testing.T) {
	names, values := make([]string, 30), make([]string, 30)
	for i := range names {
		names[i], values[i] = fmt.Sprintf("c%d", i), `"1,200"`
	}
	s := open(t, filepath.Join(folder(t, map[string]string{"t.csv": strings.Join(names, ",") + "\n" + strings.Join(values, ",") + "\n"}), "t.csv"))
	if want := "warning c0, c1, c2, c3 and 26 more columns of t.csv could be read in two ways: 1,200 is read as 1200, since commas separate thousands by default"; said(s) != want {
		t.Errorf("said %s", said(s))
	}
}

// The first rows only show what a column may be; every row counts.
func TestWrittenFarBelow(t *testing.T) {
	for _, c := range []struct{ name, first, last, native, said string }{
		{"decided by the last", "03/04/2025", "31/12/2025", "DATE", "info v of t.csv is read as dates: 03/04/2025 → 2025-04-03"},
		{"spoilt by the last", "5 %", "unknown", "BIGINT", "info v of t.csv is read as numbers (percent): 5 % → 5\n" + `warning v of t.csv is read as numbers; 1 of 5001 values are not, and are left empty, such as "unknown"`},
		{"finer at the last", "$1.5", "$1.125", "DECIMAL(18,3)", "info v of t.csv is read as numbers ($): $1.125 → 1.125"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, filepath.Join(folder(t, map[string]string{"t.csv": "v\n" + strings.Repeat(c.first+"\n", 5000) + c.last + "\n"}), "t.csv"))
			if got := mustQuery(t, s, "SELECT v FROM t LIMIT 1").Columns[0].Native; got != c.native || said(s) != c.said {
				t.Errorf("got %s, said %s", got, said(s))
			}
		})
	}
}

// TestAWordAmongMarks reads numbers with a few words among them, and keeps codes as they
// are.
func TestAWordAmongMarks(t *testing.T) {
	var marks, classes strings.Builder
	marks.WriteString("mark\n")
	classes.WriteString("class\n")
	for i := range 100 {
		mark, class := fmt.Sprint(i), fmt.Sprint(1+i%3)
		if i%33 == 5 {
			mark, class = "AB", "Crew"
		}
		marks.WriteString(mark + "\n")
		classes.WriteString(class + "\n")
	}
	s := open(t, folder(t, map[string]string{"marks.csv": marks.String(), "classes.csv": classes.String()}))
	if got := mustQuery(t, s, "SELECT count(mark), sum(mark) FROM marks"); got.Columns[1].Native != "HUGEINT" || rows(got) != "97|4836" {
		t.Errorf("marks: %s %s", got.Columns[1].Native, rows(got))
	}
	if got := mustQuery(t, s, "SELECT count(DISTINCT class) FROM classes"); rows(got) != "4" {
		t.Errorf("classes: %s", rows(got))
	}
	if want := `warning mark of marks.csv is read as numbers; 3 of 100 values are not, and are left empty, such as "AB"`; !strings.Contains(said(s), want) {
		t.Error(said(s))
	}
}

// TestSeasonsWithOtherColumns reads exports of several years as one table, though columns
// were added meanwhile.
func TestSeasonsWithOtherColumns(t *testing.T) {
	s := open(t, folder(t, map[string]string{
		"E0_1617.csv": "Date,Home,Away,Goals\n13/08/16,A,B,2\n,,,\n",
		"E0_1718.csv": "Date,Time,Home,Away,Goals\n12/08/2017,15:00,B,A,3\n",
		"teams.csv":   "Home,City\nA,Leeds\n",
	}))
	got := mustQuery(t, s, "SELECT season, Date, Time, Home, Goals FROM E0 ORDER BY season")
	if want := "2016/17|2016-08-13||A|2\n2017/18|2017-08-12|15:00:00|B|3"; rows(got) != want {
		t.Errorf("got\n%s", rows(got))
	}
}
