package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
)

// Nothing found of what nobody knows is no answer.
func TestWhatIsNotFoundIsAsked(t *testing.T) {
	for _, c := range []struct {
		name          string
		stored, empty bool
		want          int
	}{
		{"known, and there are none", true, true, 0},
		{"unknown, and there are some", false, false, 0},
		{"unknown, and there are none", false, true, 1},
	} {
		s := script(t, "net sales of customer Ada")
		where := equals(s.at("customer", "name"), "Ada")
		where.Right.Value.Stored = c.stored
		one := &candidates.Candidate{Query: &form.Query{Tables: []int{0, 1}, Keep: form.NoTable, Select: []*form.Expr{sum(s.at("orders", "net_sales"))}, Where: where}, Empty: c.empty, Mass: 0.9}
		if got := s.doubtsAbout(one); len(got) != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		if c.want == 0 {
			continue
		}
		if a := s.judge(t.Context(), []*candidates.Candidate{one}, s.asked, nil, nil); a.Outcome != brain.Unsure {
			t.Errorf("%s: %s, %.2f", c.name, a.Outcome, a.Confidence)
		}
	}
}

// What is neither stored nor found is named once.
func TestWhatIsUnknownTwiceIsNamedOnce(t *testing.T) {
	s := script(t, "customers in Paris")
	where := equals(s.at("customer", "city"), "Paris")
	where.Right.Value.Stored = false
	c := &candidates.Candidate{Query: &form.Query{Select: []*form.Expr{s.at("customer", "name")}, Where: where}, Empty: true}
	if got := s.doubtsAbout(c); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// A name that the data does not have may not be passed over. A capital that begins
// a sentence makes no name.
func TestUnusedNamesAreAsked(t *testing.T) {
	for question, want := range map[string]string{
		"net sales in Wonderland":                  "“Wonderland”",
		"net sales in wonderland":                  "",
		"net sales? Skip odd ones.":                "",
		"Wonderland net sales":                     "",
		"net sales of the UFO and of Atlantis now": "“UFO” “Atlantis”",
	} {
		s := script(t, question)
		c := &candidates.Candidate{Query: &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{sum(s.at("orders", "net_sales"))}}}
		if got := strings.Join(s.doubtsAbout(c), " "); got != want {
			t.Errorf("%s: %s", question, got)
		}
	}
}

// doubtsAbout are the parts of the question that a candidate does not account for.
func (s *scripted) doubtsAbout(c *candidates.Candidate) []string {
	j := &judgement{Brain: s.Brain, asked: s.asked, first: c, answer: &brain.Answer{}}
	parts, _ := j.findDoubts()
	return parts
}
