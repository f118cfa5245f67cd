package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

func TestWhoSaysFromWhereOnIsNotAsked(t *testing.T) {
	for question, asked := range map[string]bool{
		"large orders":                           true,
		"how many high-value orders are there":   true,
		"cheap products by category":             true,
		"the most expensive product":             false,
		"orders larger than 500":                 false,
		"large orders over 500":                  false,
		"departments from large to small":        false,
		"top 3 expensive rooms":                  false,
		"products sorted by price, cheap ones":   false,
		"how large are orders on average":        false,
		"How many orders did big spenders make?": true, // that these are no table is seen later
	} {
		if got := vagueSize.MatchString(question) && !saysSize.MatchString(question); got != asked {
			t.Errorf("%s: %v", question, got)
		}
	}
}

// From where on something is large only the person knows: they are asked, with limits from
// the data, and where nobody can be asked, the first says what it takes for granted.
func TestSizesAreAskedAbout(t *testing.T) {
	conn := fromScript(t, "billing")
	b := think(t, conn).ForPeople()
	a, err := b.Read(t.Context(), brain.Question{Text: "How many large invoices are there?", Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Unsaid) != 1 || a.Unsaid[0].Obvious || a.Unsaid[0].Question != "Which invoices count as large?" || len(a.Unsaid[0].Choices) < 2 {
		t.Fatalf("%s %+v", a.Outcome, a.Unsaid)
	}
	for i, c := range a.Unsaid[0].Choices {
		said := []brain.Said{{Key: a.Unsaid[0].Key, Value: c.Value}}
		then, err := b.Read(t.Context(), brain.Question{Text: "How many large invoices are there?", Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC), Said: said})
		if err != nil {
			t.Fatal(err)
		}
		r := then.Readings[0]
		if !strings.Contains(c.Text, " at least ") || !strings.Contains(r.SQL, ">= "+c.Value) || !strings.Contains(r.Assumptions[0], c.Text+", as you said") || !then.Unsaid[0].Said {
			t.Errorf("choice %d is %q: %s %q", i, c.Text, r.SQL, r.Assumptions)
		}
	}
}

func TestRoundFigures(t *testing.T) {
	for v, want := range map[float64]string{347.5: "350", 12.34: "12", 0.0456: "0.046", 99999: "100000", 1: "1", 5.55: "5.5"} {
		if got := roundFigure(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
