package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/engine"
	sqliteengine "github.com/plumbdata/plumb/internal/source/sqlite/engine"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

func TestMain(m *testing.M) {
	if duckdb.Asked() {
		os.Exit(serve.Run(context.Background(), engine.Open, os.Stdin, os.Stdout))
	}
	if sqlite.Asked() {
		os.Exit(serve.Run(context.Background(), sqliteengine.Open, os.Stdin, os.Stdout))
	}
	m.Run()
}

// duckdb stands for any engine, where it does not matter which.
var (
	duckdb = worker.Engine{Name: "DuckDB", Key: "duckdb"}
	sqlite = worker.Engine{Name: "SQLite", Key: "sqlite"}
)

func explain(reason json.RawMessage) error {
	f := &engine.Failure{}
	if err := json.Unmarshal(reason, f); err != nil {
		return err
	}
	if f.Type == engine.NoMemory {
		return fault.Wrap(f, fault.Memory, "%s", f.Message)
	}
	return fault.Wrap(f, fault.SQLError, "%s", f.Message)
}

func memory(context.Context) (wire.Session, string, error) {
	return wire.Session{Memory: 128 << 20, Threads: 1}, "", nil
}

func start(t *testing.T, o worker.Options) *worker.Pool {
	t.Helper()
	o.Engine, o.Fault = duckdb, explain
	if o.Data == nil {
		o.Data = memory
	}
	e := worker.NewPool(o)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func read(t *testing.T, e *worker.Pool, sql string) *table.Table {
	t.Helper()
	got, err := e.ReadAll(t.Context(), sql, source.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return got
}

// eventually waits until the condition holds, as long as tests may run.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	t.Logf("waiting until %s", what)
	for !condition() {
		time.Sleep(time.Millisecond)
	}
}

func TestNothingStartsBeforeTheFirstStatement(t *testing.T) {
	e := start(t, worker.Options{})
	if pids := e.Processes(); len(pids) > 0 {
		t.Errorf("there are workers: %v", pids)
	}
	read(t, e, "SELECT 1")
	if pids := e.Processes(); len(pids) != 1 {
		t.Errorf("after a statement there are workers %v", pids)
	}
}

func TestIdleWorkersEnd(t *testing.T) {
	e := start(t, worker.Options{Idle: time.Millisecond})
	for range 3 {
		read(t, e, "SELECT 1")
		eventually(t, "no worker is left", func() bool { return len(e.Processes()) == 0 })
	}
}

func TestStatementsWaitForAWorker(t *testing.T) {
	e := start(t, worker.Options{})
	const endless = "SELECT range FROM range(1000000000)"
	var readers []io.Closer
	for range worker.MaxWorkers {
		r, err := e.Run(t.Context(), wire.Statement{SQL: endless}, source.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		readers = append(readers, r)
	}
	if n := e.Running(); n != worker.MaxWorkers {
		t.Errorf("%d statements run", n)
	}
	_, err := e.Run(t.Context(), wire.Statement{SQL: "SELECT 1"}, source.Limits{Time: 50 * time.Millisecond}, nil)
	if !errors.Is(err, &fault.Fault{Code: fault.SQLTimeout}) {
		t.Errorf("one statement too many gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Run(ctx, wire.Statement{SQL: "SELECT 1"}, source.Limits{}, nil); !errors.Is(err, &fault.Fault{Code: fault.Canceled}) {
		t.Errorf("a canceled wait gives %v", err)
	}
	waiting := make(chan error)
	go func() {
		_, err := e.ReadAll(t.Context(), "SELECT 1", source.Limits{})
		waiting <- err
	}()
	if err := readers[0].Close(); err != nil {
		t.Error(err)
	}
	if err := <-waiting; err != nil {
		t.Errorf("the waiting statement: %v", err)
	}
	for _, r := range readers {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := e.Running(); n != 0 {
		t.Errorf("%d statements run after all are closed", n)
	}
}

// TestAbandonedStatementIsEnded neither reads nor closes: when its time is up,
// the worker goes all the same.
func TestAbandonedStatementIsEnded(t *testing.T) {
	e := start(t, worker.Options{})
	read(t, e, "SELECT 1")
	pid := e.Processes()[0]
	ctx, cancel := context.WithCancel(t.Context())
	r, err := e.Run(ctx, wire.Statement{SQL: "SELECT range FROM range(1000000000)"}, source.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	eventually(t, "the worker has ended", func() bool { return syscall.Kill(pid, 0) != nil })
	if _, err := r.Next(); !errors.Is(err, &fault.Fault{Code: fault.Canceled}) {
		t.Errorf("reading on gives %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	read(t, e, "SELECT 1")
}

func TestMarkMakesWorkersAnew(t *testing.T) {
	threads := 1
	e := start(t, worker.Options{Data: func(ctx context.Context) (wire.Session, string, error) {
		s, _, err := memory(ctx)
		s.Threads = threads
		return s, strconv.Itoa(threads), err
	}})
	for _, n := range []int{1, 2} {
		threads = n
		if got := read(t, e, "SELECT current_setting('threads')").Rows[0][0].String(); got != strconv.Itoa(n) {
			t.Errorf("with the mark %d there are %s threads", n, got)
		}
	}
	if n := len(e.Processes()); n != 1 {
		t.Errorf("there are %d workers", n)
	}
}

func TestUnusableCommand(t *testing.T) {
	for name, command := range map[string][]string{
		"missing": {"/nonexistent/plumb"},
		"silent":  {"/bin/true"},
	} {
		e := start(t, worker.Options{Command: command})
		_, err := e.ReadAll(t.Context(), "SELECT 1", source.Limits{})
		if f := fault.Of(err); f == nil || f.Code != fault.Connect && f.Code != fault.Lost || f.Hint == "" {
			t.Errorf("a %s command gives %+v", name, f)
		}
		if n := len(e.Processes()); n != 0 {
			t.Errorf("a %s command leaves %d workers", name, n)
		}
	}
}

func TestClosedEngineRunsNothing(t *testing.T) {
	e := start(t, worker.Options{})
	read(t, e, "SELECT 1")
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
	if _, err := e.ReadAll(t.Context(), "SELECT 1", source.Limits{}); err == nil {
		t.Error("it ran")
	}
	if err := e.ProbeWrite(t.Context()); err == nil {
		t.Error("it probed")
	}
}

func TestWriteThatIsNotRefusedIsNoticed(t *testing.T) {
	if err := start(t, worker.Options{}).ProbeWrite(t.Context()); err == nil {
		t.Error("a database in memory can be written to, and yet the probe says nothing")
	}
}

func TestRowTooLargeForAnyone(t *testing.T) {
	e := start(t, worker.Options{Data: func(context.Context) (wire.Session, string, error) {
		return wire.Session{Memory: 2 << 30, Threads: 1}, "", nil
	}})
	_, err := e.ReadAll(t.Context(), "SELECT x, x, x FROM (SELECT repeat('x', 400000000) AS x)", source.Limits{Time: 10 * time.Minute})
	if !errors.Is(err, &fault.Fault{Code: fault.Memory}) {
		t.Errorf("got %v", err)
	}
}

// TestShortGraceLosesNoStatement gives workers hardly any time to stop: what
// is late is killed, and no other statement is lost with it.
func TestShortGraceLosesNoStatement(t *testing.T) {
	e := start(t, worker.Options{Grace: 20 * time.Microsecond})
	for range 300 {
		read(t, e, "SELECT 1")
	}
}
