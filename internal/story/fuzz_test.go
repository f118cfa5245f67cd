package story

import (
	"math"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// fuzzTables are tables of every shape that the check tells apart.
func fuzzTables(t testing.TB) []*table.Table {
	var list []*table.Table
	last := ""
	for _, n := range readCorpus(t) {
		if n.file != last {
			list = append(list, n.table)
			last = n.file
		}
	}
	odd := &table.Table{Columns: []table.Column{{Name: "", Kind: table.Text}, {Name: "n", Kind: table.Float}, {Name: "n", Kind: table.Int}, {Name: "year", Kind: table.Int}, {Name: "j", Kind: table.JSON}}}
	for _, v := range []float64{0, math.NaN(), math.Inf(1), -1e300, 1e-300} {
		odd.Rows = append(odd.Rows, table.Row{table.NewText("\xff Total 3"), table.NewFloat(v), table.Value{}, table.NewInt(2024), table.NewJSON("{}")})
	}
	return append(list, odd, &table.Table{}, &table.Table{Columns: odd.Columns}, &table.Table{Columns: odd.Columns[:1], Rows: []table.Row{{table.NewText("x")}}})
}

func FuzzCheck(f *testing.F) {
	for i, n := range readCorpus(f) {
		f.Add(n.text, n.context.Question, i)
	}
	f.Add("Two of 3 rows fell in 3 consecutive months, while only half of the top 2 is 12% more than −5 in Q9.", "top 5", 3)
	tables := fuzzTables(f)
	f.Fuzz(func(t *testing.T, text, question string, which int) {
		if len(text) > 8<<10 || which < 0 {
			t.Skip()
		}
		for _, now := range []time.Time{{}, time.Date(2025, 3, 31, 0, 0, 0, 0, time.UTC)} {
			r := Check(text, tables[which%len(tables)], Context{Question: question, Now: now})
			for _, c := range r.Claims {
				if c.Start < 0 || c.End > len(text) || text[c.Start:c.End] != c.Text {
					t.Fatalf("%q is not at %d–%d of %q", c.Text, c.Start, c.End, text)
				}
				if c.Supported == (c.Reason != "") || c.Supported && (c.Reference.Operation == "" || c.Reference.Source == "" || c.Reference.ID == "") {
					t.Fatalf("incomplete: %+v", c)
				}
			}
			if stripped := Strip(text, r); len(stripped) > len(text)+1 {
				t.Fatalf("%q became %q", text, stripped)
			}
		}
	})
}
