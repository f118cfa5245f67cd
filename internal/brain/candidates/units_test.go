package candidates

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestNumbersAreTurnedIntoTheUnitsOfColumns(t *testing.T) {
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{{Name: "parcel", Rows: 9, PrimaryKey: []string{"id"}, Columns: []schema.Column{
		{Name: "id", Kind: table.Int}, {Name: "weight_g", Kind: table.Int}, {Name: "length_cm", Kind: table.Int}, {Name: "price_cents", Kind: table.Int},
		{Name: "duration_ms", Kind: table.Int}, {Name: "stops", Kind: table.Int}}}}}
	ix, err := index.Build(context.Background(), s, braintest.Values{})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	linker := link.New(ix, cut)
	for _, c := range []struct{ question, column, number, want, said string }{
		{"parcels heavier than 2 kg", "weight_g", "2", "weight_g > 2000", "2 kg is 2000 g"},
		{"parcels heavier than 500 grams", "weight_g", "500", "weight_g > 500", ""},
		{"parcels heavier than 2 pounds", "weight_g", "2", "weight_g > 907.18474", "2 pounds is 907.18474 g"},
		{"parcels longer than 1.5 metres", "length_cm", "1.5", "length_cm > 150", "1.5 metres is 150 cm"},
		{"parcels over 20 euros", "price_cents", "20", "price_cents > 2000", "20 euros is 2000 cents"},
		{"parcels over $20", "price_cents", "20", "price_cents > 2000", "20 is 2000 cents"},
		{"parcels over 20", "price_cents", "20", "price_cents > 20", ""},
		{"parcels that took more than 3 seconds", "duration_ms", "3", "duration_ms > 3000", "3 seconds is 3000 ms"},
		{"parcels with more than 3 stops", "stops", "3", "stops > 3", ""},
		{"parcels with more than 3 hours", "weight_g", "3", "weight_g > 3", ""},
	} {
		q, err := readback.Convert(ix, "SELECT id FROM parcel WHERE "+c.column+" > "+c.number, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		assumed, _ := hold(t, ix, q, linker.Read(c.question, braintest.Today, nil), "units")
		said := strings.Join(assumed, "; ")
		sql, _, err := render.Render(ix, render.SQLite, q, braintest.Today)
		if err != nil || !strings.HasSuffix(sql, c.want) || said != c.said {
			t.Errorf("%s: %s (%s), want %s (%s) %v", c.question, sql, said, c.want, c.said, err)
		}
	}
}
