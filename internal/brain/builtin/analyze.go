package builtin

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/analyst"
)

var _ brain.Analyst = (*Brain)(nil)

// Analyze plans an analysis in several steps, where a message asks for one.
func (b *Brain) Analyze(ctx context.Context, q brain.Question) (found *brain.Analysis, err error) {
	defer func() {
		if p := recover(); p != nil {
			found, err = nil, nil // it is read as any other question
		}
	}()
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	a := &analyst.Analyst{Index: b.ix, Read: b.Read}
	return a.Analyze(ctx, q)
}
