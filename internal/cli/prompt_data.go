package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// showMade lists the tables of the conversation: its answers, and what plans made.
func (c *conversation) showMade(ctx context.Context) error {
	data, err := c.Tables(ctx)
	if err != nil {
		return err
	}
	list, err := data.Tables()
	if err != nil || len(list) == 0 {
		return err
	}
	out := &table.Table{Columns: []table.Column{{Name: "table of this conversation", Kind: table.Text}, {Name: "rows", Kind: table.Int}, {Name: "columns", Kind: table.Text}, {Name: "what it is", Kind: table.Text}, {Name: "from", Kind: table.Text}}}
	for _, r := range list {
		var names []string
		for _, column := range r.Columns {
			names = append(names, column.Name)
		}
		what := r.Description
		if r.Step > 0 {
			what = fmt.Sprintf("step %d: %s", r.Step, what)
		}
		out.Rows = append(out.Rows, table.Row{table.NewText(r.Name), table.NewInt(r.Rows), table.NewText(strings.Join(names, ", ")), table.NewText(what), table.NewText(strings.Join(r.Sources, ", "))})
	}
	c.printf("\n")
	if err := c.out.List(c.Stdout, out); err != nil {
		return wrapWriteError(err)
	}
	c.remark("/show NAME prints the rows of one, and /query SELECT … uses them")
	return nil
}

// showMadeTable prints the rows of a table that a plan made.
func (c *conversation) showMadeTable(ctx context.Context, name string) error {
	data, err := c.Tables(ctx)
	if err != nil {
		return err
	}
	r, err := data.Table(name)
	if err != nil {
		return err
	}
	rows, err := data.Preview(ctx, name, maxShown)
	if err != nil {
		return err
	}
	if err := c.drawTable(c.Stdout, rows, 0); err != nil {
		return err
	}
	c.remark("%d of %s", len(rows.Rows), count(int(r.Rows), "row"))
	return nil
}

// queryMade runs a statement on the tables of the conversation, if it names no table of
// the database and is right there.
func (c *conversation) queryMade(ctx context.Context, sql string) (there bool, err error) {
	if _, err := c.Connection.Check(ctx, sql); err == nil || c.machine() {
		return false, nil
	}
	data, err := c.Tables(ctx)
	if err != nil {
		return false, nil // the database says what is wrong with it
	}
	rows, err := data.Query(ctx, sql, c.Limits)
	switch {
	case err != nil && c.namesMade(data, sql):
		return true, err
	case err != nil:
		return false, nil
	}
	all, err := rows.ReadAll()
	if err != nil {
		return true, err
	}
	if err := c.drawTable(c.Stdout, firstRows(all, maxShown), 0); err != nil {
		return true, err
	}
	c.remark("%s, from the tables of this conversation", count(len(all.Rows), "row"))
	return true, nil
}

// namesMade is true for a statement that names a table of the conversation.
func (c *conversation) namesMade(data *datastore.Store, sql string) bool {
	list, err := data.Tables()
	if err != nil {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(sql), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(list, func(r datastore.Record) bool { return slices.Contains(words, r.Name) })
}

// lookAtData shows what plans keep besides tables.
func (c *conversation) lookAtData(ctx context.Context, name string) error {
	data, err := c.Tables(ctx)
	if err != nil {
		return err
	}
	switch name {
	case "state":
		return c.showState(data)
	case "compact":
		done, err := data.Compact(ctx)
		if err != nil {
			return err
		}
		return c.confirm("about %s tokens instead of %s: %s and %s are shown shortened, and nothing was lost", thousands(int64(done.After.Total)), thousands(int64(done.Before.Total)), count(done.Summarized, "note"), count(done.Shortened, "value"))
	}
	stats, err := data.Context()
	if err != nil {
		return err
	}
	out := &table.Table{Columns: []table.Column{{Name: "part", Kind: table.Text}, {Name: "tokens, about", Kind: table.Int}}}
	for _, row := range []struct {
		part   string
		tokens int
	}{{"notes of the steps", stats.Scratchpad}, {"state", stats.State}, {"tables", stats.Tables}, {"artifacts", stats.Artifacts}, {"all", stats.Total}} {
		out.Rows = append(out.Rows, table.Row{table.NewText(row.part), table.NewInt(int64(row.tokens))})
	}
	if err := c.out.List(c.Stdout, out); err != nil {
		return wrapWriteError(err)
	}
	if stats.Level != datastore.LevelOK {
		c.remark("that is much for a language model; /compact shortens it")
	}
	return nil
}

func (c *conversation) showState(data *datastore.Store) error {
	list, err := data.State()
	if err != nil {
		return err
	}
	notes, err := data.Notes()
	if err != nil {
		return err
	}
	if len(list)+len(notes) == 0 {
		c.remark("no plan has set a value or printed anything yet")
		return nil
	}
	for _, v := range list {
		printHanging(c.Stdout, c.out, "  ", terminal.Clean(fmt.Sprintf("%s = %s (step %d)", v.Name, v.Value, v.Step)), "")
	}
	for _, n := range notes {
		printHanging(c.Stdout, c.out, "  ", terminal.Clean(fmt.Sprintf("step %d: %s", n.Step, n.Text)), terminal.Dim)
	}
	return nil
}

// showArtifacts lists what the conversation has made, with where it comes from.
func (c *conversation) showArtifacts(ctx context.Context) error {
	list, err := c.Artifacts(ctx)
	if err != nil {
		return err
	}
	if c.machine() {
		return c.writeLine(list)
	}
	if len(list) == 0 {
		c.remark("nothing was made yet: no chart, no export and no notebook")
		return nil
	}
	out := &table.Table{Columns: []table.Column{{Name: "kind", Kind: table.Text}, {Name: "artifact", Kind: table.Text}, {Name: "from", Kind: table.Text}, {Name: "made", Kind: table.Text}, {Name: "hash", Kind: table.Text}}}
	for _, a := range list {
		from := a.Question
		if len(a.Of) > 1 {
			from = count(len(a.Of), "answer")
		}
		if a.Step > 0 {
			from = strings.TrimSpace(fmt.Sprintf("step %d: %s", a.Step, from))
		}
		const short = len("sha256:") + 12
		out.Rows = append(out.Rows, table.Row{table.NewText(a.Kind), table.NewText(a.Name), table.NewText(from), table.NewText(a.At.Local().Format(time.DateTime)), table.NewText(a.Hash[:min(short, len(a.Hash))])})
	}
	return wrapWriteError(c.out.List(c.Stdout, out))
}

// lastPlan is the plan of the answer that the conversation is at.
func (c *conversation) lastPlan() (*plan.Plan, error) {
	if c.before == nil || c.before.Cell.Analysis == nil {
		return nil, fault.New(fault.Usage, "the last answer has no plan of several steps").WithHint("/sql prints its statement")
	}
	return &c.before.Cell.Analysis.Plan, nil
}

// showCode prints the code of a step, or of all.
func (c *conversation) showCode(step string) error {
	p, err := c.lastPlan()
	if err != nil {
		return err
	}
	if step == "" {
		c.printPlan(p)
		return nil
	}
	n, err := strconv.Atoi(step)
	if err != nil || p.Step(n) == nil {
		return fault.New(fault.Usage, "there is no step %s", step).WithHint("the plan has %s", count(len(p.Steps), "step"))
	}
	one := *p
	one.Steps, one.Assumptions = []plan.Step{*p.Step(n)}, nil
	c.printPlan(&one)
	return nil
}

// downloadCode writes the code of the last plan to a file, with what each step is for.
func (c *conversation) downloadCode(file string) error {
	if file == "" {
		return fault.New(fault.Usage, "/download-code takes the name of a file").WithHint("for example: /download-code analysis.sql")
	}
	p, err := c.lastPlan()
	if err != nil {
		return err
	}
	if err := c.putFile(file, []byte(p.Script())); err != nil {
		return err
	}
	return c.confirm("wrote %s", terminal.Clean(file))
}
