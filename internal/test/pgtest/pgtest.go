// Package pgtest gives tests a real PostgreSQL. Each server is a fresh
// cluster on a free loopback port, with its data in the temporary directory,
// made for tests: nothing is synced to disk, autovacuum is off so that
// statistics appear only when a test asks for them, the time zone is UTC.
//
// A server ends with its test. It ends with the test process, too, if that is
// killed (on Linux), and what such a process leaves on disk is removed when
// the next server starts.
package pgtest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/test/testbed"
)

const (
	superuser = "postgres"
	password  = "plumb-test"     // of a server that lives on the loopback for seconds
	startTime = 10 * time.Minute // how long a start, recovery included, may take on a busy machine
)

// Server is a running PostgreSQL.
type Server struct {
	install  install
	settings []string
	dir      string   // everything the server writes
	lock     *os.File // held while this process lives, see sweep
	port     int
	names    atomic.Int64

	mu      sync.Mutex
	process *testbed.Process // nil while stopped
}

// Option changes how a server starts.
type Option func(*Server)

// Setting sets a parameter of postgresql.conf.
func Setting(name, value string) Option {
	return func(s *Server) { s.settings = append(s.settings, "-c", name+"="+value) }
}

// Start starts a server of the test's own and stops it when the test ends.
func Start(tb testing.TB, opts ...Option) *Server {
	tb.Helper()
	s, err := start(tb.Context(), find(tb), opts)
	if err != nil {
		tb.Fatalf("cannot start PostgreSQL: %v", err)
	}
	tb.Cleanup(func() {
		if err := s.remove(); err != nil {
			tb.Errorf("cannot stop PostgreSQL: %v", err)
		}
	})
	return s
}

var shared struct {
	sync.Mutex
	server *Server
	err    error
}

// Shared is the one server that all tests of this process may use, each in a
// database of its own (see NewDatabase). It starts with the first call and
// stops in Main. A test that restarts or reconfigures its server uses Start.
func Shared(tb testing.TB) *Server {
	tb.Helper()
	from := find(tb)
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = start(tb.Context(), from, nil)
	}
	if shared.err != nil {
		tb.Fatalf("cannot start PostgreSQL: %v", shared.err)
	}
	return shared.server
}

// Main runs the tests, stops the shared server, and returns the exit status:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
func Main(m *testing.M) int {
	status := m.Run()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		return status
	}
	if err := shared.server.remove(); err != nil {
		fmt.Fprintf(os.Stderr, "cannot stop PostgreSQL: %v\n", err)
		return max(status, 1)
	}
	return status
}

// Superuser is the address of the maintenance database, as superuser.
func (s *Server) Superuser() string { return s.DSN("postgres") }

// DSN is the address of a database, as superuser.
func (s *Server) DSN(db string) string { return s.DSNAs(superuser, password, db) }

// DSNAs is the address of a database with another login. The server checks
// the password.
func (s *Server) DSNAs(user, password, db string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(user, password),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)),
		Path:     "/" + db,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Port is the server's port on 127.0.0.1. It stays the same over a restart.
func (s *Server) Port() int { return s.port }

// SocketDir is the folder of the server's Unix socket, the host parameter of
// a connection that asks for no password. It is empty, and there is no
// socket, where the path would be longer than a socket's address can be.
func (s *Server) SocketDir() string {
	const longest = 100
	if len(s.dir)+len("/.s.PGSQL.65535") > longest {
		return ""
	}
	return s.dir
}

// Exec runs statements as superuser on one connection. Each string may hold
// several statements, which then are one transaction.
func (s *Server) Exec(tb testing.TB, db string, sql ...string) {
	tb.Helper()
	if err := s.exec(tb.Context(), db, sql...); err != nil {
		tb.Fatal(err)
	}
}

func (s *Server) exec(ctx context.Context, db string, sql ...string) error {
	conn, err := pgx.Connect(ctx, s.DSN(db))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, text := range sql {
		if _, err := conn.PgConn().Exec(ctx, text).ReadAll(); err != nil {
			return fmt.Errorf("%w\nin: %.200s", err, text)
		}
	}
	return nil
}

// NewDatabase makes an empty database, drops it when the test ends, and
// returns its name.
func (s *Server) NewDatabase(tb testing.TB) string {
	tb.Helper()
	name := fmt.Sprintf("test_%d", s.names.Add(1))
	s.Exec(tb, "postgres", "CREATE DATABASE "+name)
	tb.Cleanup(func() {
		if !s.running() {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), startTime)
		defer cancel()
		if err := s.exec(ctx, "postgres", "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			tb.Errorf("cannot drop the test's database: %v", err)
		}
	})
	return name
}

// Restart stops the server at once, as a crash would, and starts it again on
// the same port with its data. A stopped server is started.
func (s *Server) Restart(tb testing.TB) {
	tb.Helper()
	s.Stop(tb)
	if err := s.run(tb.Context()); err != nil {
		tb.Fatalf("cannot start PostgreSQL again: %v", err)
	}
}

// Stop stops the server at once, as a crash would: connections break without
// a farewell. The data stays until the test ends.
func (s *Server) Stop(tb testing.TB) {
	tb.Helper()
	if err := s.stop(); err != nil {
		tb.Fatalf("cannot stop PostgreSQL: %v", err)
	}
}

func (s *Server) running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process != nil
}

func (s *Server) stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return nil
	}
	err := s.process.Stop(syscall.SIGQUIT) // PostgreSQL's immediate shutdown
	s.process = nil
	return err
}
