package cli

import (
	"context"
	"io"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// askFlags say what is asked of which database, and as of when.
type askFlags struct {
	db       string
	now      string
	limit    int
	reading  int
	answer   string // to what the question leaves open
	answers  []int  // the same
	first    string // asked before the person is, by plumb --ask
	model    string
	notebook string
	explore  bool
	steps    bool   // a language model plans
	yes      bool   // plans run without being approved
	session  string // that is gone on with; "" begins one
}

const (
	maxQuestion = 4000 // characters
	maxShown    = 40   // rows that a person is shown unasked
)

func (a *app) askCommand() *cobra.Command {
	var f askFlags
	c := &cobra.Command{
		Use:   "ask [QUESTION]",
		Short: "Answer a question in plain words",
		Long: `Answer a question in plain words. The answer states what the rows say, with
every figure checked against them, how the question was read, which tables were
used, and how confident Plumb is. It goes to standard output; the SQL, the chart
and the rows go to standard error.

If a question has several readings, the others are listed; --reading N answers
with one of them, as does a single key in a terminal. Plumb remembers the choice
for this database. What a question leaves open, such as when an order counts as
large, is asked in a terminal, with choices from the data; elsewhere the first is
taken and stated, and --answer N takes another one. That is remembered, too. If
Plumb is not sure, it asks back instead of answering. If the data cannot answer
the question, it says what is missing.

Without QUESTION, Plumb reads it from standard input; without that, it lists
questions that this database can answer. plumb alone starts a conversation.

No language model is needed. If one is set up, it answers what the built-in
parser is not sure of; --model chooses another one, and --model builtin uses
none. plumb models shows which model is used, and how to add one.

With --explore, a language model investigates first: it lists and describes
tables, looks at samples and runs queries, at most 25 in all. Every query is
checked, and every statement of the answer is verified against the rows that the
model saw. The queries are listed under the answer.

Some questions need several steps: why a figure changed, what stands out,
statistics of a column. Plumb plans these by itself, shows the plan, and runs it;
docs/plan.md lists them. With --plan, a language model plans, in SQL over one or
several connections and in programs that run in a sandbox. You approve its plan
before it runs, or with --yes beforehand. plumb plan saves plans.

A message can want several things: "revenue by region in 2025; export it as csv".
They are done one after the other. An export is a new file in this folder.

With --json, the answer is a cell: the question, its reading, the SQL, the rows,
the chart, the story and its provenance; plumb schema-of cell describes it. Of a
message that wants several things, there is a cell for each.
--events prints events as JSON lines, and then the cell.

The exit status is 0 if the question could be read, even if the data cannot
answer it, and not 0 if something failed.`,
		Example: `  plumb ask "How many orders were there per month in 2025?"
  plumb ask --db sales.csv "Which product sold best?" --json
  plumb ask`,
		GroupID: "data",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.ask(cmd.Context(), f, args)
		},
	}
	addDB(c, &f.db)
	addNow(c, &f.now)
	addNotebook(c, &f.notebook)
	addModel(c, &f.model)
	a.mode.add(c)
	c.Flags().BoolVar(&f.explore, "explore", false, "let a language model investigate the data before it answers")
	c.Flags().BoolVar(&f.steps, "plan", false, "let a language model plan several steps")
	addYes(c, &f.yes)
	c.Flags().BoolVar(&a.events, "events", false, "print events as JSON lines, and the answer as a cell")
	c.Flags().IntVar(&f.limit, "limit", 0, "maximum number of rows to read (default: the configured limit)")
	c.Flags().IntVar(&f.reading, "reading", 0, "answer with another reading, by its number")
	c.Flags().StringVar(&f.answer, "answer", "", "answers to what the question leaves open, by their numbers, such as 2,1")
	return c
}

func addModel(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "model", "", "the language model to use after the built-in parser: provider/model, auto or builtin (default: as configured; see plumb models)")
}

func addNotebook(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "notebook", "", "save the answer in this notebook, and continue from its last answer")
}

func addYes(c *cobra.Command, yes *bool) {
	c.Flags().BoolVar(yes, "yes", false, "run plans without asking for approval")
}

func addNow(c *cobra.Command, now *string) {
	c.Flags().StringVar(now, "now", "", "date to use as today, such as 2025-11-15")
}

// check looks at what the flags say before anything is opened.
func (f *askFlags) check(c *cobra.Command) error {
	for _, n := range []struct {
		flag  string
		value int
	}{{"limit", f.limit}, {"reading", f.reading}} {
		if c.Flags().Changed(n.flag) && n.value < 1 {
			return fault.New(fault.Usage, "--%s takes a number from 1", n.flag).WithHint("for example: --%s 3", n.flag)
		}
	}
	if c.Flags().Changed("answer") {
		var err error
		if f.answers, err = talk.ParseNumbers(f.answer); err != nil {
			return err
		}
	}
	_, err := f.clock()
	return err
}

// clock is the given day, or nil: the one that documents of the data name, else
// the real one.
func (f *askFlags) clock() (func() time.Time, error) {
	if f.now == "" {
		return nil, nil
	}
	day, err := eval.ParseNow(f.now)
	if err != nil {
		return nil, err
	}
	return func() time.Time { return day }, nil
}

func (a *app) ask(ctx context.Context, f askFlags, args []string) error {
	text, given, err := a.question(ctx, args)
	if err != nil {
		return err
	}
	if given {
		if text, err = checkQuestion(text); err != nil {
			return err
		}
	}
	t, err := a.startTalk(ctx, f)
	if err != nil {
		return err
	}
	defer t.close()
	if !given {
		return t.suggest(ctx)
	}
	if a.atTerminal() && a.isInteractive() {
		t.listen = a.newTyped().next
	}
	if !a.atTerminal() {
		t.how = func(int) string { return "plumb ask --reading N \"…\" answers with one of them, and remembers it" }
		t.sayHow = "plumb ask --answer %s \"…\" answers with other choices, and remembers them"
	}
	switch {
	case f.explore:
		return t.askPart(ctx, f, text, t.explore)
	case f.steps:
		return t.askPart(ctx, f, text, t.plan)
	}
	return t.eachPart(ctx, text, func(part string) (*turn, error) {
		err := t.askPart(ctx, f, part, t.ask)
		f.reading, f.answers = 0, nil // of the first
		return t.made, err
	})
}

// eachPart does what the parts of a message want, one after the other. What is left
// is not done where one of them has no answer: it may be about that.
func (t *dialogue) eachPart(ctx context.Context, text string, do func(part string) (*turn, error)) error {
	parts := t.Parts(ctx, text)
	for i, part := range parts {
		if len(parts) > 1 && !t.machine() {
			if i > 0 {
				t.printf("\n")
			}
			t.printAsked(part)
		}
		made, err := do(part)
		if err != nil {
			return err
		}
		if left := parts[i+1:]; len(left) > 0 && made != nil && !made.Answered() && made.Cell.Narrative == nil {
			t.diagnose([]fault.Diagnostic{{Severity: fault.Warning, Message: "not done, because the part before it has no answer: " + strings.Join(left, "; ")}})
			return nil
		}
	}
	return nil
}

// printAsked prints a message before its answer.
func (a *app) printAsked(text string) {
	printHangingAt(a.Stdout, a.out, a.out.Paint(terminal.Bold, a.out.Sign("›", ">"))+" ", 2, text, terminal.Bold)
}

// askPart answers a message, or a part of one.
func (t *dialogue) askPart(ctx context.Context, f askFlags, text string, answer func(context.Context, string) (*turn, error)) error {
	made, err := answer(ctx, text)
	if err == nil && f.reading > 0 {
		made, err = t.choose(ctx, made, f.reading)
	}
	if err == nil && f.answers != nil {
		made, err = t.say(ctx, made, f.answers)
	}
	if err == nil && t.asksUnsaid(made) {
		if made, err = t.clarified(ctx, made); made == nil {
			return err
		}
	}
	t.made = made
	if err != nil {
		return err
	}
	unkept := t.keep(made, f.notebook)
	if t.machine() {
		err = t.writeCell(made.Cell, t.events)
	} else if err = t.show(made); err == nil && unkept == nil {
		err = t.others(ctx, made, f.notebook)
	}
	switch {
	case err != nil:
		return err
	case unkept != nil: // what was answered is shown all the same
		return unkept
	case made.Failed():
		return newUnanswered(made)
	}
	return nil
}

func newUnanswered(t *turn) error {
	if t.Cell.Analysis != nil {
		return fault.New(fault.SQLError, "the plan failed").WithHint("the reason is above; what its finished steps made is kept")
	}
	return fault.New(fault.SQLError, "no statement answered the question").WithHint("rephrase the question; the attempts and their errors are above")
}

// question is what the command line or standard input asks, if anything. The
// words need no quotes.
func (a *app) question(ctx context.Context, args []string) (text string, given bool, err error) {
	if len(args) > 0 && !(len(args) == 1 && args[0] == "-") {
		return strings.Join(args, " "), true, nil
	}
	if len(args) == 0 && a.isInteractive() {
		return "", false, nil
	}
	const most = 1 << 16
	b, err := io.ReadAll(io.LimitReader(interruptible(ctx, a.Stdin), most))
	if err != nil {
		return "", false, fault.Wrap(err, fault.Usage, "standard input cannot be read: %v", err)
	}
	text = strings.TrimPrefix(string(b), "\ufeff")
	return text, len(args) == 1 || strings.TrimSpace(text) != "", nil
}

// checkQuestion makes one line of a question, or says why it is none.
func checkQuestion(text string) (string, error) {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, " ")), " ")
	example := "for example: plumb ask \"How many orders are there?\"\nplumb ask alone lists example questions"
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return "", fault.New(fault.Usage, "the question is empty").WithHint("%s", example)
	case n > maxQuestion:
		return "", fault.New(fault.Usage, "the question has %s characters; at most %s are read", thousands(int64(n)), thousands(maxQuestion)).
			WithHint("ask for one thing at a time, in a sentence or two")
	case !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "", fault.New(fault.Usage, "the question has no words").WithHint("%s", example)
	}
	return text, nil
}

// others lets the person at a terminal look at the other readings, a key each.
// What they choose goes to the notebook as well, if there is one.
func (t *dialogue) others(ctx context.Context, of *turn, notebook string) error {
	if !t.atTerminal() {
		return nil
	}
	for {
		n := len(of.Offers())
		if n == 0 || !of.Doubtful() {
			return nil
		}
		t.out.Note(t.Stdout, "press %s to see it, any other key to quit", keys(n))
		key, err := t.press(ctx)
		if err != nil || key < '1' || int(key-'0') > n {
			return err
		}
		t.printf("\n")
		if of, err = t.choose(ctx, of, int(key-'0')); err != nil {
			return err
		}
		if err := t.show(of); err != nil {
			return err
		}
		if err := t.keep(of, notebook); err != nil {
			return err
		}
	}
}

func keys(n int) string {
	return []string{"", "1", "1 or 2", "1, 2 or 3"}[n]
}

// atTerminal reports whether a person reads the output and can answer.
func (a *app) atTerminal() bool { return !a.json && a.out.Width > 0 && a.press != nil }

// readKey waits for one key on standard input.
func (a *app) readKey(ctx context.Context) (byte, error) {
	f, ok := a.Stdin.(*os.File)
	if !ok {
		return 0, io.EOF
	}
	before, err := term.MakeRaw(int(f.Fd()))
	if err != nil {
		return 0, nil // it cannot be asked; nothing is lost
	}
	defer func() { _ = term.Restore(int(f.Fd()), before) }()
	pressed := make(chan byte, 1)
	go func() {
		var b [16]byte // arrows and the like come as several bytes
		if n, _ := f.Read(b[:]); n == 1 {
			pressed <- b[0]
			return
		}
		pressed <- 0
	}()
	select {
	case key := <-pressed:
		return key, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
