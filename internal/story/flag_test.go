package story

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestFlagsAsPeopleSayThem(t *testing.T) {
	for column, want := range map[string][2]string{
		"converted":     {"converted", "not converted"},
		"is_active":     {"active", "not active"},
		"hasDiscount":   {"with discount", "without discount"},
		"newsletter":    {"with newsletter", "without newsletter"},
		"is_gift_order": {"gift order", "not gift order"},
		"refundable":    {"refundable", "not refundable"},
		"paid_flag":     {"paid", "not paid"},
	} {
		if got := [2]string{Flag(column, true), Flag(column, false)}; got != want {
			t.Errorf("%s: %q, not %q", column, got, want)
		}
	}
}

func TestFiguresOfFlags(t *testing.T) {
	flags := func(column, count string, rows ...table.Row) *table.Table {
		return &table.Table{Columns: []table.Column{{Name: column, Kind: table.Bool}, {Name: count, Kind: table.Int}}, Rows: rows}
	}
	row := func(yes bool, n int64) table.Row { return table.Row{table.NewBool(yes), table.NewInt(n)} }
	both := flags("converted", "web_sessions", row(false, 378943), row(true, 28392))
	paid := flags("converted", "web_sessions", row(true, 28392))
	letter := flags("newsletter", "customers", row(false, 120), row(true, 300))
	for _, c := range []struct {
		text  string
		rows  *table.Table
		wrong string
	}{
		{"There are 378,943 web sessions not converted, 93.0% of the total of 407,335, and 28,392 converted.", both, ""},
		{"Not converted has the most web sessions, 378,943.", both, ""},
		{"Converted has the most web sessions.", both, "most"},
		{"There are 378,943 web sessions converted.", both, "378,943"},
		{"There are 28,392 web sessions not converted.", both, "28,392"},
		{"Of the converted sessions there are 28,392.", both, ""},
		{"There are 28,392 web sessions converted.", paid, ""},
		{"There are 28,392 web sessions not converted.", paid, "28,392"},
		{"There are 300 customers with newsletter and 120 without newsletter.", letter, ""},
		{"There are 120 customers with newsletter and 300 without newsletter.", letter, "120|300"},
		{"300 customers have a newsletter, 180 more than without a newsletter.", letter, ""},
	} {
		if got := wrongIn(c.text, c.rows, Context{}); got != c.wrong {
			t.Errorf("%s: %q is wrong, not %q", c.text, got, c.wrong)
		}
	}
}
