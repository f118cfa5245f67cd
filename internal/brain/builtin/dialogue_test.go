package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// A few words after an answer change what they say, keep the rest, and are never
// taken for something else in silence.
func TestDialoguesOnTheDemo(t *testing.T) {
	b := think(t, connectDemo(t)).ForPeople()
	now := time.Date(2025, 12, 31, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		first, then string
		outcome     brain.Outcome // "" for an answer that is given
		want        []string      // in the statement, or in the words of a decline
		not         string
	}{
		{"revenue by month in 2025", "compare to last year", "", []string{"'%m'", "2024-01-01", "2025-01-01", "completed"}, ""},
		{"revenue by region in 2025", "compare to 2024", "", []string{"region_name", "_2024", "_2025 DESC", "completed"}, ""},
		{"top 5 products by revenue in 2025", "compare with last year", "", []string{"_2024", "_2025 DESC", "LIMIT 5", "completed"}, ""},
		{"average order value by region in 2025", "vs last year", "", []string{"value_2024", "value_2025", "completed"}, ""},
		{"orders by channel", "compare to last year", brain.Declined, []string{"all periods"}, ""},
		{"revenue by month in 2025 in the North", "why did it drop in july", brain.Declined, []string{"not why", "by "}, ""},
		{"revenue by month in 2024", "just december", "", []string{"2024-12-01"}, "2025-12"},
		{"revenue by month in 2024", "total", "", []string{"SUM(order_total)", "2024-01-01", "completed"}, "GROUP BY"},
		{"revenue by region in 2025", "by month", "", []string{"ORDER BY month"}, "DESC"},
		{"orders by channel", "how many customers are there", "", []string{"FROM customers"}, "WHERE"},
		{"revenue by month in 2024", "top 5 products by revenue", "", []string{"LIMIT 5"}, "2024"},
		{"revenue in 2025", "include cancelled orders", "", []string{"status IN ('completed', 'cancelled')", "2025-01-01"}, "<>"},
		{"revenue in 2025", "assume revenue includes cancelled orders", "", []string{"status IN ('completed', 'cancelled')"}, "<>"},
		{"revenue in 2025", "assume that cancelled orders count as revenue", "", []string{"status IN ('completed', 'cancelled')"}, "<>"},
		{"revenue in 2025 in the South", "include the North", "", []string{"IN ('South', 'North')", "completed"}, ""},
		{"orders in 2025", "include cancelled orders", brain.Declined, []string{"no condition"}, ""},
		{"revenue by region in 2025", "drill down into the South", "", []string{"region_name = 'South'", "completed", "2025-01-01", "ORDER BY month"}, ""},
		{"orders by channel", "drill down into web", "", []string{"channel = 'web'", "ORDER BY month"}, "GROUP BY channel"},
		{"revenue by region in 2025", "show me the rows behind the South", "", []string{"region_name = 'South'", "o.order_id", "completed", "2025-01-01"}, "GROUP BY"},
		{"revenue in 2025", "which rows are behind this number?", "", []string{"order_id", "completed", "2025-01-01"}, "SUM"},
		{"revenue in 2025", "set the VAT to 19%", brain.Declined, []string{"does not change facts", "what if"}, ""},
		{"revenue in 2025", "assume a discount of 10%", brain.Declined, []string{"does not change facts"}, ""},
	} {
		first, err := b.Read(unhurried(t), brain.Question{Text: c.first, Now: now})
		if err != nil || len(first.Readings) == 0 {
			t.Fatalf("%s: %+v, %v", c.first, first, err)
		}
		a, err := b.Read(unhurried(t), brain.Question{Text: c.then, Now: now, Before: &first.Readings[0]})
		if err != nil {
			t.Fatal(err)
		}
		if given := a.Outcome == brain.Sure || a.Outcome == brain.Likely; given != (c.outcome == "") || !given && a.Outcome != c.outcome {
			t.Errorf("%s, %s: %+v", c.first, c.then, a)
			continue
		}
		text := a.Missing
		if len(a.Readings) > 0 {
			text += a.Readings[0].SQL
		}
		for _, part := range c.want {
			if !strings.Contains(text, part) {
				t.Errorf("%s, %s: no %q in %s", c.first, c.then, part, text)
			}
		}
		if c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%s, %s: %q in %s", c.first, c.then, c.not, text)
		}
	}
}

// Rows that were included in one answer do not count in the next question that says all
// by itself: it means the definition.
func TestDefinitionHoldsAfterItWasWidened(t *testing.T) {
	b := think(t, connectDemo(t)).ForPeople()
	now := time.Date(2025, 12, 31, 9, 0, 0, 0, time.UTC)
	var before *brain.Reading
	for _, text := range []string{"revenue in 2025", "include cancelled orders", "revenue in 2025"} {
		a, err := b.Read(unhurried(t), brain.Question{Text: text, Now: now, Before: before})
		if err != nil || len(a.Readings) == 0 {
			t.Fatalf("%s: %+v, %v", text, a, err)
		}
		before = &a.Readings[0]
		if widened := text == "include cancelled orders"; widened != strings.Contains(strings.Join(before.Assumptions, " "), "departs from the definition of revenue") {
			t.Errorf("%s: %q", text, before.Assumptions)
		}
	}
	if !strings.Contains(before.SQL, "status = 'completed'") {
		t.Error(before.SQL)
	}
}
