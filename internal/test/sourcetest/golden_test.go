package sourcetest

import (
	"math"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// The goldens come from values made here, not from what some engine said.
func TestGoldenHashes(t *testing.T) {
	null := table.Value{}
	value := func(k table.Kind, s string) table.Value {
		t.Helper()
		v, ok := table.Parse(k, s)
		if !ok {
			t.Fatalf("%q is no %s", s, k)
		}
		return v
	}
	core := table.Table{Rows: []table.Row{
		{table.NewInt(1), table.NewInt(9007199254740993), value(table.Decimal, "12.50"), table.NewFloat(0.1), table.NewText("plain"),
			table.NewBool(true), value(table.Date, "2024-02-29"), value(table.Timestamp, "2024-02-29T23:59:59.5"), table.NewBytes([]byte{0, 1, 0xff})},
		{table.NewInt(2), table.NewInt(math.MinInt64), value(table.Decimal, "-0.25"), table.NewFloat(-1.5e300), table.NewText("Zoë 'quoted' 日本"),
			table.NewBool(false), value(table.Date, "1899-12-31"), value(table.Timestamp, "1970-01-01T00:00:00"), table.NewBytes([]byte("text"))},
		{table.NewInt(3), null, null, null, null, null, null, null, null},
		{table.NewInt(4), table.NewInt(0), value(table.Decimal, "1000"), table.NewFloat(1e6), table.NewText(""),
			table.NewBool(true), value(table.Date, "9999-12-31"), value(table.Timestamp, "2024-01-01T12:00:00.000001"), table.NewBytes(nil)},
	}}
	more := table.Table{Rows: []table.Row{
		{table.NewInt(1), value(table.Time, "13:30:00.25"), value(table.TimestampTZ, "2024-06-01T10:00:00Z"), table.NewInterval(14, 3, 14_706_500_000),
			value(table.UUID, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"), table.NewJSON(`{"a":"é","b":[1,2.5,null]}`)},
		{table.NewInt(2), null, null, null, null, null},
		{table.NewInt(3), value(table.Time, "00:00:00"), value(table.TimestampTZ, "1969-12-31T23:59:59.999999Z"), table.NewInterval(0, -1, 0),
			value(table.UUID, "00000000-0000-0000-0000-000000000000"), table.NewJSON(`"text"`)},
	}}
	for _, c := range []struct {
		name   string
		kinds  []table.Kind
		golden table.Table
		want   string
	}{{"core", coreKinds, core, coreHash}, {"more", moreKinds, more, moreHash}} {
		for i := range c.kinds {
			c.golden.Columns = append(c.golden.Columns, table.Column{Name: goldenColumn(i)})
		}
		if got := c.golden.Hash(); got != c.want {
			t.Errorf("the hash of the %s result is %s, want %s", c.name, got, c.want)
		}
	}
}
