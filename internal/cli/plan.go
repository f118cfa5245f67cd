package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/plan"
	planfile "github.com/plumbdata/plumb/internal/plan/file"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) planCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "plan",
		Aliases: []string{"plans"},
		Short:   "Save the plan behind an answer, and run it again: list, show, save, run, diff, resume",
		Long: `A plan is how an answer was found: the steps of an analysis, or the one
statement of a simple answer. It is a JSON file in Plumb's home folder, or with
--shared in the folder plans beside the project's plumb.yaml. plumb plan show
--json prints one, to read, to change and to share; a path that ends in .json
is run as well.

plumb plan run runs the steps on the data of today. --set gives a parameter
another value: of Plumb's own plans, a period of the question; of others, what
{{name}} stands for in their steps.`,
		Example: "  plumb plan save drop\n  plumb plan run drop --set period=\"April 2025\"\n  plumb plan diff drop later",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.listPlans()
		},
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "List the saved plans", Example: "  plumb plan list", Args: exactly(0, "no arguments"),
			RunE: func(*cobra.Command, []string) error { return a.listPlans() }},
		&cobra.Command{Use: "show PLAN", Short: "Show the steps of a plan, with their code", Example: "  plumb plan show drop", Args: exactly(1, "one plan"),
			RunE: func(_ *cobra.Command, args []string) error { return a.showPlan(args[0]) }},
		a.planSaveCommand(), a.planRunCommand(),
		&cobra.Command{Use: "diff PLAN OTHER", Short: "Say what another plan does differently", Example: "  plumb plan diff drop later", Args: exactly(2, "two plans"),
			RunE: func(_ *cobra.Command, args []string) error { return a.diffPlans(args[0], args[1]) }},
		&cobra.Command{Use: "remove PLAN", Short: "Remove a saved plan", Example: "  plumb plan remove drop", Args: exactly(1, "one plan"),
			RunE: func(_ *cobra.Command, args []string) error { return a.removePlan(args[0]) }},
		a.planResumeCommand(),
	)
	return c
}

// plans is where plans are kept: the person's own, and those of the project.
func (a *app) plans() (planfile.Shelf, error) {
	c, err := a.config()
	if err != nil {
		return planfile.Shelf{}, err
	}
	s := planfile.Shelf{Own: filepath.Join(c.Folder, "plans")}
	if c.Project != "" {
		s.Shared = filepath.Join(c.Project, "plans")
	}
	return s, nil
}

func (a *app) loadPlan(name string) (*planfile.Saved, error) {
	s, err := a.plans()
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(name, ".json") {
		name = inDir(a.Dir, name)
	}
	return s.Load(name)
}

func (a *app) listPlans() error {
	s, err := a.plans()
	if err != nil {
		return err
	}
	list, err := s.List()
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "no plans are saved; plumb plan save NAME saves that of the last answer")
		return nil
	}
	t := &table.Table{Columns: []table.Column{{Name: "plan", Kind: table.Text}, {Name: "what it finds out", Kind: table.Text}, {Name: "steps", Kind: table.Int}, {Name: "parameters", Kind: table.Text}, {Name: "shared", Kind: table.Text}}}
	for _, p := range list {
		shared := ""
		if p.Shared {
			shared = "yes"
		}
		t.Rows = append(t.Rows, table.Row{table.NewText(p.Name), table.NewText(p.Title), table.NewInt(int64(len(p.Steps))), table.NewText(parameterList(p.Parameters)), table.NewText(shared)})
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func parameterList(list []plan.Parameter) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = p.Name + "=" + p.Value
	}
	return strings.Join(parts, ", ")
}

func (a *app) showPlan(name string) error {
	p, err := a.loadPlan(name)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, p.Plan)
	}
	a.printPlan(&p.Plan)
	return nil
}

// printPlan prints a plan with its code.
func (a *app) printPlan(p *plan.Plan) {
	a.paragraph(p.Title, terminal.Bold)
	if len(p.Parameters) > 0 {
		a.paragraph(parameterList(p.Parameters), terminal.Dim)
	}
	for i, line := range p.Outline() {
		s := p.Steps[i]
		a.printf("\n")
		a.paragraph(line, "")
		about := string(s.Language)
		switch {
		case s.Method != "":
			about = "method " + s.Method
		case s.Source != "":
			about += " " + s.Source
		}
		a.paragraph("   "+about+", makes "+s.Output, terminal.Dim)
		switch s.Language {
		case plan.Read, plan.SQL:
			a.showSQL(s.Code)
		case plan.Starlark, plan.Python:
			for line := range strings.Lines(s.Code) {
				a.printf("    %s", terminal.Clean(strings.TrimRight(line, "\n"))+"\n")
			}
		}
	}
	for _, line := range p.Assumptions {
		printHanging(a.Stdout, a.out, a.out.Sign("· ", "- "), terminal.Clean(line), terminal.Dim)
	}
}

func (a *app) planSaveCommand() *cobra.Command {
	var shared bool
	var book string
	c := &cobra.Command{
		Use: "save NAME [CELL]", Short: "Save the plan behind the last answer, or behind a cell", Example: "  plumb plan save drop\n  plumb plan save drop 3 --notebook sales", Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			ref := ""
			if len(args) > 1 {
				ref = args[1]
			}
			cell, err := a.storedCell(cmd.Context(), ref, book)
			if err != nil {
				return err
			}
			p, err := a.savePlan(args[0], cell, shared)
			if err != nil {
				return err
			}
			if a.machine() {
				return a.writeJSON(a.Stdout, p)
			}
			a.out.Done(a.Stdout, "the plan %s is saved; plumb plan run %[1]s runs it again", terminal.Clean(args[0]))
			return nil
		},
	}
	c.Flags().BoolVar(&shared, "shared", false, "save it in the project, for everybody who works on it")
	c.Flags().StringVar(&book, "notebook", "", "the notebook that the cell is in")
	return c
}

// savePlan keeps the plan behind a cell.
func (a *app) savePlan(name string, c session.Cell, shared bool) (*plan.Plan, error) {
	p, err := talk.PlanOf(c)
	if err != nil {
		return nil, err
	}
	s, err := a.plans()
	if err != nil {
		return nil, err
	}
	return p, s.Save(name, p, shared)
}

func (a *app) diffPlans(name, other string) error {
	one, err := a.loadPlan(name)
	if err != nil {
		return err
	}
	two, err := a.loadPlan(other)
	if err != nil {
		return err
	}
	lines := one.Diff(&two.Plan)
	if a.machine() {
		return a.writeJSON(a.Stdout, lines)
	}
	if len(lines) == 0 {
		a.out.Note(a.Stdout, "they do the same")
	}
	for _, line := range lines {
		printHanging(a.Stdout, a.out, a.out.Sign("· ", "- "), terminal.Clean(line), "")
	}
	return nil
}

func (a *app) removePlan(name string) error {
	s, err := a.plans()
	if err != nil {
		return err
	}
	if err := s.Remove(name); err != nil {
		return err
	}
	a.out.Done(a.Stdout, "removed the plan %s", terminal.Clean(name))
	return nil
}

func (a *app) planRunCommand() *cobra.Command {
	var f askFlags
	var set []string
	c := &cobra.Command{
		Use: "run PLAN", Short: "Run a saved plan, or one in a file", Example: "  plumb plan run drop\n  plumb plan run drop --set period=\"April 2025\"\n  plumb plan run ./plan.json --db shop --yes", Args: exactly(1, "one plan"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.runPlan(cmd.Context(), f, args[0], set) },
	}
	addDB(c, &f.db)
	addNow(c, &f.now)
	addNotebook(c, &f.notebook)
	addModel(c, &f.model)
	addYes(c, &f.yes)
	c.Flags().StringArrayVar(&set, "set", nil, "give a parameter another value: name=value; may be repeated")
	c.Flags().BoolVar(&a.events, "events", false, "print events as JSON lines, and the answer as a cell")
	return c
}

func (a *app) runPlan(ctx context.Context, f askFlags, name string, set []string) error {
	values, err := parameters(set)
	if err != nil {
		return err
	}
	p, err := a.loadPlan(name)
	if err != nil {
		return err
	}
	if f.db == "" {
		f.db = a.dataOfPlan(&p.Plan)
	}
	t, err := a.startTalk(ctx, f)
	if err != nil {
		return err
	}
	defer t.close()
	return t.present(f, func() (*turn, error) { return t.Replay(ctx, t.before, answer.Question{}, &p.Plan, values) })
}

func parameters(list []string) ([]plan.Parameter, error) {
	var values []plan.Parameter
	for _, text := range list {
		v, err := plan.ParseParameter(text)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// dataOfPlan is the connection that a plan reads first, if it is one here.
func (a *app) dataOfPlan(p *plan.Plan) string {
	for _, s := range p.Steps {
		if _, ok := a.settings.Connections[s.Source]; ok {
			return s.Source
		}
	}
	return ""
}

// present shows what a command found out.
func (t *dialogue) present(f askFlags, find func() (*turn, error)) error {
	if t.atTerminal() && t.isInteractive() {
		t.listen = t.newTyped().next
	}
	made, err := t.move(find)
	if err != nil {
		return err
	}
	unkept := t.keep(made, f.notebook)
	if t.machine() {
		err = t.writeCell(made.Cell, t.events)
	} else {
		err = t.show(made)
	}
	if err == nil && made.Failed() {
		err = newUnanswered(made)
	}
	return errors.Join(err, unkept)
}

func (a *app) planResumeCommand() *cobra.Command {
	var f askFlags
	c := &cobra.Command{
		Use: "resume [SESSION]", Short: "Go on with a plan that was interrupted, after its finished steps",
		Long: `Go on with the last plan that was interrupted, because the program was killed or
the machine went down. What its finished steps made is kept, so that none of them runs
twice.`,
		Example: "  plumb plan resume", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ref := ""
			if len(args) > 0 {
				ref = args[0]
			}
			return a.resumePlan(cmd.Context(), f, ref)
		},
	}
	addDB(c, &f.db)
	addModel(c, &f.model)
	addYes(c, &f.yes)
	c.Flags().BoolVar(&a.events, "events", false, "print events as JSON lines, and the answer as a cell")
	return c
}

// resumePlan finishes the plan of a session, or the last one that has no end.
func (a *app) resumePlan(ctx context.Context, f askFlags, ref string) error {
	id, source, err := a.findInterrupted(ctx, ref)
	if err != nil {
		return err
	}
	f.session = id
	if f.db == "" {
		f.db = source
	}
	t, err := a.startTalk(ctx, f)
	if err != nil {
		return err
	}
	defer t.close()
	found, err := t.Session.Interrupted(ctx)
	if err != nil {
		return err
	}
	if found == nil {
		return nothingInterrupted()
	}
	t.notify("resuming “%s”: %s of %d finished", terminal.Clean(found.Question), count(len(found.Finished), "step"), len(found.Plan.Steps))
	return t.present(f, func() (*turn, error) { return t.Finish(ctx, t.before, answer.Question{}, found) })
}

func nothingInterrupted() error {
	return fault.New(fault.NotFound, "no plan was interrupted").WithHint("plumb plan run NAME runs a saved plan")
}

// findInterrupted is the newest session whose last plan has no end.
func (a *app) findInterrupted(ctx context.Context, ref string) (id, source string, err error) {
	kept, err := a.openStore(ctx)
	if err != nil {
		return "", "", err
	}
	defer kept.Close()
	const recent = 50
	open, err := kept.Audit(ctx, store.Filter{Session: ref, Status: store.StatusOpen, Newest: true, Limit: recent})
	if err != nil {
		return "", "", err
	}
	books, err := a.notebookSessions()
	if err != nil {
		return "", "", err
	}
	if ref != "" && books[ref] {
		return "", "", fault.New(fault.Usage, "the session %s belongs to a notebook", ref).WithHint("plumb start goes on with its plans by itself")
	}
	log := session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID})
	seen := books
	for _, q := range open {
		if seen[q.Session] {
			continue
		}
		seen[q.Session] = true
		s, err := log.Resume(ctx, q.Session)
		if err != nil {
			continue // it may be damaged; an older one may not
		}
		found, err := s.Interrupted(ctx)
		if err != nil || found == nil || found.Turn != q.ID {
			continue
		}
		lock, err := a.holdSession(q.Session)
		if err != nil {
			if ref != "" {
				return "", "", err
			}
			continue // it is still running
		}
		lock.free()
		return q.Session, q.Source, nil
	}
	return "", "", nothingInterrupted()
}

// notebookSessions are the sessions of notebooks, in which only plumb start runs plans.
func (a *app) notebookSessions() (map[string]bool, error) {
	s, _, err := a.notebooks("")
	if err != nil {
		return nil, err
	}
	list, err := s.List()
	found := map[string]bool{}
	for _, e := range list {
		if e.Session != "" {
			found[e.Session] = true
		}
	}
	return found, err
}
