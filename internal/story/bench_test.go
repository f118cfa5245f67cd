package story

import (
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func BenchmarkCheck(b *testing.B) {
	t := &table.Table{Columns: []table.Column{{Name: "store", Kind: table.Text}, {Name: "day", Kind: table.Date}, {Name: "revenue", Kind: table.Int}, {Name: "orders", Kind: table.Int}}}
	for i := range 1000 {
		t.Rows = append(t.Rows, table.Row{table.NewText(fmt.Sprintf("Store %d", i)), table.NewDate(20000 + int64(i)), table.NewInt(int64(1000 + 7*i)), table.NewInt(int64(3000 - i))})
	}
	const text = "Store 999 has the highest revenue, 7,993, and Store 0 the lowest, 1,000. In total the 1,000 stores made 4,496,500, an average of 4,496.50. " +
		"Store 500 made 4,500 from 2,500 orders. The top three stores are Store 999, Store 998 and Store 997. Store 10 is ahead of Store 9 by 7."
	for b.Loop() {
		if r := Check(text, t, Context{Foreign: true}); len(r.Unsupported()) > 0 {
			b.Fatal(r.Reasons())
		}
	}
}
