package candidates

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// hold holds a form to some of the rules, and says what is assumed and whether the
// candidate is kept.
func hold(t *testing.T, ix *index.Index, q *form.Query, asked *link.Question, names ...string) (assumed []string, kept bool) {
	t.Helper()
	rules := slices.DeleteFunc(slices.Clone(Rules), func(r Rule) bool { return !slices.Contains(names, r.Name) })
	if len(rules) != len(names) {
		t.Fatalf("there are not all of %q", names)
	}
	c := &Case{Candidate: &Candidate{Query: q}, Index: ix, Asked: asked, People: true}
	kept = c.apply(rules, Switches{})
	return c.Assumed, kept
}

// isSensible is true for a form that no rule drops.
func isSensible(t *testing.T, ix *index.Index, q *form.Query) bool {
	t.Helper()
	_, kept := hold(t, ix, q, nil, "no repetition", "no self-comparison", "figures of others", "ranks of several", "no money squared", "something new", "sensible times", "hundredths", "value types")
	return kept
}

func equals(e *form.Expr, text string) *form.Cond {
	return &form.Cond{Op: form.Equal, Left: e, Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: text, Stored: true}}}
}

func TestARuleCanBeLeftOut(t *testing.T) {
	var acted []string
	note := func(rule string) { acted = append(acted, rule) }
	rules := []Rule{
		{Name: "repairs", Holds: func(c *Case) bool { return c.Moved }, Repair: func(c *Case) { c.Moved = true }},
		{Name: "costs", Holds: func(*Case) bool { return false }, Cost: 2},
		{Name: "drops", Holds: func(*Case) bool { return false }},
	}
	c := &Case{Candidate: &Candidate{}}
	if c.apply(rules, Switches{Acted: note}) || !c.Moved || c.LogProb != -2 || !slices.Equal(acted, []string{"repairs", "costs", "drops"}) {
		t.Errorf("%+v after %q", c.Candidate, acted)
	}
	c = &Case{Candidate: &Candidate{}}
	if !c.apply(rules, Switches{Without: "drops"}) {
		t.Error("a rule that is left out drops a candidate")
	}
}

func TestRulesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range Names() {
		if seen[name] || name == "" {
			t.Errorf("%q names two rules", name)
		}
		seen[name] = true
	}
}
