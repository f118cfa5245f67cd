package cli

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) notebookRefreshCommand() *cobra.Command {
	var db, cell string
	c := &cobra.Command{
		Use:   "refresh NOTEBOOK",
		Short: "Run cells again and replace their results",
		Long: `Run the statements of a notebook again and replace each cell with the current
rows, a matching chart and a new story. For each cell, the command prints
whether its rows are the same, or what changed. Questions are not read again, so
one about "last month" keeps the month that it meant.

A cell that fails is left unchanged, and the exit status is 1. The data comes
from the connection that the notebook names, or from --db. plumb replay only
compares.

With --json, each cell is an object with "verdict": same, data_changed,
schema_changed, failed or nothing_to_run.`,
		Example: "  plumb notebook refresh sales\n  plumb notebook refresh sales --cell 2\n  plumb notebook refresh sales --db staging",
		Args:    exactly(1, "one notebook"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.refresh(cmd.Context(), args[0], cell, db) },
	}
	addDB(c, &db)
	a.limits.add(c)
	c.Flags().StringVar(&cell, "cell", "", "refresh only this cell, by its number or its id")
	return c
}

func (a *app) refresh(ctx context.Context, ref, cell, db string) error {
	s, ref, err := a.notebooks(ref)
	if err != nil {
		return err
	}
	n, err := s.Load(ref)
	if err != nil {
		return err
	}
	if cell != "" {
		one, err := cellOf(n, cell)
		if err != nil {
			return err
		}
		cell = one.ID
	}
	if db == "" {
		if db, err = a.dataOf(n); err != nil {
			return err
		}
	}
	r, err := a.openRefresh(ctx, db)
	if err != nil {
		return err
	}
	defer r.close()
	r.book, r.ref = s, ref
	outcomes, err := r.all(ctx, n, cell)
	if a.json {
		if e := a.writeJSON(a.Stdout, outcomes); err == nil {
			err = e
		}
	}
	if err != nil {
		return err
	}
	failed, changed := 0, 0
	for _, o := range outcomes {
		switch {
		case o.Verdict == notebook.Failed:
			failed++
		case !o.Fine():
			changed++
		}
	}
	if failed > 0 {
		return fault.New(fault.SQLError, "%d of %s could not be refreshed and were left unchanged", failed, count(len(outcomes), "cell")).
			WithHint("the reasons are above; ask those questions again for current answers")
	}
	if !a.json {
		a.notes.Note(a.Stderr, "%s, %d with changed rows", count(len(outcomes), "cell"), changed)
	}
	return nil
}

// refresher runs the cells of a notebook again. It needs nobody who reads
// questions, for the statements are there.
type refresher struct {
	*app
	conn   *connection.Connection
	kept   store.Store
	mode   *answer.Mode
	limits source.Limits
	book   notebook.Store
	ref    string // of the notebook
}

// openRefresh opens the data, and a session for the audit of what is run.
func (a *app) openRefresh(ctx context.Context, db string) (*refresher, error) {
	conn, err := a.open(ctx, db)
	if err != nil {
		return nil, err
	}
	snapshot, err := conn.Schema(ctx, connection.Full)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	rememberSchema(a.settings, snapshot)
	kept, err := a.openStore(ctx)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	r := &refresher{app: a, conn: conn, kept: kept, limits: limits(a.settings)}
	log, err := session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID}).Start(ctx, conn.Name(), conn.Name())
	if err != nil {
		r.close()
		return nil, err
	}
	r.mode = &answer.Mode{Narrator: mind.Narrator{}, Database: conn, Log: log, NewID: freshID, Clock: a.Now}
	return r, nil
}

func (r *refresher) close() {
	_ = r.conn.Close()
	_ = r.kept.Close()
}

// all refreshes the cells, or the one with an id. It ends early only when no
// other cell could do better: when it is stopped, or the data is out of reach.
func (r *refresher) all(ctx context.Context, n *notebook.Notebook, id string) ([]notebook.Outcome, error) {
	outcomes := []notebook.Outcome{}
	for i, c := range n.Cells {
		if id != "" && c.ID != id {
			continue
		}
		working := r.wait(string(session.Executing))
		o, err := r.again(ctx, c)
		working.clear()
		if err != nil {
			return outcomes, err
		}
		outcomes = append(outcomes, o)
		if r.json {
			continue
		}
		r.showOutcome(i+1, o)
		for _, d := range o.Diagnostics {
			if text := cmp.Or(d.Hint, d.Message); d.Code != fault.SchemaStale && text != o.Reason {
				r.printf("    %s\n", terminal.Clean(text))
			}
		}
	}
	return outcomes, nil
}

// again runs one cell, and puts what comes of it in its place.
func (r *refresher) again(ctx context.Context, c session.Cell) (notebook.Outcome, error) {
	o := notebook.Outcome{Cell: c.ID, Question: notebook.Title(c), Verdict: notebook.NothingToRun, Reason: "it had no result"}
	statement, rows := notebook.Again(c)
	if c.Analysis != nil && c.Result != nil {
		o.Reason = "an analysis in several steps is run again on the page, or asked again"
	}
	if statement == "" {
		return o, nil
	}
	today, dated := talk.DayOf(c, r.Now())
	q := talk.AskAgain(c, statement, today)
	q.Seed = talk.Seed
	if c.WhatIf != nil {
		ahead, ok := talk.AheadAgain(c)
		if !ok {
			return failOutcome(o, fault.New(fault.Usage, "the cell lacks the settings of its %s", c.WhatIf.Technique).
				WithHint("compute it again: plumb whatif %s", c.WhatIf.Technique)), nil
		}
		q.Ahead, q.Seed = &ahead.Request, ahead.Seed
	}
	r.mode.Limits = r.limits
	if rows > 0 {
		r.mode.Limits.Rows = rows
	}
	renewal, err := talk.RerunSources(ctx, c, r.conn, r.limits)
	if err != nil && (ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled) {
		return o, err
	}
	if err != nil {
		return failOutcome(o, fault.Of(err)), nil
	}
	made, err := r.mode.Ask(ctx, q)
	switch {
	case err != nil:
		return o, err
	case !made.Answered() || q.Ahead != nil && made.Ahead == nil:
		return failOutcome(o, failureOf(made.Cell)), nil
	}
	o = notebook.Hold(c, made.Table, renewal.Tables())
	renewed, err := renewal.ApplyTo(ctx, made.Cell, made.Table, today)
	if err != nil {
		return o, err
	}
	o.Diagnostics = append(o.Diagnostics, renewed.Diagnostics[len(made.Cell.Diagnostics):]...)
	if dated {
		o.Diagnostics = append(o.Diagnostics, fault.Diagnostic{Severity: fault.Info,
			Message: "its dates are those of " + c.Metadata.Now + ", when it was asked; ask again for those of today"})
	}
	if err := r.book.Replace(ctx, r.ref, talk.KeepPlace(c, renewed)); err != nil {
		if ctx.Err() != nil {
			return o, err
		}
		return failOutcome(o, fault.Of(err)), nil
	}
	return o, nil
}

// failOutcome is an outcome that leaves the cell as it was.
func failOutcome(o notebook.Outcome, f *fault.Fault) notebook.Outcome {
	o.Verdict, o.Reason, o.Difference = notebook.Failed, f.Message, nil
	o.Diagnostics = []fault.Diagnostic{f.Diagnostic(fault.Error)}
	return o
}

// failureOf is why a cell has no answer: the worst that it says of itself.
func failureOf(c session.Cell) *fault.Fault {
	for _, severity := range []fault.Severity{fault.Error, fault.Warning} {
		at := slices.IndexFunc(c.Diagnostics, func(d fault.Diagnostic) bool { return d.Severity == severity && d.Code != "" })
		if at >= 0 {
			d := c.Diagnostics[at]
			return fault.New(d.Code, "%s", d.Message).WithHint("%s", d.Hint)
		}
	}
	return fault.New(fault.SQLError, "no statement answered it")
}
