package followup

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestTheTotalOfAnAnswer(t *testing.T) {
	ix, _ := kenneltest.Kennel(t)
	const monthly = "SELECT strftime('%Y-%m', visit_date) AS m, SUM(fee) FROM visit WHERE visit_date >= '2024-01-01' AND visit_date < '2025-01-01' GROUP BY m ORDER BY m"
	const total = "SELECT SUM(fee) AS total_fee\nFROM visit\nWHERE visit_date >= '2024-01-01' AND visit_date < '2025-01-01'"
	for _, c := range []struct{ before, message, want string }{
		{monthly, "total", total},
		{monthly, "and in total", total},
		{monthly, "what is the grand total", total},
		{monthly, "total by dog", ""},
		{monthly, "as a share of the total", ""},
		{"SELECT breed, COUNT(*) FROM dog GROUP BY breed", "overall", "SELECT COUNT(*) AS dogs\nFROM dog"},
		{"SELECT breed, AVG(weight) FROM dog GROUP BY breed", "total", ""}, // averages make no total
		{"SELECT dog_id, SUM(fee) AS f FROM visit GROUP BY dog_id ORDER BY f DESC LIMIT 3", "total", ""},
		{"SELECT SUM(fee) FROM visit", "total", ""},
	} {
		made := Total(kenneltest.ReadSQL(t, c.before), c.message)
		if made == nil != (c.want == "") {
			t.Errorf("%s after %s: %v", c.message, c.before, made)
			continue
		}
		if made != nil {
			if sql := kenneltest.Render(t, ix, []*form.Query{made})[0]; sql != c.want {
				t.Errorf("%s after %s: %s", c.message, c.before, sql)
			}
		}
	}
}
