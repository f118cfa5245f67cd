package require

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// What is required of an answer must be in nearly every gold query of the
// databases to tune on: a requirement that right answers do not meet makes them unsure.
func TestGoldQueriesMeetDemands(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	const (
		mostDatabases = 60
		mostUnmet     = 0.02
	)
	for _, suite := range []string{"business", "spider"} {
		databases, golds := trainingGolds(t, filepath.Join(root, suite))
		all, unmet := 0, 0
		for _, name := range databases[:min(len(databases), mostDatabases)] {
			ix := indexed(t, filepath.Join(root, suite, "database", name+".sqlite"))
			linker := link.New(ix, kenneltest.Pieces{})
			for _, g := range golds[name] {
				now, err := time.Parse(time.DateOnly, g.Now)
				if err != nil {
					now = kenneltest.Today
				}
				query, err := readback.Convert(ix, *g.SQL, now)
				if err != nil {
					continue // forms do not say everything
				}
				all++
				left := slices.DeleteFunc(Find(ix, linker.Read(g.Question, now, nil), nil), func(d *Requirement) bool { return d.IsMet(query) })
				if len(left) > 0 {
					unmet++
					t.Logf("%s %q is left out: %s\n%s", left[0].Kind, left[0].Text(), g.Question, *g.SQL)
				}
			}
		}
		t.Logf("%s: %d of %d gold queries leave something out", suite, unmet, all)
		if float64(unmet) > mostUnmet*float64(all) {
			t.Errorf("%s: too much is demanded", suite)
		}
	}
}

// gold is a line of questions.jsonl.
type gold struct {
	Database string `json:"db_id"`
	Question string
	SQL      *string
	Now      string
}

func trainingGolds(t *testing.T, dir string) (databases []string, golds map[string][]gold) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "splits.json"))
	if err != nil {
		t.Fatal(err)
	}
	var splits map[string][]string
	if err := json.Unmarshal(data, &splits); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "questions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	golds = map[string][]gold{}
	for s := bufio.NewScanner(f); s.Scan(); {
		var g gold
		if err := json.Unmarshal(s.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		if g.SQL != nil {
			golds[g.Database] = append(golds[g.Database], g)
		}
	}
	return splits["train"], golds
}

func indexed(t *testing.T, path string) *index.Index {
	t.Helper()
	c, err := connection.Open(t.Context(), connection.Spec{Driver: sqlite.Driver, Identity: path, Refresh: time.Hour, Now: time.Now,
		Config: source.Config{DSN: path, Name: "test", Memory: source.DefaultMemory, Limits: source.Limits{Time: 30 * time.Second, Rows: 100_000, Bytes: 64 << 20}}})
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
	return ix
}
