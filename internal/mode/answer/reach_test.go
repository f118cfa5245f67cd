package answer

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestWhereTheDataEnds(t *testing.T) {
	const from, to = "2023-01-01", "2025-12-31T21:38:10"
	for sql, want := range map[string]string{
		"WHERE ordered_at >= '2026-01-01' AND ordered_at < '2027-01-01'":        "the data ends on 31 December 2025",
		`WHERE o."ordered_at" > TIMESTAMP '2026-01-01 00:00:00'`:                "the data ends on 31 December 2025",
		"WHERE ORDERED_AT >= DATE '2026-01-01'":                                 "the data ends on 31 December 2025",
		"WHERE ordered_at >= '2022-01-01' AND ordered_at < '2023-01-01'":        "the data begins on 1 January 2023",
		"WHERE ordered_at >= '2022-01-01' AND ordered_at <= '2022-12-31'":       "the data begins on 1 January 2023",
		"WHERE ordered_at >= '2025-12-31' AND ordered_at < '2026-12-31'":        "", // it reaches into the data
		"WHERE ordered_at >= '2025-01-01' AND status = 'lost'":                  "",
		"WHERE shipped_at >= '2026-01-01'":                                      "", // another column
		"WHERE status = '2026-01-01'":                                           "",
		"WHERE reordered_at >= '2026-01-01' AND ordered_at_utc >= '2026-01-01'": "",
	} {
		if got := outside("ordered_at", from, to, dayBound.FindAllStringSubmatch(sql, maxBounds)); got != want {
			t.Errorf("%s: %q, not %q", sql, got, want)
		}
	}
	if got := outside("x", "", "", dayBound.FindAllStringSubmatch("x >= '2026-01-01'", maxBounds)); got != "" {
		t.Errorf("a range that nobody knows: %q", got)
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
		if got := (&Turn{Table: &table.Table{Rows: c.rows}}).void(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
