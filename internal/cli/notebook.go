package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	cells "github.com/plumbdata/plumb/internal/session"
)

func (a *app) notebookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "notebook",
		Aliases: []string{"notebooks"},
		Short:   "Save answers in notebooks: list, show, refresh, fork, export, recover",
		Long: `Save answers in notebooks. A notebook is one JSON file in Plumb's home folder
that contains everything behind each answer: the question, its reading, the SQL,
the rows, the chart and the story. plumb replay runs its statements again, and
plumb verify checks its contents, both without any model.

Refer to a notebook by its name, its id, or the path of its file.`,
		Example: "  plumb notebook\n  plumb notebook show sales\n  plumb notebook export sales --html --out sales.html",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.listNotebooks()
		},
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "List the notebooks, newest first", Example: "  plumb notebook list", Args: exactly(0, "no arguments"),
			RunE: func(*cobra.Command, []string) error { return a.listNotebooks() }},
		a.notebookShowCommand(), a.notebookNewCommand(), a.notebookAddCommand(),
		&cobra.Command{Use: "rename NOTEBOOK NAME", Short: "Rename a notebook", Example: `  plumb notebook rename sales "Sales, first quarter"`,
			Args: exactly(2, "a notebook and its new name"),
			RunE: func(cmd *cobra.Command, args []string) error {
				return a.renameNotebook(cmd.Context(), args[0], args[1])
			}},
		a.notebookDeleteCommand(), a.notebookRefreshCommand(), a.notebookForkCommand(), a.notebookExportCommand(),
		&cobra.Command{Use: "recover NOTEBOOK [NAME]", Short: "Recover the cells of a damaged notebook into a new one",
			Long: `Copy the intact cells of a damaged notebook into a new one. A cell is intact if
it matches its hash in the file. Cells that the file has lost are restored from
Plumb's store if it has them. The damaged file is kept.`,
			Example: "  plumb notebook recover sales", Args: cobra.RangeArgs(1, 2),
			RunE: func(cmd *cobra.Command, args []string) error { return a.recoverNotebook(cmd.Context(), args) }},
	)
	return c
}

// notebooks is the folder of notebooks. A reference that is the path of a file
// leads to the folder of that file.
func (a *app) notebooks(ref string) (notebook.Store, string, error) {
	c, err := a.config()
	if err != nil {
		return notebook.Store{}, "", err
	}
	s := notebook.Store{Dir: filepath.Join(c.Folder, "notebooks"), Now: a.Now, NewID: freshID, Heads: new(notebook.Heads)}
	if name, ok := strings.CutSuffix(filepath.Base(ref), ".json"); ok {
		path := ref
		if !filepath.IsAbs(path) {
			path = filepath.Join(a.Dir, path)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			s.Dir, ref = filepath.Dir(path), name
		}
	}
	return s, ref, nil
}

// notebook is the notebook that a person named.
func (a *app) notebook(ref string) (*notebook.Notebook, error) {
	s, ref, err := a.notebooks(ref)
	if err != nil {
		return nil, err
	}
	return s.Load(ref)
}

// freshID makes an id that nothing else has.
func freshID(prefix string) string { return prefix + strings.ToLower(rand.Text()[:16]) }

func (a *app) notebookNewCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use: "new NAME", Short: "Create an empty notebook", Example: `  plumb notebook new "Pipeline review"`, Args: exactly(1, "one name"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, _, err := a.notebooks("")
			if err != nil {
				return err
			}
			n, err := s.Create(cmd.Context(), args[0], a.connectionOf(db))
			if err != nil {
				return err
			}
			return a.notebookDone(n, "created the empty notebook %s", n.Name)
		},
	}
	addDB(c, &db)
	return c
}

// connectionOf is the connection that a notebook is made on. That there is none is no
// reason not to make it.
func (a *app) connectionOf(db string) notebook.Connection {
	spec, err := a.spec(db)
	if err != nil {
		return notebook.Connection{}
	}
	return notebook.Connection{Type: spec.Driver.Name, Database: spec.Identity, Name: spec.Config.Name}
}

// notebookDone says what was done to a notebook.
func (a *app) notebookDone(n *notebook.Notebook, format string, args ...any) error {
	if a.json {
		return a.writeJSON(a.Stdout, notebookLine{ID: n.ID, Name: n.Name, Slug: notebook.Slug(n.Name), Cells: len(n.Cells), UpdatedAt: n.UpdatedAt})
	}
	a.out.Done(a.Stdout, format, args...)
	return nil
}

func (a *app) notebookAddCommand() *cobra.Command {
	var make bool
	c := &cobra.Command{
		Use: "add NOTEBOOK", Short: "Add cells from standard input",
		Long: `Add one or more cells from standard input, as plumb ask --json prints them.
plumb schema-of cell describes their format.`,
		Example: `  plumb ask --json "Revenue by region" | plumb notebook add sales`, Args: exactly(1, "one notebook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, ref, err := a.notebooks(args[0])
			if err != nil {
				return err
			}
			if make {
				if ref, err = s.Ensure(cmd.Context(), ref, a.connectionOf("")); err != nil {
					return err
				}
			}
			return a.addCells(cmd.Context(), s, ref)
		},
	}
	c.Flags().BoolVar(&make, "new", false, "create the notebook if it does not exist")
	return c
}

func (a *app) addCells(ctx context.Context, s notebook.Store, ref string) error {
	d := json.NewDecoder(io.LimitReader(interruptible(ctx, a.Stdin), notebook.MaxBytes))
	added := 0
	for ; added <= notebook.MaxCells; added++ {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fault.Wrap(err, fault.BadData, "standard input is not the JSON of a cell: %v", err).WithHint("plumb schema-of cell describes it")
		}
		c, err := cells.ParseCell(bytes.TrimSpace(raw))
		if err == nil && c.ID == "" {
			err = fault.New(fault.BadData, "a cell without an id cannot be saved").WithHint("plumb schema-of cell describes its form")
		}
		if err == nil {
			err = s.Append(ctx, ref, c)
		}
		if err != nil {
			return err
		}
	}
	n, err := s.Load(ref)
	if err != nil {
		return err
	}
	return a.notebookDone(n, "%s has %s now", n.Name, count(len(n.Cells), "cell"))
}

func (a *app) notebookDeleteCommand() *cobra.Command {
	var cell string
	var force bool
	c := &cobra.Command{
		Use: "delete NOTEBOOK", Short: "Delete a notebook, or one cell of it",
		Example: "  plumb notebook delete sales\n  plumb notebook delete sales --cell cell_a1b2c3d4", Args: exactly(1, "one notebook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, ref, err := a.notebooks(args[0])
			if err != nil {
				return err
			}
			n, err := s.Load(ref)
			if err != nil && (fault.CodeOf(err) != fault.BadData || !force || cell != "") {
				return err
			}
			if err != nil {
				n = &notebook.Notebook{Name: ref}
			}
			if cell != "" {
				if err := s.DeleteCell(cmd.Context(), ref, cell); err != nil {
					return err
				}
				return a.notebookDone(n, "%s is no longer in %s", cell, n.Name)
			}
			if err := s.Delete(cmd.Context(), ref); err != nil {
				return err
			}
			return a.notebookDone(n, "%s is deleted", n.Name)
		},
	}
	c.Flags().StringVar(&cell, "cell", "", "delete only this cell")
	c.Flags().BoolVar(&force, "force", false, "delete the notebook even if it is damaged")
	return c
}

func (a *app) renameNotebook(ctx context.Context, ref, name string) error {
	s, ref, err := a.notebooks(ref)
	if err != nil {
		return err
	}
	if err := s.Rename(ctx, ref, name); err != nil {
		return err
	}
	n, err := s.Load(name)
	if err != nil {
		return err
	}
	return a.notebookDone(n, "it is called %s now", n.Name)
}
