package tell

import (
	"testing"

	"github.com/plumbdata/plumb/internal/story"
)

// verify holds a story against the rows with the check that every story goes
// through, whoever wrote it.
func verify(t *testing.T, f Finding, s story.Story) {
	t.Helper()
	r := story.Check(s.Text, f.Table, story.Context{Question: f.Question, Meaning: f.Meaning, Now: f.Now})
	for _, c := range r.Unsupported() {
		t.Errorf("%q is not verified: %s\n%s", c.Text, c.Reason, s.Text)
	}
}
