package account

import (
	"context"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Words that a form does not stand for are found where they narrow down what is
// asked for, or are asked for themselves.
func TestWordsThatStandForNothing(t *testing.T) {
	near := &Nearness{Embedder: Sentences}
	for _, c := range []struct {
		question            string
		suspicious, lacking []string
	}{
		{"net sales of customers", nil, nil},
		{"net sales of vegetarian customers", []string{"vegetarian"}, nil},
		{"total net sales per month", nil, nil},
		{"please show the overall net sales of every customer", nil, nil},
		{"how many bears", []string{"bears"}, []string{"bears"}},
	} {
		shop := braintest.Ask(t, c.question)
		sales := &form.Expr{Op: form.Sum, Args: []*form.Expr{{Op: form.Column, Column: shop.Index.Column("", "orders", "net_sales")}}}
		month := &form.Expr{Op: form.Month, Args: []*form.Expr{{Op: form.Column, Column: shop.Index.Column("", "orders", "ordered_at")}}}
		one := &candidates.Candidate{Query: &form.Query{Tables: []int{0, 1}, Keep: form.NoTable, Select: []*form.Expr{sales}, Group: []*form.Expr{month}}}
		a := Of(shop.Index, shop.Asked, one, nil)
		words := func(list []int) []string {
			var texts []string
			for _, i := range list {
				texts = append(texts, a.word(i))
			}
			return texts
		}
		if got := words(a.Suspicious(context.Background(), near, true)); !slices.Equal(got, c.suspicious) {
			t.Errorf("%s: suspicious %q, want %q", c.question, got, c.suspicious)
		}
		if got := words(a.Lacking(context.Background(), near, tuning.FarAskedFor)); !slices.Equal(got, c.lacking) {
			t.Errorf("%s: lacking %q, want %q", c.question, got, c.lacking)
		}
	}
}
