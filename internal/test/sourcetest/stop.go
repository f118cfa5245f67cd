package sourcetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
)

func testCancel(t *testing.T, e Engine) {
	db := e.Setup(t, e.numbers()...)
	t.Run("before it starts", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := run(ctx, db.Source, e.check(t, db.Source, endless))
		if !isAny(err, fault.Canceled) {
			t.Errorf("got %v, want %s", err, fault.Canceled)
		}
	})
	for name, sql := range map[string]string{"while it works": endless, "while rows come": torrent} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			failed := start(ctx, db.Source, e.check(t, db.Source, sql))
			busy(t, db)
			cancel()
			if err := <-failed; !isAny(err, fault.Canceled) {
				t.Errorf("got %v, want %s", err, fault.Canceled)
			}
			idle(t, db)
			e.must(t, db.Source, "SELECT count(*) AS n FROM numbers")
		})
	}
}

// testCloseEarly reads one row of very many.
func testCloseEarly(t *testing.T, e Engine) {
	db := e.Setup(t, e.numbers()...)
	for range 10 {
		r, err := db.Source.Query(t.Context(), e.check(t, db.Source, torrent), source.Limits{}.OrDefault())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Next(); err != nil {
			t.Fatalf("the first row: %v", err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("closing early: %v", err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("closing twice: %v", err)
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("a closed reader gives %v, want EOF", err)
		}
	}
	idle(t, db)
	e.must(t, db.Source, "SELECT count(*) AS n FROM numbers")
}

func testConcurrency(t *testing.T, e Engine) {
	db := e.Setup(t, e.numbers()...)
	const workers, turns = 8, 12
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := range turns {
				n := w*turns + i
				sql := fmt.Sprintf("SELECT n FROM numbers WHERE n > %d ORDER BY n", n)
				s, err := guard.New(AnyGrammar(db.Source.Grammar().Dialect()), nil).Check(t.Context(), sql)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := read(t, db.Source, s, source.Limits{Rows: 3})
				if err != nil {
					t.Errorf("%s: %v", sql, err)
					return
				}
				if v, _ := got.Rows[0][0].Int64(); v != int64(n+1) {
					t.Errorf("%s gave %v first", sql, v)
				}
			}
		})
	}
	group.Wait()
}

func testRestart(t *testing.T, e Engine) {
	db := e.Setup(t, e.numbers()...)
	if db.Restart == nil {
		t.Skip("the engine has no server or worker")
	}
	simple := e.check(t, db.Source, "SELECT count(*) AS n FROM numbers")
	for name, sql := range map[string]string{"while it works": endless, "while rows come": torrent} {
		t.Run(name, func(t *testing.T) {
			if err := restartUntilLost(t, db, e.check(t, db.Source, sql)); !isAny(err, fault.Lost, fault.Connect) {
				t.Errorf("got %v (%s), want %s or %s", err, fault.CodeOf(err), fault.Lost, fault.Connect)
			} else if fault.Of(err).Hint == "" {
				t.Errorf("no hint with %v", err)
			}
			if err := run(t.Context(), db.Source, simple); err != nil {
				t.Errorf("after the restart: %v", err)
			}
		})
	}
	t.Run("while idle", func(t *testing.T) {
		var group sync.WaitGroup
		for range 6 {
			group.Go(func() {
				if err := run(t.Context(), db.Source, simple); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		db.Restart(t)
		for range 6 {
			if err := run(t.Context(), db.Source, simple); err != nil {
				t.Errorf("after the restart: %v", err)
			}
		}
	})
}

// restartUntilLost takes the engine away from a running statement, again
// where the source starts it again, and returns what the reader gets.
func restartUntilLost(t *testing.T, db *Database, s guard.Statement) error {
	t.Helper()
	failed := start(t.Context(), db.Source, s)
	for {
		var err error
		lost := false
		eventually(t, "the statement runs or is lost", func() bool {
			select {
			case err = <-failed:
				lost = true
			default:
			}
			return lost || db.Running == nil || db.Running(t) > 0
		})
		if lost {
			return err
		}
		db.Restart(t)
		if db.Running == nil {
			return <-failed
		}
	}
}

// testClose closes the source with a statement running and with a reader
// open, and looks for what is left.
func testClose(t *testing.T, e Engine) {
	if err := e.Setup(t).Source.Close(); err != nil { // whatever the engine starts only once
		t.Errorf("closing at once: %v", err)
	}
	before := runtime.NumGoroutine()
	db := e.Setup(t, e.numbers()...)
	src := db.Source
	simple := e.check(t, src, "SELECT count(*) AS n FROM numbers")
	introspect(t, src, source.Filter{})
	open, err := src.Query(t.Context(), e.check(t, src, torrent), source.Limits{}.OrDefault())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open.Next(); err != nil {
		t.Fatal(err)
	}
	failed := start(t.Context(), src, e.check(t, src, endless))
	if db.Running != nil {
		eventually(t, "both statements run", func() bool { return db.Running(t) == 2 })
	}
	if err := src.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if err := <-failed; err == nil {
		t.Error("a running statement did not notice that its source was closed")
	}
	for err == nil {
		_, err = open.Next() // what was already here may still come
	}
	if err := open.Close(); err != nil {
		t.Errorf("closing the reader after its source: %v", err)
	}
	if err := src.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	if err := run(t.Context(), src, simple); err == nil {
		t.Error("a closed source runs statements")
	}
	if db.Connections != nil {
		eventually(t, "no connection is left", func() bool { return db.Connections(t) == 0 })
	}
	eventually(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}

// start runs a statement in the background and reads its rows until they end.
func start(ctx context.Context, src source.Source, s guard.Statement) <-chan error {
	failed := make(chan error, 1)
	go func() { failed <- run(ctx, src, s) }()
	return failed
}

func run(ctx context.Context, src source.Source, s guard.Statement) error {
	r, err := src.Query(ctx, s, source.Limits{Time: 10 * patience, Rows: 1 << 40, Bytes: 1 << 50})
	if err != nil {
		return err
	}
	for _, err := range r.Rows() {
		if err != nil {
			return err
		}
	}
	return nil
}

// busy waits until the engine works on something, as far as it can be asked.
func busy(tb testing.TB, db *Database) {
	tb.Helper()
	if db.Running != nil {
		eventually(tb, "the engine works", func() bool { return db.Running(tb) > 0 })
	}
}

func isAny(err error, codes ...fault.Code) bool {
	for _, c := range codes {
		if errors.Is(err, &fault.Fault{Code: c}) {
			return true
		}
	}
	return false
}
