package require

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestWhatIsCountedCountsOnce(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	byBreed := func(figure string) string {
		return "SELECT d.breed, " + figure + " FROM owner o JOIN dog d ON d.owner_id = o.owner_id GROUP BY d.breed"
	}
	for _, c := range []saying{
		{"owners by breed", CountOnce, byBreed("COUNT(*)"), byBreed("COUNT(DISTINCT o.owner_id)"), "COUNT(DISTINCT o.owner_id)"},
		{"how many owners per breed", CountOnce, byBreed("COUNT(*)"), byBreed("COUNT(DISTINCT o.owner_id)"), "COUNT(DISTINCT o.owner_id)"},
		{"number of dogs per month of visit", CountOnce, "SELECT strftime('%Y-%m', v.visit_date) AS m, COUNT(*) FROM visit v JOIN dog d ON d.dog_id = v.dog_id GROUP BY m",
			"SELECT strftime('%Y-%m', v.visit_date) AS m, COUNT(DISTINCT d.dog_id) FROM visit v JOIN dog d ON d.dog_id = v.dog_id GROUP BY m", "COUNT(DISTINCT d.dog_id)"},
	} {
		c.holds(t, ix, linker)
	}
}

// Rows that no join repeats are counted as they are, and so are those of a table
// of which the question names no more than the owner.
func TestCountsThatNothingRepeats(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	for question, sql := range map[string]string{
		"dogs by city":                   "SELECT o.city, COUNT(*) FROM dog d JOIN owner o ON o.owner_id = d.owner_id GROUP BY o.city",
		"how many dogs per breed":        "SELECT breed, COUNT(*) FROM dog GROUP BY breed",
		"visits by breed":                "SELECT d.breed, COUNT(*) FROM visit v JOIN dog d ON d.dog_id = v.dog_id GROUP BY d.breed",
		"which owner has the most dogs":  "SELECT o.name, COUNT(*) FROM owner o JOIN dog d ON d.owner_id = o.owner_id GROUP BY o.name ORDER BY 2 DESC LIMIT 1",
		"how many visits does a dog pay": "SELECT d.dog_name, COUNT(*) FROM visit v JOIN dog d ON d.dog_id = v.dog_id GROUP BY d.dog_name",
	} {
		unmet := slices.DeleteFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(d *Requirement) bool { return d.IsMet(kenneltest.ReadSQL(t, sql)) })
		if slices.ContainsFunc(unmet, func(d *Requirement) bool { return d.Kind == CountOnce }) {
			t.Errorf("%s: %s", question, sql)
		}
	}
}
