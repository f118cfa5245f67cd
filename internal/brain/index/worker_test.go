package index_test

import (
	"testing"

	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	sqlite.RunWorkerIfAsked()
	m.Run()
}
