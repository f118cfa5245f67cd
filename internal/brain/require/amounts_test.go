package require

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// workshop has jobs with amounts and dates, in a few states.
func workshop(t *testing.T) (*index.Index, *link.Linker) {
	t.Helper()
	amount := func(name string) schema.Column {
		return schema.Column{Name: name, Kind: table.Decimal, Role: schema.Measure}
	}
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "mechanic", Rows: 9, PrimaryKey: []string{"mechanic_id"}, Columns: []schema.Column{{Name: "mechanic_id", Kind: table.Int}, {Name: "mechanic_name", Kind: table.Text}}},
		{Name: "job", Rows: 900, PrimaryKey: []string{"job_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"mechanic_id"}, RefTable: "mechanic", RefColumns: []string{"mechanic_id"}}},
			Columns: []schema.Column{{Name: "job_id", Kind: table.Int}, {Name: "mechanic_id", Kind: table.Int}, {Name: "opened_on", Kind: table.Date}, {Name: "finished_on", Kind: table.Date},
				amount("quoted_amount"), amount("paid_amount"), amount("discount"), {Name: "status", Kind: table.Text}}},
	}}
	ix, err := index.Build(t.Context(), s, kenneltest.Values{"job.status": {"paid", "unpaid", "cancelled"}, "mechanic.mechanic_name": {"Ada", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, kenneltest.Pieces{})
}

func TestWhatIsSaidOfAmounts(t *testing.T) {
	ix, linker := workshop(t)
	const both = "SELECT SUM(quoted_amount), SUM(paid_amount) FROM job"
	for _, c := range []saying{
		{"total quoted vs paid", TwoAmounts, "SELECT SUM(quoted_amount + paid_amount) FROM job", both, "SUM(quoted_amount) AS total_quoted_amount, SUM(paid_amount)"},
		{"quoted amount compared to paid amount", TwoAmounts, "SELECT status, SUM(quoted_amount), SUM(paid_amount) FROM job GROUP BY status", both, "SUM(paid_amount)"},
		{"compare quoted and paid", TwoAmounts, "SELECT SUM(quoted_amount) FROM job WHERE status = 'paid'", both, "SUM(paid_amount)"},
		{"unpaid jobs total", StateAmount, "SELECT COUNT(*) FROM job WHERE status = 'unpaid'", "SELECT SUM(quoted_amount) FROM job WHERE status = 'unpaid'", "SUM(quoted_amount)"},
		{"value of unpaid jobs", StateAmount, "SELECT quoted_amount FROM job WHERE status = 'unpaid'", "SELECT SUM(quoted_amount) FROM job WHERE status = 'unpaid'", "SUM(quoted_amount)"},
		{"how much did we lose to discounts", Cost, "SELECT SUM(quoted_amount - discount) FROM job", "SELECT SUM(discount) FROM job", "SUM(discount)"},
		{"what did discounts cost us", Cost, "SELECT COUNT(*) FROM job", "SELECT SUM(discount) FROM job", "SUM(discount)"},
	} {
		c.holds(t, ix, linker)
	}
	for _, question := range []string{"jobs by status", "unpaid jobs", "how many jobs are paid", "quoted and finished jobs", "jobs with a discount"} {
		if slices.ContainsFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(d *Requirement) bool { return d.Kind == TwoAmounts || d.Kind == StateAmount || d.Kind == Cost }) {
			t.Errorf("%s: an amount is demanded", question)
		}
	}
}

func TestWhatIsSaidOfTheSlowest(t *testing.T) {
	ix, linker := workshop(t)
	const by = "SELECT m.mechanic_name FROM job j JOIN mechanic m ON m.mechanic_id = j.mechanic_id GROUP BY m.mechanic_name ORDER BY "
	const days = "(julianday(j.finished_on) - julianday(j.opened_on))"
	for _, c := range []saying{
		{"which mechanic finishes jobs the slowest", Duration, by + "COUNT(*) DESC LIMIT 1", by + "AVG" + days + " DESC LIMIT 1", "AVG("},
		{"which mechanic takes the longest to finish jobs", Duration, by + "SUM" + days + " DESC LIMIT 1", by + "AVG" + days + " DESC LIMIT 1", "AVG("},
		{"which mechanic finishes jobs the fastest", Duration, by + "AVG" + days + " DESC LIMIT 1", by + "AVG" + days + " LIMIT 1", "AVG("},
	} {
		c.holds(t, ix, linker)
	}
	for _, question := range []string{"which mechanic grew the fastest", "jobs by mechanic", "the latest job"} {
		if slices.ContainsFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(d *Requirement) bool { return d.Kind == Duration }) {
			t.Errorf("%s: a duration is demanded", question)
		}
	}
}
