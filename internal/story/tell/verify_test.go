package tell

import (
	"testing"

	"github.com/plumbdata/plumb/internal/story"
)

// verify holds a story against the rows with the check that every story goes
// through, whoever wrote it.
func verify(t *testing.T, f Finding, s story.Story) {
	t.Helper()
	filters := f.Filters
	if f.Period != "" {
		filters = append([]string{"in " + f.Period}, filters...)
	}
	r := story.Check(s.Text, f.Table, story.Context{Question: f.Question, Filters: filters, Now: f.Now, Units: f.Units, SQL: f.SQL})
	for _, c := range r.Unsupported() {
		t.Errorf("%q is not verified: %s\n%s", c.Text, c.Reason, s.Text)
	}
}
