package require

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// saying is a question that requirements something, a statement without it and one
// with it.
type saying struct {
	question      string
	kind          Kind
	without, with string
	repaired      string // a part of the form that comes first when the one without is repaired; "" if none need come
}

func (c saying) holds(t *testing.T, ix *index.Index, linker *link.Linker) {
	t.Helper()
	q := linker.Read(c.question, kenneltest.Today, nil)
	requirements := Find(ix, q, nil)
	at := slices.IndexFunc(requirements, func(d *Requirement) bool { return d.Kind == c.kind })
	if at < 0 {
		t.Errorf("%s: no %s is demanded", c.question, c.kind)
		return
	}
	for sql, met := range map[string]bool{c.without: false, c.with: true} {
		query, err := readback.Convert(ix, sql, kenneltest.Today)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if got := requirements[at].IsMet(query); got != met {
			t.Errorf("%s: %s is met by %s: %t, want %t", c.question, c.kind, sql, got, met)
		}
		if met || c.repaired == "" {
			continue
		}
		if list := kenneltest.Render(t, ix, Repair(ix, q, query, requirements[at:at+1])); len(list) == 0 || !strings.Contains(list[0], c.repaired) {
			t.Errorf("%s: repaired to %q, want one with %q", c.question, list, c.repaired)
		}
	}
}
