package sandbox

import (
	"errors"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

func TestStarlark(t *testing.T) {
	r := mustRun(t, starlarkProgram(`
t = tables["sales"]
emit("by_region", t.group("region", total=("amount", sum), n=len).sort("total", reverse=True))
value("mean", mean(t.column("amount")))
value("last", dates.add_months(t[0].day, 1))
print("hello", len(t))
`, sales()), options(t))
	if got, want := csv(t, r, "by_region"), "region:text,total:float,n:integer\nnorth,11.75,2\nsouth,4.25,1"; got != want {
		t.Errorf("got %s", got)
	}
	if len(r.Values) != 2 || r.Values[1].Value.String() != "2024-02-29" || r.Printed != "hello 3\n" {
		t.Errorf("got %v, %q", r.Values, r.Printed)
	}
}

// TestTablesPassThrough sends values of all kinds into the sandbox and back.
func TestTablesPassThrough(t *testing.T) {
	var row table.Row
	var columns []table.Column
	for kind, text := range map[table.Kind]string{
		table.Bool: "true", table.Int: "123456789012345678901234567890", table.Float: "0.1", table.Text: "a\x00é", table.Date: "2024-02-29",
		table.Timestamp: "2024-02-29T12:00:00.5", table.TimestampTZ: "2024-02-29T12:00:00Z", table.Null: "",
	} {
		v, ok := table.Parse(kind, text)
		if !ok {
			t.Fatal(text)
		}
		row, columns = append(row, v), append(columns, table.Column{Name: kind.String(), Kind: kind})
	}
	given := &table.Table{Columns: columns, Rows: []table.Row{row, make(table.Row, len(row))}}
	r := mustRun(t, starlarkProgram(`emit("same", tables["given"])`, map[string]*table.Table{"given": given}), options(t))
	for i, v := range r.Tables[0].Table.Rows[0] {
		if v != row[i] {
			t.Errorf("%s: %v became %v", columns[i].Name, row[i], v)
		}
	}
	for i, v := range r.Tables[0].Table.Rows[1] {
		if !v.IsNull() {
			t.Errorf("%s: nothing became %v", columns[i].Name, v)
		}
	}
}

func TestColumnsGetOneKind(t *testing.T) {
	r := mustRun(t, starlarkProgram(`
emit("t", [{"n": 1, "d": date("2024-01-31"), "m": 1}, {"n": 2.5, "d": date("2024-01-31 12:00:00"), "m": "x", "late": True}])
`, nil), options(t))
	want := "n:float,d:timestamp,m:text,late:boolean\n1,2024-01-31T00:00:00,1,\n2.5,2024-01-31T12:00:00,x,true"
	if got := csv(t, r, "t"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestFailures(t *testing.T) {
	o := options(t)
	for _, c := range []struct {
		name, code string
		want       fault.Code
		line       int
		message    string
		variable   string
	}{
		{"syntax", "x = 1\ny = = 2", SyntaxError, 2, "got '='", ""},
		{"unknown name", "x = 1\n\ny = nothing", SyntaxError, 3, "undefined: nothing", ""},
		{"unknown column", "t = tables['sales']\nt.column('amonut')", RuntimeError, 2, "did you mean amount?", "t = table(3 rows"},
		{"unknown column of a row", "for r in tables['sales']:\n  r['amonut']", RuntimeError, 2, "did you mean amount?", `r = {"region": "north"`},
		{"unknown table", "tables['sale']", RuntimeError, 1, "did you mean sales?", ""},
		{"types", "a = 1\nb = 'x'\nc = a + b", RuntimeError, 3, "unknown binary op: int + string", `b = "x"`},
		{"date and text", "d = tables['sales'][0].day\nd - '2024-01-01'", RuntimeError, 2, "make a date of the string", "d = 2024-01-31"},
		{"in a function", "def f(x):\n  y = x * 2\n  return y + 'a'\n\nf(21)", RuntimeError, 3, "unknown binary op", "y = 42"},
		{"in a filter", "def keep(r):\n  limit = 5\n  return r.amount > limit + 'a'\nprint('once')\ntables['sales'].filter(keep)", RuntimeError, 3, "unknown binary op", "limit = 5"},
		{"own", "fail('no rows')", RuntimeError, 1, "no rows", ""},
		{"load", "load('os', 'x')", RuntimeError, 1, "load not implemented", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Run(t.Context(), starlarkProgram(c.code, sales()), o)
			var e *ProgramError
			if fault.CodeOf(err) != c.want || !errors.As(err, &e) || !Retryable(err) {
				t.Fatalf("got %v", err)
			}
			if e.Line != c.line || !strings.Contains(e.Message, c.message) || !strings.Contains(e.Detail(), c.variable) {
				t.Errorf("got %s", e.Detail())
			}
		})
	}
}
