package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) schemaCommand() *cobra.Command {
	var db, question string
	var xml, diff, refresh bool
	c := &cobra.Command{
		Use:   "schema [TABLE]",
		Short: "Show the tables, their columns and the role of each",
		Long: `Show the tables, or the columns of one table: types, keys, samples, ranges, and
the role assigned to each column with the reason.

The schema is cached. It is read again when the database has changed, and with
--refresh.`,
		Example: `  plumb schema
  plumb schema orders
  plumb schema --db sales.parquet --json`,
		GroupID: "data",
		Args:    atMost(1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			need := connection.Full
			if refresh || diff {
				need = connection.Fresh
			}
			conn, s, err := a.readSchema(cmd.Context(), db, need)
			if err != nil {
				return err
			}
			defer conn.Close()
			if diff {
				return a.showChanges(conn.Changes())
			}
			if len(args) == 1 {
				if s, err = only(s, conn.Name(), args[0]); err != nil {
					return err
				}
			}
			switch {
			case a.json:
				return a.writeJSON(a.Stdout, s)
			case xml, question != "":
				a.printf("%s\n", strings.TrimRight(schema.XML(s, a.context(s, question)), "\n"))
				return nil
			case len(args) == 1:
				return a.showTable(s, &s.Tables[0])
			}
			return a.showTables(s, "plumb schema")
		},
	}
	addDB(c, &db)
	c.Flags().BoolVar(&xml, "xml", false, "print the context that a language model receives")
	c.Flags().StringVar(&question, "question", "", "with --xml: only the tables relevant to this question, within the token budget")
	c.Flags().BoolVar(&diff, "diff", false, "show what changed since the schema was last read")
	c.Flags().BoolVar(&refresh, "refresh", false, "read the schema again")
	return c
}

// context narrows what a language model is shown: everything, or what matters
// to a question within the budget of the configuration.
func (a *app) context(s *schema.Snapshot, question string) schema.XMLOptions {
	if question == "" {
		return schema.XMLOptions{}
	}
	budget := a.settings.Schema.TokenBudget
	return schema.XMLOptions{Tables: schema.Select(s, question, budget), Budget: budget}
}

func (a *app) readSchema(ctx context.Context, db string, need connection.Depth) (*connection.Connection, *schema.Snapshot, error) {
	conn, err := a.open(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	p := a.progress()
	if a.notes.Width > 0 { // usually it takes no time; a log need not say so
		p.Step("reading the schema", 0, 0)
	}
	s, err := conn.Schema(ctx, need)
	p.End()
	if err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	if n := len(conn.Changes()); n > 0 && need != connection.Fresh {
		a.notes.Diagnostic(a.Stderr, fault.New(fault.SchemaStale, "the schema has changed since it was last read: %s", count(n, "change")).Diagnostic(fault.Info))
		for _, c := range conn.Changes()[:min(n, 5)] {
			a.notes.Note(a.Stderr, "  %s", c.Text)
		}
	}
	a.diagnose(conn.Diagnostics())
	return conn, s, nil
}

// only is the snapshot of one table of a connection.
func only(s *schema.Snapshot, connection, name string) (*schema.Snapshot, error) {
	t := s.Table(name)
	if t == nil {
		return nil, fault.New(fault.NotFound, "there is no table %s in %s", name, connection).
			WithHint("%s", fault.DidYouMean(name, "tables", s.TableNames()))
	}
	one := *s
	one.Tables = []schema.Table{*t}
	return &one, nil
}

func (a *app) showChanges(changes []schema.Change) error {
	if a.json {
		if changes == nil {
			changes = []schema.Change{}
		}
		return a.writeJSON(a.Stdout, changes)
	}
	if len(changes) == 0 {
		a.out.Done(a.Stdout, "nothing has changed since the schema was last read")
		return nil
	}
	for _, c := range changes {
		a.printf("%s\n", terminal.Clean(c.Text))
	}
	return nil
}

// showTables is the overview: a line a table, and the command that shows more
// of one.
func (a *app) showTables(s *schema.Snapshot, more string) error {
	t := &table.Table{Columns: []table.Column{{Name: "table", Kind: table.Text}, {Name: "rows", Kind: table.Int}, {Name: "columns", Kind: table.Int}, {Name: "about", Kind: table.Text}}}
	for i := range s.Tables {
		tab := &s.Tables[i]
		about := tab.About()
		if tab.Kind != schema.BaseTable {
			about = strings.TrimSpace(string(tab.Kind) + ". " + about)
		}
		t.Rows = append(t.Rows, table.Row{table.NewText(s.DisplayName(tab)), table.NewText(rows(tab)), table.NewInt(int64(len(tab.Columns))), table.NewText(about)})
	}
	a.out.Note(a.Stdout, "%s, %s, %s, hash %s", s.Database, s.Dialect, count(len(s.Tables), "table"), schema.Hash(s)[:19])
	if err := a.out.List(a.Stdout, t); err != nil {
		return err
	}
	a.notes.Next(a.Stderr, more+" TABLE shows its columns")
	return nil
}

// rows is how many rows a table has; a tilde marks an estimate.
func rows(t *schema.Table) string {
	switch {
	case t.Rows < 0:
		return "?"
	case t.Counted:
		return thousands(t.Rows)
	}
	return "~" + thousands(t.Rows)
}

func rowsIn(t *schema.Table) string {
	if t.Counted && t.Rows == 1 {
		return "1 row"
	}
	return rows(t) + " rows"
}

// showTable is one table: a block a column.
func (a *app) showTable(s *schema.Snapshot, t *schema.Table) error {
	a.printf("%s  %s\n", a.out.Paint(terminal.Bold, terminal.Clean(s.DisplayName(t))), a.out.Paint(terminal.Dim, fmt.Sprintf("%s, %s", t.Kind, rowsIn(t))))
	if about := t.About(); about != "" {
		for _, line := range a.out.Wrap(terminal.Clean(about), a.out.Width) {
			a.printf("%s\n", line)
		}
	}
	a.printf("\n")
	grid := &table.Table{Columns: []table.Column{{Name: "column", Kind: table.Text}, {Name: "type", Kind: table.Text}, {Name: "role", Kind: table.Text}, {Name: "what is in it", Kind: table.Text}}}
	for i := range t.Columns {
		c := &t.Columns[i]
		grid.Rows = append(grid.Rows, table.Row{table.NewText(c.Name), table.NewText(typeText(c)), table.NewText(roleText(c)), table.NewText(contents(t, c))})
	}
	if err := a.out.List(a.Stdout, grid); err != nil {
		return err
	}
	a.printf("\n")
	a.showKeys(t)
	a.printf("%s\n", a.out.Paint(terminal.Bold, "why these roles"))
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Why != "" {
			printHangingAt(a.Stdout, a.out, "  ", 4, c.Name+": "+c.Why, "")
		}
	}
	return nil
}

func (a *app) showKeys(t *schema.Table) {
	if len(t.PrimaryKey) > 0 {
		a.printf("primary key  %s\n", cleanList(t.PrimaryKey))
	}
	for _, u := range t.Unique {
		a.printf("unique       %s\n", cleanList(u))
	}
	for _, f := range t.ForeignKeys {
		arrow := a.out.Sign("→", "->")
		line := fmt.Sprintf("%s %s %s (%s)", cleanList(f.Columns), arrow, terminal.Clean(f.RefTable), cleanList(f.RefColumns))
		if f.Inferred {
			line += a.out.Paint(terminal.Dim, "  inferred: "+terminal.Clean(f.Evidence))
		}
		a.printf("foreign key  %s\n", line)
	}
}

func cleanList(names []string) string { return terminal.Clean(strings.Join(names, ", ")) }

func typeText(c *schema.Column) string {
	if c.Nullable {
		return c.Type
	}
	return c.Type + " not null"
}

func roleText(c *schema.Column) string {
	switch c.Role {
	case schema.Measure:
		return "measure (" + c.Aggregate + ")"
	case schema.TimeDimension:
		return "time"
	}
	return string(c.Role)
}

// contents says in one line what is known of a column's values.
func contents(t *schema.Table, c *schema.Column) string {
	var parts []string
	if about := c.About(); about != "" {
		parts = append(parts, strings.TrimSuffix(about, "."))
	}
	for _, f := range t.ForeignKeys {
		if len(f.Columns) == 1 && f.Columns[0] == c.Name {
			parts = append(parts, "key of "+f.RefTable)
		}
	}
	switch {
	case c.Role == schema.Key:
	case len(c.Values) > 0:
		shown := c.Values[:min(len(c.Values), 6)]
		text := strings.Join(shown, ", ")
		if int64(len(shown)) < max(c.Distinct, int64(len(c.Values))) {
			text += ", …"
		}
		parts = append(parts, text)
	case c.Min != "" || c.Max != "":
		parts = append(parts, c.Min+" to "+c.Max)
	}
	return strings.Join(parts, "; ")
}
