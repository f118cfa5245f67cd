package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) guardCommand() *cobra.Command {
	var dialect, file, db string
	c := &cobra.Command{
		Use:   "guard [STATEMENT]",
		Short: "Check whether a statement may run, and why",
		Long: `Check whether a statement may run, and why. Nothing is executed.

With a STATEMENT, the verdict is printed as text. Without one, the command reads
JSON lines {"id","dialect","sql"} from standard input and prints
{"id","verdict":"allow|reject","code","reason","tables"} for each.

The tables that may be used come from a schema (as plumb schema --json prints
it) or from a connection; without either, every table outside the system
catalogs is considered known.`,
		Example: `  plumb guard "SELECT count(*) FROM orders"
  plumb guard --dialect postgres "SELECT pg_read_file('/etc/passwd')"
  plumb guard --schema schema.json < statements.jsonl`,
		GroupID: "data",
		Args:    atMost(1, `one statement, in quotes`),
		RunE: func(cmd *cobra.Command, args []string) error {
			g := &guards{app: a, dialect: dialect, made: map[string]*guard.Guard{}}
			defer g.close()
			if err := g.load(cmd.Context(), file, db); err != nil {
				return err
			}
			if len(args) == 0 && a.isInteractive() {
				return fault.New(fault.Usage, "there is no statement").
					WithHint(`for example: plumb guard "SELECT 1"; JSON lines come through a pipe`)
			}
			if len(args) == 0 {
				return g.lines(cmd.Context())
			}
			g.likeSQL()
			return g.checkOne(cmd.Context(), args[0])
		},
	}
	c.Flags().StringVar(&dialect, "dialect", "", "postgres, duckdb or sqlite (default: that of --db or --schema; for one STATEMENT that of the active connection; else postgres)")
	c.Flags().StringVar(&file, "schema", "", "file with a schema, as plumb schema --json prints it")
	c.Flags().StringVar(&db, "db", "", "connection name or DSN")
	return c
}

// guards answers for several dialects.
type guards struct {
	*app
	dialect string // when a line names none
	catalog *guard.Catalog
	made    map[string]*guard.Guard
	closers []io.Closer
}

func (g *guards) close() {
	for _, c := range g.closers {
		_ = c.Close()
	}
}

// load takes the tables from a schema file or a connection.
func (g *guards) load(ctx context.Context, file, db string) error {
	var s *schema.Snapshot
	switch {
	case file != "" && db != "":
		return fault.New(fault.Usage, "--schema and --db both name the tables").WithHint("give one of them")
	case file != "":
		f, err := os.Open(inDir(g.Dir, file))
		if err != nil {
			return fault.Wrap(err, fault.NotFound, "the schema file cannot be opened: %v", err).
				WithHint("plumb schema --json > %s writes one", filepath.Base(file))
		}
		defer f.Close()
		if s, err = schema.Decode(f); err != nil {
			return err
		}
	case db != "":
		conn, err := g.open(ctx, db)
		if err != nil {
			return err
		}
		g.closers = append(g.closers, conn)
		if s, err = conn.Schema(ctx, 1); err != nil {
			return err
		}
	}
	if s == nil {
		return nil
	}
	g.catalog = &guard.Catalog{Snapshot: s}
	if g.dialect == "" {
		g.dialect = s.Dialect
	}
	return nil
}

// likeSQL lets a statement be judged by the grammar that plumb sql would run it
// under. Where nothing can be asked, nothing is amiss: the guard needs no data.
func (g *guards) likeSQL() {
	if g.dialect != "" {
		return
	}
	if c, err := g.config(); err == nil {
		if spec, err := g.specOf(c, ""); err == nil {
			g.dialect = spec.Driver.Dialect
		}
	}
}

func (g *guards) guard(dialect string) (*guard.Guard, error) {
	if dialect == "" {
		dialect = g.dialect
	}
	if dialect == "" {
		dialect = "postgres"
	}
	dialect = strings.ToLower(dialect)
	if made := g.made[dialect]; made != nil {
		return made, nil
	}
	driver, ok := drivers.ByDialect(dialect)
	if !ok {
		return nil, fault.New(fault.Usage, "%s is not a dialect that the guard knows", dialect).
			WithHint("postgres, duckdb or sqlite")
	}
	grammar := driver.NewGrammar()
	if c, ok := grammar.(io.Closer); ok {
		g.closers = append(g.closers, c)
	}
	g.made[dialect] = guard.New(grammar, g.catalog)
	return g.made[dialect], nil
}

// verdict is a line of output.
type verdict struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Verdict string          `json:"verdict"`
	Code    fault.Code      `json:"code"`
	Reason  string          `json:"reason"`
	Hint    string          `json:"hint,omitempty"`
	Tables  []string        `json:"tables"`
	Columns []string        `json:"columns,omitempty"`
	SQL     string          `json:"sql,omitempty"`
}

func newVerdict(v guard.Verdict) verdict {
	out := verdict{Verdict: "reject", Code: v.Code, Reason: v.Reason, Hint: v.Hint, Tables: v.Tables, Columns: v.Columns, SQL: v.SQL}
	if v.Allow {
		out.Verdict = "allow"
	}
	if out.Tables == nil {
		out.Tables = []string{}
	}
	return out
}

// checkOne answers for people; a refusal is also the exit status.
func (g *guards) checkOne(ctx context.Context, sql string) error {
	checker, err := g.guard("")
	if err != nil {
		return err
	}
	v := checker.Judge(ctx, sql)
	if g.json {
		if err := g.writeJSON(g.Stdout, newVerdict(v)); err != nil {
			return err
		}
	}
	if !v.Allow {
		return (&fault.Fault{Code: v.Code, Message: "rejected: " + v.Reason}).WithHint("%s", v.Hint)
	}
	if g.json {
		return nil
	}
	g.out.Done(g.Stdout, "allowed: %s", v.Reason)
	if len(v.Tables) > 0 {
		g.printf("  tables   %s\n", cleanList(v.Tables))
	}
	if len(v.Columns) > 0 {
		g.printf("  columns  %s\n", cleanList(v.Columns))
	}
	g.printf("  runs as  %s\n", terminal.Clean(v.SQL))
	return nil
}

// lines answers for programs. A line that cannot be read is rejected, and the
// rest is still answered.
func (g *guards) lines(ctx context.Context) error {
	in := bufio.NewReaderSize(interruptible(ctx, g.Stdin), 64<<10)
	out := bufio.NewWriter(g.Stdout)
	defer out.Flush()
	encode := json.NewEncoder(out)
	encode.SetEscapeHTML(false)
	for {
		line, err := readLine(in, 4*guard.MaxSQL)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(strings.TrimSpace(line)) == 0 {
			continue
		}
		if err := encode.Encode(g.line(ctx, line)); err != nil {
			return fault.Wrap(err, fault.Internal, "the verdict cannot be written: %v", err)
		}
		if in.Buffered() == 0 { // whoever asks one at a time waits for the answer
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

func (g *guards) line(ctx context.Context, line string) verdict {
	var request struct {
		ID      json.RawMessage `json:"id"`
		Dialect string          `json:"dialect"`
		SQL     string          `json:"sql"`
	}
	if err := json.Unmarshal([]byte(line), &request); err != nil {
		return newVerdict(guard.Verdict{Code: fault.Usage, Reason: "the line is not JSON: " + err.Error(), Hint: `write {"id":"1","dialect":"postgres","sql":"SELECT 1"}`})
	}
	checker, err := g.guard(request.Dialect)
	var v verdict
	if err != nil {
		f := fault.Of(err)
		v = newVerdict(guard.Verdict{Code: f.Code, Reason: f.Message, Hint: f.Hint})
	} else {
		v = newVerdict(checker.Judge(ctx, request.SQL))
	}
	v.ID = request.ID
	return v
}

// readLine reads one line of at most limit bytes; a longer one is cut, which
// makes it invalid.
func readLine(r *bufio.Reader, limit int) (string, error) {
	var b strings.Builder
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return "", err
		}
		if b.Len() < limit {
			b.Write(part)
		}
		if !more {
			return b.String(), nil
		}
	}
}

func inDir(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
