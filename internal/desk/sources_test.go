package desk

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

const password = "p@ss/w:rd${}"

// guarded is a kind of source that wants a password: a SQLite file behind it.
func guarded(p *place) source.Driver {
	return source.Driver{Name: "vault", Dialect: "sqlite", Schemes: []string{"vault"}, NewGrammar: sqlite.Driver.NewGrammar,
		Form: source.Form{Title: "Vault", Properties: []source.Property{
			{Name: "host", Title: "Host", Kind: "text", Required: true, Help: "where it is"},
			{Name: "password", Title: "Password", Kind: "password", Help: "what it is"},
		}, DSN: func(v map[string]string) string {
			u := url.URL{Scheme: "vault", Host: v["host"], Path: "/db", User: url.UserPassword("ada", v["password"])}
			return u.String()
		}},
		Open: func(ctx context.Context, c source.Config) (source.Source, error) {
			u, err := url.Parse(c.DSN)
			if err != nil {
				return nil, err
			}
			if given, _ := u.User.Password(); given != password {
				return nil, fault.New(fault.Connect, "the password is wrong").WithHint("check it")
			}
			c.DSN = p.path("shop.db")
			return sqlite.Driver.Open(ctx, c)
		}}
}

// newVault is a place whose drivers know the vault.
func newVault(t *testing.T) *place {
	t.Helper()
	p := newPlace(t)
	p.drivers = append(p.drivers, guarded(p))
	p.open()
	return p
}

func TestAddSourceWithAPassword(t *testing.T) {
	p := newVault(t)
	form := func(word string) NewSource {
		return NewSource{Name: "vault", Kind: "vault", Properties: map[string]string{"host": "db.example.com", "password": word}}
	}
	bad, err := p.TestSource(t.Context(), form("wrong"))
	if err != nil || bad.OK || len(bad.Steps) != 1 || bad.Steps[0].Detail != "the password is wrong" || bad.Steps[0].Hint == "" {
		t.Errorf("got %+v, %v", bad, err)
	}
	if _, err := p.AddSource(t.Context(), form("wrong")); fault.CodeOf(err) != fault.Connect {
		t.Errorf("got %v", err)
	}
	good, err := p.TestSource(t.Context(), form(password))
	if err != nil || !good.OK || !good.ReadOnly || good.Tables != 1 || good.Columns != 4 || len(good.Steps) != 3 {
		t.Errorf("got %+v, %v", good, err)
	}
	want(t, "variables", strings.Join(good.Variables, " "), "PLUMB_VAULT_PASSWORD")
	added, err := p.AddSource(t.Context(), form(password))
	if err != nil || !added.Active || added.Driver != "vault" || strings.Contains(added.Where, "p@ss") {
		t.Fatalf("got %+v, %v", added, err)
	}
	c := p.ask(Question{Text: "how many"})
	if c.Metadata.Source != "vault" {
		t.Errorf("it was asked of %s", c.Metadata.Source)
	}
	// The secret is in no file, in no form.
	err = filepath.WalkDir(p.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		for _, secret := range []string{password, url.QueryEscape(password), url.PathEscape(password), "p%40ss"} {
			if strings.Contains(string(b), secret) {
				t.Errorf("%s holds the password", path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// The next process needs the variable.
	p.open()
	_, err = p.Ask(t.Context(), Question{Text: "how many"})
	if err == nil || !strings.Contains(err.Error(), "PLUMB_VAULT_PASSWORD") {
		t.Errorf("got %v", err)
	}
	p.env = []string{"PLUMB_VAULT_PASSWORD=" + password}
	p.ask(Question{Text: "how many"})
}

func TestFormsThatAreWrong(t *testing.T) {
	p := newVault(t)
	for name, s := range map[string]NewSource{
		"no name":         {Kind: "sqlite", Properties: map[string]string{"path": "x.db"}},
		"no such kind":    {Name: "x", Kind: "oracle"},
		"nothing filled":  {Name: "x", Kind: "sqlite"},
		"unknown field":   {Name: "x", Kind: "sqlite", Properties: map[string]string{"path": "x.db", "colour": "red"}},
		"a reference":     {Name: "x", Kind: "sqlite", Properties: map[string]string{"path": "${HOME}/x.db"}},
		"another of it":   {Name: "shop", Kind: "sqlite", Properties: map[string]string{"path": "other.db"}},
		"two lines":       {Name: "x", Kind: "sqlite", Properties: map[string]string{"path": "x\ny"}},
		"not a number":    {Name: "x", Kind: "postgres", Properties: map[string]string{"host": "h", "port": "many", "database": "d", "user": "u"}},
		"not on the list": {Name: "x", Kind: "postgres", Properties: map[string]string{"host": "h", "database": "d", "user": "u", "sslmode": "maybe"}},
	} {
		_, err := p.TestSource(t.Context(), s)
		if code := fault.CodeOf(err); code != fault.Usage && code != fault.Config {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := p.AddSource(t.Context(), s); err == nil {
			t.Errorf("%s: it was added", name)
		}
	}
	list, err := p.ListSources(t.Context())
	if err != nil || len(list) != 1 {
		t.Errorf("got %+v, %v", list, err)
	}
	for _, k := range p.SourceKinds() {
		if k.Title == "" || len(k.Properties) == 0 {
			t.Errorf("%s has no form", k.Name)
		}
	}
}

func TestSourcesAreUsedAndRemoved(t *testing.T) {
	p := newPlace(t)
	p.sql("other.db", "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things VALUES (1, 'a')")
	added, err := p.AddSource(t.Context(), NewSource{Name: "other", Kind: "sqlite", Properties: map[string]string{"path": "~/other.db"}})
	if err != nil || !added.Active || added.Where != "sqlite:"+p.path("other.db") {
		t.Fatalf("got %+v, %v", added, err)
	}
	s, err := p.Schema(t.Context(), "", false)
	if err != nil || len(s.Tables) != 1 || s.Tables[0].Name != "things" {
		t.Errorf("got %+v, %v", s, err)
	}
	if err := p.UseSource(t.Context(), "shop"); err != nil {
		t.Error(err)
	}
	o, err := p.Overview(t.Context())
	if err != nil || o.Source != "shop" || o.FirstRun || o.Limits.Rows != 1000 || o.Version != "test" {
		t.Errorf("got %+v, %v", o, err)
	}
	b, err := p.Create(t.Context(), "Things", "other")
	if err != nil || b.Source != "other" {
		t.Fatalf("got %+v, %v", b, err)
	}
	c := p.ask(Question{Notebook: b.ID, SQL: "SELECT count(*) AS n FROM things"})
	if c.Metadata.Source != "other" || c.Result == nil {
		t.Errorf("a notebook is asked of its own data: %+v", c.Metadata)
	}
	if err := p.RemoveSource(t.Context(), "other"); err != nil {
		t.Error(err)
	}
	refused(t, p.RemoveSource(t.Context(), "other"), fault.NotFound)
	refused(t, p.UseSource(t.Context(), "other"), fault.NotFound)
	if err := p.RemoveSource(t.Context(), "shop"); err != nil {
		t.Error(err)
	}
	if o, err := p.Overview(t.Context()); err != nil || !o.FirstRun {
		t.Errorf("got %+v, %v", o, err)
	}
}

// TestWhatIsFoundHere: data that no configuration names can be named.
func TestWhatIsFoundHere(t *testing.T) {
	p := newPlace(t, func(c *Config) {
		named := c.Spec
		c.Spec = func(s *config.Config, name string) (connection.Spec, error) {
			if name == "" {
				spec, err := named(s, "shop")
				spec.Config.Name = "found"
				return spec, err
			}
			return named(s, name)
		}
	})
	p.write("home/config.yaml", "connections:\n  shop:\n    dsn: sqlite:"+p.path("shop.db")+"\n")
	list, err := p.ListSources(t.Context())
	if err != nil || len(list) != 2 || list[1].Name != "found" || !list[1].Active {
		t.Fatalf("got %+v, %v", list, err)
	}
	if c := p.ask(Question{Text: "how many", Source: "found"}); c.Metadata.Source != "found" {
		t.Errorf("got %+v", c.Metadata)
	}
	if _, err := p.Schema(t.Context(), "found", false); err != nil {
		t.Error(err)
	}
	if err := p.UseSource(t.Context(), "found"); err != nil {
		t.Error(err)
	}
	// What plumb start was given goes before what is configured.
	if err := p.UseSource(t.Context(), "shop"); err != nil {
		t.Error(err)
	}
	list, err = p.ListSources(t.Context())
	if err != nil || len(list) != 2 || list[0].Active || list[1].Name != "found" || !list[1].Active || list[1].Origin != "--db" {
		t.Errorf("got %+v, %v", list, err)
	}
}

func TestSourcesAreClosedWhenIdleAndOpenedAnewWhenChanged(t *testing.T) {
	p := newPlace(t, func(c *Config) { c.Bounds.Idle = 1 })
	p.ask(Question{Text: "how many"})
	for {
		if o, _ := p.sources.state("shop"); o == nil {
			break
		}
	}
	p.ask(Question{Text: "how many"})
	if p.opens.Load() != 2 {
		t.Errorf("opened %d times", p.opens.Load())
	}
	p = newPlace(t)
	p.ask(Question{Text: "how many"})
	p.sql("new.db", "CREATE TABLE sales (id INTEGER)")
	if err := config.Update(t.Context(), p.Input(), config.Put("shop", config.Connection{DSN: config.DSN("sqlite:" + p.path("new.db"))})); err != nil {
		t.Fatal(err)
	}
	if c := p.ask(Question{Text: "how many"}); string(c.Result.Data) != "[[0]]" {
		t.Errorf("got %s", c.Result.Data)
	}
	if n := len(p.sources.open); n != 1 {
		t.Errorf("%d are open", n)
	}
}

// TestSameName: data that no configuration names may have the name of other data.
func TestSameName(t *testing.T) {
	p := newPlace(t, func(c *Config) {
		named := c.Spec
		c.Spec = func(s *config.Config, name string) (connection.Spec, error) {
			if strings.HasPrefix(name, "sqlite:") {
				return c.Address(s, "same", name)
			}
			return named(s, name)
		}
	})
	p.sql("other.db", "CREATE TABLE sales (id INTEGER)")
	for _, file := range []string{"shop.db", "other.db"} {
		if _, err := p.Notebooks.Create(t.Context(), "about "+file, notebook.Connection{Name: "same", Database: "sqlite:" + p.path(file)}); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		for file, n := range map[string]string{"shop.db": "[[60]]", "other.db": "[[0]]"} {
			if c := p.ask(Question{Text: "how many", Notebook: "about " + file}); string(c.Result.Data) != n {
				t.Errorf("%s: got %s", file, c.Result.Data)
			}
		}
	}
	if p.opens.Load() != 2 {
		t.Errorf("opened %d times", p.opens.Load())
	}
}

// TestOnlyConnectionsAreOpened: neither a request nor a notebook says where to
// connect to, and with which of the person's secrets.
func TestOnlyConnectionsAreOpened(t *testing.T) {
	var opened []string
	p := newPlace(t, func(c *Config) {
		named := c.Spec
		c.Spec = func(s *config.Config, name string) (connection.Spec, error) {
			if strings.Contains(name, ":") {
				opened = append(opened, name)
			}
			return named(s, name)
		}
	})
	for _, address := range []string{"sqlite:" + p.path("shop.db"), p.path("shop.db"), "postgres://${SECRET}@db.example.com/x"} {
		_, ask := p.Ask(t.Context(), Question{Text: "how many", Source: address})
		_, look := p.Schema(t.Context(), address, false)
		_, suggest := p.Suggestions(t.Context(), address)
		_, create := p.Create(t.Context(), "", address)
		for at, err := range map[string]error{"ask": ask, "schema": look, "suggestions": suggest, "create": create} {
			if fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%s of %s: %v", at, address, err)
			}
		}
	}
	if _, err := p.Notebooks.Create(t.Context(), "theirs", notebook.Connection{Name: "x", Database: "postgres://${SECRET}@db.example.com/x"}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Ask(t.Context(), Question{Notebook: "theirs", Text: "how many"}); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
	if len(opened) != 0 {
		t.Errorf("opened %v", opened)
	}
}

// A source that nobody has opened yet tells nothing, and says so: who shows the
// notebook asks again.
func TestStaleCellsOfASourceThatIsNotOpen(t *testing.T) {
	p := newPlace(t)
	c := p.ask(Question{Text: "how many"})
	b, _ := p.Current(t.Context())
	stale := func() Staleness {
		found, err := p.Stale(t.Context(), b.ID)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	p.sql("shop.db", "ALTER TABLE sales ADD COLUMN colour TEXT")
	if _, err := p.Schema(t.Context(), "shop", true); err != nil { // which closes it
		t.Fatal(err)
	}
	if found := stale(); len(found.Stale) != 0 || !found.Unsure || !p.look(b.ID).Unsure {
		t.Errorf("got %+v", found)
	}
	if _, err := p.Schema(t.Context(), "shop", false); err != nil {
		t.Fatal(err)
	}
	found := stale()
	for found.Unsure {
		found = stale()
	}
	if strings.Join(found.Stale, " ") != c.ID {
		t.Errorf("got %+v", found)
	}
	if _, err := p.Stale(t.Context(), "none"); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestStaleCells(t *testing.T) {
	p := newPlace(t)
	c := p.ask(Question{Text: "how many"})
	b, _ := p.Current(t.Context())
	later := func() { p.skip.Add(int64(lookAgain)) }
	p.sql("shop.db", "INSERT INTO sales VALUES (1000, 5, 'fair', '2025-01-01')")
	later()
	if got := p.lookClosely(b.ID).Stale; len(got) != 0 {
		t.Errorf("other rows are no other schema: %v", got)
	}
	p.sql("shop.db", "ALTER TABLE sales ADD COLUMN colour TEXT")
	later()
	want(t, "stale", strings.Join(p.lookClosely(b.ID).Stale, " "), c.ID)
	want(t, "still stale", strings.Join(p.lookClosely(b.ID).Stale, " "), c.ID)
	// The statement is run with the schema of now.
	again := p.ask(Question{Notebook: b.ID, Replaces: c.ID, Again: true})
	later()
	if now := p.lookClosely(b.ID); len(now.Stale) != 0 || again.Metadata.SchemaVersion == c.Metadata.SchemaVersion {
		t.Errorf("got %v", now.Stale)
	}
	if p.opens.Load() != 2 {
		t.Errorf("%d conversations were begun", p.opens.Load())
	}
	// Other rows are read again too, but not all the time.
	p.sql("shop.db", "INSERT INTO sales VALUES (1001, 5, 'stall', '2025-01-01', 'red')")
	later()
	p.lookClosely(b.ID)
	p.ask(Question{Notebook: b.ID, Text: "how many"})
	if p.opens.Load() != 2 {
		t.Errorf("%d conversations were begun", p.opens.Load())
	}
	p.skip.Add(int64(renewAfter))
	p.sql("shop.db", "INSERT INTO sales VALUES (1002, 5, 'stall', '2025-01-01', 'red')")
	p.lookClosely(b.ID)
	p.ask(Question{Notebook: b.ID, Text: "how many"})
	if p.opens.Load() != 3 {
		t.Errorf("%d conversations were begun", p.opens.Load())
	}
}
