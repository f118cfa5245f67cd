package opinion

import (
	"math"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/fault"
)

// confidence is how far to trust a statement: by its verdict, less something for
// each finding.
func confidence(o *Opinion, answer *brain.Answer) float64 {
	trust := tuning.OpinionSaysNothing
	switch o.Verdict {
	case Agrees:
		trust = tuning.OpinionAgreesOther
		if o.With == 0 {
			trust = tuning.OpinionAgreesFirst
		}
	case Differs:
		trust = tuning.OpinionDiffersLikely
		if answer.Outcome == brain.Sure {
			trust = tuning.OpinionDiffersSure
		}
	}
	for i, d := range o.Findings {
		if i == tuning.OpinionMaxFindings {
			break
		}
		if d.Severity == fault.Info {
			trust *= tuning.OpinionAfterInfo
		} else {
			trust *= tuning.OpinionAfterWarning
		}
	}
	return max(tuning.OpinionLeast, math.Round(trust*100)/100)
}
