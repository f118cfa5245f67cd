package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	cells "github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// notebookLine is one notebook in a listing.
type notebookLine struct {
	ID         string    `json:"id,omitempty"`
	Name       string    `json:"name"`
	Slug       string    `json:"slug"`
	Cells      int       `json:"cells"`
	UpdatedAt  time.Time `json:"updated_at,omitzero"`
	Connection string    `json:"connection,omitempty"`
	Problem    string    `json:"problem,omitempty"`
}

func (a *app) listNotebooks() error {
	s, _, err := a.notebooks("")
	if err != nil {
		return err
	}
	entries, err := s.List()
	if err != nil {
		return err
	}
	list := []notebookLine{}
	for _, e := range entries {
		l := notebookLine{ID: e.ID, Name: e.Name, Slug: e.Slug, Cells: e.Cells, UpdatedAt: e.UpdatedAt, Connection: e.Connection.Name}
		if e.Problem != nil {
			l.Problem = e.Problem.Message
		}
		list = append(list, l)
	}
	if a.json {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "no notebooks yet")
		a.out.Next(a.Stdout, `plumb notebook new "NAME" makes one`)
		return nil
	}
	t := &table.Table{Columns: []table.Column{{Name: "name", Kind: table.Text}, {Name: "cells", Kind: table.Int}, {Name: "changed", Kind: table.Text}, {Name: "data", Kind: table.Text}}}
	for _, l := range list {
		cells, changed := table.NewInt(int64(l.Cells)), table.NewText(l.UpdatedAt.In(a.Now().Location()).Format("2006-01-02 15:04"))
		if l.Problem != "" {
			cells, changed = table.Value{}, table.NewText("damaged")
		}
		t.Rows = append(t.Rows, table.Row{table.NewText(l.Name), cells, changed, table.NewText(l.Connection)})
	}
	if err := a.out.Table(a.Stdout, t); err != nil {
		return fault.Wrap(err, fault.Internal, "the list cannot be written: %v", err)
	}
	for _, e := range entries {
		if e.Problem != nil {
			a.notes.Diagnostic(a.Stderr, e.Problem.Diagnostic(fault.Warning))
		}
	}
	return nil
}

func (a *app) notebookShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show NOTEBOOK [CELL]", Short: "Show the cells of a notebook, or one of them",
		Long: `Show the cells of a notebook, or one of them, by its number or its id. With
--json, print the notebook exactly as in its file, or the cell in its canonical
form.`,
		Example: "  plumb notebook show sales\n  plumb notebook show sales 2", Args: cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := a.notebook(args[0])
			if err != nil {
				return err
			}
			if len(args) == 2 {
				c, err := cellOf(n, args[1])
				if err != nil {
					return err
				}
				return a.showCellOf(n, c)
			}
			return a.showNotebook(n)
		},
	}
}

// cellOf finds a cell by its number, from 1, or its id.
func cellOf(n *notebook.Notebook, ref string) (cells.Cell, error) {
	if at := n.Find(ref); at >= 0 {
		return n.Cells[at], nil
	}
	if number, err := strconv.Atoi(ref); err == nil && number >= 1 && number <= len(n.Cells) {
		return n.Cells[number-1], nil
	}
	return cells.Cell{}, fault.New(fault.NotFound, "the notebook %q has no cell %s", n.Name, ref).
		WithHint("plumb notebook show %s lists its cells", notebook.Slug(n.Name))
}

func (a *app) showNotebook(n *notebook.Notebook) error {
	if a.json {
		b, err := n.Canonical()
		if err != nil {
			return err
		}
		a.printf("%s", b)
		return nil
	}
	a.printf("%s\n", a.out.Paint(terminal.Bold, terminal.Clean(n.Name)))
	t := &table.Table{Columns: []table.Column{{Name: "", Kind: table.Int}, {Name: "id", Kind: table.Text}, {Name: "answer", Kind: table.Text}, {Name: "question", Kind: table.Text}}}
	outdated := notebook.Outdated(n.Cells)
	for i, c := range n.Cells {
		answer := answerOf(c)
		if slices.Contains(outdated, c.ID) {
			answer += ", stale"
		}
		t.Rows = append(t.Rows, table.Row{table.NewInt(int64(i + 1)), table.NewText(c.ID), table.NewText(answer), table.NewText(notebook.Title(c))})
	}
	if len(n.Cells) == 0 {
		a.out.Note(a.Stdout, "it has no cells yet")
		return nil
	}
	if err := a.out.List(a.Stdout, t); err != nil {
		return fault.Wrap(err, fault.Internal, "the list cannot be written: %v", err)
	}
	if len(outdated) > 0 {
		a.warnOutdated(count(len(outdated), "stale answer"))
	}
	return nil
}

// warnOutdated says what is wrong with follow-ups, and what to do.
func (a *app) warnOutdated(what string) {
	a.notes.Diagnostic(a.Stderr, fault.New(fault.SchemaStale, "%s: %s", what, notebook.OutdatedReason).
		WithHint("run it again on the page (plumb start), or ask it again").Diagnostic(fault.Warning))
}

// showCellOf shows a cell with what its notebook says of it.
func (a *app) showCellOf(n *notebook.Notebook, c cells.Cell) error {
	err := a.showCell(c)
	if err == nil && slices.Contains(notebook.Outdated(n.Cells), c.ID) {
		a.warnOutdated("the figures of this cell may be out of date")
	}
	return err
}

// answerOf says in a word or two what a cell holds.
func answerOf(c cells.Cell) string {
	switch {
	case c.Note != "":
		return "note"
	case c.Result != nil:
		return count(int(c.Result.RowCount), "row")
	case c.Reading != nil:
		return c.Reading.Outcome
	}
	return "none"
}

// showCell prints a cell: question, story, rows, SQL.
func (a *app) showCell(c cells.Cell) error {
	if a.json {
		b, err := c.Canonical()
		if err != nil {
			return err
		}
		a.printf("%s\n", b)
		return nil
	}
	if c.Note != "" {
		a.printf("%s\n", terminal.Clean(c.Note))
		return nil
	}
	a.printf("%s\n", a.out.Paint(terminal.Bold, terminal.Clean(c.Question)))
	if c.Narrative != nil {
		a.printf("\n%s\n", strings.Join(a.out.Wrap(terminal.Clean(c.CitedText()), a.out.Width), "\n"))
	}
	rows, kept, err := c.Result.Table()
	if err != nil {
		return err
	}
	if kept {
		a.printf("\n")
		if err := a.out.Table(a.Stdout, rows); err != nil {
			return fault.Wrap(err, fault.Internal, "the result cannot be written: %v", err)
		}
	}
	if c.SQL != nil {
		a.printf("\n")
		for line := range strings.Lines(c.SQL.Query) {
			a.printf("%s\n", terminal.Clean(strings.TrimRight(line, "\r\n")))
		}
	}
	if c.Result != nil {
		a.diagnose(c.Result.Diagnostics)
	}
	a.diagnose(c.Diagnostics)
	return nil
}
