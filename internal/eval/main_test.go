package eval

import (
	"os"
	"testing"

	"github.com/plumbdata/plumb/internal/pgtest"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

func TestMain(m *testing.M) {
	sqlite.RunWorkerIfAsked()
	os.Exit(pgtest.Main(m))
}
