package followup

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestAnotherTimeIsSetBeside(t *testing.T) {
	ix, _ := kenneltest.Kennel(t)
	const in2025 = " FROM visit WHERE visit_date >= '2025-01-01' AND visit_date < '2026-01-01'"
	const two = "SUM(CASE WHEN visit_date >= '2024-01-01' AND visit_date < '2025-01-01' THEN fee ELSE 0 END)"
	for _, c := range []struct {
		before, message string
		want            []string // in the statement; nil where it cannot be had
		wanted          bool
	}{
		{"SELECT SUM(fee)" + in2025, "compare to last year", []string{two, "< '2026-01-01' THEN fee"}, true},
		{"SELECT SUM(fee)" + in2025, "how does that compare to 2024", []string{two}, true},
		{"SELECT SUM(fee)" + in2025, "compare with 2024 in a second column", []string{two}, true},
		{"SELECT SUM(fee)" + in2025, "vs 2024", []string{two}, true},
		{"SELECT SUM(fee)" + in2025, "year over year", []string{two}, true},
		{"SELECT SUM(fee)" + in2025, "compared with the year before", []string{two}, true},
		{"SELECT dog_id, SUM(fee) AS f" + in2025 + " GROUP BY dog_id ORDER BY f DESC LIMIT 3", "against last year", []string{two, "WHERE visit_date >= '2024-01-01' AND visit_date < '2026-01-01'", "2025 DESC", "LIMIT 3"}, true},
		{"SELECT strftime('%Y-%m', visit_date) AS m, SUM(fee)" + in2025 + " GROUP BY m", "compare with last year", []string{two, "strftime('%m'", "ORDER BY month"}, true},
		{"SELECT strftime('%Y', visit_date) AS m, SUM(fee)" + in2025 + " GROUP BY m", "compare with last year", []string{"'2024-01-01'", "'2026-01-01'", ", SUM(fee)"}, true},
		{"SELECT SUM(fee) FROM visit WHERE visit_date >= '2025-03-01' AND visit_date < '2025-04-01'", "compare it to last month", []string{"'2025-02-01'"}, true},
		{"SELECT SUM(fee) FROM visit WHERE visit_date >= '2025-03-01' AND visit_date < '2025-04-01'", "compare to the same month last year", []string{"'2024-03-01'"}, true},
		{"SELECT SUM(fee) FROM visit WHERE visit_date >= '2025-03-01' AND visit_date < '2025-04-01'", "compare to 2023", []string{"'2023-03-01'"}, true},
		{"SELECT SUM(fee)" + in2025, "compare to last month", nil, true}, // a month beside a year
		{"SELECT SUM(fee) FROM visit", "compare to last year", nil, true},
		{"SELECT SUM(fee)" + in2025, "and last year", nil, false},
		{"SELECT SUM(fee)" + in2025, "compare with Beagles", nil, false},
		{"SELECT SUM(fee)" + in2025, "with last year", nil, false},
	} {
		made, wanted := Compare(kenneltest.ReadSQL(t, c.before), c.message)
		if wanted != c.wanted || made == nil != (c.want == nil) {
			t.Errorf("%s after %s: %v, %v", c.message, c.before, made, wanted)
			continue
		}
		if made == nil {
			continue
		}
		sql := kenneltest.Render(t, ix, []*form.Query{made})[0]
		for _, part := range c.want {
			if !strings.Contains(sql, part) {
				t.Errorf("%s after %s: no %s in %s", c.message, c.before, part, sql)
			}
		}
	}
}
