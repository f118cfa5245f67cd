package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) demoCommand() *cobra.Command {
	var dir string
	var serve startFlags
	var only bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "Create a demo warehouse and explore it",
		Long: `Create the warehouse of a fictional company that sells outdoor gear, with about
three years of orders, visits, tickets and expenses, and explore it.

The warehouse is created once, in a few seconds, in the folder warehouse; its
data is the same on every machine. It is added as a connection named after the
folder, and becomes the active one if there is none: plumb sources lists it.

The command answers a few questions and then serves the page until Ctrl-C.
The warehouse's docs.md sets today to the day of the last order, so that answers
are the same every day.`,
		Example: "  plumb demo\n  plumb demo --open\n  plumb demo --no-serve",
		GroupID: "data",
		Args:    exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			db, err := a.demo(cmd.Context(), dir)
			if err != nil || only || a.json {
				return err
			}
			a.printf("\n")
			serve.db = db
			return a.start(cmd.Context(), serve)
		},
	}
	c.Flags().StringVar(&dir, "dir", "warehouse", "folder to create it in")
	c.Flags().BoolVar(&only, "no-serve", false, "exit after the answers; do not serve the page")
	c.Flags().BoolVar(&serve.open, "open", false, "open the page in your browser")
	c.Flags().StringVar(&serve.addr, "addr", "", "address and port of the page (default "+standardAddr+", or another port if that is taken)")
	return c
}

// demo makes the warehouse, connects it and asks it some questions. It returns
// what --db takes for it.
func (a *app) demo(ctx context.Context, dir string) (db string, err error) {
	p := a.progress()
	result, err := demo.Build(ctx, inDir(a.Dir, dir), func(stage string, done, total int) { p.Step("creating the warehouse: "+stage, done, total) })
	p.End()
	if err != nil {
		return "", err
	}
	if db, err = a.connectDemo(ctx, dir, result.Path); err != nil {
		return "", err
	}
	if a.json {
		return db, a.writeJSON(a.Stdout, result)
	}
	if result.Existed {
		a.out.Done(a.Stdout, "the demo warehouse exists: %s rows in %s", thousands(result.Rows()), count(len(result.Tables), "table"))
	} else {
		a.out.Done(a.Stdout, "created the demo warehouse: %s rows in %s", thousands(result.Rows()), count(len(result.Tables), "table"))
	}
	if err := a.demoTour(ctx, result.Path, db); err != nil {
		return "", err
	}
	return db, nil
}

// demoTour shows what is in the warehouse.
func (a *app) demoTour(ctx context.Context, path, db string) error {
	conn, s, err := a.readSchema(ctx, db, connection.Full)
	if err != nil {
		return err
	}
	defer conn.Close()
	a.printf("\n")
	if err := a.showTables(s, "plumb schema"); err != nil {
		return err
	}
	next := "plumb schema %[1]sorders\nplumb sql %[1]s\"SELECT …\"\nplumb connect DSN, for your own data"
	t, err := a.talkTo(ctx, conn, askFlags{}, &languageModels{policy: config.BuiltinOnly}, path)
	switch {
	case err == nil:
		next = "plumb ask %[1]s\"…\"\n" + next
		defer t.closeBooks()
		err = t.demoQuestions(ctx)
	case fault.CodeOf(err) == fault.NotFound: // this build has no brain
		err = a.demoExamples(ctx, conn)
	}
	if err != nil {
		return err
	}
	a.printf("\n")
	flag := ""
	if db != "" {
		flag = "--db " + db + " "
	}
	a.out.Next(a.Stdout, fmt.Sprintf(next, flag))
	return nil
}

// demoAsked are questions of many kinds: groups over a join, a period, a
// follow-up, a share, and what is not there.
var demoAsked = []struct {
	question string
	follows  bool // it changes the one before
}{
	{question: "How many products are there in each category?"},
	{question: "Marketing spend by channel in 2025?"},
	{question: "only the South", follows: true},
	{question: "What percentage of orders was cancelled?"},
	{question: "How many customers have never ordered anything?"},
}

func (t *dialogue) demoQuestions(ctx context.Context) error {
	for _, q := range demoAsked {
		if !q.follows {
			t.before = nil
		}
		t.printf("\n%s\n", t.out.Paint(terminal.Bold, t.out.Sign("› ", "> ")+q.question))
		made, err := t.ask(ctx, q.question)
		if err != nil {
			return err
		}
		if err := t.show(made); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) demoExamples(ctx context.Context, conn *connection.Connection) error {
	for _, e := range demo.Examples {
		a.printf("\n%s\n%s\n\n", a.out.Paint(terminal.Bold, e.Question), a.out.Paint(terminal.Dim, e.SQL))
		if err := a.runExample(ctx, conn, e.SQL); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) runExample(ctx context.Context, conn *connection.Connection, sql string) error {
	start := a.Now()
	r, statement, err := conn.Query(ctx, sql, limits(a.settings))
	if err != nil {
		return err
	}
	t, err := r.ReadAll()
	if err != nil {
		return err
	}
	return a.show(t, statement, a.Now().Sub(start), false)
}
