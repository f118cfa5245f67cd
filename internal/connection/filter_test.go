package connection

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

// TestAPatternThatMeansNoTable is about a database with the one table orders.
func TestAPatternThatMeansNoTable(t *testing.T) {
	for _, c := range []struct {
		name     string
		filter   source.Filter
		strict   bool
		tables   int // -1 is a fault
		warnings int
	}{
		{"nothing", source.Filter{}, true, 1, 0},
		{"an exclusion", source.Filter{Exclude: []string{"ORDERS"}}, true, 0, 0},
		{"alternatives", source.Filter{Exclude: []string{"{users,orders}"}}, true, 0, 0},
		{"a typo", source.Filter{Exclude: []string{"oders"}}, true, -1, 0},
		{"a typo in a file", source.Filter{Exclude: []string{"oders"}}, false, -1, 0},
		{"one of several", source.Filter{Exclude: []string{"orders", "oders"}}, false, -1, 0},
		{"a pattern that begins to match later", source.Filter{Exclude: []string{"tmp_*"}}, true, -1, 0},
		{"such a pattern in a file", source.Filter{Exclude: []string{"tmp_*"}}, false, 1, 1},
		{"an inclusion", source.Filter{Include: []string{"oders", "orders"}}, true, -1, 0},
		{"an inclusion in a file", source.Filter{Include: []string{"oders", "orders"}}, false, 1, 1},
		{"broken braces", source.Filter{Exclude: []string{"{a,b"}}, false, -1, 0},
		{"a broken range", source.Filter{Exclude: []string{"[a"}}, false, -1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			opened := open(t, &engine{columns: []string{"id"}}, t.TempDir(), time.Now())
			opened.spec.Filter, opened.spec.Strict = c.filter, c.strict
			for _, depth := range []Depth{Structure, Full} {
				s, err := opened.Schema(t.Context(), depth)
				switch {
				case c.tables < 0 && (err == nil || fault.Of(err).Hint == ""):
					t.Fatalf("%v", err)
				case c.tables >= 0 && (err != nil || len(s.Tables) != c.tables):
					t.Fatalf("%+v, %v", s, err)
				}
			}
			if got := opened.Diagnostics(); len(got) != c.warnings {
				t.Errorf("it says %+v", got)
			}
		})
	}
}
