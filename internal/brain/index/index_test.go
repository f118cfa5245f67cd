package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// parcels is a small business.
func parcels(t testing.TB) *Index {
	s := shop(`
		customers: id* integer, company_name text, country text, ctry_cd text, seg text, active text, joined_on text
		status_codes: st_cd* text, descr text
		parcels: no* integer, customer_id integer >customers.id, st_cd text >status_codes.st_cd, carrier_model text, prio text, stat text, weight_kg decimal, sent_at text, paid integer, bill_month text, year integer, colour text, tracking text`)
	x := mustBuild(t, s, held{
		"customers.company_name": {"Halvors Logistics", "Halvors Air", "Øresund Foods", "Blue Meadow", "Acme Tools", "São Paulo Trade"},
		"customers.country":      {"Germany", "Norway", "United States", "Brazil"},
		"customers.ctry_cd":      {"DE", "NO", "US", "BR"},
		"customers.seg":          {"SMB", "Enterprise"},
		"customers.active":       {"Y", "N"},
		"customers.joined_on":    {"2024-01-05", "2025-02-28"},
		"status_codes.st_cd":     {"DL", "XC", "BK"},
		"status_codes.descr":     {"Delivered", "Cancelled", "Booked"},
		"parcels.st_cd":          {"DL", "XC", "BK"},
		"parcels.carrier_model":  {"K480-300F", "K480-200", "M220-50X"},
		"parcels.prio":           {"H", "M", "L"},
		"parcels.stat":           {"RUN", "CNL", "HLD"},
		"parcels.sent_at":        {"2025-10-31 08:15:00", "2025-11-01 09:00:00"},
		"parcels.paid":           {"0", "1"},
		"parcels.bill_month":     {"2025-10", "2025-11"},
		"parcels.year":           {"2023", "2024"},
		"parcels.colour":         {"Black", "ivory", "navy"},
		"parcels.tracking":       {"3f2b9c01-1ada-4e5f-8a6b-0c1d2e3f4a5b", "7d1e0a42-9ada-4b3c-bd2e-5f6a7b8c9d0e"},
	})
	return x
}

func TestKinds(t *testing.T) {
	x := parcels(t)
	for name, want := range map[string]string{
		"customers.id": "number 0", "customers.active": "boolean 0", "customers.joined_on": fmt.Sprint("time ", DateText),
		"parcels.sent_at": fmt.Sprint("time ", StampText), "parcels.paid": "boolean 0", "parcels.bill_month": fmt.Sprint("time ", MonthText),
		"parcels.year": fmt.Sprint("time ", YearNumber), "parcels.prio": "text 0", "parcels.weight_kg": "number 0",
	} {
		tableName, column, _ := strings.Cut(name, ".")
		c := x.Columns[x.Column("", tableName, column)]
		if got := fmt.Sprintf("%v %d", c.Kind, c.Form); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if u := x.Columns[x.Column("", "parcels", "weight_kg")].Unit; u != "kg" {
		t.Errorf("the unit is %q", u)
	}
	if d := x.Tables[0].Display; len(d) != 1 || x.Columns[d[0]].Name != "company_name" {
		t.Errorf("customers are shown by %v", d)
	}
	if d := x.Tables[2].Display; len(d) != 1 || x.Columns[d[0]].Name != "no" {
		t.Errorf("parcels are shown by %v", d)
	}
	if x.Columns[0].Name != "*" || x.Columns[0].Table != -1 {
		t.Errorf("column 0 is %+v", x.Columns[0])
	}
}

func TestValues(t *testing.T) {
	x := parcels(t)
	for _, c := range []struct{ question, want string }{
		{"parcels of Blue Meadow", "company_name=Blue Meadow exact"},
		{"parcels of oresund foods", "company_name=Øresund Foods exact"},
		{"sao paulo trade", "company_name=São Paulo Trade exact"},
		{"customers from Germany", "country=Germany exact; ctry_cd=DE demonym"},
		{"German customers", "country=Germany demonym; ctry_cd=DE demonym"},
		{"how many Norwegian firms", "country=Norway demonym; ctry_cd=NO demonym"},
		{"shipments to the US", "ctry_cd=US exact; country=United States demonym"},
		{"show us no parcels", ""},
		{"cancelled parcels", "descr=Cancelled exact; st_cd=XC alias; stat=CNL abbreviated"},
		{"480s", "carrier_model=480 contains"},
		{"anything with M220", "carrier_model=M220-50X part"},
		{"Halvors", "company_name=Halvors contains"},
		{"Acme", "company_name=Acme Tools part"},
		{"high priority", "prio=H alias"},
		{"Halvors Logistcs", "company_name=Halvors Logistics near"},
		{"enterprises", "seg=Enterprise stemmed"},
		{"parcels of Ada", ""}, // no word is spelt by an identifier
		{"parcel 3f2b9c01-1ada-4e5f-8a6b-0c1d2e3f4a5b", "tracking=3f2b9c01-1ada-4e5f-8a6b-0c1d2e3f4a5b exact"},
		{"black and navy parcels", "colour=Black exact; colour=navy exact"},
	} {
		var got []string
		words := span.Words(c.question)
		for _, m := range x.Values(words) {
			got = append(got, fmt.Sprintf("%s=%s %v", x.Columns[m.Column].Name, m.Text, m.Kind))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.question, s, c.want)
		}
	}
}

// CA is Canada where countries are, and California where states are.
func TestPlacesAndCurrencies(t *testing.T) {
	x := mustBuild(t, shop(`orders: no* integer, ship_country text, ship_province text, currency text, mag_type text, depth decimal`), held{
		"orders.ship_country": {"CA", "US", "GB"}, "orders.ship_province": {"CA", "NY", "ON"}, "orders.currency": {"USD", "EUR"}, "orders.mag_type": {"MD", "ML"},
	})
	for _, c := range []struct{ question, want string }{
		{"orders shipped to Canada", "ship_country=CA"},
		{"orders shipped to California", "ship_province=CA"},
		{"orders paid in euros", "currency=EUR"},
		{"median depth of orders", ""},
	} {
		var got []string
		for _, m := range x.Values(span.Words(c.question)) {
			got = append(got, x.Columns[m.Column].Name+"="+m.Text)
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: got %s, want %s", c.question, s, c.want)
		}
	}
}

func TestValueSpans(t *testing.T) {
	x := parcels(t)
	words := span.Words(`How much did "Blue Meadow" send?`)
	m := x.Values(words)
	if len(m) != 1 || span.Text(words[m[0].First:m[0].End]) != "Blue Meadow" {
		t.Errorf("got %+v", m)
	}
}

func TestNames(t *testing.T) {
	x := parcels(t)
	for _, c := range []struct{ question, want string }{
		{"how many customers", "customers whole [customers]; parcels.customer_id partial [customers]"},
		{"company names", "customers.company_name whole [company names]"},
		{"by country code", "customers.country whole [country]; customers.ctry_cd whole [country code]; parcels.st_cd partial [code]; status_codes.st_cd partial [code]; status_codes partial [code]"},
		{"weight", "parcels.weight_kg partial [weight]"},
		{"when did they join", "customers.joined_on root [join]"},
		{"customer_id 5", "customers whole [customer_id]; customers.id whole [customer_id]; parcels.customer_id whole [customer_id]"},
		{"nothing here", ""},
	} {
		words := span.Words(c.question)
		var got []string
		for _, l := range x.Names(words) {
			name := ""
			if l.Table >= 0 {
				name = x.Tables[l.Table].Name
			} else {
				name = x.Tables[x.Columns[l.Column].Table].Name + "." + x.Columns[l.Column].Name
			}
			got = append(got, fmt.Sprintf("%s %v [%s]", name, l.Kind, span.Text(words[l.First:l.End])))
		}
		slices.Sort(got)
		want := strings.Split(c.want, "; ")
		slices.Sort(want)
		if s := strings.Join(got, "; "); s != strings.Join(want, "; ") {
			t.Errorf("%s\n got %s\nwant %s", c.question, s, strings.Join(want, "; "))
		}
	}
}

func TestLiteral(t *testing.T) {
	x := parcels(t)
	for _, c := range []struct{ column, text, want string }{
		{"customers.company_name", "blue meadow", "Blue Meadow"},
		{"customers.company_name", "Acme", "Acme Tools"},
		{"customers.company_name", "Halvors", ""},
		{"customers.seg", "enterprises", "Enterprise"},
		{"parcels.st_cd", "cancelled", "XC"},
		{"parcels.weight_kg", "1,250.5", "1250.5"},
		{"parcels.no", "1001", "1001"},
		{"customers.country", "Atlantis", ""},
		{"parcels.colour", "BLACK", "Black"},
	} {
		tableName, column, _ := strings.Cut(c.column, ".")
		v, ok := x.Literal(x.Column("", tableName, column), c.text)
		if ok != (c.want != "") || v.String() != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.text, c.column, v, c.want)
		}
	}
	if _, ok := x.Literal(0, "x"); ok {
		t.Error("* has a value")
	}
}

func TestCommentsGiveAliases(t *testing.T) {
	s := shop("jobs: id* integer, state text")
	s.Tables[0].Columns[1].Comment = "A=active, I = inactive; T: terminated early"
	x := mustBuild(t, s, held{"jobs.state": {"A", "I", "T"}})
	var got []string
	for _, v := range x.Columns[2].Enum {
		got = append(got, v.Text+" "+strings.Join(v.Aliases, "|"))
	}
	if d := cmp.Diff([]string{"A active", "I inactive", "T terminated early"}, got); d != "" {
		t.Error(d)
	}
}

func TestCodesLeadToTheirTable(t *testing.T) {
	s := shop(`
		kinds: kind_cd* text, label text
		things: id* integer, kind_cd text`)
	x := mustBuild(t, s, held{"kinds.kind_cd": {"A1", "B2"}, "kinds.label": {"Apple", "Bread"}, "things.kind_cd": {"A1"}})
	if len(x.Keys) != 1 || !x.Keys[0].Inferred {
		t.Fatalf("the keys are %+v", x.Keys)
	}
	if c := x.Columns[x.Column("", "things", "kind_cd")]; len(c.Enum) != 1 || !slices.Equal(c.Enum[0].Aliases, []string{"Apple"}) {
		t.Errorf("the codes are %+v", c.Enum)
	}
}

func TestCompositeKeysAreKept(t *testing.T) {
	s := shop(`
		flights: no* text, day* date
		legs: id* integer, no text, day date`)
	s.Tables[1].ForeignKeys = []schema.ForeignKey{{Columns: []string{"no", "day"}, RefTable: "flights", RefColumns: []string{"no", "day"}}}
	x := mustBuild(t, s, held{})
	if d := cmp.Diff([]Key{{From: []int{4, 5}, To: []int{1, 2}}}, x.Keys); d != "" {
		t.Error(d)
	}
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	x := parcels(t)
	if _, _, err := Load(dir, "k"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("loading nothing gives %v", err)
	}
	if err := x.Save(dir, "k", "as it was"); err != nil {
		t.Fatal(err)
	}
	y, state, err := Load(dir, "k")
	if err != nil || state != "as it was" {
		t.Fatal(state, err)
	}
	for name, d := range map[string]string{"columns": cmp.Diff(x.Columns, y.Columns), "tables": cmp.Diff(x.Tables, y.Tables), "keys": cmp.Diff(x.Keys, y.Keys), "terms": cmp.Diff(x.Terms, y.Terms)} {
		if d != "" {
			t.Error(name, d)
		}
	}
	for _, q := range []string{"German customers", "cancelled 480s of Halvors"} {
		words := span.Words(q)
		if d := cmp.Diff(x.Values(words), y.Values(words)); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(x.Names(words), y.Names(words)); d != "" {
			t.Error(d)
		}
	}
}

func TestKeyOfIndex(t *testing.T) {
	make := func(change func(*schema.Snapshot)) *schema.Snapshot {
		s := shop(small)
		change(s)
		return s
	}
	seen := map[string]string{}
	for name, key := range map[string]string{
		"as it is":       KeyOf(shop(small), "1"),
		"other data":     KeyOf(shop(small), "2"),
		"another column": KeyOf(shop(small+", age integer"), "1"),
		"newer data":     KeyOf(make(func(s *schema.Snapshot) { s.Fingerprint = "later" }), "1"),
		"another document": KeyOf(make(func(s *schema.Snapshot) {
			s.Documents.Text = []schema.Document{{File: "docs.md", Body: "**Adult**: of age"}}
		}), "1"),
		"an inferred key": KeyOf(make(func(s *schema.Snapshot) {
			s.Tables[0].ForeignKeys = []schema.ForeignKey{{Columns: []string{"grade"}, RefTable: "people", RefColumns: []string{"id"}, Inferred: true}}
		}), "1"),
		"another role":          KeyOf(make(func(s *schema.Snapshot) { s.Tables[0].Columns[3].Role = schema.Measure }), "1"),
		"read with little time": KeyOf(make(func(s *schema.Snapshot) { s.Hurried = []string{"the statistics of 2 tables"} }), "1"),
	} {
		if other := seen[key]; other != "" {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[key] = name
	}
	if seen[KeyOf(shop(small), "1")] != "as it is" {
		t.Error("the same has two keys")
	}
}

// endless has no end of values.
type endless struct{ held }

func (endless) Distinct(_ context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	list := make([]table.Value, limit)
	for i := range list {
		list[i] = table.NewText(fmt.Sprintf("%s %s %d", t.Name, column, i))
	}
	return list, nil
}

func TestLimits(t *testing.T) {
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("t%d: id* integer, a text, b text", i))
	}
	x := mustBuild(t, shop(strings.Join(lines, "\n")), endless{})
	if n, _ := x.CountStored(); n > maxValues+few*len(x.Columns) || x.Cut == "" {
		t.Errorf("%d values are kept; cut: %q", n, x.Cut)
	}
	words := span.Words("t1 a 5, t2 b 7 and t3 a 9 " + strings.Repeat("t4 a 1 ", 30))
	m := x.Values(words)
	count := map[int]int{}
	for _, v := range m {
		count[v.Column]++
		if count[v.Column] > tuning.MatchesInColumn {
			t.Fatalf("column %d has %d matches", v.Column, count[v.Column])
		}
	}
	if len(m) == 0 || len(m) > tuning.ValueMatches {
		t.Errorf("%d matches", len(m))
	}
}

// broken cannot be read.
type broken struct{ held }

func (broken) Distinct(context.Context, *schema.Table, string, int) ([]table.Value, error) {
	return nil, errors.New("no")
}

func TestUnreadableValuesAreToldOf(t *testing.T) {
	x := mustBuild(t, shop("a: id* integer, name text"), broken{})
	if x.Cut == "" {
		t.Error("nothing is said of values that could not be read")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Build(ctx, shop("a: id* integer, name text"), held{}); err == nil {
		t.Error("an ended context is no error")
	}
}

func TestNamesWithoutLetters(t *testing.T) {
	s := shop("%: id* integer")
	s.Tables[0].Columns = append(s.Tables[0].Columns, schema.Column{Name: "", Kind: table.Text}, schema.Column{Name: "__", Kind: table.Text})
	x := mustBuild(t, s, held{})
	for _, c := range x.Columns {
		if len(c.Words) == 0 {
			t.Errorf("%q has no words", c.Name)
		}
	}
	x.Names(span.Words("what is % of __"))
}

func TestUnsafeTablesAreLeftOut(t *testing.T) {
	s := shop("a: id* integer\nb: id* integer, a_id integer >a.id")
	s.Tables[0].Unsafe = "it may write"
	x := mustBuild(t, s, held{})
	if len(x.Tables) != 1 || x.Tables[0].Name != "b" || len(x.Keys) != 0 {
		t.Errorf("tables %v, keys %v", x.Tables, x.Keys)
	}
}

func FuzzValues(f *testing.F) {
	x := parcels(f)
	for _, q := range []string{"cancelled 480s of Halvors", "NO no US us", "\xff x", "grade A B C", "bllue meadow ~ Blue-Meadow"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		words := span.Words(q)
		for _, m := range x.Values(words) {
			if m.First < 0 || m.First >= m.End || m.End > len(words) || m.Column <= 0 || m.Column >= len(x.Columns) || m.Text == "" {
				t.Fatalf("%q: %+v", q, m)
			}
			x.Literal(m.Column, m.Text)
		}
		for _, l := range x.Names(words) {
			if l.First < 0 || l.First >= l.End || l.End > len(words) || (l.Table < 0) == (l.Column == 0) {
				t.Fatalf("%q: %+v", q, l)
			}
		}
	})
}
