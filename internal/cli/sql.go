package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/table"
)

func (a *app) sqlCommand() *cobra.Command {
	var db string
	var f sqlForm
	c := &cobra.Command{
		Use:   "sql [STATEMENT]",
		Short: "Run one read-only statement and print its result",
		Long: `Run one read-only SQL statement and print its result.

The statement is checked first: one SELECT over known tables and safe
functions. It runs in a read-only session with limits on time, rows and bytes.
Without STATEMENT, it is read from standard input. plumb audit shows what ran
and what was refused.

With --json, the result is {"columns":[{"name","type"}],"rows":[[…]],"hash"},
and "truncated" if a limit was reached. Values that JSON cannot represent are
tagged: {"$float":"NaN"}, {"$text":"…"} for text that is not UTF-8, in base64.
Integers beyond 2^53 and decimals of more than 15 digits are strings.

With --csv, text that a spreadsheet would run as a formula (it starts with
= + - @) is prefixed with a single quote. --raw disables this.`,
		Example: `  plumb sql "SELECT status, count(*) FROM orders GROUP BY status"
  plumb sql --db sales.csv --csv "SELECT * FROM sales" > out.csv
  echo "SELECT 1" | plumb sql`,
		GroupID: "data",
		Args:    atMost(1, `one statement, in quotes`),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.csv && f.expanded || a.json && (f.csv || f.expanded) {
				return fault.New(fault.Usage, "choose one output format").WithHint("give one of --json, --csv and --expanded")
			}
			if f.raw && !f.csv {
				return fault.New(fault.Usage, "--raw is about CSV").WithHint("give --csv --raw; JSON is never changed")
			}
			text, err := a.statement(cmd.Context(), args)
			if err != nil {
				return err
			}
			return a.runSQL(cmd.Context(), db, text, f)
		},
	}
	addDB(c, &db)
	a.limits.add(c)
	c.Flags().BoolVar(&f.csv, "csv", false, "print CSV; text that a spreadsheet would run as a formula is prefixed with '")
	c.Flags().BoolVar(&f.raw, "raw", false, "with --csv: do not change text, for programs rather than spreadsheets")
	c.Flags().BoolVarP(&f.expanded, "expanded", "x", false, "print one column per line")
	return c
}

// sqlForm is how a result is printed, where not as a table.
type sqlForm struct{ csv, raw, expanded bool }

// statement is the SQL from the command line or from standard input.
func (a *app) statement(ctx context.Context, args []string) (string, error) {
	if len(args) == 1 && args[0] != "-" {
		return args[0], nil
	}
	if len(args) == 0 && a.isInteractive() {
		return "", fault.New(fault.Usage, "there is no statement").WithHint(`for example: plumb sql "SELECT 1"`)
	}
	b, err := io.ReadAll(io.LimitReader(interruptible(ctx, a.Stdin), guard.MaxSQL+1))
	if err != nil {
		return "", fault.Wrap(err, fault.Usage, "standard input cannot be read: %v", err)
	}
	return strings.TrimPrefix(string(b), "\ufeff"), nil // editors on Windows put a mark in front
}

// isInteractive reports whether standard input is a person at a terminal.
func (a *app) isInteractive() bool {
	f, ok := a.Stdin.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// interruptible is a reader that fails when the context ends, also while it
// waits for input.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// runSQL runs a statement, and records what became of it.
func (a *app) runSQL(ctx context.Context, db, text string, f sqlForm) error {
	conn, err := a.open(ctx, db)
	if err != nil {
		return err
	}
	defer conn.Close()
	audit, err := a.auditSQL(ctx, conn.Name(), text)
	if err != nil {
		return err
	}
	rows, err := a.printSQL(ctx, conn, text, f, audit)
	if unsettled := audit.settle(ctx, rows, err); err == nil {
		err = unsettled
	}
	return err
}

// printSQL checks and runs a statement, and prints its result. It returns how
// many rows were read.
func (a *app) printSQL(ctx context.Context, conn *connection.Connection, text string, f sqlForm, audit *sqlAudit) (rows int, err error) {
	start := a.Now()
	statement, err := conn.Check(ctx, text)
	if err != nil {
		return 0, err
	}
	audit.recordStatement(statement.SQL())
	r, err := conn.Run(ctx, statement, limits(a.settings))
	if err != nil {
		return 0, err
	}
	defer r.Close()
	switch {
	case a.json:
		err = table.WriteJSON(a.Stdout, r)
	case f.raw:
		err = table.WriteCSV(a.Stdout, r)
	case f.csv:
		err = table.WriteSpreadsheetCSV(a.Stdout, r)
	default:
		var t *table.Table
		if t, err = r.ReadAll(); err == nil {
			err = a.show(t, statement, a.Now().Sub(start), f.expanded)
		}
	}
	if err == nil && f.csv {
		a.diagnose(table.Diagnostics(r.Count(), r.Truncated()))
	}
	return r.Count(), err
}

// show prints a result for people, and what it came from on standard error.
func (a *app) show(t *table.Table, s guard.Statement, took time.Duration, expanded bool) error {
	draw := a.out.Table
	if expanded {
		draw = a.out.Expanded
	}
	if err := draw(a.Stdout, t); err != nil {
		return fault.Wrap(err, fault.Internal, "the result cannot be written: %v", err)
	}
	note := []string{count(len(t.Rows), "row"), took.Round(time.Millisecond).String()}
	if tables := s.Tables(); len(tables) > 0 {
		note = append(note, "from "+strings.Join(tables, ", "))
	}
	a.notes.Note(a.Stderr, "%s", strings.Join(note, a.notes.Sign(" · ", ", ")))
	a.diagnose(t.Diagnostics())
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%s %ss", thousands(int64(n)), what)
}

// thousands writes 1234567 as 1,234,567.
func thousands(n int64) string {
	if n < 0 {
		return "-" + thousands(-n)
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
