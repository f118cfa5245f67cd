package duckdb_test

import (
	"context"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/guard/duckdb"
)

// Who gives up while the parser starts leaves one behind for the others.
func TestTheParserStartsForEverybody(t *testing.T) {
	g := &duckdb.Grammar{}
	defer g.Close()
	catalog := &guard.Catalog{Snapshot: harbour()}
	gone, stop := context.WithCancel(t.Context())
	stop()
	_, _ = g.Check(gone, "SELECT 1", catalog) // it may be refused: nobody waits for it
	if _, err := g.Check(t.Context(), "SELECT 1", catalog); err != nil {
		t.Errorf("after another gave up: %v", err)
	}
}
