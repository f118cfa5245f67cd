package cli

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/table"
)

// Version is set when the program is built.
var Version = "development"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Example: "  plumb version", GroupID: "plumb", Args: exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return a.writeJSON(a.Stdout, map[string]string{"version": Version, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
			}
			a.printf("plumb %s (%s, %s/%s)\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

func (a *app) configCommand() *cobra.Command {
	var schema, example bool
	c := &cobra.Command{
		Use:   "config",
		Short: "Show the settings and where each comes from",
		Long: `Show the settings and where each comes from.

Later sources win: built-in defaults, config.yaml in Plumb's home folder
($PLUMB_HOME, or ~/.plumb), the project's plumb.yaml, .env, the environment
(PLUMB_LIMITS_ROWS and so on), flags.`,
		Example: "  plumb config\n  plumb config --example\n  plumb config --schema > plumb.schema.json",
		GroupID: "plumb",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			switch {
			case schema:
				_, err := a.Stdout.Write(append(config.JSONSchema(), '\n'))
				return err
			case example:
				_, err := a.Stdout.Write(config.Example)
				return err
			}
			return a.showConfig()
		},
	}
	c.Flags().BoolVar(&example, "example", false, "print a configuration with every key explained")
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of the configuration, for editors")
	return c
}

func (a *app) showConfig() error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(a.Stdout, c.Settings())
	}
	t := &table.Table{Columns: []table.Column{{Name: "setting", Kind: table.Text}, {Name: "value", Kind: table.Text}, {Name: "from", Kind: table.Text}}}
	for _, s := range c.Settings() {
		t.Rows = append(t.Rows, table.Row{table.NewText(s.Key), table.NewText(s.Value), table.NewText(s.Origin)})
	}
	return a.out.Table(a.Stdout, t)
}

// exitCodes is a help topic.
func exitCodes() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "Explain the exit statuses",
		Long: `Exit statuses:

  0    success
  1    failure: the database refused the statement, something was not found, …
  2    usage error in the command line
  3    error in the configuration or in Plumb's home folder
  4    a source cannot be reached, was disconnected, or allows writing
  5    the guard refused the statement
  6    a time or memory limit was reached
  130  stopped by Ctrl-C

plumb ask exits with 0 whenever the question could be read, even if the data
cannot answer it or Plumb asks back: "outcome" under "reading" of plumb ask
--json is sure, likely, unsure or declined.

With --json, an error is printed on standard error as
{"error":{"code","message","hint","exit"}}.`,
	}
}
