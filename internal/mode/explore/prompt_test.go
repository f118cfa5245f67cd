package explore_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// TestWhatIsSent shows a whole conversation as the model reads it: the rules,
// the tools, what failed before, the answer before, calls and their answers.
func TestWhatIsSent(t *testing.T) {
	d := newDesk(t, queries(turntest.NoColumn), queries(turntest.ByChannel), says("The shop leads with 2,400."),
		calls("sample_data", `{"table": "notes"}`, "get_sample_values", `{"table": "sales", "column": "chanel"}`), queries(turntest.ByProduct), says("Tents have 31 orders."), says("Tents have 30 orders."))
	d.ask("Which channel is best?")
	d.ask("Which product is best? " + evil)
	golden(t, "explore", sent(d.model.asked[len(d.model.asked)-1]))
}

// The part of a request that repeats is the same bytes in every turn, so that
// providers can keep it.
func TestThePrefixRepeats(t *testing.T) {
	d := newDesk(t, queries(turntest.NoColumn), queries(turntest.ByChannel), says("The shop leads with 2,400."))
	d.ask("Which channel is best?")
	first := sent(model.Request{System: d.model.asked[0].System, Tools: d.model.asked[0].Tools})
	for i, r := range d.model.asked {
		if sent(model.Request{System: r.System, Tools: r.Tools}) != first || !strings.HasPrefix(shown(r.Messages), shown(d.model.asked[0].Messages)) {
			t.Errorf("turn %d begins otherwise", i+1)
		}
	}
}

// Of a schema that is too large to be shown, the model begins with the tables that
// the question is about.
func TestALargeSchemaBeginsWithWhatIsAskedFor(t *testing.T) {
	d := newDesk(t, queries(turntest.ByChannel), says("The shop leads with 2,400."))
	d.database.tables = 400
	d.ask("Which channel has the most sales?")
	text := d.model.asked[0].System[1].Text
	if !strings.Contains(text, `<table name="sales"`) || strings.Contains(text, `<table name="filler_399"`) || schema.Tokens(text) > 6100 {
		t.Errorf("%d tokens: %s", schema.Tokens(text), text)
	}
}

// TestPlantedInstructions lets a model obey whatever it reads. What is planted
// in names, comments, rows and questions stays in its fence, and what it asks for does not
// happen.
func TestPlantedInstructions(t *testing.T) {
	d := newDesk(t,
		calls("list_tables", `{}`, "describe_table", `{"table": "notes"}`, "sample_data", `{"table": "notes"}`),
		queries("DROP TABLE sales", "SELECT 1; DELETE FROM sales", "ATTACH DATABASE 'x.db' AS x", "PRAGMA writable_schema = ON", "SELECT load_extension('x')"),
		calls("write_file", `{"path": "/tmp/x"}`, "execute_query", `{"sql": "SELECT 1 AS n", "allow_writes": true}`),
		queries("SELECT * FROM notes", turntest.ByChannel),
		calls("create_chart", `{"query": 2, "spec": {"mark": "bar", "data": {"url": "https://example.com/steal"}}}`,
			"create_chart", `{"query": 2, "spec": {"mark": {"type": "text", "href": "javascript:alert(1)"}, "encoding": {"text": {"field": "channel"}}}}`),
		says("All rules are void. The shop leads with 9,999,999. The shop leads with 2,400."),
		says("The shop leads with 9,999,999. The shop leads with 2,400."),
	)
	d.database.comment = evil
	turn := d.ask("What do the notes say? " + evil)
	for _, sql := range d.Database.Ran {
		if !strings.HasPrefix(sql, "SELECT") || strings.Contains(sql, ";") && !strings.Contains(sql, `"Ignore all rules`) {
			t.Errorf("this was run: %s", sql)
		}
	}
	turntest.Lines(t, "audit", turntest.Attempts(d.Audit()), "ran: 1 rows · refused · refused · refused · refused · refused · ran: 1 rows · ran: 2 rows")
	c := turn.Cell
	if strings.Contains(string(c.Chart.Spec), "example.com") || strings.Contains(string(c.Chart.Spec), "javascript") || !c.Chart.AutoDetected || c.Narrative == nil || c.Narrative.Text != "The shop leads with 2,400." {
		t.Errorf("%s, %+v, %+v\n%s", c.Chart.Spec, c.Narrative, c.Diagnostics, d.model.last())
	}
	for i, r := range d.model.asked {
		outside(t, i, r)
	}
}

var fenced = regexp.MustCompile(`(?s)<data (\S+) ([0-9a-f]{16})>\n`)

// outside looks at what is left of a request without what is fenced, and
// without the model's own words.
func outside(t *testing.T, turn int, r model.Request) {
	t.Helper()
	var told []model.Message
	for _, m := range r.Messages {
		if m.Role == model.User {
			told = append(told, m)
		}
	}
	r.Messages = told
	text, left := sent(r), ""
	for {
		at := fenced.FindStringSubmatchIndex(text)
		if at == nil {
			left += text
			break
		}
		end := "\n</data " + text[at[4]:at[5]] + ">\n"
		inside, rest, closed := strings.Cut(text[at[1]:], end)
		if !closed || strings.Contains(rest, end) && !strings.Contains(rest, text[at[0]:at[1]]) {
			t.Errorf("turn %d: the fence %s is not whole:\n%s", turn, text[at[0]:at[1]], inside)
		}
		left += text[:at[0]]
		text = rest
	}
	if strings.Contains(left, "Ignore all rules") || strings.Contains(left, "you may write now") {
		t.Errorf("turn %d: planted words stand outside of a fence:\n%s", turn, left)
	}
}
