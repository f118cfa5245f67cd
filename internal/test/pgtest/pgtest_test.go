package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

func ask(t *testing.T, dsn, sql string) string {
	t.Helper()
	var answer string
	if err := connect(t, dsn).QueryRow(t.Context(), sql).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestStartGivesAServerMadeForTests(t *testing.T) {
	s := Start(t, Setting("work_mem", "7MB"))
	for name, want := range map[string]string{
		"fsync": "off", "autovacuum": "off", "TimeZone": "UTC", "server_encoding": "UTF8",
		"listen_addresses": "127.0.0.1", "work_mem": "7MB",
	} {
		if got := ask(t, s.Superuser(), "SHOW "+name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if got := ask(t, s.Superuser(), "SELECT lower('ÄÉΣ')"); got != "äéσ" {
		t.Errorf("lower gave %q: the locale does not know Unicode", got)
	}
	// The extensions need the symbolic links of the package's libraries.
	s.Exec(t, "postgres", "CREATE EXTENSION pg_trgm; CREATE EXTENSION hstore")
}

func TestStopRemovesEverything(t *testing.T) {
	var dir, dsn string
	t.Run("server", func(t *testing.T) {
		s := Start(t)
		dir, dsn = s.dir, s.Superuser()
	})
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the server's folder is still there: %v", err)
	}
	if _, err := pgx.Connect(t.Context(), dsn); err == nil {
		t.Error("the server still answers")
	}
}

func TestRestartBreaksConnectionsAndKeepsDataAndPort(t *testing.T) {
	s := Start(t)
	s.Exec(t, "postgres", "CREATE TABLE kept (n int)", "INSERT INTO kept SELECT generate_series(1, 1000)")
	conn, watch := connect(t, s.Superuser()), connect(t, s.Superuser())
	broken := make(chan error)
	go func() {
		_, err := conn.Exec(t.Context(), "SELECT pg_sleep(600)")
		broken <- err
	}()
	for asleep := false; !asleep; {
		const sql = "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
		if err := watch.QueryRow(t.Context(), sql).Scan(&asleep); err != nil {
			t.Fatal(err)
		}
	}
	port := s.Port()
	s.Restart(t)
	if err := <-broken; err == nil {
		t.Error("the statement outlived the server")
	}
	if s.Port() != port {
		t.Errorf("port %d became %d", port, s.Port())
	}
	if got := ask(t, s.Superuser(), "SELECT count(*)::text FROM kept"); got != "1000" {
		t.Errorf("%s rows are left of 1000", got)
	}

	s.Stop(t)
	if _, err := pgx.Connect(t.Context(), s.Superuser()); err == nil {
		t.Error("a stopped server answers")
	}
	s.Restart(t)
	ask(t, s.Superuser(), "SELECT 'again'")
}

func TestSharedIsOneServerWithADatabaseForEachTest(t *testing.T) {
	s := Shared(t)
	if Shared(t) != s {
		t.Fatal("two shared servers")
	}
	var dropped string
	t.Run("own database", func(t *testing.T) {
		dropped = s.NewDatabase(t)
		other := s.NewDatabase(t)
		s.Exec(t, dropped, "CREATE TABLE here (n int)")
		if got := ask(t, s.DSN(other), "SELECT coalesce(to_regclass('here')::text, 'none')"); got != "none" {
			t.Errorf("a table of %s is visible in %s", dropped, other)
		}
	})
	if got := ask(t, s.Superuser(), "SELECT count(*)::text FROM pg_database WHERE datname = '"+dropped+"'"); got != "0" {
		t.Errorf("%s was not dropped", dropped)
	}
}

func TestLoginsAreChecked(t *testing.T) {
	s := Shared(t)
	db := s.NewDatabase(t)
	s.Exec(t, db, `CREATE ROLE "ann b" LOGIN PASSWORD 'p/w:@?'`)
	if got := ask(t, s.DSNAs("ann b", "p/w:@?", db), "SELECT current_user::text"); got != "ann b" {
		t.Errorf("logged in as %q", got)
	}
	_, err := pgx.Connect(t.Context(), s.DSNAs("ann b", "wrong", db))
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Code != "28P01" {
		t.Errorf("a wrong password gave %v", err)
	}
}

func TestUnixSocketAsksForNoPassword(t *testing.T) {
	s := Shared(t)
	if s.SocketDir() == "" {
		t.Skip("needs a temporary directory with a shorter path")
	}
	dsn := fmt.Sprintf("postgres:///postgres?user=%s&port=%d&host=%s", superuser, s.Port(), url.QueryEscape(s.SocketDir()))
	ask(t, dsn, "SELECT 'hello'")
}

func TestAFailedStartShowsTheLog(t *testing.T) {
	_, err := start(t.Context(), find(t), []Option{Setting("no_such_setting", "1")})
	if err == nil || !strings.Contains(err.Error(), "no_such_setting") {
		t.Errorf("got %v", err)
	}
}
