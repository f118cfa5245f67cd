package postgres

import (
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func one(tb testing.TB, src source.Source, sql string) string {
	tb.Helper()
	t, err := sourcetest.Query(tb, src, sql, source.Limits{})
	if err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	return t.Rows[0][0].String()
}

func TestSessionIsHardened(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server, "CREATE SCHEMA other", "CREATE SCHEMA reader")
	server.Exec(t, "postgres", "ALTER DATABASE "+db+" SET work_mem = '1GB'", "ALTER DATABASE "+db+" SET default_transaction_read_only = off")
	src = openDSN(t, src.pool.Config().ConnString()+"&default_transaction_read_only=off")
	got, err := sourcetest.Query(t, src, `SELECT name, current_setting(name) FROM unnest(ARRAY[
		'transaction_read_only', 'default_transaction_read_only', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
		'search_path', 'row_security', 'work_mem', 'jit', 'application_name']) name`, source.Limits{Time: 7 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"transaction_read_only": "on", "default_transaction_read_only": "on", "statement_timeout": "7s", "lock_timeout": "5s",
		"idle_in_transaction_session_timeout": "7s", "search_path": `"reader", "public", pg_temp`, "row_security": "on",
		"work_mem": "64MB", "jit": "off", "application_name": "plumb",
	}
	for _, r := range got.Rows {
		if name := r[0].String(); r[1].String() != want[name] {
			t.Errorf("%s is %q, want %q", name, r[1], want[name])
		}
	}
	if len(got.Rows) != len(want) {
		t.Errorf("got %d settings, want %d", len(got.Rows), len(want))
	}
}

func TestStatementCannotLiftItsTimeLimit(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t))
	_, err := sourcetest.Query(t, src, `SELECT set_config('statement_timeout', '0', false), pg_sleep(600)`, source.Limits{Time: 200 * time.Millisecond})
	if code := fault.CodeOf(err); code != fault.SQLTimeout {
		t.Errorf("got %v (%v), want %s", err, fault.Of(err).Cause, fault.SQLTimeout)
	}
}

func TestAdministratorsCancellationIsNotATimeout(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server)
	failed := make(chan error, 1)
	go func() {
		_, err := sourcetest.Query(t, src, `SELECT pg_sleep(600)`, source.Limits{Time: time.Hour})
		failed <- err
	}()
	// One statement of the server's waits until the other sleeps, and cancels it.
	server.Exec(t, db, `DO $$ BEGIN
		FOR i IN 1..3000 LOOP
			PERFORM pg_stat_clear_snapshot();
			EXIT WHEN (SELECT bool_or(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'reader' AND wait_event = 'PgSleep');
			PERFORM pg_sleep(0.01);
		END LOOP;
	END $$`)
	if err := <-failed; fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v, want %s", err, fault.Canceled)
	}
}

// A statement that leaves something behind must not meet the next one.
func TestConnectionIsResetAfterUse(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server)
	for range 2 * maxConnections {
		one(t, src, `SELECT pg_advisory_lock(42)::text || set_config('search_path', 'nowhere', false) || set_config('statement_timeout', '0', false)`)
	}
	src.work.Wait()
	if n := ask[int](t, server, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'`); n != 0 {
		t.Errorf("%d advisory locks are still held", n)
	}
	if path := one(t, src, "SELECT current_setting('search_path')"); path != `"public", pg_temp` {
		t.Errorf("the next statement has the search path %s", path)
	}
	if n := one(t, src, "SELECT count(*) FROM pg_prepared_statements"); n != "0" {
		t.Errorf("%s statements are left prepared", n)
	}
	if n := ask[int](t, server, `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND usename = $2`, db, reader); n > maxConnections {
		t.Errorf("there are %d connections, want at most %d", n, maxConnections)
	}
}

// A result that is only a little longer than its limit is read to the end, so
// that its connection can be kept.
func TestSmallRestKeepsTheConnection(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server)
	src.grace = time.Hour // a busy machine decides nothing
	one(t, src, "SELECT 1")
	open := func() []string { // there may be several, any of which is used next
		src.work.Wait()
		return strings.Fields(ask[string](t, server, `SELECT string_agg(pid::text, ' ' ORDER BY pid) FROM pg_stat_activity WHERE datname = $1 AND usename = $2`, db, reader))
	}
	before := open()
	got, err := sourcetest.Query(t, src, "SELECT n FROM generate_series(1, 5000) n", source.Limits{Rows: 10})
	if err != nil || got.Truncated != table.ByRows {
		t.Fatalf("cut by %q, %v", got.Truncated, err)
	}
	after := open()
	for _, pid := range before {
		if !slices.Contains(after, pid) {
			t.Errorf("the connection %s is not among %v any more", pid, after)
		}
	}
}

func TestAllConnectionsInUse(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t))
	s := sourcetest.Unguarded(t, dialect, "SELECT n FROM generate_series(1, 10000000) n")
	for range maxConnections {
		r, err := src.Query(t.Context(), s, source.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
	}
	_, err := sourcetest.Query(t, src, "SELECT 1", source.Limits{Time: 50 * time.Millisecond})
	if f := fault.Of(err); f == nil || f.Code != fault.SQLTimeout || !strings.Contains(f.Message, "no connection") {
		t.Errorf("got %v, want %s for lack of a connection", err, fault.SQLTimeout)
	}
}

func TestStatementsWithoutColumnsDoNotRun(t *testing.T) {
	server := pgtest.Shared(t)
	_, db := fresh(t, server)
	src := openDSN(t, server.DSN(db)) // a superuser could do all of this
	for _, sql := range []string{"COPY (SELECT 1) TO PROGRAM 'cat > /dev/null'", "SET search_path = pg_temp", "CHECKPOINT", "LISTEN x", "SELECT"} {
		if _, err := sourcetest.Query(t, src, sql, source.Limits{}); fault.CodeOf(err) != fault.Validation {
			t.Errorf("%s gave %v, want %s", sql, err, fault.Validation)
		}
	}
}

// pooler forwards connections like a transaction pooler: it refuses startup
// parameters that it does not know.
func pooler(t *testing.T, server *pgtest.Server) (port int) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	t.Cleanup(func() { listener.Close(); group.Wait() })
	group.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			group.Go(func() {
				defer client.Close()
				if err := forward(client, server); err != nil && !errors.Is(err, io.EOF) {
					t.Errorf("pooler: %v", err)
				}
			})
		}
	})
	return listener.Addr().(*net.TCPAddr).Port
}

func forward(client net.Conn, server *pgtest.Server) error {
	startup, err := pgproto3.NewBackend(client, client).ReceiveStartupMessage()
	if err != nil {
		return err
	}
	upstream, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(server.Port())))
	if err != nil {
		return err
	}
	defer upstream.Close()
	var first []byte
	switch m := startup.(type) {
	case *pgproto3.StartupMessage:
		if m.Parameters[readOnlyParameter] != "" {
			refusal, err := (&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter"}).Encode(nil)
			if err == nil {
				_, err = client.Write(refusal)
			}
			return err
		}
		first, err = m.Encode(nil)
	case *pgproto3.CancelRequest:
		first, err = m.Encode(nil)
	}
	if err != nil {
		return err
	}
	if _, err := upstream.Write(first); err != nil {
		return err
	}
	go func() {
		io.Copy(upstream, client)
		upstream.Close()
	}()
	io.Copy(client, upstream)
	return nil
}

func TestPoolerThatKnowsFewParameters(t *testing.T) {
	server := pgtest.Shared(t)
	_, db := fresh(t, server, "CREATE TABLE t (a integer)", "INSERT INTO t VALUES (7)")
	dsn := strings.Replace(server.DSNAs(reader, readerPassword, db), strconv.Itoa(server.Port()), strconv.Itoa(pooler(t, server)), 1)
	src := openDSN(t, dsn)
	if got := one(t, src, "SELECT current_setting('transaction_read_only') || a FROM t"); got != "on7" {
		t.Errorf("got %s, want on7", got)
	}
	if err := src.Close(); err != nil {
		t.Error(err)
	}
}

func TestUnixSocket(t *testing.T) {
	server := pgtest.Shared(t)
	if server.SocketDir() == "" {
		t.Skip("the test server has no socket: the temporary directory's path is too long")
	}
	_, db := fresh(t, server)
	src := openDSN(t, "host="+server.SocketDir()+" port="+strconv.Itoa(server.Port())+" user="+reader+" dbname="+db)
	if got := one(t, src, "SELECT current_user"); got != reader {
		t.Errorf("connected as %s", got)
	}
}

// Somebody with a schema on the path plants operators and functions that fit
// better than the built-in ones. Plumb's own SQL must not call them, nor may a
// checked statement.
func TestPlantedOperatorsAreNotCalled(t *testing.T) {
	server := pgtest.Shared(t)
	plant := `LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted code ran'; END $$`
	src, _ := fresh(t, server,
		`CREATE TABLE t (id bigint, name text)`, `INSERT INTO t VALUES (1, 'a')`,
		`CREATE FUNCTION evil(bigint, text) RETURNS text `+plant, `CREATE OPERATOR || (LEFTARG = bigint, RIGHTARG = text, FUNCTION = evil)`,
		`CREATE FUNCTION evil(oid, text) RETURNS text `+plant, `CREATE OPERATOR || (LEFTARG = oid, RIGHTARG = text, FUNCTION = evil)`,
		`CREATE FUNCTION evil(bigint, integer) RETURNS bigint `+plant, `CREATE OPERATOR # (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = evil)`,
		`CREATE FUNCTION uuidv7(text) RETURNS text `+plant, `CREATE FUNCTION concat(bigint, text) RETURNS text `+plant)
	fresher := openDSN(t, src.pool.Config().ConnString())
	s := look1(t, fresher)
	if _, err := fresher.Fingerprint(t.Context()); err != nil {
		t.Error(err)
	}
	if err := fresher.ProbeWrite(t.Context()); err != nil {
		t.Error(err)
	}
	g := guard.New(fresher.Grammar(), &guard.Catalog{Snapshot: s})
	for sql, want := range map[string]string{"SELECT id || ' x' FROM t": "1 x", "SELECT concat(id, 'y') FROM t": "1y"} {
		statement, err := g.Check(t.Context(), sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		r, err := fresher.Query(t.Context(), statement, source.Limits{})
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if got, err := r.ReadAll(); err != nil || got.Rows[0][0].String() != want {
			t.Errorf("%s: %v, %v", sql, got, err)
		}
	}
	statement, err := g.Check(t.Context(), "SELECT uuidv7('x')")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fresher.Query(t.Context(), statement, source.Limits{}); err == nil || strings.Contains(err.Error(), "planted") {
		t.Errorf("a function of a listed name: %v", err)
	}
}
