package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestRowsWithoutAValueAreNoDuplicates(t *testing.T) {
	for question, want := range map[string]bool{"number of duplicate cities": true, "cities with more than one customer": false} {
		s := braintest.Ask(t, question)
		city := s.At("customer", "city")
		s.Index.Columns[city.Column].Nullable = true
		repeated := &form.Cond{Op: form.Greater, Left: &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}, Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: "1"}}}
		q := &form.Query{Keep: form.NoTable, Tables: []int{s.Index.Columns[city.Column].Table}, Select: []*form.Expr{city}, Group: []*form.Expr{city}, Having: repeated}
		if _, kept := hold(t, s.Index, q, s.Asked, "duplicates with a value"); !kept {
			t.Fatal("the form is dropped")
		}
		list := q.Where.Conjuncts()
		if got := len(list) == 1 && list[0].Op == form.NotNull && list[0].Left.Column == city.Column; got != want {
			t.Errorf("%s: only known values count: %t, want %t", question, got, want)
		}
	}
}
