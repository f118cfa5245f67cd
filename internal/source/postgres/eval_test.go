package postgres

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// With the evaluation data at hand (PLUMB_EVAL), its attacks are refused or
// stopped, and its benign statements give an answer.
func TestEvaluationOfAttacks(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	fixture, err := os.ReadFile(filepath.Join(root, "security", "schema_pg.sql"))
	if err != nil {
		t.Fatal(err)
	}
	// PostgreSQL 17 has no adminpack any more.
	server := pgtest.Shared(t)
	server.Exec(t, "postgres", "CREATE ROLE agent_ro")
	src, db := fresh(t, server, strings.ReplaceAll(string(fixture), "CREATE EXTENSION IF NOT EXISTS adminpack;", ""))
	server.Exec(t, db, "REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM reader", "GRANT agent_ro TO reader")
	g := guard.New(src.Grammar(), &guard.Catalog{Snapshot: look1(t, src)})
	for _, name := range []string{"attacks", "benign"} {
		file, err := os.Open(filepath.Join(root, "security", name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		asked, held := 0, 0
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var c struct{ ID, Dialect, SQL, Expect string }
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			if c.Dialect != "postgresql" || c.Expect == "tenant-scoped" {
				continue
			}
			asked++
			statement, err := g.Check(t.Context(), c.SQL)
			if err == nil && c.Expect != "reject" {
				var r interface{ Close() error }
				r, err = src.Query(t.Context(), statement, source.Limits{Time: 2 * time.Second, Rows: 1000, Bytes: 1 << 20})
				if err == nil {
					err = r.Close()
				}
				if c.Expect != "allow" {
					held++
					continue
				}
			}
			if (err == nil) == (c.Expect == "allow") {
				held++
			} else {
				t.Errorf("%s: %s: %s: %v", c.ID, c.Expect, c.SQL, err)
			}
		}
		t.Logf("%s: %d of %d", name, held, asked)
	}
}
