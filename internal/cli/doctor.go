package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/model/route"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check the home folder, configuration, connections and models, and suggest fixes",
		Long: `Check Plumb's home folder, its store, the configuration, the guard, each
connection and each language model that is set up, and suggest a fix for what is
wrong. Each model gets a few small requests, which cost a few hundred tokens.`,
		Example: "  plumb doctor", GroupID: "plumb", Args: exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context()) },
	}
}

// finding is the outcome of one check.
type finding struct {
	Check  string     `json:"check"`
	OK     bool       `json:"ok"`
	Detail string     `json:"detail,omitempty"`
	Code   fault.Code `json:"code,omitempty"`
	Hint   string     `json:"hint,omitempty"`
}

func newFinding(name, detail string, err error) finding {
	if err == nil {
		return finding{Check: name, OK: true, Detail: detail}
	}
	f := fault.Of(err)
	return finding{Check: name, Detail: f.Message, Code: f.Code, Hint: f.Hint}
}

func (a *app) doctor(ctx context.Context) error {
	var list []finding
	check := func(name string, run func() (string, error)) bool {
		detail, err := run()
		f := newFinding(name, detail, err)
		list = append(list, f)
		if !a.json {
			a.showFinding(f)
		}
		return f.OK
	}

	if check("configuration", func() (string, error) {
		c, err := a.config()
		if err != nil {
			return "", err
		}
		if c.Project != "" {
			return "with the project's in " + c.Project, nil
		}
		return "no project file here", nil
	}) {
		check("active connection", a.checkActiveName)
		check("home folder", func() (string, error) { return a.checkHome(a.settings.Folder) })
		check("store", func() (string, error) { return a.checkStore(ctx) })
		for _, name := range a.settings.Names() {
			check("connection "+name, func() (string, error) { return a.testSource(ctx, a.settings, name) })
		}
		if len(a.settings.Names()) == 0 && !a.json {
			a.out.Note(a.Stdout, "  %s: plumb connect DSN, or plumb demo", a.describeDefault())
		}
		a.checkModels(ctx, check)
	}
	for _, d := range drivers {
		if d.Name == "files" {
			continue
		}
		check("guard for "+d.Dialect, func() (string, error) { return checkGuard(ctx, guard.New(d.NewGrammar(), nil)) })
	}
	if a.json {
		if err := a.writeJSON(a.Stdout, list); err != nil {
			return err
		}
	}
	for _, f := range list {
		if !f.OK {
			return fault.New(f.Code, "some checks failed: %s", f.Check).WithHint("the lines above say how")
		}
	}
	return nil
}

func (a *app) showFinding(f finding) {
	if f.OK {
		text := f.Check
		if f.Detail != "" {
			text += ": " + f.Detail
		}
		a.out.Done(a.Stdout, "%s", text)
		return
	}
	a.out.Fault(a.Stdout, fault.New(f.Code, "%s: %s", f.Check, f.Detail).WithHint("%s", f.Hint))
}

// checkHome sees whether files can be made in the home folder.
func (a *app) checkHome(folder string) (string, error) {
	detail := folder
	info, err := os.Stat(folder)
	for errors.Is(err, fs.ErrNotExist) && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder) // the nearest that exists is where it will be made
		info, err = os.Stat(folder)
	}
	if folder != detail {
		detail += " will be created when needed"
	}
	if err != nil || !info.IsDir() {
		return "", fault.New(fault.Config, "%s is not a usable folder", folder).
			WithHint("set PLUMB_HOME to a folder of your own")
	}
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		return "", fault.Wrap(err, fault.Config, "%s cannot be written to", folder).
			WithHint("make it yours (chown, chmod 700), or set PLUMB_HOME to another folder")
	}
	_ = f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return "", fault.Wrap(err, fault.Config, "%s cannot be cleaned up: %v", folder, err).WithHint("check its permissions")
	}
	return detail, nil
}

// checkActiveName sees whether the active connection exists.
func (a *app) checkActiveName() (string, error) {
	c := a.settings
	if c.Active == "" {
		return "none is set", nil
	}
	if _, ok := c.Connections[c.Active]; !ok {
		return "", fault.New(fault.Config, "%s names %s, which is not a connection", c.Origin("active"), c.Active).
			WithHint("plumb sources use NAME sets another; %s", fault.DidYouMean(c.Active, "connections", c.Names()))
	}
	return c.Active, nil
}

func (a *app) checkStore(ctx context.Context) (string, error) {
	path := storePath(a.settings)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "will be created when needed", nil
	}
	s, err := a.openStore(ctx)
	if err != nil {
		return "", err
	}
	defer s.Close()
	return path, s.Check(ctx)
}

// checkModels tests the language models that would be asked. Where there are
// none, nothing is spent.
func (a *app) checkModels(ctx context.Context, check func(name string, run func() (string, error)) bool) {
	var m *languageModels
	check("language models", func() (detail string, err error) {
		if m, err = a.models(ctx, ""); err != nil {
			return "", err
		}
		if m.isEmpty() {
			return "none; the built-in parser answers (plumb models shows how to add one)", nil
		}
		return m.describe(), nil
	})
	if m == nil || m.isEmpty() {
		return
	}
	var recorder route.Recorder
	if s, err := a.openStore(ctx); err == nil { // that it cannot be opened was said before
		defer s.Close()
		l := mind.NewLedger(ctx, s)
		defer l.Close()
		recorder = l.ForSession("")
	}
	for _, name := range m.names() {
		check("model "+name, func() (string, error) {
			c := a.examine(ctx, name, recorder)
			if c.fault != nil {
				return "", c.fault
			}
			return c.summary(), nil
		})
	}
}

// checkGuard sees that the guard lets a query through and stops a write.
func checkGuard(ctx context.Context, g *guard.Guard) (string, error) {
	if _, err := g.Check(ctx, "SELECT 1"); err != nil {
		return "", err
	}
	if _, err := g.Check(ctx, "DROP TABLE t"); fault.CodeOf(err) != fault.Validation {
		return "", fault.New(fault.Internal, "the guard let a write through").WithHint("do not use this build; please report it")
	}
	return "allows queries, refuses writes", nil
}
