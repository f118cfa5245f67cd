package answer_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
	"github.com/plumbdata/plumb/internal/whatif"
)

func TestFollowUpsKnowWhatTheyFollow(t *testing.T) {
	d := newDesk(t)
	d.says(turntest.ByChannel)
	first := d.ask(about("sales by channel?"))
	if c := first.Cell.Context; c.ParentCellID != "" || c.RefinementOf != "" || c.Position != 0 {
		t.Errorf("%+v", c)
	}
	d.says("SELECT channel, sum(amount) AS total FROM sales WHERE channel = 'web' GROUP BY channel")
	d.mind.drafts[0].FollowUp = true
	q := about("only the web")
	q.Before = first
	second := d.ask(q)
	if c := second.Cell.Context; c.ParentCellID != first.Cell.ID || c.RefinementOf != first.Cell.ID || c.Position != 1 {
		t.Errorf("%+v", c)
	}
	d.says("SELECT count(*) AS products FROM products")
	q = about("how many products?")
	q.Before = second
	third := d.ask(q)
	if c := third.Cell.Context; c.ParentCellID != second.Cell.ID || c.RefinementOf != "" || c.Position != 2 {
		t.Errorf("%+v", c)
	}
	if past := d.mind.past[2]; d.mind.requests[2].Before != second || len(past) != 2 || past[0].ID != second.Cell.ID || past[1].ID != first.Cell.ID {
		t.Errorf("the third question knows %d cells", len(past))
	}
}

func TestEditedStatements(t *testing.T) {
	d := newDesk(t)
	d.says(turntest.ByChannel)
	d.teller.texts = []string{"The shop sold 2,400.", "Sales began with 30 in January 2024 and were 580 in December 2024.", "The shop sold 2,400."}
	first := d.ask(about("sales by channel?"))
	q := about("sales by channel?")
	q.Before, q.SQL = first, turntest.ByMonth
	edited := d.ask(q)
	turntest.Lines(t, "events", d.Events(), begins+"generate · validate · executing · execute · narrating · rendering · cell.recorded · ended edited")
	turntest.Lines(t, "trace", edited.Cell.Metadata.Trace, "validate · execute")
	c := edited.Cell
	if !c.SQL.EditedByUser || c.SQL.UserSQLOverride != turntest.ByMonth || c.SQL.Query != turntest.ByMonth || c.SQL.GeneratedBy != "you" || c.Reading.Outcome != "edited" {
		t.Errorf("%+v", c.SQL)
	}
	if c.Context.RefinementOf != first.Cell.ID || first.Cell.Chart.Kind != "bar" || c.Chart.Kind != "line" {
		t.Errorf("%+v: the charts are %s and %s", c.Context, first.Cell.Chart.Kind, c.Chart.Kind)
	}
	if c.Narrative == nil || strings.Contains(c.Narrative.Text, "2,400") || len(d.mind.requests) != 1 {
		t.Errorf("%+v, planned %d times", c.Narrative, len(d.mind.requests))
	}
	if a := d.Audit(); a.Status != store.StatusSuccess || a.FinalSQL != turntest.ByMonth || a.Model != "you" || a.Tokens.Input != 50*(len(d.teller.findings)-1) {
		t.Errorf("%+v", a)
	}

	d.says(turntest.ByChannel)
	q = about("and by channel?")
	q.Before = edited
	d.ask(q)
	r := d.mind.requests[1]
	if !r.Before.Cell.SQL.EditedByUser || r.Before.Draft.SQL != turntest.ByMonth || d.mind.past[1][0].SQL.UserSQLOverride != turntest.ByMonth {
		t.Errorf("the next question does not know what was edited: %+v", r.Before.Cell.SQL)
	}
}

// TestAPersonsMistakeIsNotRepaired leaves an edited statement to its writer.
func TestAPersonsMistakeIsNotRepaired(t *testing.T) {
	for name, c := range map[string]struct{ sql, attempts, trace string }{
		"unsafe": {"DELETE FROM sales", "refused", "validate"},
		"wrong":  {turntest.Overflow, "failed", "validate · execute"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			first := d.ask(about("sales by channel?"))
			d.says(turntest.ByChannel)
			q := about("sales by channel?")
			q.Before, q.SQL = first, c.sql
			turn := d.ask(q)
			a := d.Audit()
			turntest.Lines(t, "audit", turntest.Attempts(a), c.attempts)
			turntest.Lines(t, "trace", turn.Cell.Metadata.Trace, c.trace)
			if turn.Answered() || a.Status != store.StatusFailed || !turn.Cell.SQL.EditedByUser || turn.Cell.SQL.Query != c.sql || len(d.mind.failed) > 0 {
				t.Errorf("%+v", turn.Cell.SQL)
			}
			if c.attempts == "refused" && len(turn.Cell.SQL.Tables) > 0 {
				t.Errorf("a refused statement reads %v", turn.Cell.SQL.Tables)
			}
		})
	}
}

// TestTheLastStatementsTables are those of the statement that the cell names.
func TestTheLastStatementsTables(t *testing.T) {
	d := newDesk(t)
	d.says(turntest.Overflow, turntest.NoColumn)
	if c := d.ask(about("sales?")).Cell; c.SQL.Query != turntest.NoColumn || len(c.SQL.Tables) != 0 {
		t.Errorf("%+v", c.SQL)
	}
}

func TestRedrawn(t *testing.T) {
	spec := `{"mark": "bar", "encoding": {"x": {"field": "channel", "type": "nominal"}, "y": {"field": "total", "type": "quantitative"}}}`
	for name, edited := range map[string]bool{"of a plan": false, "of an edited statement": true} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			d.mind.drafts[0].Chart = []byte(spec)
			q := about("sales by channel?")
			if edited {
				q.SQL = turntest.ByChannel
			}
			first := d.ask(q)
			q = about("make it a pie")
			q.Before = first
			turn := d.ask(q)
			c := turn.Cell
			if c.Chart.Kind != "pie" || c.SQL.Query != turntest.ByChannel || c.Result.DataHash != first.Cell.Result.DataHash || c.Context.RefinementOf != first.Cell.ID {
				t.Errorf("%s, %+v, %+v", c.Chart.Kind, c.SQL, c.Context)
			}
			if c.SQL.EditedByUser != edited || c.SQL.UserSQLOverride != first.Cell.SQL.UserSQLOverride {
				t.Errorf("%+v, before %+v", c.SQL, first.Cell.SQL)
			}
			if planned := map[bool]int{false: 1, true: 0}[edited]; len(d.mind.requests) != planned {
				t.Errorf("planned %d times", len(d.mind.requests))
			}
			turntest.Lines(t, "trace", c.Metadata.Trace, "validate · execute")
			turntest.Lines(t, "audit", turntest.Attempts(d.Audit()), "ran: 2 rows")
			if a := d.Audit(); a.Attempts[0].Tokens.Input != 0 {
				t.Errorf("drawing again took %+v", a.Attempts[0].Tokens)
			}
		})
	}
}

// TestRedrawnWithoutRows is a question like any other, first of all or after
// one that failed.
func TestRedrawnWithoutRows(t *testing.T) {
	d := newDesk(t)
	d.says(turntest.NoColumn)
	nothing := d.ask(about("sales?"))
	for _, before := range []*answer.Turn{nil, nothing} {
		d.mind.requests = nil
		d.mind.drafts = []answer.Draft{{Outcome: answer.Declined, Missing: "There is nothing to draw.", By: "scripted"}}
		q := about("make it a pie")
		q.Before = before
		if turn := d.ask(q); turn.Answered() || len(d.mind.requests) != 1 {
			t.Errorf("%+v", turn.Cell)
		}
	}
}

func TestLookingAhead(t *testing.T) {
	ahead := func(data string) *whatif.Request {
		return &whatif.Request{Technique: whatif.Trend, Data: data, Horizon: whatif.Horizon{Count: 2, Unit: "month"}}
	}
	t.Run("from the rows before", func(t *testing.T) {
		d := newDesk(t)
		d.says(turntest.ByMonth)
		first := d.ask(about("sales by month"))
		q := about("what is the trend for the next two months?")
		q.Before, q.Ahead = first, ahead("")
		turn := d.ask(q)
		c := turn.Cell
		if c.WhatIf == nil || c.WhatIf.Technique != "trend" || c.WhatIf.SampleSize == 0 || len(c.WhatIf.Assumptions) == 0 || c.WhatIf.Result.RowCount != first.Cell.Result.RowCount+2 {
			t.Fatalf("%+v", c.WhatIf)
		}
		if c.Result.DataHash != first.Cell.Result.DataHash || c.Context.RefinementOf != first.Cell.ID || c.Chart.Kind != "custom" || c.Narrative.By != "trend" {
			t.Errorf("%+v", c)
		}
		turntest.Lines(t, "events", d.Events(), begins+"generate · validate · executing · execute · rendering · cell.recorded · ended sure")
		if len(d.mind.requests) != 1 || len(d.teller.findings) != 1 {
			t.Errorf("planned %d times, narrated %d times", len(d.mind.requests), len(d.teller.findings))
		}
	})
	t.Run("from rows that are asked for", func(t *testing.T) {
		d := newDesk(t)
		d.says(turntest.ByMonth)
		q := about("what is the trend of sales by month?")
		q.Ahead = ahead("sales by month")
		turn := d.ask(q)
		if d.mind.requests[0].Question != "sales by month" || turn.Cell.WhatIf == nil || turn.Cell.Question != q.Text {
			t.Errorf("%+v", d.mind.requests[0])
		}
	})
	t.Run("without rows", func(t *testing.T) {
		d := newDesk(t)
		q := about("what is the trend?")
		q.Ahead = ahead("")
		turn := d.ask(q)
		if turn.Answered() || turn.Cell.Reading.Outcome != "declined" || turn.Cell.Reading.Missing == "" || len(d.mind.requests) > 0 || d.Audit().Status != store.StatusDeclined {
			t.Errorf("%+v", turn.Cell.Reading)
		}
		turntest.Lines(t, "events", d.Events(), begins+"rendering · cell.recorded · ended declined")
	})
	t.Run("from rows that have no time", func(t *testing.T) {
		d := newDesk(t)
		d.says("SELECT name FROM products ORDER BY name")
		q := about("what is the trend of names?")
		q.Ahead = ahead("names")
		turn := d.ask(q)
		if !turn.Answered() || turn.Cell.WhatIf != nil || len(turn.Cell.Diagnostics) == 0 || turn.Cell.Diagnostics[0].Hint == "" || turn.Cell.Chart == nil {
			t.Errorf("the rows are not shown, or nobody says why there is no more: %+v", turn.Cell)
		}
	})
}
