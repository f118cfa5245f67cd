package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
)

// A town that is the depot of a region and where customers live is asked about, unless the
// question names the column, or whose it is.
func TestAValueInSeveralColumnsIsAskedAbout(t *testing.T) {
	b := think(t, fromScript(t, "depots")).ForPeople()
	read := func(question string, said ...brain.Said) *brain.Answer {
		a, err := b.Read(unhurried(t), brain.Question{Text: question, Now: today, Said: said})
		if err != nil || len(a.Readings) == 0 {
			t.Fatalf("%s: %+v, %v", question, a, err)
		}
		return a
	}
	for _, question := range []string{"How many customers live in Nordhavn?", "How many orders are there?", "How many orders have the depot city Nordhavn?"} {
		if a := read(question); len(a.Unsaid) > 0 {
			t.Errorf("%s: %+v", question, a.Unsaid)
		}
	}
	const question = "How many orders were there in Nordhavn?"
	a := read(question)
	if len(a.Unsaid) != 1 || a.Unsaid[0].Obvious || len(a.Unsaid[0].Choices) != 2 {
		t.Fatalf("%s: %+v", question, a.Unsaid)
	}
	seen := map[string]bool{}
	for _, c := range a.Unsaid[0].Choices {
		one := read(question, brain.Said{Key: a.Unsaid[0].Key, Value: c.Value})
		column := c.Value[strings.Index(c.Value, ".")+1:]
		if r := one.Readings[0]; !strings.Contains(r.SQL, "."+column+" = 'Nordhavn'") || !strings.Contains(r.Assumptions[0], c.Text+", as you said") || seen[r.SQL] {
			t.Errorf("%s: %s %q", c.Text, r.SQL, r.Assumptions)
		}
		seen[one.Readings[0].SQL] = true
	}
}
