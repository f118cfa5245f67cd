package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/talk"
)

func (a *app) evalVerifiedCommand() *cobra.Command {
	f := askFlags{model: mind.BuiltinName}
	c := &cobra.Command{
		Use:   "verified",
		Short: "Ask your verified questions again, and compare with their statements",
		Long: `Run the statement of every verified question, ask the question again, and
compare the rows: with the library of verified questions, and without it. Rules
and approved terms apply; memories do not.

The command fails if a statement does not run any more, or if a question is not
answered with the rows of its statement: a regression test of what a team has
verified, for after a change of the schema, the glossary or Plumb.`,
		Example: "  plumb eval verified\n  plumb eval verified --db shop --json",
		Args:    exactly(0, "no arguments"),
		RunE:    func(c *cobra.Command, _ []string) error { return a.evalVerified(c.Context(), f) },
	}
	c.Flags().StringVar(&f.db, "db", "", "connection name or DSN (default: the active connection)")
	c.Flags().StringVar(&f.model, "brain", f.model, "the brain to ask: builtin, or provider/model")
	return c
}

func (a *app) evalVerified(ctx context.Context, f askFlags) error {
	t, err := a.startTalk(ctx, f)
	if err != nil {
		return err
	}
	defer t.close()
	p := a.progress()
	list := []talk.Checked{}
	right, alone := 0, 0
	err = t.CheckVerified(ctx, func(c talk.Checked) {
		list = append(list, c)
		p.Step("asking", len(list), 0)
		if c.Right {
			right++
		}
		if c.Alone {
			alone++
		}
	})
	p.End()
	if err != nil {
		return err
	}
	switch {
	case a.machine():
		err = a.writeJSON(a.Stdout, list)
	case len(list) == 0:
		a.out.Note(a.Stdout, "no question is verified yet; editing the SQL of an answer verifies it")
	default:
		shown := textTable("question", "answered as verified", "without the library")
		for _, c := range list {
			addRow(shown, c.Question, becomes(c, c.Right), becomes(c, c.Alone))
		}
		addRow(shown, "all", fmt.Sprintf("%d of %d", right, len(list)), fmt.Sprintf("%d of %d", alone, len(list)))
		err = wrapWriteError(a.out.List(a.Stdout, shown))
	}
	if err == nil && right < len(list) {
		err = fault.New(fault.BadData, "%d of %d verified questions are not answered as they were verified", len(list)-right, len(list)).
			WithHint("plumb verified add verifies another statement, and plumb verified remove the question")
	}
	return err
}

func becomes(c talk.Checked, right bool) string {
	switch {
	case c.Fault != "":
		return "no: " + c.Fault
	case right:
		return "yes"
	}
	return "no: other rows"
}
