package main

import (
	"testing"

	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestComplete(t *testing.T) {
	ix, _ := kenneltest.Kennel(t)
	for _, c := range []struct {
		sql  string
		keys int // of the complete group
	}{
		{"SELECT o.name, COUNT(*) FROM owner o JOIN dog d ON d.owner_id = o.owner_id GROUP BY d.owner_id", 2},
		{"SELECT o.name, COUNT(*) FROM owner o JOIN dog d ON d.owner_id = o.owner_id GROUP BY o.owner_id", 2},
		{"SELECT name, city, COUNT(*) FROM owner GROUP BY name", 1},
		{"SELECT AVG(n) FROM (SELECT owner_id, COUNT(*) AS n FROM dog GROUP BY owner_id)", 1},
	} {
		if q := complete(ix, kenneltest.ReadSQL(t, c.sql)); len(q.Group) != c.keys {
			t.Errorf("%s: the group has %d keys, want %d", c.sql, len(q.Group), c.keys)
		}
	}
}
