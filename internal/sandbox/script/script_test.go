package script

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// recorder keeps what a program gives back, as text.
type recorder struct{ lines []string }

func (r *recorder) Print(text string) { r.lines = append(r.lines, strings.TrimSuffix(text, "\n")) }

func (r *recorder) Value(name string, v table.Value) {
	r.lines = append(r.lines, fmt.Sprintf("%s = %s %s", name, v.Kind(), v))
}

func (r *recorder) Table(name string, t *table.Table) {
	r.lines = append(r.lines, name+": "+strings.Join(t.Names(), ","))
	for _, row := range t.Rows {
		var cells []string
		for _, v := range row {
			cells = append(cells, v.String())
		}
		r.lines = append(r.lines, strings.Join(cells, ","))
	}
}

const steps = 1_000_000

func tables(tb testing.TB) map[string]*table.Table {
	tb.Helper()
	text := table.NewText
	decimal := func(s string) table.Value {
		v, ok := table.ParseDecimal(s)
		if !ok {
			tb.Fatal(s)
		}
		return v
	}
	return map[string]*table.Table{
		"orders": {
			Columns: []table.Column{{Name: "id", Kind: table.Int}, {Name: "who", Kind: table.Text}, {Name: "amount", Kind: table.Decimal}},
			Rows: []table.Row{
				{table.NewInt(1), text("ann"), decimal("10.10")}, {table.NewInt(2), text("bob"), decimal("0.20")},
				{table.NewInt(3), text("ann"), {}}, {table.NewInt(4), {}, decimal("5.00")},
			},
		},
		"people": {
			Columns: []table.Column{{Name: "who", Kind: table.Text}, {Name: "id", Kind: table.Int}},
			Rows:    []table.Row{{text("ann"), table.NewInt(7)}, {text("cid"), table.NewInt(8)}, {{}, table.NewInt(9)}},
		},
	}
}

// TestValues compares print(expression) with what is expected.
func TestValues(t *testing.T) {
	for expression, want := range map[string]string{
		"mean([1, 2, None, 6])":                               "3.0",
		"mean([])":                                            "None",
		"median([3, 1, 2, 10])":                               "2.5",
		"stdev([2, 4, 4, 4, 5, 5, 7, 9])":                     "2.138089935299395",
		"stdev([1])":                                          "None",
		"variance([1, 2, 3])":                                 "1.0",
		"quantile([1, 2, 3, 4], 0.25)":                        "1.75",
		"quantile([1, 2], 1)":                                 "2.0",
		"corr([1, 2, 3], [2, 4, 7])":                          "0.9933992677987828",
		"corr([1, None, 2], [3, 9, 1])":                       "-1.0",
		"corr([1, 1], [1, 2])":                                "None",
		"sum([1, 2, 1 << 70])":                                "1180591620717411303427",
		"sum([0.1] * 10)":                                     "1.0",
		"sum([])":                                             "0",
		"sum([1e100, 1.0, -1e100])":                           "1.0",
		"round(2.5)":                                          "2",
		"round(2.675, 2)":                                     "2.67",
		"round(7, 2)":                                         "7",
		`date("2024-02-29").year`:                             "2024",
		`date(2024, 2, 29).weekday`:                           "3",
		`date("2024-05-01").quarter`:                          "2",
		`dates.add_months("2024-01-31", 1)`:                   "2024-02-29",
		`dates.add_months("2024-03-31", -13)`:                 "2023-02-28",
		`dates.add_days("2024-02-28", 2)`:                     "2024-03-01",
		`dates.difference("2024-03-01", "2024-02-28")`:        "2",
		`date("2024-03-01") - 1`:                              "2024-02-29",
		`1 + date("2024-02-29")`:                              "2024-03-01",
		`dates.difference("2024-01-01 12:00", "2024-01-01")`:  "0.5",
		`date("2024-01-02") > date("2024-01-01 23:59:59")`:    "True",
		`date("2024-01-01") == date("2024-01-01 00:00:00")`:   "True",
		`dates.format("2024-02-09", "%d.%m.%Y is Q%q, 2006")`: "09.02.2024 is Q1, 2006",
		`dates.parse("09/02/24", "%d/%m/%y")`:                 "2024-02-09",
		`dates.parse("9 Feb 2024 14:05", "%d %b %Y %H:%M")`:   "2024-02-09T14:05:00",
		`dates.weekday("2024-02-29")`:                         "3",
		`date("2024-02-29 10:11:12").date`:                    "2024-02-29",
		`{date("2024-01-01"): 1}[date("2024-01-01")]`:         "1",
		`len(tables)`:                                         "2",
		`sorted(tables.keys())`:                               `["orders", "people"]`,
		`"orders" in tables`:                                  "True",
		`"nothing" in tables`:                                 "False",
		`tables.orders.columns`:                               `["id", "who", "amount"]`,
		`tables.orders[-1].amount`:                            "5.0",
		`tables.orders.rows[1]`:                               `{"id": 2, "who": "bob", "amount": 0.2}`,
		`[r["who"] for r in tables["orders"]]`:                `["ann", "bob", "ann", None]`,
		`"who" in tables.orders[0]`:                           "True",
		`tables.orders[0].get("nothing", 5)`:                  "5",
		`json.encode({"a": [1]})`:                             `{"a":[1]}`,
		`math.sqrt(16)`:                                       "4.0",
		`len(tables.orders.head(2))`:                          "2",
		`tables.orders.group("who")["ann"].column("id")`:      "[1, 3]",
	} {
		out := &recorder{}
		if f := Run("print("+expression+")", steps, tables(t), out); f != nil {
			t.Errorf("%s: %s", expression, f.Message)
		} else if got := strings.Join(out.lines, "\n"); got != want {
			t.Errorf("%s gives %s, not %s", expression, got, want)
		}
	}
}

// TestVerbs compares the table of an expression with what is expected.
func TestVerbs(t *testing.T) {
	for expression, want := range map[string]string{
		`tables.orders.filter(lambda r: r.who == "ann")`:                                         "id,who,amount|1,ann,10.1|3,ann,",
		`tables.orders.map(lambda r: {"n": r.id * 2})`:                                           "n|2|4|6|8",
		`tables.orders.with_column("id", lambda r: -r.id).head(1)`:                               "id,who,amount|-1,ann,10.1",
		`tables.orders.with_column("x", lambda r: 0).head(1)`:                                    "id,who,amount,x|1,ann,10.1,0",
		`tables.orders.select("amount", "id").head(1)`:                                           "amount,id|10.1,1",
		`tables.orders.sort("amount").select(["id"])`:                                            "id|2|4|1|3",
		`tables.orders.sort("amount", reverse=True).select("id")`:                                "id|1|4|2|3",
		`tables.orders.sort(["who", "id"]).select("id")`:                                         "id|1|3|2|4",
		`tables.orders.sort(lambda r: -r.id).select("id")`:                                       "id|4|3|2|1",
		`tables.orders.group("who", n=len, total=("amount", sum))`:                               "who,n,total|ann,2,10.1|bob,1,0.2|,1,5",
		`tables.orders.group(["who", "id"], n=len).head(1)`:                                      "who,id,n|ann,1,1",
		`tables.orders.join(tables.people, "who")`:                                               "id,who,amount,id_right|1,ann,10.1,7|3,ann,,7",
		`tables.orders.join(tables.people, {"who": "who"}, how="left").select("id", "id_right")`: "id,id_right|1,7|2,|3,7|4,",
		`[{"a": 1}, {"b": 2}]`:                                                                   "a,b|1,|,2",
		`[[1, 2]], columns=["a", "b"]`:                                                           "a,b|1,2",
		`[{"a": 1, "b": 2}], columns=["b"]`:                                                      "b|2",
		`[{"a": [1, {"x": None}]}]`:                                                              `a|[1,{"x":null}]`,
		`[r for r in tables.orders if r.amount == 0.2]`:                                          "id,who,amount|2,bob,0.2",
		`table([(1,)], columns=["a"])`:                                                           "a|1",
	} {
		out := &recorder{}
		if f := Run(`emit("t", `+expression+")", steps, tables(t), out); f != nil {
			t.Errorf("%s: %s", expression, f.Message)
		} else if got := strings.TrimPrefix(strings.Join(out.lines, "|"), "t: "); got != want {
			t.Errorf("%s gives %s, not %s", expression, got, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for code, want := range map[string]string{
		`tables.orders.group("who", total=sum)`:               "no number",
		`tables.orders.group("who", total="amount")`:          "(column, function)",
		`tables.orders.join(tables.people, "amount")`:         "there is no column",
		`tables.orders.join(tables.people, "who", how="all")`: "inner or left",
		`tables.orders.select("id", "id")`:                    "named twice",
		`tables.orders.map(lambda r: 1)`:                      "must return a dict",
		`tables.orders[0][0]`:                                 "name of a column",
		`tables.orders.sort(lambda r: r.who or 1)`:            "not implemented",
		`mean(["x"])`:                           "no number",
		`quantile([1], 2)`:                      "between 0 and 1",
		`corr([1], [1, 2])`:                     "same length",
		`date("31.12.2024")`:                    "no date",
		`date(2023, 2, 29)`:                     "no day",
		`dates.format("2024-01-01", "%Q")`:      "not known",
		`dates.add_days("2024-01-01", 1 << 30)`: "outside of the years",
		`emit("t", {"a": 1})`:                   "list of dicts",
		`emit("t", [[1]])`:                      "needs columns",
		`emit("t", [[1]], columns=["a", "b"])`:  "1 values for 2 columns",
		`emit("t", ["x"])`:                      "not a dict",
		`emit("t", [{"a": len}])`:               "cannot be given back",
		`value("x", lambda: 1)`:                 "cannot be given back",
		`{tables.orders: 1}`:                    "no key",
	} {
		f := Run(code, steps, tables(t), &recorder{})
		if f == nil || f.Kind != wire.FailureRuntime || !strings.Contains(f.Message, want) || f.Line != 1 {
			t.Errorf("%s gives %+v", code, f)
		}
	}
}

// TestNothingComesTwice fails a program in a function, which is then run again for
// its variables.
func TestNothingComesTwice(t *testing.T) {
	out := &recorder{}
	f := Run("print('a')\nvalue('b', 1)\ndef f(x):\n  emit('c', [])\n  fail(x)\nf('no')", steps, nil, out)
	if f == nil || len(f.Variables) != 1 || f.Variables[0].Text != `"no"` {
		t.Errorf("got %+v", f)
	}
	if got := strings.Join(out.lines, "|"); got != "a|b = integer 1|c: " {
		t.Errorf("got %s", got)
	}
}

func TestSteps(t *testing.T) {
	f := Run("x = 0\nwhile True:\n  x += 1", 1000, nil, &recorder{})
	if f == nil || f.Kind != wire.FailureSteps {
		t.Errorf("got %+v", f)
	}
}

func FuzzRun(f *testing.F) {
	f.Add("emit('t', tables.orders.group('who', n=len))")
	f.Add("value('x', dates.parse('1', '%'))")
	f.Add("def f(x): return x + 1\nf(date(1, 1, 1))")
	f.Fuzz(func(t *testing.T, code string) {
		Run(code, 10_000, tables(t), &recorder{}) // it must return
	})
}
