package notebook

import (
	"fmt"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

var morning = time.Date(2026, 2, 6, 9, 0, 0, 0, time.UTC)

// regions is a small result.
func regions() *table.Table {
	dec := func(s string) table.Value {
		v, _ := table.ParseDecimal(s)
		return v
	}
	return &table.Table{
		Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Decimal}, {Name: "orders", Kind: table.Int}},
		Rows: []table.Row{
			{table.NewText("North"), dec("1200.50"), table.NewInt(12)},
			{table.NewText("South"), dec("800.00"), table.NewInt(9)},
			{table.NewText("East"), dec("640.25"), table.NewInt(7)},
		},
	}
}

// barSpec draws regions.
const barSpec = `{"$schema":"https://vega.github.io/schema/vega-lite/v6.json","data":{"name":"result"},"mark":{"type":"bar"},` +
	`"encoding":{"x":{"field":"region","type":"nominal"},"y":{"field":"revenue","type":"quantitative"}},"title":"Revenue by region","width":640,"height":320}`

// sample is a cell with every part that an answer has.
func sample(n int) session.Cell {
	return session.Cell{
		ID: fmt.Sprintf("cell_%d", n), CreatedAt: morning.Add(time.Duration(n) * time.Minute), Question: fmt.Sprintf("Revenue by region, number %d?", n),
		Context: session.Lineage{Position: n},
		Reading: &session.Reading{Outcome: "sure", Confidence: 0.94, Sentence: "Total revenue for each region", Clauses: []session.Clause{{Label: "measure", Text: "total revenue"}}},
		SQL:     &session.SQL{Query: "SELECT region, sum(revenue) AS revenue, count(*) AS orders\nFROM sales GROUP BY region", GeneratedBy: "builtin", Tables: []string{"sales"}},
		Result:  session.ResultOf(regions(), 3),
		Chart:   &session.Chart{Kind: "bar", Spec: []byte(barSpec), AutoDetected: true, Theme: "plumb"},
		Narrative: &session.Narrative{Text: "North leads with revenue of 1,200.50. South follows with 800.", By: "builtin", DataReferences: []session.DataReference{
			{RefID: "ref1", Text: "1,200.50", Source: "revenue of North", Operation: "value", Columns: []string{"revenue"}, Rows: []int{0}},
			{RefID: "ref2", Text: "800", Source: "revenue of South", Operation: "value", Columns: []string{"revenue"}, Rows: []int{1}},
		}},
		Metadata: session.Metadata{SchemaVersion: "sha256:aa", Source: "shop", Now: "2026-02-06", AgentSteps: 3, Trace: []string{"generate", "validate", "execute"}},
	}
}

// newStore is a store in a folder of its own, with a clock that moves a second
// at every look.
func newStore(t *testing.T) Store {
	t.Helper()
	return storeIn(t.TempDir(), "n")
}

func storeIn(dir, tag string) Store {
	now, ids := morning, 0
	return Store{
		Dir: dir, Wait: 2 * time.Minute,
		Now:   func() time.Time { now = now.Add(time.Second); return now },
		NewID: func(prefix string) string { ids++; return fmt.Sprintf("%s%s%d", prefix, tag, ids) },
	}
}

// filled is a store with a notebook of so many cells.
func filled(t *testing.T, cells int) Store {
	t.Helper()
	s := newStore(t)
	if _, err := s.Create(t.Context(), "Sales", Connection{Type: "sqlite", Database: "shop.db", Name: "shop"}); err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		if err := s.Append(t.Context(), "Sales", sample(i)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
