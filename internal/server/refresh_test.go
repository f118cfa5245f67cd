package server

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/session"
)

// TestRefreshable: what a cell is built on comes before it, if that is outdated.
func TestRefreshable(t *testing.T) {
	cell := func(id, on string) session.Cell {
		return session.Cell{ID: id, SQL: &session.SQL{}, Context: session.Lineage{RefinementOf: on}}
	}
	cells := []session.Cell{cell("a", ""), cell("b", "a"), cell("c", "b"), cell("d", ""), {ID: "note"}}
	for _, c := range []struct {
		stale, outdated, given, want string
	}{
		{"", "", "", "a b c d"},
		{"d", "", "", "d"},
		{"d", "b c", "", "b c d"},
		{"", "b c", "c", "b c"},
		{"", "b c", "c b a", "b c a"},
		{"", "", "c", "c"},
	} {
		b := &desk.Book{Cells: cells, Staleness: desk.Staleness{Stale: strings.Fields(c.stale), Outdated: strings.Fields(c.outdated)}}
		if got := strings.Join(refreshable(b, strings.Fields(c.given)), " "); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}
