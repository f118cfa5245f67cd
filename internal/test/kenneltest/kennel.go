// Package kenneltest has an invented database, of dogs, that tests of the
// brain's rules read questions about.
package kenneltest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Values are values by table and column.
type Values map[string][]string

func (s Values) Distinct(_ context.Context, t *schema.Table, column string, _ int) ([]table.Value, error) {
	var list []table.Value
	for _, v := range s[t.Name+"."+column] {
		list = append(list, table.NewText(v))
	}
	return list, nil
}

func (s Values) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

// Pieces cuts words as they are: rules do not look at pieces.
type Pieces struct{}

func (Pieces) Pieces(text string) []int32 { return make([]int32, len(strings.Fields(text))) }

var Today = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// Kennel is an invented database: dogs belong to owners and visit.
func Kennel(t testing.TB) (*index.Index, *link.Linker) {
	t.Helper()
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "owner", Rows: 40, PrimaryKey: []string{"owner_id"}, Columns: []schema.Column{
			{Name: "owner_id", Kind: table.Int}, {Name: "name", Kind: table.Text}, {Name: "city", Kind: table.Text}, {Name: "phone", Kind: table.Text, Nullable: true}}},
		{Name: "dog", Rows: 90, PrimaryKey: []string{"dog_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"owner_id"}, RefTable: "owner", RefColumns: []string{"owner_id"}}},
			Columns: []schema.Column{{Name: "dog_id", Kind: table.Int}, {Name: "owner_id", Kind: table.Int}, {Name: "dog_name", Kind: table.Text},
				{Name: "breed", Kind: table.Text}, {Name: "weight", Kind: table.Float}, {Name: "age", Kind: table.Int}}},
		{Name: "visit", Rows: 800, PrimaryKey: []string{"visit_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"dog_id"}, RefTable: "dog", RefColumns: []string{"dog_id"}}},
			Columns: []schema.Column{{Name: "visit_id", Kind: table.Int}, {Name: "dog_id", Kind: table.Int}, {Name: "visit_date", Kind: table.Date},
				{Name: "fee", Kind: table.Decimal}, {Name: "paid_date", Kind: table.Date, Nullable: true}}},
	}}
	ix, err := index.Build(t.Context(), s, Values{"owner.city": {"Oslo", "Rome", "Bergen"}, "dog.breed": {"Beagle", "Poodle", "Collie"},
		"owner.name": {"Ada Falk", "Bo Lind"}, "dog.dog_name": {"Rex", "Fido", "Luna"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, Pieces{})
}

// Render writes forms as SQL, for reading.
func Render(t *testing.T, ix *index.Index, list []*form.Query) []string {
	t.Helper()
	var out []string
	for _, q := range list {
		sql, _, err := render.Render(ix, render.SQLite, q, Today)
		if err != nil {
			sql = err.Error()
		}
		out = append(out, sql)
	}
	return out
}

func ReadSQL(t *testing.T, sql string) *form.Query {
	t.Helper()
	ix, _ := Kennel(t)
	q, err := readback.Convert(ix, sql, Today)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return q
}
