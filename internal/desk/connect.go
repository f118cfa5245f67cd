package desk

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/talk"
)

// ListSources are the connections that are configured, and what is asked when
// none of them is.
func (w *Work) ListSources(context.Context) ([]Source, error) {
	c, err := w.settings()
	if err != nil {
		return nil, err
	}
	list := []Source{}
	active, found := c.Active, false
	usual, err := w.Spec(c, "")
	if err == nil { // it may be what plumb start was given, or what is here
		active = usual.Config.Name
		_, configured := c.Connections[active]
		found = !configured
	}
	for _, name := range c.Names() {
		s := Source{Name: name, Active: name == active, Where: c.Connections[name].DSN.String(), Origin: c.Origin("connections." + name + ".dsn")}
		if spec, err := w.Spec(c, name); err == nil {
			s.Driver = spec.Driver.Name
		} else {
			s.Problem = fault.Of(err)
		}
		list = append(list, w.stateOf(s))
	}
	if found {
		s := Source{Name: active, Driver: usual.Driver.Name, Where: usual.Identity, Active: true, Origin: "found here"}
		if c.Active != "" {
			s.Origin = "--db"
		}
		list = append(list, w.stateOf(s))
	}
	return list, nil
}

func (w *Work) stateOf(s Source) Source {
	open, problem := w.sources.state(s.Name)
	s.Open = open != nil
	if s.Problem == nil {
		s.Problem = problem
	}
	return s
}

// SourceKinds are the kinds of data that can be connected.
func (w *Work) SourceKinds() []SourceKind {
	list := []SourceKind{}
	for _, d := range w.Drivers {
		list = append(list, SourceKind{Name: d.Name, Title: d.Form.Title, Help: d.Form.Help, Properties: d.Form.Properties})
	}
	if w.Demo != nil {
		list = append(list, demoForm())
	}
	return list
}

// candidate is a source that was typed into a form.
type candidate struct {
	spec    connection.Spec
	stored  config.Connection // as a file may hold it
	secrets []config.Secret
}

// candidate reads a form. The DSN that it makes holds secrets.
func (w *Work) candidate(s NewSource) (*candidate, error) {
	if err := config.CheckName(s.Name); err != nil {
		return nil, err
	}
	at := slices.IndexFunc(w.Drivers, func(d source.Driver) bool { return d.Name == s.Kind })
	if at < 0 {
		var names []string
		for _, d := range w.Drivers {
			names = append(names, d.Name)
		}
		return nil, fault.New(fault.Usage, "%.40q is not a kind of source that Plumb supports", s.Kind).WithHint("%s", fault.DidYouMean(s.Kind, "known kinds", names))
	}
	form := w.Drivers[at].Form
	dsn, err := form.Address(w.atHome(form, s.Properties))
	if err != nil {
		return nil, err
	}
	if strings.Contains(dsn, "${") {
		return nil, fault.New(fault.Usage, "references such as ${NAME} are not allowed here").WithHint("write them into config.yaml instead")
	}
	c, err := w.settings()
	if err != nil {
		return nil, err
	}
	if rival := c.Rival(s.Name); rival != "" {
		return nil, fault.New(fault.Usage, "%s is too similar to the connection %s: their passwords would share one variable", s.Name, rival).
			WithHint("choose another name")
	}
	spec, err := w.Address(c, s.Name, dsn)
	if err != nil {
		return nil, err
	}
	made := &candidate{spec: spec}
	made.spec.Strict = true
	made.spec.Config.Readings = s.Readings
	made.stored.AcceptWritable = s.AcceptWritable
	made.stored.Public = spec.Driver.IsRemote(dsn) && spec.Config.Credentials == source.CredentialsInAddress
	var stored string
	stored, made.secrets = config.ExtractSecrets(s.Name, dsn)
	if spec.Driver.IsPath(spec.Config.DSN) {
		stored = spec.Driver.Schemes[0] + ":" + spec.Config.DSN // a path: absolute, so that it works from everywhere
	}
	made.stored.DSN = config.DSN(stored)
	if old, ok := c.Connections[s.Name]; ok && old.DSN != made.stored.DSN {
		return nil, fault.New(fault.Usage, "%s is already the connection to %s", s.Name, old.DSN).WithHint("choose another name, or remove that one first")
	} else if ok { // what no form asks stays
		made.stored.Include, made.stored.Exclude, made.stored.Docs, made.stored.Functions = old.Include, old.Exclude, old.Docs, old.Functions
		made.spec.Filter = source.Filter{Include: old.Include, Exclude: old.Exclude}
	}
	return made, nil
}

// atHome writes out paths that begin at the person's home.
func (w *Work) atHome(f source.Form, values map[string]string) map[string]string {
	values = maps.Clone(values)
	for _, p := range f.Properties {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(values[p.Name]), "~/"); ok && p.Kind == "path" {
			values[p.Name] = filepath.Join(w.Input().Home, rest)
		}
	}
	return values
}

// TestSource connects, proves that nothing can be written, and looks around.
func (w *Work) TestSource(ctx context.Context, s NewSource) (SourceTest, error) {
	s, err := w.makeDemo(ctx, s)
	if err != nil {
		return SourceTest{}, err
	}
	c, err := w.candidate(s)
	if err != nil {
		return SourceTest{}, err
	}
	t, _ := c.test(ctx, func(*connection.Connection) error { return nil })
	return t, nil
}

// test goes as far as it can, and then calls done; the error is that of the step
// that failed.
func (c *candidate) test(ctx context.Context, done func(*connection.Connection) error) (SourceTest, error) {
	t := SourceTest{Steps: []CheckStep{}, Variables: []string{}, Notes: []fault.Diagnostic{}, Choices: []source.ReadChoice{}}
	for _, x := range c.secrets {
		t.Variables = append(t.Variables, x.Variable)
	}
	step := func(name string, err error, detail string) error {
		s := CheckStep{Name: name, OK: err == nil, Detail: detail}
		if err != nil {
			f := fault.Of(err)
			s.Detail, s.Hint = f.Message, f.Hint
		}
		t.Steps = append(t.Steps, s)
		return err
	}
	open, err := connection.Open(ctx, c.spec)
	if err := step("connect", err, "reached"); err != nil {
		return t, err
	}
	defer open.Close()
	probe := open.ProbeWrite(ctx)
	t.ReadOnly = probe == nil
	detail := "a test write was refused, as it should be"
	if fault.CodeOf(probe) == fault.Writable && c.stored.AcceptWritable {
		detail, probe = "this login can write; Plumb's sessions are read-only anyway", nil
	}
	if err := step("read-only", probe, detail); err != nil {
		return t, err
	}
	s, err := open.Schema(ctx, connection.Fresh)
	if err == nil {
		t.Tables = len(s.Tables)
		for _, table := range s.Tables {
			t.Columns += len(table.Columns)
		}
		t.Notes, t.Choices = firstOf(open.Diagnostics()), mostImportant(open.Choices())
		if t.Tables == 0 {
			err = open.NoTables()
		}
	}
	if err := step("schema", err, plural(t.Tables, "table")+", "+plural(t.Columns, "column")); err != nil {
		return t, err
	}
	t.OK = true
	return t, done(open)
}

// Bounds of the notes on data that is being connected, and of the choices.
const (
	mostNotes   = 20
	mostChoices = 500
)

// mostImportant are the choices that fit, those that a note tells of first.
func mostImportant(all []source.ReadChoice) []source.ReadChoice {
	list := append([]source.ReadChoice{}, all...)
	slices.SortStableFunc(list, func(a, b source.ReadChoice) int {
		switch {
		case a.Noted == b.Noted:
			return 0
		case a.Noted:
			return -1
		}
		return 1
	})
	return list[:min(len(list), mostChoices)]
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// firstOf are the notes that fit beside a form.
func firstOf(all []fault.Diagnostic) []fault.Diagnostic {
	if len(all) <= mostNotes {
		return append([]fault.Diagnostic{}, all...)
	}
	more := fault.Diagnostic{Severity: fault.Info, Message: fmt.Sprintf("there are %s", plural(len(all)-mostNotes, "more note")), Hint: "plumb connect shows all of them"}
	return append(slices.Clone(all[:mostNotes]), more)
}

// AddSource tests a connection, remembers it, and makes it the active one. Its
// secrets are kept in memory, and must be in the environment at the next start.
func (w *Work) AddSource(ctx context.Context, s NewSource) (Source, error) {
	s, err := w.makeDemo(ctx, s)
	if err != nil {
		return Source{}, err
	}
	c, err := w.candidate(s)
	if err != nil {
		return Source{}, err
	}
	if _, err := c.test(ctx, func(open *connection.Connection) error { _, err := open.KeepReadings(); return err }); err != nil {
		return Source{}, err
	}
	undo := w.sources.hold(s.Name, c.secrets)
	if err := config.Update(ctx, w.Input(), config.Put(s.Name, c.stored), config.Activate(s.Name)); err != nil {
		undo()
		return Source{}, err
	}
	w.sources.drop(s.Name)
	list, err := w.ListSources(ctx)
	if err != nil {
		return Source{}, err
	}
	at := slices.IndexFunc(list, func(x Source) bool { return x.Name == s.Name })
	if at < 0 {
		return Source{}, fault.New(fault.Config, "the connection %s was added, but is not in the configuration", s.Name).WithHint("plumb config shows what is set, and where")
	}
	return list[at], nil
}

// UseSource makes a connection the active one.
func (w *Work) UseSource(ctx context.Context, name string) error {
	c, err := w.settings()
	if err != nil {
		return err
	}
	if usual, err := w.Spec(c, ""); err == nil && usual.Config.Name == name {
		return nil
	}
	if err := w.editSource(ctx, name, config.Activate(name)); err != nil {
		return err
	}
	if c, err = w.settings(); err == nil && c.Active != name {
		err = fault.New(fault.Config, "%s makes %s the active connection here, and takes precedence", c.Origin("active"), c.Active).WithHint("change it there")
	}
	return err
}

// RemoveSource forgets a connection with its secrets; its data is not touched.
func (w *Work) RemoveSource(ctx context.Context, name string) error {
	if err := w.editSource(ctx, name, config.Remove(name)); err != nil {
		return err
	}
	w.sources.drop(name)
	_, err := w.settings() // which also forgets what belonged to it
	return err
}

func (w *Work) editSource(ctx context.Context, name string, e config.Edit) error {
	c, err := w.settings()
	if err != nil {
		return err
	}
	if _, err := c.Connection(name); err != nil {
		return err
	}
	return config.Update(ctx, w.Input(), e)
}

// Schema is what is known of a source. When it is read again and has changed,
// the source is opened again, so that its brain knows it too.
func (w *Work) Schema(ctx context.Context, source string, fresh bool) (*schema.Snapshot, error) {
	o, release, err := w.sources.useNamed(ctx, source)
	if err != nil {
		return nil, err
	}
	defer release()
	if !fresh {
		return o.conn.Schema(ctx, connection.Full)
	}
	// Another connection reads it, so that questions that run meanwhile have
	// one schema from their beginning to their end.
	again, err := connection.Open(ctx, o.spec)
	if err != nil {
		return nil, err
	}
	defer again.Close()
	s, err := again.Schema(ctx, connection.Fresh)
	if err == nil {
		w.sources.drop(o.spec.Config.Name)
	}
	return s, err
}

// Suggestions are questions that surely can be answered.
func (w *Work) Suggestions(ctx context.Context, source string) ([]string, error) {
	o, release, err := w.sources.useNamed(ctx, source)
	if err != nil {
		return nil, err
	}
	defer release()
	t, err := o.conversation(ctx)
	if err != nil {
		return nil, err
	}
	return append([]string{}, t.Suggestions(ctx, talk.MaxSuggested)...), nil
}
