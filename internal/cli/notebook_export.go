package cli

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
)

// exports are the forms that a notebook can leave in, by flag.
var exports = []struct {
	flag, help string
	write      func(io.Writer, *notebook.Notebook) error
}{
	{"html", "one self-contained page with live charts", notebook.WriteHTML},
	{"md", "Markdown", notebook.WriteMarkdown},
	{"ipynb", "a notebook for Jupyter", notebook.WriteJupyter},
}

func (a *app) notebookExportCommand() *cobra.Command {
	var out string
	chosen := make([]bool, len(exports))
	c := &cobra.Command{
		Use:   "export NOTEBOOK",
		Short: "Export a notebook as a web page, as Markdown or for Jupyter",
		Long: `Export a notebook as a web page (--html), as Markdown (--md) or for Jupyter
(--ipynb), to standard output or to a file (--out).

The web page is one self-contained file: it draws its charts itself, loads
nothing from the network, and shows the rows and the SQL behind every answer.`,
		Example: "  plumb notebook export sales --html --out sales.html\n  plumb notebook export sales --md",
		Args:    exactly(1, "one notebook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			write := exports[0].write
			n := 0
			for i, on := range chosen {
				if on {
					write = exports[i].write
					n++
				}
			}
			if n != 1 {
				return fault.New(fault.Usage, "choose one export format").WithHint("give one of --html, --md and --ipynb")
			}
			return a.exportNotebook(args[0], out, write)
		},
	}
	for i, e := range exports {
		c.Flags().BoolVar(&chosen[i], e.flag, false, "write "+e.help)
	}
	c.Flags().StringVarP(&out, "out", "o", "", "file to write to (default: standard output)")
	return c
}

func (a *app) exportNotebook(ref, out string, write func(io.Writer, *notebook.Notebook) error) error {
	n, err := a.notebook(ref)
	if err != nil {
		return err
	}
	var b bytes.Buffer // an export that fails leaves no half of a file
	if err := write(&b, n); err != nil {
		return err
	}
	if out == "" {
		_, err := a.Stdout.Write(b.Bytes())
		return err
	}
	if err := a.putFile(out, b.Bytes()); err != nil {
		return err
	}
	return a.notebookDone(n, "%s is written", out)
}
