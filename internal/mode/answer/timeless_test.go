package answer_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/test/turntest"
	"github.com/plumbdata/plumb/internal/whatif"
)

// A trend of figures without a time asks for them by month first; where that
// cannot be had, it says why there is none.
func TestATrendWithoutTime(t *testing.T) {
	for name, unsure := range map[string]bool{"by month": false, "not to be had": true} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			first := d.ask(about("sales by channel?"))
			d.says(turntest.ByMonth)
			if unsure {
				d.mind.drafts[0].Outcome, d.mind.drafts[0].SQL = answer.Unsure, ""
			}
			q := about("what is the trend?")
			q.Before, q.Ahead = first, &whatif.Request{Technique: whatif.Trend}
			made := d.ask(q)
			if asked := d.mind.requests[1].Question; asked != "by month" || d.mind.requests[1].Before != first {
				t.Errorf("asked %q", asked)
			}
			if unsure {
				if made.Draft.Outcome != answer.Declined || !strings.Contains(made.Draft.Missing, "has no dates") {
					t.Errorf("%+v", made.Draft)
				}
				return
			}
			if made.Ahead == nil || made.Cell.Narrative == nil || !strings.Contains(made.Cell.Narrative.Text, "straight line") {
				t.Errorf("%+v %+v", made.Ahead, made.Cell.Narrative)
			}
		})
	}
}
