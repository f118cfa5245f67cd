package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

func (a *app) sourcesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "sources",
		Aliases: []string{"source"},
		Short:   "List, test, switch and remove connections",
		Example: "  plumb sources\n  plumb sources test\n  plumb sources use shop",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.listSources()
		},
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "List the connections", Example: "  plumb sources list", Args: exactly(0, "no arguments"),
			RunE: func(*cobra.Command, []string) error { return a.listSources() }},
		&cobra.Command{Use: "test [NAME]", Short: "Test one connection or all, and check that they are read-only",
			Example: "  plumb sources test shop", Args: atMost(1, "one connection's name"),
			RunE: func(cmd *cobra.Command, args []string) error { return a.testSources(cmd.Context(), args) }},
		&cobra.Command{Use: "use NAME", Short: "Set the active connection",
			Example: "  plumb sources use shop", Args: exactly(1, "one connection's name"),
			RunE: func(cmd *cobra.Command, args []string) error {
				return a.editSource(cmd.Context(), args[0], config.Activate(args[0]), "is now the active connection")
			}},
		&cobra.Command{Use: "remove NAME", Short: "Remove a connection; the data is not touched",
			Example: "  plumb sources remove shop", Args: exactly(1, "one connection's name"),
			RunE: func(cmd *cobra.Command, args []string) error {
				return a.editSource(cmd.Context(), args[0], config.Remove(args[0]), "was removed; its data is untouched")
			}},
	)
	return c
}

// sourceLine is one connection in a listing.
type sourceLine struct {
	Name   string `json:"name"`
	Active bool   `json:"active"`
	DSN    string `json:"dsn"`
	Origin string `json:"origin"`
}

func (a *app) listSources() error {
	c, err := a.config()
	if err != nil {
		return err
	}
	lines := []sourceLine{}
	for _, name := range c.Names() {
		lines = append(lines, sourceLine{name, name == c.Active, c.Connections[name].DSN.String(), c.Origin("connections." + name + ".dsn")})
	}
	if a.json {
		return a.writeJSON(a.Stdout, lines)
	}
	if len(lines) == 0 {
		a.out.Note(a.Stdout, "%s", a.describeDefault())
		next := "plumb connect DSN, or plumb demo"
		if a.demoHere() {
			next = "plumb connect DSN, for your own data\nplumb connect " + demoPath + ", to keep the demo as well"
		}
		a.out.Next(a.Stdout, next)
		return nil
	}
	t := &table.Table{Columns: []table.Column{{Name: "", Kind: table.Text}, {Name: "name", Kind: table.Text}, {Name: "where", Kind: table.Text}, {Name: "set in", Kind: table.Text}}}
	for _, l := range lines {
		mark := ""
		if l.Active {
			mark = a.out.Sign("●", "*")
		}
		t.Rows = append(t.Rows, table.Row{table.NewText(mark), table.NewText(l.Name), table.NewText(l.DSN), table.NewText(l.Origin)})
	}
	return a.out.Table(a.Stdout, t)
}

// describeDefault says what is asked without a connection.
func (a *app) describeDefault() string {
	if a.demoHere() {
		return "no connections yet; the demo warehouse in this folder is used"
	}
	return "no connections yet"
}

func (a *app) testSources(ctx context.Context, names []string) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = c.Names()
	}
	var failed error
	results := []finding{}
	for _, name := range names {
		detail, err := a.testSource(ctx, c, name)
		f := newFinding(name, detail, err)
		results = append(results, f)
		if !a.json {
			a.showFinding(f)
		}
		if !f.OK {
			failed = fault.New(f.Code, "some connections failed").WithHint("see above; plumb doctor checks more")
		}
	}
	if a.json {
		if err := a.writeJSON(a.Stdout, results); err != nil {
			return err
		}
	}
	return failed
}

// testSource connects and attempts a write. It says what it found out.
func (a *app) testSource(ctx context.Context, c *config.Config, name string) (string, error) {
	conn, err := c.Connection(name)
	if err != nil {
		return "", err
	}
	spec, err := a.specNamed(c, name)
	if err != nil {
		return "", err
	}
	open, err := connection.Open(ctx, spec)
	if err != nil {
		return "", err
	}
	defer open.Close()
	err = open.ProbeWrite(ctx)
	if fault.CodeOf(err) == fault.Writable && conn.AcceptWritable {
		return "reachable; this login CAN write, which " + c.Origin("connections."+name+".accept_writable") +
			" accepts; sessions are read-only anyway", nil
	}
	return "reachable, and cannot write", err
}

func (a *app) editSource(ctx context.Context, name string, e config.Edit, done string) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if _, err := c.Connection(name); err != nil {
		return err
	}
	if err := config.Update(ctx, a.input(), e); err != nil {
		return err
	}
	if a.json {
		if err := a.writeJSON(a.Stdout, map[string]string{"name": name, "result": name + " " + done}); err != nil {
			return err
		}
	} else {
		a.out.Done(a.Stdout, "%s %s", name, done)
	}
	return a.checkActive(name)
}

// checkActive says which connection commands use now, where that may surprise.
func (a *app) checkActive(wanted string) error {
	c, err := config.Load(a.input())
	if err != nil {
		return err
	}
	_, there := c.Connections[wanted]
	switch {
	case c.Active == "" && len(c.Connections) > 0:
		a.notes.Next(a.Stderr, "no connection is active now; choose one: plumb sources use "+c.Names()[0])
	case there && c.Active != "" && c.Active != wanted:
		a.notes.Diagnostic(a.Stderr, fault.New(fault.Config, "%s makes %s the active connection here, and takes precedence", c.Origin("active"), c.Active).
			WithHint("change it there, or name the connection: --db %s", wanted).Diagnostic(fault.Warning))
	}
	return nil
}
