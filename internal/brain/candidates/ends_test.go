package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func routes(t *testing.T) *index.Index {
	t.Helper()
	key := func(column string) schema.ForeignKey {
		return schema.ForeignKey{Columns: []string{column}, RefTable: "ports", RefColumns: []string{"code"}}
	}
	ix, err := index.Build(t.Context(), &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "trips", Rows: 3, Columns: []schema.Column{{Name: "origin", Kind: table.Text}, {Name: "dest", Kind: table.Text}},
			ForeignKeys: []schema.ForeignKey{key("origin"), key("dest")}},
		{Name: "ports", Rows: 2, PrimaryKey: []string{"code"}, Columns: []schema.Column{{Name: "code", Kind: table.Text}, {Name: "name", Kind: table.Text}}},
	}}, braintest.Values{"ports.code": {"OSL", "BGO"}, "ports.name": {"Oslo Old Harbour", "Bergen Quay"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// A place is at the end of a trip that the words before it say.
func TestEndsOfTrips(t *testing.T) {
	ix := routes(t)
	name := ix.Column("", "ports", "name")
	for question, key := range map[string]int{
		"how many trips went to Oslo?":      ix.Column("", "trips", "dest"),
		"trips from Oslo":                   ix.Column("", "trips", "origin"),
		"trips that arrived in Oslo by day": ix.Column("", "trips", "dest"),
		"how many trips does Oslo have":     0,
	} {
		on := &form.Expr{Op: form.Column, Column: name}
		q := &form.Query{Keep: form.NoTable, Tables: []int{0, 1}, Select: []*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}, Where: equals(on, "Oslo Old Harbour")}
		hold(t, ix, q, &link.Question{Words: span.Words(question)}, "ends of trips")
		if on.Via != key {
			t.Errorf("%s: the place is reached by column %d, want %d", question, on.Via, key)
		}
		if joined := len(q.Tables) == 2; joined != (key == 0) {
			t.Errorf("%s: tables %v", question, q.Tables)
		}
	}
}

// Words that name a stored value mean that value, whatever part of it they say.
func TestKnownValues(t *testing.T) {
	ix := routes(t)
	name := ix.Column("", "ports", "name")
	asked := &link.Question{Words: span.Words("trips to Bergen"), Items: []link.Item{
		{Column: name, First: 2, End: 3, Value: &form.Value{Kind: form.Text, Text: "Bergen Quay", Stored: true}},
	}}
	for said, want := range map[string]string{"Bergen": "Bergen Quay", "Trondheim": "Trondheim"} {
		where := equals(&form.Expr{Op: form.Column, Column: name}, said)
		where.Right.Value.Stored = false
		q := &form.Query{Keep: form.NoTable, Tables: []int{1}, Select: []*form.Expr{{Op: form.Column, Column: name}}, Where: where}
		hold(t, ix, q, asked, "known values")
		if got := where.Right.Value.Text; got != want {
			t.Errorf("%s is read as %s, want %s", said, got, want)
		}
	}
}
