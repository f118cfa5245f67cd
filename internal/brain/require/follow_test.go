package require

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestAMessageThatOnlyChangesATimeOrAValue(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	for _, c := range []struct{ before, message, want, gone string }{
		{"SELECT SUM(fee) FROM visit WHERE visit_date >= '2025-01-01' AND visit_date < '2026-01-01'", "and in 2024?", "2024-01-01", "2026"},
		{"SELECT breed, COUNT(*) FROM dog GROUP BY breed", "only Beagle", "breed = 'Beagle'", ""},
		{"SELECT COUNT(*) FROM dog WHERE breed = 'Beagle'", "what about Poodle?", "breed = 'Poodle'", "Beagle"},
		{"SELECT SUM(fee) FROM visit", "and last year?", "", ""},                                                          // of which day
		{"SELECT SUM(fee) FROM visit WHERE visit_date >= '2024-01-01' AND visit_date < '2025-01-01'", "in March", "", ""}, // of which year
		{"SELECT SUM(fee) FROM visit WHERE visit_date >= '2025-10-01' AND visit_date < '2025-11-01'", "and the same month last year?", "", ""},
		{"SELECT SUM(fee) FROM visit", "average weight in 2024", "", ""}, // another figure
		{"SELECT SUM(fee) FROM visit", "by month", "", ""},
		{"SELECT COUNT(*) FROM dog WHERE breed = 'Beagle'", "not Poodle", "", ""},
	} {
		q := linker.Read(c.message, kenneltest.Today, &link.Previous{Query: kenneltest.ReadSQL(t, c.before), Reading: "what was said before"})
		made := Follow(ix, q)
		if c.want == "" {
			if made != nil {
				t.Errorf("%s after %s: %q", c.message, c.before, kenneltest.Render(t, ix, []*form.Query{made}))
			}
			continue
		}
		if made == nil {
			t.Errorf("%s after %s: nothing", c.message, c.before)
			continue
		}
		if sql := kenneltest.Render(t, ix, []*form.Query{made})[0]; !strings.Contains(sql, c.want) || c.gone != "" && strings.Contains(sql, c.gone) {
			t.Errorf("%s after %s: %s", c.message, c.before, sql)
		}
	}
}
