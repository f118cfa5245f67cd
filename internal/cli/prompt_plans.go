package cli

import (
	"context"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// planned keeps the plan of the last answer, or runs one that was kept.
func (c *conversation) planned(ctx context.Context, name, rest string) error {
	switch {
	case name == "plans":
		return c.listPlans()
	case rest == "":
		return fault.New(fault.Usage, "/%s takes the name of a plan", name).WithHint("for example: /%s drop", name)
	case name == "replay":
		return c.replayPlan(ctx, rest)
	case c.before == nil:
		return noAnswer()
	}
	if _, err := c.savePlan(rest, c.before.Cell, name == "share"); err != nil {
		return err
	}
	return c.confirm("the plan %s is saved; /replay %[1]s runs it again, and /notebook NAME saves the answers", terminal.Clean(rest))
}

// replayPlan runs a plan: its name, and then values of parameters.
func (c *conversation) replayPlan(ctx context.Context, rest string) error {
	words := quotedFields(rest)
	at := len(words)
	for i, w := range words {
		if strings.Contains(w, "=") {
			at = i
			break
		}
	}
	var set []string
	for _, w := range words[at:] {
		if strings.Contains(w, "=") {
			set = append(set, w)
		} else { // a value of several words
			set[len(set)-1] += " " + w
		}
	}
	values, err := parameters(set)
	if err != nil {
		return err
	}
	p, err := c.loadPlan(strings.Join(words[:at], " "))
	if err != nil {
		return err
	}
	return c.showTurn(c.move(func() (*turn, error) { return c.Replay(ctx, c.before, answer.Question{}, &p.Plan, values) }))
}

// quotedFields splits a line at spaces that are not in double quotes.
func quotedFields(line string) []string {
	quoted := false
	fields := strings.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	})
	for i, f := range fields {
		fields[i] = strings.ReplaceAll(f, `"`, "")
	}
	return fields
}

// showHistory lists the last conversations about data, the newest first.
func (c *conversation) showHistory(ctx context.Context) error {
	const recent = 20
	list, err := c.kept.Sessions(ctx, store.Filter{Newest: true, Limit: recent})
	if err != nil {
		return err
	}
	out := &table.Table{Columns: []table.Column{{Name: "session", Kind: table.Text}, {Name: "began", Kind: table.Text}, {Name: "data", Kind: table.Text}, {Name: "last question", Kind: table.Text}}}
	for _, s := range list {
		cells, err := c.kept.Audit(ctx, store.Filter{Session: s.ID, Newest: true, Limit: 1})
		if err != nil {
			return err
		}
		if len(cells) == 0 {
			continue
		}
		out.Rows = append(out.Rows, table.Row{table.NewText(s.ID), table.NewText(s.CreatedAt.Local().Format(time.DateTime)), table.NewText(s.Source), table.NewText(cells[0].Question)})
	}
	if err := c.out.List(c.Stdout, out); err != nil {
		return wrapWriteError(err)
	}
	c.remark("/resume ID goes on with one")
	return nil
}

// resume goes on with an earlier conversation. A plan of it that was interrupted is
// finished.
func (c *conversation) resume(ctx context.Context, id string) error {
	f := askFlags{model: c.models.flag, now: c.now, yes: c.yes, session: id}
	if id == "" {
		var err error
		if f.session, f.db, err = c.findInterrupted(ctx, ""); err != nil {
			return err
		}
	} else {
		list, err := c.kept.Sessions(ctx, store.Filter{ID: id})
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fault.New(fault.NotFound, "there is no session %s", id).WithHint("/history lists them")
		}
		f.db = list[0].Source
	}
	if f.db == c.Connection.Name() {
		f.db = c.db // it may be a file, which has no name elsewhere
	}
	if err := c.switchTo(ctx, f); err != nil {
		return err
	}
	if c.before != nil {
		c.past = []*turn{c.before}
		c.remark("continuing from: %s", c.before.Cell.Question)
	}
	found, err := c.Session.Interrupted(ctx)
	if err != nil || found == nil {
		return err
	}
	c.remark("resuming “%s”: %s of %d finished", terminal.Clean(found.Question), count(len(found.Finished), "step"), len(found.Plan.Steps))
	return c.showTurn(c.move(func() (*turn, error) { return c.Finish(ctx, c.before, answer.Question{}, found) }))
}
