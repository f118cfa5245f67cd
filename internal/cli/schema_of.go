package cli

import (
	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	cells "github.com/plumbdata/plumb/internal/session"
)

func (a *app) schemaOfCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "schema-of cell|notebook",
		Short:     "Print the JSON schema of a cell or a notebook",
		Example:   "  plumb schema-of cell\n  plumb schema-of notebook > notebook.schema.json",
		GroupID:   "plumb",
		ValidArgs: []string{"cell", "notebook"},
		Args:      exactly(1, "cell or notebook"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "cell":
				a.printf("%s", cells.CellSchema())
			case "notebook":
				a.printf("%s", notebook.Schema())
			default:
				return fault.New(fault.Usage, "there is no schema of %q", args[0]).WithHint("%s", fault.DidYouMean(args[0], "schemas", []string{"cell", "notebook"}))
			}
			return nil
		},
	}
}
