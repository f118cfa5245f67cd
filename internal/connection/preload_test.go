package connection

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
)

func TestPatternsOfWhatToPreload(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		want     []string
		idle     int
	}{
		{nil, nil, 0},
		{[]string{"erp.*"}, []string{"orders", "stock"}, 0},
		{[]string{"ORDERS"}, []string{"orders", "order_lines"}, 0}, // its name, and a word of another
		{[]string{"revenue"}, []string{"stock"}, 0},                // a word of a column
		{[]string{"{stock,clients}"}, []string{"stock", "clients"}, 0},
		{[]string{"weather", "clients"}, []string{"clients"}, 1},
	} {
		s := &schema.Snapshot{Tables: []schema.Table{
			{Schema: "erp", Name: "orders", Preload: true}, {Schema: "crm", Name: "clients"}, {Schema: "crm", Name: "order_lines"},
			{Schema: "erp", Name: "stock", Columns: []schema.Column{{Name: "net_revenue"}}},
		}}
		found := preload(s, c.patterns)
		var got []string
		for _, t := range s.Tables {
			if t.Preload {
				got = append(got, t.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || len(found) != c.idle {
			t.Errorf("%v means %v, with %+v", c.patterns, got, found)
		}
	}
}

func TestPreloadingIsBounded(t *testing.T) {
	s := &schema.Snapshot{}
	for i := range 2 * maxPreloaded {
		s.Tables = append(s.Tables, schema.Table{Name: fmt.Sprint("t", i)})
	}
	preload(s, []string{"t9*", "*"})
	count := 0
	for _, t := range s.Tables {
		if t.Preload {
			count++
		}
	}
	if count != maxPreloaded || !s.Tables[95].Preload {
		t.Errorf("%d tables", count)
	}
}
