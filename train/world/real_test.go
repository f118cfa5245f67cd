package world

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// TestRealDatabases reads the databases of the train split, where they are at
// hand; go test -v shows what was guessed.
func TestRealDatabases(t *testing.T) {
	eval := os.Getenv("PLUMB_EVAL")
	if eval == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	dir := filepath.Join(eval, "business")
	data, err := os.ReadFile(filepath.Join(dir, "splits.json"))
	if err != nil {
		t.Fatal(err)
	}
	var splits struct{ Train []string }
	if err := json.Unmarshal(data, &splits); err != nil {
		t.Fatal(err)
	}
	for _, name := range splits.Train {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "database", name+".sqlite")
			c, err := connection.Open(t.Context(), connection.Spec{
				Driver: sqlite.Driver, Config: source.Config{DSN: path, Name: "test", Limits: source.Limits{}.OrDefault()},
				Identity: path, Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: time.Now,
			})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			s, err := c.Schema(t.Context(), connection.Full)
			if err != nil {
				t.Fatal(err)
			}
			ix, err := index.Build(t.Context(), s, index.FromConnection(c))
			if err != nil {
				t.Fatal(err)
			}
			w := FromIndex(ix)
			checkGuessed(t, w)
			t.Log(w)
		})
	}
}
