package followup

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// wantsOrder are words of a message that say in which order rows come, or how many.
var wantsOrder = lazyregexp.New(`(?i)\b(?:sort\w*|order\w*|rank\w*|top|bottom|best|worst|highest|lowest|most|least|first|last|largest|smallest|descending|ascending|desc|asc|\d+)\b`)

// IsOutOfOrder is true for a follow-up that shows something by time in the order
// of the turn before, highest first, which was one of other groups. A number of
// rows may go with it where the months took the place of these groups.
func IsOutOfOrder(q *form.Query, asked *link.Question) bool {
	before := asked.Before()
	if before == nil || q.Other != nil || len(q.Order) == 0 || len(q.Per) > 0 || wantsOrder.MatchString(asked.Text()) {
		return false
	}
	at := slices.IndexFunc(q.Group, ByTime)
	if at < 0 || slices.ContainsFunc(before.Group, func(g *form.Expr) bool { return g.Op == q.Group[at].Op }) {
		return false
	}
	return q.Limit == nil || len(q.Group) == 1 && len(before.Group) > 0
}

// OrderByTime puts all rows into the order of their time.
func OrderByTime(q *form.Query) {
	at := slices.IndexFunc(q.Group, ByTime)
	q.Order, q.Limit = []form.Order{{By: q.Group[at].Clone()}}, nil
}
