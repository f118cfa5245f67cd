// Package followup reads messages that change the answer before them: which are
// questions of their own, what a change keeps, and what it must not move.
package followup

import (
	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
)

// Form is the form of a reading that the built-in brain made.
func Form(r *brain.Reading) (*form.Query, bool) {
	if r == nil {
		return nil, false
	}
	q, ok := r.Form.(*form.Query)
	return q, ok && q != nil
}

// ByTime is true for a bucket of time: a day, a week, a month, a quarter, a year.
func ByTime(e *form.Expr) bool { _, ok := grains[e.Op]; return ok }
