package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/opinion"
)

// TestOpinionsOnTheDemo holds that right statements about the demo warehouse
// are rarely doubted, and that plain mistakes in them are.
func TestOpinionsOnTheDemo(t *testing.T) {
	b := think(t, connectDemo(t))
	const some = 4 // one question of so many
	verdicts, alarms, all := map[opinion.Verdict]int{}, 0, 0
	for i, a := range questions(t, "demo.jsonl") {
		if i%some != 0 || a.SQL == nil || a.After != "" {
			continue
		}
		now, err := time.Parse(time.DateOnly, a.Now)
		if err != nil {
			t.Fatal(err)
		}
		q := brain.Question{Text: a.Question, Now: now}
		answer, err := b.Read(unhurried(t), q)
		if err != nil {
			t.Fatal(err)
		}
		o := b.Opinion(unhurried(t), q, *a.SQL, answer)
		all++
		verdicts[o.Verdict]++
		if len(o.Findings) > 0 {
			alarms++
			t.Logf("%s: %s\n%+v", a.Question, *a.SQL, o.Findings)
		}
		if o.Verdict == opinion.Differs {
			t.Logf("%s: %s\n%q\n%s", a.Question, *a.SQL, o.Differences, o.Reading)
		}
	}
	t.Logf("%d statements, %d with findings, %v", all, alarms, verdicts)
	if 100*alarms > 3*all || 100*verdicts[opinion.Agrees] < 60*all {
		t.Errorf("of %d right statements %d have findings, and the verdicts are %v", all, alarms, verdicts)
	}

	for _, c := range []struct {
		question, sql, message string
	}{
		{"revenue by region", "SELECT r.region_name, sum(o.order_total) FROM orders o JOIN order_items i ON i.order_id = o.order_id JOIN customers c ON c.customer_id = o.cust_no JOIN regions r ON r.region_id = c.region_id GROUP BY 1", "order_items"},
		{"How many orders were cancelled?", "SELECT count(*) FROM orders WHERE status = 'Cancelled'", "'Cancelled'"},
	} {
		o := b.Opinion(unhurried(t), brain.Question{Text: c.question}, c.sql, nil)
		if len(o.Findings) == 0 || !strings.Contains(o.Findings[0].Message, c.message) {
			t.Errorf("%s: %+v", c.sql, o)
		}
	}
}
