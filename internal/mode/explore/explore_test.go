package explore_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

const begins = "question.asked · thinking · "

// TestSeveralQueries looks around, asks twice at once, draws, and answers from
// both results.
func TestSeveralQueries(t *testing.T) {
	d := newDesk(t,
		calls("list_tables", `{}`, "describe_table", `{"table": "sales"}`),
		reply{text: "Now the figures.", calls: queries(turntest.ByChannel, turntest.ByProduct).calls},
		calls("create_chart", `{"query": 1, "kind": "bar"}`),
		says("The shop leads with 2,400, ahead of the web at 1,260. Tent and stove have 30 orders each."),
	)
	turn := d.ask("How do sales look?")
	want := begins + "executing · list_tables · 3 rows · describe_table · 5 rows · thinking · " +
		"executing · execute_query · query 1: 2 rows · execute_query · query 2: 2 rows · thinking · " +
		"executing · create_chart · 0 rows · thinking · narrating · rendering · cell.recorded · ended likely"
	turntest.Lines(t, "events", d.Events(), want)
	turntest.Lines(t, "watched", d.Seen(), want)
	turntest.Lines(t, "audit", turntest.Attempts(d.Audit()), "ran: 2 rows · ran: 2 rows")

	checkAnswer(t, turn)
	checkRecords(t, turn.Cell, d.Audit())
	b, err := turn.Cell.Canonical()
	if err != nil || !strings.Contains(string(b), `"sources":[{"number":1`) {
		t.Errorf("%s, %v", b, err)
	} else if again, err := session.ParseCell(b); err != nil || len(again.Sources) != 2 {
		t.Errorf("%v", err)
	}
}

// checkAnswer looks at the answer from two results: each reference names the query
// that it is from, and what was drawn is the first.
func checkAnswer(t *testing.T, turn *explore.Turn) {
	t.Helper()
	c := turn.Cell
	if c.Question != "How do sales look?" || c.SQL.Query != turntest.ByChannel || c.Result.RowCount != 2 || c.Chart.Kind != "bar" || c.Chart.AutoDetected || c.SQL.GeneratedBy != "test/m" {
		t.Errorf("%+v, %+v, %+v", c.SQL, c.Result, c.Chart)
	}
	if n := c.Narrative; n == nil || !strings.Contains(n.Text, "30 orders each") || len(n.DataReferences) < 5 || len(c.Diagnostics) > 0 {
		t.Fatalf("%+v, %+v", n, c.Diagnostics)
	}
	for _, r := range c.Narrative.DataReferences {
		if other := strings.Contains(r.Text, "30"); other != (r.Query == 2) || !other && r.Query != 0 {
			t.Errorf("%+v", r)
		}
	}
	if s := c.Sources; len(s) != 2 || s[0].Number != 1 || s[0].SQL != turntest.ByChannel || s[0].Result != nil || s[1].RowCount != 2 || s[1].Result == nil ||
		strings.Join(s[1].Tables, " ") != "products sales" || s[0].DataHash != c.Result.DataHash {
		t.Errorf("%+v", s)
	}
	if turn.Table == nil || turn.Chart.Kind != "bar" || turn.Took <= 0 {
		t.Errorf("%+v", turn)
	}
}

// checkRecords looks at what is written down of the work: in the cell and in the
// audit.
func checkRecords(t *testing.T, c session.Cell, a store.Audit) {
	t.Helper()
	m := c.Metadata
	if m.Model != "test/m" || m.AgentSteps != 4 || m.RetryCount != 0 || m.Tokens.Input != 400 || m.CostUSD != 0.4 || m.Reasoning != "Now the figures." ||
		strings.Join(m.Trace, " ") != "list_tables describe_table execute_query execute_query create_chart" || len(m.Attempts) != 2 || m.Timings.Total <= 0 || m.Now != "2025-01-01" {
		t.Errorf("%+v", m)
	}
	if a.Status != store.StatusSuccess || a.FinalSQL != turntest.ByChannel || a.Answer != c.Narrative.Text || a.CellID != c.ID || a.Tokens.Output != 40 ||
		a.Attempts[0].Reason != "Now the figures." || a.Attempts[0].Tokens.Input != 100 || a.Attempts[1].Tokens.Input != 0 {
		t.Errorf("%+v", a)
	}
}

// TestLargeSources keep their hash, and not their rows.
func TestLargeSources(t *testing.T) {
	const large = "SELECT id, amount, 'the same long words ' || replace(hex(zeroblob(300)), '0', 'x') AS words FROM sales a CROSS JOIN (SELECT 1 AS n FROM sales LIMIT 8) ORDER BY id"
	d := newDesk(t, queries(large), queries(turntest.ByChannel), calls("create_chart", `{"query": 2, "kind": "bar"}`), says("The shop leads with 2,400. The highest amount is 120."))
	s := d.ask("How are sales?").Cell.Sources
	if len(s) != 2 || s[0].RowCount != 480 || s[0].Result == nil || s[0].Result.Data != nil || s[0].Result.DataHash != s[0].DataHash {
		t.Errorf("%+v", s)
	}
}

// TestGoingOn takes a question over from another mode: the same turn and audit,
// and what was spent before counts.
func TestGoingOn(t *testing.T) {
	for _, fails := range []bool{false, true} {
		d := newDesk(t, queries(turntest.ByChannel), says("The shop leads with 2,400."))
		begun := store.Query{ID: "query_begun", Question: "Which channel is best?", Status: store.StatusOpen}
		err := d.Session.Step(t.Context(), session.Step{Query: &begun, Events: []session.Entry{{Kind: session.QuestionAsked, Payload: session.AskedPayload{Query: begun.ID}}}})
		if err != nil {
			t.Fatal(err)
		}
		q := about(begun.Question)
		q.ID, q.Begun, q.Spent, q.Before = begun.ID, true, explore.Cost{Input: 1000, Output: 50, USD: 0.5}, "cell_0"
		if fails {
			first := d.Kept.Writes + 1
			d.Kept.Fails = func(write int) bool { return write == first }
		}
		turn, err := d.mode.Ask(t.Context(), q)
		a := d.Audit()
		if fails {
			turntest.Lines(t, "events", d.Events(), "question.asked · ended failed")
			if turn != nil || fault.CodeOf(err) != fault.StoreFull || a.Status != store.StatusFailed {
				t.Errorf("%v, %+v", err, a)
			}
			continue
		}
		turntest.Lines(t, "events", d.Events(), begins+"executing · execute_query · query 1: 2 rows · thinking · narrating · rendering · cell.recorded · ended likely")
		if err != nil || a.ID != begun.ID || a.Status != store.StatusSuccess || a.Tokens.Input != 1200 || a.CostUSD != 0.7 || turn.Cell.Context.ParentCellID != "cell_0" ||
			turn.Cell.Metadata.Tokens.Output != 70 {
			t.Errorf("%v, %+v", err, a)
		}
	}
}

// TestEventsShowResults lets whoever follows the session see what is found.
func TestEventsShowResults(t *testing.T) {
	d := newDesk(t, queries(turntest.ByChannel), says("Done."))
	d.ask("sales?")
	for _, e := range d.Watched {
		switch p := e.Payload.(type) {
		case session.CalledPayload:
			if p.Call != 1 || p.Tool != "execute_query" || !strings.Contains(p.Arguments, "GROUP BY channel") {
				t.Errorf("%+v", p)
			}
		case session.AnsweredPayload:
			if !p.OK || p.Query != 1 || p.Rows != 2 || strings.Join(p.Columns, " ") != "channel total" || string(p.Preview) != `[["shop",2400],["web",1260]]` {
				t.Errorf("%+v %s", p, p.Preview)
			}
		}
	}
}

// TestFailedQuery is told why, remembered for the conversation, and put before
// the model with the next question.
func TestFailedQuery(t *testing.T) {
	d := newDesk(t, queries(turntest.NoColumn), queries(turntest.Overflow), queries("DELETE FROM sales"), queries(turntest.ByChannel), says("The shop leads with 2,400."), says("Nothing."))
	turn := d.ask("Which channel is best?")
	turntest.Lines(t, "audit", turntest.Attempts(d.Audit()), "refused · failed · refused · ran: 2 rows")
	if m := turn.Cell.Metadata; m.RetryCount != 3 || m.Attempts[0].Status != "refused" || m.Attempts[1].Status != "failed" || len(turn.Cell.Sources) != 1 || len(d.Database.Ran) != 2 {
		t.Errorf("%+v, %q", m, d.Database.Ran)
	}
	told := shown(d.model.asked[1].Messages)
	if !strings.Contains(told, "execute_query failed:") || !strings.Contains(told, "nope") {
		t.Errorf("%s", told)
	}
	if f := d.mode.Memory.Failed(); len(f) != 3 || f[0].SQL != turntest.NoColumn || f[2].SQL != "DELETE FROM sales" || f[2].Reason == "" {
		t.Errorf("%+v", f)
	}
	for i, r := range d.model.asked {
		if len(r.System) != 2 {
			t.Errorf("the system prompt changes in turn %d", i+1)
		}
	}
	d.ask("And now?")
	system := d.model.asked[5].System
	if len(system) != 3 || !strings.Contains(system[2].Text, turntest.NoColumn) || !strings.Contains(system[2].Text, "DELETE FROM sales") {
		t.Errorf("%+v", system)
	}
	if before := shown(d.model.asked[5].Messages); !strings.Contains(before, "Which channel is best?") || !strings.Contains(before, "The shop leads with 2,400.") {
		t.Errorf("%s", before)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	d := newDesk(t, reply{})
	var replies []reply
	for i := range 20 {
		replies = append(replies, queries(fmt.Sprintf("SELECT no_%d FROM sales", i)))
	}
	d.model.replies = append(replies, queries("SELECT no_19 FROM sales"), says("Nothing was found."))
	d.ask("?")
	if f := d.mode.Memory.Failed(); len(f) != 10 || f[9].SQL != "SELECT no_19 FROM sales" || f[8].SQL != "SELECT no_18 FROM sales" {
		t.Errorf("%+v", f)
	}
}

// TestBadCalls tells the model what is wrong, and nothing is run.
func TestBadCalls(t *testing.T) {
	for name, c := range map[string]struct {
		call reply
		told string
	}{
		"unknown tool":     {calls("drop_table", `{"table": "sales"}`), `there is no tool "drop_table"`},
		"nearly a tool":    {calls("exec_query", `{}`), "did you mean execute_query?"},
		"wrong argument":   {calls("execute_query", `{"query": "SELECT 1"}`), "the arguments of execute_query do not fit"},
		"wrong type":       {calls("sample_data", `{"table": 7}`), "at /table"},
		"no such table":    {calls("describe_table", `{"table": "saels"}`), "did you mean sales?"},
		"chart of nothing": {calls("create_chart", `{"query": 1, "kind": "bar"}`), "call execute_query first"},
		"two statements":   {queries("SELECT 1; DROP TABLE sales"), "execute_query failed:"},
		"a write":          {queries("UPDATE sales SET amount = 0"), "execute_query failed:"},
		"not JSON":         {calls("execute_query", `sql = SELECT 1; --`), "could not be read"},
		"nothing":          {reply{}, "could not be read"},
	} {
		d := newDesk(t, c.call, queries(turntest.ByChannel), says("The shop leads with 2,400."))
		turn := d.ask("Which channel is best?")
		if told := shown(d.model.asked[1].Messages); !strings.Contains(told, c.told) {
			t.Errorf("%s: the model is told\n%s", name, told)
		}
		if !turn.Answered() || turn.Cell.Narrative == nil || len(d.Database.Ran) != 1 {
			t.Errorf("%s: %+v, ran %q", name, turn.Cell, d.Database.Ran)
		}
	}
}

// TestTooManyCalls does some and says so of the rest.
func TestTooManyCalls(t *testing.T) {
	var list []string
	for range 12 {
		list = append(list, "list_schemas", `{}`)
	}
	d := newDesk(t, calls(list...), says("There is one schema."))
	turn := d.ask("schemas?")
	if n := strings.Count(d.model.last(), "at most 8 calls are allowed in one turn"); n != 4 || len(turn.Cell.Metadata.Trace) != 8 {
		t.Errorf("%d, %+v\n%s", n, turn.Cell.Metadata, d.model.last())
	}
	turntest.Lines(t, "stages", d.Events()[:4], begins+"executing · list_schemas")
	if e := d.Events(); e[len(e)-5] != "thinking" {
		t.Errorf("%q", e)
	}
	d = newDesk(t, calls(list...))
	if turn = d.ask("schemas?"); len(turn.Cell.Metadata.Trace) != 60 || !strings.Contains(shown(d.model.asked[20].Messages), "no more calls are allowed for this question") {
		t.Errorf("%+v", turn.Cell.Metadata)
	}
}

// TestTurnsRunOut ends with what was found, and says so.
func TestTurnsRunOut(t *testing.T) {
	d := newDesk(t, queries(turntest.ByChannel))
	turn := d.ask("Which channel is best?")
	if len(d.model.asked) != explore.MaxTurns || len(turn.Cell.Sources) != explore.MaxTurns-1 || !turn.Answered() || turn.Cell.Narrative != nil || turn.Cell.Reading.Outcome != "likely" ||
		d.Audit().Status != store.StatusSuccess || turn.Cell.Metadata.AgentSteps != explore.MaxTurns {
		t.Errorf("%d turns, %+v", len(d.model.asked), turn.Cell)
	}
	turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "TURNS_SPENT")
	if !strings.Contains(d.model.last(), "This is your last turn.") {
		t.Errorf("%s", d.model.last())
	}
	// What it says with its last call counts, as far as it is true.
	last := queries(turntest.ByChannel)
	last.text = "The shop leads with 2,400. The web made 7."
	if turn = newDesk(t, last).ask("Which channel is best?"); turn.Cell.Narrative == nil || turn.Cell.Narrative.Text != "The shop leads with 2,400." {
		t.Errorf("%+v", turn.Cell.Narrative)
	}
	// Nothing found is a failure.
	d = newDesk(t, queries(turntest.NoColumn))
	turn = d.ask("Which channel is best?")
	turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "TURNS_SPENT · VALIDATION_ERROR")
	if turn.Answered() || turn.Cell.Reading.Outcome != "failed" || d.Audit().Status != store.StatusFailed || d.Audit().Answer != "25 turns were not enough to finish; no query answered" {
		t.Errorf("%+v, %s", turn.Cell, d.Audit().Answer)
	}
	// So is looking around without end.
	d = newDesk(t, calls("list_tables", `{}`))
	turn = d.ask("Which channel is best?")
	turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "TURNS_SPENT")
	if turn.Answered() || turn.Cell.Reading.Outcome != "failed" || len(turn.Cell.Metadata.Attempts) != 0 || d.Audit().Answer != "25 turns were not enough to finish; no query was run" {
		t.Errorf("%+v, %s", turn.Cell, d.Audit().Answer)
	}
}

// TestClaimsGoBackOnce lets the model fix its answer; what is still wrong is
// taken out.
func TestClaimsGoBackOnce(t *testing.T) {
	const wrong, right = "The shop leads with 2,500.", "The shop leads with 2,400."
	d := newDesk(t, queries(turntest.ByChannel), says(wrong), says(right))
	turn := d.ask("Which channel is best?")
	if told := d.model.last(); !strings.Contains(told, "2,500") || !strings.Contains(told, "do not support") {
		t.Errorf("%s", told)
	}
	if n := turn.Cell.Narrative; n == nil || n.Text != right || len(turn.Cell.Diagnostics) > 0 {
		t.Errorf("%+v, %+v", n, turn.Cell.Diagnostics)
	}
	d = newDesk(t, queries(turntest.ByChannel), says(right+" The web made 7."), says(right+" The web made 8."))
	turn = d.ask("Which channel is best?")
	turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "STORY_CUT")
	if n := turn.Cell.Narrative; n == nil || n.Text != right || len(d.model.asked) != 3 {
		t.Errorf("%+v", n)
	}
	// It may also look again before it answers.
	d = newDesk(t, queries(turntest.ByChannel), says("Tents have 30 orders."), queries(turntest.ByProduct), says("Tents have 30 orders."))
	if turn = d.ask("How are tents?"); turn.Cell.Narrative == nil || turn.Cell.SQL.Query != turntest.ByProduct || len(turn.Cell.Sources) != 2 {
		t.Errorf("%+v", turn.Cell)
	}
}

// TestWhoSpeaksForAClaim does not let one result excuse what another denies.
func TestWhoSpeaksForAClaim(t *testing.T) {
	const single = "SELECT sum(amount) AS revenue FROM sales WHERE channel = 'web'"                                                                // 1,260
	const orders = "SELECT p.name AS product, count(*) - p.id AS orders FROM sales s JOIN products p ON p.id = s.product_id GROUP BY 1 ORDER BY 1" // stove 28, tent 29
	for text, want := range map[string]string{
		"The shop made 2,400. Tents had 29 orders.":                      "=",
		"The shop made 2,400, and tents had 29 orders.":                  "=",
		"The shop made 2,400. Tents had 28 orders.":                      "The shop made 2,400.",
		"The shop made 29.":                                              "",
		"The web made 1,260.":                                            "=",
		"The shop made 1,260.":                                           "",
		"In the shop, revenue was 1,260.":                                "",
		"There are 3 tables. The shop made 2,400.":                       "=",
		"There are 4 tables. The shop made 2,400.":                       "The shop made 2,400.",
		"Tent has the most orders, and web the smallest total of 1,260.": "=",
		"Stove has the most orders.":                                     "",
	} {
		d := newDesk(t, calls("list_tables", `{}`), queries(turntest.ByChannel, orders, single), says(text))
		if want == "=" {
			want = text
		}
		got := ""
		if n := d.ask("How are things?").Cell.Narrative; n != nil {
			got = n.Text
		}
		if got != want {
			t.Errorf("%q: %q is left", text, got)
		}
	}
}

// TestPeriodsOfTheStatement may be named in the answer, and stand in the reading;
// the day at which a period ends may not.
func TestPeriodsOfTheStatement(t *testing.T) {
	const spring = "SELECT sum(amount) AS revenue FROM sales WHERE day >= '2024-01-01' AND day < '2025-01-01' AND channel = 'web'" // 1,260
	for text, holds := range map[string]bool{"In 2024, the web made 1,260.": true, "In 2025, the web made 1,260.": false, "In 2023, the web made 1,260.": false} {
		c := newDesk(t, queries(spring), says(text)).ask("How is the web?").Cell
		if got := c.Narrative != nil; got != holds || len(c.Reading.Clauses) != 2 || c.Reading.Clauses[0] != (session.Clause{Label: "only", Text: "in 2024"}) || c.Reading.Clauses[1].Text != "channel is 'web'" {
			t.Errorf("%s: %+v, %+v", text, c.Narrative, c.Reading)
		}
	}
}

// TestOnlyTheSchema answers what needs no query, and rests on what was listed.
func TestOnlyTheSchema(t *testing.T) {
	d := newDesk(t, calls("list_tables", `{}`), says("There are 3 tables. The table sales has 60 rows."))
	turn := d.ask("What is in this database?")
	c := turn.Cell
	if turn.Answered() || c.Reading.Outcome != "likely" || c.Narrative == nil || c.SQL != nil || len(c.Sources) != 1 || c.Sources[0].Tool != "list_tables" || c.Sources[0].Result == nil ||
		d.Audit().Status != store.StatusSuccess {
		t.Errorf("%+v, %+v", c, c.Narrative)
	}
	for _, r := range c.Narrative.DataReferences {
		if r.Query != 1 {
			t.Errorf("%+v", r)
		}
	}
	d = newDesk(t, says("There is nothing about suppliers here."))
	turn = d.ask("Who are our suppliers?")
	if c := turn.Cell; c.Reading.Outcome != "declined" || c.Reading.Missing != "There is nothing about suppliers here." || c.Narrative != nil || d.Audit().Status != store.StatusDeclined {
		t.Errorf("%+v", c)
	}
}

// TestAModelThatFails keeps what was found before.
func TestAModelThatFails(t *testing.T) {
	broken := fault.New(model.ContextSize, "that is more than the model can read").WithHint("ask for less")
	d := newDesk(t, queries(turntest.ByChannel), reply{err: broken})
	turn := d.ask("Which channel is best?")
	turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "LLM_CONTEXT_SIZE")
	if !turn.Answered() || turn.Cell.Narrative != nil {
		t.Errorf("%+v", turn.Cell)
	}
	d = newDesk(t, reply{err: broken})
	if turn, err := d.mode.Ask(t.Context(), about("?")); turn != nil || fault.CodeOf(err) != model.ContextSize || d.Audit().Status != store.StatusFailed {
		t.Errorf("%v, %v", turn, err)
	}
	turntest.Lines(t, "events", d.Events(), begins+"ended failed")
	d = newDesk(t, reply{})
	if turn, err := d.mode.Ask(t.Context(), about("?")); turn != nil || fault.CodeOf(err) != model.Malformed || len(d.model.asked) != 3 {
		t.Errorf("%v, %v", turn, err)
	}
}

// TestLongHistory leaves out what was read first.
func TestLongHistory(t *testing.T) {
	const long = "SELECT a.id, b.id AS other, b.day, 'a text that takes some room in every row of this result' AS words FROM sales a CROSS JOIN sales b"
	d := newDesk(t, queries(long, long))
	d.ask("?")
	last := d.model.asked[len(d.model.asked)-1]
	size := 0
	for _, m := range last.Messages {
		for _, p := range m.Parts {
			if p.Result != nil {
				size += len(p.Result.Text)
			}
		}
	}
	text := shown(last.Messages)
	if size > 200<<10 || size < 50<<10 || !strings.Contains(text, "This was left out to save space.") {
		t.Errorf("%d bytes are sent", size)
	}
	if strings.Count(text, "Truncated: ") < 3 || !json.Valid(last.Tools[0].Schema) {
		t.Error("nothing of the last results is left")
	}
}
