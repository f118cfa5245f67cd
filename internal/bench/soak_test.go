//go:build bench

package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// soakFigures runs statements in workers that retire about as often as they
// are used, with hardly any time to stop: none may be lost.
func soakFigures(t *testing.T) []figure {
	const statements, pause = 5000, 20 * time.Millisecond
	file := filepath.Join(t.TempDir(), "empty.db")
	testbed.SQLite(t, file, "PRAGMA user_version = 1")
	var list []figure
	for _, c := range []struct {
		engine  worker.Engine
		session wire.Session
	}{
		{worker.Engine{Name: "DuckDB", Key: "duckdb"}, wire.Session{Memory: 128 << 20, Threads: 1}},
		{worker.Engine{Name: "SQLite", Key: "sqlite"}, wire.Session{Memory: 128 << 20, Path: file}},
	} {
		var mu sync.Mutex
		var times []time.Duration
		pids := map[int]bool{}
		p := worker.NewPool(worker.Options{Engine: c.engine, Idle: pause, Grace: time.Millisecond,
			Fault: func(reason json.RawMessage) error { return errors.New(string(reason)) },
			Data:  func(context.Context) (wire.Session, string, error) { return c.session, "", nil }})
		start := time.Now()
		lost := sourcetest.Soak{Statements: statements, Askers: worker.MaxWorkers, Pause: pause, Run: func(ctx context.Context, n int) error {
			began := time.Now()
			got, err := p.ReadAll(ctx, fmt.Sprintf("SELECT %d", n), source.Limits{Time: time.Minute})
			took := time.Since(began)
			mu.Lock()
			defer mu.Unlock()
			times = append(times, took)
			for _, pid := range p.Processes() {
				pids[pid] = true
			}
			if err == nil && got.Rows[0][0].String() != fmt.Sprint(n) {
				err = fmt.Errorf("it gives %v", got.Rows)
			}
			return err
		}}.Lost(t.Context())
		whole := time.Since(start)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		for _, err := range lost {
			t.Log(err)
		}
		slices.Sort(times)
		list = append(list, figure{
			what: fmt.Sprintf("%d statements with pauses in %s workers that retire meanwhile", statements, c.engine.Name),
			ours: fmt.Sprintf("%d lost, %s", len(lost), short(whole)), baseline: fmt.Sprintf("%d workers; median %s, longest %s", len(pids), short(times[len(times)/2]), short(times[len(times)-1])),
			limit: "none lost", kept: len(lost) == 0,
		})
	}
	return list
}
