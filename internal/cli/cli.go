// Package cli is the terminal face of Plumb, and the place where concrete
// parts are put together: it alone names drivers, stores and streams.
//
// Results go to standard output, notes and progress to standard error. Nothing
// here or below reads the process's environment: it all comes in as a Process,
// so that tests run the whole program in-process.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// Process is the world around the program.
type Process struct {
	Args           []string // without the program's name
	Environ        []string
	Dir            string // working directory
	Home           string // the person's home directory
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Now            func() time.Time
}

// Main runs one command and returns the exit status.
func Main(ctx context.Context, p Process) int {
	return newApp(p).main(ctx)
}

func newApp(p Process) *app {
	a := &app{Process: p, brains: openBuiltin, intents: talk.BuiltinIntents, servers: find.ServerAt}
	a.out, a.notes = a.screen(p.Stdout), a.screen(p.Stderr)
	if a.isInteractive() {
		a.press = a.readKey
	}
	a.answers = &shared{w: p.Stdout}
	a.Stdout = a.answers
	a.Stderr = &shared{w: p.Stderr} // what is waited for is shown while others speak
	return a
}

func (a *app) main(ctx context.Context) int {
	root := a.root()
	root.SetArgs(textsLast(root, a.Args))
	ctx, err := a.withPatience(ctx)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if err == nil {
		err = wrapWriteError(a.answers.lost())
	}
	var f *fault.Fault
	switch {
	case err == nil:
		return fault.ExitOK
	case errors.Is(err, syscall.EPIPE):
		return exitPipe // whoever read the output has seen enough
	case !a.running && !errors.As(err, &f):
		err = fault.New(fault.Usage, "%s", err).WithHint("plumb --help shows the commands")
	}
	if ctx.Err() != nil {
		err = fault.Wrap(err, fault.Canceled, "stopped")
	}
	a.report(fault.Of(err))
	return fault.ExitStatus(err)
}

// patienceVariable says how many times longer than usual reading a database and
// trying statements may take, for machines that are busy, such as those that run
// the tests.
const patienceVariable = "PLUMB_PATIENCE"

func (a *app) withPatience(ctx context.Context) (context.Context, error) {
	text := a.env(patienceVariable)
	if text == "" {
		return ctx, nil
	}
	const most = 1000
	factor, err := strconv.Atoi(text)
	if err != nil || factor < 1 || factor > most {
		return ctx, fault.New(fault.Config, "%s is %q, which is not a whole number from 1 to %d", patienceVariable, text, most).
			WithHint("remove it from the environment, or set it to 10, for example")
	}
	return source.WithPatience(ctx, factor), nil
}

// exitPipe is what a program returns whose reader has gone away.
const exitPipe = 141

// app is one run of the program.
type app struct {
	Process
	out, notes terminal.Screen // of standard output and standard error
	answers    *shared         // standard output
	json       bool
	events     bool // print what happens as it happens
	noColor    bool
	limits     limitFlags
	mode       modeFlag
	settings   *config.Config
	brains     openBrain
	intents    func() (*intent.Classifier, error)  // what a message wants; nil takes every one for a question
	servers    func(base string) find.Probe        // asks a server on this machine for its models; nil asks none
	press      func(context.Context) (byte, error) // waits for a key; nil where nobody types
	running    bool                                // the command line is understood
	testing    bool                                // models are only tested, and waited for less long
	waited     atomic.Pointer[busy]                // what is being waited for, if anything
}

func (a *app) root() *cobra.Command {
	var f askFlags
	root := &cobra.Command{
		Use:   "plumb",
		Short: "Ask questions of your data; get checked answers",
		Long: `Plumb connects to your databases and files and answers questions about them, in
plain words or in SQL: plumb ask "…" answers one question, and plumb alone
starts a conversation.

Every statement passes a guard before it runs. The guard allows a single
read-only statement over known tables, and the database session is read-only
as well.

New here? plumb demo creates a small warehouse to try things on.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Version:           Version,
		PersistentPreRunE: func(*cobra.Command, []string) error { a.running = true; a.colors(); return nil },
		Args:              cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.prompt(c, f)
			}
			return unknownCommand(c, args[0])
		},
	}
	addDB(root, &f.db)
	addNow(root, &f.now)
	addNotebook(root, &f.notebook)
	addModel(root, &f.model)
	a.mode.add(root)
	addYes(root, &f.yes)
	root.Flags().StringVar(&f.first, "ask", "", "answer this question first, then continue the conversation")
	root.Flags().BoolVar(&a.events, "events", false, "print events as JSON lines, and each answer as a cell")
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fault.New(fault.Usage, "%s", err).WithHint("%s --help shows what it takes", c.CommandPath())
	})
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print JSON instead of text")
	flags.BoolVar(&a.noColor, "no-color", false, "do not use colours (the NO_COLOR variable does the same)")
	root.AddGroup(&cobra.Group{ID: "data", Title: "Your data:"}, &cobra.Group{ID: "plumb", Title: "Plumb itself:"})
	root.AddCommand(
		a.demoCommand(), a.startCommand(), a.askCommand(), a.whatifCommand(), a.chartCommand(), a.connectCommand(), a.sourcesCommand(), a.schemaCommand(), a.sqlCommand(), a.guardCommand(),
		a.docsCommand(), a.planCommand(), a.memoryCommand(), a.glossaryCommand(), a.learningsCommand(), a.rulesCommand(), a.verifiedCommand(), a.notebookCommand(), a.replayCommand(), a.verifyCommand(), a.schemaOfCommand(),
		a.auditCommand(), a.statsCommand(), a.modelsCommand(), a.doctorCommand(), a.configCommand(), a.evalCommand(), a.versionCommand(), exitCodes(),
	)
	root.SetHelpCommandGroupID("plumb")
	root.SetCompletionCommandGroupID("plumb")
	return root
}

func unknownCommand(c *cobra.Command, word string) error {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	if !c.HasParent() {
		names = append(names, "help") // which does not count itself among the commands
	}
	return fault.New(fault.Usage, "there is no command %q", word).
		WithHint("%s", fault.DidYouMean(word, "commands", names))
}

// atMost is exactly for arguments that may be left out.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return exactly(n, what)(c, args)
	}
}

// exactly checks the number of arguments and says what they mean.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return fault.New(fault.Usage, "%s takes %s", c.CommandPath(), what).
			WithHint("for example: %s", strings.TrimSpace(strings.SplitN(c.Example, "\n", 2)[0]))
	}
}

// report says what went wrong on standard error.
func (a *app) report(f *fault.Fault) {
	if !a.json {
		a.showFault(f)
		return
	}
	_ = a.writeJSON(a.Stderr, map[string]any{"error": faultJSON(f)})
}

func faultJSON(f *fault.Fault) map[string]any {
	return map[string]any{"code": f.Code, "message": f.Message, "hint": f.Hint, "exit": fault.ExitStatus(f)}
}

func (a *app) writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return fault.Wrap(err, fault.Internal, "the output cannot be written: %v", err)
	}
	return nil
}

// progress shows long work on standard error.
func (a *app) progress() *terminal.Progress {
	if a.json { // standard error is for a JSON error alone
		return a.notes.Progress(io.Discard)
	}
	return a.notes.Progress(a.Stderr)
}

func (a *app) printf(format string, args ...any) { fmt.Fprintf(a.Stdout, format, args...) }

func (a *app) env(name string) string {
	for i := len(a.Environ) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(a.Environ[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// screen finds out what can be drawn on a stream.
func (a *app) screen(w io.Writer) terminal.Screen {
	s := terminal.Screen{ASCII: asciiOnly(a.env)}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return s
	}
	s.Width = 80
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		s.Width = width
	}
	s.Color = a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
	return s
}

func (a *app) colors() {
	if a.noColor {
		a.out.Color, a.notes.Color = false, false
	}
}

// asciiOnly reports whether the locale says that more cannot be shown.
func asciiOnly(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(env(name)); v != "" {
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8")
		}
	}
	return false
}
