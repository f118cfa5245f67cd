package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) replayCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "replay NOTEBOOK",
		Short: "Run every statement of a notebook again and report what changed",
		Long: `Run every statement of a notebook again, without any model, and report for each
cell whether its rows are the same, which rows changed, whether the schema
changed, or why it failed.

The data comes from the connection that the notebook names, or from --db; what a
plan read of other connections comes from those of the same name. The exit
status is 0 if nothing changed, and 1 otherwise. With --json, each cell is an
object with "verdict": same, data_changed, schema_changed, failed or
nothing_to_run.`,
		Example: "  plumb replay sales\n  plumb replay sales --db staging --json",
		GroupID: "data",
		Args:    exactly(1, "one notebook"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), args[0], db) },
	}
	addDB(c, &db)
	a.limits.add(c)
	return c
}

// replayer runs the statements of a notebook again, each on its connection.
type replayer struct {
	conn   *connection.Connection // of the notebook
	others func(ctx context.Context, name string) (analyze.Database, error)
	limits source.Limits
	now    *schema.Snapshot
	memory schema.Cache
}

// Run implements notebook.Runner.
func (r *replayer) Run(ctx context.Context, name, sql string, rows int) (*table.Table, error) {
	l := r.limits
	if rows > 0 {
		l.Rows = rows
	}
	var db analyze.Database = r.conn
	if name != "" && name != r.conn.Name() {
		var err error
		if db, err = r.others(ctx, name); err != nil {
			return nil, fault.Wrap(err, fault.CodeOf(err), "it reads the connection %s, which cannot be opened: %s", name, fault.Of(err).Message).
				WithHint("check it with plumb sources test %s, or add it with plumb connect ADDRESS --name %s", name, name)
		}
	}
	statement, err := db.Check(ctx, sql)
	if err != nil {
		return nil, err
	}
	reader, err := db.Run(ctx, statement, l)
	if err != nil {
		return nil, err
	}
	return reader.ReadAll()
}

// Schema implements notebook.Runner.
func (r *replayer) Schema(ctx context.Context) (string, error) {
	s, err := r.conn.Schema(ctx, connection.Full)
	if err != nil {
		return "", err
	}
	r.now = s
	return schema.Hash(s), nil
}

// Changes implements notebook.Runner.
func (r *replayer) Changes(_ context.Context, since string, tables []string) ([]string, bool) {
	was, err := r.memory.Load(since)
	if err != nil || r.now == nil {
		return nil, false
	}
	var list []string
	for _, c := range schema.Diff(was, r.now) {
		if len(tables) == 0 || slices.ContainsFunc(tables, func(name string) bool { return sameTable(name, c.Table) }) {
			list = append(list, c.Text)
		}
	}
	return list, true
}

// sameTable compares names of which one may lack its schema.
func sameTable(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// dataOf is what a notebook is about: the connection of its name, else the
// place that it names, else the active connection.
func (a *app) dataOf(n *notebook.Notebook) (string, error) {
	c, err := a.config()
	if err != nil {
		return "", err
	}
	if _, ok := c.Connections[n.Connection.Name]; ok {
		return n.Connection.Name, nil
	}
	switch where := n.Connection.Database; { // a notebook may come from anybody
	case strings.Contains(where, "${"):
		return "", fault.New(fault.Usage, "references such as ${NAME} are not allowed in a notebook").WithHint("name the data with --db")
	case strings.Contains(where, "://"):
		return "", fault.New(fault.NotFound, "the notebook uses %s, which is not a connection here", n.Connection.Name).
			WithHint("add it with plumb connect, or name the data with --db")
	}
	return n.Connection.Database, nil
}

func (a *app) replay(ctx context.Context, ref, db string) error {
	n, err := a.notebook(ref)
	if err != nil {
		return err
	}
	if db == "" {
		if db, err = a.dataOf(n); err != nil {
			return err
		}
	}
	conn, err := a.open(ctx, db)
	if err != nil {
		return err
	}
	defer conn.Close()
	data := a.newSessionData(a.settings)
	defer data.close()
	r := &replayer{conn: conn, others: data.source, limits: limits(a.settings), memory: schemas(a.settings)}
	outcomes := []notebook.Outcome{}
	others := 0
	for o, err := range notebook.Replay(ctx, n, r) {
		if err != nil {
			return err
		}
		if !o.Fine() {
			others++
		}
		outcomes = append(outcomes, o)
		if !a.json {
			a.showOutcome(len(outcomes), o)
		}
	}
	rememberSchema(a.settings, r.now)
	if a.json {
		if err := a.writeJSON(a.Stdout, outcomes); err != nil {
			return err
		}
	}
	if others > 0 {
		return fault.New(fault.BadData, "%d of %s changed", others, count(len(outcomes), "cell")).
			WithHint("ask those questions again for current answers")
	}
	if !a.json {
		empty := 0 // questions without an answer did not run, and are not unchanged
		for _, o := range outcomes {
			if o.Verdict == notebook.NothingToRun {
				empty++
			}
		}
		switch {
		case empty == 0:
			a.notes.Note(a.Stderr, "%s, all unchanged", count(len(outcomes), "cell"))
		case empty == len(outcomes):
			a.notes.Note(a.Stderr, "%s, nothing to run", count(len(outcomes), "cell"))
		default:
			a.notes.Note(a.Stderr, "%s unchanged, %d with nothing to run", count(len(outcomes)-empty, "cell"), empty)
		}
	}
	return nil
}

var verdictWords = map[notebook.Verdict]string{
	notebook.Same: "same", notebook.DataChanged: "data changed", notebook.SchemaChanged: "schema changed",
	notebook.Failed: "failed", notebook.NothingToRun: "nothing to run",
}

func (a *app) showOutcome(number int, o notebook.Outcome) {
	sign, style := a.out.Sign("✓", "ok:"), terminal.Green
	switch o.Verdict {
	case notebook.DataChanged, notebook.SchemaChanged:
		sign, style = "!", terminal.Yellow
	case notebook.Failed:
		sign, style = a.out.Sign("✗", "error:"), terminal.Red
	case notebook.NothingToRun:
		sign, style = a.out.Sign("·", "-"), terminal.Dim
	}
	a.printf("%s %d %s%s%s\n", a.out.Paint(style, sign), number, verdictWords[o.Verdict], a.out.Sign(" · ", ": "), terminal.Clean(o.Question))
	if o.Reason != "" {
		a.printf("    %s\n", terminal.Clean(o.Reason))
	}
	for _, d := range o.Diagnostics {
		if d.Code == fault.SchemaStale {
			a.printf("    %s: %s\n", d.Code, terminal.Clean(d.Message))
		}
	}
	if o.Difference == nil {
		return
	}
	for _, row := range o.Difference.First {
		before, after := strings.Join(row.Before, ", "), strings.Join(row.After, ", ")
		switch {
		case row.Before == nil:
			a.printf("    + %s\n", terminal.Clean(after))
		case row.After == nil:
			a.printf("    - %s\n", terminal.Clean(before))
		default:
			a.printf("    %s %s %s\n", terminal.Clean(before), a.out.Sign("→", "->"), terminal.Clean(after))
		}
	}
}
