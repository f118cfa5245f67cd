package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestProbeFindsWhoCanWrite(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE ROLE writers")
	for i, c := range []struct {
		name  string
		grant []string // to the role ROLE
		why   string   // part of the message; "" means that it cannot write
	}{
		{"nothing", nil, ""},
		{"select", []string{"GRANT SELECT ON ALL TABLES IN SCHEMA public TO ROLE"}, ""},
		{"insert into one column", []string{"GRANT INSERT (b) ON t TO ROLE"}, "insert rows into public.t"},
		{"update", []string{"GRANT UPDATE ON t TO ROLE"}, "update rows of public.t"},
		{"delete", []string{"GRANT DELETE ON t TO ROLE"}, "delete rows of public.t"},
		{"truncate", []string{"GRANT TRUNCATE ON t TO ROLE"}, "truncate public.t"},
		{"delete in a schema off the path", []string{`GRANT USAGE ON SCHEMA "Other" TO ROLE`, `GRANT DELETE ON "Other".u TO ROLE`}, "delete rows of Other.u"},
		{"rights in a schema that cannot be used", []string{`GRANT DELETE ON "Other".u TO ROLE`}, ""},
		{"create in schema", []string{"GRANT CREATE ON SCHEMA public TO ROLE"}, "create tables in schema public"},
		{"create in schema, for everybody", []string{"GRANT CREATE ON SCHEMA public TO PUBLIC"}, "create tables in schema public"},
		{"through a group", []string{"GRANT DELETE ON t TO writers", "GRANT writers TO ROLE"}, "delete rows of public.t"},
		{"pg_write_all_data", []string{"GRANT pg_write_all_data TO ROLE"}, "pg_write_all_data"},
		{"programs", []string{"GRANT pg_execute_server_program TO ROLE"}, "pg_execute_server_program"},
		{"create databases", []string{"ALTER USER ROLE CREATEDB"}, "create databases"},
		{"superuser", []string{"ALTER USER ROLE SUPERUSER"}, "a superuser"},
		{"read-only by default only", []string{"GRANT DELETE ON t TO ROLE", "ALTER USER ROLE SET default_transaction_read_only = on"}, "delete rows of public.t"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := server.NewDatabase(t)
			role := fmt.Sprintf("w%d", i)
			server.Exec(t, db, "CREATE ROLE "+role+" LOGIN PASSWORD 'w'", "CREATE TABLE t (a integer GENERATED ALWAYS AS IDENTITY, b integer NOT NULL)", "INSERT INTO t (b) VALUES (1)",
				`CREATE SCHEMA "Other"`, `CREATE TABLE "Other".u (a integer)`)
			for _, sql := range c.grant {
				server.Exec(t, db, strings.ReplaceAll(sql, "ROLE", role))
			}
			src := openDSN(t, server.DSNAs(role, "w", db))
			err := src.ProbeWrite(t.Context())
			switch f := fault.Of(err); {
			case c.why == "" && err != nil:
				t.Errorf("a login that cannot write gave %v", err)
			case c.why != "" && (f == nil || f.Code != fault.Writable || !strings.Contains(f.Message, c.why)):
				t.Errorf("got %v, want %s: …%s…", err, fault.Writable, c.why)
			}
			if err := src.Close(); err != nil {
				t.Error(err)
			}
			if n := ask[int](t, server, "SELECT count(*) FROM pg_class WHERE relname LIKE 'plumb_probe%'"); n != 0 {
				t.Errorf("the probe left %d tables behind", n)
			}
		})
	}
}

// The statements in the hint do what they promise, names that need quoting and
// a schema in which everybody may create included.
func TestProbeHintMakesALoginThatPasses(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", `CREATE DATABASE "Odd ""name"""`)
	const db = `Odd "name"`
	server.Exec(t, db, `CREATE SCHEMA "Sales 'n stuff"`, `CREATE TABLE "Sales 'n stuff".orders (a integer)`, `INSERT INTO "Sales 'n stuff".orders VALUES (7)`,
		`CREATE TABLE things (a integer)`, `GRANT CREATE ON SCHEMA public TO PUBLIC`)
	f := fault.Of(openDSN(t, server.DSN(db)).ProbeWrite(t.Context()))
	if f == nil || f.Code != fault.Writable {
		t.Fatalf("the superuser gave %v", f)
	}
	_, statements, found := strings.Cut(f.Hint, "\n\n")
	if !found {
		t.Fatalf("the hint has no statements: %s", f.Hint)
	}
	server.Exec(t, db, statements)
	server.Exec(t, db, `CREATE TABLE "Sales 'n stuff".later (a integer)`)

	src := openDSN(t, server.DSNAs(readerRole, "change-this-password", db))
	if err := src.ProbeWrite(t.Context()); err != nil {
		t.Errorf("the new login does not pass: %v", err)
	}
	if got := one(t, src, `SELECT a FROM "Sales 'n stuff".orders`); got != "7" {
		t.Errorf("the new login reads %s, want 7", got)
	}
	if got := one(t, src, `SELECT count(*) FROM "Sales 'n stuff".later`); got != "0" {
		t.Errorf("the new login reads %s from a later table, want 0", got)
	}
}
