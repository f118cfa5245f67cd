package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
)

// saying is a question that demands something, a statement without it and one
// with it.
type saying struct {
	question      string
	kind          Kind
	without, with string
	mended        string // a part of the form that comes first when the one without is mended; "" if none need come
}

func (c saying) holds(t *testing.T, ix *index.Index, linker *link.Linker) {
	t.Helper()
	q := linker.Read(c.question, today, nil)
	demands := Demands(ix, q)
	at := slices.IndexFunc(demands, func(d *Demand) bool { return d.Kind == c.kind })
	if at < 0 {
		t.Errorf("%s: no %s is demanded", c.question, c.kind)
		return
	}
	for sql, met := range map[string]bool{c.without: false, c.with: true} {
		query, err := readback.Convert(ix, sql, today)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if got := demands[at].Met(query); got != met {
			t.Errorf("%s: %s is met by %s: %t, want %t", c.question, c.kind, sql, got, met)
		}
		if met || c.mended == "" {
			continue
		}
		if list := rendered(t, ix, Mend(ix, q, query, demands[at:at+1])); len(list) == 0 || !strings.Contains(list[0], c.mended) {
			t.Errorf("%s: mended to %q, want one with %q", c.question, list, c.mended)
		}
	}
}
