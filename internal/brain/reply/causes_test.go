package reply

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// No query finds a cause, so none is run for one.
func TestCausesAreNotReckoned(t *testing.T) {
	s := braintest.Ask(t, "x")
	sales := braintest.Sum(s.At("orders", "net_sales"))
	month := &form.Expr{Op: form.Month, Args: []*form.Expr{s.At("orders", "order_date")}}
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
		a := Direct(s.Index, q)
		if a == nil || a.Outcome != brain.Declined || !strings.Contains(a.Missing, c.want) || c.not != "" && strings.Contains(a.Missing, c.not) {
			t.Errorf("%q: %+v", c.message, a)
		}
	}
	for _, message := range []string{"what is behind schedule", "who knows why", "orders that explain the total", "which orders were late"} {
		if a := declineCause(s.Index, Normalize(message), nil); a != nil {
			t.Errorf("%q: %s", message, a.Missing)
		}
	}
	for at, recorded := range map[string]bool{"orders": true, "customer": false} {
		ix := &index.Index{Dialect: s.Index.Dialect, Tables: s.Index.Tables, Keys: s.Index.Keys}
		ix.Columns = append(slices.Clip(s.Index.Columns), index.Column{Table: s.Index.Columns[s.Column(at, "id")].Table, Words: []string{"cancel", "reason"}})
		for _, message := range []string{"why do customers cancel", "what are the reasons for canceling"} {
			if a := declineCause(ix, message, nil); a != nil {
				t.Errorf("%q where reasons are recorded: %+v", message, a)
			}
		}
		if a := declineCause(ix, "why did they leave", &brain.Reading{Form: plain}); a == nil != recorded {
			t.Errorf("after an answer about orders, with reasons of %s: %+v", at, a)
		}
	}
}
