package whatif_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// read makes a table of CSV; kinds are given as name:kind in the header.
func read(tb testing.TB, text string) *table.Table {
	tb.Helper()
	head, rows, _ := strings.Cut(strings.TrimSpace(text), "\n")
	var known []table.Column
	var names []string
	for _, h := range strings.Split(head, ",") {
		name, kind, _ := strings.Cut(h, ":")
		k, ok := table.ParseKind(cmp.Or(kind, "text"))
		if !ok {
			tb.Fatalf("no kind %q", kind)
		}
		known, names = append(known, table.Column{Name: name, Kind: k}), append(names, name)
	}
	t, err := table.ReadCSV(strings.NewReader(strings.Join(names, ",")+"\n"+rows), known, table.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// monthly is a table of values from January 2023 on, written by format.
func monthly(tb testing.TB, kind, format string, values ...string) *table.Table {
	tb.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "month:%s,revenue:decimal\n", kind)
	for i, v := range values {
		fmt.Fprintf(&b, "%s,%s\n", time.Date(2023, time.Month(1+i), 1, 0, 0, 0, 0, time.UTC).Format(format), v)
	}
	return read(tb, b.String())
}

// wavy are values with a slope, a yearly season and a little noise.
func wavy(n int) []string {
	var out []string
	for i := range n {
		noise := float64((i*7919)%13) - 6
		out = append(out, fmt.Sprintf("%.2f", 1000+12*float64(i)+150*math.Sin(2*math.Pi*float64(i)/12)+noise))
	}
	return out
}

// results are one of each technique, and of each form of time.
func results(tb testing.TB) map[string]*whatif.Result {
	tb.Helper()
	by := "region,product,price:decimal,units:integer\nNorth,Lamp,19.99,120\nSouth,Lamp,18.50,95\nNorth,Desk,149.00,14\nSouth,Desk,155.25,\nEast.x[1],Desk,150,17\nWest,Chair,75.5,40\n"
	cases := map[string]struct {
		table *table.Table
		whatif.Request
	}{
		"trend of dates":    {monthly(tb, "date", "2006-01-02", wavy(30)...), whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 1, Unit: whatif.Quarter}}},
		"trend of texts":    {monthly(tb, "text", "2006-01", wavy(10)...), whatif.Request{Technique: whatif.Trend}},
		"trend of names":    {monthly(tb, "text", "Jan 2006", wavy(10)...), whatif.Request{Technique: whatif.Trend}},
		"trend with gaps":   {read(tb, "quarter,revenue:float\nQ3 2023,5.5\nQ4 2023,7\nQ2 2024,7.25\nQ3 2024,9\nQ4 2024,8\n"), whatif.Request{Technique: whatif.Trend}},
		"trend of years":    {read(tb, "year:integer,revenue:float\n2018,5.5\n2019,7\n2021,7.25\n2022,9\n2023,8\n"), whatif.Request{Technique: whatif.Trend}},
		"trend of few":      {monthly(tb, "date", "2006-01-02", "10", "12", "14", "16"), whatif.Request{Technique: whatif.Trend}},
		"flat trend":        {monthly(tb, "date", "2006-01-02", "5", "5", "5", "5", "5"), whatif.Request{Technique: whatif.Trend}},
		"falling trend":     {monthly(tb, "timestamp", "2006-01-02T15:04:05", "90", "70.5", "65", "42", "20"), whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 4, Unit: whatif.Month}}},
		"season":            {monthly(tb, "date", "2006-01-02", wavy(40)...), whatif.Request{Technique: whatif.Seasonal, Horizon: whatif.Horizon{Count: 1, Unit: whatif.Year}}},
		"season of one":     {monthly(tb, "date", "2006-01-02", wavy(40)...), whatif.Request{Technique: whatif.Seasonal, Horizon: whatif.Horizon{Count: 1, Unit: whatif.Month}}},
		"season of two":     {monthly(tb, "date", "2006-01-02", wavy(24)...), whatif.Request{Technique: whatif.Seasonal}},
		"simulation":        {monthly(tb, "date", "2006-01-02", wavy(30)...), whatif.Request{Technique: whatif.MonteCarlo, Runs: 400}},
		"normal simulation": {monthly(tb, "date", "2006-01-02", "1", "-2", "3", "0", "5", "4", "-1", "2", "6"), whatif.Request{Technique: whatif.MonteCarlo, Normal: true}},
		"change over time":  {monthly(tb, "date", "2006-01-02", wavy(6)...), whatif.Request{Technique: whatif.Scale, Change: whatif.Change{Factor: "0.95"}}},
		"change of some":    {read(tb, by), whatif.Request{Technique: whatif.Scale, Measure: "units", Only: "north", Change: whatif.Change{Amount: "-5"}}},
		"change of prices":  {read(tb, by), whatif.Request{Technique: whatif.Scale, Measure: "prices", Change: whatif.Change{Factor: "1.1"}}},
		"change of one":     {read(tb, "total_revenue:decimal\n1234567.89\n"), whatif.Request{Technique: whatif.Scale, Change: whatif.Change{Factor: "1.1"}}},
		"correlation":       {read(tb, by), whatif.Request{Technique: whatif.Correlation, Measure: "price", Other: "number of units"}},
		"correlation in time": {read(tb, "month,spend:decimal,clicks:integer\n2025-01,10,100\n2025-02,12,130\n2025-03,15,128\n2025-04,14,150\n2025-05,19,181\n2025-06,25,210\n"),
			whatif.Request{Technique: whatif.Correlation}},
		"awkward names": {read(tb, "kind:date,lower.upper[x]:decimal\n2024-01-01,3.5\n2024-02-01,4\n2024-03-01,4.25\n2024-04-01,5\n2024-05-01,4.75\n"), whatif.Request{Technique: whatif.Trend}},
	}
	out := map[string]*whatif.Result{}
	for name, c := range cases {
		r, err := whatif.Run(c.table, c.Request, whatif.Options{Seed: 42})
		if err != nil {
			tb.Fatalf("%s: %v (%s)", name, err, fault.Of(err).Hint)
		}
		out[name] = r
	}
	return out
}

// spoken are the forms in which a sentence may give a value of the table or a
// figure of the fit.
func spoken(r *whatif.Result) []string {
	var known []string
	for _, f := range r.Fit {
		known = append(known, f.Text)
	}
	for _, row := range r.Table.Rows {
		for _, v := range row {
			known = append(known, v.String())
			when, ok := v.Time()
			for _, form := range []string{"2006-01", "2006/01", "Jan 2006", "Jan-2006", "01/2006", "2006-01-02", "2006-01-02 15:04:05"} { // a text may be a time, too
				if at, err := time.Parse(form, v.String()); err == nil && !ok {
					when, ok = at, true
				}
			}
			if m := quarters.FindStringSubmatch(v.String()); m != nil {
				known = append(known, "Q"+m[2]+" "+m[1])
			}
			if ok {
				known = append(known, when.Format("January 2006"), when.Format("2006"), fmt.Sprintf("Q%d %d", (when.Month()+2)/3, when.Year()))
			}
		}
	}
	for i, k := range known {
		known[i] = strings.ReplaceAll(k, ",", "")
	}
	slices.SortFunc(known, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	return slices.Compact(known)
}

var quarters = regexp.MustCompile(`^(\d{4})[- ]?Q(\d)$`)

var figures = regexp.MustCompile(`[0-9]`)

// unsupported is what of a sentence is a number that stands nowhere. Patterns must
// be UTF-8, and text from rows need not be.
func unsupported(r *whatif.Result, sentence string) string {
	utf8 := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	rest := regexp.MustCompile(`(\d),(\d\d\d)`).ReplaceAllString(utf8(sentence), "$1$2")
	rest = regexp.MustCompile(`(\d),(\d\d\d)`).ReplaceAllString(rest, "$1$2")
	for _, k := range spoken(r) {
		if figures.MatchString(k) {
			rest = regexp.MustCompile(`(^|[^0-9.])`+regexp.QuoteMeta(utf8(k))+`([^0-9]|$)`).ReplaceAllString(rest, "$1~$2")
		}
	}
	if figures.MatchString(rest) {
		return rest
	}
	return ""
}

func TestEverySentenceStandsOnTheRows(t *testing.T) {
	for name, r := range results(t) {
		if len(r.Sentences) == 0 || len(r.Assumptions) == 0 || len(r.Caveats) == 0 || len(r.Fit) == 0 || r.SampleSize == 0 {
			t.Errorf("%s: something is not said: %+v", name, r)
		}
		for _, s := range r.Sentences {
			t.Logf("%s: %s", name, s)
			if rest := unsupported(r, s); rest != "" {
				t.Errorf("%s: %q has a number that stands nowhere: %q\n%v", name, s, rest, r.Fit)
			}
		}
		for _, s := range slices.Concat(r.Assumptions, r.Caveats) {
			t.Logf("%s: · %s", name, s)
		}
	}
}

func TestSpecificationsAreValid(t *testing.T) {
	if _, err := chart.Asset("vega-lite-schema.json"); err != nil {
		t.Skipf("needs the schema of Vega-Lite, which make brings: %v", err)
	}
	for name, r := range results(t) {
		canonical, problems := chart.Validate(r.Spec, r.Table)
		for _, p := range problems {
			t.Errorf("%s: %s: %s (%s)\n%s", name, p.Code, p.Message, p.Hint, r.Spec)
		}
		if len(problems) == 0 && !bytes.Equal(canonical, r.Spec) {
			t.Errorf("%s: the specification is not canonical:\n%s\n%s", name, r.Spec, canonical)
		}
	}
}

// The axis of a forecast begins where that of a chart of the same lines does.
func TestForecastsBeginAtZeroAsLinesDo(t *testing.T) {
	for _, c := range []struct {
		values []string
		zero   bool
	}{
		{[]string{"1200", "1900", "1700", "2400", "2100", "2600"}, true},
		{[]string{"1000", "1001", "1002", "1001", "1002", "1003"}, false},
		{[]string{"-3", "1", "2", "-1", "4", "3"}, true},
	} {
		rows := monthly(t, "date", "2006-01-02", c.values...)
		r, err := whatif.Run(rows, whatif.Request{Technique: whatif.Trend}, whatif.Options{Seed: 42})
		if err != nil {
			t.Fatal(err)
		}
		if other := fmt.Sprintf(`"zero":%t`, !c.zero); strings.Contains(string(r.Spec), other) {
			t.Errorf("%v: %s", c.values, r.Spec)
		}
		if p := chart.Choose("line chart of revenue by month", rows, nil).Plan; p.Kind != chart.Line || p.Zero != c.zero {
			t.Errorf("%v: the line begins at zero: %t", c.values, p.Zero)
		}
	}
}

func TestSameRowsSameBytes(t *testing.T) {
	a, b := results(t), results(t)
	for name := range a {
		x, err1 := json.Marshal(a[name])
		y, err2 := json.Marshal(b[name])
		if err1 != nil || err2 != nil || !bytes.Equal(x, y) || !slices.EqualFunc(a[name].Table.Rows, b[name].Table.Rows, slices.Equal) {
			t.Errorf("%s differs between runs: %v %v", name, err1, err2)
		}
	}
}

// What the database computed over all rows leads, and what was read is named.
func TestACorrelationOverAllRows(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "spend", Kind: table.Int}, {Name: "clicks", Kind: table.Int}}, Truncated: table.ByRows}
	for i := range int64(40) {
		rows.Rows = append(rows.Rows, table.Row{table.NewInt(i), table.NewInt(i * i % 17)})
	}
	r, err := whatif.Run(rows, whatif.Request{Technique: whatif.Correlation, All: &whatif.AllRows{Pearson: 0.61, Rows: 27050}}, whatif.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(append(r.Sentences, r.Caveats...), " ")
	for _, want := range []string{"Pearson's r 0.61 over all 27,050 rows", "over the first 40 rows", "The chart shows the first 40 rows."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}
