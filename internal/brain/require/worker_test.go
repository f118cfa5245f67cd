package require

import (
	"testing"

	"github.com/plumbdata/plumb/internal/source/sqlite"
)

func TestMain(m *testing.M) {
	sqlite.RunWorkerIfAsked()
	m.Run()
}
