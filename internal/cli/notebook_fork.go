package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/notebook"
)

func (a *app) notebookForkCommand() *cobra.Command {
	var cell string
	c := &cobra.Command{
		Use:   "fork NOTEBOOK NAME",
		Short: "Copy a notebook, or the first part of it, into a new one",
		Long: `Copy the cells of a notebook into a new one: all of them, or those up to and
including --cell. The original does not change.

The conversation continues from the last cell: plumb --notebook NAME resumes it,
and plumb ask --notebook NAME "only Europe" asks one follow-up.`,
		Example: "  plumb notebook fork sales \"Sales, Europe\"\n  plumb notebook fork sales \"Another way\" --cell 3\n  plumb ask --notebook \"Another way\" \"break that down by quarter\"",
		Args:    exactly(2, "a notebook and the name of the new one"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.fork(cmd.Context(), args[0], args[1], cell) },
	}
	c.Flags().StringVar(&cell, "cell", "", "the last cell to copy, by its number or its id (default: all)")
	return c
}

func (a *app) fork(ctx context.Context, ref, name, cell string) error {
	n, err := a.notebook(ref)
	if err != nil {
		return err
	}
	cells := len(n.Cells)
	if cell != "" {
		last, err := cellOf(n, cell)
		if err != nil {
			return err
		}
		cells = n.Find(last.ID) + 1
	}
	own, _, err := a.notebooks("") // wherever the other one is
	if err != nil {
		return err
	}
	made, err := own.Fork(ctx, n, cells, name)
	if err != nil {
		return err
	}
	if err := a.notebookDone(made, "%s starts with %s of %s", made.Name, count(len(made.Cells), "cell"), n.Name); err != nil || a.json {
		return err
	}
	a.out.Next(a.Stdout, "plumb --notebook "+notebook.Slug(made.Name)+" continues from there")
	return nil
}
