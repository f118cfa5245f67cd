package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
)

// Revenue that no column is called may be what is added up from amounts: that is
// asked, not declined. What is understood in no other way is declined.
func TestMoneyUnderAnotherNameIsAsked(t *testing.T) {
	for question, asked := range map[string]bool{"revenue by city": true, "footfall by city": false, "revenue and footfall by city": false} {
		s := script(t, question)
		s.add(0.95, nil)
		s.add(0.04, &form.Query{Tables: []int{0, 1}, Select: []*form.Expr{s.at("customer", "city"), sum(s.at("orders", "net_sales"))}, Group: []*form.Expr{s.at("customer", "city")}})
		a := s.judge(t.Context(), s.list, s.asked, nil, nil)
		if asked && (a.Outcome != brain.Unsure || a.Clarify == nil || !strings.Contains(a.Clarify.Question, "“revenue”")) || !asked && a.Outcome != brain.Declined {
			t.Errorf("%s: %s %+v", question, a.Outcome, a.Clarify)
		}
	}
}
