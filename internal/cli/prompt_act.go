package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// act runs a statement, or the last one in another way.
func (c *conversation) act(ctx context.Context, name, rest string) error {
	q := answer.Question{Now: c.Today()}
	if name == "query" {
		if rest == "" {
			return fault.New(fault.Usage, "/query takes a statement").WithHint("for example: /query SELECT count(*) FROM orders")
		}
		if there, err := c.queryMade(ctx, rest); there || err != nil {
			return err
		}
		q.Text, q.SQL, q.Unasked = strings.Join(strings.Fields(rest), " "), rest, true
		return c.showTurn(c.put(ctx, q))
	}
	if c.before == nil {
		return noAnswer()
	}
	q.Text = c.before.Question
	switch name {
	case "edit":
		if rest == "" {
			return fault.New(fault.Usage, "/edit takes the statement that should run instead").WithHint("/sql prints the last one, to copy and change")
		}
		q.SQL = rest // other rows, and the chart that fits them
	case "rerun":
		if d := c.before.Cell.Derivation; d != nil && d.Chart != "" {
			q.Heading, q.Chart = c.before.Cell.Question, chart.Kind(d.Chart)
		}
		q.Unasked = c.before.Cell.SQL != nil && c.before.Cell.SQL.AsQuestion
		q.Draft = c.before.Draft.Refined()
		q.Draft.Chart = c.before.Draft.Chart // what has not changed stays
	case "chart":
		if rest == "" {
			return c.showResult(c.before.Turn)
		}
		kind := strings.ToLower(rest)
		if err := checkKind(kind); err != nil {
			return err
		}
		q.Chart, q.Draft = chart.Kind(kind), c.before.Draft.Refined()
		q.Heading = talk.ChartHeading(q.Text, q.Chart)
	case "whatif":
		r, err := parseWhatIf(rest)
		if err != nil {
			return err
		}
		q.Text, q.Ahead, q.Draft = c.before.StandaloneQuestion(), &r, c.before.Draft.Refined()
		q.Heading = talk.AheadHeading(r, q.Text)
	}
	if name == "edit" {
		return c.showTurn(c.move(func() (*turn, error) { return c.Edit(ctx, c.before, q, turnRefined(c.before), c.before) }))
	}
	return c.showTurn(c.put(ctx, q))
}

// turnRefined is the turn that the question of a turn changed, nil where it stands
// by itself. A statement that was edited has the question of the one before it.
func turnRefined(t *turn) *turn {
	for t.Draft.Outcome == answer.Edited && t.Before != nil && t.Before.Question == t.Question {
		t = t.Before
	}
	if !t.Draft.FollowUp {
		return nil
	}
	return t.Before
}

func noAnswer() error {
	return fault.New(fault.Usage, "there is no answer yet").WithHint("ask a question first")
}

// look shows something of the last answer.
func (c *conversation) look(ctx context.Context, name, rest string) error {
	if name == "show" && rest != "" && rest[0] > '9' {
		return c.showMadeTable(ctx, rest)
	}
	if c.before == nil {
		return noAnswer()
	}
	switch name {
	case "sql":
		if c.before.Cell.SQL == nil {
			return c.showCode("")
		}
		c.showSQL(c.before.Cell.SQL.Query)
	case "reading":
		c.showReading()
	case "code":
		if c.before.Cell.SQL == nil {
			return c.showCode(rest)
		}
		c.showSQL(c.before.Cell.SQL.Query)
		if chart := c.before.Cell.Chart; chart != nil && len(chart.Spec) > 0 {
			c.printf("\n")
			return c.writeJSON(c.Stdout, chart.Spec)
		}
	case "show":
		n := maxShown
		if rest != "" {
			var err error
			if n, err = strconv.Atoi(rest); err != nil || n < 1 {
				return fault.New(fault.Usage, "/show takes a number of rows").WithHint("for example: /show 100")
			}
		}
		rows := firstRows(c.before.Table, n)
		if err := c.drawTable(c.Stdout, rows, 0); err != nil {
			return err
		}
		c.remark("%d of %s", len(rows.Rows), count(len(c.before.Table.Rows), "row"))
	}
	return nil
}

// schemaOf shows a table, or all.
func (c *conversation) schemaOf(ctx context.Context, name string) error {
	s, err := c.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return err
	}
	if name == "" {
		return c.showTables(s, "/schema")
	}
	one, err := only(s, c.Connection.Name(), name)
	if err != nil {
		return err
	}
	return c.showTable(one, &one.Tables[0])
}

// showErrors lists the statements of the conversation that did not answer.
func (c *conversation) showErrors() error {
	found := false
	for _, cell := range c.all {
		for _, a := range cell.Metadata.Attempts {
			if a.Status == "ran" {
				continue
			}
			found = true
			c.paragraph(cell.Question, terminal.Bold)
			printHanging(c.Stdout, c.out, "  ", a.Status+": "+a.Reason, "")
			c.showStatement(a.SQL)
		}
	}
	if !found {
		c.remark("no statement was refused or failed")
	}
	return nil
}

// showCost sums up what the conversation took.
func (c *conversation) showCost() error {
	var ms, database, usd float64
	tokens, unpriced := 0, 0
	for _, cell := range c.all {
		m := cell.Metadata
		if m.Timings != nil {
			ms += m.Timings.Total
			database += m.Timings.Execute
		}
		if m.Tokens != nil {
			tokens += m.Tokens.Input + m.Tokens.Output
			if m.CostUSD == 0 && m.Tokens.Input+m.Tokens.Output > 0 && !c.hasPrice(m.Model) {
				unpriced++
			}
		}
		usd += m.CostUSD
	}
	out := &table.Table{Columns: []table.Column{{Name: "what", Kind: table.Text}, {Name: "so far", Kind: table.Text}}}
	for _, row := range [][2]string{
		{"questions", strconv.Itoa(len(c.all))}, {"time", formatMS(ms)}, {"of which the database", formatMS(database)},
		{"tokens", thousands(int64(tokens))}, {"cost", dollars(usd, unpriced)},
	} {
		out.Rows = append(out.Rows, table.Row{table.NewText(row[0]), table.NewText(row[1])})
	}
	return wrapWriteError(c.out.List(c.Stdout, out))
}

// formatMS is a time in milliseconds for people.
func formatMS(ms float64) string {
	if ms < 1000 {
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}

// change goes on with another connection.
func (c *conversation) change(ctx context.Context, name string) error {
	if name == "" {
		return c.reply(c.Connection.Name())
	}
	if err := c.switchTo(ctx, askFlags{db: name, model: c.models.flag, now: c.now, yes: c.yes}); err != nil {
		return err
	}
	if c.machine() {
		return c.reply(c.Connection.Name())
	}
	c.remark("now using %s", c.Connection.Name())
	return nil
}

// switchTo goes on with another conversation.
func (c *conversation) switchTo(ctx context.Context, f askFlags) error {
	next, err := c.startTalk(ctx, f)
	if err != nil {
		return err
	}
	next.how, next.life, next.listen = c.how, c.life, c.listen // the line's own context ends with it
	c.dialogue.close()
	at := next.before
	c.dialogue, c.db = next, f.db
	c.forget()
	c.before = at
	return nil
}

// showModel says who reads the questions.
func (c *conversation) showModel() { c.printf("%s\n", c.models.describe()) }
