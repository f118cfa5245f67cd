package chart

import (
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// What the statement means goes before what the names of its columns suggest.
func TestMeaningGoesBeforeNames(t *testing.T) {
	tab := &table.Table{Columns: []table.Column{{Name: "store"}, {Name: "kind"}, {Name: "code"}}}
	for _, row := range [][3]any{{"North", "a", 1}, {"North", "b", 2}, {"North", "c", 5}, {"North", "d", 5}, {"South", "a", 3}, {"South", "b", 4}, {"South", "c", 7}, {"South", "d", 7}} {
		tab.Rows = append(tab.Rows, table.Row{table.NewText(row[0].(string)), table.NewText(row[1].(string)), table.NewInt(int64(row[2].(int)))})
	}
	means := func(c meaning.Column) *meaning.Meaning {
		c.Name = "code"
		return &meaning.Meaning{Columns: []meaning.Column{c}}
	}
	if p := Choose("", tab, nil).Plan; p.Kind != Table {
		t.Errorf("codes are drawn as a %s", p.Kind)
	}
	sum := Choose("", tab, means(meaning.Column{Role: meaning.RoleMeasure, Aggregate: meaning.Sum, Additivity: meaning.Additive})).Plan
	if sum.Kind != Bar || !sum.Stacked {
		t.Errorf("sums are drawn as a %s, stacked: %t", sum.Kind, sum.Stacked)
	}
	mean := Choose("", tab, means(meaning.Column{Role: meaning.RoleMeasure, Aggregate: meaning.Avg, Unit: "%", Additivity: meaning.NonAdditive})).Plan
	if mean.Kind != Bar || mean.Stacked || mean.YFormat.Style != Percent {
		t.Errorf("averages are drawn as a %s, stacked: %t, written as %q", mean.Kind, mean.Stacked, mean.YFormat.Style)
	}
}
