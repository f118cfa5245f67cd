package sourcetest

import (
	"context"

	"github.com/plumbdata/plumb/internal/guard"
)

// AnyGrammar passes everything. It exists to test a session's own defences:
// what happens to a statement that should never have passed the guard.
func AnyGrammar(dialect string) guard.Grammar { return anyGrammar(dialect) }

type anyGrammar string

func (g anyGrammar) Dialect() string { return string(g) }

func (g anyGrammar) Check(_ context.Context, sql string, _ *guard.Catalog) (guard.Finding, error) {
	return guard.Finding{SQL: sql}, nil
}
