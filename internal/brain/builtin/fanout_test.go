package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
)

// What would count in several groups is asked about, however probable it is.
func TestSumsOfRowsInSeveralGroupsAreAskedAbout(t *testing.T) {
	for _, c := range []struct {
		name            string
		of, by          [2]string
		repeated, asked bool
	}{
		{"customers are in several", [2]string{"customer", "id"}, [2]string{"orders", "order_date"}, true, true},
		{"an order has one customer", [2]string{"orders", "net_sales"}, [2]string{"customer", "city"}, true, false},
		{"no join repeats it", [2]string{"customer", "id"}, [2]string{"orders", "order_date"}, false, false},
	} {
		s := script(t, "net sales by "+strings.ReplaceAll(c.by[1], "_", " "))
		by := s.at(c.by[0], c.by[1])
		first := s.add(0.99, &form.Query{Tables: []int{0, 1}, Select: []*form.Expr{by, sum(s.at(c.of[0], c.of[1]))}, Group: []*form.Expr{by}})
		if first.Notes.Single = nil; c.repeated {
			first.Notes.Single = []string{c.of[0]}
		}
		a := s.judge(t.Context(), s.list, s.asked, nil, nil)
		if asked := a.Outcome == brain.Unsure && a.Clarify != nil && strings.Contains(a.Clarify.Question, "customers may belong to several"); asked != c.asked {
			t.Errorf("%s: %s, %+v", c.name, a.Outcome, a.Clarify)
		}
	}
}

// A form that was fixed is as sure as the parser where that wrote one with the
// same rows.
func TestMendedFormsWithTheSameRows(t *testing.T) {
	s := script(t, "net sales")
	q := &form.Query{Tables: []int{1}, Select: []*form.Expr{sum(s.at("orders", "net_sales"))}}
	fixed, written := s.add(0.6, q), s.add(0.4, q)
	fixed.Repaired = true
	for _, c := range []*candidates.Candidate{fixed, written} {
		c.Hash, c.Ran = "the same", true
	}
	candidates.Weigh(s.list)
	if fixed.Repaired || fixed.Mass < 0.99 {
		t.Errorf("fixed: %t, mass %.2f", fixed.Repaired, fixed.Mass)
	}
}
