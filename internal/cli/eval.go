package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

// brains are what can be measured, by the name that --brain takes.
var brains = map[string]func(a *app) (eval.Brain, error){
	"builtin": func(*app) (eval.Brain, error) { return measuredBrain() },
	"gold":    func(*app) (eval.Brain, error) { return eval.Gold, nil },
}

// defaultBrain is asked when --brain is not given.
const defaultBrain = "builtin"

func (a *app) evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "eval",
		Short:   "Measure how well questions are answered",
		GroupID: "plumb",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return unknownCommand(c, args[0])
		},
	}
	c.AddCommand(a.evalSQLCommand(), a.evalChartCommand(), a.evalCompareCommand())
	return c
}

// evalFlags are what a run was asked for. Its exported part is the header
// under which its records are kept.
type evalFlags struct {
	Dir      string         `json:"dir"`
	Brain    string         `json:"brain"`
	Identity string         `json:"identity,omitempty"` // of the brain
	Part     eval.Selection `json:"part"`
	Now      string         `json:"now,omitempty"`
	Order    string         `json:"order"`

	out      string
	postgres string
	parallel int
}

// add adds the flags that all suites have.
func (f *evalFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.Brain, "brain", defaultBrain, "the brain to evaluate")
	flags.StringVar(&f.Part.Split, "split", "", "use only the databases of this split in splits.json")
	flags.IntVar(&f.Part.Limit, "limit", 0, "maximum number of questions, spread over the folder")
	flags.StringVar(&f.out, "out", "", "file to write one line per question to")
	flags.IntVar(&f.parallel, "parallel", runtime.GOMAXPROCS(0), "number of databases to work on at a time")
}

func (a *app) evalSQLCommand() *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "sql DIR",
		Short: "Answer the questions of a folder and compare with its gold queries",
		Long: `Answer every question of a folder, run the resulting statement and the gold
query, and compare the rows.

DIR contains questions.jsonl, with one object per line,
{"id","db_id","question","sql"}, where "sql" is null if the data cannot answer;
or dialogues.jsonl, {"id","db_id","turns":[{"question","sql"}]}. "now" in a line
sets the clock. splits.json names the databases of each --split. Databases are
DIR/database/NAME.sqlite, or DIR/NAME/NAME.sql for PostgreSQL, which needs
--postgres. The brain sees the database and the question, nothing else.

--out writes a line for each question or turn,
{"id","turn","sql","confidence","status","ms"}, with its verdict. A second run
continues where the first stopped. Times are accurate with --parallel 1.

--brain builtin:FILE is the built-in parser with the weights in FILE;
--brain gold answers with the gold queries, which shows the upper bound;
--brain replay:FILE answers with the lines of FILE.`,
		Example: `  plumb eval sql spider --split valid --out answers.jsonl
  plumb eval sql business --set dialogues --json`,
		Args: exactly(1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Dir = args[0]
			return a.evalSQL(cmd.Context(), f)
		},
	}
	f.add(c)
	flags := c.Flags()
	flags.StringVar(&f.Part.Field, "field", "question", "field that contains the question, such as paraphrase")
	flags.StringVar(&f.Part.Databases, "databases", "", "folder of the databases (default DIR/database)")
	flags.StringVar(&f.Part.Set, "set", "all", "questions, dialogues or all")
	flags.StringVar(&f.Now, "now", "", "date to use as today, unless the folder sets it")
	flags.StringVar(&f.Order, "order", "auto", "whether to compare the order of rows if the gold query sets one: yes, no, or auto (not in folders with tags)")
	flags.StringVar(&f.postgres, "postgres", "", "server to create PostgreSQL databases on")
	return c
}

func (a *app) evalSQL(ctx context.Context, f evalFlags) error {
	run, err := a.evalRun(f)
	if err != nil {
		return err
	}
	if b, ok := run.Brain.(eval.Identified); ok {
		f.Identity = b.Identity()
	}
	if run.Journal, err = a.journal(f); err != nil {
		return err
	}
	defer run.Journal.Close()
	if n := run.Journal.Len(); n > 0 && !a.json {
		a.diagnose([]fault.Diagnostic{{Severity: fault.Info, Message: fmt.Sprintf("%s already has %s; answering the rest", f.out, count(n, "answer"))}})
	}
	p := a.progress()
	run.Progress = func(done, total int) { p.Step("asking", done, total) }
	err = run.Do(ctx)
	p.End()
	if err != nil {
		return err
	}
	summary := eval.Summarize(run.Suite, run.Journal)
	if a.json {
		return a.writeJSON(a.Stdout, summary)
	}
	return a.showSummary(summary)
}

// evalRun checks the flags and puts a run together.
func (a *app) evalRun(f evalFlags) (*eval.Run, error) {
	if !slices.Contains([]string{"all", "questions", "dialogues"}, f.Part.Set) {
		return nil, fault.New(fault.Usage, "there is no set %q", f.Part.Set).WithHint("questions, dialogues or all")
	}
	if !slices.Contains([]string{"auto", "yes", "no"}, f.Order) {
		return nil, fault.New(fault.Usage, "--order cannot be %q", f.Order).WithHint("yes, no or auto")
	}
	if _, err := a.config(); err != nil { // once, before databases are opened in parallel
		return nil, err
	}
	brain, err := a.brain(f.Brain)
	if err != nil {
		return nil, err
	}
	part := f.Part
	if part.Databases != "" {
		part.Databases = inDir(a.Dir, part.Databases)
	}
	suite, err := eval.Load(inDir(a.Dir, f.Dir), part)
	if err != nil {
		return nil, err
	}
	run := &eval.Run{Suite: suite, Brain: brain, Open: a.openBare, Postgres: f.postgres, Now: a.Now(), Parallel: f.parallel,
		Ordered: f.Order == "yes" || f.Order == "auto" && !suite.Tagged()}
	if f.Now != "" {
		if run.Now, err = eval.ParseNow(f.Now); err != nil {
			return nil, err
		}
	}
	return run, nil
}

func (a *app) brain(name string) (eval.Brain, error) {
	if path, ok := strings.CutPrefix(name, "replay:"); ok {
		return eval.Replay(inDir(a.Dir, path))
	}
	if path, ok := strings.CutPrefix(name, "builtin:"); ok {
		return brainWith(inDir(a.Dir, path))
	}
	make, ok := brains[name]
	if !ok {
		names := append(slices.Sorted(maps.Keys(brains)), "replay:FILE")
		return nil, fault.New(fault.NotFound, "there is no brain %q", name).
			WithHint("there are: %s", strings.Join(names, ", "))
	}
	return make(a)
}

func (a *app) journal(f evalFlags) (*eval.Journal, error) {
	if f.out == "" {
		return eval.NewJournal(), nil
	}
	path := inDir(a.Dir, f.out)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fault.Wrap(err, fault.Usage, "the folder of %s cannot be created: %v", f.out, err).WithHint("choose another place with --out")
	}
	return eval.OpenJournal(path, f)
}

// openBare connects to a database without any document about it: what lies
// beside a benchmark's databases must not help.
func (a *app) openBare(ctx context.Context, name, dsn string) (*connection.Connection, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	spec, err := a.build(c, name, dsn, a.Dir)
	if err != nil {
		return nil, err
	}
	spec.Docs = ""
	spec.Config.Credentials = source.CredentialsOfPerson
	return connection.Open(ctx, spec)
}

func (a *app) evalCompareCommand() *cobra.Command {
	var most int
	c := &cobra.Command{
		Use:   "compare BEFORE AFTER",
		Short: "Show what changed between two runs",
		Long: `Show which questions are newly right in the second run, which are newly wrong,
and how the kinds of errors changed. BEFORE and AFTER are files
that plumb eval sql --out wrote.`,
		Example: "  plumb eval compare monday.jsonl tuesday.jsonl",
		Args:    exactly(2, "two files"),
		RunE: func(_ *cobra.Command, args []string) error {
			before, err := eval.ReadJournal(inDir(a.Dir, args[0]))
			if err != nil {
				return err
			}
			after, err := eval.ReadJournal(inDir(a.Dir, args[1]))
			if err != nil {
				return err
			}
			d := eval.Compare(before, after)
			if a.json {
				return a.writeJSON(a.Stdout, d)
			}
			if d.Both == 0 {
				return fault.New(fault.NotFound, "the two files have no measured question in common").
					WithHint("both must come from plumb eval sql over the same folder")
			}
			return a.showDiff(d, most)
		},
	}
	c.Flags().IntVar(&most, "show", 20, "number of questions to list of each kind")
	return c
}

func percent(s eval.Share) string {
	if s.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*s.Value)
}
