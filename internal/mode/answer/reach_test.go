package answer

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func TestWhereTheDataEnds(t *testing.T) {
	const from, to = "2023-01-01", "2025-12-31T21:38:10"
	day := func(s string) time.Time {
		at, err := time.Parse(time.DateOnly, s)
		if err != nil && s != "" {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct{ start, end, want string }{
		{"2026-01-01", "2027-01-01", "the data ends on 31 December 2025"},
		{"2026-01-01", "", "the data ends on 31 December 2025"},
		{"2022-01-01", "2023-01-01", "the data begins on 1 January 2023"},
		{"", "2022-12-31", "the data begins on 1 January 2023"},
		{"2025-12-31", "2026-12-31", ""}, // it reaches into the data
		{"2025-01-01", "", ""},
	} {
		p := &meaning.Period{Start: day(c.start), End: day(c.end)}
		if got := describeRange(p, from, to); got != c.want {
			t.Errorf("%s to %s: %q, not %q", c.start, c.end, got, c.want)
		}
		if got := describeRange(p, "", ""); got != "" {
			t.Errorf("a range that nobody knows: %q", got)
		}
	}
}

func TestVoidResults(t *testing.T) {
	row := func(list ...table.Value) table.Row { return list }
	for name, c := range map[string]struct {
		rows []table.Row
		want bool
	}{
		"no rows":     {nil, true},
		"zero":        {[]table.Row{row(table.NewInt(0))}, true},
		"no value":    {[]table.Row{row(table.Value{})}, true},
		"a figure":    {[]table.Row{row(table.NewInt(3))}, false},
		"a name":      {[]table.Row{row(table.NewText("North"), table.NewInt(0))}, false},
		"several":     {[]table.Row{row(table.NewInt(0)), row(table.NewInt(0))}, false},
		"zero of two": {[]table.Row{row(table.NewInt(0), table.Value{})}, true},
	} {
		if got := (&Turn{Table: &table.Table{Rows: c.rows}}).isEmptyResult(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
