package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/source"
)

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
	c.AddCommand(a.evalSQLCommand(), a.evalChartCommand(), a.evalCompareCommand(), a.evalVerifiedCommand())
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
	flags.StringVar(&f.Brain, "brain", mind.BuiltinName, "the brain to evaluate")
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

--brain provider/model evaluates a language model as plumb ask --model uses it,
repairs included, beside the built-in parser on the same questions: accuracy,
cost, time, and whether its confidence can be trusted. It is asked at most
` + strconv.Itoa(defaultModelCases) + ` questions or dialogues; --limit sets another number, 0 means all. The
limits of models.limits apply, calls are recorded as those of other commands
(plumb models shows them), and Ctrl-C prints what was measured until then.
--brain builtin:FILE is the built-in parser with the weights in FILE;
--brain gold answers with the gold queries, which shows the upper bound;
--brain replay:FILE answers with the lines of FILE.`,
		Example: `  plumb eval sql spider --split valid --out answers.jsonl
  plumb eval sql business --set dialogues --json
  plumb eval sql mine --brain anthropic/claude-sonnet-4-5 --limit 50 --out claude.jsonl`,
		Args: exactly(1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Dir = args[0]
			if isModelBrain(f.Brain) && !cmd.Flags().Changed("limit") {
				f.Part.Limit = defaultModelCases
			}
			return a.evalSQL(cmd.Context(), f)
		},
	}
	f.add(c)
	flags := c.Flags()
	flags.StringVar(&f.Part.Field, "field", "question", "field that contains the question, such as paraphrase")
	flags.StringVar(&f.Part.Databases, "databases", "", "folder of the databases (default DIR/database)")
	flags.StringVar(&f.Part.Set, "set", "all", "questions, dialogues or all")
	flags.StringVar(&f.Now, "now", "", "date to use as today, unless the folder sets it")
	flags.StringVar(&f.Order, "order", "auto", "whether to compare the order of rows if the gold query sets one: yes, asked (if the question asks for an order), no, or auto (asked for PostgreSQL, no in folders with tags, else yes)")
	flags.StringVar(&f.postgres, "postgres", "", "server to create PostgreSQL databases on")
	return c
}

func (a *app) evalSQL(ctx context.Context, f evalFlags) error {
	run, err := a.evalRun(ctx, f)
	if err != nil {
		return err
	}
	if c, ok := run.Brain.(io.Closer); ok {
		defer c.Close()
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
	if isModelBrain(f.Brain) {
		return a.evalModel(ctx, run, f.Brain)
	}
	if err := a.measure(ctx, run, "asking"); err != nil {
		return err
	}
	summary := eval.Summarize(run.Suite, run.Journal)
	if a.json {
		return a.writeJSON(a.Stdout, summary)
	}
	return a.showSummary(summary)
}

// measure asks what is left of a suite.
func (a *app) measure(ctx context.Context, run *eval.Run, what string) error {
	p := a.progress()
	run.Progress = func(done, total int) { p.Step(what, done, total) }
	err := run.Do(ctx)
	p.End()
	return err
}

// evalModel measures a language model beside the built-in brain. A run that is
// stopped shows what was measured until then.
func (a *app) evalModel(ctx context.Context, run *eval.Run, name string) error {
	own := *run
	own.Journal = eval.NewJournal()
	var err error
	if own.Brain, err = measuredBrain(); err != nil {
		return err
	}
	if err := a.measure(ctx, &own, "asking the built-in brain"); err != nil {
		return err
	}
	run.Patience = modelPatience
	stopped := a.measure(ctx, run, "asking "+name)
	part := run.Suite.Recorded(run.Journal)
	if len(part.Cases) == 0 {
		return stopped
	}
	if stopped != nil && !a.json {
		a.diagnose([]fault.Diagnostic{{Severity: fault.Warning, Message: fmt.Sprintf("stopped after %d of %s", len(part.Cases), count(len(run.Suite.Cases), "question")),
			Hint: "with --out the same command continues where it stopped"}})
	}
	reports := []evalReport{
		{"built-in", eval.Summarize(part, own.Journal)},
		{name, eval.Summarize(part, run.Journal)},
		{"built-in first", eval.Summarize(part, eval.FirstThen(own.Journal, run.Journal))},
	}
	if a.json {
		err = a.writeJSON(a.Stdout, map[string]any{"brains": reports, "cases": len(run.Suite.Cases), "measured_cases": len(part.Cases)})
	} else {
		err = a.showReports(reports)
	}
	if stopped != nil {
		return stopped
	}
	return err
}

// evalRun checks the flags and puts a run together.
func (a *app) evalRun(ctx context.Context, f evalFlags) (*eval.Run, error) {
	if !slices.Contains([]string{"all", "questions", "dialogues"}, f.Part.Set) {
		return nil, fault.New(fault.Usage, "there is no set %q", f.Part.Set).WithHint("questions, dialogues or all")
	}
	if !slices.Contains([]string{"auto", "yes", "asked", "no"}, f.Order) {
		return nil, fault.New(fault.Usage, "--order cannot be %q", f.Order).WithHint("yes, asked, no or auto")
	}
	if _, err := a.config(); err != nil { // once, before databases are opened in parallel
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
	run := &eval.Run{Suite: suite, Open: a.openBare, Postgres: f.postgres, Now: a.Now(), Parallel: f.parallel,
		Order: eval.Order(f.Order)}
	if f.Order == "auto" {
		run.Order = suite.Order()
	}
	if f.Now != "" {
		if run.Now, err = eval.ParseNow(f.Now); err != nil {
			return nil, err
		}
	}
	if isModelBrain(f.Brain) {
		run.Brain, err = a.openModelBrain(ctx, f.Brain)
	} else {
		run.Brain, err = a.brain(f.Brain)
	}
	return run, err
}

// isModelBrain reports whether --brain names a language model. Names of models may
// have a colon too, but not before the slash.
func isModelBrain(name string) bool {
	kind, _, _ := strings.Cut(name, ":")
	return mind.IsModel(kind)
}

// brain is who --brain names, but for language models.
func (a *app) brain(name string) (eval.Brain, error) {
	kind, path, _ := strings.Cut(name, ":")
	switch {
	case name == mind.BuiltinName:
		return measuredBrain()
	case name == "gold":
		return eval.Gold, nil
	case kind == "replay":
		return eval.Replay(inDir(a.Dir, path))
	case kind == mind.BuiltinName:
		return brainWith(inDir(a.Dir, path))
	}
	return nil, fault.New(fault.NotFound, "there is no brain %q", name).
		WithHint("there are: builtin, builtin:FILE, gold, replay:FILE, and for plumb eval sql language models as provider/model")
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
