package talk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/mode/answer"
)

// dated is a planner that says so when an answer rests on the day that a
// document calls today.
type dated struct {
	answer.Planner
	file string // of the document, or ""
}

func (p dated) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	d, err := p.Planner.Plan(ctx, r)
	if err == nil && p.file != "" && d.SQL != "" && relative(r) {
		d.Assumptions = append(slices.Clone(d.Assumptions), "today is "+r.Now.Format("2 January 2006")+", as "+p.file+" says")
	}
	return d, err
}

// relative is true for a question that means other days tomorrow.
func relative(r answer.Request) bool {
	return slices.ContainsFunc(span.Find(span.Words(r.Question), r.Now), func(s span.Span) bool { return s.Period.Now })
}
