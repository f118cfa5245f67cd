package connection

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// engine is a source that counts what is asked of it.
type engine struct {
	mark    string
	columns []string
	read    []source.Filter
	ran     []string
}

func (e *engine) Grammar() guard.Grammar { return e }
func (e *engine) Dialect() string        { return "test" }
func (e *engine) Close() error           { return nil }

func (e *engine) Check(_ context.Context, sql string, c *guard.Catalog) (guard.Finding, error) {
	if !strings.HasPrefix(sql, "SELECT") {
		return guard.Finding{}, guard.Reject("no")
	}
	return guard.Finding{SQL: sql}, nil
}

func (e *engine) Introspect(_ context.Context, f source.Filter) (*schema.Snapshot, error) {
	e.read = append(e.read, f)
	if !f.Keeps("db", "orders") {
		return &schema.Snapshot{Dialect: "test", Database: "db"}, nil
	}
	t := schema.Table{Name: "orders", Kind: schema.BaseTable, Rows: 3}
	for _, c := range e.columns {
		t.Columns = append(t.Columns, schema.Column{Name: c, Type: "int", Kind: table.Int})
	}
	return &schema.Snapshot{Dialect: "test", Database: "db", Tables: []schema.Table{t}}, nil
}

func (e *engine) Fingerprint(context.Context) (string, error) { return e.mark, nil }

func (e *engine) Query(_ context.Context, s guard.Statement, _ source.Limits) (*table.Reader, error) {
	e.ran = append(e.ran, s.SQL())
	t := &table.Table{Columns: []table.Column{{Name: "v", Kind: table.Text}}, Rows: []table.Row{{table.NewText("a")}, {table.NewText("b's")}}}
	return t.Reader(), nil
}

func open(t *testing.T, e *engine, dir string, now time.Time) *Connection {
	t.Helper()
	c, err := Open(t.Context(), Spec{
		Driver:   source.Driver{Open: func(context.Context, source.Config) (source.Source, error) { return e, nil }},
		Config:   source.Config{Name: "shop"},
		Identity: "test://shop",
		Cache:    schema.Cache{Dir: dir},
		Refresh:  time.Hour,
		Now:      func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func schemaOf(t *testing.T, c *Connection, need Depth) *schema.Snapshot {
	t.Helper()
	s, err := c.Schema(t.Context(), need)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaIsReadOnceUntilItChanges(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	e := &engine{mark: "1", columns: []string{"id"}}
	schemaOf(t, open(t, e, dir, now), Full)
	schemaOf(t, open(t, e, dir, now.Add(time.Minute)), Full)
	if len(e.read) != 1 {
		t.Fatalf("read %d times, want once and then from the cache", len(e.read))
	}
	e.mark, e.columns = "2", []string{"id", "total"}
	c := open(t, e, dir, now.Add(2*time.Minute))
	if s := schemaOf(t, c, Full); len(s.Tables[0].Columns) != 2 || len(e.read) != 2 {
		t.Errorf("after a change: %d columns, read %d times", len(s.Tables[0].Columns), len(e.read))
	}
	if len(c.Changes()) != 1 || !strings.Contains(c.Changes()[0].Text, "total") {
		t.Errorf("changes: %v", c.Changes())
	}
	schemaOf(t, open(t, e, dir, now.Add(3*time.Hour)), Full)
	schemaOf(t, open(t, e, dir, now.Add(3*time.Hour)), Fresh)
	if len(e.read) != 4 {
		t.Errorf("read %d times; an old snapshot and Fresh must both be read again", len(e.read))
	}
}

func TestStructureIsEnoughForTheGuard(t *testing.T) {
	e := &engine{mark: "1", columns: []string{"id"}}
	c := open(t, e, t.TempDir(), time.Now())
	if _, _, err := c.Query(t.Context(), "SELECT 1", source.Limits{}); err != nil {
		t.Fatal(err)
	}
	if len(e.read) != 1 || !e.read[0].Structure {
		t.Errorf("read %+v, want the structure alone", e.read)
	}
	if s := schemaOf(t, c, Full); s.Tables[0].Columns[0].Role == "" || len(e.read) != 2 {
		t.Error("the full schema must be read when it is needed, with roles")
	}
}

func TestNothingRunsThatTheGuardRefuses(t *testing.T) {
	e := &engine{}
	_, _, err := open(t, e, t.TempDir(), time.Now()).Query(t.Context(), "DROP TABLE orders", source.Limits{})
	if fault.CodeOf(err) != fault.Validation || len(e.ran) != 0 {
		t.Errorf("got %v, ran %q", err, e.ran)
	}
}

func TestFiltersDoNotShareASchema(t *testing.T) {
	with := func(f source.Filter) string { return (&Connection{spec: Spec{Identity: "x", Filter: f}}).Key() }
	seen := map[string]bool{}
	for _, f := range []source.Filter{{}, {Include: []string{"a"}}, {Exclude: []string{"a"}}, {Include: []string{"a", "b"}}, {Include: []string{"a"}, Exclude: []string{"b"}}} {
		if key := with(f); seen[key] {
			t.Errorf("%+v shares its schema with another filter", f)
		} else {
			seen[key] = true
		}
	}
}

func TestDocumentsDoNotLeadOut(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "credentials")
	if err := os.WriteFile(secret, []byte("# hush\nthe secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "docs.md")); err != nil {
		t.Fatal(err)
	}
	e := &engine{columns: []string{"id"}}
	c := open(t, e, t.TempDir(), time.Now())
	c.spec.Docs = dir
	if s := schemaOf(t, c, Full); len(s.Documents.Text) != 0 {
		t.Errorf("read %+v", s.Documents.Text)
	}
	if got := c.Diagnostics(); len(got) != 1 || got[0].File != "docs.md" || got[0].Severity != fault.Warning {
		t.Errorf("of the link it says %+v", got)
	}
}

func TestADatabaseWithoutTablesSaysWhatToLookAt(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		hint string
	}{
		{Spec{Driver: source.Driver{Extensions: []string{".db"}}}, "this is the file you meant"},
		{Spec{Driver: source.Driver{Extensions: []string{".db"}}, Filter: source.Filter{Include: []string{"a*"}}}, "the patterns"},
		{Spec{}, "what the login may read"},
	} {
		f := (&Connection{spec: c.spec}).NoTables()
		if f.Code != fault.EmptyResult || !strings.Contains(f.Hint, c.hint) {
			t.Errorf("%+v: %q, %q", c.spec.Filter, f.Message, f.Hint)
		}
	}
}
