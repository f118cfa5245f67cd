package answer_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

const (
	begins  = "question.asked · thinking · "
	worked  = "executing · execute · narrating · rendering · cell.recorded · ended sure"
	refused = "validate failed · correcting · "
	failed  = "validate · executing · execute failed · correcting · "
)

// TestAttempts walks the ways from a question to a cell, and holds the events,
// the trace, the attempts of the cell and the audit against each other.
func TestAttempts(t *testing.T) {
	for _, c := range []struct {
		name       string
		statements []string
		limits     source.Limits
		events     string
		trace      string
		attempts   string
		status     store.Status
		why        string // part of the last error
	}{
		{name: "at once", statements: []string{turntest.ByChannel},
			events: begins + "generate · validate · " + worked, trace: "generate · validate · execute", attempts: "ran: 2 rows", status: store.StatusSuccess},
		{name: "repaired at the second attempt", statements: []string{turntest.NoColumn, turntest.ByChannel},
			events: begins + "generate · " + refused + "fix_1 · validate · " + worked, trace: "generate · validate · fix_1 · validate · execute",
			attempts: "refused · ran: 2 rows", status: store.StatusSuccess},
		{name: "repaired at the third attempt", statements: []string{turntest.NoColumn, turntest.Overflow, turntest.ByChannel},
			events: begins + "generate · " + refused + "fix_1 · " + failed + "fix_2 · validate · " + worked,
			trace:  "generate · validate · fix_1 · validate · execute · fix_2 · validate · execute", attempts: "refused · failed · ran: 2 rows", status: store.StatusSuccess},
		{name: "a statement that takes too long", statements: []string{turntest.Endless, turntest.ByChannel}, limits: source.Limits{Time: 2 * time.Second}, // in which the other one runs on any machine
			events: begins + "generate · " + failed + "fix_1 · validate · " + worked,
			trace:  "generate · validate · execute · fix_1 · validate · execute", attempts: "failed · ran: 2 rows", status: store.StatusSuccess},
		{name: "nothing left after three", statements: []string{turntest.NoColumn, turntest.Overflow, "SELECT missing FROM sales", turntest.ByChannel},
			events: begins + "generate · " + refused + "fix_1 · " + failed + "fix_2 · validate failed · rendering · cell.recorded · ended failed",
			trace:  "generate · validate · fix_1 · validate · execute · fix_2 · validate", attempts: "refused · failed · refused", status: store.StatusFailed, why: "missing"},
		{name: "no other idea", statements: []string{turntest.Overflow},
			events: begins + "generate · " + failed + "rendering · cell.recorded · ended failed",
			trace:  "generate · validate · execute · fix_1", attempts: "failed", status: store.StatusFailed, why: "integer overflow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.says(c.statements...)
			d.teller.texts = []string{"The shop sold 2,400."}
			d.mode.Limits = c.limits.OrDefault()
			turn := d.ask(about("sales by channel?"))
			turntest.Lines(t, "events", d.Events(), c.events)
			turntest.Lines(t, "watched", d.Seen(), c.events)
			turntest.Lines(t, "trace", turn.Cell.Metadata.Trace, c.trace)
			a := d.Audit()
			turntest.Lines(t, "audit", turntest.Attempts(a), c.attempts)
			d.agree(turn, a)
			if a.Status != c.status || turn.Answered() != (c.status == store.StatusSuccess) {
				t.Errorf("the audit says %s, answered %v", a.Status, turn.Answered())
			}
			if len(d.mind.failed) > 0 {
				d.toldWhy(d.mind.failed[len(d.mind.failed)-1])
			}
			if turn.Answered() {
				if a.Answer != "The shop sold 2,400." || a.FinalSQL != turntest.ByChannel || turn.Cell.SQL.Query != turntest.ByChannel {
					t.Errorf("%+v", a)
				}
				return
			}
			first := turn.Cell.Diagnostics[0]
			if turn.Cell.Reading.Outcome != "failed" || first.Severity != fault.Error || !strings.Contains(first.Message, c.why) || first.Hint == "" || !strings.Contains(a.Answer, c.why) {
				t.Errorf("the failure is not told: %+v, %+v, %q", turn.Cell.Reading, first, a.Answer)
			}
			if turn.Cell.Result != nil || turn.Cell.Chart != nil || turn.Cell.Narrative != nil || a.FinalSQL != "" || len(d.teller.findings) > 0 {
				t.Errorf("a failed cell pretends: %+v", turn.Cell)
			}
		})
	}
}

// agree holds cell and audit against each other, and against what was spent.
func (d *desk) agree(turn *answer.Turn, a store.Audit) {
	d.T.Helper()
	kept := d.Cells()
	if last := kept[len(kept)-1]; last.ID != turn.Cell.ID || a.CellID != last.ID || a.Question != last.Question {
		d.T.Errorf("cell %s, recorded %s, audited %s", turn.Cell.ID, last.ID, a.CellID)
	}
	m := turn.Cell.Metadata
	if len(m.Attempts) != len(a.Attempts) || a.AttemptCount != len(a.Attempts) {
		d.T.Fatalf("%d attempts in the cell, %d in the audit", len(m.Attempts), len(a.Attempts))
	}
	input := 0
	for i, x := range m.Attempts {
		y := a.Attempts[i]
		want := map[bool]string{true: "ran", false: "failed"}[y.ExecutionOK]
		if !y.ValidationOK {
			want = "refused"
		}
		if x.SQL != y.SQL || x.Status != want || x.Reason != y.ValidationReason+y.DBError || y.Reason == "" {
			d.T.Errorf("attempt %d: %+v, audited %+v", i+1, x, y)
		}
		input += y.Tokens.Input
	}
	if m.Timings == nil || store.Timings(*m.Timings) != a.Timings || a.Timings.Total <= 0 || a.Timings.Plan <= 0 || a.Timings.Check <= 0 {
		d.T.Errorf("timings %+v, audited %+v", m.Timings, a.Timings)
	}
	if m.Tokens == nil || m.Tokens.Input != a.Tokens.Input || m.Tokens.Output != a.Tokens.Output || m.CostUSD != a.CostUSD || a.CostUSD <= 0 {
		d.T.Errorf("tokens %+v and %v, audited %+v and %v", m.Tokens, m.CostUSD, a.Tokens, a.CostUSD)
	}
	if told := 50 * len(d.teller.findings); input+told != a.Tokens.Input {
		d.T.Errorf("the attempts took %d tokens, the story %d, all %d", input, told, a.Tokens.Input)
	}
	if m.Model != "scripted" || a.Model != "scripted" || m.Source != "shop" || a.Source != "shop" || m.SchemaVersion == "" || m.Now != "2025-01-01" {
		d.T.Errorf("%+v", m)
	}
}

// toldWhy finds that whoever repairs knows every attempt and its reason.
func (d *desk) toldWhy(failed []answer.Attempt) {
	d.T.Helper()
	if len(failed) != len(d.mind.failed) {
		d.T.Errorf("repair %d was told of %d attempts", len(d.mind.failed), len(failed))
	}
	for i, f := range failed {
		if f.Reason == "" || f.SQL != d.Database.Checked[i] || f.Refused != (f.SQL == turntest.NoColumn || strings.Contains(f.SQL, "missing")) {
			d.T.Errorf("%+v", f)
		}
	}
}

// TestUnsafeStatementsNeverRun lets a mind attack: what it writes is refused,
// counts as an attempt, and reaches no database.
func TestUnsafeStatementsNeverRun(t *testing.T) {
	attacks := []string{
		"DROP TABLE sales", "WITH x AS (SELECT id FROM sales) DELETE FROM sales WHERE id IN (SELECT id FROM x)", "SELECT pg_sleep(3600)",
		"SELECT 1; DELETE FROM sales", "UPDATE sales SET amount = 0", "SELECT load_extension('evil')", "ATTACH 'other.db' AS other",
		"PRAGMA writable_schema = 1", "INSERT INTO sales (id) VALUES (99) RETURNING id", "SELECT sql FROM sqlite_master",
	}
	for _, attack := range attacks {
		t.Run(attack, func(t *testing.T) {
			d := newDesk(t)
			before, err := os.ReadFile(d.File)
			if err != nil {
				t.Fatal(err)
			}
			d.says(attack, attack, attack, turntest.ByChannel)
			turn := d.ask(about("sales by channel?"))
			a := d.Audit()
			turntest.Lines(t, "audit", turntest.Attempts(a), "refused · refused · refused")
			if turn.Answered() || a.Status != store.StatusFailed || turn.Cell.Reading.Outcome != "failed" {
				t.Errorf("%+v", turn.Cell.Reading)
			}
			d.says(attack, turntest.ByChannel)
			turn = d.ask(about("sales by channel?"))
			a = d.Audit()
			turntest.Lines(t, "audit", turntest.Attempts(a), "refused · ran: 2 rows")
			if !turn.Answered() || a.Attempts[0].SQL != attack || !slices.Contains(d.Database.Checked, attack) {
				t.Errorf("%+v", a)
			}
			for _, ran := range d.Database.Ran {
				if !strings.Contains(ran, "channel") {
					t.Errorf("the database was given %s", ran)
				}
			}
			after, err := os.ReadFile(d.File)
			if err != nil || string(before) != string(after) {
				t.Errorf("the database's file has changed (%v)", err)
			}
		})
	}
}

// TestNothingIsRun is about questions that are answered without a statement.
func TestNothingIsRun(t *testing.T) {
	other := answer.Draft{SQL: turntest.ByMonth, Sentence: "by month", Probability: 0.3}
	for _, c := range []struct {
		name    string
		draft   answer.Draft
		outcome string
		reply   string
	}{
		{"unanswerable", answer.Draft{Outcome: answer.Declined, Confidence: 0.8, Missing: "Nothing here holds the weather.", Suggested: []string{"sales by channel"}, By: "scripted"},
			"declined", "Nothing here holds the weather."},
		{"unsure", answer.Draft{Outcome: answer.Unsure, Confidence: 0.3, SQL: turntest.ByChannel, Ask: "By sales, do you mean the amount?", Others: []answer.Draft{other}, By: "scripted"},
			"unsure", "By sales, do you mean the amount?"},
		{"no statement", answer.Draft{Outcome: answer.Sure, Confidence: 0.9, Missing: "There is nothing to add.", By: "scripted"}, "declined", "There is nothing to add."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.mind.drafts = []answer.Draft{c.draft}
			turn := d.ask(about("how warm was it?"))
			turntest.Lines(t, "events", d.Events(), begins+"rendering · cell.recorded · ended "+c.outcome)
			turntest.Lines(t, "trace", turn.Cell.Metadata.Trace, "generate")
			a := d.Audit()
			if a.Status != store.StatusDeclined || a.Answer != c.reply || len(a.Attempts) != 0 || a.FinalSQL != "" || a.CellID != turn.Cell.ID {
				t.Errorf("%+v", a)
			}
			if len(d.Database.Checked)+len(d.Database.Ran) > 0 {
				t.Errorf("checked %q, ran %q", d.Database.Checked, d.Database.Ran)
			}
			cell := turn.Cell
			if cell.SQL != nil || cell.Result != nil || cell.Chart != nil || cell.Narrative != nil || cell.Reading.Outcome != c.outcome {
				t.Errorf("%+v", cell)
			}
			if cell.Reading.Missing+cell.Reading.Question != c.reply || !slices.Equal(cell.Reading.Suggested, c.draft.Suggested) || len(cell.Reading.Others) != len(c.draft.Others) {
				t.Errorf("%+v", cell.Reading)
			}
		})
	}
}

// TestTheSameTwice asks the same of two homes: only ids, times and timings may
// differ.
func TestTheSameTwice(t *testing.T) {
	var first string
	for range 2 {
		d := newDesk(t)
		d.says(turntest.NoColumn, turntest.ByChannel)
		d.teller.texts = []string{"The shop sold 2,400, the web 1,260; together 3,660."}
		c := d.ask(about("sales by channel?")).Cell
		c.ID, c.CreatedAt, c.Metadata.Timings, c.Result.ExecutionTimeMS = "", time.Time{}, nil, 0
		b, err := c.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		if first != "" && first != string(b) {
			t.Errorf("first %s\nthen %s", first, b)
		}
		first = string(b)
	}
	if _, err := session.ParseCell([]byte(first)); err != nil {
		t.Error(err)
	}
}

// always plans the same.
type always string

func (a always) Plan(context.Context, answer.Request) (*answer.Draft, error) {
	return &answer.Draft{Outcome: answer.Sure, SQL: string(a), By: "scripted"}, nil
}

// TestManyAtOnce asks in one session from many places: every question has its
// cell, its own place in the conversation, and its audit.
func TestManyAtOnce(t *testing.T) {
	const people = 16
	d := newDesk(t)
	d.mode = &answer.Mode{Planner: always(turntest.ByChannel), Database: d.Database.Connection, Log: d.Session, Limits: d.mode.Limits, NewID: d.mode.NewID, Clock: d.mode.Clock}
	var wait sync.WaitGroup
	for range people {
		wait.Go(func() {
			if turn, err := d.mode.Ask(t.Context(), about("sales by channel?")); err != nil || !turn.Answered() {
				t.Errorf("%v", err)
			}
		})
	}
	wait.Wait()
	for i, c := range d.Cells() {
		if c.Context.Position != i || c.Result.RowCount != 2 {
			t.Errorf("cell %d is at %d", i, c.Context.Position)
		}
	}
	list, err := d.Kept.Audit(t.Context(), store.Filter{Session: d.Session.ID()})
	if err != nil || len(list) != people || len(d.Cells()) != people {
		t.Fatalf("%d questions, %d cells (%v)", len(list), len(d.Cells()), err)
	}
	for _, a := range list {
		if a.Status != store.StatusSuccess || a.CellID == "" || a.AttemptCount != 1 {
			t.Errorf("%+v", a)
		}
	}
}
