package builtin

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// dropUnrelated drops candidates that join unrelated tables. Where only one that
// does follows what the question says, or no other comes near it, the question asks
// for what the data do not connect, and that is the answer.
func (r *reading) dropUnrelated(context.Context) (*brain.Answer, error) {
	var wanted *candidates.Candidate // the likeliest that crosses
	for _, c := range r.list {
		if c.Crosses != nil && (wanted == nil || len(c.Unmet) < len(wanted.Unmet)) {
			wanted = c
		}
	}
	if wanted == nil {
		return nil, nil
	}
	r.list = slices.DeleteFunc(slices.Clone(r.list), func(c *candidates.Candidate) bool { return c.Crosses != nil })
	other := candidates.First(r.list)
	if other != nil && len(other.Unmet) <= len(wanted.Unmet) && other.AdjustedLogProb() >= wanted.AdjustedLogProb()-tuning.UnrelatedMargin {
		return nil, nil
	}
	return &brain.Answer{Outcome: brain.Declined, Missing: reply.Unconnected(r.ix, wanted.Crosses), Confidence: tuning.SurelyMissing}, nil
}
