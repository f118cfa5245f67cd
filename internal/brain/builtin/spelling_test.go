package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

func TestASlipIsANeighbourTurnedALetterMissingOrDoubled(t *testing.T) {
	for _, c := range []struct {
		word, name string
		want       bool
	}{
		{"regoin", "region", true},
		{"regon", "region", true},
		{"revnue", "revenue", true},
		{"regionn", "region", true},
		{"reggion", "region", true},
		{"region", "region", false},
		{"regime", "region", false},
		{"egion", "region", false},
		{"regiox", "region", false}, // a wrong letter makes other words too often
		{"regio", "region", true},
		{"", "region", false},
	} {
		if got := isSlip(c.word, c.name); got != c.want {
			t.Errorf("%q for %q: %v", c.word, c.name, got)
		}
	}
}

// A word that is spelt wrong is read as the name it is meant for, and the answer
// says so. A word that people know is never a slip.
func TestWordsThatAreSpeltWrongAreRead(t *testing.T) {
	b := think(t, fromScript(t, "gym"))
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"how many membres are there": "how many members are there",
		"how many members are there": "how many members are there",
		"members called \"membres\"": "members called \"membres\"",
		"how many embers are there":  "how many embers are there",
	} {
		q, said := b.fixSpelling(brain.Question{Text: text, Now: now})
		if q.Text != want || (len(said) > 0) != (text != want) {
			t.Errorf("%q is read as %q, %q", text, q.Text, said)
		}
	}
	a, err := b.Read(unhurried(t), brain.Question{Text: "how many membres are there", Now: now})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Readings) == 0 || !strings.Contains(strings.Join(a.Readings[0].Assumptions, " "), "“membres” is read as “members”") {
		t.Errorf("%+v", a)
	}
}
