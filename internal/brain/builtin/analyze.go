package builtin

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/analyst"
	"github.com/plumbdata/plumb/internal/plan"
)

var _ brain.Analyst = (*Brain)(nil)

// Analyze plans an analysis in several steps, where a message asks for one.
func (b *Brain) Analyze(ctx context.Context, q brain.Question) (found *brain.Analysis, err error) {
	defer func() {
		if p := recover(); p != nil {
			found, err = nil, nil // it is read as any other question
		}
	}()
	b, q = b.hear(q)
	return b.analyst().Analyze(ctx, dated(q))
}

// Revise plans a message again, with what a person said to its plan.
func (b *Brain) Revise(ctx context.Context, q brain.Question, p *plan.Plan, said []string) (found *brain.Analysis, err error) {
	defer func() {
		if bad := recover(); bad != nil {
			found, err = nil, nil // the plan stays as it is
		}
	}()
	b, q = b.hear(q)
	return b.analyst().Revise(ctx, dated(q), p, said)
}

func (b *Brain) analyst() *analyst.Analyst { return &analyst.Analyst{Index: b.ix, Read: b.Read} }

func dated(q brain.Question) brain.Question {
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	return q
}
