package talk

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/schema"
)

// A reply says nothing of the data but what Plumb knows of the tables.
func TestAReplyIsHeldAgainstWhatIsKnown(t *testing.T) {
	s := &schema.Snapshot{Dialect: "duckdb", Tables: []schema.Table{
		{Name: "orders", Rows: 48_000, Comment: "one row for each order", Columns: []schema.Column{{Name: "id"}, {Name: "ordered_at", Role: schema.TimeDimension, Min: "2023-01-01 08:00:00", Max: "2025-12-31 18:30:00"}}},
		{Name: "customers", Rows: 6000, Columns: []schema.Column{{Name: "id"}, {Name: "name"}, {Name: "city"}}},
	}}
	own := &Talk{Config: Config{Today: func() time.Time { return time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC) }}}
	tables := describeData(s)
	m := llm.Message{Text: "hello", Known: tables.words + "\n" + tables.list[0] + "\n" + tables.list[1], Own: "Hello."}
	for text, fine := range map[string]bool{
		"Hello. Ask me about orders and customers.":                           true,
		"You are welcome. Let me know what else you would like to see.":       true,
		"I am Plumb. I write SQL that only reads, and show what comes of it.": true,
		"There are 2 tables here, orders and customers.":                      true,
		"The table orders has 48,000 rows.":                                   true,
		"The orders run from 1 January 2023 to 31 December 2025.":             true,
		"There are 3 tables here.":                                            false,
		"The table orders has 50,000 rows.":                                   false,
		"The newest order is of 5 January 2026.":                              false,
		"Revenue was 1.2 million last year.":                                  false,
		"Sales rose by 12% in 2024.":                                          false,
		"Your orders are growing.":                                            false,
		"Your customers are mostly from Germany.":                             false,
		"Look at the table payroll_runs.":                                     false,
		"Read more at https://example.org.":                                   false,
	} {
		if why := own.object(text, m, s); (why == "") != fine {
			t.Errorf("%q: %q", text, why)
		}
	}
}
