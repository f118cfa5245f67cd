package answer_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/whatif"
)

// Growth that goes on from month to month is not dropped in silence.
func TestAChangeThatComesAgainIsDeclined(t *testing.T) {
	d := newDesk(t)
	q := about("what happens to revenue in 2026 if orders grow 5% a month?")
	ahead, ok := whatif.Parse(q.Text)
	if !ok {
		t.Fatal("no what-if")
	}
	q.Ahead = &ahead
	if made := d.ask(q); made.Draft.Outcome != answer.Declined || !strings.Contains(made.Draft.Missing, "every month") || len(d.mind.requests) > 0 {
		t.Errorf("%+v", made.Draft)
	}
}
