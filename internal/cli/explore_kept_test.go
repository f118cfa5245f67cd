package cli

import (
	"strings"
	"testing"
)

// An explored answer that rests on two queries is verified, replayed and
// refreshed as what it is.
func TestAnExploredAnswerIsHeldAgainstAllItsQueries(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.askModel(`
step look
call execute_query {"sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel ORDER BY total DESC"}
call execute_query {"sql": "SELECT channel, count(*) AS orders FROM sales WHERE channel = 'web' GROUP BY channel"}
stop tool
step draw
call create_chart {"query": 1, "kind": "bar"}
stop tool
step say
say shop leads with 1,800. The web has 20 orders.
stop ended
`, "--explore", "--notebook", "Kept", "what stands out?")
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	c := b.book("kept").Cells[0]
	if len(c.Sources) != 2 || c.Narrative == nil || !strings.Contains(c.Narrative.Text, "20 orders") {
		t.Fatalf("%+v\n%s%s", c, out, errs)
	}
	out, _ = b.ok("", "verify", "kept")
	contains(t, "verified", out, "what stands out?")
	out, _ = b.ok("", "replay", "kept")
	contains(t, "replayed", out, "✓ 1 same")

	b.change(`INSERT INTO sales VALUES (61, 1, 0, 'web')`) // the total is the same, the orders are one more
	status, out, _ = b.run("", "replay", "kept")
	contains(t, "replayed", out, "! 1 data changed", "query 2: 1 row changed")
	if status == 0 {
		t.Error("nothing is said to have changed")
	}
	out, _ = b.ok("", "notebook", "refresh", "kept")
	contains(t, "refreshed", out, "query 2: 1 row changed", "ask the question again")
	c = b.book("kept").Cells[0]
	if len(c.Sources) != 2 || c.Narrative == nil || c.Narrative.Text != "shop leads with 1,800." {
		t.Errorf("it tells what is no longer true, or not what is: %+v", c.Narrative)
	}
	b.ok("", "verify", "kept")
	b.ok("", "replay", "kept")
	out, _ = b.ok("", "notebook", "refresh", "kept") // nothing has changed since
	contains(t, "refreshed again", out, "✓ 1 same")
	if again := b.book("kept").Cells[0]; again.Narrative.Text != c.Narrative.Text || again.Narrative.By != c.Narrative.By || len(again.Sources) != 2 {
		t.Errorf("%+v", again)
	}

	b.change(`DELETE FROM sales`)
	out, _ = b.ok("", "notebook", "refresh", "kept")
	contains(t, "nothing holds", out, "ask the question again")
	if c = b.book("kept").Cells[0]; strings.Contains(c.Narrative.Text, "1,800") {
		t.Errorf("%+v", c.Narrative)
	}
}

// A model that only looks around is stopped, and that is said.
func TestLookingAroundWithoutEnd(t *testing.T) {
	var script strings.Builder
	for range 25 {
		script.WriteString("step look\ncall list_tables {}\nstop tool\n")
	}
	status, out, errs := newBench(t).askModel(script.String(), "--explore", "what stands out?")
	if status == 0 || strings.Contains(out+errs, "were tried") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	contains(t, "the answer", out, "25 turns were not enough to finish; no query was run.", "narrower question")
}
