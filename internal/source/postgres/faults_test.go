package postgres

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func TestConnectFaultsSayWhatToDo(t *testing.T) {
	server := pgtest.Shared(t)
	_, db := fresh(t, server)
	good, err := url.Parse(server.DSNAs(reader, readerPassword, db))
	if err != nil {
		t.Fatal(err)
	}
	closedPort, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closedPort.Addr().String()
	closedPort.Close()

	change := func(f func(u *url.URL)) string {
		u := *good
		f(&u)
		return u.String()
	}
	const secret = "s3cret-of-nobody"
	for _, c := range []struct {
		name, dsn, message, hint string
	}{
		{"wrong password", change(func(u *url.URL) { u.User = url.UserPassword(reader, secret) }), "password is wrong", "the variable that the address names"},
		{"no such user", change(func(u *url.URL) { u.User = url.UserPassword("stranger", secret) }), "password is wrong", "the variable that the address names"},
		{"no such database", change(func(u *url.URL) { u.Path = "/nowhere" }), "no such database", "last /"},
		{"nobody listens", change(func(u *url.URL) { u.Host = nobody; u.User = url.UserPassword(reader, secret) }), "nothing listens", "port"},
		{"unknown host", change(func(u *url.URL) { u.Host = "host.invalid:5432"; u.User = url.UserPassword(reader, secret) }), "not known", "spelling"},
		{"no socket", "host=/nowhere user=reader dbname=x password=" + secret, "no socket", "folder"},
		{"no TLS", change(func(u *url.URL) { u.RawQuery = "sslmode=require" }), "connection failed", "sslmode"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Driver.Open(t.Context(), source.Config{DSN: c.dsn})
			f := fault.Of(err)
			if f == nil || f.Code != fault.Connect || !strings.Contains(f.Message, c.message) || !strings.Contains(f.Hint, c.hint) {
				t.Fatalf("got %+v, want %s: …%s…, hint …%s…", f, fault.Connect, c.message, c.hint)
			}
			for _, text := range []string{fmt.Sprintf("%v %+v %#v", err, err, f.Cause), f.Hint, f.Cause.Error()} {
				if strings.Contains(text, secret) {
					t.Errorf("the password is shown: %s", text)
				}
			}
		})
	}
}

func TestMalformedAddressKeepsItsSecret(t *testing.T) {
	for _, dsn := range []string{"postgres://me:hunter2@host:port/db", "postgres://me:hunter2@[::1/db", "user=me password=hunter2 port=x", "postgres://me:hunter2@h/db?sslmode=bogus"} {
		_, err := Driver.Open(t.Context(), source.Config{DSN: dsn})
		f := fault.Of(err)
		if f == nil || f.Code != fault.Config || f.Hint == "" {
			t.Errorf("%s gave %+v, want %s", dsn, f, fault.Config)
		}
		if text := fmt.Sprintf("%v %+v %#v", err, err, f); strings.Contains(text, "hunter2") {
			t.Errorf("the password is shown: %s", text)
		}
	}
}

func TestHints(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t),
		`CREATE SCHEMA sales`, `CREATE TABLE sales.orders (id integer, revenue numeric, "Größe" integer)`, `CREATE TABLE customers (id integer, email text)`)
	for _, c := range []struct {
		sql  string
		code fault.Code
		hint string
	}{
		{`SELECT o.revnue FROM sales.orders o`, fault.SQLError, "did you mean revenue?"},
		{`SELECT 'ä€🙂', revnue FROM sales.orders`, fault.SQLError, "did you mean revenue?"},
		{`SELECT "Grösse" FROM sales.orders`, fault.SQLError, "did you mean Größe?"},
		{`SELECT entirely_else FROM customers`, fault.SQLError, "columns: email, id"},
		{`SELECT id FROM order`, fault.SQLParse, "check the statement near that word"},
		{`SELECT id FROM sales.ordres`, fault.SQLError, "did you mean sales.orders?"},
		{`SELECT id FROM custmers`, fault.SQLError, "did you mean customers?"},
		{`SELECT id FROM sails.orders`, fault.SQLError, "did you mean sales.orders?"},
		{`SELECT uper(email) FROM customers`, fault.SQLError, "did you mean upper?"},
		{`SELECT upper(id, id) FROM customers`, fault.SQLError, ""},
		{`SELECT id / 0 FROM customers UNION ALL SELECT 1 / 0`, fault.SQLError, ""},
		{`SELECT id FROM customers GROUP BY email`, fault.SQLError, ""},
		{`SELECT query FROM pg_stat_statements`, fault.SQLError, ""},
		{`SELECT rolpassword FROM pg_authid`, fault.SQLError, "ask the database's owner"},
	} {
		_, err := sourcetest.Query(t, src, c.sql, source.Limits{})
		f := fault.Of(err)
		if f == nil || f.Code != c.code || (c.hint != "" && !strings.Contains(f.Hint, c.hint)) {
			t.Errorf("%s gave %+v, want %s, hint %q", c.sql, f, c.code, c.hint)
		}
	}
}

// The detail of an error can hold rows that the statement was not about.
func TestDetailIsNotShown(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t), `CREATE FUNCTION blab() RETURNS integer LANGUAGE plpgsql AS
		$$ BEGIN RAISE EXCEPTION 'it failed' USING DETAIL = 'confidential row', HINT = 'do it better'; END $$`)
	_, err := sourcetest.Query(t, src, "SELECT blab()", source.Limits{})
	f := fault.Of(err)
	if f == nil || f.Code != fault.SQLError || f.Message != "it failed" || f.Hint != "do it better" {
		t.Errorf("got %+v", f)
	}
	if text := err.Error() + f.Hint + f.Cause.Error(); strings.Contains(text, "confidential") {
		t.Errorf("the detail is shown: %s", text)
	}
}

func TestIdentifierAt(t *testing.T) {
	for _, c := range []struct {
		sql      string
		position int
		want     []string
	}{
		{`SELECT o.revnue FROM x`, 8, []string{"o", "revnue"}},
		{`SELECT "Aä""b"."c" FROM x`, 8, []string{`Aä"b`, "c"}},
		{`SELECT 'äö', Upper FROM x`, 14, []string{"upper"}},
		{`SELECT 1`, 8, nil},
		{`SELECT "open`, 8, nil},
		{`SELECT a`, 0, nil},
		{`SELECT a`, 900, nil},
	} {
		if got := identifierAt(c.sql, c.position); !cmp.Equal(got, c.want) {
			t.Errorf("%s at %d: got %q, want %q", c.sql, c.position, got, c.want)
		}
	}
}
