package link

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// wide is a database of so many tables, each with so many columns of figures
// that are numbered through.
func wide(tables, columns int) *schema.Snapshot {
	s := &schema.Snapshot{Dialect: "sqlite"}
	for t := range tables {
		entry := schema.Table{Name: fmt.Sprintf("plant_%d", t), Rows: 5, PrimaryKey: []string{"id"},
			Columns: []schema.Column{{Name: "id", Kind: table.Int}, {Name: "day", Kind: table.Date}}}
		for c := range columns {
			entry.Columns = append(entry.Columns, schema.Column{Name: fmt.Sprintf("m%d_amount", t*columns+c), Kind: table.Float})
		}
		s.Tables = append(s.Tables, entry)
	}
	return s
}

// TestAnIdentifierIsAlwaysSeen names one of 2,000 columns.
func TestAnIdentifierIsAlwaysSeen(t *testing.T) {
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{1, 2000}, {20, 100}, {100, 20}, {2000, 1}} {
		ix, err := index.Build(t.Context(), wide(size[0], size[1]), shop{})
		if err != nil {
			t.Fatal(err)
		}
		l := New(ix, cut)
		for _, name := range []string{"m0_amount", "m12_amount", "M777_AMOUNT", "m1999_amount"} {
			c := slices.IndexFunc(l.ix.Columns, func(c index.Column) bool { return strings.EqualFold(c.Name, name) })
			for _, question := range []string{"what is the total " + name + "?", "average amount: " + name + " per day", name} {
				asked := l.Read(question, today, nil)
				chunks := asked.chunks(asked.likelihood())
				q, err := asked.Narrow(t.Context(), func(core.Input) ([]float32, error) { // the model means any other
					v := chunks[0].view
					chunks = chunks[1:]
					scores := slices.Repeat([]float32{1}, len(asked.Words)+len(v.tables)+len(v.columns))
					if n := v.columnAt(c); n >= 0 {
						scores[len(asked.Words)+v.tableAt(ix.Columns[c].Table)] = 0
						scores[len(asked.Words)+len(v.tables)+n] = 0
					}
					return scores, nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if q.view.columnAt(c) < 0 {
					t.Errorf("%d tables of %d: %q does not see it", size[0], size[1], question)
				}
			}
		}
	}
}
