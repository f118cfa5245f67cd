package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// What an order costs belongs to all kinds of goods in it, what a line costs to
// one of them.
func TestAnAmountThatBelongsToSeveralGroups(t *testing.T) {
	key := func(column, to string) schema.ForeignKey {
		return schema.ForeignKey{Columns: []string{column}, RefTable: to, RefColumns: []string{column}}
	}
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "town", Rows: 5, PrimaryKey: []string{"town_id"}, Columns: []schema.Column{{Name: "town_id", Kind: table.Int}, {Name: "town_name", Kind: table.Text}}},
		{Name: "goods", Rows: 30, PrimaryKey: []string{"goods_id"}, Columns: []schema.Column{{Name: "goods_id", Kind: table.Int}, {Name: "kind", Kind: table.Text}}},
		{Name: "purchase", Rows: 300, PrimaryKey: []string{"purchase_id"}, ForeignKeys: []schema.ForeignKey{key("town_id", "town")},
			Columns: []schema.Column{{Name: "purchase_id", Kind: table.Int}, {Name: "town_id", Kind: table.Int}, {Name: "purchase_total", Kind: table.Decimal, Role: schema.Measure}}},
		{Name: "line", Rows: 900, PrimaryKey: []string{"line_id"}, ForeignKeys: []schema.ForeignKey{key("purchase_id", "purchase"), key("goods_id", "goods")},
			Columns: []schema.Column{{Name: "line_id", Kind: table.Int}, {Name: "purchase_id", Kind: table.Int}, {Name: "goods_id", Kind: table.Int},
				{Name: "unit_price", Kind: table.Decimal, Role: schema.Measure}, {Name: "line_total", Kind: table.Decimal, Role: schema.Measure}}},
	}}
	ix, err := index.Build(t.Context(), s, braintest.Values{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) *form.Expr {
		for n, c := range ix.Columns {
			if n > 0 && c.Name == name {
				return &form.Expr{Op: form.Column, Column: n}
			}
		}
		t.Fatalf("there is no column %s", name)
		return nil
	}
	for _, c := range []struct {
		of, by string
		fine   string // the amount that belongs to one group; "" where the other does
	}{
		{"purchase_total", "kind", "line_total"}, {"purchase_total", "town_name", ""}, {"line_total", "kind", ""}, {"line_total", "town_name", ""},
	} {
		q := &form.Query{Select: []*form.Expr{at(c.by), {Op: form.Sum, Args: []*form.Expr{at(c.of)}}}, Group: []*form.Expr{at(c.by)}}
		s, found := FindCoarseAmount(ix, q)
		if found != (c.fine != "") || found && ix.Columns[s.Finer].Name != c.fine {
			t.Errorf("%s by %s: %t %+v", c.of, c.by, found, s)
		}
	}
}
