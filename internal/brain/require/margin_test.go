package require

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// A margin is what was earned as a part of what was sold, where nothing is called so.
func TestAMarginDividesProfitBySales(t *testing.T) {
	s := braintest.Ask(t, "margin of orders")
	sales := s.At("orders", "net_sales").Column
	profit := len(s.Index.Columns)
	s.Index.Columns[sales].Kind, s.Index.Columns[sales].Measure = index.Number, true
	table := s.Index.Columns[sales].Table
	s.Index.Columns = append(s.Index.Columns, index.Column{Table: table, Name: "profit", Words: []string{"profit"}, Kind: index.Number, Measure: true})
	s.Index.Tables[table].Columns = append(s.Index.Tables[table].Columns, profit)
	var r *Requirement
	for _, found := range Find(s.Index, s.Asked, nil) {
		if found.Kind == Margin {
			r = found
		}
	}
	if r == nil {
		t.Fatal("not found")
	}
	q := &form.Query{Tables: []int{table}, Select: []*form.Expr{braintest.Sum(s.At("orders", "net_sales"))}}
	if r.IsMet(q) {
		t.Error("a sum is no margin")
	}
	(&repairer{ix: s.Index}).divideProfit(q, r)
	if e := q.Select[0]; !r.IsMet(q) || e.Op != form.Pct || e.Args[0].Args[0].Column != profit || e.Args[1].Args[0].Column != sales {
		t.Errorf("%+v", q.Select[0])
	}
}
