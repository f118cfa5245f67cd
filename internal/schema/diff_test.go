package schema

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/table"
)

func shop() *Snapshot {
	return &Snapshot{
		Dialect: "postgres", Database: "shop", SearchPath: []string{"public"}, TakenAt: time.Unix(1_770_000_000, 0).UTC(),
		Tables: []Table{
			{
				Schema: "public", Name: "customers", Kind: BaseTable, Rows: 200, PrimaryKey: []string{"id"}, Unique: [][]string{{"email"}},
				Columns: []Column{
					{Name: "id", Type: "int4", Kind: table.Int},
					{Name: "email", Type: "text", Kind: table.Text, Nullable: true},
					{Name: "segment", Type: "text", Kind: table.Text, Values: []string{"retail", "trade"}, Distinct: 2},
				},
			},
			{
				Schema: "public", Name: "orders", Kind: BaseTable, Rows: 5000, PrimaryKey: []string{"id"}, Comment: "One row an order",
				ForeignKeys: []ForeignKey{{Columns: []string{"customer_id"}, RefSchema: "public", RefTable: "customers", RefColumns: []string{"id"}}},
				Columns: []Column{
					{Name: "id", Type: "int4", Kind: table.Int},
					{Name: "customer_id", Type: "int4", Kind: table.Int},
					{Name: "total", Type: "int4", Kind: table.Int, Unit: "cents"},
					{Name: "placed_at", Type: "timestamptz", Kind: table.TimestampTZ, Min: "2023-01-01", Max: "2025-01-01"},
				},
			},
		},
	}
}

func TestDiffInWords(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Snapshot)
		want   []Change
	}{
		"nothing": {func(*Snapshot) {}, nil},
		"a column": {
			func(s *Snapshot) {
				o := s.Table("orders")
				o.Columns = append(o.Columns, Column{Name: "discount", Type: "numeric"})
			},
			[]Change{{ColumnAdded, "public.orders", "discount", "table orders: column discount added (numeric)"}},
		},
		"a type": {
			func(s *Snapshot) { s.Table("orders").Column("total").Type = "numeric" },
			[]Change{{ColumnChanged, "public.orders", "total", "table orders: type of total changed from int4 to numeric"}},
		},
		"nullability": {
			func(s *Snapshot) { s.Table("customers").Column("email").Nullable = false },
			[]Change{{ColumnChanged, "public.customers", "email", "table customers: email may no longer be null"}},
		},
		"a renamed column": {
			func(s *Snapshot) { s.Table("orders").Column("placed_at").Name = "ordered_at" },
			[]Change{
				{ColumnAdded, "public.orders", "ordered_at", "table orders: column ordered_at added (timestamptz); it may be placed_at renamed"},
				{ColumnRemoved, "public.orders", "placed_at", "table orders: column placed_at removed"},
			},
		},
		"a renamed table": {
			func(s *Snapshot) { s.Table("customers").Name = "clients" },
			[]Change{
				{TableAdded, "public.clients", "", "table clients added (3 columns); it may be customers renamed"},
				{TableRemoved, "public.customers", "", "table customers removed"},
			},
		},
		"keys": {
			func(s *Snapshot) {
				s.Table("orders").ForeignKeys = nil
				s.Table("customers").Unique = [][]string{{"segment", "email"}}
				s.Table("customers").PrimaryKey = []string{"id", "email"}
			},
			[]Change{
				{TableChanged, "public.customers", "", "table customers: primary key changed from (id) to (email, id)"},
				{TableChanged, "public.customers", "", "table customers: unique (email, segment) added"},
				{TableChanged, "public.customers", "", "table customers: unique (email) removed"},
				{TableChanged, "public.orders", "", "table orders: foreign key customer_id → public.customers.id removed"},
			},
		},
		"words": {
			func(s *Snapshot) {
				o := s.Table("orders")
				o.Comment, o.Column("total").Unit, o.Column("id").Description = "x", "EUR", "y"
				o.Synonyms = []string{"purchases"}
			},
			[]Change{
				{TableChanged, "public.orders", "", "table orders: comment changed"},
				{TableChanged, "public.orders", "", "table orders: synonyms changed"},
				{ColumnChanged, "public.orders", "id", "table orders: description of id changed"},
				{ColumnChanged, "public.orders", "total", "table orders: unit of total changed"},
			},
		},
		"a view instead": {
			func(s *Snapshot) { s.Table("orders").Kind = View },
			[]Change{{TableChanged, "public.orders", "", "table orders changed from table to view"}},
		},
		"in another schema": {
			func(s *Snapshot) {
				s.Tables = append(s.Tables, Table{Schema: "audit", Name: "log", Columns: []Column{{Name: "x"}}})
			},
			[]Change{{TableAdded, "audit.log", "", "table audit.log added (1 column)"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			changed := shop()
			c.change(changed)
			if diff := cmp.Diff(c.want, Diff(shop(), changed)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if same := Hash(shop()) == Hash(changed); same != (c.want == nil) {
				t.Errorf("hash equal: %v, changes: %d", same, len(c.want))
			}
		})
	}
}

func TestHashIgnoresRowsAndOrder(t *testing.T) {
	s := shop()
	s.TakenAt = time.Unix(1, 0)
	s.Fingerprint, s.Dialect, s.Database = "x", "duckdb", "y"
	s.Documents.Text = []Document{{File: "docs.md", Body: "x"}}
	slices.Reverse(s.Tables)
	for i := range s.Tables {
		tb := &s.Tables[i]
		tb.Rows *= 3
		slices.Reverse(tb.Columns)
		tb.ForeignKeys = append([]ForeignKey{{Columns: []string{"total"}, RefTable: "customers", RefColumns: []string{"id"}, Inferred: true}}, tb.ForeignKeys...)
		for j := range tb.Columns {
			c := &tb.Columns[j]
			c.Distinct, c.Values, c.Min, c.Max, c.Default = 99, []string{"z"}, "a", "b", "now()"
			c.Role, c.Why, c.Aggregate = Other, "x", "sum"
		}
	}
	if Hash(s) != Hash(shop()) {
		t.Error("the hash depends on more than the structure")
	}
	if got := Diff(shop(), s); got != nil {
		t.Errorf("got %+v", got)
	}
}

// Whatever is done to a schema, the hash changes if and only if a person can
// be told what changed.
func TestHashAndDiffAgree(t *testing.T) {
	mutations := []func(*rand.Rand, *Snapshot, *Table, *Column){
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Name += "x" },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Type += "x" },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Nullable = !c.Nullable },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Comment += "x" },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Description += "x" },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Synonyms = append(c.Synonyms, "x") },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Values = append(c.Values, "x") },
		func(_ *rand.Rand, _ *Snapshot, _ *Table, c *Column) { c.Distinct++ },
		func(_ *rand.Rand, _ *Snapshot, t *Table, _ *Column) { t.Rows++ },
		func(_ *rand.Rand, _ *Snapshot, t *Table, _ *Column) { t.Name += "x" },
		func(_ *rand.Rand, _ *Snapshot, t *Table, _ *Column) { t.PrimaryKey = nil },
		func(_ *rand.Rand, _ *Snapshot, t *Table, c *Column) { t.Unique = append(t.Unique, []string{c.Name}) },
		func(_ *rand.Rand, _ *Snapshot, t *Table, _ *Column) { t.ForeignKeys = nil },
		func(r *rand.Rand, _ *Snapshot, t *Table, c *Column) {
			t.ForeignKeys = append(t.ForeignKeys, ForeignKey{Columns: []string{c.Name}, RefTable: "x", RefColumns: []string{"y"}, Inferred: r.IntN(2) == 0})
		},
		func(r *rand.Rand, s *Snapshot, _ *Table, _ *Column) {
			r.Shuffle(len(s.Tables), func(i, j int) { s.Tables[i], s.Tables[j] = s.Tables[j], s.Tables[i] })
		},
		func(r *rand.Rand, _ *Snapshot, t *Table, _ *Column) {
			r.Shuffle(len(t.Columns), func(i, j int) { t.Columns[i], t.Columns[j] = t.Columns[j], t.Columns[i] })
		},
	}
	r := rand.New(rand.NewPCG(1, 2))
	equal := 0
	for range 2000 {
		s := shop()
		for range r.IntN(3) {
			tb := &s.Tables[r.IntN(len(s.Tables))]
			mutations[r.IntN(len(mutations))](r, s, tb, &tb.Columns[r.IntN(len(tb.Columns))])
		}
		same := Hash(s) == Hash(shop())
		if changes := Diff(shop(), s); same != (len(changes) == 0) {
			t.Fatalf("hash equal: %v, but %+v", same, changes)
		}
		if same {
			equal++
		}
	}
	if equal == 0 || equal == 2000 {
		t.Fatalf("%d of 2000 were equal: the test tries nothing", equal)
	}
}

func BenchmarkHash(b *testing.B) {
	s := synthetic(10_000)
	for b.Loop() {
		Hash(s)
	}
}
