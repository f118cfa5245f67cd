package eval

import (
	"os"
	"testing"

	"github.com/plumbdata/plumb/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
