package worker_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// slow gives its first row after a while, and can be stopped.
const slow = "SELECT count(*) FROM range(300000000) a WHERE a.range % 1000003 = 5"

func TestWorkerLostBeforeTheFirstRow(t *testing.T) {
	var starts atomic.Int32
	e := start(t, worker.Options{Data: func(ctx context.Context) (wire.Session, string, error) {
		starts.Add(1)
		return memory(ctx)
	}})
	killRunning := func() {
		eventually(t, "the statement runs", func() bool { return e.Running() == 1 })
		for _, pid := range e.Processes() {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
	}
	type answer struct {
		rows int
		err  error
	}
	run := func(ctx context.Context, sql string, l source.Limits) <-chan answer {
		done := make(chan answer, 1)
		go func() {
			got, err := e.ReadAll(ctx, sql, l)
			if err != nil {
				done <- answer{0, err}
				return
			}
			done <- answer{len(got.Rows), nil}
		}()
		return done
	}

	t.Run("is replaced", func(t *testing.T) {
		read(t, e, "SELECT 1")
		done := run(t.Context(), slow, source.Limits{Time: 10 * time.Minute})
		killRunning()
		if a := <-done; a.err != nil || a.rows != 1 {
			t.Errorf("%d rows, %v", a.rows, a.err)
		}
	})
	t.Run("is replaced once", func(t *testing.T) {
		done := run(t.Context(), "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 1000003 = 5", source.Limits{})
		killRunning()
		first := e.Processes()
		eventually(t, "another worker runs it", func() bool {
			now := e.Processes()
			return e.Running() == 1 && len(now) == 1 && (len(first) == 0 || now[0] != first[0])
		})
		killRunning()
		if a := <-done; !errors.Is(a.err, &fault.Fault{Code: fault.Lost}) {
			t.Errorf("got %v", a.err)
		}
	})
	t.Run("is not replaced after its time", func(t *testing.T) {
		read(t, e, "SELECT 1")
		before := starts.Load()
		const deaf = "SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))"
		a := <-run(t.Context(), deaf, source.Limits{Time: 50 * time.Millisecond})
		if !errors.Is(a.err, &fault.Fault{Code: fault.SQLTimeout}) {
			t.Errorf("got %v", a.err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := run(ctx, deaf, source.Limits{})
		eventually(t, "the statement runs", func() bool { return e.Running() == 1 })
		cancel()
		if a := <-done; !errors.Is(a.err, &fault.Fault{Code: fault.Canceled}) {
			t.Errorf("got %v", a.err)
		}
		if n := starts.Load() - before; n != 2 {
			t.Errorf("two statements were started %d times", n)
		}
	})
	t.Run("is not replaced when it lacked memory", func(t *testing.T) {
		before := starts.Load()
		a := <-run(t.Context(), "SELECT list(range) FROM range(400000000)", source.Limits{Time: 10 * time.Minute})
		if !errors.Is(a.err, &fault.Fault{Code: fault.Memory}) {
			t.Errorf("got %v", a.err)
		}
		if n := starts.Load() - before; n != 1 {
			t.Errorf("the statement was started %d times", n)
		}
	})
	t.Run("after the first row", func(t *testing.T) {
		r, err := e.Run(t.Context(), wire.Statement{SQL: "SELECT range, repeat('x', 1000) FROM range(1000000000)"}, source.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		killRunning()
		for err == nil {
			_, err = r.Next()
		}
		if f := fault.Of(err); f.Code != fault.Lost || !strings.Contains(f.Message, "killed") || f.Hint == "" {
			t.Errorf("got %s: %s (%s)", f.Code, f.Message, f.Hint)
		}
	})
}

func TestIdleWorkersThatDiedAreReplaced(t *testing.T) {
	e := start(t, worker.Options{})
	for range 20 {
		read(t, e, "SELECT 1")
		for _, pid := range e.Processes() {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
		if err := e.ProbeWrite(t.Context()); err == nil || fault.CodeOf(err) == fault.Lost {
			t.Errorf("the probe gives %v", err)
		}
		for _, pid := range e.Processes() {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
	}
}
