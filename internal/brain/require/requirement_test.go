package require

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// Each question has a statement that leaves a part of it out, and one that does
// not.
func TestDemandsAreMetOrNot(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	for _, c := range []struct{ question, said, without, with string }{
		{"total fee in Rome", "Rome", "SELECT SUM(fee) FROM visit",
			"SELECT SUM(v.fee) FROM visit v JOIN dog d ON d.dog_id = v.dog_id JOIN owner o ON o.owner_id = d.owner_id WHERE o.city = 'Rome'"},
		{"how many owners excluding Rome", "not Rome", "SELECT COUNT(*) FROM owner WHERE city = 'Rome'", "SELECT COUNT(*) FROM owner WHERE city <> 'Rome'"},
		{"owners not in Rome or Oslo", "not Oslo", "SELECT name FROM owner WHERE city <> 'Rome'", "SELECT name FROM owner WHERE city NOT IN ('Rome', 'Oslo')"},
		{"how many owners other than in Rome", "not Rome", "SELECT COUNT(*) FROM owner", "SELECT COUNT(*) FROM owner WHERE city <> 'Rome'"},
		{"number of dogs other than puppies", "not puppies", "SELECT COUNT(*) FROM dog WHERE weight <> 0", "SELECT COUNT(*) FROM dog WHERE breed <> 'puppies'"},
		{"total fee in 2024", "2024", "SELECT SUM(fee) FROM visit", "SELECT SUM(fee) FROM visit WHERE visit_date >= '2024-01-01' AND visit_date < '2025-01-01'"},
		{"average weight by breed", "breed", "SELECT AVG(weight) FROM dog", "SELECT breed, AVG(weight) FROM dog GROUP BY breed"},
		{"dogs with a weight over 12", "12", "SELECT dog_name FROM dog", "SELECT dog_name FROM dog WHERE weight > 12"},
		{"total fee per month", "month", "SELECT SUM(fee) FROM visit", "SELECT strftime('%Y-%m', visit_date) AS m, SUM(fee) FROM visit GROUP BY m"},
		{"how did visits develop", "develop", "SELECT COUNT(*) FROM visit", "SELECT strftime('%Y-%m', visit_date) AS m, COUNT(*) FROM visit GROUP BY m"},
		{"how did the fee grow", "grow", "SELECT SUM(fee) FROM visit", "SELECT strftime('%Y', visit_date) AS y, SUM(fee) FROM visit GROUP BY y"},
		{"total fee for owner Zoe Quill", "Zoe Quill", "SELECT SUM(fee) FROM visit",
			"SELECT SUM(v.fee) FROM visit v JOIN dog d ON d.dog_id = v.dog_id JOIN owner o ON o.owner_id = d.owner_id WHERE o.name = 'Zoe Quill'"},
		{"average weight by colour", "colour", "SELECT AVG(weight) FROM dog", "SELECT breed, AVG(weight) FROM dog GROUP BY breed"},
	} {
		q := linker.Read(c.question, kenneltest.Today, nil)
		requirements := Find(ix, q, nil)
		at := slices.IndexFunc(requirements, func(d *Requirement) bool { return d.Text() == c.said })
		if at < 0 {
			t.Errorf("%s: %q is not demanded", c.question, c.said)
			continue
		}
		for sql, met := range map[string]bool{c.without: false, c.with: true} {
			if got := requirements[at].IsMet(kenneltest.ReadSQL(t, sql)); got != met {
				t.Errorf("%s: %s meets %q: %t, want %t", c.question, sql, c.said, got, met)
			}
		}
	}
}

// What may be meant in another way is not required.
func TestNothingIsDemandedThatMayMeanSomethingElse(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	for _, question := range []string{"owners named by dogs", "dogs sorted by weight", "what is the current weight", "Rome", "how old are dogs",
		"total weight in MWh", "Average Weight Of Old Dogs", "is it true that Zoe is heavy"} {
		for _, d := range Find(ix, linker.Read(question, kenneltest.Today, nil), nil) {
			if d.Kind != Table && d.Kind != CountOnce {
				t.Errorf("%s: requirements %q as %s", question, d.Text(), d.Kind)
			}
		}
	}
}

func TestMendedFormsMeetWhatWasLeftOut(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	for _, c := range []struct{ question, from, want string }{
		{"total fee excluding Rome", "SELECT SUM(fee) FROM visit", "o.city <> 'Rome'"},
		{"total fee in 2024", "SELECT SUM(fee) FROM visit", "2024-01-01"},
		{"average weight by breed", "SELECT AVG(weight) FROM dog", "GROUP BY breed"},
		{"how did visits develop", "SELECT COUNT(*) FROM visit", "GROUP BY month"},
	} {
		q := linker.Read(c.question, kenneltest.Today, nil)
		from := kenneltest.ReadSQL(t, c.from)
		var unmet []*Requirement
		for _, d := range Find(ix, q, nil) {
			if !d.IsMet(from) {
				unmet = append(unmet, d)
			}
		}
		list := kenneltest.Render(t, ix, Repair(ix, q, from, unmet))
		if len(list) == 0 || !strings.Contains(list[0], c.want) {
			t.Errorf("%s: repaired to %q, want one with %q", c.question, list, c.want)
		}
	}
}

// After another question a time may be meant from there, or take its place.
func TestTimesOfFollowUps(t *testing.T) {
	ix, linker := kenneltest.Kennel(t)
	before := kenneltest.ReadSQL(t, "SELECT SUM(fee) FROM visit WHERE visit_date >= '2025-10-01' AND visit_date < '2025-11-01'")
	previous := &link.Previous{Query: before, Reading: "total fee in October 2025"}
	for question, want := range map[string]int{"and the same month last year?": 0, "and in 2024?": 1} {
		q := linker.Read(question, kenneltest.Today, previous)
		requirements := slices.DeleteFunc(Find(ix, q, nil), func(d *Requirement) bool { return d.Kind != Period })
		if len(requirements) != want {
			t.Errorf("%s: %d periods are demanded", question, len(requirements))
		}
		for _, sql := range kenneltest.Render(t, ix, Repair(ix, q, before, requirements)) {
			if want > 0 && (strings.Contains(sql, "2025-10") || !strings.Contains(sql, "2024-01-01")) {
				t.Errorf("%s: %s", question, sql)
			}
		}
	}
}
