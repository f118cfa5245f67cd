package world

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
)

var _ index.Values = (*World)(nil)

func TestIndexCountsAsTheWorldDoes(t *testing.T) {
	for seed := range 60 {
		w := Make(newRand(seed), "")
		t.Run(fmt.Sprintf("%d %s", seed, w.Domain), func(t *testing.T) {
			ix, err := index.Build(context.Background(), w.Snapshot, w)
			if err != nil {
				t.Fatal(err)
			}
			if len(ix.Tables) != len(w.Tables) || len(ix.Columns) != len(w.Columns) {
				t.Fatalf("the index has %d tables and %d columns, the world %d and %d", len(ix.Tables), len(ix.Columns), len(w.Tables), len(w.Columns))
			}
			for n, c := range ix.Columns {
				if c.Name != w.Columns[n].Name || c.Table != w.Columns[n].Table {
					t.Errorf("column %d is %s in the index and %s in the world", n, c.Name, w.Columns[n].Name)
				}
			}
			for _, k := range w.Keys {
				if !slices.ContainsFunc(ix.Keys, func(o index.Key) bool { return slices.Equal(o.From, k.From) && slices.Equal(o.To, k.To) }) {
					t.Errorf("the index lacks the key %s.%s", w.Tables[k.FromTable].Name, w.Columns[k.From[0]].Name)
				}
			}
			checkTimes(t, ix, w)
			checkGuessed(t, FromIndex(ix))
		})
	}
}

// checkTimes holds that the index sees dates where the world has them.
func checkTimes(t *testing.T, ix *index.Index, w *World) {
	for n := 1; n < len(w.Columns); n++ {
		c := &w.Columns[n]
		isTime := c.Kind == Date || c.Kind == Timestamp || c.Kind == ValidFrom || c.Kind == ValidTo
		if isTime && ix.Columns[n].Kind != index.Time {
			t.Errorf("%s.%s holds times, and the index says %s", w.Tables[c.Table].Name, c.Name, ix.Columns[n].Kind)
		}
	}
}

// checkGuessed holds what users of a lexicon rely on.
func checkGuessed(t *testing.T, w *World) {
	t.Helper()
	for _, told := range w.Tables {
		if len(told.Nouns) == 0 || told.Nouns[0].Many == "" || told.Kind == "" {
			t.Errorf("table %s has no words or kind", told.Name)
		}
	}
	for n, c := range w.Columns {
		if len(c.Phrases) == 0 || c.Phrases[0] == "" || n > 0 && c.Kind == "" {
			t.Errorf("column %s has no words or kind", c.Name)
		}
		if c.Kind == Flag && len(c.Values) != 2 {
			t.Errorf("flag %s has the values %v", c.Name, c.Values)
		}
	}
	for _, k := range w.Keys {
		if len(k.Roles) == 0 || len(k.Back) == 0 || len(k.Preps) == 0 {
			t.Errorf("key %+v lacks words", k)
		}
	}
}
