package answer_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/test/turntest"
	"github.com/plumbdata/plumb/internal/whatif"
)

// A change of what the answer before does not show is asked for by itself; one
// that leads to no figure is declined in words, and lists nothing.
func TestAChangeOfWhatIsNotShown(t *testing.T) {
	for name, c := range map[string]struct {
		outcome  answer.Outcome
		listed   bool
		declined bool
	}{
		"a figure":    {answer.Likely, false, false},
		"a list":      {answer.Sure, true, true},
		"unsure":      {answer.Unsure, false, true},
		"not to find": {answer.Declined, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByProduct)
			first := d.ask(about("orders by product?"))
			d.says(turntest.ByChannel)
			d.mind.drafts[0].Outcome, d.mind.drafts[0].Meaning = c.outcome, &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowTotal}}
			if c.listed {
				d.mind.drafts[0].Meaning.Row.Kind = meaning.RowRecord
			}
			q := about("what if total rises 5%?")
			q.Before, q.Ahead = first, &whatif.Request{Technique: whatif.Scale, Measure: "total", Data: "total", Change: whatif.Change{Factor: "1.05"}}
			made := d.ask(q)
			if asked := d.mind.requests[1]; asked.Question != "total" || asked.Before != nil {
				t.Errorf("asked %q after %v", asked.Question, asked.Before)
			}
			if c.outcome == answer.Unsure {
				d.says(turntest.ByChannel)
				d.mind.drafts[0].Outcome = answer.Unsure
				alone := q
				alone.Before = nil
				if made := d.ask(alone); made.Draft.Outcome != answer.Unsure {
					t.Errorf("by itself it is asked back: %+v", made.Draft)
				}
			}
			if declined := made.Draft.Outcome == answer.Declined && strings.Contains(made.Draft.Missing, "shows no “total”"); declined != c.declined || declined == made.Answered() {
				t.Errorf("%+v", made.Draft)
			}
		})
	}
}
