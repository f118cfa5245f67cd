package duckdb_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

const (
	// deaf is one call of a function that takes hours and does not look up.
	deaf = "SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))"
	// endless takes hours, and stops when told to.
	endless = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 1000003 = 5"
)

func TestRunawayStatementIsEnded(t *testing.T) {
	s := open(t)
	for name, sql := range map[string]string{"deaf": deaf, "listening": endless} {
		t.Run(name+"/time", func(t *testing.T) {
			mustQuery(t, s, "SELECT 1")
			before := s.Workers().Processes()
			_, err := sourcetest.Query(t, s, sql, source.Limits{Time: 200 * time.Millisecond})
			if f := fault.Of(err); f == nil || f.Code != fault.SQLTimeout || !strings.Contains(f.Message, "200ms") || f.Hint == "" {
				t.Errorf("got %+v, want %s that names the limit", f, fault.SQLTimeout)
			}
			checkWorkers(t, s, before, sql == deaf)
		})
		t.Run(name+"/cancel", func(t *testing.T) {
			mustQuery(t, s, "SELECT 1")
			before := s.Workers().Processes()
			// Until it is inside of the function, a deaf statement still listens.
			for wait := 100 * time.Millisecond; ; wait *= 2 {
				ctx, cancel := context.WithCancel(t.Context())
				stop := time.AfterFunc(wait, cancel)
				_, err := s.Query(ctx, unguarded(t, sql), source.Limits{})
				stop.Stop()
				cancel()
				if !errors.Is(err, &fault.Fault{Code: fault.Canceled}) {
					t.Fatalf("got %v, want %s", err, fault.Canceled)
				}
				if sql != deaf || !slices.Equal(s.Workers().Processes(), before) || wait > time.Minute {
					break
				}
			}
			checkWorkers(t, s, before, sql == deaf)
		})
	}
}

// checkWorkers expects a worker that works, and a new one where the old one
// would not listen.
func checkWorkers(t *testing.T, s *duckdb.Source, before []int, replaced bool) {
	t.Helper()
	if got := mustQuery(t, s, "SELECT 41 + 1").Rows[0][0].String(); got != "42" {
		t.Errorf("the next statement gives %s", got)
	}
	for _, pid := range before {
		if replaced && syscall.Kill(pid, 0) == nil {
			t.Errorf("worker %d is still there", pid)
		}
	}
	if replaced && slices.Equal(s.Workers().Processes(), before) {
		t.Errorf("the workers are still %v", before)
	}
}

func TestMemoryBombs(t *testing.T) {
	s := open(t, "CREATE TABLE t AS SELECT 7 AS n")
	for _, sql := range []string{
		"SELECT list(range) FROM range(400000000)",
		"SELECT length(repeat('x', 4000000000))",
		"SELECT string_agg(range::VARCHAR, ',') FROM range(400000000)",
		"SELECT repeat('x', 4000000000)",
		"SELECT histogram(range::VARCHAR || repeat('x', 2000)) FROM range(100000000)",
	} {
		_, err := sourcetest.Query(t, s, sql, source.Limits{Time: 10 * time.Minute})
		if f := fault.Of(err); f == nil || f.Code != fault.Memory || f.Hint == "" {
			t.Errorf("%s gave %+v, want %s with a hint", sql, f, fault.Memory)
		}
		if got := mustQuery(t, s, "SELECT n FROM t").Rows[0][0].String(); got != "7" {
			t.Errorf("after %s the table holds %s", sql, got)
		}
	}
}
