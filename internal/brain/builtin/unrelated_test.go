package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/require"
)

// Without a reading that crosses nothing, the answer is that the data do not
// connect what is asked for.
func TestWhatIsNotConnectedIsSaid(t *testing.T) {
	crossed := &render.Crossing{Of: 1, By: 1, At: 0}
	for _, c := range []struct {
		name    string
		write   func(s *scripted, q *form.Query)
		kept    int
		decline bool
	}{
		{"the likeliest crosses", func(s *scripted, q *form.Query) {
			s.add(0.9, q).Crosses = crossed
			s.add(0.01, q)
		}, 1, true},
		{"another is near", func(s *scripted, q *form.Query) {
			s.add(0.5, q).Crosses = crossed
			s.add(0.4, q)
		}, 1, false},
		{"an unlikely one crosses", func(s *scripted, q *form.Query) {
			s.add(0.9, q)
			s.add(0.1, q).Crosses = crossed
		}, 1, false},
		{"only one that crosses follows all", func(s *scripted, q *form.Query) {
			s.add(0.9, q).Unmet = make([]*require.Requirement, 1)
			s.add(0.1, q).Crosses = crossed
		}, 1, true},
		{"none crosses", func(s *scripted, q *form.Query) { s.add(0.9, q) }, 1, false},
	} {
		s := script(t, "net sales by city")
		c.write(s, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}})
		r := &reading{Brain: s.Brain, asked: s.asked, list: s.list}
		a, err := r.dropUnrelated(t.Context())
		if err != nil || len(r.list) != c.kept || (a != nil) != c.decline {
			t.Errorf("%s: %d are kept, and the answer is %+v", c.name, len(r.list), a)
		}
		if a != nil && (a.Outcome != brain.Declined || !strings.Contains(a.Missing, "Orders and ") || !strings.Contains(a.Missing, "by customer")) {
			t.Errorf("%s: %+v", c.name, a)
		}
	}
}

// Who cannot have groups of one kind is told which others there are: first those
// of the rows themselves.
func TestOtherGroupsAreOffered(t *testing.T) {
	s := script(t, "customers by week")
	if got := reply.Unconnected(s.ix, &render.Crossing{Of: 0, By: 1, At: 1}); !strings.Contains(got, "customers by city or region") {
		t.Errorf("%s", got)
	}
}
