package sourcetest

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// AnyGrammar passes everything. It exists to test a session's own defences:
// what happens to a statement that should never have passed the guard.
func AnyGrammar(dialect string) guard.Grammar { return anyGrammar(dialect) }

type anyGrammar string

func (g anyGrammar) Dialect() string { return string(g) }

func (g anyGrammar) Check(_ context.Context, sql string, _ *guard.Catalog) (guard.Finding, error) {
	return guard.Finding{SQL: sql}, nil
}

// Unguarded is a statement that no guard has looked at.
func Unguarded(tb testing.TB, dialect, sql string) guard.Statement {
	tb.Helper()
	s, err := guard.New(AnyGrammar(dialect), nil).Check(tb.Context(), sql)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// Query reads what a source gives for a statement that no guard has looked at.
func Query(tb testing.TB, src source.Source, sql string, l source.Limits) (*table.Table, error) {
	tb.Helper()
	r, err := src.Query(Patience(tb), Unguarded(tb, src.Grammar().Dialect(), sql), l)
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

// MustQuery is Query of a statement that must give an answer.
func MustQuery(tb testing.TB, src source.Source, sql string, l source.Limits) *table.Table {
	tb.Helper()
	t, err := Query(tb, src, sql, l)
	if err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	return t
}

// Kill ends processes, as a system that is short of memory does.
func Kill(tb testing.TB, pids []int) {
	tb.Helper()
	for _, pid := range pids {
		p, err := os.FindProcess(pid)
		if err == nil {
			err = p.Kill()
		}
		if err != nil && !errors.Is(err, os.ErrProcessDone) {
			tb.Fatal(err)
		}
	}
}
