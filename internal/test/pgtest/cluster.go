package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/test/testbed"
)

// clusterPrefix begins the name of every server's folder.
const clusterPrefix = "plumb-pg-"

// start copies the template into a new folder and starts a server on it.
func start(ctx context.Context, from install, opts []Option) (*Server, error) {
	sweep()
	template, err := from.template(ctx)
	if err != nil {
		return nil, err
	}
	s := &Server{install: from}
	for _, o := range opts {
		o(s)
	}
	if err := s.makeDir(); err != nil {
		return nil, err
	}
	if err := copyTree(s.data(), template, private, from.runAs); err != nil {
		return nil, errors.Join(err, s.remove())
	}

	// Between choosing a free port and using it another program may take it.
	const attempts = 3
	for range attempts {
		if s.port, err = freePort(); err != nil {
			break
		}
		if err = s.run(ctx); err == nil {
			return s, nil
		}
	}
	return nil, errors.Join(err, s.remove())
}

func (s *Server) data() string    { return filepath.Join(s.dir, "data") }
func (s *Server) logFile() string { return filepath.Join(s.dir, "log") }

// makeDir makes the server's folder. It gets its name only once its lock is
// held, so that a sweep never takes it for one that was left behind.
func (s *Server) makeDir() error {
	dir, err := os.MkdirTemp(testbed.TempDir(), "plumb-new-*")
	if err != nil {
		return err
	}
	if s.lock, err = testbed.Lock(filepath.Join(dir, "lock")); err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	s.dir = filepath.Join(filepath.Dir(dir), clusterPrefix+filepath.Base(dir)[len("plumb-new-"):])
	if err := os.Rename(dir, s.dir); err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	return s.install.runAs.own(s.dir)
}

// sweep removes the folders of servers whose test process was killed. A
// folder that is in use, or another user's, stays.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(testbed.TempDir(), clusterPrefix+"*"))
	for _, dir := range dirs {
		lock, err := testbed.TryLock(filepath.Join(dir, "lock"))
		if err != nil {
			continue
		}
		os.RemoveAll(dir)
		lock.Close()
	}
}

// remove stops the server and removes all it wrote.
func (s *Server) remove() error {
	err := errors.Join(s.stop(), os.RemoveAll(s.dir))
	return errors.Join(err, s.lock.Close())
}

// run starts the server and waits until it accepts connections.
func (s *Server) run(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	log, err := os.OpenFile(s.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	args := append([]string{"-D", s.data(),
		"-c", "port=" + strconv.Itoa(s.port),
		"-c", "unix_socket_directories=" + s.SocketDir()}, s.settings...)
	cmd := s.install.command(exec.Command(s.install.program("postgres"), args...), s.dir)
	cmd.Stdout, cmd.Stderr = log, log
	process, err := testbed.Start(cmd, syscall.SIGQUIT)
	if err != nil {
		return err
	}
	if err := s.awaitReady(ctx, process); err != nil {
		return errors.Join(err, process.Stop(syscall.SIGQUIT))
	}
	s.process = process
	return nil
}

func (s *Server) awaitReady(ctx context.Context, process *testbed.Process) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.Superuser())
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-process.Exited():
			return fmt.Errorf("it ended at once; its log says:\n%s", s.logTail())
		case <-ctx.Done():
			return fmt.Errorf("it accepts no connections: %w; its log says:\n%s", err, s.logTail())
		case <-tick.C:
		}
	}
}

func (s *Server) logTail() string {
	const size = 4 << 10
	f, err := os.Open(s.logFile())
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	if end, err := f.Seek(0, io.SeekEnd); err == nil {
		f.Seek(max(0, end-size), io.SeekStart)
	}
	text, err := io.ReadAll(io.LimitReader(f, size))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
