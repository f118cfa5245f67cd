package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestNeighboursRepair(t *testing.T) {
	ix, l := kenneltest.Kennel(t)
	col := func(name string) *form.Expr {
		table, column, _ := strings.Cut(name, ".")
		return &form.Expr{Op: form.Column, Column: ix.Column("", table, column)}
	}
	is := func(name, value string) *form.Cond {
		return edit.Compare(form.Equal, col(name), &form.Value{Kind: form.Text, Text: value, Stored: true})
	}
	from := func(q form.Query, tables ...int) *form.Query {
		q.Tables, q.Keep = tables, form.NoTable
		return &q
	}
	const owner, dog, visit = 0, 1, 2
	for _, c := range []struct {
		question string
		wrong    *form.Query
		want     string
	}{
		{"names of owners in Oslo", from(form.Query{Select: []*form.Expr{col("owner.name")}}, owner), "from owner select name where city = <Oslo>"},
		{"names of owners", from(form.Query{Select: []*form.Expr{col("owner.name")}, Where: is("owner.city", "Rome")}, owner), "from owner select name"},
		{"How many visits were there last month?", from(form.Query{Select: []*form.Expr{edit.CountAll()}}, visit),
			"from visit select count * where visit_date during <month last month>"},
		{"average weight of dogs", from(form.Query{Select: []*form.Expr{edit.Call(form.Sum, col("dog.weight"))}}, dog), "from dog select avg weight"},
		{"the lightest dog", from(form.Query{Select: []*form.Expr{col("dog.dog_name")}, Order: []form.Order{{By: col("dog.weight"), Desc: true}}, Limit: edit.Number("1")}, dog),
			"from dog select dog_name order weight asc limit1"},
		{"names of dogs", from(form.Query{Select: []*form.Expr{col("dog.dog_id")}}, dog), "from dog select dog_name"},
		{"total fee of visits that were paid in 2024", from(form.Query{Select: []*form.Expr{edit.Call(form.Sum, col("visit.fee"))},
			Where: &form.Cond{Op: form.During, Left: col("visit.visit_date"), Values: []*form.Value{l.Read("in 2024", kenneltest.Today, nil).Items[0].Value}}}, visit),
			"from visit select sum fee where paid_date during <year 2024>"},
		{"breeds of dogs", from(form.Query{Select: []*form.Expr{col("dog.breed")}}, dog), "from dog select distinct breed"},
		{"Which owners are not from Rome?", from(form.Query{Select: []*form.Expr{col("owner.name")}, Where: is("owner.city", "Rome")}, owner),
			"from owner select name where city != <Rome>"},
		{"owners without a phone", from(form.Query{Select: []*form.Expr{col("owner.name")}, Where: &form.Cond{Op: form.NotNull, Left: col("owner.phone")}}, owner),
			"from owner select name where phone isnull"},
		{"the age of Fido", from(form.Query{Select: []*form.Expr{col("dog.weight")}, Where: is("dog.dog_name", "Fido")}, dog), "from dog select age where dog_name = <Fido>"},
		{"name and phone of owners", from(form.Query{Select: []*form.Expr{col("owner.name")}}, owner), "from owner select name phone"},
		{"name of owners", from(form.Query{Select: []*form.Expr{col("owner.name"), col("owner.phone")}}, owner), "from owner select name"},
		{"owners that have dogs", from(form.Query{Select: []*form.Expr{col("owner.name")}}, owner), "from owner dog select name"},
		{"How many owners are there?", from(form.Query{Select: []*form.Expr{edit.CountAll()}}, owner, dog), "from owner select count *"},
		{"number of dogs per owner", from(form.Query{Select: []*form.Expr{col("owner.name"), edit.CountAll()}, Group: []*form.Expr{col("owner.name")}}, owner, dog),
			"from owner dog select name count * group owner_id name"},
	} {
		q := l.Read(c.question, kenneltest.Today, nil)
		before := sequences(ix, q, []*form.Query{c.wrong})[0]
		got := Neighbours(ix, q, c.wrong)
		s := sequences(ix, q, got)
		if !slices.Contains(s, c.want) {
			t.Errorf("%s, %s: no %q among\n%s", c.question, before, c.want, strings.Join(s, "\n"))
		}
		if slices.Contains(s, before) || len(s) > most {
			t.Errorf("%s: %d neighbours, or the form itself\n%s", c.question, len(s), strings.Join(s, "\n"))
		}
		if after := sequences(ix, q, []*form.Query{c.wrong})[0]; after != before {
			t.Errorf("%s: the form was changed from %q to %q", c.question, before, after)
		}
	}
}

func TestTablesFollowColumns(t *testing.T) {
	ix := &index.Index{Columns: []index.Column{{Table: -1}, {Table: 0}, {Table: 1}, {Table: 2}}, Tables: make([]index.Table, 4)}
	before := &form.Query{Tables: []int{0, 1, 3}, Keep: 1, Select: edit.Columns([]int{1, 2})}
	after := edit.Editor{Index: ix, Expr: func(e *form.Expr) {
		if e.Column == 2 {
			e.Column = 3
		}
	}}.Copy(before)
	if want := []int{0, 2, 3}; !slices.Equal(after.Tables, want) || after.Keep != form.NoTable {
		t.Errorf("tables %v, keep %d; want %v: the swapped column's table, and one that no column was of", after.Tables, after.Keep, want)
	}
}
