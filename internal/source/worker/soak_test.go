package worker_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// TestSoak has workers retire and be killed about as often as they are used:
// no statement may be lost to it. `make bench BENCH=soak` runs more of them.
func TestSoak(t *testing.T) {
	file := filepath.Join(t.TempDir(), "empty.db")
	testbed.SQLite(t, file, "PRAGMA user_version = 1")
	for _, c := range []struct {
		engine  worker.Engine
		session wire.Session
	}{
		{duckdb, wire.Session{Memory: 128 << 20, Threads: 1}},
		{sqlite, wire.Session{Memory: 128 << 20, Path: file}},
	} {
		t.Run(c.engine.Name, func(t *testing.T) {
			const pause = 5 * time.Millisecond
			p := worker.NewPool(worker.Options{Engine: c.engine, Fault: explain, Idle: pause, Grace: pause / 5,
				Data: func(context.Context) (wire.Session, string, error) { return c.session, "", nil }})
			defer p.Close()
			for _, err := range (sourcetest.Soak{Statements: 200, Askers: 3, Pause: pause, Run: func(ctx context.Context, n int) error {
				got, err := p.ReadAll(ctx, fmt.Sprintf("SELECT %d", n), source.Limits{Time: time.Minute})
				if err == nil && got.Rows[0][0].String() != fmt.Sprint(n) {
					err = fmt.Errorf("it gives %v", got.Rows)
				}
				return err
			}}).Lost(t.Context()) {
				t.Error(err)
			}
		})
	}
}
