package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// No query finds a cause, so none is run for one.
func TestCausesAreNotReckoned(t *testing.T) {
	s := script(t, "x")
	sales := sum(s.at("orders", "net_sales"))
	month := &form.Expr{Op: form.Month, Args: []*form.Expr{s.at("orders", "order_date")}}
	plain := &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{sales}}
	monthly := &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{month, sales}, Group: []*form.Expr{month}}
	for _, c := range []struct {
		message string
		before  *form.Query
		want    string
		not     string
	}{
		{"why did it drop", monthly, "by customer.", "month"},
		{"and why did it drop in July?", plain, "by customer or month.", ""},
		{"how come?", plain, "by customer or month.", ""},
		{"why did net sales in the North drop in summer 2024?", nil, "not why", "the same"},
		{"what caused the drop", monthly, "not why", ""},
	} {
		q := brain.Question{Text: c.message}
		if c.before != nil {
			q.Before = &brain.Reading{Form: c.before}
		}
		a := aside(s.ix, q)
		if a == nil || a.Outcome != brain.Declined || !strings.Contains(a.Missing, c.want) || c.not != "" && strings.Contains(a.Missing, c.not) {
			t.Errorf("%q: %+v", c.message, a)
		}
	}
	for _, message := range []string{"what is behind schedule", "who knows why", "orders that explain the total", "which orders were late"} {
		if a := why(s.ix, plainly(message), nil); a != nil {
			t.Errorf("%q: %s", message, a.Missing)
		}
	}
	recorded := *s.ix
	recorded.Columns = append(recorded.Columns[:len(recorded.Columns):len(recorded.Columns)], index.Column{Words: []string{"cancel", "reason"}})
	for message, want := range map[string]bool{"why do customers cancel": false, "what are the reasons for canceling": false} {
		if a := why(&recorded, message, nil); a != nil != want {
			t.Errorf("%q where reasons are recorded: %+v", message, a)
		}
	}
	if a := why(&recorded, "why", &brain.Reading{Form: plain}); a == nil {
		t.Error("an answer has no reasons, whatever is recorded of its rows")
	}
}
