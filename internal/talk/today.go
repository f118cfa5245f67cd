package talk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/mode/answer"
)

// datedPlanner is a planner that says so when an answer rests on the day that a
// document calls today.
type datedPlanner struct {
	answer.Planner
	file string // of the document, or ""
}

func (p datedPlanner) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	d, err := p.Planner.Plan(ctx, r)
	if err == nil && p.file != "" && d.SQL != "" && isRelative(r) {
		d.Assumptions = append(slices.Clone(d.Assumptions), "today is "+r.Now.Format("2 January 2006")+", as "+p.file+" says")
	}
	return d, err
}

// isRelative is true for a question that means other days tomorrow.
func isRelative(r answer.Request) bool {
	return slices.ContainsFunc(span.Find(span.Words(r.Question), r.Now), func(s span.Span) bool { return s.Period.Now })
}
