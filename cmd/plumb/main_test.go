package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // makes databases for the scripts
	_ "github.com/mattn/go-sqlite3"    // the same
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/cli"
	"github.com/plumbdata/plumb/internal/test/demotest"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// The scripts in testdata/script drive the real program. $DEMO is a folder
// with the demo warehouse, $SQLITE a small SQLite file. [weights] holds where
// this build can answer questions in plain words.
func TestMain(m *testing.M) {
	cli.RunWorkerIfAsked()
	testscript.Main(server{m}, map[string]func(){"plumb": main})
}

// patience makes what the program answers independent of how busy the machine is.
const patience = "100"

// server runs the tests and then stops the PostgreSQL that they shared.
type server struct{ m *testing.M }

func (s server) Run() int { return pgtest.Main(s.m) }

func TestScripts(t *testing.T) {
	t.Parallel()
	warehouse, shop := demotest.Folder(t), sqliteShop(t)
	pg := pgtest.Shared(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("PLUMB_HOME", filepath.Join(home, ".plumb"))
			e.Setenv("LANG", "C.UTF-8")
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Setenv("PLUMB_PATIENCE", patience)
			e.Setenv("DEMO", warehouse)
			e.Setenv("SQLITE", shop)
			e.Setenv("PLUMB_TEST_SHOP", shop)
			e.Setenv("COMMENTED", "-- the first\nSELECT 1 AS one") // scripts have no line breaks in arguments
			e.Setenv("COMMENTED_VALUE", "--n=1\nSELECT 1 AS one")
			setUpModels(e)
			return os.MkdirAll(home, 0o700)
		},
		Condition: func(name string) (bool, error) {
			if name != "weights" {
				return false, fmt.Errorf("there is no condition %s", name)
			}
			_, err := weights.Parser()
			return err == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"models":          startModels,
			"models-requests": printRequests,
			"models-closed":   awaitClosed,
			"duckdb":          makeDuckDB,
			"serve":           serveFolder,
			// pg-database [FILE] makes a database with a reader and a writer, and sets
			// $READER and $WRITER. Statements of the file are run before these are made.
			"pg-database": func(ts *testscript.TestScript, _ bool, args []string) {
				db := pg.NewDatabase(t)
				reader, writer := db+"_reader", db+"_writer"
				for _, file := range args {
					pg.Exec(t, db, ts.ReadFile(file))
				}
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

// makeDuckDB is the command
//
//	duckdb FILE STATEMENTS
//
// It makes a DuckDB file with the statements in a file of the script.
func makeDuckDB(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: duckdb FILE STATEMENTS")
	}
	db, err := sql.Open("duckdb", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec(ts.ReadFile(args[1]))
	ts.Check(err)
	ts.Check(db.Close())
}

// serveFolder is the command
//
//	serve FOLDER
//
// It serves the files of a folder over HTTP, and sets $SERVER. What is in a folder
// named private needs a login.
func serveFolder(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve FOLDER")
	}
	files := http.FileServer(http.Dir(ts.MkAbs(args[0])))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/private/") && r.Header.Get("Authorization") == "" {
			http.Error(w, "who are you?", http.StatusForbidden)
			return
		}
		files.ServeHTTP(w, r)
	}))
	ts.Defer(s.Close)
	ts.Setenv("SERVER", s.URL)
}

// sqliteShop makes a SQLite file with a foreign key that nobody declared.
func sqliteShop(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.db")
	testbed.SQLite(t, path, `
		CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
		INSERT INTO products VALUES (1, 'tent', 120), (2, 'stove', 45.5);
		CREATE TABLE sales (id INTEGER PRIMARY KEY, product_id INTEGER, amount REAL);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 200)
		INSERT INTO sales SELECT i, 1 + i % 2, i * 1.5 FROM n`)
	return path
}
