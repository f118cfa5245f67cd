package critic

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/story"
)

// findInStory holds a story against the rows: every figure of Plumb's own narrator is
// computed again, and every claim of a model's text must be found.
func findInStory(ctx context.Context, a Answer) ([]Finding, error) {
	if a.Story == nil || a.Story.Text == "" {
		return nil, nil
	}
	if !a.Foreign && a.Table != nil {
		return a.recompute(), nil
	}
	known := story.Context{Question: a.Question, Meaning: a.Meaning, Filters: []string{a.Sentence}, Now: a.Now, Foreign: a.Foreign}
	var claims []story.Claim
	switch {
	case len(a.Results) > 0:
		all, err := story.CheckAll(ctx, a.Story.Text, a.Results, known)
		if err != nil {
			return nil, err
		}
		claims = all.Unsupported()
	case a.Table != nil:
		claims = story.Check(a.Story.Text, a.Table, known).Unsupported()
	}
	var list []Finding
	for _, c := range claims {
		f := Finding{Aspect: Hallucination, Kind: FalseFigure, Severity: fault.Error, Parts: []string{c.Text}, Message: fmt.Sprintf("The text says %s, but %s.", quote(c.Text), strings.TrimSuffix(c.Reason, ".")),
			Hint: "rely on the rows"}
		if c.Unreadable { // it may be true
			f.Aspect, f.Severity = Grounding, fault.Warning
		}
		list = append(list, f)
	}
	return list, nil
}

// recompute works out all references of the built-in narrator again.
func (a Answer) recompute() []Finding {
	var list []Finding
	for _, r := range a.Story.References {
		if r.Figure != "" { // of a fit, which the rows do not hold
			continue
		}
		if err := r.Recompute(a.Table); err != nil {
			list = append(list, Finding{Aspect: Grounding, Kind: FalseFigure, Severity: fault.Error, Parts: []string{r.Text},
				Message: fmt.Sprintf("The text says %s, but the rows do not: %v.", quote(r.Text), err), Hint: "rely on the rows"})
		}
	}
	return list
}
