package eval

import (
	"os"
	"testing"

	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestMain(m *testing.M) {
	sqlite.RunWorkerIfAsked()
	os.Exit(pgtest.Main(m))
}
