package opinion

import (
	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
)

// How far to trust a statement. Two who come to the same meaning by different
// ways are rarely both wrong; one of whom nothing is known is as good as models
// are on questions like these; where two differ, one of them is wrong.
//
//	agrees with the first reading                      0.95
//	agrees with another reading                        0.85
//	cannot say                                         0.70
//	differs, and the built-in brain was only likely    0.55
//	differs, and the built-in brain was sure           0.35
//
// Each warning takes away four tenths of what is left, each hint one tenth.
const (
	agreesFirst    = 0.95
	agreesOther    = 0.85
	nothingToSay   = 0.70
	differsLikely  = 0.55
	differsSure    = 0.35
	afterWarning   = 0.6
	afterInfo      = 0.9
	leastTrust     = 0.05
	countedAtMost  = 3 // findings; more of them say nothing new
	roundedToParts = 100
)

func confidence(o *Opinion, answer *brain.Answer) float64 {
	trust := nothingToSay
	switch o.Verdict {
	case Agrees:
		trust = agreesOther
		if o.With == 0 {
			trust = agreesFirst
		}
	case Differs:
		trust = differsLikely
		if answer.Outcome == brain.Sure {
			trust = differsSure
		}
	}
	for i, d := range o.Findings {
		if i == countedAtMost {
			break
		}
		if d.Severity == fault.Info {
			trust *= afterInfo
		} else {
			trust *= afterWarning
		}
	}
	return max(leastTrust, float64(int(trust*roundedToParts+0.5))/roundedToParts)
}
