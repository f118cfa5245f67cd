package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/plumbdata/plumb/internal/cli"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/pgtest"
)

// The scripts in testdata/script drive the real program. $DEMO is a folder
// with the demo warehouse.
func TestMain(m *testing.M) {
	cli.RunWorkerIfAsked()
	testscript.Main(server{m}, map[string]func(){"plumb": main})
}

// server runs the tests and then stops the PostgreSQL that they shared.
type server struct{ m *testing.M }

func (s server) Run() int { return pgtest.Main(s.m) }

func TestScripts(t *testing.T) {
	warehouse := demoWarehouse(t)
	pg := pgtest.Shared(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("PLUMB_HOME", filepath.Join(home, ".plumb"))
			e.Setenv("LANG", "C.UTF-8")
			e.Setenv("DEMO", warehouse)
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// pg-database makes a database with a reader and a writer, and sets
			// $READER, $WRITER and $READER_URL.
			"pg-database": func(ts *testscript.TestScript, _ bool, _ []string) {
				db := pg.NewDatabase(t)
				reader, writer := db+"_reader", db+"_writer"
				pg.Exec(t, db,
					`CREATE TABLE orders (id int PRIMARY KEY, region text NOT NULL, total numeric(10,2), placed_on date)`,
					`INSERT INTO orders SELECT g, (ARRAY['North','South','East'])[1+g%3], g*1.25, date '2024-01-01'+g FROM generate_series(1,300) g`,
					`ANALYZE`,
					fmt.Sprintf(`CREATE ROLE %q LOGIN PASSWORD 'reader secret'`, reader),
					fmt.Sprintf(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO %q`, reader),
					fmt.Sprintf(`CREATE ROLE %q LOGIN PASSWORD 'writer secret'`, writer),
					fmt.Sprintf(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %q`, writer),
				)
				ts.Setenv("READER", pg.DSNAs(reader, "reader secret", db))
				ts.Setenv("WRITER", pg.DSNAs(writer, "writer secret", db))
				ts.Defer(func() {
					pg.Exec(t, db, fmt.Sprintf(`DROP OWNED BY %q, %q`, reader, writer), fmt.Sprintf(`DROP ROLE %q, %q`, reader, writer))
				})
			},
		},
	})
}

// demoWarehouse makes the demo once for all scripts.
func demoWarehouse(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "warehouse")
	if _, err := demo.Build(context.WithoutCancel(t.Context()), dir, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}
